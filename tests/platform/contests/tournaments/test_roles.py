"""Roles, handing over, clubs: who sees a draft, who gives power, and that nobody takes it by going back in time."""

from __future__ import annotations

import pytest

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import touch, tournament_topic
from nabu.contests.clubs import services as clubs
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.services import create_club, remove_member, set_member
from nabu.contests.results.history.services import undo
from nabu.contests.tournaments.models import Role, Tournament
from nabu.contests.tournaments.page_queries import runs_any
from nabu.contests.tournaments.permissions import Level, level_of
from nabu.contests.tournaments.queries import visible_tournaments
from nabu.contests.tournaments.roles.services import give_role, hand_over, take_role
from nabu.contests.tournaments.setup.services import delete_draft, update_tournament
from nabu.contests.tournaments.shared import works_in
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import Event, account, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(3, start=False)


@pytest.fixture
def helper() -> User:
    return account("enki")


def level(user: User, tournament: Tournament) -> Level:
    return level_of(user, Tournament.objects.get(pk=tournament.pk))


def test_who_runs_nothing_is_not_looked_up_and_whoever_runs_something_is(event: Event, helper: User) -> None:
    """The home page of a player asks for nothing that waits for an organiser."""
    staff, member = account("anu", is_staff=True), account("ea")
    people = (event.organiser, staff, helper, member, event.players[0])
    assert [runs_any(user) for user in people] == [True, True, False, False, False]
    give_role(event.organiser, event.tournament, "enki", "scorekeeper")
    club = Club.objects.create(name="Ur")
    Membership.objects.create(club=club, user=member, kind="scorekeeper")
    assert [runs_any(user) for user in (helper, member)] == [True, True]
    assert works_in(helper, event.tournament.pk)
    assert not works_in(member, event.tournament.pk)
    Tournament.objects.filter(pk=event.tournament.pk).update(club=club)
    touch(tournament_topic(event.tournament.pk))
    assert works_in(member, event.tournament.pk)


def test_whoever_does_not_help_any_more_gets_the_pages_of_everybody(event: Event, helper: User) -> None:
    give_role(event.organiser, event.tournament, "enki", "scorekeeper")
    assert works_in(helper, event.tournament.pk)
    take_role(event.organiser, Role.objects.get())
    assert not works_in(helper, event.tournament.pk)
    club = create_club(event.organiser, "Ur")
    Tournament.objects.filter(pk=event.tournament.pk).update(club=club)
    touch(tournament_topic(event.tournament.pk))
    assert not works_in(helper, event.tournament.pk)
    member = set_member(event.organiser, club, "enki", "scorekeeper")
    assert works_in(helper, event.tournament.pk)
    remove_member(helper, member)
    assert not works_in(helper, event.tournament.pk)


def last_entry(action: str) -> AuditEntry:
    return AuditEntry.objects.filter(action=action).order_by("-pk")[0]


def test_a_role_shows_the_draft_and_is_written_down_once(event: Event, helper: User) -> None:
    assert event.tournament not in visible_tournaments(helper)
    before = AuditEntry.objects.count()
    give_role(event.organiser, event.tournament, "enki", "scorekeeper")
    assert AuditEntry.objects.count() == before + 1
    assert event.tournament in visible_tournaments(helper)
    assert level(helper, event.tournament) == Level.SCOREKEEPER
    give_role(event.organiser, event.tournament, "enki", "director")
    assert level(helper, event.tournament) == Level.DIRECTOR
    assert last_entry("role.given").before == {"account": "enki", "kind": "scorekeeper"}
    take_role(event.organiser, Role.objects.get())
    assert level(helper, event.tournament) == Level.NOBODY


@pytest.mark.parametrize("name", ["Enki", "enk", "nobody", "", "closed"])
def test_an_account_is_named_exactly(event: Event, helper: User, name: str) -> None:
    account("closed", is_active=False)
    with pytest.raises(Refused, match="exactly this user name"):
        give_role(event.organiser, event.tournament, name, "director")


def test_what_makes_no_sense_is_refused(event: Event, helper: User) -> None:
    with pytest.raises(Refused, match="owns this tournament"):
        give_role(event.organiser, event.tournament, event.organiser.username, "director")
    with pytest.raises(Refused, match="Unknown role"):
        give_role(event.organiser, event.tournament, "enki", "owner")
    give_role(event.organiser, event.tournament, "enki", "director")
    with pytest.raises(Refused, match="already"):
        give_role(event.organiser, event.tournament, "enki", "director")
    with pytest.raises(Refused, match="already"):
        hand_over(event.organiser, event.tournament, event.organiser.username)


def test_a_director_neither_gives_nor_takes_power_not_even_by_going_back_in_time(event: Event, helper: User) -> None:
    """What only an owner does, only an owner takes back: else a director would get a lost owner's helpers again."""
    give_role(event.organiser, event.tournament, "enki", "director")
    other = account("ninurta")
    given = give_role(event.organiser, event.tournament, "ninurta", "scorekeeper")
    for forbidden in (
        lambda: give_role(helper, event.tournament, "ninurta", "director"),
        lambda: take_role(helper, given),
        lambda: hand_over(helper, event.tournament, "enki"),
        lambda: undo(helper, last_entry("role.given")),
        lambda: delete_draft(helper, event.tournament),
    ):
        with pytest.raises(NotAllowed):
            forbidden()
    undo(event.organiser, last_entry("role.given"))
    assert level(other, event.tournament) == Level.NOBODY


def test_who_hands_over_stays_a_director_and_cannot_take_it_back(event: Event, helper: User) -> None:
    give_role(event.organiser, event.tournament, "enki", "scorekeeper")
    hand_over(event.organiser, event.tournament, "enki")
    assert level(helper, event.tournament) == Level.OWNER
    assert level(event.organiser, event.tournament) == Level.DIRECTOR
    assert [role.user for role in event.tournament.roles.all()] == [event.organiser]
    with pytest.raises(NotAllowed):
        undo(event.organiser, last_entry("tournament.handed_over"))
    undo(helper, last_entry("tournament.handed_over"))
    assert level(event.organiser, event.tournament) == Level.OWNER
    assert level(helper, event.tournament) == Level.SCOREKEEPER


class TestClubs:
    """People who organise together."""

    @pytest.fixture
    def club(self) -> Club:
        club = clubs.create_club(account("ur_owner"), "Players of Ur")
        for name, kind in (("ur_director", "director"), ("ur_keeper", "scorekeeper")):
            account(name)
            clubs.set_member(User.objects.get(username="ur_owner"), club, name, kind)
        return club

    def user(self, name: str) -> User:
        return User.objects.get(username=name)

    def draft_of(self, name: str, club: Club | None) -> Tournament:
        event = make_event(2, table_size=2, prefix=f"{name}_guest", organiser=self.user(name), start=False)
        return update_tournament(self.user(name), event.tournament, club=club)

    def test_members_see_the_drafts_of_their_club_and_of_no_other(self, club: Club) -> None:
        """Several organisers in one installation: each sees its own drafts only."""
        other = clubs.create_club(account("uruk_owner"), "Players of Uruk")
        ours, theirs = self.draft_of("ur_director", club), self.draft_of("uruk_owner", other)
        alone = make_event(2, table_size=2, prefix="alone", start=False).tournament
        levels = {"ur_owner": Level.OWNER, "ur_director": Level.OWNER, "ur_keeper": Level.SCOREKEEPER}
        for name, expected in levels.items():
            assert set(visible_tournaments(self.user(name))) == {ours}
            assert level(self.user(name), ours) == expected
            assert level(self.user(name), theirs) == level(self.user(name), alone) == Level.NOBODY
        assert set(visible_tournaments(self.user("uruk_owner"))) == {theirs}

    def test_only_who_organises_for_a_club_gives_it_a_tournament(self, club: Club) -> None:
        for name in ("ur_keeper", "stranger"):
            if name == "stranger":
                account(name)
            with pytest.raises(Refused, match="owner or a director"):
                self.draft_of(name, club)
        draft = self.draft_of("ur_director", club)
        director = account("hired")
        give_role(self.user("ur_director"), draft, "hired", "director")
        with pytest.raises(NotAllowed):
            update_tournament(director, draft, club=None)
        update_tournament(director, draft, name="Spring", club=club)

    def test_a_director_of_the_tournament_cannot_undo_it_into_a_club(self, club: Club) -> None:
        """The way back would give the members of the club their power again."""
        draft = self.draft_of("ur_director", club)
        update_tournament(self.user("ur_director"), draft, club=None)
        give_role(self.user("ur_director"), draft, "ur_keeper", "director")
        with pytest.raises(NotAllowed):
            undo(self.user("ur_keeper"), last_entry("tournament.changed"))

    def test_a_club_keeps_an_owner(self, club: Club) -> None:
        owner = self.user("ur_owner")
        with pytest.raises(Refused, match="needs an owner"):
            clubs.remove_member(owner, club.memberships.get(user=owner))
        with pytest.raises(Refused, match="needs an owner"):
            clubs.set_member(owner, club, "ur_owner", "director")
        clubs.set_member(owner, club, "ur_director", "owner")
        clubs.remove_member(owner, club.memberships.get(user=owner))
        assert {member.user.username for member in club.memberships.all()} == {"ur_director", "ur_keeper"}

    def test_members_leave_and_only_owners_change_others(self, club: Club) -> None:
        keeper, director = self.user("ur_keeper"), self.user("ur_director")
        for forbidden in (
            lambda: clubs.remove_member(director, club.memberships.get(user=keeper)),
            lambda: clubs.set_member(director, club, "ur_director", "owner"),
            lambda: clubs.rename_club(director, club, "Ours"),
            lambda: clubs.delete_club(director, club),
        ):
            with pytest.raises(NotAllowed):
                forbidden()
        clubs.remove_member(keeper, club.memberships.get(user=keeper))
        assert last_entry("club.left").actor == keeper
        assert not Membership.objects.filter(user=keeper).exists()

    def test_names_are_one_of_a_kind_and_a_club_with_tournaments_stays(self, club: Club) -> None:
        owner = self.user("ur_owner")
        for name in ("  players  of ur ", "", "x" * 81):
            with pytest.raises(Refused):
                clubs.create_club(owner, name)
        clubs.rename_club(owner, club, "PLAYERS of Ur")
        self.draft_of("ur_director", club)
        with pytest.raises(Refused, match="cannot be closed"):
            clubs.delete_club(owner, club)
