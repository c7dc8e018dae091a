"""Score sheets of games that were really played."""

from __future__ import annotations

from analytics.facts import extract_facts
from engine.registry import get_game

Points = dict[str, list[int]]


A_SHEET: Points = {source.key: [0, 0] for source in get_game("babylonia").sources}
"""Nobody has made a point: of all sheets for two players the one that every variant allows."""


def points_of(log: bytes) -> Points:
    """The points by source and seat of the game of a log, every source of the title, as somebody would type them."""
    _report, facts = extract_facts(log)
    assert facts is not None
    points = {source.key: [0] * facts["players"] for source in get_game(facts["game"]).sources}
    for _line, _turn, seat, source, number, _cause in facts["score_events"]:
        points[source][seat] += number
    return points


def sums(points: Points) -> list[int]:
    """The scores of the seats."""
    return [sum(of_seat) for of_seat in zip(*points.values(), strict=True)]


def fields(points: Points, prefix: str) -> dict[str, int]:
    """The sheet as the fields of a form."""
    return {
        f"{prefix}-points_{key}_{seat}": number
        for key, numbers in points.items()
        for seat, number in enumerate(numbers)
    }
