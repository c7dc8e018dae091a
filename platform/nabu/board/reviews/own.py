"""Whose game it was: the games of an account, and its seat in one of them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from nabu.accounts.players.models import Person, User
from nabu.contests.matches.models import GameLog, LogSubmission, Seat, Table
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import PUBLIC


def tables_of(user: User) -> QuerySet[Table]:
    """The finished tables of public tournaments at which the account's player sat."""
    seats = Seat.objects.filter(entry__player__user=user, absent=False).values("table")
    return (
        Table.objects.filter(pk__in=seats, status=Table.Status.CONFIRMED)
        .filter(round__stage__tournament__in=Tournament.objects.filter(PUBLIC))
        .exclude(round__status=Round.Status.DRAFT)
    )


def sent_without_table(user: User) -> QuerySet[LogSubmission]:
    """What the account has sent of games that prove no table: of those the site knows who sat where."""
    proving = Table.objects.filter(Q(log=OuterRef("log")) | Q(log__game=OuterRef("log__game")))
    return LogSubmission.objects.filter(~Exists(proving), submitted_by=user, table=None)


def own_seats(user: Person, log: GameLog) -> list[int] | None:
    """The seats of the log's game that may have been the account's: none in a game of others; None where nobody has
    said which."""
    if not isinstance(user, User):
        return []
    same = Q(log=log) | (Q(log__game=log.game_id) if log.game_id else Q())
    table = tables_of(user).filter(same).order_by("-confirmed_at").first()
    if table is None:
        return None if sent_without_table(user).filter(same).exists() else []
    there = table.seats.filter(absent=False).order_by("position").values_list("entry__player__user", flat=True)
    return [seat for seat, account in enumerate(there) if account == user.pk]
