"""Records for the tests of tie-breaks: from a cross table in the notation of chess, and made-up events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from random import Random
from typing import Any

from competition.points import places_from_scores, share_points
from competition.records import Competitor, SeatRecord, TableRecord

RESULTS = {"1": ("1", 1), "=": ("0.5", 1), "0": ("0", 2), "+": ("1", 1), "-": ("0", 2)}
BYES = {"H": "0.5", "Z": "0", "U": "1"}
POINTS = {
    1: [Decimal(6)],
    2: [Decimal(6), Decimal(0)],
    3: [Decimal(6), Decimal(3), Decimal(0)],
    4: [Decimal(6), Decimal(4), Decimal(2), Decimal(0)],
}


def read_players(players: Sequence[Mapping[str, Any]]) -> tuple[list[Competitor], list[TableRecord]]:
    """Competitors, numbered from 1, and tables. A round is "9 w 1": opponent, colour, result; or H, Z, U for a bye.

    A zero-point bye stays without a record, as a round in which nobody asked for anything and nobody was paired.
    """
    competitors = [Competitor(number, row["name"], number, rating=row["rating"]) for number, row in _numbered(players)]
    tables = []
    for number, row in _numbered(players):
        for round_, text in enumerate(row["rounds"], start=1):
            if text in BYES:
                if text != "Z":
                    seat = SeatRecord(number, None, 1, Decimal(BYES[text]))
                    tables.append(TableRecord(round_, (seat,), is_bye=True, requested=text == "H"))
                continue
            other, colour, result = text.split()
            if colour == "w":
                his = players[int(other) - 1]["rounds"][round_ - 1].split()[2]
                tables.append(TableRecord(round_, (_seat(number, result), _seat(int(other), his))))
    return competitors, tables


def _numbered(players: Sequence[Mapping[str, Any]]) -> list[tuple[int, Mapping[str, Any]]]:
    return list(enumerate(players, start=1))


def _seat(number: int, result: str) -> SeatRecord:
    points, place = RESULTS[result]
    return SeatRecord(number, None, place, Decimal(points), absent=result == "-")


def made_up(players: int, rounds: int, size: int, seed: int, *, holes: bool = True) -> tuple[list[Any], list[Any]]:
    """An event at random tables; with `holes` also byes, no-shows, requested byes and people who are not paired."""
    rng = Random(seed)
    competitors = [
        Competitor(number, f"P{number}", number, rating=rng.choice([None, 1000 + 50 * number]))
        for number in range(1, players + 1)
    ]
    tables = []
    for round_ in range(1, rounds + 1):
        order = [number for number in range(1, players + 1) if not holes or rng.random() > 0.08]
        rng.shuffle(order)
        while order:
            seats, order = order[:size], order[size:]
            scores = [rng.randint(0, 5) for _seat in seats]
            places = places_from_scores(scores)
            points = share_points(places, POINTS[len(seats)])
            absent = [holes and len(seats) > 1 and rng.random() < 0.05 for _seat in seats]
            records = tuple(map(SeatRecord, seats, scores, places, points, absent))
            tables.append(TableRecord(round_, records, len(seats) == 1, requested=rng.random() < 0.3))
    return competitors, tables
