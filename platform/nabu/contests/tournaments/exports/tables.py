"""A tournament as flat tables. Names of columns are for machines and never translated; `entry` joins the tables."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Prefetch

from competition.points import in_cents, spelled
from competition.records import Points
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.proof import proof_of
from nabu.contests.matches.recorded import recorded_columns
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.queries import standings
from nabu.core.spreadsheet import Record


def player_records(tournament: Tournament, with_notes: bool) -> list[Record]:
    """Everybody who is entered, by seed. What can be imported again has the same names there. Notes,
    addresses and payments are private."""
    records: list[Record] = []
    for entry in tournament.entries.select_related("player").order_by("seed", "pk"):
        record: Record = {
            "name": entry.player.name,
            "club": entry.club,
            "rating": entry.rating,
            "fide_id": entry.fide_id,
            "seed": entry.seed,
            "fixed_table": entry.fixed_table,
            "status": entry.status,
            "entry": entry.pk,
            "stand_in": int(entry.stand_in),
        }
        if with_notes:
            paid_at = entry.paid_at.isoformat() if entry.paid_at else ""
            record |= {"note": entry.note, "email": entry.email, "paid_at": paid_at}
        records.append(record)
    return records


def pairing_records(tournament: Tournament) -> list[Record]:
    """One row for each table of a published round: who sits there, in order of play."""
    records: list[Record] = []
    for table in published_tables(tournament):
        seats = list(table.seats.all())
        names = [seat.entry.player.name for seat in seats] + [""] * (4 - len(seats))
        records.append({**_place_of(table), **{f"player_{at}": name for at, name in enumerate(names, start=1)}})
    return records


def result_records(tournament: Tournament) -> list[Record]:
    """One row for each seat of a published round. Score, place and points are empty until a result is confirmed."""
    return [
        {
            **_place_of(table),
            "seat": seat.position + 1,
            "player": seat.entry.player.name,
            "entry": seat.entry_id,
            "score": seat.score,
            "place": seat.place,
            "points": number(seat.exact_points),
            "points_exact": exact(seat.exact_points),
            "absent": int(seat.absent),
            "requested": int(table.requested),
            "stand_in": int(seat.entry.stand_in),
            "status": table.status,
            "basis": table.basis,
            "proof": proof_of(table).value,
            **recorded_columns(table.recorded),
        }
        for table in published_tables(tournament)
        for seat in table.seats.all()
    ]


def standing_records(tournament: Tournament) -> list[Record]:
    """The standings of the whole tournament; tie-breaks by their keys, empty where a stage does not use them."""
    rows = standings(tournament)
    keys = list(dict.fromkeys(key for row in rows for key in row.tie_breaks))
    return [
        {
            "place": row.place,
            "player": row.entry.player.name,
            "entry": row.entry.pk,
            "stage": row.stage.position,
            "points": number(row.points),
            "points_exact": exact(row.points),
            "games": row.games,
            "wins": row.wins,
            "byes": row.byes,
            **{key: row.tie_breaks.get(key) for key in keys},
        }
        for row in rows
    ]


def published_tables(tournament: Tournament) -> list[Table]:
    """All tables of published rounds in order, with their seats and players."""
    seats = Prefetch("seats", Seat.objects.select_related("entry__player").order_by("position"))
    tables = Table.objects.filter(round__stage__tournament=tournament).exclude(round__status=Round.Status.DRAFT)
    ordered = tables.order_by("round__stage__position", "round__number", "number", "game_number")
    return list(ordered.select_related("round__stage", "variant").prefetch_related(seats))


def number(points: Points | None) -> float | None:
    """A number of points as spreadsheets and JSON have it, with at most two decimals."""
    return None if points is None else float(in_cents(points))


def exact(points: Points | None) -> str | None:
    """The same points exactly: "4/3"."""
    return None if points is None else spelled(points)


def _place_of(table: Table) -> Record:
    return {
        "stage": table.round.stage.position,
        "round": table.round.number,
        "table": table.number,
        "game": table.game_number,
        "bye": int(table.is_bye),
    }


CSV_TABLES: dict[str, Callable[[Tournament, bool], list[Record]]] = {
    "players": player_records,
    "pairings": lambda tournament, organises: pairing_records(tournament),
    "results": lambda tournament, organises: result_records(tournament),
    "standings": lambda tournament, organises: standing_records(tournament),
}
"""The tables by the name of their file. The second argument says whether an organiser asks."""

_PLACE = ("stage", "round", "table", "game", "bye")
CSV_COLUMNS: dict[str, tuple[str, ...]] = {
    "players": ("name", "club", "rating", "fide_id", "seed", "fixed_table", "status", "entry", "stand_in"),
    "pairings": (*_PLACE, "player_1", "player_2", "player_3", "player_4"),
    "results": (
        *_PLACE,
        "seat",
        "player",
        "entry",
        "score",
        "place",
        "points",
        "points_exact",
        "absent",
        "requested",
        "stand_in",
        "status",
        "basis",
        "proof",
        *recorded_columns(None),
    ),
    "standings": ("place", "player", "entry", "stage", "points", "points_exact", "games", "wins", "byes"),
}
"""The columns of each table, for one without rows; those of tie-breaks and what only organisers see come after them."""
