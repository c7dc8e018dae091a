"""The level of proof of a result as pages show it: a word, a sign for those who see no colours, its meaning."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import MEANINGS, SIGNS, Proof, in_words, proof_of
from nabu.contests.matches.recorded import Facts, recorded_in_words

register = template.Library()

COLOURS = {Proof.REPORTED: "yellow", Proof.AGREED: "azure"}


@register.simple_tag
def proof_badge(table: Table) -> SafeString:
    """The badge of a table's result; nothing without a level. The page `proof` explains the words."""
    level = proof_of(table)
    return _badge(level, table.basis, get_language()) if level else SafeString()


@register.simple_tag
def proof_sign(level: str) -> SafeString:
    """The sign of a level for places without room; its word is read aloud and shown at the mouse."""
    return _sign(Proof(level), get_language()) if level else SafeString()


@register.simple_tag
def proof_word(level: str) -> str:
    """The word of a level."""
    return str(Proof(level).label)


@register.simple_tag
def proof_meaning(table: Table) -> str:
    """What the level of a table's result means, in a sentence."""
    return str(MEANINGS[proof_of(table)])


@register.simple_tag
def proof_recorded(facts: Facts | None) -> str:
    """How long a game was recorded, at what pace, and what was dealt again; nothing for games from elsewhere. The facts
    of a table, or of a log that was sent for one and is not confirmed yet; a result may have no log, which is ""."""
    return recorded_in_words(facts or None)


@lru_cache(maxsize=256)
def _badge(level: Proof, basis: str, language: str | None) -> SafeString:
    """A round has hundreds of these, and there are few different ones."""
    colour, sign, words = COLOURS.get(level, "green"), SIGNS[level], in_words(level, basis)
    return format_html(
        '<span class="badge bg-{}-lt text-wrap" title="{}"><span aria-hidden="true">{}</span> {}</span>',
        colour,
        MEANINGS[level],
        sign,
        words,
    )


@lru_cache(maxsize=256)
def _sign(level: Proof, language: str | None) -> SafeString:
    return format_html(
        '<span class="proof-sign" title="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {}</span></span>',
        level.label,
        SIGNS[level],
        level.label,
    )
