"""What page, API, CSV and command line tell of an experiment: one and the same, put together here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.experiment_results import Comparison, Results, SeatShares, results_of
from analytics.experiments import WITHOUT_LUCK, ExperimentSums, Measure, measures_of
from analytics.figures.experiments import differences_figure, seats_figure, sources_figure
from analytics.figures.parts import Figure
from analytics.findings import Finding
from analytics.intervals import Interval
from engine.game import Card
from engine.registry import GAMES
from nabu.catalogue.games.drawings import source_icons
from nabu.catalogue.games.library import sets_named
from nabu.core.charts.words import finding_title, source_titles
from nabu.core.spreadsheet import Record
from nabu.statistics.lab.models import Arm, Experiment
from nabu.statistics.lab.plans import Outdated, plan_of, plan_to_play
from nabu.statistics.lab.skill_and_luck import LuckLine, SkillLine, luck_lines, skill_lines
from nabu.statistics.lab.words import (
    amount,
    lab_figure_words,
    measure_titles,
    sentence,
    short_change,
    size,
    span,
)

MOST_TOLD = 6
"""So many differences in sources and cards are told in words, the surest first; the table has all of them."""

TOLD: tuple[Finding, ...] = ("differs", "too_small", "hint")
"""What is told of measures that come by the dozen, in this order."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table: one measure of an arm against the base, as numbers and in words."""

    found: Comparison
    title: str
    base: str
    value: str
    difference: str
    span: str
    detectable: str
    finding: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ArmReport:
    """One arm against the base: a headline, the largest difference ("" for none), the sentences that matter, the
    table with the largest differences first and what the rules force last, its figure.
    """

    arm: Arm
    headline: str
    largest: str
    sentences: tuple[str, ...]
    lines: tuple[Line, ...]
    figure: Figure

    @property
    def forced(self) -> list[Line]:
        """What the rules force."""
        return [line for line in self.lines if line.found.forced]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The seats of one arm: shares with intervals as text, their spread, and what may be said of them."""

    arm: Arm
    shares: tuple[tuple[str, str], ...]
    spread: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ExperimentReport:
    """Everything an experiment has found. `warnings` are sentences that must be read before all others; `luck` says
    what measuring luck did, `skill` how much of the margin comes from which bot it is.
    """

    results: Results
    warnings: tuple[str, ...]
    arms: tuple[ArmReport, ...]
    seats: tuple[SeatLine, ...]
    seats_figure: Figure
    sources_figure: Figure
    luck: tuple[LuckLine, ...]
    skill: tuple[SkillLine, ...]


def report_of(experiment: Experiment) -> ExperimentReport | None:
    """The report on what was played so far; None before anything was, and if the engine cannot read the experiment any
    more.
    """
    found = _found(experiment)
    if found is None:
        return None
    results, measures, sums = found
    titles = _titles(experiment, measures)
    names, words = [arm.name for arm in experiment.arm_list], lab_figure_words()
    sources, icons = source_titles(GAMES[experiment.game]), source_icons(GAMES[experiment.game])
    return ExperimentReport(
        results=results,
        warnings=tuple(_warnings(experiment, results)),
        arms=tuple(_arm_report(experiment, results, titles, arm) for arm in experiment.arm_list[1:]),
        seats=tuple(_seat_line(experiment.arm_list[row.arm], row) for row in results.seats),
        seats_figure=seats_figure(results.seats, names, words),
        sources_figure=sources_figure(
            sums,
            measures,
            {f"source:{key}": title for key, title in sources.items()},
            names,
            words,
            {f"source:{key}": icon for key, icon in icons.items()},
        ),
        luck=tuple(luck_lines(experiment, sums, titles)),
        skill=tuple(skill_lines(experiment, sums)),
    )


def answers_of(experiment: Experiment) -> list[str]:
    """The answer of each variant but the base, in one or two sentences; none where `report_of` has no report."""
    found = _found(experiment)
    if found is None:
        return []
    results, measures, _sums = found
    titles, base, answers = _titles(experiment, measures), experiment.arm_list[0].name, []
    for arm in experiment.arm_list[1:]:
        lines = _open(_lines(experiment, results, titles, arm))
        answers.append(f"{_headline(arm.name, base, lines)} {_largest(lines)}".strip())
    return answers


def report_records(experiment: Experiment, report: ExperimentReport) -> list[Record]:
    """The rows of all tables, for CSV and API. Names of columns are for machines."""
    return [
        {
            "arm": arm.arm.position,
            "variant": arm.arm.key,
            "base_variant": experiment.arm_list[0].key,
            "measure": line.found.measure.key,
            "kind": line.found.measure.kind,
            "pairs": line.found.pairs,
            "base": _rounded(line.found.base.mean),
            **_ends("base", line.found.base.interval),
            "value": _rounded(line.found.value.mean),
            **_ends("value", line.found.value.interval),
            "difference": _rounded(line.found.difference),
            **_ends("difference", line.found.interval),
            "effect": _rounded(line.found.effect),
            "matters": _rounded(line.found.matters),
            "detectable": _rounded(line.found.detectable),
            "bound": _rounded(line.found.bound),
            "p": _rounded(line.found.p),
            "q": _rounded(line.found.q),
            "finding": line.found.finding,
            "forced": line.found.forced,
            "sentence": line.sentence,
        }
        for arm in report.arms
        for line in arm.lines
    ]


def conclusion(report: ExperimentReport) -> list[str]:
    """The report in plain sentences."""
    told = list(report.warnings)
    for arm in report.arms:
        told += [arm.headline, *filter(None, [arm.largest]), *arm.sentences]
    told += [line.sentence for line in report.seats]
    told += [line.sentence for line in report.skill]
    return told + [line.sentence for line in report.luck]


def tables_as_text(report: ExperimentReport, base: str) -> list[str]:
    """The tables with spaces between their columns, for the command line."""
    told = []
    for arm in report.arms:
        rows = [(_("Measure"), _("Finding"), base, arm.arm.name, _("Difference"), _("95% interval"))]
        rows += [(line.title, line.finding, line.base, line.value, line.difference, line.span) for line in arm.lines]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            words = [text.ljust(width) for text, width in zip(row[:2], widths[:2], strict=True)]
            numbers = [text.rjust(width) for text, width in zip(row[2:], widths[2:], strict=True)]
            told.append("  ".join([*words, *numbers]).rstrip())
        told.append("")
    return told


def command_line(experiment: Experiment) -> str | None:
    """The command that plays the experiment again, without workers; None if it would play other games by now."""
    try:
        plan_to_play(experiment)
    except Outdated:
        return None
    words = ["manage.py", "lab", "--game", experiment.game, "--players", str(experiment.players)]
    words += ["--games", str(experiment.games), "--bots", ",".join(experiment.bot_names)]
    for arm in experiment.arm_list:
        settings = [
            f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in arm.switches.items()
        ]
        if arm.components != GAMES[experiment.game].component_sets[0]:
            settings.append(f"components={arm.components}")
        words += ["--arm", f"{arm.ruleset}{':' if settings else ''}{','.join(settings)}"]
    if experiment.tell_luck:
        words.append("--tell-luck")
    quoted = experiment.seed if experiment.seed.isalnum() else "'" + experiment.seed.replace("'", "'\\''") + "'"
    return " ".join([*words, "--seed", quoted])


def _titles(experiment: Experiment, measures: tuple[Measure, ...]) -> dict[str, str]:
    game = GAMES[experiment.game]
    cards: dict[str, Card] = {}
    for components in sets_named(game, [experiment.arm_list[0].components]):
        cards |= {card.key: card for card in components.cards}
    return measure_titles(game, measures, cards)


def _found(experiment: Experiment) -> tuple[Results, tuple[Measure, ...], ExperimentSums] | None:
    """What it has found, what was measured, and the sums; None where there is nothing, or nothing readable."""
    sums = ExperimentSums.from_json(experiment.sums)
    try:
        measures = measures_of(plan_of(experiment))
    except Outdated:
        return None
    return (results_of(sums, measures), measures, sums) if sums.arms else None


def _lines(experiment: Experiment, results: Results, titles: dict[str, str], arm: Arm) -> list[Line]:
    """The table of an arm: the largest differences first, what the rules force last."""
    base = experiment.arm_list[0].name
    looked_at = sum(_is_open(one) and one.finding != "too_few" for one in results.of_arm(arm.position))
    return [
        Line(
            found=one,
            title=titles[one.measure.key],
            base=amount(one.measure, one.base.mean),
            value=amount(one.measure, one.value.mean),
            difference=short_change(one.measure, one.difference),
            span=span(one.measure, one.interval),
            detectable=short_change(one.measure, one.detectable).removeprefix("+"),
            finding=_("follows from the rules") if one.forced else finding_title(one.finding),
            sentence=sentence(one, titles[one.measure.key], arm.name, base, looked_at),
        )
        for one in sorted(results.of_arm(arm.position), key=_rank)
    ]


def _rank(found: Comparison) -> tuple[bool, bool, bool, float]:
    """Where a measure stands in the table: what is not `_open` last, and before that what has too few games."""
    above_par, too_few = found.measure.kind == "above_par", found.finding == "too_few"
    return found.forced, above_par, too_few, -abs(found.effect or 0)


def _open(lines: list[Line]) -> list[Line]:
    """What the answer and the picture are about."""
    return [line for line in lines if _is_open(line.found)]


def _is_open(found: Comparison) -> bool:
    """Not what the rules force, nor how those won who took a card, who are others in each variant."""
    return not found.forced and found.measure.kind != "above_par"


def _arm_report(experiment: Experiment, results: Results, titles: dict[str, str], arm: Arm) -> ArmReport:
    lines = _lines(experiment, results, titles, arm)
    left_open = _open(lines)
    cards = [line for line in lines if line.found.measure.kind == "above_par"]
    told = [line for line in left_open if line.found.measure.group in ("course", "bots")]
    told += [line for line in left_open if WITHOUT_LUCK in line.found.measure.key]
    told += [line for line in left_open if line.found.measure.group == "seats" and line.found.finding in TOLD]
    others = [line for line in left_open if line.found.measure.group in ("sources", "cards")]
    sentences = [line.sentence for line in told] + _sources_and_cards([*others, *cards])
    return ArmReport(
        arm=arm,
        headline=_headline(arm.name, experiment.arm_list[0].name, left_open),
        largest=_largest(left_open),
        sentences=tuple(sentences),
        lines=tuple(lines),
        figure=differences_figure([line.found for line in left_open], titles, lab_figure_words()),
    )


def _largest(lines: list[Line]) -> str:
    """The largest difference in words; "" without one."""
    differing = [line for line in lines if line.found.finding == "differs"]
    if not differing:
        return ""
    line = differing[0]
    return _("Most of all: %(measure)s, %(here)s instead of %(there)s.") % {
        "measure": line.title,
        "here": line.value,
        "there": line.base,
    }


def _sources_and_cards(lines: list[Line]) -> list[str]:
    """Of the many measures of sources and cards those that differ, the surest first, and how many are not told."""
    notable = [line for line in lines if line.found.finding in TOLD]
    notable.sort(key=lambda line: (TOLD.index(line.found.finding), line.found.p or 0.0))
    if not notable:
        known = [line for line in lines if line.found.finding != "too_few"]
        return [_("No difference was found in where points come from, or in the cards.")] if known else []
    sentences = [line.sentence for line in notable[:MOST_TOLD]]
    if len(notable) > MOST_TOLD:
        more = len(notable) - MOST_TOLD
        sentences.append(
            ngettext(
                "%(number)s more measure of sources and cards differs or may differ; see the table.",
                "%(number)s more measures of sources and cards differ or may differ; see the table.",
                more,
            )
            % {"number": more}
        )
    return sentences


def _headline(arm: str, base: str, lines: list[Line]) -> str:
    """The answer in one sentence."""
    names = {"arm": arm, "base": base}
    known = [line for line in lines if line.found.finding != "too_few"]
    differing = [line for line in known if line.found.finding == "differs"]
    if not known:
        return _("Too few games to say whether “%(arm)s” differs from “%(base)s”.") % names
    if differing:
        counted = names | {"number": len(differing), "all": len(known)}
        return _("“%(arm)s” differs from “%(base)s” in %(number)s of %(all)s measures.") % counted
    if all(line.found.finding == "same" for line in known):
        return _("“%(arm)s” and “%(base)s”: every game was identical.") % names
    if all(line.found.finding in ("same", "too_small", "none_that_matters") for line in known):
        return _("No difference that matters between “%(arm)s” and “%(base)s”.") % names
    return _("No difference was found between “%(arm)s” and “%(base)s”.") % names


_SHARE = Measure("seat:1", "share", "seats")


def _seat_line(arm: Arm, row: SeatShares) -> SeatLine:
    shares = tuple((amount(_SHARE, share.mean), span(_SHARE, share.interval)) for share in row.shares)
    names = {"arm": arm.name, "spread": size(_SHARE, row.spread), "games": row.games}
    if row.p is None:
        told = _("“%(arm)s”: too few games to say whether one seat is better than another.") % names
    elif row.p < 0.05:
        told = _("“%(arm)s”: the seats do not win equally often; the best and the worst are %(spread)s apart.") % names
    else:
        told = _("“%(arm)s”: no seat was found to be better than another in %(games)s games.") % names
    return SeatLine(arm, shares, size(_SHARE, row.spread), told)


def _warnings(experiment: Experiment, results: Results) -> list[str]:
    told = []
    played = min(results.played)
    if experiment.status == Experiment.Status.CANCELLED:
        told.append(
            _("This experiment was cancelled after %(played)s of %(games)s games in each variant.")
            % {"played": played, "games": experiment.games}
        )
    for arm, unfinished in zip(experiment.arm_list, results.unfinished, strict=True):
        if unfinished:
            told.append(
                ngettext(
                    "%(number)s game of “%(arm)s” did not finish and is left out.",
                    "%(number)s games of “%(arm)s” did not finish and are left out.",
                    unfinished,
                )
                % {"number": unfinished, "arm": arm.name}
            )
    if results.ratio_broken:
        told.append(_("The variants finished different numbers of games: do not rely on the comparison."))
    return told


def _ends(name: str, interval: Interval | None) -> Record:
    low, high = interval if interval else (None, None)
    return {f"{name}_low": _rounded(low), f"{name}_high": _rounded(high)}


def _rounded(value: float | None) -> float | None:
    """Six digits that matter: no number of an experiment is surer than that."""
    return None if value is None else float(f"{value:.6g}")


def records_as_json(experiment: Experiment, report: ExperimentReport | None) -> dict[str, Any]:
    """The results of an experiment for API and command line."""
    if report is None:
        nothing: dict[str, Any] = {"played": 0, "conclusion": [], "sample_ratio_p": None}
        return nothing | {name: [] for name in ("arms", "seats", "skill", "luck", "rows")}
    return {
        "played": sum(report.results.played),
        "conclusion": conclusion(report),
        "sample_ratio_p": _rounded(report.results.ratio_p),
        "arms": [
            {"variant": arm.key, "name": arm.name, "played": played, "unfinished": unfinished}
            for arm, played, unfinished in zip(
                experiment.arm_list, report.results.played, report.results.unfinished, strict=True
            )
        ],
        "seats": [
            {
                "arm": row.arm,
                "games": row.games,
                "shares": [_rounded(share.mean) for share in row.shares],
                "spread": _rounded(row.spread),
                "p": _rounded(row.p),
            }
            for row in report.results.seats
        ],
        "skill": [
            {
                "arm": line.arm.position,
                "share": _rounded(line.share),
                "low": _rounded(line.interval.low),
                "high": _rounded(line.interval.high),
            }
            for line in report.skill
        ],
        "luck": [
            {
                "arm": line.gain.arm,
                "measure": line.gain.measure.key,
                "pairs": line.gain.pairs,
                "left": _rounded(line.gain.left),
                **_ends("left", line.gain.interval),
                "worth": line.gain.worth,
            }
            for line in report.luck
        ],
        "rows": report_records(experiment, report),
    }
