"""A small world that the page tests look at: everything a page can show, made through the services."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client

from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import GameLog, LogSubmission, ResultReport, Table, Verification
from nabu.contests.results import services as matches
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Entry, Role, Round, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.platform.kept import kept_for_file
from tests.platform.scenario import (
    Event,
    account,
    agree,
    game_log,
    log_of,
    make_event,
    users,
)


def verify_all() -> None:
    """What a worker does."""
    for verification in Verification.objects.exclude(status=Verification.Status.DONE):
        verify_log(verification.pk)


def give_roles(tournament: Tournament, director: User, scorekeeper: User) -> None:
    """Helpers who were there from the beginning: no entry of the audit trail is about them."""
    for user, kind in ((director, Role.Kind.DIRECTOR), (scorekeeper, Role.Kind.SCOREKEEPER)):
        Role.objects.create(tournament=tournament, user=user, kind=kind)


@dataclass
class World:
    """One running tournament with a reported, a disputed and a proven table, one with a draft round, one draft."""

    event: Event
    opponent: User
    stranger: User
    other_organiser: User
    director: User
    scorekeeper: User
    staff: User
    reported: Table
    report: ResultReport
    disputed: Table
    proven: Table
    open: Table
    contradiction: LogSubmission
    private_log: GameLog
    draft: Tournament
    draft_entry: Entry
    draft_round: Round

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    @property
    def organiser(self) -> User:
        return self.event.organiser

    @property
    def player(self) -> User:
        """Sits at every table of the world that is used in a test of permissions, and reported there."""
        return self.report.reported_by

    @property
    def entry(self) -> Entry:
        return self.tournament.entries.get(player__user=self.stranger)


def make_world() -> World:
    """See `World`."""
    event = make_event(10, table_size=2, rounds=3)
    round_ = event.pair()
    reported, disputed, proven, open_, _last = round_.tables.order_by("number")
    player, opponent = users(reported)
    report = matches.report_result(player, reported, [90, 80])
    one, two = users(disputed)
    matches.report_result(two, disputed, [1, 0])
    contradiction = matches.submit_log(one, log_of(disputed, seed=3), disputed)
    matches.submit_log(users(proven)[0], log_of(proven, seed=4), proven)
    private = matches.submit_log(player, game_log(2, seed=5))
    verify_all()
    agree(proven)
    second = make_event(4, table_size=2, prefix="second", organiser=event.organiser)
    draft_round = pair_round(event.organiser, second.tournament)
    director, scorekeeper = account("director"), account("scorekeeper")
    draft = make_event(3, prefix="draft", organiser=event.organiser, start=False).tournament
    for table in (reported, disputed, proven, open_):
        table.refresh_from_db()
    contradiction.refresh_from_db()
    for tournament in (event.tournament, second.tournament, draft):
        give_roles(tournament, director, scorekeeper)
    return World(
        event=event,
        opponent=opponent,
        stranger=users(open_)[0],
        other_organiser=make_event(2, table_size=2, prefix="elsewhere").organiser,
        staff=account("staff", is_staff=True),
        director=director,
        scorekeeper=scorekeeper,
        reported=reported,
        report=report,
        disputed=disputed,
        proven=proven,
        open=open_,
        contradiction=contradiction,
        private_log=private.log,
        draft=draft,
        draft_entry=draft.entries.order_by("seed")[1],
        draft_round=draft_round,
    )


db, kept_world, changes_are_taken_back, world = kept_for_file(make_world, "world")


@pytest.fixture
def sign_in(client: Client):
    """Return `sign_in(user)`: the test client of that account."""

    def sign(user: User) -> Client:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign


def player_of(user: User) -> Player:
    """The account's player."""
    return Player.objects.get(user=user)
