"""Who sat on the seats of a log, as the site knows them."""

from __future__ import annotations

from nabu.accounts.players.models import Person
from nabu.contests.matches.models import GameLog, LogSubmission, Seat, Table
from nabu.contests.matches.queries import with_players
from nabu.contests.results.logs.queries import uses_of
from nabu.contests.results.permissions import can_see_table
from nabu.contests.results.settling.rules import seats_by_name


def table_of_log(log: GameLog, user: Person) -> Table | None:
    """The table whose result this log proves, with its seats; None if there is none that this person may see."""
    tables = Table.objects.filter(log=log).select_related("round__stage__tournament").prefetch_related(with_players())
    found = tables.first()
    return found if found is not None and can_see_table(user, found) else None


def names_of_seats(log: GameLog, table: Table | None, written: list[str], user: Person) -> list[str]:
    """The names by seat of the log: those of the players at the table, and only where nobody knows who sat where those
    that are `written` in the log.

    Of tables that this person may not see nothing is said. `table` is that of `table_of_log`.
    """
    if table is not None:
        # A log that becomes a table's result brings its seats into the order of play; who was absent is not in it.
        seats = sorted(table.seats.all(), key=lambda seat: seat.position)
        found = [seat.entry.player.name for seat in seats if not seat.absent]
        if len(found) == len(written):
            return found
    for use in uses_of(log, user):
        names = _as_assigned(use, written)
        if names is not None:
            return names
    return written


def _as_assigned(use: LogSubmission, written: list[str]) -> list[str] | None:
    """The players in the order in which somebody has assigned them to the seats, or in which the log names them."""
    seats = Seat.objects.filter(table=use.table_id).select_related("entry__player").order_by("position")
    names = {seat.entry_id: seat.entry.player.name for seat in seats}
    order = use.seats if use.seats is not None else seats_by_name(list(names.items()), written)
    if order is None or len(order) != len(written) or not set(order) <= names.keys():
        return None
    return [names[entry] for entry in order]
