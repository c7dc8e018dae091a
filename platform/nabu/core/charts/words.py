"""Words of the dashboards that come from the engine or go into figures, in the reader's language.

The engine speaks English only; `locale/refresh.py` collects its texts for translation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.utils.formats import get_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from analytics.figures.sources import Words
from analytics.findings import Finding
from analytics.intervals import TINY_BELOW
from engine.game import Card, Game
from nabu.core.charts.numbers import percentage


def quoted(title: str) -> str:
    """A title as it stands in a sentence, in the quotation marks of the reader's language."""
    return _("“%(title)s”") % {"title": title}


def source_titles(game: Game) -> dict[str, str]:
    """The score sources of the game in their fixed order."""
    return {source.key: _(source.title) for source in game.sources}


def card_titles(cards: Mapping[str, Card]) -> dict[str, str]:
    """The cards as people at the table name them: by title, with the key before it where the key is the card's printed
    number or where the title alone does not tell the card from another one. "Skill 5: double bloom" has its number.
    """
    alike = Counter((card.kind, card.title) for card in cards.values())
    titles = {}
    for key, card in cards.items():
        needed = key.isdecimal() or alike[card.kind, card.title] > 1
        numbered = card.title.partition(":")[0].split()[-1:] == [key]
        titles[key] = f"{key} · {translated(card.title)}" if needed and not numbered else translated(card.title)
    return titles


def kind_title(kind: str) -> str:
    """A kind of card as a heading."""
    return capfirst(translated(kind))


def translated(text: str) -> str:
    """A text of a component set in the reader's language; one that people have loaded stays as it is."""
    return _(text) if text else ""  # the translation of "" is the head of the catalogue


def figure_words() -> Words:
    """The words of the figures."""
    return Words(
        winners=_("Winners"),
        rest=_("All others"),
        sources_alt=_("Stacked bars: {player} makes most points per game from {source}: {points} of {total}."),
        contrast_alt=_(
            "Dots with intervals: winners and others differ most in {source}: {difference} points per game."
        ),
        quarters=(_("1st quarter"), _("2nd quarter"), _("3rd quarter"), _("4th quarter")),
        course_alt=_("Stacked columns by quarter: winners pull ahead most in the {quarter}: {difference} points."),
        end_alt=_(
            "Two stacked columns: winners make {winners} points per game, all others {rest}, nearly all at the end."
        ),
        other_sources=_("other sources"),
        **common_words(),
    )


def too_few_games() -> str:
    """Why nothing is called different (`analytics.significance.hardly_chance`)."""
    return _("Too few games to tell a difference from chance: at least %(least)s are needed.") % {"least": TINY_BELOW}


def common_words() -> dict[str, str]:
    """What all figures say and how they write numbers (`analytics.figures.parts.FigureWords`)."""
    return {
        "nothing_alt": _("Nothing to draw."),
        "separators": f"{get_format('DECIMAL_SEPARATOR')}{get_format('THOUSAND_SEPARATOR')}"[:2],
        "percent": percentage("{number}"),
        "span": _("%(low)s to %(high)s") % {"low": "{low}", "high": "{high}"},
    }


def effect_words() -> dict[str, str]:
    """What figures of differences say (`analytics.figures.effects.EffectWords`)."""
    return {
        "found": _("differs"),
        "not_found": _("no difference found"),
        "too_small": _("too small to matter"),
        "differences_alt": _(
            "Dots with interval bars around zero for {count} measures; furthest from zero: {measure}, {effect} "
            "standard deviations."
        ),
    }


def finding_title(finding: Finding) -> str:
    """What was found, in two or three words."""
    return {
        "differs": _("differs"),
        "too_small": _("differs, too little to matter"),
        "hint": _("perhaps"),
        "none_that_matters": _("no difference that matters"),
        "same": _("the same"),
        "unknown": _("unknown"),
        "too_few": _("too few games"),
    }[finding]
