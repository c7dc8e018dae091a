"""A deleted account: the name is nowhere any more, and the games are as they were."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core.management import call_command
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from competition.formats import StageSpec
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import ApiToken, Player, User
from nabu.accounts.players.services import update_account
from nabu.accounts.players.tokens import create_token, token_of_key
from nabu.board.records.leases import take_over
from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of
from nabu.board.records.services import GameSpec, issue_at_table, issue_record
from nabu.board.records.spec import Device
from nabu.contests.calls.contact.services import answer, write_to_organiser
from nabu.contests.calls.director.services import call_director, cancel_call
from nabu.contests.calls.limits.services import block_writer
from nabu.contests.calls.models import Conversation
from nabu.contests.clubs.models import Membership
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.matches.models import GameLog, Photo, Table
from nabu.contests.matches.served_logs import served_log
from nabu.contests.ratings.models import RatingEntry
from nabu.contests.results import services as results
from nabu.contests.results.history.services import undo
from nabu.contests.results.photos.services import add_photo
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, update_entry
from nabu.contests.tournaments.models import Entry, Role, Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.rating_changes import rate_tournament
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.roles.services import give_role, hand_over
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.notifications.models import Mail
from nabu.messages.webhooks.models import Delivery, Webhook
from nabu.people.claims.merging import merge_players
from nabu.people.profiles.privacy.deletion import delete_person, deleted_people
from nabu.statistics.dashboards.models import GameFacts
from nabu.web.idempotency.models import KeyedRequest
from nabu.web.quotas.models import Upload
from tests.platform.kept import kept_for_file
from tests.platform.scenario import PASSWORD, Event, account, agree, enter_account, game_log, make_event, names, users
from tests.platform.site.api.conftest import picture

NAME, USERNAME, EMAIL = "Enheduanna of Ur", "moonpriestess", "enheduanna@example.org"
WORDS = (NAME, USERNAME, EMAIL, "Enhedu the First")


def verify_all() -> None:
    for log in GameLog.objects.all():
        for verification in log.verifications.exclude(status="done"):
            verify_log(verification.pk)


def named_event() -> Event:
    """A rated event of four with a game that a log proves; the person is named all over."""
    made = make_event(0, start=False, table_size=2, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 2})])
    person = account(USERNAME, "Enhedu the First", email=EMAIL)
    update_account(person, name=NAME, language="")
    EmailAddress.objects.create(user=person, email=EMAIL, verified=True, primary=True)
    Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"})
    UserSession.objects.create(user=person, ip="192.0.2.7", user_agent="Tablet", session_key="s" * 40)
    made.players = [person, *(account(f"other{number}") for number in range(3))]
    for user in made.players:
        enter_account(made.organiser, made.tournament, user)
    mine = made.tournament.entries.get(player=person.player)
    update_entry(made.organiser, mine, club="Temple", rating=None, fide_id="123456", fixed_table=None, note="tall")
    other = made.tournament.entries.get(player=made.players[1].player)
    add_restriction(made.organiser, made.tournament, mine, other, "discouraged", reason=f"{NAME} is a sister")
    give_role(made.organiser, made.tournament, made.players[2].username, "director")
    start_tournament(made.organiser, made.tournament)
    made.pair()
    table = next(table for table in Table.objects.all() if person in users(table))
    results.submit_log(person, game_log(2, seats=tuple(names(table))), table)
    verify_all()
    agree(table)
    give_penalty(made.organiser, other, PenaltySpec("warning", reason=f"was rude to {NAME}."))
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(named_event, "event")


def person_of(event: Event) -> User:
    return event.players[0]


def every_text() -> Iterator[tuple[str, str]]:
    """Every column of every row of the database, but for the sealed bytes of logs."""
    for model in apps.get_models():
        for row in model._base_manager.all():
            for field in model._meta.concrete_fields:
                if not isinstance(field, models.BinaryField):
                    value = getattr(row, field.attname)
                    yield (
                        f"{model._meta.label}.{field.name} {row.pk}",
                        json.dumps(value, ensure_ascii=False, default=str),
                    )


@pytest.mark.both_databases
def test_no_row_of_the_database_names_a_deleted_person(event: Event, client: Client) -> None:
    person = person_of(event)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    client.get("/")
    create_token(person, f"of {NAME}", ["read"])
    hook = Webhook.objects.create(tournament=event.tournament, url="https://example.org/", created_by=event.organiser)
    kept = json.dumps({"name": NAME}).encode()
    KeyedRequest.objects.create(user=event.organiser, key="one", body=kept, status=200)
    Delivery.objects.create(webhook=hook, event="x", body=json.dumps({"player": NAME}))
    Mail.objects.create(user=event.organiser, kind="x", address="a@example.org", content={"subject": f"{NAME} won"})
    other = event.players[1]
    mine = write_to_organiser(person, event.tournament, f"I am {NAME}", NAME).conversation
    answer(event.organiser, mine, f"Dear {NAME}")
    theirs = write_to_organiser(other, event.tournament, f"{NAME} is late", NAME).conversation
    block_writer(event.organiser, mine)
    table = Table.objects.exclude(pk__in=[table.pk for table in Table.objects.all() if person in users(table)])[0]
    cancel_call(users(table)[0], call_director(users(table)[0], table, f"Where is {NAME}?"))
    assert any(NAME in text for _where, text in every_text())
    delete_person(person, user=person)
    assert [(where, word) for where, text in every_text() for word in WORDS if word in text] == []
    assert [bytes(row.body) for row in KeyedRequest.objects.all()] == [b""]
    assert list(Conversation.objects.all()) == [theirs]


def test_records_of_games_name_the_person_no_more(event: Event) -> None:
    person, other = person_of(event), event.players[1]
    rules = ("babylonia", "base", "babylonia-2019")
    own = issue_record(person, GameSpec(*rules, [NAME, "Guest of the house"]))
    of_other = issue_record(other, GameSpec(*rules, ["Sin", NAME]))
    take_over(other, of_other, Device("phone-of-other", f"Phone of {NAME}"))
    table = Table.objects.exclude(status=Table.Status.CONFIRMED)[0]
    at_table = issue_at_table(users(table)[0], table)
    delete_person(person, user=person)
    assert [(where, word) for where, text in every_text() for word in WORDS if word in text] == []
    assert not Record.objects.filter(pk=own.pk).exists()
    assert Record.objects.filter(pk__in=[of_other.pk, at_table.pk]).count() == 2
    assert recording_of(Record.objects.get(pk=of_other.pk)).names[0] == "Sin"


def test_addresses_keys_and_sessions_go(event: Event) -> None:
    person = person_of(event)
    delete_person(person, user=person)
    for model in (EmailAddress, Authenticator, UserSession):
        assert not model.objects.filter(user=person).exists(), model


def test_who_waits_for_a_place_waits_no_more(event: Event) -> None:
    person = person_of(event)
    full = make_event(2, start=False, prefix="full")
    update_tournament(full.organiser, full.tournament, registration=True, capacity=2)
    register(person, full.tournament)
    delete_person(person, user=person)
    assert full.tournament.registrations.get(player=person.player).status == "withdrawn"
    assert as_bytes(state_of(full.tournament.pk)) == as_bytes(rebuilt_state(full.tournament.pk))


def test_a_guest_who_was_merged_into_the_person_has_no_name_either(event: Event) -> None:
    person, staff = person_of(event), account("staff", is_staff=True)
    early = make_event(0, start=False, table_size=2, prefix="early")
    add_entries_by_name(early.organiser, early.tournament, ["Enhedu of the Temple", "Sin"])
    start_tournament(early.organiser, early.tournament)
    guest = Player.objects.get(name="Enhedu of the Temple")
    merge_players(staff, guest, person.player)
    update_tournament(early.organiser, early.tournament, name="Early spring")
    delete_person(person, user=person)
    guest.refresh_from_db()
    assert guest.deleted_at
    assert not [where for where, text in every_text() if "Enhedu of the Temple" in text]


def test_games_ratings_and_standings_stay(event: Event) -> None:
    person = person_of(event)
    Tournament.objects.update(approved_at=timezone.now(), rated=True)
    Entry.objects.update(consent=Entry.Consent.KEPT)
    rate_tournament(event.refresh())
    before = list(RatingEntry.objects.values_list("player", "before", "after"))
    player = person.player
    delete_person(person, user=person)
    player.refresh_from_db()
    assert before
    assert list(RatingEntry.objects.values_list("player", "before", "after")) == before
    assert player.deleted_at
    address = reverse("players:detail", args=[player.pk])
    assert f"Deleted player {player.pk}" in Client().get(address).content.decode()
    german = Client().get(address, headers={"accept-language": "de"}).content.decode()
    assert f"Gelöschter Spieler {player.pk}" in german or f"Deleted player {player.pk}" in german
    assert "Deleted player" not in Client().get(reverse("players:list")).content.decode()


def test_pages_api_and_exports_do_not_name_the_person(event: Event) -> None:
    person, tournament = person_of(event), event.tournament
    delete_person(person, user=person)
    staff = account("staff", is_staff=True)
    client = Client()
    client.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
    table = Table.objects.exclude(log=None).get()
    log = table.log
    assert log is not None
    for address in (
        reverse("tournaments:detail", args=[tournament.pk]),
        reverse("tournaments:entries", args=[tournament.pk]),
        reverse("tournaments:audit", args=[tournament.pk]),
        reverse("table:page", args=[table.pk]),
        reverse("table:log", args=[log.sha256]),
        reverse("table:raw", args=[log.sha256]),
        f"/api/v1/tournaments/{tournament.pk}/export/",
        f"/api/v1/tournaments/{tournament.pk}/changes/",
        f"/api/v1/logs/{log.sha256}/",
        f"/api/v1/logs/{log.sha256}/raw/",
        f"/api/v1/tables/{table.pk}/",
    ):
        text = client.get(address).content.decode()
        assert not [word for word in WORDS if word in text], address


def test_a_log_is_served_with_names_replaced_and_tells_both_digests(event: Event) -> None:
    person = person_of(event)
    log = GameLog.objects.get()
    original = bytes(log.content)
    delete_person(person, user=person)
    log.refresh_from_db()
    assert bytes(log.content) == original, "the original stays for proof"
    served = served_log(log)
    assert NAME.encode() not in served.content
    assert served.content.partition(b"\n")[2] == original.partition(b"\n")[2]
    response = Client().get(reverse("table:raw", args=[log.sha256]))
    assert response["Nabu-Names-Replaced"] == "true"
    assert response["Nabu-Original-SHA256"] == hashlib.sha256(original).hexdigest() == log.sha256
    assert response["Nabu-Served-SHA256"] == hashlib.sha256(response.content).hexdigest() != log.sha256
    page = Client().get(reverse("table:log", args=[log.sha256])).content.decode()
    assert "Names replaced" in page
    assert response["Nabu-Served-SHA256"] in page
    answer = Client().get(f"/api/v1/logs/{log.sha256}/").json()
    assert (answer["names_replaced"], answer["served_sha256"]) == (True, response["Nabu-Served-SHA256"])


def test_verifying_such_a_log_again_brings_no_name_back(event: Event) -> None:
    person = person_of(event)
    delete_person(person, user=person)
    call_command("reverify", "--again", stdout=StringIO())
    log = GameLog.objects.get()
    facts = GameFacts.objects.get()
    assert log.verifications.get().verdict == "verified"
    assert NAME not in json.dumps([log.verifications.get().report, facts.facts])
    assert Table.objects.get(log=log).status == "confirmed"


def test_a_nickname_in_a_log_is_hidden_too(event: Event) -> None:
    person = person_of(event)
    table = next(table for table in Table.objects.filter(log=None, is_bye=False) if person not in users(table))
    results.submit_log(person, game_log(2, seed=9, seats=("Moony", "Somebody")))
    results.submit_log(users(table)[0], game_log(2, seed=8, seats=("Ann", "Bob")), table)
    verify_all()
    delete_person(person, user=person)
    texts = [served_log(log).content.decode() for log in GameLog.objects.all()]
    assert not any("Moony" in text for text in texts)
    assert any('"Ann"' in text for text in texts), "a log of others is not touched"


def test_a_log_that_the_person_sent_for_others_keeps_their_names(event: Event) -> None:
    scorekeeper = account("keeper")
    give_role(event.organiser, event.tournament, "keeper", "scorekeeper")
    table = next(table for table in Table.objects.filter(log=None, is_bye=False))
    results.submit_log(scorekeeper, game_log(2, seed=8, seats=("Ann", "Bob")), table)
    verify_all()
    delete_person(scorekeeper, user=scorekeeper)
    log = GameLog.objects.latest("pk")
    assert not log.hidden_names
    assert b'"Ann"' in served_log(log).content


def test_a_log_that_is_sent_after_the_deletion_has_no_name_either(event: Event) -> None:
    person = person_of(event)
    other_table = next(table for table in Table.objects.filter(log=None) if person not in users(table))
    one, two = users(other_table)
    written = tuple(names(other_table))
    delete_person(one, user=one)
    results.submit_log(two, game_log(2, seed=5, seats=written), other_table)
    verify_all()
    log = GameLog.objects.latest("pk")
    assert written[0] not in json.dumps([served_log(log).content.decode(), log.verifications.get().report])
    assert written[1] in served_log(log).content.decode()
    results.confirm_report(event.organiser, other_table.reports.get())
    other_table.refresh_from_db()
    assert other_table.log == log


def test_a_deleted_player_is_not_paired_any_more(event: Event) -> None:
    person = person_of(event)
    draft = make_event(2, start=False, prefix="draft")
    enter_account(draft.organiser, draft.tournament, person)
    delete_person(person, user=person)
    assert [entry.status for entry in Entry.objects.filter(player=person.player)] == ["dropped"]
    for tournament in (event.tournament, draft.tournament):
        assert as_bytes(rebuilt_state(tournament.pk)) == as_bytes(state_of(tournament.pk))


@pytest.mark.both_databases
def test_undoing_and_rebuilding_bring_no_name_back(event: Event) -> None:
    person, tournament = person_of(event), event.tournament
    [guest] = add_entries_by_name(event.organiser, tournament, ["Late Guest"])
    update_entry(event.organiser, guest, club="", fixed_table=None, note=f"friend of {NAME}")
    delete_person(person, user=person)
    state = as_bytes(state_of(tournament.pk))
    assert as_bytes(rebuilt_state(tournament.pk)) == state
    assert NAME.encode() not in state
    change = AuditEntry.objects.filter(tournament=tournament, action="penalty.given").get()
    undo(event.organiser, change)
    change = AuditEntry.objects.filter(tournament=tournament, action="entry.changed").latest("pk")
    undo(event.organiser, change)
    assert as_bytes(rebuilt_state(tournament.pk)) == as_bytes(state_of(tournament.pk))
    assert not [word for _where, text in every_text() for word in WORDS if word in text]


@pytest.mark.both_databases
def test_everything_that_opens_the_account_ends(event: Event, client: Client) -> None:
    person = person_of(event)
    give_role(event.organiser, event.tournament, person.username, "scorekeeper")
    club = create_club(event.organiser, "Tablet House")
    set_member(event.organiser, club, person.username, "director")
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    _token, key = create_token(person, "mine", ["read"])
    Webhook.objects.create(tournament=event.tournament, url="https://example.org/", created_by=person)
    KeyedRequest.objects.create(user=person, key="one")
    Upload.objects.create(account=person, network="192.0.2.1", size=1)
    delete_person(person, user=person)
    assert not KeyedRequest.objects.exists()
    assert not Upload.objects.exists()
    assert not client.get("/").wsgi_request.user.is_authenticated
    assert token_of_key(key) is None
    signing_in = Client().post(reverse("account_login"), {"username": USERNAME, "password": PASSWORD})
    assert not signing_in.wsgi_request.user.is_authenticated
    for model in (ApiToken, Membership, Role):
        assert not model.objects.filter(user=person).exists(), model
    assert not Webhook.objects.filter(created_by=person).exists()
    assert as_bytes(rebuilt_state(event.tournament.pk)) == as_bytes(state_of(event.tournament.pk))


def test_photos_that_the_person_sent_go_and_others_stay(event: Event) -> None:
    person = person_of(event)
    table = next(table for table in Table.objects.all() if person in users(table))
    other = next(user for user in users(table) if user != person)
    add_photo(person, table, picture())
    other_picture = BytesIO()
    Image.new("RGB", (40, 20), "blue").save(other_picture, "PNG")
    add_photo(other, table, other_picture.getvalue())
    delete_person(person, user=person)
    assert [photo.sent_by for photo in Photo.objects.all()] == [other]


@pytest.mark.both_databases
def test_an_owner_hands_over_first_and_nothing_is_changed_before(event: Event) -> None:
    owner = event.organiser
    create_club(owner, "Empty House")
    full = create_club(owner, "Tablet House")
    set_member(owner, full, person_of(event).username, "director")
    with pytest.raises(Refused) as refusal:
        delete_person(owner, user=owner)
    assert "Spring in Ur" in refusal.value.message
    assert "Tablet House" in refusal.value.message
    assert "Empty House" not in refusal.value.message
    owner.refresh_from_db()
    assert owner.is_active
    hand_over(owner, event.tournament, person_of(event).username)
    set_member(owner, full, person_of(event).username, "owner")
    delete_person(owner, user=owner)
    owner.refresh_from_db()
    assert not owner.is_active


@pytest.mark.both_databases
def test_drafts_of_the_person_go_and_other_tournaments_stay(event: Event) -> None:
    draft = make_event(2, start=False, prefix="draft", organiser=person_of(event)).tournament
    delete_person(person_of(event), user=person_of(event))
    assert not Tournament.objects.filter(pk=draft.pk).exists()
    assert Tournament.objects.filter(pk=event.tournament.pk).exists()


def test_nobody_is_in_the_way_by_a_user_name(event: Event) -> None:
    person = person_of(event)
    account(f"Deleted-{person.pk}")
    delete_person(person, user=person)
    person.refresh_from_db()
    assert person.username.startswith(f"deleted-{person.pk}-")


def test_only_oneself_and_staff_may(event: Event) -> None:
    person, staff = person_of(event), account("staff", is_staff=True)
    with pytest.raises(NotAllowed):
        delete_person(event.organiser, user=person)
    guest = Player.objects.create(name="Guest of Honour")
    with pytest.raises(NotAllowed):
        delete_person(person, player=guest)
    delete_person(staff, player=guest)
    delete_person(staff, player=person.player)
    person.refresh_from_db()
    guest.refresh_from_db()
    assert not person.is_active
    assert guest.name == f"Deleted player {guest.pk}"


def test_the_audit_trail_has_an_entry_without_the_name(event: Event) -> None:
    person = person_of(event)
    delete_person(person, user=person)
    entry = AuditEntry.objects.get(action="account.deleted")
    assert (entry.object_id, entry.after) == (person.pk, {"player": person.player.pk})


def test_a_name_that_is_a_word_of_the_program_breaks_nothing(event: Event) -> None:
    guest = Player.objects.create(name="active")
    add_entry(event.organiser, event.tournament, guest)
    delete_person(None, player=guest)
    assert as_bytes(rebuilt_state(event.tournament.pk)) == as_bytes(state_of(event.tournament.pk))
    assert set(Entry.objects.values_list("status", flat=True)) == {"active", "dropped"}


@pytest.mark.both_databases
def test_deletions_are_repeated_after_an_old_backup_was_restored(event: Event, tmp_path: Path) -> None:
    person, guest = person_of(event), Player.objects.create(name="Guest of Honour")
    assert deleted_people() == []
    delete_person(None, user=person)
    delete_person(None, player=guest)
    output = StringIO()
    call_command("deleted_people", stdout=output)
    assert output.getvalue().split() == [f"account:{person.pk}", f"player:{guest.pk}"]
    # What the backup brings back:
    User.objects.filter(pk=person.pk).update(deleted_at=None, username=USERNAME, is_active=True)
    Player.objects.update(deleted_at=None)
    Player.objects.filter(pk=person.player.pk).update(name=NAME)
    Player.objects.filter(pk=guest.pk).update(name="Guest of Honour")
    list_of_before = tmp_path / "deleted"
    list_of_before.write_text(output.getvalue() + "account:999999\n")
    for _time in range(2):
        call_command("deleted_people", "--repeat", str(list_of_before), stdout=StringIO())
    assert deleted_people() == output.getvalue().split()
    assert not [word for _where, text in every_text() for word in (*WORDS, "Guest of Honour") if word in text]
