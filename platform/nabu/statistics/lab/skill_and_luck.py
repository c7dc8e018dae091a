"""What an experiment says about skill and luck: how much of the margin is skill, and what measuring luck was worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from analytics.experiment_results import LuckGain, luck_gains
from analytics.experiments import ExperimentSums, Tally, luck_measures_of, skill_measure_of
from analytics.intervals import TINY_BELOW, Interval, moments
from analytics.skill_share import skill_share_of_two
from nabu.core.charts.numbers import fine, fine_signed_span, percentage
from nabu.statistics.lab.models import Arm, Experiment
from nabu.statistics.lab.plans import plan_of
from nabu.statistics.lab.queries import measured_seconds
from nabu.statistics.lab.words import bots_in_words


@dataclass(frozen=True, slots=True)
class SkillLine:
    """The share of skill in one arm, with its interval, and in words."""

    arm: Arm
    share: float
    interval: Interval
    sentence: str


@dataclass(frozen=True, slots=True)
class LuckLine:
    """What measuring luck did for one arm against the base, and in words."""

    gain: LuckGain
    sentence: str


def skill_lines(experiment: Experiment, sums: ExperimentSums) -> Iterator[SkillLine]:
    """The share of skill by arm, where two different bots play at tables of two, from `TINY_BELOW` games on."""
    measure = skill_measure_of(plan_of(experiment))
    for arm, of_arm in zip(experiment.arm_list, sums.arms, strict=True):
        margin = moments(*of_arm.values.get(measure.key, Tally()), unit=measure.unit) if measure else None
        found = skill_share_of_two(margin) if margin and margin.n >= TINY_BELOW else None
        if found is None:
            continue
        share, interval = found
        words = {
            "arm": arm.name,
            "bots": bots_in_words(experiment),
            "share": percentage(fine(100 * share)),
            "span": _percents(interval.low, interval.high),
        }
        told = _("“%(arm)s”: %(share)s of the variance of the margin comes from which bot it is (%(span)s); %(bots)s.")
        yield SkillLine(arm, share, interval, told % words)


def luck_lines(experiment: Experiment, sums: ExperimentSums, titles: Mapping[str, str]) -> Iterator[LuckLine]:
    """What measuring luck was worth, by arm but the base, from `TINY_BELOW` pairs on. `titles`: of the measures."""
    measures = luck_measures_of(plan_of(experiment))
    if measures is None:
        return
    line_up = (experiment.game, experiment.players, experiment.bot_names)
    longer = measured_seconds(*line_up, tell_luck=True) / measured_seconds(*line_up, tell_luck=False)
    for gain in luck_gains(sums, measures):
        arm = experiment.arm_list[gain.arm].name
        told = [_precision(gain, arm, titles[measures.margin.key]), _whether_it_paid(gain, longer)]
        yield LuckLine(gain, " ".join(told))


def _precision(gain: LuckGain, arm: str, margin: str) -> str:
    """How many games it was worth, if the variance is surely smaller."""
    words = {"arm": arm, "measure": margin}
    if gain.interval.high >= 1:
        span = percentage(fine_signed_span(Interval(*(100 * (end - 1) for end in gain.interval))))
        told = _("“%(arm)s”, “%(measure)s”: no clear change of the variance without luck (%(span)s).")
        return told % (words | {"span": span})
    words |= {
        "percent": percentage(fine(100 * (1 - gain.left))),
        "span": _percents(1 - gain.interval.high, 1 - gain.interval.low),
        "pairs": str(gain.pairs),
        "worth": str(gain.worth),
    }
    told = _(
        "“%(arm)s”, “%(measure)s”: without luck the variance is about %(percent)s smaller (%(span)s), so %(pairs)s "
        "pairs of games are about as precise as %(worth)s."
    )
    return told % words


def _whether_it_paid(gain: LuckGain, longer: float) -> str:
    """A game whose luck is measured takes `longer` times as long; in that time so many games could be played, which
    leave 1 / `longer` of the variance of a mean."""
    if gain.interval.high * longer < 1:
        told = _("With luck measured a game takes %(times)s times as long, so it paid.")
    elif gain.interval.low * longer > 1:
        told = _(
            "With luck measured a game takes %(times)s times as long, so playing more games would have been cheaper."
        )
    else:
        told = _("With luck measured a game takes %(times)s times as long; whether it paid is not clear.")
    return told % {"times": fine(longer)}


def _percents(low: float, high: float) -> str:
    return percentage(_("%(low)s to %(high)s") % {"low": fine(100 * low), "high": fine(100 * high)})
