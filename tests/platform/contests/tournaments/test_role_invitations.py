"""Helpers by link or code: exactly the role it says, for so many people, for a week, and never by guessing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.results.history.services import undo
from nabu.contests.tournaments.models import Role, RoleInvitation, RoleInvitationUse, Tournament
from nabu.contests.tournaments.permissions import Level, level_of
from nabu.contests.tournaments.roles.invitations import (
    accept_invitation,
    good_invitations,
    known_invitation,
    make_invitation,
    revoke_invitation,
)
from nabu.contests.tournaments.roles.services import give_role, hand_over, take_role
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.codes import new_code
from nabu.core.errors import NotAllowed, Refused, TryLater
from nabu.people.claims import codes
from nabu.people.claims.models import WrongCode
from nabu.people.profiles.privacy.deletion import delete_person
from tests.platform.contests.test_races import at_once
from tests.platform.scenario import Event, account, make_event

pytestmark = pytest.mark.django_db
SCOREKEEPER, DIRECTOR = Role.Kind.SCOREKEEPER, Role.Kind.DIRECTOR


@pytest.fixture
def event() -> Event:
    return make_event(3, start=False)


@pytest.fixture
def enki() -> User:
    return account("enki")


def level(user: User, event: Event) -> Level:
    return level_of(user, Tournament.objects.get(pk=event.tournament.pk))


def invited(event: Event, kind: str = SCOREKEEPER, people: int = 1) -> RoleInvitation:
    return make_invitation(event.organiser, event.tournament, kind, people)[0]


def refused(user: User, invitation: RoleInvitation) -> bool:
    try:
        accept_invitation(user, invitation)
    except Refused:
        return True
    return False


@pytest.mark.parametrize(("kind", "reached"), [(SCOREKEEPER, Level.SCOREKEEPER), (DIRECTOR, Level.DIRECTOR)])
def test_it_gives_the_role_it_says(event: Event, enki: User, kind: str, reached: Level) -> None:
    made, code = make_invitation(event.organiser, event.tournament, kind)
    assert level(enki, event) == Level.NOBODY
    found = known_invitation(code.lower().replace("-", " "))
    assert found == made
    accept_invitation(enki, made)
    assert level(enki, event) == reached
    entry = AuditEntry.objects.get(action="role.invitation_accepted")
    assert (entry.actor, entry.tournament) == (enki, event.tournament)
    assert entry.after == {"account": "enki", "kind": kind, "invitation": made.pk}


def test_the_code_is_kept_as_a_digest_alone(event: Event) -> None:
    _made, code = make_invitation(event.organiser, event.tournament, SCOREKEEPER)
    letters = code.replace("-", "")
    kept = [str(row) for row in (*RoleInvitation.objects.values(), *AuditEntry.objects.values())]
    assert not any(code in row or letters in row for row in kept)


def test_it_is_for_so_many_people(event: Event, enki: User) -> None:
    made = invited(event, people=2)
    assert not refused(enki, made)
    assert refused(enki, made), "the same person once more"
    assert not refused(account("ninti"), made)
    assert refused(account("late"), made)
    [shown] = good_invitations(event.tournament)
    assert (shown.accepted, shown.is_full) == (["enki", "ninti"], True)


@pytest.mark.parametrize("people", [0, 21])
def test_not_for_nobody_and_not_for_a_crowd(event: Event, people: int) -> None:
    with pytest.raises(Refused, match="1 to 20"):
        invited(event, people=people)


def test_it_ends(event: Event, enki: User) -> None:
    """After a week, by being revoked, with the event, and when whoever made it may no longer give roles."""
    late, revoked, over = invited(event), invited(event), invited(event)
    RoleInvitation.objects.filter(pk=late.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert refused(enki, late)
    revoke_invitation(event.organiser, revoked)
    assert refused(enki, revoked)
    with pytest.raises(Refused, match="already revoked"):
        revoke_invitation(event.organiser, revoked)
    for status in ("finished", "cancelled"):
        Tournament.objects.filter(pk=event.tournament.pk).update(status=status)
        assert refused(enki, over)
        with pytest.raises(Refused):
            invited(event)
    Tournament.objects.filter(pk=event.tournament.pk).update(status="running")
    hand_over(event.organiser, event.tournament, account("ninti").username)
    assert refused(enki, over), "the one who made it is a director now"
    assert late.expires_at - late.made_at <= timedelta(days=7, minutes=1)


def test_it_never_takes_anything_away(event: Event, enki: User) -> None:
    give_role(event.organiser, event.tournament, "enki", DIRECTOR)
    assert refused(enki, invited(event))
    assert refused(event.organiser, invited(event, DIRECTOR))
    chief = account("chief")
    club = create_club(chief, "Eridu")
    set_member(chief, club, event.organiser.username, "director")
    set_member(chief, club, account("ninti").username, "scorekeeper")
    update_tournament(event.organiser, event.tournament, club=club)
    assert refused(User.objects.get(username="ninti"), invited(event))
    accept_invitation(User.objects.get(username="ninti"), invited(event, DIRECTOR))
    assert level(User.objects.get(username="ninti"), event) == Level.DIRECTOR


def test_who_was_removed_does_not_come_back_by_the_same_link(event: Event, enki: User) -> None:
    made = invited(event, people=5)
    take_role(event.organiser, accept_invitation(enki, made))
    assert refused(enki, made)
    assert level(enki, event) == Level.NOBODY


def test_only_an_owner_undoes_it(event: Event, enki: User) -> None:
    give_role(event.organiser, event.tournament, account("ninti").username, DIRECTOR)
    accept_invitation(enki, invited(event))
    entry = AuditEntry.objects.get(action="role.invitation_accepted")
    with pytest.raises(NotAllowed):
        undo(User.objects.get(username="ninti"), entry)
    undo(event.organiser, entry)
    assert level(enki, event) == Level.NOBODY


@pytest.mark.parametrize("kind", ["director", "scorekeeper", None])
def test_only_an_owner_invites(event: Event, enki: User, kind: str | None) -> None:
    if kind:
        give_role(event.organiser, event.tournament, "enki", kind)
    with pytest.raises(NotAllowed):
        make_invitation(enki, Tournament.objects.get(pk=event.tournament.pk), SCOREKEEPER)
    with pytest.raises(NotAllowed):
        revoke_invitation(enki, invited(event))


def test_wrong_codes_are_counted_together_with_those_of_guests(event: Event, enki: User) -> None:
    made, code = make_invitation(event.organiser, event.tournament, SCOREKEEPER)
    for number in range(codes.MOST_OF_ACCOUNT):
        ask = codes.role_invitation_of if number % 2 else codes.invitation_of
        with pytest.raises(Refused):
            ask(enki, new_code(), "203.0.113.7")
    with pytest.raises(TryLater):
        codes.role_invitation_of(enki, code, "203.0.113.8")
    assert codes.role_invitation_of(account("ninti"), code, "203.0.113.9") == made
    assert WrongCode.objects.count() == codes.MOST_OF_ACCOUNT


def test_a_code_that_is_over_is_no_guess(event: Event, enki: User, client: Client) -> None:
    made, code = make_invitation(event.organiser, event.tournament, SCOREKEEPER)
    revoke_invitation(event.organiser, made)
    client.force_login(enki)
    page = client.get(reverse("claims:helper", args=[code]), follow=True).content.decode()
    assert "no longer valid" in page
    assert WrongCode.objects.count() == 0


def test_a_deleted_account_leaves_no_use_behind(event: Event, enki: User) -> None:
    accept_invitation(enki, invited(event))
    delete_person(enki, user=enki)
    assert RoleInvitationUse.objects.count() == 0


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_who_accept_the_last_place_at_once(event: Event, enki: User) -> None:
    made, ninti = invited(event), account("ninti")
    refusals = at_once([lambda: accept_invitation(enki, made), lambda: accept_invitation(ninti, made)])
    assert refusals == ["This invitation is no longer valid. Ask the organiser for a new one."]
    assert Role.objects.count() == RoleInvitationUse.objects.count() == 1


# --- Pages -----------------------------------------------------------------------------------------------------------


def link_on(page: str) -> str:
    return page.partition('readonly value="')[2].partition('"')[0]


def test_the_way_from_the_link_to_the_role(event: Event, client: Client) -> None:
    """Not signed in: sign in and come back. Signed in: one tap."""
    client.force_login(event.organiser)
    address = reverse("tournaments:role_invite", args=[event.tournament.pk])
    made = client.post(address, {"invite-kind": "scorekeeper", "invite-people": "1"})
    assert "no-store" in made["Cache-Control"]
    link = link_on(made.content.decode())
    path = "/" + link.split("/", 3)[3]
    roles = reverse("tournaments:roles", args=[event.tournament.pk])
    assert path not in client.get(roles).content.decode(), "it is shown once"
    enki, helper = account("enki"), Client()
    page = helper.get(path).content.decode()
    assert f"?next={path}" in page
    assert event.tournament.name not in page
    helper.force_login(enki)
    page = helper.get(path).content.decode()
    assert event.tournament.name in page
    assert "Player_Organiser" in page
    answer = helper.post(path, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("tournaments:detail", args=[event.tournament.pk])
    assert Role.objects.get().user == enki
    assert helper.get(path).status_code == 302, "the link leads to the event from then on"
    assert "Accepted: 1 of 1" in client.get(roles).content.decode()


def test_a_form_that_is_refused_keeps_what_was_typed(event: Event, client: Client) -> None:
    client.force_login(event.organiser)
    address = reverse("tournaments:role_invite", args=[event.tournament.pk])
    page = client.post(address, {"invite-kind": "director", "invite-people": "50"}).content.decode()
    assert 'value="50"' in page
    assert '<option value="director" selected' in page


def test_a_typed_code_leads_to_the_same_page(event: Event, enki: User, client: Client) -> None:
    _made, code = make_invitation(event.organiser, event.tournament, SCOREKEEPER)
    client.force_login(enki)
    answer = client.post(reverse("claims:helper_code"), {"code": code.lower().replace("-", " ")}, follow=True)
    assert event.tournament.name in answer.content.decode()
