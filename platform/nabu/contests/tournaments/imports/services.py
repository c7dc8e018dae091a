"""Players from a list, and whole tournaments from a report file or a table of results."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from competition.points import points_with_absent
from competition.records import Pair, TableRecord
from competition.trf.convert import IMPORTED, IMPORTED_TABLE, Records, to_records
from competition.trf.values import TrfReport
from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.services import checked_name
from nabu.contests.matches.exact_points import points_columns
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.entering import enter
from nabu.contests.tournaments.entries.queries import known_players
from nabu.contests.tournaments.entries.services import check_not_entered
from nabu.contests.tournaments.imports.player_list import ListedPlayer
from nabu.contests.tournaments.imports.report_files import (
    is_two_player_swiss,
    listed_players,
    planned_rounds,
    rows_apart,
    seats_allowed,
    takes_results,
)
from nabu.contests.tournaments.imports.result_table import Results
from nabu.contests.tournaments.locks import DRAFT, RUNNING, lock_as
from nabu.contests.tournaments.models import Entry, Restriction, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.queries import format_of
from nabu.contests.tournaments.restrictions.services import MOST_RESTRICTIONS
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.core.errors import Refused
from nabu.core.name_keys.index import repeated


@audited
def import_entries(
    actor: User, tournament: Tournament, rows: Sequence[ListedPlayer], apart: Collection[Pair] = ()
) -> list[Entry]:
    """Enter the players of a list, before the start or late. All of them or nobody. `apart` are pairs of row numbers:
    those players never meet.

    Rows with a seed come first, in its order, then the others as they stand; all of them after those who are entered
    already. Names find the guests of the organiser or club again (`known_players`). Raises Refused.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT, RUNNING})
    if not rows:
        raise Refused(_("The list has no players."))
    ordered = sorted(rows, key=lambda row: (row.seed is None, row.seed or 0))
    names = [checked_name(row.name) for row in ordered]
    _check_names(locked, names)
    known = known_players(locked, names)
    new = Player.objects.bulk_create(Player(name=name, created_by=actor) for name in names if name not in known)
    by_name = {player.name: player for player in new} | known
    players = [by_name[name] for name in names]
    entries = enter(actor, locked, players)
    for entry, row in zip(entries, ordered, strict=True):
        entry.club, entry.rating, entry.fide_id = row.club, row.rating, row.fide_id
        entry.fixed_table, entry.note, entry.email = row.fixed_table, row.note, row.email
    Entry.objects.bulk_update(entries, ["club", "rating", "fide_id", "fixed_table", "note", "email"])
    kept_apart = _keep_apart(locked, {row.row: entry for row, entry in zip(ordered, entries, strict=True)}, apart)
    audit(
        actor,
        "entries.imported",
        locked,
        after={
            "names": [player.name for player in players],
            "new_players": [player.pk for player in new],
            "pairs": kept_apart,
        },
        tournament=locked,
    )
    return entries


@audited
def import_report(actor: User, tournament: Tournament, report: TrfReport) -> Tournament:
    """Play a report after: its players, the start, every round with its results, as decided by the organiser, and the
    byes and forbidden pairs of rounds to come.

    For a draft without players whose first stage is for two at a table. Raises Refused.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT})
    stage = locked.stages.order_by("position").first()
    if stage is None or not is_two_player_swiss(stage):
        raise Refused(_("Rounds can only be imported if the first stage is a two-player Swiss."))
    planned = _check_rounds(locked, report.last_round(), len(report.players))
    apart = rows_apart(locked, report, with_rounds=True)
    entries = import_entries(actor, locked, listed_players(report), apart)
    started = start_tournament(actor, locked)
    stage.refresh_from_db()
    fmt, config = format_of(stage)
    points = [amount or Decimal(0) for amount in fmt.points(config, [1, 2])]
    records = to_records(report, points, fmt.bye_points(config) or Decimal(0))
    by_number = {c.id: entry for c, entry in zip(records.competitors, entries, strict=True)}
    _add_rounds(stage, records.tables, by_number, records.rounds, IMPORTED)
    byes = _add_rests(stage, records, by_number, planned)
    _audit_rounds(actor, started, stage, records.rounds, byes)
    return started


@audited
def import_results(
    actor: User, tournament: Tournament, players: Sequence[ListedPlayer], results: Results
) -> Tournament:
    """Play a table of results after: its players, the start, and every round, as decided by the organiser.

    For a draft without players whose first stage is a Swiss or a league of one game a match. Raises Refused.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT})
    stage = locked.stages.order_by("position").first()
    if stage is None or not takes_results(stage):
        raise Refused(
            _("Rounds can only be imported if the first stage is a Swiss or a league with one game per match.")
        )
    sizes = set(seats_allowed(locked))
    if any(len(table.seats) not in sizes for table in results.tables if not table.is_bye):
        raise Refused(_("Some tables of the file have more or fewer players than this stage allows."))
    _check_rounds(locked, results.rounds, len(players))
    entries = import_entries(actor, locked, players)
    started = start_tournament(actor, locked)
    stage.refresh_from_db()
    by_row = {player.row: entry for player, entry in zip(players, entries, strict=True)}
    tables = [_with_points(stage, table) for table in results.tables]
    _add_rounds(stage, tables, by_row, results.rounds, IMPORTED_TABLE)
    _audit_rounds(actor, started, stage, results.rounds, byes=0)
    return started


def _check_rounds(tournament: Tournament, rounds: int, players: int) -> int:
    """The rounds that the first stage has for so many players. Raises Refused if there are fewer, or players
    already."""
    if tournament.entries.exists():
        raise Refused(_("Rounds can only be imported into a tournament without players."))
    planned = planned_rounds(tournament, players)
    if rounds > planned:
        raise Refused(
            _("The file has %(rounds)s rounds and the stage only %(planned)s. Change the stage first.")
            % {"rounds": rounds, "planned": planned}
        )
    return planned


def _with_points(stage: Stage, table: TableRecord) -> TableRecord:
    """The table with what its result is worth in this stage."""
    if not table.confirmed:
        return table
    fmt, config = format_of(stage)
    absent = [at for at, seat in enumerate(table.seats) if seat.absent]
    places = [seat.place or 1 for seat in table.seats]
    bye = fmt.rest_points(config) if table.requested else fmt.bye_points(config)
    points = [bye] if table.is_bye else points_with_absent(partial(fmt.points, config), places, absent)
    seats = tuple(replace(seat, points=worth) for seat, worth in zip(table.seats, points, strict=True))
    return replace(table, seats=seats)


def _audit_rounds(actor: User, tournament: Tournament, stage: Stage, rounds: int, byes: int) -> None:
    audit(actor, "rounds.imported", stage, after={"rounds": rounds, "byes": byes}, tournament=tournament)


def _check_names(tournament: Tournament, names: Sequence[str]) -> None:
    """Raises Refused for a name that is given twice or entered already, whoever of that name it would be."""
    twice = repeated(names)
    if twice:
        raise Refused(_("These names appear more than once: %(names)s.") % {"names": ", ".join(twice)})
    check_not_entered(tournament, names)


def _add_rounds(
    stage: Stage, records: Sequence[TableRecord], entries: dict[int, Entry], rounds: int, note: Message
) -> None:
    """The rounds as they were played. A result that is still out leaves its round open."""
    now = timezone.now()
    for number in range(1, rounds + 1):
        played = [table for table in records if table.round == number]
        done = all(table.confirmed for table in played)
        round_ = Round.objects.create(
            stage=stage,
            number=number,
            status=Round.Status.FINISHED if done else Round.Status.PUBLISHED,
            notes=[note.to_json()],
            published_at=now,
            locked_at=now if number < rounds else None,
        )
        tables = Table.objects.bulk_create(
            Table(
                round=round_,
                number=position,
                is_bye=table.is_bye,
                requested=table.requested,
                status=Table.Status.CONFIRMED if table.confirmed else Table.Status.OPEN,
                basis=_basis(table),
                confirmed_at=now if table.confirmed else None,
            )
            for position, table in enumerate(played, start=1)
        )
        Seat.objects.bulk_create(
            Seat(
                table=made,
                position=position,
                entry=entries[seat.competitor],
                score=seat.score,
                place=seat.place,
                absent=seat.absent,
                **points_columns(seat.points),
            )
            for made, table in zip(tables, played, strict=True)
            for position, seat in enumerate(table.seats)
        )


def _basis(table: TableRecord) -> str:
    if table.is_bye:
        return Table.Basis.BYE
    if not table.confirmed:
        return Table.Basis.NONE
    return Table.Basis.RULING if table.played else Table.Basis.FORFEIT


def _add_rests(stage: Stage, records: Records, entries: dict[int, Entry], planned: int) -> int:
    """Who misses rounds to come asked for byes in them. Returns how many byes there are."""
    rests = {
        entries[number].pk: coming
        for number, rounds in records.rests.items()
        if (coming := [each for each in rounds if each <= planned])
    }
    members = list(StageEntry.objects.filter(stage=stage, entry__in=rests))
    for member in members:
        member.rests = rests[member.entry_id]
    StageEntry.objects.bulk_update(members, ["rests"])
    return sum(map(len, rests.values()))


def _keep_apart(tournament: Tournament, entries: dict[int, Entry], apart: Collection[Pair]) -> int:
    """Pairs of rows become rules that these two never meet. Returns how many; none if they are too many."""
    pairs = [sorted((entries[one].pk, entries[other].pk)) for one, other in apart if {one, other} <= entries.keys()]
    if len(pairs) + tournament.restrictions.count() > MOST_RESTRICTIONS:
        return 0
    Restriction.objects.bulk_create(
        Restriction(tournament=tournament, one_id=one, other_id=other, kind=Restriction.Kind.FORBIDDEN)
        for one, other in sorted(pairs)
    )
    return len(pairs)
