"""Links in what people write: only http and https, and never markup."""

from __future__ import annotations

import re
from html import unescape
from time import perf_counter

import pytest
from django.template import Context, Template

from nabu.core.links import linked


def links(text: str) -> list[str]:
    return [unescape(address) for address in re.findall(r'href="([^"]*)"', linked(text))]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("See https://example.org/rules.", "https://example.org/rules"),
        ("(https://example.org/a_(b))", "https://example.org/a_(b)"),
        ("HTTPS://Example.org!", "HTTPS://Example.org"),
        ("http://example.org/?a=1&b=2, and more", "http://example.org/?a=1&b=2"),
        ("»https://bücher.example/straße«", "https://bücher.example/straße"),
        ("http://[2001:db8::1]:8000/x", "http://[2001:db8::1]:8000/x"),
        ("Open https://example.org…", "https://example.org"),
    ],
)
def test_an_address_is_a_link_without_the_punctuation_after_it(text: str, address: str) -> None:
    assert links(text) == [address]
    assert unescape(re.sub("<[^>]*>", "", linked(text))) == text, "the words are what was written"


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "JavaScript://example.org/%0aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "www.example.org and example.org",
        "mailto:somebody@example.org",
        "ftp://example.org",
        "http://",
        "https://.",
        "http:///path",
        "http://[broken",
        "http://example.org:99999999/",
        "https://bank.example@evil.example/",
        "xhttp://example.org",
        "http://" + "a" * 3000,
    ],
)
def test_anything_else_stays_text(text: str) -> None:
    assert links(text) == []
    assert unescape(linked(text)) == text


def test_markup_stays_text_inside_and_around_a_link() -> None:
    shown = linked('<b>https://example.org/"onmouseover="alert(1)<script>x</script> &amp; \'')
    assert re.findall("<([a-z/]+)", shown) == ["a", "/a"]
    assert links('https://example.org/"onmouseover="alert(1)') == ["https://example.org/"]
    assert "&amp;amp;" in shown, "what was typed as an entity is shown as it was typed"
    assert links("https://example.org/\u202egpj.exe") == ["https://example.org/"], "nothing turns the reading round"


def test_search_engines_and_the_other_page_learn_nothing() -> None:
    assert 'rel="nofollow ugc noopener"' in linked("https://example.org")
    assert 'class="text-break"' in linked("https://example.org"), "a long one breaks"


def test_the_lines_of_a_text_stay() -> None:
    template = Template("{% load links %}{{ text|linked|linebreaks }}")
    shown = template.render(Context({"text": "One <i>\nhttps://example.org\n\nTwo"}))
    assert shown.count("<p>") == 2
    assert shown.count("<br>") == 1
    assert "&lt;i&gt;" in shown


@pytest.mark.parametrize(
    "piece",
    ["http://", "https://a.b/(", "https://a.b" + ")" * 1900 + " ", "(" * 100 + "http://a.b/", "a", "&<\"'", "http:/"],
)
def test_ten_thousand_letters_take_no_time(piece: str) -> None:
    text = (piece * 10_000)[:10_000]
    start = perf_counter()
    shown = linked(text)
    assert perf_counter() - start < 0.5
    assert unescape(re.sub("</?a[^>]*>", "", shown)) == text
