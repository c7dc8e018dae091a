"""Places are offsets beside a text, and only templates of a fixed list go into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.utils import timezone

from nabu.web.shared_pages import person
from nabu.web.shared_pages.asked import Asked
from nabu.web.shared_pages.entry import Entry
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.making import Notes, notes
from nabu.web.shared_pages.pages import Version, make
from nabu.web.shared_pages.person import fill
from nabu.web.shared_pages.places import FORM_TOKEN, TEMPLATES, Place, take_out

TYPED = "<!--person:header.html--><!--mine:1:x-->"
SOURCE = (
    '{% load places %}a{% place "web/shared_pages/account.html" %}b{% mine 1 %}'
    "c{{ typed|safe }}{% mine 2 %}d{% endmine %}{% endmine %}e{% mine 2 %}f{% endmine %}"
)


@pytest.fixture
def recording() -> Iterator[None]:
    before = notes.set(Notes())
    yield
    notes.reset(before)


@pytest.fixture
def text_and_places(recording: None) -> tuple[str, tuple[Place, ...]]:
    return take_out(Template(SOURCE).render(Context({"typed": TYPED})))


def test_places_are_noted_by_position(text_and_places: tuple[str, tuple[Place, ...]]) -> None:
    text, places = text_and_places
    assert text == f"abc{TYPED}def", "what somebody typed stays what it is"
    found = [(text[start:end], of) for start, end, of in places]
    assert found == [("", "web/shared_pages/account.html"), (f"c{TYPED}d", 1), ("d", 2), ("f", 2)]


@pytest.mark.parametrize(
    ("mine", "shown"),
    [({}, "aPbe"), ({1}, f"aPbc{TYPED}e"), ({2}, "aPbef"), ({1, 2}, f"aPbc{TYPED}def")],
)
def test_a_mark_in_a_mark_is_seen_by_those_who_see_both(
    text_and_places: tuple[str, tuple[Place, ...]], monkeypatch: pytest.MonkeyPatch, mine: set[int], shown: str
) -> None:
    monkeypatch.setattr(person, "render_to_string", lambda *_: "P")
    assert fill(*text_and_places, HttpRequest(), lambda: {"mine": mine})[0] == shown


def test_nobody_is_asked_for_a_text_without_places() -> None:
    assert fill(TYPED, (), HttpRequest(), lambda: pytest.fail("asked")) == (TYPED, "")


def test_only_templates_of_the_list_go_into_places(recording: None) -> None:
    with pytest.raises(LookupError):
        Template('{% load places %}{% place "header.html" %}').render(Context())
    used = re.compile(r'{% place "([^"]+)" %}')
    sources = [path.read_text() for path in (Path(settings.ROOT) / "templates").rglob("*.html")]
    assert {name for source in sources for name in used.findall(source)} | {FORM_TOKEN} == set(TEMPLATES)


def test_places_survive_the_way_through_the_cache(text_and_places: tuple[str, tuple[Place, ...]]) -> None:
    text, places = text_and_places
    entry = Entry((1,), "en", text, b"", places)
    assert Entry.from_bytes(entry.to_bytes()) == entry
    planted = replace(entry, places=(Place(0, 0, "header.html"),))
    assert Entry.from_bytes(planted.to_bytes()) is None


def test_what_is_no_page_has_no_places() -> None:
    source = Template('{% load places %}{% place "web/shared_pages/account.html" %}')

    def view(request: HttpRequest, **values: Any) -> HttpResponse:
        return HttpResponse(source.render(Context()))

    page = SharedPage(lambda values: (), content_type="application/json")
    asked = Asked(page, type("Match", (), {"kwargs": {}})(), "/", "", "", "en")
    with pytest.raises(RuntimeError, match="only pages have places"):
        make(Version(asked, (), timezone.now()), view)
