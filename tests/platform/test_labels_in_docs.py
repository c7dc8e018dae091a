"""Guides name buttons and fields as the pages do."""

from __future__ import annotations

import re
from pathlib import Path

import polib

from tests.cases import each

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("running-a-tournament", "registration", "recording", "play", "live", "history")
"""Pages of `docs/` in which whatever is bold is written on a page of the site."""


def labels() -> set[str]:
    entries = polib.pofile(str(ROOT / "platform/nabu/catalogue/locale/de/LC_MESSAGES/django.po"))
    return {text.rstrip(".") for entry in entries for text in (entry.msgid, entry.msgid_plural)}


@each("guide", GUIDES)
def test_what_is_bold_in_a_guide_is_written_on_a_page(guide: str) -> None:
    text = " ".join((ROOT / f"docs/{guide}.md").read_text().split())
    bold = {part for found in re.findall(r"\*\*([^*]+)\*\*", text) for part in found.split(" → ")}
    assert bold
    assert bold - labels() == set()
