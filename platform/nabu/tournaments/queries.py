"""What pages, the API and the services read about tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from engine.registry import get_game
from nabu.matches.models import Seat, Table
from nabu.permissions import Person, is_organiser
from nabu.tournaments.formats import get_format
from nabu.tournaments.formats.base import Format
from nabu.tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from nabu.tournaments.records import Competitor, Field, SeatRecord, TableRecord
from nabu.tournaments.standings import Standing


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings, with its entry. `stage` is the stage that decided the place.

    `tie_breaks` has a value by key of `nabu.tournaments.tie_breaks.TIE_BREAKS`, in their order.
    """

    place: int
    entry: Entry
    points: Decimal
    games: int
    byes: int
    wins: int
    tie_breaks: dict[str, float]
    stage: Stage


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A slot of a bracket round; `table` is None where nobody plays."""

    slot: int
    table: Table | None
    seats: list[Seat]


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket: its title, the round once it is paired, and its tables from top to bottom."""

    title: str
    round: Round | None
    tables: list[BracketTable] = field(default_factory=list)

    def __iter__(self) -> Iterator[BracketTable]:
        return iter(self.tables)


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """All that have started; drafts in which the user has a role; all drafts for staff."""
    tournaments = Tournament.objects.select_related("organiser")
    if user.is_authenticated and user.is_staff:
        return tournaments
    shown = ~Q(status=Tournament.Status.DRAFT)
    if user.is_authenticated:
        shown |= Q(organiser_id=user.pk) | Q(roles__user=user.pk) | Q(club__memberships__user=user.pk)
    return tournaments.filter(shown).distinct()


def visible_rounds(user: Person, stage: Stage) -> QuerySet[Round]:
    """The rounds of a stage in order; drafts only for the organiser and staff."""
    rounds = stage.rounds.order_by("number")
    return rounds if is_organiser(user, stage.tournament) else rounds.exclude(status=Round.Status.DRAFT)


def format_of(stage: Stage) -> tuple[Format[Any], Any]:
    """The format of a stage and its settings."""
    fmt = get_format(stage.format)
    return fmt, fmt.read_config(stage.config)


def competitors_of(stage: Stage) -> list[Competitor]:
    """Everybody in a stage as the pure functions see them."""
    members = StageEntry.objects.filter(stage=stage).select_related("entry__player").order_by("seed")
    return [Competitor(m.entry_id, m.entry.player.name, m.seed, m.entry.status == Entry.Status.ACTIVE) for m in members]


def tables_of(stage: Stage) -> list[TableRecord]:
    """All tables of the published rounds of a stage as the pure functions see them."""
    tables = (
        Table.objects.filter(round__stage=stage)
        .exclude(round__status=Round.Status.DRAFT)
        .select_related("round")
        .prefetch_related("seats")
        .order_by("round__number", "number")
    )
    return [
        TableRecord(
            table.round.number,
            tuple(SeatRecord(s.entry_id, s.score, s.place, s.points) for s in table.seats.all()),
            table.is_bye,
            table.bracket_slot,
            table.status == Table.Status.CONFIRMED,
        )
        for table in tables
    ]


def field_of(stage: Stage, round_number: int) -> Field:
    """Everything that the format needs to pair this round."""
    tournament = stage.tournament
    return Field(
        tuple(competitors_of(stage)),
        tuple(record for record in tables_of(stage) if record.round < round_number),
        round_number,
        get_game(tournament.game).player_counts,
        f"tournament {tournament.pk} stage {stage.position}",
    )


def ranking(stage: Stage) -> list[Standing]:
    """The order of one stage by the rules of its format."""
    fmt, config = format_of(stage)
    return fmt.ranking(config, competitors_of(stage), tables_of(stage))


def standings(of: Tournament | Stage) -> list[StandingRow]:
    """The standings of a stage, or of a whole tournament.

    In a tournament whoever reached a later stage is ahead of whoever did not. Before the start there are none.
    """
    if isinstance(of, Stage):
        return _rows([of])
    started = [stage for stage in of.stages.order_by("-position") if stage.status != Stage.Status.PENDING]
    return _rows(started)


def _rows(stages: Sequence[Stage]) -> list[StandingRow]:
    """Rows of the stages, the latest first; an entry stands where it came furthest."""
    if not stages:
        return []
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(tournament=stages[0].tournament_id).select_related("player__user")
    }
    rows: list[StandingRow] = []
    listed: set[int] = set()
    for stage in stages:
        ahead = len(rows)
        left = [line for line in ranking(stage) if line.competitor.id not in listed]
        for index, line in enumerate(left):
            same = index > 0 and line.place == left[index - 1].place
            rows.append(
                StandingRow(
                    place=rows[-1].place if same else ahead + index + 1,
                    entry=entries[line.competitor.id],
                    points=line.points,
                    games=line.games,
                    byes=line.byes,
                    wins=line.wins,
                    tie_breaks=line.tie_breaks,
                    stage=stage,
                )
            )
            listed.add(line.competitor.id)
    return rows


def current_stage(tournament: Tournament) -> Stage | None:
    """The running stage, else the last one that finished."""
    stages = tournament.stages.order_by("-position")
    running = stages.filter(status=Stage.Status.RUNNING).first()
    return running or stages.filter(status=Stage.Status.FINISHED).first()


def rounds_planned(stage: Stage) -> int:
    """How many rounds the stage has, for those who play in it."""
    fmt, config = format_of(stage)
    tables = tables_of(stage)
    if fmt.is_bracket and tables:
        first = sum(record.round == 1 for record in tables)
        return first.bit_length()
    active = [competitor for competitor in competitors_of(stage) if competitor.active]
    return int(fmt.rounds(config, max(2, len(active))))


def bracket(stage: Stage) -> list[BracketRound]:
    """The rounds of a knock-out stage, from the first to the final; rounds to come have empty slots.

    Draft rounds are left out.
    """
    seats = Prefetch("seats", Seat.objects.select_related("entry__player"))
    rounds = {
        round_.number: round_
        for round_ in stage.rounds.exclude(status=Round.Status.DRAFT).prefetch_related(
            Prefetch("tables", Table.objects.order_by("bracket_slot").prefetch_related(seats))
        )
    }
    if not rounds:
        return []
    total = rounds_planned(stage)
    result = []
    for number in range(1, total + 1):
        tables = {table.bracket_slot: table for table in rounds[number].tables.all()} if number in rounds else {}
        slots = max(1 << (total - number), 1 + max((slot or 0 for slot in tables), default=0))
        result.append(
            BracketRound(
                title=round_title(number, total),
                round=rounds.get(number),
                tables=[
                    BracketTable(slot, tables.get(slot), list(tables[slot].seats.all()) if slot in tables else [])
                    for slot in range(slots)
                ],
            )
        )
    return result


def round_title(number: int, total: int) -> str:
    """What a knock-out round is called."""
    names = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    return names.get(total - number) or _("Round %(number)s") % {"number": number}
