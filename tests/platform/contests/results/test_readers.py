"""What is stored about results is a message: everybody reads it in the own language, whoever caused it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from competition.formats import StageSpec
from engine.log.replay import replay
from engine.log.verdict_words import legal_in_words
from engine.message import Message, verbatim
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.matches.models import LogSubmission, ResultReport, Table, Verification
from nabu.contests.results import services, tasks
from nabu.contests.results.corrections.services import preview_correction
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.verification import reason_of
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Role
from nabu.core.errors import Refused
from nabu.core.sentences import LANGUAGE, in_words, sentence
from tests.cases import each
from tests.platform.scenario import Event, account, agree, game_log, log_of, make_event, seats, users

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """What a request has activated is not left behind."""
    with translation.override("en"):
        yield


def reader(user: User, language: str) -> Client:
    """A browser of this account, which reads this language."""
    User.objects.filter(pk=user.pk).update(language=language)
    client = Client()
    client.force_login(User.objects.get(pk=user.pk), backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, route: str, *args: Any) -> str:
    return " ".join(client.get(reverse(route, args=args)).content.decode().split())


def director(event: Event) -> User:
    user = account("german")
    Role.objects.create(tournament=event.tournament, user=user, kind=Role.Kind.DIRECTOR)
    return user


def work() -> None:
    for verification in Verification.objects.exclude(status=Verification.Status.DONE):
        tasks.verify_log(verification.pk)


def cut(data: bytes) -> bytes:
    return b"\n".join(data.splitlines()[:-4])


@pytest.fixture
def event() -> Event:
    return make_event(2, table_size=2)


@pytest.fixture
def table(event: Event) -> Table:
    return event.pair().tables.get()


@pytest.fixture
def rejected(table: Table) -> LogSubmission:
    """A log with a line that is not allowed, sent by somebody who reads Spanish."""
    sender = users(table)[0]
    User.objects.filter(pk=sender.pk).update(language="es")
    lines = log_of(table).splitlines(keepends=True)
    services.submit_log(User.objects.get(pk=sender.pk), b"".join([*lines[:12], *lines[11:]]), table)
    with translation.override("es"):
        work()
    return LogSubmission.objects.get()


def test_everybody_reads_why_a_log_is_not_used_in_the_own_language(event: Event, rejected: LogSubmission) -> None:
    verification = Verification.objects.get()
    reason = reason_of(verification)
    assert (verification.verdict, reason and reason.key) == ("rejected", "babylonia.hex_taken"), "that is what is sent"
    for user, language, line in (
        (rejected.submitted_by, "es", "Línea 13: "),
        (event.organiser, "en", "Line 13: "),
        (director(event), "de", "Zeile 13: "),
    ):
        client = reader(user, language)
        with translation.override(language):
            why = sentence(reason)
        assert rejected.table_id
        assert line + why in page(client, "table:page", rejected.table_id)
        assert why in page(client, "table:log", rejected.log.sha256)
        told = client.get(f"/api/v1/submissions/{rejected.pk}/").json()
        assert (told["message"], told["verification"]["reason"]) == (line + why, why)
        [listed] = client.get(f"/api/v1/tables/{rejected.table_id}/").json()["submissions"]
        assert listed["message"] == line + why
        report = client.get(f"/api/v1/logs/{rejected.log.sha256}/").json()["report"]
        assert report["reason"] == verification.reason, "the engine's own words do not change"


def test_a_sentence_from_before_there_were_keys_is_shown_as_it_is(rejected: LogSubmission, event: Event) -> None:
    LogSubmission.objects.update(note=verbatim("Línea 13: 100 % falso").to_json())
    old = Verification.objects.get()
    old.report = {key: value for key, value in (old.report or {}).items() if key != "message"}
    old.save()
    client = reader(event.organiser, "de")
    assert rejected.table_id
    assert "Línea 13: 100 % falso" in page(client, "table:page", rejected.table_id)
    shown = page(client, "table:log", rejected.log.sha256)
    assert f'lang="en">{old.reason}' in shown
    told = client.get(f"/api/v1/submissions/{rejected.pk}/").json()
    assert (told["message"], told["verification"]["reason"]) == ("Línea 13: 100 % falso", old.reason)


def test_a_message_that_is_not_known_any_more_leaves_the_engines_sentence(rejected: LogSubmission) -> None:
    old = Verification.objects.get()
    old.report = (old.report or {}) | {"message": {"key": "babylonia.gone", "values": {}}}
    assert sentence(reason_of(old)) == old.reason


def test_a_refusal_that_a_worker_finds_is_a_message(table: Table, event: Event) -> None:
    submission = services.submit_log(users(table)[0], game_log(3), table)
    with translation.override("es"):
        work()
    submission.refresh_from_db()
    assert submission.note["key"] == "results.other_players"
    for language, begins in (("en", "The log has 3 players"), ("de", "Im Protokoll spielen 3, ")):
        with translation.override(language):
            assert submission.message.startswith(begins)
    with pytest.raises(Refused, match="not verified"):
        services.accept_log(event.organiser, table, services.submit_log(users(table)[0], b"{}\n", table), "why not")


def test_an_objection_keeps_the_words_of_the_player(event: Event, table: Table) -> None:
    sender, other = users(table)
    services.submit_log(sender, log_of(table), table)
    work()
    agree(table)
    services.object_to_result(other, table, "100 % erfunden")
    client = reader(event.organiser, "de")
    assert "100 % erfunden" in page(client, "table:page", table.pk)


@each("game", GAMES)
def test_people_count_seats_from_1(game: str) -> None:
    """Logs, and the engine's sentences and actions, count from 0."""
    lines = game_log(2, game=game).splitlines(keepends=True)
    for number in range(6, 30):
        report = replay(b"".join(lines[:number]))
        assert report.message
        if report.message.values["due"].key.endswith((".draws", ".shows_tile", ".cards_drawn", ".crafts_laid_out")):
            continue
        if report.seat is None:
            continue
        said = sentence(report.message)
        assert f"seat {report.seat} " in str(report.reason)
        assert f"seat {report.seat + 1} " in said
        break
    else:
        pytest.fail("no seat is to move")
    assert report.legal
    assert all(text.startswith(f"seat {report.seat}: ") for text in report.legal if text != "…")
    shown = [sentence(message) for message in report.legal_messages]
    assert len(shown) == len(report.legal)
    assert all(text.startswith(f"seat {report.seat + 1}: ") for text in shown if text != "…")


def test_actions_of_reports_from_before_there_were_messages_name_their_seats_from_1() -> None:
    with_messages = import_module("nabu.contests.matches.migrations.0016_actions_as_messages").with_messages
    report = {
        "message": {"key": "babylonia.hex_taken", "values": {"action": "seat 0: place farmer 0509"}},
        "legal": ["draw seat 1: farmer", "stack 0: tile T07", "…"],
    }
    assert with_messages(report)
    assert in_words(report["message"]) == "seat 1: place farmer 0509: a token stands on the hex"
    assert legal_in_words(LANGUAGE, report) == ["draw seat 2: farmer", "stack 0: tile T07", "…"]
    assert not with_messages(report)


def favourites_win(event: Event) -> None:
    for at in event.pair().tables.filter(is_bye=False):
        services.rule_result(event.organiser, at, Ruling([60 - seat.entry.seed for seat in seats(at)]))


def test_what_followed_from_a_correction_is_in_the_language_of_the_reader() -> None:
    event = make_event(4, stages=[StageSpec("single_elimination")])
    favourites_win(event)
    favourites_win(event)
    first = Table.objects.filter(round__number=1).order_by("number")[0]
    scores = [100 - (seat.score or 0) for seat in seats(first)]
    with translation.override("de"):
        seen = preview_correction(event.organiser, first, Ruling(scores, reason="verlesen"))
        assert all(line.startswith("Finale, ") for line in seen.lines)
    with translation.override("es"):
        services.rule_result(event.organiser, first, Ruling(scores, reason="mal leído", propagation=Propagation()))
    entry = AuditEntry.objects.get(action="table.corrected")
    [followed] = (entry.after or {})["followed"]
    assert followed["key"] == "results.table_given_with_result_named"
    old = AuditEntry.objects.create(
        action="table.corrected",
        tournament=event.tournament,
        object_type=entry.object_type,
        object_id=entry.object_id,
        after={"followed": ["Ronda 2, mesa 1: 100 % de otros."]},
    )
    for user, language, begins in ((event.organiser, "en", "Final, table 1"), (director(event), "de", "Finale, ")):
        client = reader(user, language)
        history = page(client, "tournaments:audit", event.tournament.pk)
        assert begins in history
        assert "Ronda 2, mesa 1: 100 % de otros." in history
        told = client.get(f"/api/v1/changes/{entry.pk}/").json()["after"]["followed"]
        assert [line.startswith(begins) for line in told] == [True]
        assert client.get(f"/api/v1/changes/{old.pk}/").json()["after"] == old.after


def test_messages_in_before_are_in_words_too(event: Event) -> None:
    entry = AuditEntry.objects.create(
        action="table.corrected",
        tournament=event.tournament,
        object_type="matches.table",
        object_id=1,
        before={"followed": [Message("results.draft_discarded", {"number": 3}).to_json()]},
    )
    told = reader(event.organiser, "en").get(f"/api/v1/changes/{entry.pk}/").json()
    assert told["before"] == {"followed": ["The draft of round 3 is discarded."]}


def test_a_reason_that_the_platform_gives_is_in_the_language_of_the_reader(event: Event, table: Table) -> None:
    with translation.override("es"):
        drop_entry(event.organiser, seats(table)[0].entry, give_up=True)
    assert ResultReport.objects.get().reason == "dropped out"
    client = reader(director(event), "de")
    assert "ausgestiegen" in page(client, "table:page", table.pk)
    assert "Begründung: ausgestiegen" in page(client, "tournaments:audit", event.tournament.pk)
    assert client.get(f"/api/v1/tables/{table.pk}/").json()["reports"][0]["reason"] == "ausgestiegen"
