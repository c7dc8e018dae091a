"""What the numbers say about the cards of a kind, in sentences. Analysis speaks English only; its words are here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.card_effects import Verdict
from analytics.cards import CardRow, CardTable
from analytics.intervals import UNRANKED_BELOW, Z95
from analytics.power import smallest_effect
from nabu.charts.numbers import percent, percent_points, percent_points_span

WORTH_KNOWING = 0.05
"""Players talk of a card that adds five wins in a hundred games. Where so much is not ruled out, an unproven strength
is called unproven, not absent."""

MOST_NAMES = 5
"""More cards than this are not listed in a sentence."""


def verdict_words(row: CardRow) -> str:
    """The verdict on a card in two or three words."""
    if misleads(row) and row.verdict == Verdict.WEAK:
        return _("looks strong, is weak")
    if row.verdict == Verdict.LOOKS_STRONG:
        return _("looks strong but is not") if _ruled_out(row) else _("looks strong, not proven")
    if row.verdict == Verdict.LOOKS_WEAK:
        return _("looks weak but is not") if _ruled_out(row) else _("looks weak, not proven")
    return {
        Verdict.STRONG: _("strong"),
        Verdict.WEAK: _("weak"),
        Verdict.NO_DIFFERENCE: _("no difference found"),
        Verdict.TOO_FEW: _("too few games"),
    }[row.verdict]


def verdict_colour(row: CardRow) -> str:
    """The look of the verdict; the words say the same."""
    if misleads(row):
        return "bg-yellow-lt"
    return {Verdict.STRONG: "bg-blue-lt", Verdict.WEAK: "bg-orange-lt"}.get(row.verdict, "bg-secondary-lt")


def misleads(row: CardRow) -> bool:
    """Whether the raw number of wins is surely above par although the card is not proven strong."""
    rate = row.takers
    above = rate.interval is not None and rate.par is not None and rate.interval.low > rate.par
    return above and row.verdict in (Verdict.LOOKS_STRONG, Verdict.WEAK)


def sentences(table: CardTable, titles: Mapping[str, str]) -> list[str]:
    """The answer for one kind: what is strong, what only looks so, what is weak; or that nothing is proven."""
    judged = [row for row in table.rows if row.verdict != Verdict.TOO_FEW]
    if not judged:
        return [_nothing_judged(table, titles)]
    strong = [row for row in judged if row.verdict == Verdict.STRONG]
    weak = [row for row in judged if row.verdict == Verdict.WEAK and not misleads(row)]
    misleading = sorted((row for row in judged if misleads(row)), key=lambda row: -(row.takers.above or 0))
    refuted = [row for row in misleading if row.verdict == Verdict.WEAK or _ruled_out(row)]
    unproven = [row for row in misleading if row not in refuted]
    found = []
    if strong:
        found.append(_strong(strong[0], titles))
        found += _also(_("Also strong: %(cards)s."), strong[1:], titles)
    if not strong and not any(row.verdict == Verdict.WEAK for row in judged):
        found.append(_nothing_proven(judged))
    if refuted:
        found.append(_misleading(refuted[0], titles))
        found += _also(_("The same goes for: %(cards)s."), refuted[1:], titles)
    found += _also(_("Looks strong, but that may be luck: %(cards)s."), unproven, titles)
    found += _also(_("Weak, against the other cards in the same position: %(cards)s."), weak[::-1], titles)
    return found


def _strong(row: CardRow, titles: Mapping[str, str]) -> str:
    return _(
        "“%(card)s” is strong: taken in the same position, it brings %(added)s points of winning chance against the "
        "other cards (%(span)s)."
    ) % _numbers(row, titles)


def _misleading(row: CardRow, titles: Mapping[str, str]) -> str:
    if row.verdict == Verdict.WEAK:
        sentence = _(
            "“%(card)s” looks strong but is weak: its takers won %(rate)s (par %(par)s), yet they stood well already; "
            "taken in the same position, it brings %(added)s points of winning chance against the other cards "
            "(%(span)s)."
        )
    else:
        sentence = _(
            "“%(card)s” looks strong but is not: its takers won %(rate)s (par %(par)s), yet they stood well already; "
            "taken in the same position, it brings %(added)s points of winning chance against the other cards "
            "(%(span)s)."
        )
    return sentence % _numbers(row, titles)


def _nothing_proven(judged: Sequence[CardRow]) -> str:
    errors = [
        (row.against_kind.interval.high - row.against_kind.interval.low) / (2 * Z95)
        for row in judged
        if row.against_kind is not None and row.against_kind.interval is not None
    ]
    if not errors:
        return _("No card is proven stronger or weaker than the others.")
    return _(
        "No card is proven stronger or weaker than the others; a card that brings %(points)s points of winning chance "
        "would most likely have been found."
    ) % {"points": percent_points(smallest_effect(max(errors)))}


def _nothing_judged(table: CardTable, titles: Mapping[str, str]) -> str:
    row = max(table.rows, key=lambda row: row.takers.count)
    if row.takers.sample == "enough":
        return _(
            "There is no model of the position yet, so nobody can say whether a card is strong or was taken by those "
            "who were ahead."
        )
    if not row.takers.count:
        return _("None of these cards was taken yet.")
    most = ngettext(
        "%(takers)s player has taken “%(card)s”, the most frequent one.",
        "%(takers)s players have taken “%(card)s”, the most frequent one.",
        row.takers.count,
    ) % {"takers": row.takers.count, "card": titles[row.card]}
    return _("Too few games for a verdict: a card is ranked from %(least)s takers on. %(most)s") % {
        "least": UNRANKED_BELOW,
        "most": most,
    }


def _also(sentence: str, rows: Sequence[CardRow], titles: Mapping[str, str]) -> list[str]:
    if not rows:
        return []
    named = [
        f"“{titles[row.card]}” ({percent_points(row.against_kind.value)})" if row.against_kind else titles[row.card]
        for row in rows[:MOST_NAMES]
    ]
    more = len(rows) - len(named)
    if more:
        named.append(ngettext("%(count)s more card", "%(count)s more cards", more) % {"count": more})
    return [sentence % {"cards": get_text_list(named, _("and"))}]


def _numbers(row: CardRow, titles: Mapping[str, str]) -> dict[str, str]:
    effect = row.against_kind
    return {
        "card": titles[row.card],
        "rate": percent(row.takers.rate),
        "par": percent(row.takers.par),
        "added": percent_points(effect.value if effect else None),
        "span": percent_points_span(effect.interval if effect else None),
    }


def _ruled_out(row: CardRow) -> bool:
    """Whether a difference that is worth knowing, in the direction in which the card looks, is outside its interval."""
    if row.against_kind is None or row.against_kind.interval is None:
        return False
    low, high = row.against_kind.interval
    return high < WORTH_KNOWING if row.verdict == Verdict.LOOKS_STRONG else low > -WORTH_KNOWING
