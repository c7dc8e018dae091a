"""Scores that are possible but unusual, about which somebody is asked once: beyond the middle 99.9 % of all scores.

The figures come from the verified games of this site; as long as those are too few, from games between bots
(`benchmarks/usual_scores.py`), and the sentence says so.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from analytics.usual_scores import UsualSpan, usual_span
from nabu.contests.matches.models import ResultReport, Seat, Table, UsualScores
from nabu.contests.results.settling.sheets import game_at
from nabu.core.errors import Refused

UNUSUAL_SCORE = "unusual_score"
"""The code of the answer of the API."""


@dataclass(frozen=True, slots=True)
class Unusual:
    """An unusual score of a seat, with the sentence that says so."""

    position: int
    score: int
    sentence: str


def unusual_scores(table: Table, scores: Mapping[int, int]) -> list[Unusual]:
    """Those of the scores by position that are unusual. `scores` has everybody who played, and nobody else.

    A score that somebody has entered for the same seat before is not asked about again.
    """
    game, players = game_at(table), len(scores)
    counted = UsualScores.objects.filter(game=game.key, players=players).first()
    span = UsualSpan(counted.scores, counted.low, counted.high) if counted else _of_bots(game.key, players)
    if span is None:
        return []
    found = {seat: score for seat, score in scores.items() if not span.low <= score <= span.high}
    known = _entered_before(table) if found else frozenset()
    return [
        Unusual(seat, score, _sentence(score, score > span.high, players, counted is None))
        for seat, score in sorted(found.items())
        if (seat, score) not in known
    ]


def check_usual(table: Table, scores: Sequence[int | None], absent: Collection[int] = ()) -> None:
    """Raises Refused with a code of its own for unusual scores by position."""
    played = {seat: score for seat, score in enumerate(scores) if score is not None and seat not in absent}
    found = unusual_scores(table, played)
    if found:
        names = dict(table.seats.values_list("position", "entry__player__name"))
        said = [f"{names[one.position]}: {one.sentence}" for one in found]
        raise Refused(" ".join([*said, _("Send confirm_unusual to save it anyway.")]), UNUSUAL_SCORE)


def count_usual_scores() -> None:
    """Count the scores of all verified games anew. Practice events are played by bots and do not count."""
    seen: defaultdict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    seats = Seat.objects.filter(
        table__log__isnull=False,
        table__status=Table.Status.CONFIRMED,
        table__round__stage__tournament__practice=False,
        absent=False,
        score__isnull=False,
    )
    rows = seats.order_by("table_id").values_list("table_id", "table__round__stage__tournament__game", "score")
    for _table, of_table in groupby(rows.iterator(chunk_size=5_000), itemgetter(0)):
        games, scores = zip(*((game, score) for _pk, game, score in of_table), strict=True)
        seen[games[0], len(scores)].update(scores)
    spans = {key: span for key, counts in seen.items() if (span := usual_span(counts)) is not None}
    for (game, players), span in spans.items():
        figures = {"scores": span.scores, "low": span.low, "high": span.high}
        UsualScores.objects.update_or_create(game=game, players=players, defaults=figures)
    gone = [row.pk for row in UsualScores.objects.all() if (row.game, row.players) not in spans]
    UsualScores.objects.filter(pk__in=gone).delete()


def _entered_before(table: Table) -> frozenset[tuple[int, int]]:
    """Each score that stands, or is in a report that counts, with its position."""
    live = table.reports.exclude(status=ResultReport.Status.SET_ASIDE)
    reported = {(seat, score) for scores in live.values_list("scores", flat=True) for seat, score in enumerate(scores)}
    seats = table.seats.values_list("position", "score")
    return frozenset(reported | {(position, score) for position, score in seats if score is not None})


def _of_bots(game: str, players: int) -> UsualSpan | None:
    """The span of bots' games, wider by a quarter at each end: people play differently, worse and better."""
    found = _measured().get(game, {}).get(str(players)) if settings.USUAL_SCORES_OF_BOTS else None
    if found is None:
        return None
    margin = (found["high"] - found["low"]) // 4
    return UsualSpan(found["scores"], found["low"] - margin, found["high"] + margin)


@cache
def _measured() -> dict[str, dict[str, dict[str, int]]]:
    spans: dict[str, dict[str, dict[str, int]]] = json.loads(
        Path(__file__).with_name("usual_scores.json").read_text("utf-8")
    )["spans"]
    return spans


def _sentence(score: int, high: bool, players: int, of_bots: bool) -> str:
    match high, of_bots:
        case True, False:
            said = _("A score of %(score)s is higher than 99.9%% of scores in verified %(players)s-player games.")
        case False, False:
            said = _("A score of %(score)s is lower than 99.9%% of scores in verified %(players)s-player games.")
        case True, True:
            said = _("A score of %(score)s is higher than 99.9%% of scores in %(players)s-player games between bots.")
        case _:
            said = _("A score of %(score)s is lower than 99.9%% of scores in %(players)s-player games between bots.")
    return said % {"score": score, "players": players}
