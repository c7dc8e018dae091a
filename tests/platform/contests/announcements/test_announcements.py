"""Announcements: who may make one, who reads it, how much may be said, and what a second organiser does meanwhile."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from nabu.accounts.audit.history import rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import announcements_topic, numbers, touch
from nabu.contests.announcements import queries, services
from nabu.contests.announcements.models import MOST_CHARACTERS, Announcement
from nabu.contests.announcements.queries import PROJECTED_FOR, latest
from nabu.contests.announcements.recipients import accounts_told
from nabu.contests.announcements.services import make_announcement, withdraw_announcement
from nabu.contests.announcements.typed import checked_text
from nabu.contests.domain_events.events import events_of
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import slip_token
from nabu.contests.results.history.services import undo
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.cancelling.services import cancel_tournament
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Role, Tournament
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import unpublish_round
from nabu.contests.tournaments.setup.services import delete_draft, update_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.notifications.kinds import Kind
from nabu.messages.notifications.models import Mail, Mailbox
from nabu.messages.notifications.services import stop_mails
from nabu.messages.notifications.tasks import drop_withdrawn
from nabu.messages.push.models import Notification
from nabu.messages.push.wording import content_of
from nabu.messages.webhooks.feed import read_feed
from nabu.messages.webhooks.models import Delivery
from nabu.messages.webhooks.services import create_webhook
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.web.live.tickets import read_ticket
from tests.platform.by_hand import do_jobs
from tests.platform.kept import kept_for_file
from tests.platform.messages.push.service import FakeBrowser
from tests.platform.scenario import Event, account, make_event, users

TEXT = "Lunch until 14:00."


def hall() -> Event:
    """Four players at two tables of a published round, a director and a scorekeeper."""
    event = make_event(4, table_size=2)
    for name in ("director", "scorekeeper"):
        Role.objects.create(tournament=event.tournament, user=account(name), kind=name)
    account("stranger")
    account("boss", is_staff=True)
    event.pair()
    do_jobs("announce")
    event.refresh()
    return event


db, kept_world, changes_are_taken_back, event = kept_for_file(hall, "event")


def user(name: str) -> User:
    return User.objects.get(username=name)


def tables_of(event: Event) -> list[Table]:
    return list(Table.objects.filter(round__stage__tournament=event.tournament).order_by("number"))


def people(event: Event) -> dict[str, User | None]:
    first, second = tables_of(event)
    found: dict[str, User | None] = {name: user(name) for name in ("stranger", "director", "scorekeeper", "boss")}
    return found | {"visitor": None, "seated": users(first)[0], "elsewhere": users(second)[0]}


def client_of(person: User | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def api_of(person: User | None) -> APIClient:
    client = APIClient()
    if person is not None:
        client.force_authenticate(person)
    return client


# --- Who may ----------------------------------------------------------------------------------------------------------


def test_directors_announce_and_scorekeepers_do_not(event: Event) -> None:
    for name in ("player1", "stranger", "scorekeeper"):
        with pytest.raises(NotAllowed):
            make_announcement(user(name), event.tournament, TEXT)
    made = make_announcement(user("director"), event.tournament, TEXT)
    with pytest.raises(NotAllowed):
        withdraw_announcement(user("scorekeeper"), made)
    assert withdraw_announcement(user("boss"), made).withdrawn_at is not None


def test_nothing_is_said_where_nobody_reads(event: Event) -> None:
    draft_round = pair_round(event.organiser, played(event))
    hidden = make_event(2, start=False, prefix="hidden")
    for where in ({"round_": draft_round}, {"table": draft_round.tables.first()}):
        with pytest.raises(Refused, match="not published"):
            make_announcement(event.organiser, event.tournament, TEXT, **where)
    with pytest.raises(Refused, match="Nobody sees this draft"):
        make_announcement(hidden.organiser, hidden.tournament, TEXT)
    with pytest.raises(Refused, match="no longer exists"):
        make_announcement(event.organiser, event.tournament, TEXT, round_=make_event(2, prefix="far").pair())


def played(event: Event) -> Tournament:
    for table in tables_of(event):
        rule_result(event.organiser, table, Ruling([50, 40]))
    return event.refresh()


# --- Who reads --------------------------------------------------------------------------------------------------------

READS = {
    #              everybody's, the round's, the table's
    "visitor": (True, True, False),
    "stranger": (True, True, False),
    "elsewhere": (True, True, False),
    "seated": (True, True, True),
    "scorekeeper": (True, True, True),
    "director": (True, True, True),
    "boss": (True, True, True),
}


def said_everywhere(event: Event) -> list[Announcement]:
    table = tables_of(event)[0]
    return [
        make_announcement(event.organiser, event.tournament, "to the event"),
        make_announcement(event.organiser, event.tournament, "to the round", round_=table.round),
        make_announcement(event.organiser, event.tournament, "to the table", table=table),
    ]


def test_who_reads_what_on_pages_and_in_the_api(event: Event) -> None:
    said = said_everywhere(event)
    table = tables_of(event)[0]
    for name, person in people(event).items():
        page = client_of(person).get(reverse("tournaments:announcements", args=[event.tournament.pk])).content.decode()
        assert tuple(one.text in page for one in said) == READS[name], name
        api = api_of(person)
        listed = api.get(f"/api/v1/tournaments/{event.tournament.pk}/announcements/").json()["results"]
        assert {one["text"] for one in listed} == {one.text for one, may in zip(said, READS[name], strict=True) if may}
        singly = [api.get(f"/api/v1/announcements/{one.pk}/").status_code == 200 for one in said]
        assert tuple(singly) == READS[name], name
        at_table = client_of(person).get(reverse("table:page", args=[table.pk])).content.decode()
        assert ("to the table" in at_table) == READS[name][2], name
        for address in ("tournaments:detail", "tournaments:projector"):
            shown = client_of(person).get(reverse(address, args=[event.tournament.pk])).content.decode()
            own = name == "seated" and address == "tournaments:detail"
            assert "to the round" in shown, (name, address)
            assert ("to the table" in shown) == own, (name, address)
    slip = client_of(None).get(reverse("table:slip", args=[slip_token(table, 0)])).content.decode()
    assert "to the table" in slip
    assert "to the round" in slip
    other = client_of(None).get(reverse("table:slip", args=[slip_token(tables_of(event)[1], 0)])).content.decode()
    assert "to the table" not in other


def test_a_table_hears_alone_also_in_webhooks_and_the_feed(event: Event) -> None:
    create_webhook(
        event.organiser, event.tournament, "https://example.org/", ["announcement.made", "announcement.withdrawn"]
    )
    said = said_everywhere(event)
    do_jobs("announce")
    for one in said:
        withdraw_announcement(event.organiser, one)
    do_jobs("announce")
    bodies = list(Delivery.objects.order_by("pk").values_list("event", "body"))
    kinds = [kind for kind, _body in bodies]
    assert kinds == ["announcement.made"] * 2 + ["announcement.withdrawn"] * 2
    told = [message for _number, message in read_feed(0, 200).messages if "announcement" in message["type"]]
    # What is read of the feed is what everybody may see now.
    assert [one["type"] for one in told] == ["announcement.withdrawn"] * 2
    assert "to the table" not in str(bodies) + str(read_feed(0, 200))


def test_a_round_that_is_a_draft_again_takes_what_was_said_to_it_along(event: Event) -> None:
    to_event, to_round, to_table = said_everywhere(event)
    do_jobs("announce")
    unpublish_round(event.organiser, tables_of(event)[0].round)
    assert latest(event.tournament) == to_event
    for one in (to_round, to_table):
        assert api_of(users(tables_of(event)[0])[0]).get(f"/api/v1/announcements/{one.pk}/").status_code == 404
    assert "to the round" not in str(read_feed(0, 200))


# --- What is shown, and for how long ----------------------------------------------------------------------------------


def test_the_latest_stands_until_it_is_old_its_round_is_over_or_it_is_withdrawn(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = said_everywhere(event)[:2]
    assert latest(event.tournament) == second
    withdraw_announcement(event.organiser, second)
    assert latest(event.tournament) == first
    undo(event.organiser, AuditEntry.objects.filter(action="announcement.withdrawn").latest("pk"))
    assert latest(event.tournament) == second
    played(event)
    assert latest(event.tournament) == first
    monkeypatch.setattr(queries, "SHOWN_FOR", timedelta())
    assert latest(event.tournament) is None


def test_open_and_kept_pages_hear_of_it_and_of_nothing_else(event: Event) -> None:
    topic = announcements_topic(event.tournament.pk)
    addresses = [
        reverse(f"tournaments:{name}", args=[event.tournament.pk]) for name in ("standings", "follow", "detail")
    ]
    tickets = [Client().get(address).content.decode().split("ticket=")[1].split('"')[0] for address in addresses]
    assert all(topic in (read_ticket(unquote(ticket)) or {}) for ticket in tickets)
    rule_result(event.organiser, tables_of(event)[0], Ruling([50, 40]))
    assert numbers([topic]) == (0,), "a result is no announcement"
    make_announcement(event.organiser, event.tournament, TEXT, round_=tables_of(event)[0].round)
    assert numbers([topic]) == (1,)
    assert all(TEXT in Client().get(address).content.decode() for address in addresses)
    rule_result(event.organiser, tables_of(event)[1], Ruling([50, 40]))
    assert numbers([topic]) == (2,), "its round is over"
    assert not any(TEXT in Client().get(address).content.decode() for address in addresses)


def test_the_projector_shows_it_for_some_minutes(event: Event) -> None:
    make_announcement(event.organiser, event.tournament, TEXT)
    address = reverse("tournaments:projector", args=[event.tournament.pk])
    assert TEXT in Client().get(address).content.decode()
    Announcement.objects.update(made_at=timezone.now() - PROJECTED_FOR)
    touch(announcements_topic(event.tournament.pk))
    assert TEXT not in client_of(event.organiser).get(address).content.decode()
    assert TEXT in Client().get(reverse("tournaments:detail", args=[event.tournament.pk])).content.decode()


def test_typed_text_is_escaped_linked_and_keeps_its_direction_and_lines(event: Event) -> None:
    typed = "<script>alert(1)</script>\r\nשולחן 5  عربي\nhttps://example.org/map"
    make_announcement(event.organiser, event.tournament, typed)
    for address in ("tournaments:detail", "tournaments:announcements", "tournaments:projector"):
        page = Client().get(reverse(address, args=[event.tournament.pk])).content.decode()
        text = page.partition('<div class="announcement-text" dir="auto">')[2].partition("</div>")[0]
        assert text.startswith("&lt;script&gt;alert(1)&lt;/script&gt;\nשולחן 5  عربي\n<a "), address
        assert "<script>alert" not in page


@given(st.text(max_size=400))
def test_what_is_stored_can_be_read(typed: str) -> None:
    try:
        text = checked_text(typed)
    except Refused:
        return
    assert 0 < len(text) <= MOST_CHARACTERS
    assert text == text.strip()
    assert checked_text(text) == text
    assert all(sign.isprintable() or sign in "\n\u200c\u200d" for sign in text)


def test_marks_of_direction_and_controls_go_and_lines_and_spaces_stay() -> None:
    assert checked_text(" Table\u202e 5:\x07  come\tnow \r\n\r\nThanks ") == "Table 5:  come now\n\nThanks"
    assert checked_text("é" * MOST_CHARACTERS) == "é" * MOST_CHARACTERS
    with pytest.raises(Refused, match="2 characters too long"):
        checked_text("x" * (MOST_CHARACTERS + 2))
    for nothing in ("", " \n\t", "\u202e"):
        with pytest.raises(Refused, match="Enter a text"):
            checked_text(nothing)


# --- How much, and two at the same time -------------------------------------------------------------------------------


def test_a_double_tap_is_one_announcement_and_so_are_two_organisers_who_say_the_same(event: Event) -> None:
    made = make_announcement(event.organiser, event.tournament, TEXT)
    assert make_announcement(event.organiser, event.tournament, f" {TEXT} ") == made
    assert make_announcement(user("director"), event.tournament, TEXT) == made
    assert AuditEntry.objects.filter(action="announcement.made").count() == 1
    to_round = make_announcement(event.organiser, event.tournament, TEXT, round_=tables_of(event)[0].round)
    assert to_round != made
    Announcement.objects.update(made_at=timezone.now() - services.SAME_WITHIN)
    assert make_announcement(event.organiser, event.tournament, TEXT) != made


def test_the_second_who_withdraws_hears_who_was_first(event: Event) -> None:
    made = make_announcement(event.organiser, event.tournament, TEXT)
    withdraw_announcement(user("director"), made)
    with pytest.raises(Refused, match="Director already withdrew this announcement"):
        withdraw_announcement(event.organiser, made)


def test_limits_count_what_was_taken_back(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_AN_HOUR", 2)
    monkeypatch.setattr(services, "MOST_A_DAY", 3)
    monkeypatch.setattr(services, "MOST_MAILS_A_DAY", 1)
    make_announcement(event.organiser, event.tournament, "first", by_mail=True)
    undo(event.organiser, AuditEntry.objects.filter(action="announcement.made").latest("pk"))
    with pytest.raises(Refused, match="without mail"):
        make_announcement(event.organiser, event.tournament, "again", by_mail=True)
    make_announcement(event.organiser, event.tournament, "second")
    with pytest.raises(Refused, match="within an hour"):
        make_announcement(user("director"), event.tournament, "third")
    AuditEntry.objects.filter(action="announcement.made").update(at=timezone.now() - timedelta(hours=2))
    make_announcement(event.organiser, event.tournament, "third")
    with pytest.raises(Refused, match="within 24 hours"):
        make_announcement(event.organiser, event.tournament, "fourth")


def test_the_history_rebuilds_and_undoes_it(event: Event) -> None:
    made = make_announcement(event.organiser, event.tournament, TEXT, table=tables_of(event)[0], by_mail=True)
    withdraw_announcement(event.organiser, made)
    key = ("announcements.announcement", made.pk)
    assert rebuilt_state(event.tournament.pk)[key] == state_of(event.tournament.pk)[key]
    page = client_of(event.organiser).get(reverse("tournaments:audit", args=[event.tournament.pk])).content.decode()
    assert "Announcement withdrawn" in page
    assert TEXT in page
    for _twice in range(2):
        last = AuditEntry.objects.filter(tournament=event.tournament, undone_by=None, undoes=None).exclude(changes=[])
        undo(event.organiser, last.latest("pk"))
    assert key not in state_of(event.tournament.pk)


# --- Whom it reaches --------------------------------------------------------------------------------------------------


def test_whoever_has_dropped_out_hears_nothing_more(event: Event) -> None:
    first, second = tables_of(event)
    gone, here = users(first)
    drop_entry(event.organiser, event.tournament.entries.get(player__user=gone))
    reached = {
        "event": make_announcement(event.organiser, event.tournament, "to the event"),
        "round": make_announcement(event.organiser, event.tournament, "to the round", round_=first.round),
        "table": make_announcement(event.organiser, event.tournament, "to the table", table=first),
    }
    everybody = {here, *users(second)}
    told = {name: set(accounts_told(said)) for name, said in reached.items()}
    assert told == {"event": everybody, "round": everybody, "table": {here}}


def test_a_draft_with_registration_reaches_those_who_registered() -> None:
    event = make_event(2, start=False, prefix="early")
    update_tournament(event.organiser, event.tournament, registration=True, registration_approval=True)
    waiting = account("waiting")
    register(waiting, event.refresh())
    said = make_announcement(event.organiser, event.tournament, TEXT)
    assert set(accounts_told(said)) == {*event.players, waiting}
    assert TEXT in Client().get(reverse("tournaments:detail", args=[event.tournament.pk])).content.decode()
    delete_draft(event.organiser, event.refresh())
    assert not Announcement.objects.exists(), "it is kept as long as its event"


def test_nobody_is_reached_by_a_practice_event(event: Event) -> None:
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    with pytest.raises(Refused, match="no mail"):
        make_announcement(event.organiser, event.refresh(), TEXT, by_mail=True)
    assert not accounts_told(make_announcement(event.organiser, event.tournament, TEXT)).exists()


def wants_mail(*people: User) -> None:
    for person in people:
        User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
        Mailbox.objects.update_or_create(user=person, defaults={"confirmed": f"{person.username}@example.org"})


def test_mail_goes_only_if_it_is_asked_for_and_wanted(event: Event) -> None:
    wants_mail(*event.players)
    stop_mails(event.players[0], Kind.ANNOUNCEMENT)
    make_announcement(event.organiser, event.tournament, "not by mail")
    do_jobs("announce")
    assert not Mail.objects.exists()
    made = make_announcement(event.organiser, event.tournament, "<b>One</b>\ntwo", by_mail=True)
    do_jobs("announce")
    mails = list(Mail.objects.select_related("user"))
    assert sorted(mail.user.pk for mail in mails) == [player.pk for player in event.players[1:]]
    assert mails[0].subject == "Spring in Ur: announcement"
    assert "<b>One</b>\ntwo\n" in mails[0].text
    assert "Unsubscribe from mails of this kind" in mails[0].text
    withdraw_announcement(event.organiser, made)
    assert drop_withdrawn(mails) == [], "those that still wait are not sent"
    assert not Mail.objects.exists()
    undo(event.organiser, AuditEntry.objects.filter(action="announcement.withdrawn").latest("pk"))
    do_jobs("announce")
    assert not Mail.objects.exists(), "what is shown again is no news"


def test_devices_show_it_framed_in_the_language_of_their_reader(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nabu.messages.push.wording.sentence", lambda said: f"{get_language()} {said.key}")
    table = tables_of(event)[0]
    one, other = users(table)
    User.objects.filter(pk=one.pk).update(language="de")
    for number, person in enumerate((one, other, users(tables_of(event)[1])[0])):
        FakeBrowser(f"http://127.0.0.1:65534/{number}").allow(person)
    made = make_announcement(event.organiser, event.tournament, "Kommt\nto the desk", table=table)
    do_jobs("announce")
    found = Notification.objects.select_related("device__user", "announcement__table").order_by("pk")
    shown = {one.device.user.username: content_of(one) for one in found}
    assert shown.keys() == {one.username, other.username}
    for person, language in ((one, "de"), (other, "en")):
        assert json.loads(shown[person.username] or b"") == {
            "title": f"{language} push.announcement_table",
            "body": "Kommt\nto the desk\nSpring in Ur",
            "address": reverse("table:page", args=[table.pk]),
            "topic": f"announcement-{made.pk}",
        }
    withdraw_announcement(event.organiser, made)
    assert [content_of(one) for one in found.all()] == [None, None]


def test_what_is_made_again_by_a_redo_is_no_news(event: Event) -> None:
    make_announcement(event.organiser, event.tournament, TEXT)
    undone = undo(event.organiser, AuditEntry.objects.filter(action="announcement.made").latest("pk"))
    redone = undo(event.organiser, undone)
    told = [(one.kind, one.again) for entry in (undone, redone) for one in events_of(entry)]
    assert told == [("announcement.withdrawn", False), ("announcement.made", True)]


def test_an_author_who_deletes_the_account_leaves_the_announcement_without_the_name(event: Event) -> None:
    make_announcement(user("director"), event.tournament, "Ask Player 1 for the key")
    delete_person(None, user=user("director"))
    delete_person(None, user=event.players[0])
    event.players[0].player.refresh_from_db()
    said = Announcement.objects.get()
    assert "director" not in said.author.lower()
    assert said.text == f"Ask {event.players[0].player.name} for the key"


# --- The form ---------------------------------------------------------------------------------------------------------


def test_the_form_reaches_what_was_asked_for_and_loses_no_text(event: Event) -> None:
    table = tables_of(event)[0]
    client = client_of(event.organiser)
    address = reverse("tournaments:announce", args=[event.tournament.pk])
    words: dict[str, Any] = {"text": "x" * 281, "reach": f"table:{table.pk}"}
    refused = client.post(f"{address}?table={table.pk}", words).content.decode()
    assert "1 character too long" in refused
    assert "x" * 281 in refused
    assert f'value="table:{table.pk}" selected' in refused
    sent = client.post(f"{address}?table={table.pk}", words | {"text": TEXT})
    assert sent["Location"] == reverse("table:page", args=[table.pk])
    assert Announcement.objects.get().table == table
    for asked, chosen in (("", "all"), (f"?round={table.round_id}", f"round:{table.round_id}")):
        assert f'value="{chosen}" selected' in client.get(f"{address}{asked}").content.decode()


@pytest.mark.both_databases
def test_what_stands_for_a_deleted_name_fits_where_the_name_stood(event: Event) -> None:
    person = event.players[0]
    name = person.player.name
    text = (name + " " + "x" * MOST_CHARACTERS)[:MOST_CHARACTERS]
    made = make_announcement(event.organiser, event.tournament, text)
    cancel_tournament(event.organiser, event.tournament, f"{name} is ill.")
    delete_person(person, user=person)
    said = Announcement.objects.get(pk=made.pk).text
    assert name not in said
    assert len(said) <= MOST_CHARACTERS
    reason = Tournament.objects.get(pk=event.tournament.pk).cancelled_reason
    assert reason
    assert name not in reason
