"""The bracket of a stage with names, seeds and tables: what the page, the paper and the API show."""

from __future__ import annotations

from competition.brackets.drawing import BracketColumn, BracketSeat, BracketSection, BracketSlot, Place
from competition.records import ChartSeat, ChartSlot, Competitor
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import Proof, level_of, weakest
from nabu.contests.tournaments.models import Round, Stage
from nabu.contests.tournaments.queries import competitors_of, format_of, tables_of
from nabu.core.sentences import sentence


def bracket(stage: Stage) -> list[BracketSection]:
    """The bracket as far as it is published, with the slots to come; empty until the stage has players."""
    competitors = competitors_of(stage)
    if not competitors:
        return []
    fmt, config = format_of(stage)
    people = {competitor.id: competitor for competitor in competitors}
    tables = _tables(stage)
    return [
        BracketSection(
            sentence(section.title),
            tuple(
                BracketColumn(sentence(column.title), tuple(_slot(slot, people, tables) for slot in column.slots))
                for column in section.columns
            ),
        )
        for section in fmt.chart(config, competitors, tables_of(stage))
    ]


def _slot(slot: ChartSlot, people: dict[int, Competitor], tables: dict[Place, tuple[int, str]]) -> BracketSlot:
    seats = tuple(_seat(seat, people) for seat in slot.seats)
    table, proof = tables.get((slot.round, slot.slot), (None, ""))
    return BracketSlot(slot.round, slot.slot, sentence(slot.name), table, seats, slot.feeds, proof)


def _seat(seat: ChartSeat, people: dict[int, Competitor]) -> BracketSeat:
    who = people.get(seat.competitor) if seat.competitor is not None else None
    coming = sentence(seat.coming)
    return BracketSeat(
        who.id if who else None, who.name if who else "", who.seed if who else None, coming, seat.score, seat.won
    )


def _tables(stage: Stage) -> dict[Place, tuple[int, str]]:
    """The table of each slot of the published rounds, of a match of several games the first, and the weakest level of
    proof of its games that have one.
    """
    tables = Table.objects.filter(round__stage=stage).exclude(round__status=Round.Status.DRAFT)
    columns = ("round__number", "bracket_slot", "pk", "status", "basis", "log", "recorded")
    found: dict[Place, tuple[int, list[Proof]]] = {}
    for number, slot, pk, status, basis, log, recorded in tables.order_by("game_number").values_list(*columns):
        _first, levels = found.setdefault((number, slot or 0), (pk, []))
        levels.append(level_of(status, basis, log is not None, recorded))
    return {place: (first, weakest(levels)) for place, (first, levels) in found.items()}
