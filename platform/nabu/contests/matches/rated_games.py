"""Which tables are rated games, and the rating journal brought in line with a table's result."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import at_least, proof_of
from nabu.contests.ratings.models import RatedGame
from nabu.contests.ratings.services import remove_games, write_game


def is_rated_game(table: Table) -> bool:
    """Whether a table is a game that is rated: confirmed, no bye, not decided without a game, at least two who really
    played and are no stand-ins, a full ranking.
    """
    if table.is_bye or table.status != Table.Status.CONFIRMED or table.basis == Table.Basis.FORFEIT:
        return False
    seats = list(table.seats.all())
    played = sum(not seat.absent and not seat.entry.stand_in for seat in seats)
    return played >= 2 and all(seat.place is not None for seat in seats)


def is_proven_enough(table: Table) -> bool:
    """Whether the level of proof is the one that the ratings of this tournament need."""
    return proof_of(table) in at_least(table.round.stage.tournament.ratings_need)


def is_rateable(table: Table) -> bool:
    """Whether a table is a rated game to which all agreed who really played and have an account."""
    return is_rated_game(table) and all(
        seat.entry.agreed for seat in table.seats.all() if not seat.absent and not seat.entry.stand_in
    )


def counts(table: Table) -> bool:
    """Whether a game counts now: its tournament does, its result is proven enough, and all at the table agreed."""
    return table.round.stage.tournament.counts_for_ratings and is_rateable(table) and is_proven_enough(table)


@transaction.atomic
def rate_table(table: Table) -> None:
    """Rewrite the journal entries of a table whose result was corrected, once its tournament is approved.

    A game that is not in the journal yet is appended. A corrected one keeps its place, and everything after it is
    replayed. What does not count any more (`counts`) leaves the journal.
    """
    if counts(table):
        write_game(table.round.stage.tournament.game, table.pk, table.confirmed_at or timezone.now())
    else:
        unrate_table(table)


@transaction.atomic
def unrate_table(table: Table) -> None:
    """Take a table out of the journal, as if it had never been rated."""
    rated = RatedGame.objects.filter(table=table)
    if rated.exists():
        remove_games(table.round.stage.tournament.game, rated)
