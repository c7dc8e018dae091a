"""Logs that name a loaded component set: verified with it, refused without it, verified again once it is there."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.services import load_component_set, withdraw_component_set
from nabu.contests.matches.models import LogSubmission, Table, Verification
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.results.settling.submission import submit_log, verify_refused_again
from nabu.contests.results.tasks import look_for_refused, verify_log
from tests.platform.scenario import account, agree, component_file, game_log, log_of, make_event, users

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(db: None) -> User:
    return account("ana")


def work() -> None:
    """What a worker does."""
    for verification in Verification.objects.exclude(status=Verification.Status.DONE):
        verify_log(verification.pk)


def unknown_log(name: str = "corrected", game: str = "babylonia", seed: int = 1) -> bytes:
    return game_log(2, seed, game=game, component_file=component_file(name, game))


def verdict_of(submission: LogSubmission) -> tuple[str, str]:
    verification = submission.log.verifications.get()
    return verification.verdict, verification.code


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_every_game_is_proven_by_a_log_with_the_loaded_set(ana: User, client: Client, game: str) -> None:
    made = load_component_set(ana, component_file("corrected", game))
    event = make_event(2, table_size=2, game=game, components="corrected")
    table = event.pair().tables.get()
    submission = submit_log(users(table)[0], log_of(table, component_file=component_file("corrected", game)), table)
    work()
    assert proof_of(agree(table)) == Proof.REPLAYED
    assert submission.log.verifications.get().report["header"]["components_sha256"] == made.sha256
    address = reverse("table:log", args=[submission.log.sha256])
    assert made.sha256 in client.get(address).content.decode()
    assert client.get(f"{address}replay/last.svg", follow=True).status_code == 200


def test_a_log_with_another_set_is_not_the_game_of_the_table(ana: User) -> None:
    load_component_set(ana, component_file("first"))
    load_component_set(ana, component_file("second"))
    table = make_event(2, table_size=2, components="first").pair().tables.get()
    user = users(table)[0]
    for other in (component_file("second"), None):
        submission = submit_log(user, log_of(table, component_file=other), table)
        work()
        submission.refresh_from_db()
        assert verdict_of(submission)[0] == "verified"
        assert submission.outcome == LogSubmission.Outcome.NOT_USED
        assert "“first” is played here" in submission.message
    right = submit_log(user, log_of(table, component_file=component_file("first")), table)
    work()
    right.refresh_from_db()
    assert right.outcome == LogSubmission.Outcome.REPORTED


def test_a_log_with_a_wrong_digest_or_without_one_is_refused(ana: User) -> None:
    load_component_set(ana, component_file("corrected"))
    lines = unknown_log().split(b"\n", 1)
    header = json.loads(lines[0])
    for digest in ("0" * 64, None):
        wrong = {key: value for key, value in header.items() if key != "components_sha256"}
        wrong |= {} if digest is None else {"components_sha256": digest}
        submission = submit_log(ana, json.dumps(wrong).encode() + b"\n" + lines[1])
        work()
        assert verdict_of(submission) == ("rejected", "bad_setup")


def test_a_refused_log_is_verified_once_its_set_is_loaded(ana: User, client: Client) -> None:
    submission = submit_log(ana, unknown_log())
    unrelated = submit_log(ana, unknown_log("somewhere-else"))
    work()
    submission.refresh_from_db()
    assert verdict_of(submission) == ("rejected", "bad_setup")
    assert "has not been loaded; load it first" in submission.message
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("table:log", args=[submission.log.sha256])
    page = client.get(address).content.decode()
    assert "cannot be replayed yet" in page
    assert "Load component set" in page
    assert "replay/" not in page, "there is no position to show"
    load_component_set(account("bo"), component_file("corrected"))
    verification = submission.log.verifications.get()
    assert (verification.status, verification.report) == (Verification.Status.QUEUED, None)
    submission.refresh_from_db()
    assert submission.outcome == LogSubmission.Outcome.PENDING
    work()
    submission.refresh_from_db()
    assert verdict_of(submission) == ("verified", "")
    assert submission.outcome == LogSubmission.Outcome.NO_TABLE
    assert verdict_of(unrelated) == ("rejected", "bad_setup")
    assert "Load component set" not in client.get(address).content.decode()


def test_a_set_that_came_while_its_log_was_being_replayed_is_noticed_by_the_sweep(ana: User) -> None:
    """The worker did not find the set, somebody loaded it, and only then the verdict was written."""
    submission = submit_log(ana, unknown_log())
    work()
    before = Verification.objects.get()
    made = load_component_set(ana, component_file("corrected"))
    before.started_at = made.created_at
    before.save()
    look_for_refused()
    assert Verification.objects.get().status == Verification.Status.QUEUED
    work()
    assert verdict_of(submission)[0] == "verified"


def test_a_log_that_is_refused_for_another_reason_is_not_replayed_for_ever(ana: User) -> None:
    made = load_component_set(ana, component_file("corrected"))
    header, rest = unknown_log().split(b"\n", 1)
    renamed = json.loads(header) | {"components": "another-name"}
    submit_log(ana, json.dumps(renamed).encode() + b"\n" + rest)
    work()
    Verification.objects.update(started_at=timezone.now() + timedelta(minutes=1))
    assert verify_refused_again(made) == 0


def test_after_the_withdrawal_old_and_new_logs_of_a_tournament_are_verified(ana: User) -> None:
    made = load_component_set(ana, component_file("corrected"))
    event = make_event(2, table_size=2, rounds=2, components="corrected")
    first = event.pair().tables.get()
    submission = submit_log(users(first)[0], log_of(first, component_file=component_file("corrected")), first)
    work()
    agree(first)
    withdraw_component_set(ana, made)
    second = event.pair().tables.get()
    submit_log(users(second)[0], log_of(second, seed=2, component_file=component_file("corrected")), second)
    Verification.objects.filter(log=submission.log).delete()
    again = submit_log(ana, bytes(submission.log.content))
    work()
    assert verdict_of(again)[0] == "verified"
    agree(second)
    assert {proof_of(table) for table in Table.objects.all()} == {Proof.REPLAYED}


def test_a_set_that_the_engine_does_not_read_any_more_is_a_reason_and_no_accident(ana: User, client: Client) -> None:
    submission = submit_log(ana, unknown_log())
    text = component_file("corrected").decode()
    made = load_component_set(ana, component_file("corrected"))
    ComponentSet.objects.filter(pk=made.pk).update(data=text.replace('"tokens"', '"pebbles"', 1), sha256="1" * 64)
    header, rest = bytes(submission.log.content).split(b"\n", 1)
    words = json.dumps(json.loads(header) | {"components_sha256": "1" * 64}).encode()
    broken = submit_log(ana, words + b"\n" + rest)
    work()
    assert verdict_of(broken) == ("rejected", "bad_setup")
    page = client.get(reverse("games:set", args=["babylonia", "corrected"]))
    assert page.status_code == 200
    assert "cannot read this component set" in page.content.decode()
