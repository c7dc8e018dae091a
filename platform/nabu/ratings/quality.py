"""The report that says whether the ratings of a game predict, made from its journal and kept until the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Literal

from django.utils import timezone

from nabu.ratings.evaluation import (
    Bin,
    Difference,
    Measures,
    Result,
    Stretch,
    better_since,
    difference,
    fitted_temperatures,
    log_losses,
    measure,
    reliability,
    stretches,
    systems,
    walk_forward,
)
from nabu.ratings.models import RatingEntry, RatingQuality

SYSTEM = 2
"""The version of the rating systems. Whoever changes a formula or a constant of `elo` or `uncertainty` counts it up,
replays the journals (`manage.py ratings rebuild`) and publishes the reports of both."""

ENOUGH = 100
"""With fewer games nothing is said. Two standard errors are then about 6 % of the log loss."""

Verdict = Literal["too_few", "predicts", "not_shown"]


@dataclass(frozen=True, slots=True)
class SystemReport:
    """One system over all games, and over those in which nobody was provisional."""

    key: str
    all: Measures
    settled: Measures | None


@dataclass(frozen=True, slots=True)
class Report:
    """What the page shows. `gain` is how much log loss Elo with its fitted temperature saves against equal chances for
    all; `second` and `plain` what the second rating and Elo as it stands save against it. `temperature` is the one for
    the next game; None unless the ratings predict. `since`: see `evaluation.better_since`."""

    verdict: Verdict
    games: int
    temperature: float | None
    gain: Difference | None
    second: Difference | None
    plain: Difference | None
    since: int | None
    systems: Sequence[SystemReport]
    bins: Sequence[Bin]
    stretches: Sequence[Stretch]


def report_on(results: Sequence[Result]) -> Report | None:
    """The report on these games, in the order in which they are rated; None without games."""
    if not results:
        return None
    walk = walk_forward(results)
    chances = systems(walk)
    losses = {key: log_losses(chance, walk.wins) for key, chance in chances.items()}
    gain = difference(losses["uniform"], losses["elo"])
    verdict = _verdict(len(results), gain)
    reports = []
    for key, chance in chances.items():
        overall = measure(chance, walk)
        if overall is not None:
            reports.append(SystemReport(key, overall, measure(chance, walk, walk.settled)))
    return Report(
        verdict=verdict,
        games=len(results),
        temperature=float(fitted_temperatures(walk.elo, walk.wins)[-1]) if verdict == "predicts" else None,
        gain=gain,
        second=difference(losses["elo"], losses["second"]),
        plain=difference(losses["elo"], losses["elo_plain"]),
        since=better_since(losses["elo"], losses["uniform"]),
        systems=reports,
        bins=reliability(chances["elo"], walk.wins),
        stretches=stretches(losses["elo"], losses["uniform"]),
    )


def refresh_quality(game: str) -> RatingQuality | None:
    """Make the report on a game anew and keep it. Without rated games there is none, and an old one goes."""
    now = timezone.now()
    report = report_on(list(results_of(game)))
    if report is None:
        RatingQuality.objects.filter(game=game).delete()
        return None
    quality, _created = RatingQuality.objects.update_or_create(
        game=game,
        defaults={
            "report": asdict(report),
            "temperature": report.temperature,
            "rated_games": report.games,
            "system": SYSTEM,
            "made_at": now,
        },
    )
    return quality


def is_made_since(game: str, moment: datetime) -> bool:
    """Whether the report on a game has seen what the journal was at that moment."""
    return RatingQuality.objects.filter(game=game, system=SYSTEM, made_at__gt=moment).exists()


def results_of(game: str) -> Iterator[Result]:
    """All rated games in the order of the journal."""
    entries = RatingEntry.objects.filter(rated_game__game=game).order_by("rated_game__sequence", "player")
    lines = entries.values_list("rated_game", "player", "place").iterator(chunk_size=5000)
    for _game, group in groupby(lines, key=lambda line: line[0]):
        at_table = list(group)
        yield Result([player for _, player, _ in at_table], [place for _, _, place in at_table])


def _verdict(games: int, gain: Difference | None) -> Verdict:
    """The ratings predict if what they save is more than two standard errors away from nothing."""
    if games < ENOUGH or gain is None:
        return "too_few"
    return "predicts" if gain.mean > 2 * gain.error else "not_shown"
