"""Two people press a button at the same moment: it happens once, and the other one is told why."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.services import load_component_set, restore_component_set, withdraw_component_set
from nabu.contests.calls.contact.services import write_to_organiser
from nabu.contests.calls.director.services import call_director, cancel_call, close_call, take_call
from nabu.contests.calls.models import Conversation, DirectorCall
from nabu.contests.dates.services import RoundSpec, forfeit_overdue, set_dates
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.ratings.models import RatedGame, RatingEntry, RatingJournal
from nabu.contests.ratings.services import rebuild
from nabu.contests.results import services as matches
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.results.corrections.services import correct_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.exclusion import exclude_tournament, restore_tournament
from nabu.contests.tournaments.models import Role, Round, Tournament
from nabu.contests.tournaments.registration.services import register, withdraw
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core.codes import digest_of, new_code
from nabu.core.errors import Refused
from nabu.operations.first_start.code import setup_code
from nabu.operations.first_start.services import create_first_admin
from nabu.people.claims.codes import invitation_of
from nabu.people.claims.invitations import claim, make_codes
from nabu.people.claims.merging import merge_players
from nabu.people.claims.models import Invitation
from tests.platform.scenario import account, approved, component_file, make_event, seats, users

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def at_once(actions: Sequence[Callable[[], object]]) -> list[str]:
    """Do all of them at the same moment, each in a thread of its own; the refusals."""
    start = threading.Barrier(len(actions))
    refusals: list[str] = []
    errors: list[BaseException] = []

    def run(action: Callable[[], object]) -> None:
        try:
            start.wait()
            action()
        except Refused as refusal:
            refusals.append(refusal.message)
        except BaseException as error:  # a thread's exception would be lost
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    return refusals


def test_three_players_confirm_the_same_report() -> None:
    table = approved(make_event(4)).pair().tables.get()
    first, *others = users(table)
    report = matches.report_result(first, table, [9, 8, 7, 6])
    refusals = at_once([lambda user=user: matches.confirm_report(user, report) for user in others])  # type: ignore[misc]
    assert len(refusals) == 2
    assert all("is no longer waiting" in message for message in refusals)
    assert RatedGame.objects.count() == 1


def test_two_directors_decide_a_table_past_its_deadline() -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    set_dates(event.organiser, event.tournament, [RoundSpec(1, 1, None, timezone.now() - timedelta(days=1))])
    [refusal] = at_once(
        [lambda absent=absent: forfeit_overdue(event.organiser, table, [absent], "open") for absent in (0, 1)]  # type: ignore[misc]
    )
    assert "already has a result" in refusal
    assert AuditEntry.objects.filter(action="table.forfeited").count() == 1


def test_two_who_have_the_setup_code_make_one_administrator() -> None:
    def first_admin(name: str) -> object:
        return create_first_admin(setup_code(), name, "seven tablets of clay", name.title(), time_zone="Asia/Baghdad")

    refusals = at_once([lambda: first_admin("rita"), lambda: first_admin("samu")])
    assert refusals == ["This site already has an administrator."]
    assert User.objects.filter(is_staff=True).count() == User.objects.count() == 1


def test_two_players_report_the_same_result() -> None:
    table = make_event(4).pair().tables.get()
    first, second, *_ = users(table)
    assert (
        at_once([lambda user=user: matches.report_result(user, table, [9, 8, 7, 6]) for user in (first, second)]) == []
    )  # type: ignore[misc]
    assert Table.objects.get(pk=table.pk).status == "confirmed"
    assert ResultReport.objects.count() == 1


def test_confirming_meets_disputing() -> None:
    table = approved(make_event(4)).pair().tables.get()
    first, second, third, _ = users(table)
    report = matches.report_result(first, table, [9, 8, 7, 6])
    refusals = at_once([lambda: matches.confirm_report(second, report), lambda: matches.dispute_report(third, report)])
    assert len(refusals) == 1
    status = Table.objects.get(pk=table.pk).status
    assert RatedGame.objects.count() == (1 if status == "confirmed" else 0)


def test_pairing_publishing_and_starting_twice() -> None:
    event = make_event(8, start=False)
    assert len(at_once([lambda: start_tournament(event.organiser, event.tournament)] * 3)) == 2
    assert len(at_once([lambda: pair_round(event.organiser, event.tournament)] * 3)) == 2
    round_ = Round.objects.get()
    assert len(at_once([lambda: publish_round(event.organiser, round_)] * 3)) == 2
    assert Tournament.objects.get().entries.count() == 8
    assert Table.objects.count() == 2


def test_tables_of_two_tournaments_are_rated_one_after_the_other() -> None:
    one = approved(make_event(6, table_size=2))
    other = approved(make_event(6, table_size=2, prefix="guest"))
    tables = [(event, table) for event in (one, other) for table in event.pair().tables.all()]
    rulings = [
        lambda event=event, table=table: matches.rule_result(event.organiser, table, Ruling([60, 50]))  # type: ignore[misc]
        for event, table in tables
    ]
    assert at_once(rulings) == []
    assert sorted(RatedGame.objects.values_list("sequence", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert RatingJournal.objects.get().length == 6
    assert rebuild("babylonia") == []
    assert all(seat.points is not None for _event, table in tables for seat in seats(table))


def test_a_game_is_rated_once_whoever_approves_corrects_and_removes_at_once() -> None:
    event = make_event(4, table_size=2, rounds=1, rated=True)
    Tournament.objects.update(ratings_need="reported")
    table, _other = event.pair().tables.all()
    for each in Table.objects.all():
        matches.rule_result(event.organiser, each, Ruling([60, 50]))
    staff = account("staff", is_staff=True)

    def correct(scores: list[int]) -> object:
        return correct_result(event.organiser, table, Ruling(scores, reason="A slip."))

    finish_tournament(event.organiser, event.tournament)
    assert len(at_once([lambda: approve_tournament(event.organiser, event.tournament)] * 3)) == 2
    Tournament.objects.update(status=Tournament.Status.RUNNING)  # an approved one in which results still change
    refusals = at_once(
        [
            lambda: correct([50, 60]),
            lambda: exclude_tournament(staff, event.tournament, "Checked."),
            lambda: correct([40, 60]),
        ]
    )
    assert refusals == []
    assert RatedGame.objects.count() == 0
    assert at_once([lambda: restore_tournament(staff, event.tournament, "Fine."), lambda: correct([60, 40])]) == []
    assert (RatedGame.objects.count(), RatingEntry.objects.count()) == (2, 4)
    assert rebuild("babylonia") == []


def test_two_component_sets_of_one_name_and_one_set_twice() -> None:
    people = [account(name) for name in ("ana", "bo", "cem")]
    files = [component_file("corrected", title=f"By {user.username}") for user in people]
    refusals = at_once(
        [lambda user=user, file=file: load_component_set(user, file) for user, file in zip(people, files, strict=True)]  # type: ignore[misc]
    )
    assert len(refusals) == 2
    assert all("Another component set is called “corrected”" in message for message in refusals)
    same = component_file("same")
    refusals = at_once([lambda user=user: load_component_set(user, same) for user in people])  # type: ignore[misc]
    assert len(refusals) == 2
    assert all("already loaded" in message for message in refusals)
    assert ComponentSet.objects.count() == AuditEntry.objects.filter(action="components.loaded").count() == 2


def test_withdrawing_a_set_twice_and_restoring_it() -> None:
    ana = account("ana")
    made = load_component_set(ana, component_file("corrected"))
    assert len(at_once([lambda: withdraw_component_set(ana, made)] * 3)) == 2
    assert len(at_once([lambda: restore_component_set(ana, made)] * 3)) == 2
    assert AuditEntry.objects.filter(object_id=made.pk, object_type="games.componentset").count() == 3


def test_two_players_register_for_the_last_place() -> None:
    event = make_event(1, start=False)
    update_tournament(event.organiser, event.tournament, registration=True, capacity=2)
    people = [account("first"), account("second")]
    assert at_once([lambda user=user: register(user, event.tournament) for user in people]) == []  # type: ignore[misc]
    assert event.tournament.entries.count() == 2
    assert sorted(event.tournament.registrations.values_list("status", flat=True)) == ["accepted", "waiting"]


def test_one_player_registers_twice() -> None:
    event = make_event(0, start=False)
    update_tournament(event.organiser, event.tournament, registration=True)
    user = account("first")
    refusals = at_once([lambda: register(user, event.tournament)] * 2)
    assert refusals == ["You already play in this tournament."]


def test_the_last_place_goes_to_one_of_those_who_wait() -> None:
    event = make_event(2, start=False)
    update_tournament(event.organiser, event.tournament, registration=True, capacity=2)
    waiting = [account("first"), account("second")]
    for user in waiting:
        register(user, event.tournament)
    assert (
        at_once([lambda: withdraw(event.players[0], event.tournament), lambda: withdraw(waiting[0], event.tournament)])
        == []
    )
    assert event.tournament.entries.filter(player__user=waiting[1]).exists()
    assert event.tournament.entries.count() == 2


def test_two_accounts_claim_the_same_guest() -> None:
    event = make_event(0, start=False)
    add_entries_by_name(event.organiser, event.tournament, ["Ea", "Bel"])
    code = next(code for entry, code in make_codes(event.organiser, event.tournament) if entry.player.name == "Ea")
    people = [account("first"), account("second")]
    found = [invitation_of(user, code, "192.0.2.7") for user in people]
    claims = [lambda pair=pair: claim(*pair) for pair in zip(people, found, strict=True)]  # type: ignore[misc]
    refusals = at_once(claims)
    assert len(refusals) == 1
    assert "invalid or has expired" in refusals[0]
    assert event.tournament.entries.filter(player__user__in=people).count() == 1


def test_a_code_on_paper_meets_one_that_was_sent() -> None:
    """Each holds its own invitation: without an order of locks they would wait for each other."""
    event = make_event(0, start=False)
    (entry,) = add_entries_by_name(event.organiser, event.tournament, ["Ea"])
    people = [account("first"), account("second")]
    codes = [new_code(), new_code()]
    for code in codes:
        good_until = timezone.now() + timedelta(days=1)
        Invitation.objects.create(player=entry.player, entry=entry, digest=digest_of(code), expires_at=good_until)
    found = [invitation_of(user, code, "192.0.2.7") for user, code in zip(people, codes, strict=True)]
    claims = [lambda pair=pair: claim(*pair) for pair in zip(people, found, strict=True)]  # type: ignore[misc]
    assert len(at_once(claims)) == 1
    assert event.tournament.entries.filter(player__user__in=people).count() == 1


def test_a_claim_meets_a_merge_of_the_same_guest() -> None:
    event = make_event(0, start=False)
    add_entries_by_name(event.organiser, event.tournament, ["Ea", "Bel"])
    code = next(code for entry, code in make_codes(event.organiser, event.tournament) if entry.player.name == "Ea")
    ana, staff = account("ana"), account("staff", is_staff=True)
    invitation = invitation_of(ana, code, "192.0.2.7")
    guest = invitation.player
    refusals = at_once([lambda: claim(ana, invitation), lambda: merge_players(staff, guest, staff.player)])
    assert len(refusals) == 1
    assert event.tournament.entries.filter(player__in=[ana.player, staff.player]).count() == 1


def test_two_directors_take_the_same_call_and_two_players_call_to_the_same_table() -> None:
    event = make_event(4)
    table = event.pair().tables.get()
    first, second, *_ = users(table)
    refusals = at_once([lambda: call_director(first, table), lambda: call_director(second, table)])
    assert len(refusals) == 1
    assert "already called a director to this table" in refusals[0]
    call, other = DirectorCall.objects.get(), account("other")
    Role.objects.create(tournament=event.tournament, user=other, kind="scorekeeper")
    refusals = at_once([lambda: take_call(event.organiser, call), lambda: take_call(other, call)])
    call.refresh_from_db()
    assert refusals == [f"{call.taken_by.player.name} already took this call."]
    refusals = at_once([lambda: close_call(event.organiser, call), lambda: cancel_call(call.made_by, call)])
    assert len(refusals) == 1


def test_a_person_writes_four_messages_to_an_organiser_at_once() -> None:
    tournament, writer = make_event(2, table_size=2).refresh(), account("writer")
    refusals = at_once([lambda: write_to_organiser(writer, tournament, "Hello")] * 4)
    assert len(refusals) == 1
    assert Conversation.objects.get().messages.count() == 3
