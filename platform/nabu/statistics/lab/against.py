"""Two experiments side by side that played the same variants with other bots: does the seat effect survive?

Page, API and CSV tell what is put together here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.bot_comparison import Beside, BotComparison, SeatEffect, compare_bots
from analytics.experiment_results import Value
from analytics.experiments import ExperimentSums, Measure, balance_measures_of, measures_of
from analytics.figures.experiments import seats_figure
from analytics.figures.parts import Figure
from analytics.findings import WORTH_KNOWING_SHARE
from analytics.intervals import Interval
from engine.registry import GAMES
from engine.search.ladder import strength_of
from nabu.core.charts.numbers import percent, percent_points, percent_points_span, percent_span
from nabu.core.charts.words import finding_title
from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.lab.models import Arm, Experiment
from nabu.statistics.lab.plans import Outdated, plan_of
from nabu.statistics.lab.words import (
    amount,
    bots_in_words,
    lab_figure_words,
    measure_titles,
    short_change,
    short_span,
    size,
    span,
)

Status = Experiment.Status


@dataclass(frozen=True, slots=True)
class BesideLine:
    """A row of the table, as numbers and in words. The spans are 95 % intervals."""

    found: Beside
    title: str
    one: str
    one_span: str
    other: str
    other_span: str
    difference: str
    span: str
    finding: str


@dataclass(frozen=True, slots=True)
class BesideReport:
    """One way to play under both line-ups: what is said, the warnings, the tables, and a figure of the wins by seat."""

    arm: Arm
    found: BotComparison
    warnings: tuple[str, ...]
    sentences: tuple[str, ...]
    wins: tuple[BesideLine, ...]
    points: tuple[BesideLine, ...]
    sources: tuple[BesideLine, ...]
    figure: Figure

    @property
    def tables(self) -> list[tuple[str, tuple[BesideLine, ...]]]:
        """The tables that have rows, with their titles."""
        titled = [
            (_("Wins by seat"), self.wins),
            (_("Points by seat"), self.points),
            (_("Sources of points"), self.sources),
        ]
        return [(title, lines) for title, lines in titled if lines]


@dataclass(frozen=True, slots=True)
class AgainstReport:
    """Two experiments side by side. `bots` names both line-ups with their versions, `strengths` tells how strong the
    bots are that were measured, `problem` why there is nothing to compare.
    """

    one: Experiment
    other: Experiment
    bots: tuple[str, str]
    strengths: tuple[str, ...]
    arms: tuple[BesideReport, ...] = ()
    problem: str = ""


def against_report(one: Experiment, other: Experiment) -> AgainstReport:
    """What the bots of the second experiment made of what those of the first have played."""
    bots = bots_in_words(one), bots_in_words(other)
    problem = _why_not(one, other)
    if problem:
        return AgainstReport(one, other, bots, (), problem=problem)
    try:
        plan = plan_of(one)
        plan_of(other)
    except Outdated as outdated:
        return AgainstReport(one, other, bots, (), problem=str(outdated.problem.label))
    measures = (*(each for each in measures_of(plan) if each.group == "seats"), *balance_measures_of(plan))
    sums = ExperimentSums.from_json(one.sums), ExperimentSums.from_json(other.sums)
    shared = _shared(one, other)
    found = compare_bots([(sums[0].arms[arm.position], sums[1].arms[twin.position]) for arm, twin in shared], measures)
    titles = measure_titles(GAMES[one.game], measures, {})
    reports = tuple(_report(arm, compared, titles, bots) for (arm, _twin), compared in zip(shared, found, strict=True))
    return AgainstReport(one, other, bots, tuple(_strengths(one, other)), reports)


def against_records(report: AgainstReport) -> list[Record]:
    """The rows of all tables, for CSV and API. Names of columns are for machines."""
    return [
        {
            "variant": of_arm.arm.key,
            "measure": row.measure.key,
            "bots": report.bots[0],
            "games": of_arm.found.games[0],
            "value": number(row.one.mean),
            **ends("value", row.one.interval),
            "other_bots": report.bots[1],
            "other_games": of_arm.found.games[1],
            "other_value": number(row.other.mean),
            **ends("other_value", row.other.interval),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "matters": number(row.matters),
            "detectable": number(row.detectable),
            "q": number(row.q),
            "finding": row.finding,
        }
        for of_arm in report.arms
        for row in of_arm.found.rows
    ]


def against_as_json(report: AgainstReport) -> dict[str, Any]:
    """The comparison for the API."""
    return {
        "one": {"id": report.one.pk, "bots": report.one.bots},
        "other": {"id": report.other.pk, "bots": report.other.bots},
        "strengths": list(report.strengths),
        "arms": [
            {
                "variant": arm.arm.key,
                "name": arm.arm.name,
                "games": list(arm.found.games),
                "unfinished": list(arm.found.unfinished),
                "seat": arm.found.effect.seat if arm.found.effect else None,
                "survival": arm.found.effect.survival if arm.found.effect else "too_few",
                "warnings": list(arm.warnings),
                "conclusion": list(arm.sentences),
            }
            for arm in report.arms
        ],
        "rows": against_records(report),
    }


def _why_not(one: Experiment, other: Experiment) -> str:
    """Why the two cannot be compared; empty if they can."""
    over = (Status.DONE, Status.CANCELLED)
    if one.status not in over or other.status not in over or not (one.played and other.played):
        return _("Both experiments must be finished and have played games.")
    if (one.game, one.players) != (other.game, other.players):
        return _("The two experiments are of different games or numbers of players.")
    if one.bots == other.bots:
        return _("The same bots played both experiments.")
    if one.rules_version != other.rules_version or not _shared(one, other):
        return _("The two experiments have no variant in common with the same rules and components.")
    return ""


def _shared(one: Experiment, other: Experiment) -> list[tuple[Arm, Arm]]:
    """The ways to play that are in both, in the order of the first."""
    there = {(arm.key, arm.components_sha256): arm for arm in other.arm_list}
    found = [(arm, there.get((arm.key, arm.components_sha256))) for arm in one.arm_list]
    return [(arm, twin) for arm, twin in found if twin is not None]


def _strengths(one: Experiment, other: Experiment) -> list[str]:
    told = []
    for bot in dict.fromkeys([*one.bots, *other.bots]):
        name, _slash, version = bot.rpartition("/")
        found = strength_of(one.game, name)
        if found is not None and found.games and str(found.version) == version:
            told.append(
                _("%(bot)s beats greedy in %(share)s of two-player games (%(span)s, %(games)s games).")
                % {
                    "bot": bot,
                    "share": percent(found.beats_greedy),
                    "span": percent_span(Interval(found.beats_low, found.beats_high)),
                    "games": found.games,
                }
            )
    return told


def _report(arm: Arm, found: BotComparison, titles: dict[str, str], bots: tuple[str, str]) -> BesideReport:
    return BesideReport(
        arm=arm,
        found=found,
        warnings=tuple(_warnings(found, bots)),
        sentences=tuple(_sentences(found, bots)),
        wins=tuple(_line(row, titles) for row in found.wins),
        points=tuple(_line(row, titles) for row in found.points),
        sources=tuple(_line(row, titles) for row in found.sources),
        figure=seats_figure(found.shares, bots, lab_figure_words()),
    )


def _line(row: Beside, titles: dict[str, str]) -> BesideLine:
    return BesideLine(
        found=row,
        title=titles[row.measure.key],
        one=amount(row.measure, row.one.mean),
        one_span=short_span(row.measure, row.one.interval),
        other=amount(row.measure, row.other.mean),
        other_span=short_span(row.measure, row.other.interval),
        difference=short_change(row.measure, row.difference),
        span=span(row.measure, row.interval),
        finding=finding_title(row.finding),
    )


def _warnings(found: BotComparison, bots: tuple[str, str]) -> list[str]:
    """Samples from which a share of wins is known less well than the smallest size worth knowing."""
    told = []
    for name, games, unfinished, shares in zip(bots, found.games, found.unfinished, found.shares, strict=True):
        if unfinished:
            told.append(
                ngettext(
                    "%(number)s game of %(bots)s did not finish and is left out.",
                    "%(number)s games of %(bots)s did not finish and are left out.",
                    unfinished,
                )
                % {"number": unfinished, "bots": name}
            )
        halves = [(share.interval.high - share.interval.low) / 2 for share in shares.shares if share.interval]
        if not halves or max(halves) > WORTH_KNOWING_SHARE:
            told.append(
                ngettext(
                    "Only %(games)s game of %(bots)s: a share of wins is known to ± %(half)s.",
                    "Only %(games)s games of %(bots)s: a share of wins is known to ± %(half)s.",
                    games,
                )
                % {"games": games, "bots": name, "half": size(_WINS, max(halves, default=0.5))}
            )
    if told and found.games_needed > min(found.games):
        told.append(
            _("Detecting a change of 5 percentage points in the wins of a seat takes about %(games)s games of each.")
            % {"games": found.games_needed}
        )
    return told


_WINS = Measure("seat:1", "share", "seats")


def _sentences(found: BotComparison, bots: tuple[str, str]) -> list[str]:
    """The answer: the seat in question, whether its effect survives, and how much it changes."""
    effect = found.effect
    if effect is None:
        return [_("Too few games to say anything.")]
    told = [
        _("Seat %(seat)s wins %(share)s with %(bots)s and %(other_share)s with %(others)s; even would be %(even)s.")
        % {
            "seat": effect.seat,
            "bots": bots[0],
            "share": _with_span(effect.change.one),
            "others": bots[1],
            "other_share": _with_span(effect.change.other),
            "even": amount(_WINS, 1 / len(found.wins)),
        },
        _survival_sentence(effect, found, bots),
    ]
    if effect.survival not in ("too_few", "none"):
        told.append(_change_sentence(effect, found))
    others = [
        row.measure.key.partition(":")[2] for row in found.wins if row is not effect.change and row.finding == "differs"
    ]
    if others:
        told.append(
            ngettext("The wins of seat %(seats)s differ, too.", "The wins of seats %(seats)s differ, too.", len(others))
            % {"seats": get_text_list(others, _("and"))}
        )
    return told


def _with_span(value: Value) -> str:
    return f"{amount(_WINS, value.mean)} ({short_span(_WINS, value.interval)})"


def _survival_sentence(effect: SeatEffect, found: BotComparison, bots: tuple[str, str]) -> str:
    return {
        "too_few": _("%(games)s and %(other_games)s games are too few to tell whether a seat is better."),
        "none": _("No seat was found to be better than another with either %(bots)s or %(others)s."),
        "remains": _("The seat effect of %(bots)s remains with %(others)s."),
        "turns": _("The seat effect of %(bots)s is reversed with %(others)s."),
        "vanishes": _("The seat effect of %(bots)s disappears with %(others)s: the rest is below 5 percentage points."),
        "unclear": _(
            "%(other_games)s games of %(others)s are too few to tell whether the seat effect of %(bots)s remains."
        ),
        "appears": _("With %(bots)s no seat was found to be better; with %(others)s the seats differ."),
    }[effect.survival] % {"games": found.games[0], "other_games": found.games[1], "bots": bots[0], "others": bots[1]}


def _change_sentence(effect: SeatEffect, found: BotComparison) -> str:
    """How much the distance of the seat from an even share changes."""
    row = effect.change
    words = {
        "before": percent_points(effect.one.mean),
        "after": percent_points(effect.other.mean),
        "difference": percent_points(row.difference),
        "span": percent_points_span(row.interval),
        "games": found.games[0],
        "other_games": found.games[1],
    }
    sure = row.finding == "differs"
    if row.finding in ("none_that_matters", "same", "too_small"):
        told = _(
            "Its distance from an even share stays about the same: %(before)s and %(after)s percentage points "
            "(difference %(difference)s, 95%% interval %(span)s)."
        )
    elif row.finding not in ("differs", "hint"):
        told = _(
            "%(games)s and %(other_games)s games are too few to tell how much that changes: %(before)s and %(after)s "
            "percentage points from an even share (difference %(difference)s, 95%% interval %(span)s)."
        )
    elif abs(effect.other.mean or 0.0) < abs(effect.one.mean or 0.0):
        told = (
            _(
                "Its distance from an even share shrinks from %(before)s to %(after)s percentage points (difference "
                "%(difference)s, 95%% interval %(span)s)."
            )
            if sure
            else _(
                "Its distance from an even share perhaps shrinks, from %(before)s to %(after)s percentage points "
                "(difference %(difference)s, 95%% interval %(span)s); that may be chance."
            )
        )
    else:
        told = (
            _(
                "Its distance from an even share grows from %(before)s to %(after)s percentage points (difference "
                "%(difference)s, 95%% interval %(span)s)."
            )
            if sure
            else _(
                "Its distance from an even share perhaps grows, from %(before)s to %(after)s percentage points "
                "(difference %(difference)s, 95%% interval %(span)s); that may be chance."
            )
        )
    return told % words
