"""Experiments in words: what is measured, how large it is, and what may be said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from analytics.experiment_figures import ExperimentWords
from analytics.experiment_results import Comparison, Finding
from analytics.experiments import Measure
from analytics.intervals import Interval
from engine.game import Card, Game
from nabu.dashboards.templatetags.dashboard_numbers import SPACE, UNKNOWN
from nabu.dashboards.words import card_titles, figure_words, source_titles


def measure_titles(game: Game, measures: Sequence[Measure], cards: Mapping[str, Card]) -> dict[str, str]:
    """What each measure is called, by its key."""
    sources, names = source_titles(game), card_titles(cards)
    titles = {
        "length": _("Turns in a game"),
        "margin": _("Points the winner is ahead at the end"),
        "lead_changes": _("Changes of the lead in a game"),
        "score": _("Points of all players together"),
    }
    for measure in measures:
        family, _colon, key = measure.key.partition(":")
        if family == "seat":
            titles[measure.key] = _("Wins of seat %(seat)s") % {"seat": key}
        elif family == "bot":
            titles[measure.key] = _("Wins of the bot “%(bot)s”") % {"bot": key}
        elif family == "source":
            titles[measure.key] = _("Points from: %(source)s") % {"source": sources[key]}
        elif family == "taken":
            titles[measure.key] = _("Games in which “%(card)s” is taken") % {"card": names[key]}
        elif family == "takers":
            titles[measure.key] = _("Wins above par with “%(card)s”") % {"card": names[key]}
    return titles


def amount(measure: Measure, value: float | None) -> str:
    """A value of a measure: 54.7, or 27.3 %."""
    if value is None:
        return UNKNOWN
    return f"{_number(100 * value)}{SPACE}%" if _is_share(measure) else _number(value)


def change(measure: Measure, value: float | None) -> str:
    """A difference, with its sign: +2.1, or −3.4 percentage points."""
    if value is None or not _is_share(measure):
        return short_change(measure, value)
    return _("%(number)s percentage points") % {"number": _signed(100 * value)}


def short_change(measure: Measure, value: float | None) -> str:
    """The same for a table: percentage points are pp."""
    if value is None:
        return UNKNOWN
    return f"{_signed(100 * value)}{SPACE}{_('pp')}" if _is_share(measure) else _signed(value)


def size(measure: Measure, value: float | None) -> str:
    """A difference without a sign: 2.1, or 3.4 percentage points."""
    return change(measure, None if value is None else abs(value)).removeprefix("+")


def span(measure: Measure, interval: Interval | None) -> str:
    """The two ends of an interval of a difference, in the unit of the measure."""
    if interval is None:
        return UNKNOWN
    low, high = (_number(_shown(measure, end)) for end in interval)
    return _("%(low)s to %(high)s") % {"low": low, "high": high}


def finding_title(finding: Finding) -> str:
    """What was found, in two or three words."""
    return {
        "differs": _("differs"),
        "hint": _("perhaps"),
        "none_larger": _("no difference found"),
        "same": _("the same"),
        "too_few": _("too few games"),
    }[finding]


def sentence(found: Comparison, title: str, arm: str, base: str, looked_at: int) -> str:
    """What may be said of a measure, as one sentence."""
    measure = found.measure
    words = {
        "measure": title,
        "arm": arm,
        "base": base,
        "there": amount(measure, found.base.mean),
        "here": amount(measure, found.value.mean),
        "difference": change(measure, found.difference),
        "span": span(measure, found.interval),
        "bound": size(measure, found.bound),
        "pairs": found.pairs,
        "number": looked_at,
    }
    return {
        "differs": _("%(measure)s: %(here)s in “%(arm)s”, %(there)s in “%(base)s”; that is %(difference)s (%(span)s)."),
        "hint": _(
            "%(measure)s: perhaps a difference of %(difference)s (%(span)s); but of %(number)s measures one or the "
            "other looks like this by chance."
        ),
        "none_larger": _("%(measure)s: no difference larger than %(bound)s found."),
        "same": _("%(measure)s: the same in every game."),
        "too_few": _("%(measure)s: too few games to say."),
    }[found.finding] % words


def lab_figure_words() -> ExperimentWords:
    """The words of the figures of an experiment."""
    general = figure_words()
    return ExperimentWords(
        nothing_alt=general.nothing_alt,
        separators=general.separators,
        points_per_game=general.points_per_game,
        deviations=_("difference in standard deviations of a game"),
        found=_("difference found"),
        not_found=_("no difference found"),
        win_share_of_seat=_("share of wins"),
        differences_alt=_(
            "Dots with interval bars around zero for {count} measures; furthest from zero: {measure}, {effect} "
            "standard deviations."
        ),
        seats_alt=_(
            "Bars: the share of wins by seat in each variant; the highest is {share} %, for seat {seat} in {arm}."
        ),
        arms_alt=_("Grouped bars: points per game by source in each variant; the largest source is {source}."),
    )


def _is_share(measure: Measure) -> bool:
    return measure.kind in ("share", "above_par")


def _shown(measure: Measure, value: float) -> float:
    return 100 * value if _is_share(measure) else value


def _signed(value: float) -> str:
    return f"+{_number(value)}" if value > 0 else _number(value)


def _number(value: float) -> str:
    """Three digits that matter, at least one decimal and at most three, with a real minus sign."""
    decimals = 1 if abs(value) >= 10 or value == 0 else 2 if abs(value) >= 0.1 else 3
    rounded = round(value, decimals)
    return f"−{number_format(-rounded, decimals)}" if rounded < 0 else number_format(abs(rounded), decimals)
