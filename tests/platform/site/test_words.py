"""Wording that templates get wrong in the same way in many places."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

from django.template.loader import render_to_string

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
COUNTED = re.compile(r"{% blocktranslate (?P<words>[^%]*?\bcount \w+=(?P<counted>\w+).*?)%}")


def test_no_plural_counts_a_text_that_replaced_its_list() -> None:
    """`count n=names|length with names=names|join` counts letters: the new name is in force when the number is read."""
    shadowed = [
        f"{path.relative_to(TEMPLATES)}: {found['words']}"
        for path in TEMPLATES.rglob("*.html")
        for found in COUNTED.finditer(path.read_text("utf-8"))
        if re.search(rf"\bwith\b.*\b{found['counted']}=", re.sub(r"\bcount \S+", "", found["words"]))
    ]
    assert shadowed == []


def test_one_player_has_dropped_out_and_two_have() -> None:
    table = SimpleNamespace(pk=1, number=3, round=SimpleNamespace(title="Round 2"))
    for names, said in (
        (["Dia"], "<bdi>Dia</bdi> has dropped out."),
        (["Dia", "Eo"], "<bdi>Dia</bdi>, <bdi>Eo</bdi> have dropped out."),
    ):
        assert said in render_to_string("contests/tournaments/_left_tables.html", {"left_tables": [(table, names)]})
