"""Writing to an organiser: who may write, read and answer, how much, until when, and what becomes of it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.calls.contact import services
from nabu.contests.calls.contact.queries import conversations_about
from nabu.contests.calls.contact.services import answer, close_conversation, write_to_organiser
from nabu.contests.calls.limits.services import block_writer, change_settings, unblock
from nabu.contests.calls.models import Block, ContactMessage, Conversation
from nabu.contests.calls.permissions import can_read
from nabu.contests.calls.tasks import purge
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Role, Tournament
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.notifications.kinds import Kind
from nabu.messages.notifications.models import Mail, Mailbox
from nabu.messages.notifications.services import stop_mails
from nabu.people.profiles.privacy.deletion import delete_person
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event

SECRET = "The hall has no ramp."


def everybody() -> tuple[Event, Club, dict[str, User]]:
    """An event of a club, and an account for each kind of person."""
    people = {
        name: account(name, name.title())
        for name in ("writer", "other", "director", "scorekeeper", "club_owner", "club_director", "club_scorekeeper")
    }
    people["staff"] = account("staff", "Staff", is_staff=True)
    club = create_club(people["club_owner"], "Players of Ur")
    for name in ("director", "scorekeeper"):
        set_member(people["club_owner"], club, f"club_{name}", name)
    event = make_event(2, table_size=2, rounds=1)
    people["organiser"] = event.organiser
    Tournament.objects.filter(pk=event.tournament.pk).update(club=club)
    for name in ("director", "scorekeeper"):
        Role.objects.create(tournament=event.tournament, user=people[name], kind=name)
    event.refresh()
    return event, club, people


db, kept_world, changes_are_taken_back, event, club, people = kept_for_file(everybody, "event", "club", "people")


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize(
    ("about", "readers"),
    [
        ("event", {"writer", "organiser", "director", "club_owner", "club_director", "staff"}),
        ("club", {"writer", "club_owner", "staff"}),
    ],
)
def test_only_the_writer_and_those_who_answer_read_what_was_written(
    event: Event, club: Club, people: dict[str, User], about: str, readers: set[str]
) -> None:
    """The matrix: each person, the page, the list and the API; nobody else finds a word of it, nor that it exists."""
    place = event.tournament if about == "event" else club
    found = write_to_organiser(people["writer"], place, SECRET, "Wheelchair").conversation
    kind = "tournaments" if about == "event" else "clubs"
    for name, user in {**people, "visitor": None}.items():
        client = browser(user)
        reads = name in readers
        assert reads == (user is not None and can_read(user, found)), name
        expected = 200 if reads else 404 if user else 302
        page = client.get(f"/contact/{found.pk}/")
        assert (page.status_code, SECRET in page.content.decode()) == (expected, reads), name
        listed = client.get(f"/{kind}/{place.pk}/contact/")
        assert listed.status_code == (200 if user else 302), name
        assert (f"/contact/{found.pk}/" in listed.content.decode()) == (reads and name != "writer"), name
        assert (SECRET in listed.content.decode()) == (name == "writer"), name
        answer = client.get(f"/api/v1/conversations/{found.pk}/")
        assert (answer.status_code, SECRET in answer.content.decode()) == (
            200 if reads else 404 if user else 401,
            reads,
        )
        rows = client.get(f"/api/v1/{kind}/{place.pk}/conversations/")
        assert rows.status_code == (200 if user else 401), name
        assert len(rows.json().get("results", [])) == reads, name


def test_only_those_who_answer_do_and_nobody_writes_to_themselves(event: Event, people: dict[str, User]) -> None:
    found = write_to_organiser(people["writer"], event.tournament, SECRET).conversation
    for name in ("writer", "other", "scorekeeper", "club_scorekeeper"):
        for change in (lambda who: answer(who, found, "No"), lambda who: close_conversation(who, found)):
            with pytest.raises(NotAllowed):
                change(people[name])
    for name in ("organiser", "director", "club_owner", "club_director", "staff"):
        with pytest.raises(NotAllowed):
            write_to_organiser(people[name], event.tournament, "Myself")
        answer(people[name], found, "Thank you")
    assert found.messages.filter(is_answer=True).count() == 5
    write_to_organiser(people["scorekeeper"], event.tournament, "When do I start?")


def test_three_messages_wait_at_most_and_ten_a_day_are_written(event: Event, people: dict[str, User]) -> None:
    writer, tournament = people["writer"], event.tournament
    for _number in range(services.MOST_UNANSWERED):
        found = write_to_organiser(writer, tournament, "Hello?").conversation
    with pytest.raises(Refused, match="3 messages that are not answered"):
        write_to_organiser(writer, tournament, "Hello??")
    answer(event.organiser, found, "Here.")
    for _number in range(3):
        write_to_organiser(writer, tournament, "Thanks")
    close_conversation(event.organiser, found)
    for _number in range(3):
        write_to_organiser(writer, tournament, "Once more")
    answer(event.organiser, found, "Here.")
    write_to_organiser(writer, tournament, "The tenth")
    with pytest.raises(Refused, match="10 messages to organisers in 24 hours"):
        write_to_organiser(writer, tournament, "The eleventh")
    ContactMessage.objects.update(at=timezone.now() - timedelta(hours=25))
    write_to_organiser(writer, tournament, "Tomorrow")
    assert Conversation.objects.get().state == Conversation.State.OPEN


def test_texts_have_limits_and_are_shown_as_they_were_written(event: Event, people: dict[str, User]) -> None:
    for text, why in ((" \n ", "Write something"), ("x" * 1001, "at most 1000")):
        with pytest.raises(Refused, match=why):
            write_to_organiser(people["writer"], event.tournament, text)
    with pytest.raises(Refused, match="at most 80"):
        write_to_organiser(people["writer"], event.tournament, "x", "y" * 81)
    found = write_to_organiser(
        people["writer"], event.tournament, "<b>5</b> & https://ur.example/ x", "a  <i>"
    ).conversation
    page = browser(event.organiser).get(f"/contact/{found.pk}/").content.decode()
    assert "&lt;b&gt;5&lt;/b&gt; &amp; <a" in page
    assert 'href="https://ur.example/"' in page
    assert "a &lt;i&gt;" in page


def test_an_answer_to_a_message_that_was_not_read_comes_back_with_its_text(
    event: Event, people: dict[str, User]
) -> None:
    first = write_to_organiser(people["writer"], event.tournament, "Is there food?")
    other = answer(people["director"], first.conversation, "There is.")
    client = browser(event.organiser)
    sent = {"text": "I do not know.", "seen": str(first.pk)}
    page = client.post(f"/contact/{first.conversation_id}/answer/", sent).content.decode()
    assert "Director has written meanwhile" in page
    assert "I do not know." in page
    assert f'name="seen" value="{other.pk}"' in page
    assert client.post(f"/contact/{first.conversation_id}/answer/", {**sent, "seen": other.pk}).status_code == 302
    assert first.conversation.messages.count() == 3


def test_a_refused_message_comes_back_with_its_text(event: Event, people: dict[str, User]) -> None:
    change_settings(event.organiser, event.tournament, contact=False)
    client = browser(people["writer"])
    page = client.get(f"/tournaments/{event.tournament.pk}/contact/").content.decode()
    assert "switched messages off" in page
    assert "<textarea" not in page
    change_settings(event.organiser, event.tournament, contact=True)
    page = client.post(f"/tournaments/{event.tournament.pk}/contact/", {"text": "word " * 201}).content.decode()
    assert "word word" in page
    assert "is-invalid" in page


def test_the_organiser_blocks_one_person_who_is_told_so(event: Event, people: dict[str, User], club: Club) -> None:
    found = write_to_organiser(people["writer"], event.tournament, "Rude").conversation
    with pytest.raises(NotAllowed):
        block_writer(people["scorekeeper"], found)
    block_writer(event.organiser, found)
    block_writer(event.organiser, found)
    with pytest.raises(Refused, match="has blocked your messages"):
        write_to_organiser(people["writer"], event.tournament, "Rude again")
    assert "has blocked your messages" in browser(people["writer"]).get(f"/contact/{found.pk}/").content.decode()
    write_to_organiser(people["other"], event.tournament, "Polite")
    in_club = write_to_organiser(people["writer"], club, "Appeal").conversation
    with pytest.raises(Refused, match="in an event only"):
        block_writer(people["club_owner"], in_club)
    unblock(event.organiser, Block.objects.get())
    write_to_organiser(people["writer"], event.tournament, "Sorry")


def test_it_works_from_the_registration_until_30_days_after_the_end(event: Event, people: dict[str, User]) -> None:
    writer, tournament = people["writer"], event.tournament
    rows = Tournament.objects.filter(pk=tournament.pk)
    rows.update(status="draft", registration=False)
    with pytest.raises(NotAllowed):  # they do not even see it
        write_to_organiser(writer, event.refresh(), "Hello")
    rows.update(registration=True)
    write_to_organiser(writer, event.refresh(), "Can I bring a friend?")
    rows.update(status="running", practice=True)
    with pytest.raises(Refused, match="Practice events have no messages"):
        write_to_organiser(people["scorekeeper"], event.refresh(), "Hello")
    rows.update(practice=False)
    rule_result(event.organiser, event.pair().tables.get(), Ruling([9, 5]))
    finish_tournament(event.organiser, event.refresh())
    write_to_organiser(writer, event.refresh(), "My prize?")
    AuditEntry.objects.filter(action="tournament.finished").update(at=timezone.now() - timedelta(days=31))
    with pytest.raises(Refused, match="ended more than 30 days ago"):
        write_to_organiser(writer, event.refresh(), "My prize??")
    answer(event.organiser, Conversation.objects.get(), "It is on its way.")


def with_mail(user: User) -> None:
    user.email = f"{user.username}@example.org"
    user.save()
    Mailbox.objects.create(user=user, confirmed=user.email)


def test_both_sides_are_told_by_mail_without_text_and_address(
    event: Event, club: Club, people: dict[str, User]
) -> None:
    for user in people.values():
        with_mail(user)
    stop_mails(people["club_director"], Kind.CONTACT)
    found = write_to_organiser(people["writer"], event.tournament, SECRET).conversation
    mails = Mail.objects.filter(kind=Kind.CONTACT).order_by("user__username")
    assert [mail.user.username for mail in mails] == ["club_owner", "director", event.organiser.username]
    for mail in mails:
        said = mail.subject + mail.text
        assert "Writer wrote to you" in said
        assert f"/contact/{found.pk}/" in said
        assert SECRET not in said
        assert "@" not in said
        assert "Unsubscribe" in said
    Mail.objects.all().delete()
    answer(people["director"], found, SECRET)
    [mail] = Mail.objects.all()
    assert (mail.user, SECRET in mail.text, "@" in mail.text) == (people["writer"], False, False)
    Mail.objects.all().delete()
    write_to_organiser(people["writer"], club, SECRET)
    assert [mail.user for mail in Mail.objects.all()] == [people["club_owner"]]
    assert outbox.outbox == []


def test_conversations_are_deleted_half_a_year_after_the_last_word(event: Event, people: dict[str, User]) -> None:
    old = write_to_organiser(people["writer"], event.tournament, SECRET).conversation
    new = write_to_organiser(people["other"], event.tournament, "New").conversation
    days = settings.KEEP_DAYS["contact"]
    assert days == 180
    for one, age in ((old, days + 1), (new, days - 1)):
        Conversation.objects.filter(pk=one.pk).update(last_at=timezone.now() - timedelta(days=age))
    purge()
    assert list(Conversation.objects.all()) == [new]
    entries = json.dumps([[row.before, row.after, row.reason, row.changes] for row in AuditEntry.objects.all()])
    assert SECRET not in entries


def test_a_deleted_account_takes_its_conversations_along(event: Event, people: dict[str, User]) -> None:
    mine = write_to_organiser(people["writer"], event.tournament, SECRET).conversation
    answer(people["director"], mine, "Answer")
    theirs = write_to_organiser(people["other"], event.tournament, "Writer is late.").conversation
    answer(people["director"], theirs, "Thank you. Director")
    delete_person(people["writer"], user=people["writer"])
    assert list(Conversation.objects.all()) == [theirs]
    assert "Writer" not in theirs.messages.get(is_answer=False).text
    Role.objects.filter(user=people["director"]).delete()
    delete_person(people["director"], user=people["director"])
    last = theirs.messages.get(is_answer=True)
    assert last.text.startswith("Thank you.")
    assert "Director" not in last.text
    assert conversations_about(event.tournament, event.organiser).get() == theirs


def test_the_page_of_another_owner_opens_when_they_become_one(people: dict[str, User], club: Club) -> None:
    found = write_to_organiser(people["writer"], club, SECRET).conversation
    Membership.objects.filter(user=people["club_director"]).update(kind="owner")
    assert can_read(people["club_director"], found)
    Membership.objects.filter(user=people["club_owner"]).delete()
    assert not can_read(people["club_owner"], Conversation.objects.get(pk=found.pk))
