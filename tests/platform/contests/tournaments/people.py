"""What the tests about the people of a tournament have in common."""

from __future__ import annotations

from nabu.accounts.players.models import User
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Entry, Role, Round
from tests.platform.scenario import Event, account, seats


def helper_of(event: Event, kind: str) -> User:
    """A new account with this role in the tournament."""
    user = account(kind)
    Role.objects.create(tournament=event.tournament, user=user, kind=kind)
    return user


def entry_of(event: Event, number: int) -> Entry:
    """The entry of player 1, 2, ..."""
    return event.tournament.entries.get(player__user=event.players[number - 1])


def decide(event: Event, round_: Round) -> None:
    """The first seat wins everywhere."""
    for table in round_.tables.filter(is_bye=False):
        matches.rule_result(event.organiser, table, Ruling([60 - seat.position for seat in seats(table)]))
