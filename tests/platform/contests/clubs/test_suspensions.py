"""Suspended from the events of a club: by every way into an event, for so long, and who hears why."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club, Suspension
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.clubs.suspensions import holds, lift, suspend, suspensions_of
from nabu.contests.results.history.services import undo, undo_back_to
from nabu.contests.tournaments.entries.invitations import accept_invitation
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, remove_entry
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.quick_start.services import rename_entries
from nabu.contests.tournaments.registration.services import accept, register
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.contests.tournaments.suspended import suspended_entries
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.notifications.models import Mail, Mailbox
from nabu.people.claims.merging import merge_players, undo_merge
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.people.profiles.privacy.personal_archive import write_archive
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event

WHY = "Moved tiles behind backs."


class Ur:
    """A club with an owner, a director and a scorekeeper, its draft, and somebody to be suspended."""

    def __init__(self) -> None:
        self.owner, self.director, self.scorekeeper = account("owner"), account("director"), account("scorekeeper")
        self.player = account("ana")
        self.club: Club = create_club(self.owner, "Players of Ur")
        set_member(self.owner, self.club, "director", "director")
        set_member(self.owner, self.club, "scorekeeper", "scorekeeper")
        self.event = self.draft(registration=True)

    def draft(self, prefix: str = "player", **settings: object) -> Event:
        event = make_event(2, start=False, organiser=self.owner, prefix=prefix)
        update_tournament(self.owner, event.tournament, club=self.club, **settings)
        event.refresh()
        return event

    def change(self, **settings: object) -> None:
        update_tournament(self.owner, self.event.tournament, **settings)
        self.event.refresh()

    def suspend(self, *, days: int = 30, player: Player | None = None, since: int = 0) -> Suspension:
        today = timezone.localdate()
        until, first = today + timedelta(days), today + timedelta(since)
        return suspend(self.owner, self.club, player or self.player.player, until=until, reason=WHY, since=first)


db, kept_world, changes_are_taken_back, ur = kept_for_file(Ur, "ur")


def today() -> date:
    return timezone.localdate()


# --- Every way in -----------------------------------------------------------------------------------------------------


def by_registering(ur: Ur) -> None:
    register(ur.player, ur.event.tournament)


def by_a_director(ur: Ur) -> None:
    add_entry(ur.director, ur.event.tournament, ur.player.player)


def by_an_owner(ur: Ur) -> None:
    add_entry(ur.owner, ur.event.tournament, ur.player.player)


@pytest.mark.parametrize("enter", [by_registering, by_a_director, by_an_owner])
def test_a_suspended_player_does_not_get_in(ur: Ur, enter: Callable[[Ur], None]) -> None:
    ur.suspend()
    with pytest.raises(Refused, match=r"suspended from events of Players of Ur until .*Moved tiles behind backs"):
        enter(ur)
    assert ur.event.tournament.entries.count() == 2
    elsewhere = make_event(2, start=False, organiser=account("other"), prefix="other").tournament
    add_entry(User.objects.get(username="other"), elsewhere, ur.player.player)


def test_a_guest_on_a_list_is_refused_by_name_and_a_helper_from_outside_hears_no_reason(ur: Ur) -> None:
    entry = add_entries_by_name(ur.owner, ur.draft("earlier").tournament, ["Bilga"])[0]
    ur.suspend(player=entry.player)
    with pytest.raises(Refused, match="Bilga is suspended"):
        add_entries_by_name(ur.director, ur.event.tournament, ["Cem", "Bilga"])
    helper = account("helper")
    ur.event.tournament.roles.create(user=helper, kind="director")
    with pytest.raises(Refused, match="Bilga cannot be entered in events of Players of Ur until") as refusal:
        add_entries_by_name(helper, ur.event.tournament, ["Bilga"])
    assert WHY not in refusal.value.message
    assert not Player.objects.filter(name="Cem").exists(), "all of the list or nobody"


def test_an_approved_registration_and_a_place_that_becomes_free_pass_by(ur: Ur) -> None:
    """Registered before the suspension: not accepted, and the next one on the waiting list moves up."""
    ur.change(capacity=2)
    bo = account("bo")
    for user in (ur.player, bo):
        register(user, ur.event.tournament)
    ur.suspend()
    remove_entry(ur.owner, ur.event.tournament.entries.first())
    assert [entry.player.name for entry in ur.event.tournament.entries.order_by("seed")] == ["Player 2", "Bo"]
    with pytest.raises(Refused, match="Ana is suspended"):
        accept(ur.director, ur.event.tournament.registrations.get(player=ur.player.player))


def test_an_invitation_cannot_be_accepted_in_a_draft_and_can_once_it_is_played(ur: Ur) -> None:
    """The guest who stands in has played by then: a running event is not affected."""
    entry = add_entry(ur.owner, ur.event.tournament, ur.player.player)
    ur.suspend()
    with pytest.raises(Refused, match=f"You are suspended from events of Players of Ur until .*{WHY}"):
        accept_invitation(ur.player, entry, Entry.Consent.NONE)
    assert [(found.pk, why.reason) for found, why in suspended_entries(ur.event.refresh())] == [(entry.pk, WHY)]
    start_tournament(ur.owner, ur.event.tournament)
    assert suspended_entries(ur.event.refresh()) == []
    assert accept_invitation(ur.player, entry, Entry.Consent.NONE).player == ur.player.player


def test_nobody_becomes_a_suspended_guest_by_a_new_name(ur: Ur) -> None:
    bob = add_entries_by_name(ur.owner, ur.draft("earlier").tournament, ["Bob"])[0].player
    ur.suspend(player=bob)
    entry = add_entries_by_name(ur.director, ur.event.tournament, ["Bbo"])[0]
    with pytest.raises(Refused, match="Bob is suspended"):
        rename_entries(ur.director, ur.event.tournament, [(entry, "Bob")])
    assert "Bob" not in ur.event.tournament.entries.values_list("player__name", flat=True)


def test_undoing_does_not_bring_a_suspended_player_back(ur: Ur) -> None:
    entry = add_entries_by_name(ur.owner, ur.event.tournament, ["Bob"])[0]
    ur.suspend(player=entry.player)
    remove_entry(ur.director, entry)
    removed, added = ur.event.tournament.audit_entries.order_by("-pk")[:2]
    with pytest.raises(Refused, match="Bob is suspended"):
        undo(ur.director, removed)
    undo_back_to(ur.director, added)
    assert not ur.event.tournament.entries.filter(player=entry.player).exists()


def test_whoever_is_merged_into_a_suspended_player_is_noted_in_drafts(ur: Ur) -> None:
    """Entered already, so it is for the directors to remove; the guest alone would be noticed by nobody."""
    entry = add_entries_by_name(ur.owner, ur.event.tournament, ["Anna"])[0]
    made = ur.suspend()
    merge_players(account("staff", is_staff=True), entry.player, ur.player.player)
    assert suspended_entries(ur.event.refresh()) == [(entry, made)]


# --- How long ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "until", "begins", "kept_out"),
    [
        (0, 0, 0, True),
        (0, 0, None, True),
        (0, 0, 1, False),
        (0, 10, 10, True),
        (0, 10, 11, False),
        (0, 10, -3, True),
        (5, 10, None, False),
        (5, 10, 4, False),
        (5, 10, 5, True),
    ],
)
def test_the_day_on_which_the_event_begins_decides(
    ur: Ur, since: int, until: int, begins: int | None, kept_out: bool
) -> None:
    """Both days are included; no day, or one that is over, is today."""
    ur.change(starts_on=None if begins is None else today() + timedelta(begins))
    ur.suspend(since=since, days=until)
    if kept_out:
        with pytest.raises(Refused):
            register(ur.player, ur.event.tournament)
    else:
        register(ur.player, ur.event.tournament)


def test_it_ends_by_itself_at_midnight_of_the_site_and_stays_in_the_list(
    ur: Ur, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Kiritimati it is 1 December ten hours before it is in Greenwich."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 30, 10, 30, tzinfo=UTC))
    made = suspend(ur.owner, ur.club, ur.player.player, until=date(2026, 11, 30), since=date(2026, 11, 30), reason=WHY)
    assert holds(made)
    with pytest.raises(Refused):
        register(ur.player, ur.event.tournament)
    with timezone.override(ZoneInfo("Pacific/Kiritimati")):
        assert not holds(made)
        assert not suspensions_of(ur.player)
        with pytest.raises(Refused, match="already over"):
            lift(ur.owner, made, "Late.")
        register(ur.player, ur.event.tournament)
    assert Suspension.objects.filter(pk=made.pk).exists()


def test_lifting_ends_it_and_the_second_to_lift_hears_who_was_first(ur: Ur) -> None:
    other = account("other_owner", "Enki")
    set_member(ur.owner, ur.club, "other_owner", "owner")
    made = ur.suspend()
    lift(other, made, "We talked.")
    with pytest.raises(Refused, match="Enki already lifted this suspension"):
        lift(ur.owner, made, "Me too.")
    register(ur.player, ur.event.tournament)
    entries = AuditEntry.objects.filter(object_type="clubs.suspension").order_by("pk")
    assert [(entry.action, entry.reason) for entry in entries] == [
        ("suspension.made", WHY),
        ("suspension.lifted", "We talked."),
    ]
    assert (entries[1].before["lifted"], entries[1].after["lifted"]) == (False, True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"until": -1}, "last day is before"),
        ({"since": -1}, "today or later"),
        ({"since": 9, "until": 8}, "last day is before"),
        ({"until": 366 * 5}, "at most 5 years"),
        ({"reason": "  "}, "Enter a reason"),
        ({"reason": "x" * 501}, "Too long"),
    ],
)
def test_what_is_no_suspension_is_refused(ur: Ur, change: dict[str, object], message: str) -> None:
    wanted = {"until": 9, "since": 0, "reason": WHY} | change
    days = {name: today() + timedelta(int(str(wanted[name]))) for name in ("until", "since")}
    with pytest.raises(Refused, match=message):
        suspend(ur.owner, ur.club, ur.player.player, reason=str(wanted["reason"]), **days)


def test_nobody_is_suspended_twice_for_the_same_days(ur: Ur) -> None:
    ur.suspend(days=5)
    with pytest.raises(Refused, match="already suspended until"):
        ur.suspend(days=9)
    ur.suspend(since=6, days=9)


# --- Who --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "may"), [("owner", True), ("director", False), ("scorekeeper", False), ("ana", False)])
def test_only_owners_suspend_and_lift(ur: Ur, who: str, may: bool) -> None:
    made = ur.suspend()
    actor = User.objects.get(username=who)
    if may:
        lift(actor, made, "We talked.")
        return
    with pytest.raises(NotAllowed):
        lift(actor, made, "We talked.")
    with pytest.raises(NotAllowed):
        suspend(actor, ur.club, account("bo").player, until=today(), reason=WHY)


def test_the_reason_is_seen_by_directors_and_the_player_only(ur: Ur) -> None:
    ur.suspend()
    client, seen = Client(), {}
    for user in (
        ur.owner,
        ur.director,
        ur.scorekeeper,
        account("staff", is_staff=True),
        ur.player,
        account("stranger"),
    ):
        client.force_login(user)
        listed = client.get(f"/clubs/{ur.club.pk}/suspensions/")
        seen[user.username] = listed.status_code
        assert (WHY in listed.content.decode()) == (listed.status_code == 200)
    assert seen == {"owner": 200, "director": 200, "scorekeeper": 403, "staff": 200, "ana": 403, "stranger": 403}
    for address in ("/", f"/clubs/{ur.club.pk}/", f"/players/{ur.player.player.pk}/"):
        assert WHY not in client.get(address).content.decode(), "the stranger"
    client.force_login(ur.player)
    assert WHY in client.get("/").content.decode()
    page = client.get(f"/tournaments/{ur.event.tournament.pk}/registration/").content.decode()
    assert WHY in page
    assert "/registration/register/" not in page, "no button that would be refused"


def test_the_data_of_a_person_has_the_suspension_of_the_guest_it_took_over(ur: Ur) -> None:
    guest = add_entries_by_name(ur.owner, ur.draft("earlier").tournament, ["Ana of Ur"])[0].player
    ur.suspend(player=guest)
    merge_players(account("staff", is_staff=True), guest, ur.player.player)
    file = BytesIO()
    write_archive(file, player=Player.objects.get(user=ur.player), user=ur.player)
    [row] = json.loads(ZipFile(file).read("rows/clubs.suspension.json"))
    assert (row["reason"], row["player_id"]) == (WHY, guest.pk)


def test_it_follows_a_guest_through_a_merge_and_back(ur: Ur) -> None:
    guest = add_entries_by_name(ur.owner, ur.draft("earlier").tournament, ["Ana of Ur"])[0].player
    ur.suspend(player=guest)
    merge = merge_players(account("staff", is_staff=True), guest, ur.player.player)
    with pytest.raises(Refused, match="You are suspended"):
        register(ur.player, ur.event.tournament)
    assert len(suspensions_of(ur.player)) == 1
    undo_merge(User.objects.get(username="staff"), merge)
    register(ur.player, ur.event.tournament)


def test_the_player_gets_mails_and_a_deleted_account_takes_its_reason_along(ur: Ur) -> None:
    User.objects.filter(pk=ur.player.pk).update(email="ana@example.org")
    Mailbox.objects.create(user=ur.player, confirmed="ana@example.org")
    made = ur.suspend(player=Player.objects.get(user=ur.player))
    lift(ur.owner, made, "We talked.")
    told = [(mail.subject, mail.text) for mail in Mail.objects.order_by("pk")]
    assert [subject for subject, _text in told] == [
        "Players of Ur: you are suspended from its events",
        "Players of Ur: your suspension is lifted",
    ]
    assert WHY in told[0][1]
    assert "We talked." in told[1][1]
    delete_person(None, user=ur.player)
    made.refresh_from_db()
    assert (made.reason, made.lift_reason) == ("", "")
    assert not AuditEntry.objects.filter(reason__in=[WHY, "We talked."]).exists()
    assert "Ana" not in made.player.name


def test_whoever_took_over_a_suspended_guest_hears_of_the_end(ur: Ur) -> None:
    guest = add_entries_by_name(ur.owner, ur.draft("earlier").tournament, ["Bilga"])[0].player
    made = ur.suspend(player=guest)
    merge_players(account("staff", is_staff=True), guest, ur.player.player)
    User.objects.filter(pk=ur.player.pk).update(email="ana@example.org")
    Mailbox.objects.create(user=ur.player, confirmed="ana@example.org")
    lift(ur.owner, made, "We talked.")
    mail = Mail.objects.get()
    assert mail.subject == "Players of Ur: your suspension is lifted"
    assert "Ana" in mail.text
    assert "Bilga" not in mail.text


def test_practice_events_and_events_without_the_club_are_open(ur: Ur) -> None:
    ur.suspend()
    Tournament.objects.filter(pk=ur.event.tournament.pk).update(practice=True)
    add_entry(ur.owner, ur.event.tournament, ur.player.player)
