"""A whole round: sizes of tables, who sits together, who has a bye, the seats, the numbers, and what to say about it.

What Swiss and league have in common. `Rules` are the few things in which they differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from competition.pairing.costs import SLIDE, TERMS, Costs, total
from competition.pairing.explain import explain
from competition.pairing.history import History, read_history
from competition.pairing.lookahead import keep_open
from competition.pairing.matching import pair_two
from competition.pairing.planning import PlannedRound, at_least_as_good, own_round, planned_round
from competition.pairing.pod_costs import PodCosts
from competition.pairing.pod_seats import even_seats
from competition.pairing.pods import EXACT_FIELD, in_order, pair_pods
from competition.pairing.seats import deal_seats, keep_order, number_tables
from competition.pairing.sizes import table_sizes
from competition.pairing.unique import only_best_pairs, only_best_tables
from competition.records import Competitor, PairedTable, Pairing, Reason, RoundInput, check_points, names
from competition.schedules.designs import Round
from engine.message import Message

Strict = tuple[list[tuple[int, int]], int | None]
"""What another engine for two found: pairs in order of play, and who has the bye."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a round is made. `by_points` is False where points do not count for who meets whom (a league). `rounds` are
    those of the stage, where they are known: at tables of two a small field then keeps the later ones free of repeats,
    and a league follows a planned schedule. `schedule` is the organiser's own."""

    table_size: int
    order: str = SLIDE
    by_points: bool = True
    rounds: int = 0
    schedule: tuple[Round, ...] = ()


@dataclass(slots=True)
class _Seating:
    tables: list[list[int]]
    byes: list[int]
    window: int | None = None
    plan: PlannedRound | None = None
    looked_ahead: bool = False

    @property
    def bound(self) -> bool:
        """Whether more than this round has decided it: the schedule, or the rounds to come."""
        return self.plan is not None or self.looked_ahead


def costs_of(rules: Rules, field: RoundInput, competitors: Sequence[Competitor] | None = None) -> Costs:
    """The costs of tables in the round of `field`, among those who play it or the competitors given."""
    return Costs(
        field.active() if competitors is None else competitors,
        _history(rules, field),
        rules.table_size,
        field.forbidden,
        field.discouraged,
        rules.order,
        _rng(field, "order"),
    )


def pair_round(rules: Rules, field: RoundInput, strict: Strict | None = None) -> Pairing:
    """The next round, by the house rules unless another engine has paired it already."""
    check_points(field.competitors, field.tables)
    costs = costs_of(rules, field)
    if strict is not None:
        pairs, bye = strict
        seated: list[tuple[int, ...]] = list(pairs)
        seating = _Seating([list(pair) for pair in pairs], [] if bye is None else [bye])
    else:
        seating = _seat(rules, field, costs)
        seated = _seats(seating, field, costs)
    notes = _notes(rules, seating, field, costs)
    tables = [PairedTable(seats) for seats in seated]
    tables += [PairedTable((player,)) for player in seating.byes]
    tables += [PairedTable((rest.id,), requested=True) for rest in field.rests()]
    tables = number_tables(tables, field.competitors)
    return Pairing(tuple(tables), tuple(reasons(rules, field, tables)), tuple(notes))


def only_pairing(rules: Rules, field: RoundInput) -> bool | None:
    """Whether no other round is as good as that of `pair_round` for this lot; None where only a search through all
    rounds could tell. Where to sit at a table is another question.
    """
    costs = costs_of(rules, field)
    rng = _rng(field, "pairing")
    if _seat(rules, field, costs).bound:
        return None
    if _in_twos(rules, field):
        return only_best_pairs(costs, pair_two(costs, rng))
    pod_costs = PodCosts(costs, field.sizes)
    if len(pod_costs.ids) > EXACT_FIELD:
        return None
    pods = pair_pods(costs, field.sizes, rng, snake=rules.by_points)
    return only_best_tables(pod_costs, [*pods.tables, *[(player,) for player in pods.byes]])


def reasons(rules: Rules, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
    """Why each of these tables looks as it does."""
    return explain(tables, costs_of(rules, field), names(field.competitors), rules.by_points)


def _history(rules: Rules, field: RoundInput) -> History:
    history = read_history(field.tables, rules.table_size, field.competitors, field.earlier)
    if not rules.by_points:
        history.points.clear()
    return history


def _rng(field: RoundInput, about: str) -> Random:
    return Random(f"{field.lot}/{field.round}/{about}")


def _seat(rules: Rules, field: RoundInput, costs: Costs) -> _Seating:
    """Who sits together, and who has a bye: as planned where there is a plan that is at least as good, else the
    cheapest round."""
    plan = own_round(rules.schedule, costs, field) if rules.schedule else None
    if plan is not None:
        return _Seating([list(table) for table in plan.tables], plan.byes, plan=plan)
    if rules.rounds and not rules.by_points and not rules.schedule:
        plan = planned_round(costs, field, rules.rounds)
    if plan is not None and plan.fits and plan.holds:
        return _planned(plan, costs)
    found = _cheapest(rules, field, costs, plan)
    if plan is not None and plan.fits and at_least_as_good(plan, found.byes, found.tables, costs):
        return _planned(plan, costs)
    return found


def _seats(seating: _Seating, field: RoundInput, costs: Costs) -> list[tuple[int, ...]]:
    """The tables in order of play; an organiser's schedule has decided it already, and one of ours spreads the seats
    at tables of three and four."""
    if seating.plan is not None and seating.plan.own:
        return [tuple(table) for table in seating.tables]
    if seating.plan is not None and costs.full > 2:
        return [keep_order(table, costs.history) for table in seating.tables]
    return deal_seats(seating.tables, costs.history, _rng(field, "seats"))


def _planned(plan: PlannedRound, costs: Costs) -> _Seating:
    if costs.full > 2:
        return _Seating([list(table) for table in plan.tables], plan.byes, plan=plan)
    at = {player: place for place, player in enumerate(costs.line)}
    return _Seating([sorted(table, key=at.__getitem__) for table in plan.tables], plan.byes, plan=plan)


def _cheapest(rules: Rules, field: RoundInput, costs: Costs, plan: PlannedRound | None) -> _Seating:
    """The cheapest round; where it stands in for a planned one, it takes as few as it can of the meetings that the plan
    still has."""
    rng = _rng(field, "pairing")
    if _in_twos(rules, field):
        pairs = pair_two(costs, rng)
        kept = keep_open(costs, pairs, field.round, rules.rounds, [rest.id for rest in field.rests()])
        return _Seating([list(pair) for pair in kept.pairs], list(kept.byes), kept.window, looked_ahead=kept != pairs)
    planned = [] if plan is None else [*plan.tables, *((player,) for player in plan.byes)]
    spared = frozenset() if plan is None else plan.coming
    pods = pair_pods(costs, field.sizes, rng, snake=rules.by_points, planned=planned, spared=spared)
    if not rules.by_points or any(costs.units.values()):
        # Where all are equal, strong and weak have been dealt to every table.
        pod_costs = PodCosts(costs, field.sizes, spared)
        tables = even_seats(pods.tables, pod_costs, costs.history)
        pods = in_order([*tables, *((player,) for player in pods.byes)], costs, pod_costs)
    return _Seating([list(table) for table in pods.tables], pods.byes)


def _in_twos(rules: Rules, field: RoundInput) -> bool:
    return rules.table_size == 2 or {size for size in field.sizes if 2 <= size <= rules.table_size} == {2}


def _notes(rules: Rules, seating: _Seating, field: RoundInput, costs: Costs) -> list[Message]:
    """What is to be said about the round; of an organiser's schedule only that it is one."""
    plan = seating.plan
    if plan is not None and plan.own:
        return [Message("note.own_schedule", {"number": plan.number, "last": plan.last})]
    left = [Message("note.own_schedule_left")] if rules.schedule else []
    return [*left, *_given_up(seating, field, costs), *_search(seating)]


def _given_up(seating: _Seating, field: RoundInput, costs: Costs) -> list[Message]:
    """What had to be given up, the gravest first."""
    history = costs.history
    notes = []
    declared = table_sizes(len(costs.competitors), costs.full, field.sizes).byes
    more = len(seating.byes) - declared
    if more > 0:
        notes.append(Message("note.extra_byes", {"count": more}))
    if any(history.byes[player] for player in seating.byes):
        notes.append(Message("note.second_bye"))
    cost = dict(zip(TERMS, total(seating.tables, costs.of), strict=True))
    again = sum(
        history.meetings(one, other) > 0
        for table in seating.tables
        for at, one in enumerate(table)
        for other in table[at + 1 :]
    )
    if again:
        notes.append(Message("note.rematches", {"players": len(costs.competitors), "again": again}))
    if cost["short_again"]:
        notes.append(Message("note.short_again"))
    if cost["discouraged"]:
        notes.append(Message("note.discouraged", {"count": cost["discouraged"]}))
    if cost["seat_limit"]:
        notes.append(Message("note.seat_limit"))
    return notes


def _search(seating: _Seating) -> list[Message]:
    """How the round was found, where that says something."""
    if seating.plan is not None:
        return [Message("note.planned", {"number": seating.plan.number, "last": seating.plan.last})]
    if seating.looked_ahead:
        return [Message("note.looked_ahead")]
    if seating.window is not None:
        return [Message("note.window", {"window": seating.window})]
    return []
