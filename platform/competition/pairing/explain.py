"""Why a table looks as it does: plain sentences, what it costs, and the next best alternative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import isqrt

from competition.pairing.alternatives import Alternative, next_best
from competition.pairing.costs import TERMS, Costs
from competition.pairing.history import History
from competition.points import in_cents
from competition.records import CostTerm, Pair, PairedTable, Reason
from engine.message import Message, Value

Names = Mapping[int, str]


def amount(points: Fraction) -> int | float:
    """Points as a number for a text: a whole number where they are one, else with at most two decimals."""
    return points.numerator if points.denominator == 1 else float(in_cents(points))


def name_list(players: Sequence[int], names: Names) -> tuple[str, ...]:
    """Names as a list for a text."""
    return tuple(names[player] for player in players)


def explain(tables: Sequence[PairedTable], costs: Costs, names: Names, by_points: bool = True) -> list[Reason]:
    """One reason for each table and bye, in the order of the tables. Without `by_points` the order is only a draw, so
    that nothing is said of it."""
    alternatives = next_best([() if table.requested else table.seats for table in tables], costs)
    return [
        _reason(table, costs, names, by_points, alternative)
        for table, alternative in zip(tables, alternatives, strict=True)
    ]


def _reason(table: PairedTable, costs: Costs, names: Names, by_points: bool, alternative: Alternative | None) -> Reason:
    if table.requested:
        return Reason((Message("pairing.requested_bye", {"name": names[table.seats[0]]}),))
    sentences = _bye(table.seats[0], costs, names) if table.is_bye else _table(table, costs, names, by_points)
    terms = tuple(
        CostTerm(key, Message(f"cost.{key}"), cost, _term(key, cost, table, costs, names))
        for key, cost in zip(TERMS, costs.of(table.seats), strict=True)
        if cost and (by_points or key != "order")
    )
    return Reason(tuple(sentences), terms, _alternative(alternative, names, by_points) if alternative else None)


def _bye(player: int, costs: Costs, names: Names) -> list[Message]:
    history = costs.history
    values = {"name": names[player], "points": amount(history.points[player]), "byes": history.byes[player]}
    texts = [Message("pairing.bye", values)]
    others = [c.id for c in costs.competitors if c.id != player]
    spared = [c for c in others if history.byes[c] < history.byes[player]]
    lower = [c for c in others if history.points[c] < history.points[player]]
    with_bye = [c for c in lower if history.byes[c] > history.byes[player]]
    if lower and len(with_bye) == len(lower):
        texts.append(Message("pairing.bye_others_had"))
    elif not lower and not spared and costs.competitors:
        texts.append(Message("pairing.bye_lowest"))
    return texts


def _table(table: PairedTable, costs: Costs, names: Names, by_points: bool) -> list[Message]:
    history = costs.history
    texts = [_points(table, costs, names)] if by_points else []
    texts += _rematches(table, costs, names)
    if len(table.seats) < costs.full:
        texts.append(Message("pairing.short_table", {"size": len(table.seats), "full": costs.full}))
    if history.run:
        texts.append(start_message(table.seats, history, names))
    return texts


def _points(table: PairedTable, costs: Costs, names: Names) -> Message:
    points = costs.history.points
    order = sorted(table.seats, key=lambda c: -points[c])
    if points[order[0]] == points[order[-1]]:
        return Message("pairing.same_points", {"points": amount(points[order[0]])})
    if len(order) == 2:
        higher, lower = order
        return Message(
            "pairing.float",
            {
                "higher": names[higher],
                "more": amount(points[higher]),
                "lower": names[lower],
                "fewer": amount(points[lower]),
            },
        )
    return Message("pairing.points", {"points": tuple(amount(points[c]) for c in order)})


def _rematches(table: PairedTable, costs: Costs, names: Names) -> list[Message]:
    return [
        pair_message("pairing.met", one, other, names)
        for one, other in combinations(table.seats, 2)
        if costs.history.meetings(one, other)
    ]


def pair_message(key: str, one: int, other: int, names: Names) -> Message:
    """A message about two players. A stranger, who can only be seated by hand, is called by the number."""
    return Message(key, {"one": names.get(one, str(one)), "other": names.get(other, str(other))})


def start_message(seats: Sequence[int], history: History, names: Names) -> Message:
    """Who starts, how often before, and what gave them the start."""
    first, *others = seats
    values: dict[str, Value] = {"name": names[first], "starts": history.starts[first]}
    if len(seats) == 2 and history.due(*seats) == first:
        return Message("pairing.starts_again", values | {"other": names[others[0]]})
    if all(history.lead[first] < history.lead[other] for other in others):
        return Message("pairing.starts_least", values)
    return Message("pairing.starts", values)


def _term(key: str, cost: int, table: PairedTable, costs: Costs, names: Names) -> Message:
    """What a cost term says of a table."""
    name = {"name": names[table.seats[0]]}
    if key == "forbidden":
        return _together(_pairs("concern.forbidden", table, costs.forbidden, names))
    if key == "discouraged":
        return _together(_pairs("concern.discouraged", table, costs.discouraged, names))
    if key == "rematch":
        return _together(_rematches(table, costs, names))
    if key == "second_bye":
        return Message("pairing.had_byes", name | {"count": isqrt(cost)})
    if key == "bye_score":
        return Message("pairing.bye_not_lowest", name)
    if key == "bye_missed":
        return Message("pairing.missed_rounds", name | {"count": cost})
    if key == "short_again":
        again = [player for player in table.seats if costs.history.short[player]]
        return Message("pairing.short_again", {"names": name_list(again, names)})
    if key == "score_gap":
        points = [costs.history.points[player] for player in table.seats]
        return Message("pairing.score_gap", {"points": amount(max(points) - min(points))})
    if key == "order" and table.is_bye:
        return Message("pairing.bye_lower_seeds", name)
    if key == "order":
        return Message("pairing.off_order", {"places": isqrt(cost)})
    if key == "repeated_float":
        return Message("pairing.repeated_float")
    return Message("pairing.seat_limit" if key == "seat_limit" else "pairing.first_seat")


def _pairs(key: str, table: PairedTable, pairs: frozenset[Pair], names: Names) -> list[Message]:
    """A message for each of these pairs that sits at the table."""
    found = [pair for pair in combinations(sorted(table.seats), 2) if pair in pairs]
    return [pair_message(key, one, other, names) for one, other in found]


def _together(messages: Sequence[Message]) -> Message:
    """One message of several sentences."""
    joined = messages[0]
    for message in messages[1:]:
        joined = Message("pairing.sentences", {"first": joined, "second": message})
    return joined


def _alternative(alternative: Alternative, names: Names, by_points: bool) -> Message:
    tables = tuple(
        Message("alternative.bye", {"name": names[seats[0]]})
        if len(seats) == 1
        else "–".join(names[player] for player in seats)
        for seats in alternative.tables
    )
    if alternative.term is None or (alternative.term == "order" and not by_points):
        return Message("alternative.equal", {"tables": tables})
    key = "alternative.better" if alternative.saves else "alternative.worse"
    return Message(key, {"tables": tables, "what": Message(f"change.{alternative.term}")})
