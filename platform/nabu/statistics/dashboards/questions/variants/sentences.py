"""What the numbers say about two variants, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.findings import Finding
from analytics.significance import P_BELOW, Q_BELOW, RATIO_BELOW
from analytics.variants_stats import Comparison, Difference
from nabu.core.charts.numbers import (
    fine,
    fine_signed,
    fine_signed_span,
    percent,
)
from nabu.statistics.dashboards.questions.variants.draws import Draws

MOST_NAMES = 4
"""More measures than this are not listed in a sentence."""


def measure_titles() -> dict[str, str]:
    """What is measured of a game, by its key."""
    return {
        "turns": _("turns in a game"),
        "margin": _("margin of the winner"),
        "lead_changes": _("changes of the lead"),
        "score": _("points of a player"),
        "winner_score": _("points of the winner"),
    }


def sentences(comparison: Comparison, names: tuple[str, str], titles: Mapping[str, str]) -> list[str]:
    """The answer: what differs, what does not, where the points come from, and how even the seats are."""
    measures, sources = comparison.measures, [row.points for row in comparison.sources]
    found = _headline(measures, names, titles)
    differing = _of(measures, "differs")[1:]
    if differing:
        found.append(_("Also different: %(measures)s.") % {"measures": _listed(differing, titles)})
    moved = _of(sources, "differs")
    if moved:
        found.append(_("Players score differently from: %(sources)s.") % {"sources": _listed(moved, titles)})
    elif any(row.finding != "too_few" for row in sources):
        found.append(_("No difference found in where the points come from."))
    small = _of([*measures, *sources], "too_small")
    if small:
        found.append(_("A difference, but too small to matter: %(measures)s.") % {"measures": _listed(small, titles)})
    perhaps = _of([*measures, *sources], "hint")
    if perhaps:
        found.append(
            _("Perhaps different, but among so many measures this may be chance: %(measures)s.")
            % {"measures": _listed(perhaps, titles)}
        )
    unchanged = [titles[row.key] for row in _of(measures, "none_that_matters")]
    if unchanged:
        found.append(
            _("No difference that matters in: %(measures)s.") % {"measures": get_text_list(unchanged, _("and"))}
        )
    unknown = [f"{titles[row.key]} ({fine(_bound(row))})" for row in _of(measures, "unknown")]
    if unknown:
        found.append(
            _("Unknown, because a difference of up to this size is possible: %(measures)s.")
            % {"measures": get_text_list(unknown, _("and"))}
        )
    found.append(_balance(comparison, names))
    return [sentence for sentence in found if sentence]


def headline(comparison: Comparison, names: tuple[str, str], titles: Mapping[str, str]) -> str:
    """The answer in so few words that they fit on a small picture."""
    differing = _of(comparison.measures, "differs")
    if all(row.finding == "too_few" for row in comparison.measures):
        return _("Too few games of “%(other)s” to compare.") % {"other": names[1]}
    if not differing:
        return _("“%(other)s” plays the same as far as the games show.") % {"other": names[1]}
    return _("“%(other)s” differs most in %(measure)s: %(difference)s.") % {
        "other": names[1],
        "measure": titles[differing[0].key],
        "difference": fine_signed(differing[0].difference),
    }


def assignment_sentence(draws: Draws, comparison: Comparison) -> str:
    """Whether the comparison is randomised, and what that means."""
    if draws.all_drawn:
        if comparison.ratio_p is not None and comparison.ratio_p < RATIO_BELOW:
            return _(
                "The variants were assigned at random, but one of them has lost far more games than the other "
                "(%(first)s and %(second)s are left). The missing games may explain any difference, so do not "
                "rely on this comparison."
            ) % {"first": comparison.games[0], "second": comparison.games[1]}
        return _(
            "The variant of each table was assigned at random, so differences are due to the variant or to "
            "chance, which the intervals cover."
        )
    if draws.drawn:
        return ngettext(
            "In %(drawn)s of these %(games)s games the variant was assigned at random; in the others people "
            "chose it, so differences may be due to who plays what.",
            "In %(drawn)s of these %(games)s games the variant was assigned at random; in the others people "
            "chose it, so differences may be due to who plays what.",
            draws.games,
        ) % {"drawn": draws.drawn, "games": draws.games}
    return _(
        "The variant was not assigned at random: people chose what to play, so differences may be due to who "
        "plays what, and when."
    )


def _headline(measures: Sequence[Difference], names: tuple[str, str], titles: Mapping[str, str]) -> list[str]:
    """The verdict, and the numbers of what differs most."""
    values = {"base": names[0], "other": names[1]}
    if all(row.finding == "too_few" for row in measures):
        return [_("Too few games to compare “%(other)s” with “%(base)s”.") % values]
    differing = _of(measures, "differs")
    if not differing and all(row.finding in ("none_that_matters", "too_small", "same") for row in measures):
        return [_("No difference that matters between “%(base)s” and “%(other)s”.") % values]
    if not differing:
        return [_("No difference found between “%(base)s” and “%(other)s”.") % values]
    first = differing[0]
    assert first.means is not None
    values |= {
        "measure": titles[first.key],
        "here": fine(first.means[0]),
        "there": fine(first.means[1]),
        "difference": fine_signed(first.difference),
        "span": fine_signed_span(first.interval),
    }
    return [
        _("“%(other)s” differs most in %(measure)s.") % values,
        _("%(there)s instead of %(here)s in “%(base)s”, a difference of %(difference)s (%(span)s).") % values,
    ]


def _balance(comparison: Comparison, names: tuple[str, str]) -> str:
    first, second = comparison.balances
    if comparison.balance_p is None or comparison.balance_q is None or first is None or second is None:
        return ""
    values = {
        "base": names[0],
        "other": names[1],
        "here": percent(first.spread),
        "there": percent(second.spread),
    }
    if comparison.balance_p < P_BELOW and comparison.balance_q <= Q_BELOW:
        return (
            _(
                "Seats matter differently in the two variants: a seat typically wins %(here)s more or less than "
                "its share in “%(base)s”, %(there)s in “%(other)s”."
            )
            % values
        )
    return _("No difference found in the value of the seats.")


def _of(rows: Sequence[Difference], finding: Finding) -> list[Difference]:
    """Those of which this is said, the largest difference first."""
    return sorted((row for row in rows if row.finding == finding), key=lambda row: -abs(row.effect or 0))


def _bound(row: Difference) -> float | None:
    """The largest difference, in either direction, that the interval leaves possible."""
    return max(abs(row.interval.low), abs(row.interval.high)) if row.interval else None


def _listed(rows: Sequence[Difference], titles: Mapping[str, str]) -> str:
    shown = [f"{titles[row.key]} ({fine_signed(row.difference)})" for row in rows[:MOST_NAMES]]
    more = len(rows) - len(shown)
    if more:
        shown.append(ngettext("%(count)s more", "%(count)s more", more) % {"count": more})
    return get_text_list(shown, _("and"))
