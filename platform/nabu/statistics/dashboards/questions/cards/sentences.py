"""What the numbers say about the cards of a kind, in sentences. Analysis speaks English only; its words are here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.card_effects import MANY_PROVISIONAL, CardPair, Part, Verdict
from analytics.cards import FEW_RATED, CardRow, CardTable
from analytics.intervals import RANKED_FROM
from analytics.stability import Stability
from nabu.core.charts.numbers import percent, percent_points, percent_points_size, percent_points_span
from nabu.core.charts.words import quoted
from nabu.statistics.dashboards.questions.stability import stability_in_words

WORTH_KNOWING = 0.05
"""Players talk of a card that adds five wins in a hundred games. Where so much is not ruled out, a strength that is not
found is called unclear, not absent."""

SLIGHT_BELOW = 0.02
"""Two wins in a hundred games are a difference, but hardly one that anybody feels."""

MOST_NAMES = 5
"""More cards than this are not listed in a sentence."""

MOST_IN_VERDICT = 2
"""More cards than this are not named in the verdict, which stands above the picture on a phone."""


def verdict_words(row: CardRow) -> str:
    """The verdict on a card in two or three words."""
    if misleads(row) and row.verdict == Verdict.WEAK:
        return _("looks strong, is weak")
    if row.verdict == Verdict.LOOKS_STRONG:
        return _("looks strong but is not") if _ruled_out(row) else _("looks strong, unclear")
    if row.verdict == Verdict.LOOKS_WEAK:
        return _("looks weak but is not") if _ruled_out(row) else _("looks weak, unclear")
    slight = row.adjusted is not None and abs(row.adjusted.value) < SLIGHT_BELOW
    return {
        Verdict.STRONG: _("slightly strong") if slight else _("strong"),
        Verdict.WEAK: _("slightly weak") if slight else _("weak"),
        Verdict.DEPENDS: _("depends on the number of players")
        if row.compared.by == "players"
        else _("depends on the variant"),
        Verdict.UNCLEAR: _("differs, cause unclear"),
        Verdict.NO_DIFFERENCE: _("no difference found"),
        Verdict.TOO_FEW: _("too few games"),
    }[row.verdict]


def verdict_colour(row: CardRow) -> str:
    """The look of the verdict; the words say the same."""
    if misleads(row) or row.verdict in (Verdict.DEPENDS, Verdict.UNCLEAR):
        return "bg-yellow-lt"
    return {Verdict.STRONG: "bg-blue-lt", Verdict.WEAK: "bg-orange-lt"}.get(row.verdict, "bg-secondary-lt")


def misleads(row: CardRow) -> bool:
    """Whether its takers surely won more often than takers of any card of its kind, although the card is not found to
    be strong."""
    rate = row.takers
    above = rate.interval is not None and row.usual is not None and rate.interval.low > row.usual
    return above and row.verdict in (Verdict.LOOKS_STRONG, Verdict.WEAK)


def sentences(
    table: CardTable,
    titles: Mapping[str, str],
    variants: Mapping[str, str],
    stability: Callable[[str], Stability | None] = lambda _card: None,
) -> list[str]:
    """The answer for one kind, the verdict without numbers first: what is found, the largest first, or that nothing is;
    then what only looks so. `variants` names the variants by key. `stability`: whether what is found of a card holds in
    parts of the games."""
    judged = [row for row in table.rows if row.verdict != Verdict.TOO_FEW]
    if not judged:
        return _nothing_judged(table, titles)
    findings = sorted(
        (row for row in judged if row.verdict in (Verdict.STRONG, Verdict.WEAK)), key=effect_size, reverse=True
    )
    unclear = [row for row in judged if row.verdict == Verdict.UNCLEAR]
    found = []
    if findings:
        found += _finding(findings[0], titles)
        lines = {row.card: stability_in_words(stability(row.card)) for row in findings}
        found += [lines[findings[0].card]] if lines[findings[0].card] else []
        found += _also(_("Also strong: %(cards)s."), _with(findings[1:], Verdict.STRONG), titles)
        found += _also(_("Also weak: %(cards)s."), _with(findings[1:], Verdict.WEAK), titles)
    found += _unclear([row for row in unclear if _added(row) > 0], titles)
    found += _unclear([row for row in unclear if _added(row) < 0], titles)
    for row in _with(judged, Verdict.DEPENDS):
        found += _depends(row, titles, variants)
    for pair in table.pairs:
        found += _pair(pair, titles)
    if not found:
        found += _nothing_found(judged)
    looks = sorted(_with(judged, Verdict.LOOKS_STRONG), key=lambda row: -(row.takers.above or 0))
    refuted = [row for row in looks if _ruled_out(row)]
    if refuted:
        found += _misleading(refuted[0], titles)
        found += _also(_("The same goes for: %(cards)s."), refuted[1:], titles)
    return found + _also(
        _("Looks strong, but may be chance: %(cards)s."), [row for row in looks if row not in refuted], titles
    )


def _with(rows: Sequence[CardRow], verdict: Verdict) -> list[CardRow]:
    return [row for row in rows if row.verdict == verdict]


def effect_size(row: CardRow) -> float:
    """By how much a card differs from the others, in whichever direction."""
    return abs(_added(row))


def _finding(row: CardRow, titles: Mapping[str, str]) -> list[str]:
    """What is found of a card, the verdict first."""
    if misleads(row):
        return _misleading(row, titles)
    if row.verdict == Verdict.STRONG:
        verdict = _wins_more([row], titles)
        size = _("Taken in the same position, it adds %(size)s percentage points of winning chance (%(span)s).")
    else:
        verdict = _wins_less([row], titles)
        size = _("Taken in the same position, it costs %(size)s percentage points of winning chance (%(span)s).")
    return [verdict, size % _numbers(row, titles)]


def _pair(pair: CardPair, titles: Mapping[str, str]) -> list[str]:
    """Two cards that do something together, and what: who owns both wins so much more than each card alone brings."""
    verdict = (
        _("“%(one)s” and “%(other)s” win more together than alone.")
        if pair.effect.value > 0
        else _("“%(one)s” and “%(other)s” win less together than alone.")
    )
    size = _("Owning both is worth %(added)s percentage points beyond each of them (%(span)s; %(count)s players).")
    one, other = pair.cards
    return [
        verdict % {"one": titles[one], "other": titles[other]},
        size
        % {
            "added": percent_points(pair.effect.value),
            "span": percent_points_span(pair.effect.interval),
            "count": pair.effect.count,
        },
    ]


def short_verdict(table: CardTable, titles: Mapping[str, str]) -> str:
    """The answer for one kind in so few words that they fit on a small picture."""
    judged = [row for row in table.rows if row.verdict != Verdict.TOO_FEW and row.adjusted]
    if not judged:
        row = max(table.rows, key=lambda row: row.takers.count)
        if row.takers.sample == "enough":
            return _("No verdict yet: leaders may take these cards more often.")
        return _("Too few takers: %(takers)s of %(least)s.") % {"takers": row.takers.count, "least": RANKED_FROM}
    best, worst = max(judged, key=_added), min(judged, key=_added)
    if best.verdict == Verdict.STRONG and not (
        worst.verdict == Verdict.WEAK and effect_size(worst) > effect_size(best)
    ):
        return _("“%(card)s” wins most: %(added)s percentage points.") % _numbers(best, titles)
    if best.verdict == Verdict.UNCLEAR and _added(best) > 0:
        return _("“%(card)s” leads; its takers may simply be stronger.") % _numbers(best, titles)
    if worst.verdict == Verdict.WEAK:
        return _("“%(card)s” wins least: %(added)s percentage points.") % _numbers(worst, titles)
    if worst.verdict == Verdict.UNCLEAR and _added(worst) < 0:
        return _("“%(card)s” wins least; its takers may simply be weaker.") % _numbers(worst, titles)
    depends = [row for row in judged if row.verdict == Verdict.DEPENDS]
    if depends:
        return _("What “%(card)s” is worth depends on the game.") % {"card": titles[depends[0].card]}
    return _("No card is shown to be stronger or weaker.")


def _added(row: CardRow) -> float:
    """What a card brings against the others, as a share of the winning chance; 0 where the model says nothing."""
    return row.adjusted.value if row.adjusted else 0.0


def parts_in_words(row: CardRow, variants: Mapping[str, str]) -> str:
    """What the card is worth with each number of players or in each variant; "" if it is the same everywhere."""
    return "; ".join(_part(part, row.compared.by, variants) for part in row.compared.parts)


def _part(part: Part, by: str, variants: Mapping[str, str]) -> str:
    if by == "players":
        name = ngettext("with %(players)s player", "with %(players)s players", int(part.name)) % {"players": part.name}
    else:
        name = variants.get(part.name, part.name)
    values = {
        "where": name,
        "added": percent_points(part.effect.value),
        "span": percent_points_span(part.effect.interval),
    }
    return _("%(where)s %(added)s (%(span)s)") % values


def _wins_more(rows: Sequence[CardRow], titles: Mapping[str, str]) -> str:
    sentence = ngettext("%(cards)s wins more than others.", "%(cards)s win more than others.", len(rows))
    return sentence % {"cards": _named(rows, titles)}


def _wins_less(rows: Sequence[CardRow], titles: Mapping[str, str]) -> str:
    sentence = ngettext("%(cards)s wins less than others.", "%(cards)s win less than others.", len(rows))
    return sentence % {"cards": _named(rows, titles)}


def _named(rows: Sequence[CardRow], titles: Mapping[str, str]) -> str:
    """The first cards by name, of the others how many they are."""
    named = [quoted(titles[row.card]) for row in rows[:MOST_IN_VERDICT]]
    more = len(rows) - len(named)
    if more:
        named.append(ngettext("%(count)s more", "%(count)s more", more) % {"count": more})
    return get_text_list(named, _("and"))


def _depends(row: CardRow, titles: Mapping[str, str], variants: Mapping[str, str]) -> list[str]:
    sentence = (
        _("“%(card)s” depends on the number of players.")
        if row.compared.by == "players"
        else _("“%(card)s” depends on the variant.")
    )
    values = _("Percentage points of winning chance of “%(card)s”: %(parts)s.")
    said = {"card": titles[row.card], "parts": parts_in_words(row, variants)}
    return [sentence % said, values % said]


def _unclear(rows: Sequence[CardRow], titles: Mapping[str, str]) -> list[str]:
    """Cards that all win more or all win less; then by how much, and why nobody can say whether the card does that:
    those of one cause together.
    """
    if not rows:
        return []
    rows = sorted(rows, key=lambda row: -abs(_added(row)))
    found = [_wins_more(rows, titles) if _added(rows[0]) > 0 else _wins_less(rows, titles)]
    added = _("In the same position, in percentage points of winning chance: %(cards)s.")
    newcomers = [row for row in rows if row.provisional > MANY_PROVISIONAL]
    if newcomers:
        found += _also(added, newcomers, titles)
        found.append(_("Why is open: most takers have fewer than %(few)s rated games.") % {"few": FEW_RATED})
    others = [row for row in rows if row not in newcomers]
    if others:
        why = _("Why is open: better boards or stronger players could account for up to %(hidden)s percentage points.")
        hidden = max((row.compared.hidden or 0.0) for row in others)
        found += [*_also(added, others, titles), why % {"hidden": percent_points_size(hidden)}]
    return found


def _misleading(row: CardRow, titles: Mapping[str, str]) -> list[str]:
    if row.verdict == Verdict.WEAK:
        verdict = _("“%(card)s” looks strong but is weak.")
        why = _(
            "Takers of “%(card)s” won %(rate)s (takers of any card: %(usual)s), but they were ahead already. Taken in "
            "the same position, it costs %(size)s percentage points of winning chance compared with the other cards "
            "(%(span)s)."
        )
    else:
        verdict = _("“%(card)s” looks strong but is not.")
        why = _(
            "Takers of “%(card)s” won %(rate)s (takers of any card: %(usual)s), but they were ahead already. Taken in "
            "the same position, it adds no more than the other cards (%(added)s percentage points of winning chance, "
            "%(span)s)."
        )
    return [verdict % _numbers(row, titles), why % _numbers(row, titles)]


def _nothing_found(judged: Sequence[CardRow]) -> list[str]:
    sizes = [row.compared.smallest for row in judged if row.compared.smallest is not None]
    return [
        _("No card is shown to be stronger or weaker than the others."),
        _(
            "A card worth %(points)s percentage points of winning chance would have been found in four of five such "
            "samples."
        )
        % {"points": percent_points_size(max(sizes))},
    ]


def _nothing_judged(table: CardTable, titles: Mapping[str, str]) -> list[str]:
    row = max(table.rows, key=lambda row: row.takers.count)
    if row.takers.sample == "enough":
        return [
            _("No verdict yet: leaders may take these cards more often."),
            _("There is no model of the position yet, so a strong card cannot be told from a card taken by leaders."),
        ]
    if not row.takers.count:
        return [_("None of these cards has been taken yet.")]
    return [
        _("Too few takers: %(takers)s of %(least)s.") % {"takers": row.takers.count, "least": RANKED_FROM},
        _("The card taken most often is “%(card)s”.") % {"card": titles[row.card]},
    ]


def _also(sentence: str, rows: Sequence[CardRow], titles: Mapping[str, str]) -> list[str]:
    if not rows:
        return []
    named = [
        f"{quoted(titles[row.card])} ({percent_points(row.adjusted.value)})" if row.adjusted else titles[row.card]
        for row in rows[:MOST_NAMES]
    ]
    more = len(rows) - len(named)
    if more:
        named.append(ngettext("%(count)s more card", "%(count)s more cards", more) % {"count": more})
    return [sentence % {"cards": get_text_list(named, _("and"))}]


def _numbers(row: CardRow, titles: Mapping[str, str]) -> dict[str, str]:
    effect = row.adjusted
    return {
        "card": titles[row.card],
        "rate": percent(row.takers.rate),
        "usual": percent(row.usual),
        "added": percent_points(effect.value if effect else None),
        "size": percent_points_size(effect.value if effect else None),
        "span": percent_points_span(effect.interval if effect else None),
    }


def _ruled_out(row: CardRow) -> bool:
    """Whether a difference that is worth knowing, in the direction in which the card looks, is outside its interval."""
    if row.adjusted is None or row.adjusted.interval is None:
        return False
    low, high = row.adjusted.interval
    return high < WORTH_KNOWING if row.verdict == Verdict.LOOKS_STRONG else low > -WORTH_KNOWING
