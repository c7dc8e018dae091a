"""Every page in Spanish and German: no text of the program is left in English."""

from __future__ import annotations

import re
from collections import defaultdict
from html.parser import HTMLParser
from http.cookies import SimpleCookie

from django.test import Client
from django.urls import reverse

from tests.platform.scenario import taken_back
from tests.platform.site.pages.conftest import World
from tests.platform.site.pages.test_permissions import PAGES, PEOPLE, by_row, cookies_of
from tests.profiles import LONG

READERS = ("organiser", "staff", "player", "stranger", "visitor")
"""Whoever comes first here and may see a page reads it."""


class Texts(HTMLParser):
    """The texts of a page: between tags, and in the attributes that are read out or shown."""

    SILENT = ("script", "style", "code", "pre", "kbd", "textarea", "svg", "template")
    VOID = (
        "area",
        "br",
        "col",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "wbr",
        "path",
        "circle",
        "rect",
        "line",
    )
    SHOWN = ("title", "aria-label", "alt", "placeholder", "data-label")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self.inside: list[tuple[str, bool]] = []
        self.feed(page)

    @property
    def silent(self) -> bool:
        return bool(self.inside) and self.inside[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        silent = self.silent or tag in self.SILENT or ("lang" in given and tag != "html")
        if not silent:
            for name in self.SHOWN:
                self.add(given.get(name) or "")
        if tag not in self.VOID:
            self.inside.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while any(open_ == tag for open_, _silent in self.inside) and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.add(data)

    def add(self, text: str) -> None:
        self.texts.add(" ".join(text.split()))


NAMES = re.compile(
    r"""\b(?:
        Nabu|API|Babylonia|Babylon|Amyitis|Ishtar(?::[ ]Gardens[ ]of[ ]Babylon)?
        |(?:babylonia|babylon|amyitis|ishtar)-\d{4}
        |Reiner[ ]Knizia|Cyril[ ]Demaegd|Bruno[ ]Cathala|Evan[ ]Singh|Olivier[ ]Gregoire
        |(?i:player|draft|second|elsewhere)_?(?i:organiser|[ ]?\d+)
        |(?:Spring[ ]in|Players[ ]of)[ ]Ur|Seven[ ]of[ ]nine|Seven|Open[ ]racks
        |(?i:director|scorekeeper)|staff|Ana|Bo|corrected|withdrawn|random|novice|greedy|search-\d+|testserver
        |CSV|JSON|TRF|EUR|SHA-256|UTF-8|UTC|OK|OPP|LOT|VP|Buchholz(?:[ ]Cut)?|Fore|Koya|Sonneborn-Berger
        |(?:BH|FB|KS|SB)(?:-C\d)?
        |no
        |announcements|lab|logs|mails|maintenance|pairing|practice|reviews|statistics|sweeps|webhooks
        |(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.*
    )\b|\S+@\S+|https?://\S*|/\S+/|\b[0-9a-f]{12,}\b|\b[A-Z0-9]{5}\b""",
    re.VERBOSE,
)
"""What is called the same in every language: names of this site, of its games and its world, abbreviations, options of
house rules that the engine does not name, time zones, and queues on the page of the staff."""

LOAN_WORDS = {
    "es": {"Base", "Bots", "Club", "Demo", "Normal", "normal", "Roles", "Total", "Webhook", "Webhooks"},
    "de": {
        *(
            "Base",
            "Bots",
            "Broker",
            "Code",
            "Demo",
            "Details",
            "Downloads",
            "Filter",
            "Format",
            "Mail",
            "Name",
            "Normal",
            "Person",
        ),
        *("Position", "Status", "Webhook", "Webhooks", "normal", "optional"),
    },
}


def in_english(texts: set[str], language: str) -> set[str]:
    """Those of the texts that hold a word besides names and what this language says in the same way."""
    return {text for text in texts if set(re.findall(r"[^\W\d_]{2,}", NAMES.sub("", text))) - LOAN_WORDS[language]}


def test_no_page_keeps_a_text_in_english(world: World) -> None:
    """The same page in two languages has no text in common. Pictures of boards are left out: the engine draws them.

    The short profile reads each page in one of the other languages in turn: what the catalogues lack is found by
    `test_translations`, so here is found what no catalogue is asked for. And it reads no page a second time, of a draft
    for example, which has the same texts and fewer.
    """
    left = defaultdict(set)
    read = set()
    client = Client()
    cookies = {reader: cookies_of(None if reader == "visitor" else getattr(world, reader)) for reader in READERS}
    for number, row in enumerate(PAGES):
        others = list(LOAN_WORDS) if LONG else [list(LOAN_WORDS)[number % len(LOAN_WORDS)]]
        reader = next((who for who in READERS if row[2][PEOPLE.index(who)] == "o"), None)
        if reader is None or (row[0] in read and not LONG):
            continue
        read.add(row[0])
        with taken_back(world) as here:
            address = reverse(row[0], args=row[1](here))
            client.cookies = SimpleCookie(cookies[reader])
            pages = {spoken: client.get(address, headers={"accept-language": spoken}) for spoken in ("en", *others)}
            if any(not page.get("Content-Type", "").startswith("text/html") for page in pages.values()):
                continue
            texts = {spoken: Texts(b"".join(page).decode()).texts for spoken, page in pages.items()}
        for language in others:
            for text in in_english(texts["en"] & texts[language], language):
                left[language, text].add(by_row(row))
    assert not left, dict(left)
