"""What a review comes to: each seat, its phases and sources, and the moves on which the game turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from engine.game import JsonObject
from engine.luck.summary import luck_of
from engine.review.marks import COSTLY, DOUBTFUL, accuracy_of, shrunk
from engine.review.reviewer import PHASES, Reviewer, reviewer_name, seed_of

TURNING_POINTS = 3


def summary_of(review: Reviewer) -> JsonObject:
    """The decisions judged so far, by seat. Losses are sums and may be below 0: then the player did better. Accuracy
    may be below 0 too, so that its mean over games is right. `luck` is there at the end, by seat
    (`engine.luck.summary`), in games whose luck is told.
    """
    table, decisions = review.table, review.decisions
    return {
        "reviewer": reviewer_name(table.game),
        "game": table.game.key,
        "digest": seed_of(table),
        "decisions": len(decisions),
        "seats": [
            {"seat": seat, **_of_seat([each for each in decisions if each["seat"] == seat], table.game.key)}
            for seat in range(table.players)
        ],
        "turning": turning_points(decisions),
        "luck": luck_of(table.scores, review.luck) if review.luck and review.done == review.total else None,
    }


def turning_points(decisions: Iterable[JsonObject]) -> list[int]:
    """The moves that have surely cost the most winning chance: by the lower end of the interval, in their order."""
    judged = (each for each in decisions if each["rather"] is not None)
    sure = [(each["chance"] - 2 * each["chance_error"], each["move"]) for each in judged]
    return sorted(move for _, move in sorted((each for each in sure if each[0] > 0), reverse=True)[:TURNING_POINTS])


def _of_seat(decisions: Sequence[JsonObject], game: str) -> JsonObject:
    judged = [each for each in decisions if each["rather"] is not None]
    marks = [each["mark"] for each in judged]
    return {
        "decisions": len(decisions),
        "agreed": len(decisions) - len(judged),
        "accuracy": _mean_accuracy(decisions),
        "accuracy_error": _error_of_accuracy(decisions, judged, game),
        "lost": _lost(judged),
        "lost_error": round(sqrt(sum(each["error"] ** 2 for each in judged)), 2),
        "doubtful": marks.count(DOUBTFUL),
        "costly": marks.count(COSTLY),
        "phases": {phase: _of_phase([each for each in decisions if each["phase"] == phase]) for phase in PHASES},
        "sources": _by_source(judged),
        "others": round(sum(each["others"] for each in judged), 2),
    }


def _of_phase(decisions: Sequence[JsonObject]) -> JsonObject:
    judged = [each for each in decisions if each["rather"] is not None]
    return {
        "decisions": len(decisions),
        "accuracy": _mean_accuracy(decisions),
        "lost": _lost(judged),
        "sources": _by_source(judged),
    }


def _by_source(judged: Iterable[JsonObject]) -> dict[str, float]:
    sources: dict[str, float] = {}
    for each in judged:
        for source, points in each["sources"].items():
            sources[source] = sources.get(source, 0.0) + points
    return {source: round(points, 2) for source, points in sorted(sources.items())}


def _lost(judged: Iterable[JsonObject]) -> float:
    lost: float = sum(each["loss"] for each in judged)
    return round(lost, 2)


def _mean_accuracy(decisions: Sequence[JsonObject]) -> float | None:
    return round(sum(each["accuracy"] for each in decisions) / len(decisions), 2) if decisions else None


def _error_of_accuracy(decisions: Sequence[JsonObject], judged: Iterable[JsonObject], game: str) -> float | None:
    """The standard error of the mean accuracy that comes from measuring: half of what two standard errors change."""
    if not decisions:
        return None
    spread = 0.0
    for each in judged:
        loss, error = each["loss"], each["error"]
        less, more = (accuracy_of(game, shrunk(loss + sign * error, error)) for sign in (-1, 1))
        spread += ((less - more) / 2) ** 2
    return round(sqrt(spread) / len(decisions), 2)
