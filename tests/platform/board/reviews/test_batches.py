"""All games of a tournament reviewed at once: one batch at a time, its progress, its end, and the page of it."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.board.reviews import judging, runs, services
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.queries import batch_progress, game_lines, live_batch
from nabu.board.reviews.records import GAME_COLUMNS
from nabu.contests.matches.models import GameLog, Table
from nabu.contests.results import services as results
from nabu.contests.results.logs.deleting import delete_log
from nabu.contests.results.tasks import verify_log
from nabu.core.errors import NotAllowed, Refused
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.platform.board.reviews.reviewed import QUICK, in_parts, made_up, other_file, store_review
from tests.platform.by_hand import do_jobs
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event
from tests.platform.statistics.dashboards.proven import proven_event

TABLES = 4


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judgements are made up. Patched as tests patch them: two ways would undo each other in the wrong order."""
    judging._reviewer.cache_clear()  # it goes on with what another test has begun
    for place, made in QUICK.items():
        monkeypatch.setattr(place, made)


def four_games() -> Event:
    """Four proven games of two, and a round that is to come."""
    return proven_event(players=4, rounds=2, table_size=2)


db, kept_world, changes_are_taken_back, event = kept_for_file(four_games, "event")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def finish() -> int:
    parts = 0
    while do_jobs(runs.REVIEW_ALL):
        parts += 1
        assert parts < 500
    return parts


def logs_of(event: Event) -> list[Any]:
    return [table.log for table in Table.objects.filter(log__isnull=False).order_by("pk")]


@pytest.mark.both_databases
def test_a_batch_reviews_every_game_and_tells_how_far_it_is(quick: None, event: Event) -> None:
    store_review(logs_of(event)[0])
    job = services.review_tournament(event.organiser, event.tournament)
    assert job.payload["games"] == TABLES - 1
    do_jobs(runs.REVIEW_ALL)
    progress = batch_progress(Job.objects.get(pk=job.pk))
    assert (progress.done, progress.total) == (1, TABLES - 1)
    assert progress.percent == 33
    assert finish() == TABLES - 1, "a part for each game, and one that finds nothing left"
    assert GameReview.objects.filter(status="done").count() == TABLES
    assert live_batch(event.tournament) is None
    with pytest.raises(Refused):
        services.review_tournament(event.organiser, event.tournament)
    [entry] = AuditEntry.objects.filter(action="reviews.asked")
    assert (entry.actor, entry.tournament, entry.after) == (event.organiser, event.tournament, {"games": TABLES - 1})


def test_a_batch_costs_nothing_of_the_quota(quick: None, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REVIEWS_A_DAY", 1)
    services.review_tournament(event.organiser, event.tournament)
    finish()
    services.check_quota(event.organiser, None)


def test_one_batch_at_a_time(quick: None, event: Event) -> None:
    services.review_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused):
        services.review_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused):
        services.review_tournament(account("staff", is_staff=True), event.tournament)
    other = make_event(2, table_size=2, prefix="other", organiser=event.organiser)
    with pytest.raises(Refused, match="Another tournament"):
        services.review_tournament(event.organiser, other.tournament)
    with pytest.raises(NotAllowed):
        services.review_tournament(event.players[0], event.tournament)


@pytest.mark.both_databases
def test_a_cancelled_batch_keeps_what_is_reviewed(quick: None, event: Event) -> None:
    services.review_tournament(event.organiser, event.tournament)
    do_jobs(runs.REVIEW_ALL)
    with pytest.raises(NotAllowed):
        services.cancel_tournament(event.players[0], event.tournament)
    services.cancel_tournament(event.organiser, event.tournament)
    assert finish() == 0
    assert sorted(GameReview.objects.values_list("status", flat=True)) == ["cancelled"] * 3 + ["done"]
    assert AuditEntry.objects.get(action="reviews.cancelled").after == {"games": 3}
    with pytest.raises(Refused):
        services.cancel_tournament(event.organiser, event.tournament)
    services.review_tournament(event.organiser, event.tournament)
    finish()
    assert set(GameReview.objects.values_list("status", flat=True)) == {"done"}


@pytest.mark.both_databases
def test_a_batch_that_is_being_cancelled_stops_no_new_one(quick: None, event: Event) -> None:
    services.review_tournament(event.organiser, event.tournament)
    Job.objects.filter(kind=runs.REVIEW_ALL).update(status="running", task="another worker", runs=1)
    services.cancel_tournament(event.organiser, event.tournament)
    services.review_tournament(event.organiser, event.tournament)
    finish()
    assert GameReview.objects.filter(status="done").count() == TABLES


@pytest.mark.both_databases
def test_who_asked_for_one_game_does_not_wait_for_the_batch(quick: None, event: Event) -> None:
    """And whoever asked for it alone cannot cancel it out of a batch, nor the batch take it along."""
    log = logs_of(event)[-1]
    services.ask_for_review(event.players[0], log)
    services.review_tournament(event.organiser, event.tournament)
    assert batch_progress(live_batch(event.tournament)).total == TABLES - 1  # type: ignore[arg-type]
    services.cancel_tournament(event.organiser, event.tournament)
    do_jobs(runs.REVIEW)
    assert GameReview.objects.get(log=log).status == "done"
    batched = services.review_tournament(event.organiser, event.tournament)
    review = GameReview.objects.filter(job=batched.pk)[0]
    with pytest.raises(NotAllowed):
        services.cancel_review(event.organiser, review)


def test_a_game_that_breaks_the_bot_stops_no_other(quick: None, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = logs_of(event)[0]

    def judge(table: Any, number: int, state: Any, seed: str) -> Any:
        if table.header.seats == names:
            raise RuntimeError("a bot with a fault")
        return made_up(table, number, state, seed)

    names = [seat.entry.player.name for seat in broken.table.seats.order_by("position")]
    monkeypatch.setattr("engine.review.reviewer.judging", in_parts(judge))
    services.review_tournament(event.organiser, event.tournament)
    finish()
    assert GameReview.objects.get(log=broken).status == "failed"
    assert GameReview.objects.filter(status="done").count() == TABLES - 1
    assert Table.objects.filter(status="confirmed", log__isnull=False).count() == TABLES


def test_games_of_another_version_wait_for_its_workers(
    quick: None, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.review_tournament(event.organiser, event.tournament)
    with monkeypatch.context() as patched:
        patched.setattr("engine.review.reviewer.REVIEW_VERSION", 99)
        do_jobs(runs.REVIEW_ALL)
        assert set(GameReview.objects.values_list("status", flat=True)) == {"queued"}
        Job.objects.update(run_after=None, started_at=timezone.now() - running.ROLLOUT)
        finish()
    assert set(GameReview.objects.values_list("status", flat=True)) == {"cancelled"}


@pytest.mark.both_databases
def test_a_review_is_kept_with_the_file_that_proves_the_table(quick: None, event: Event) -> None:
    """Whoever asked first in a copy of it may delete the copy."""
    log, bo = logs_of(event)[0], account("bo")
    sent = results.submit_log(bo, other_file(bytes(log.content))).log
    verify_log(sent.verifications.get().pk)
    copy = GameLog.objects.get(pk=sent.pk)
    assert copy.game == log.game
    assert services.ask_for_review(bo, copy).log == log
    delete_log(bo, copy)
    assert GameReview.objects.get().log == log


@pytest.mark.both_databases
def test_an_outage_is_no_fault_of_a_game(quick: None, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_arguments: Any) -> Any:
        raise ConnectionError("the database is away")

    services.review_tournament(event.organiser, event.tournament)
    with monkeypatch.context() as patched:
        patched.setattr("nabu.core.outages.reason", lambda error: "away" if "away" in str(error) else None)
        patched.setattr("engine.review.reviewer.judging", in_parts(away))
        do_jobs(runs.REVIEW_ALL)
    assert set(GameReview.objects.values_list("status", flat=True)) <= {"queued", "running"}
    monkeypatch.setattr("engine.review.reviewer.judging", in_parts(made_up))
    Job.objects.update(run_after=None)
    finish()
    assert GameReview.objects.filter(status="done").count() == TABLES


@pytest.mark.both_databases
def test_a_batch_that_kills_its_worker_is_given_up(event: Event) -> None:
    services.review_tournament(event.organiser, event.tournament)
    Job.objects.filter(kind=runs.REVIEW_ALL).update(attempts=3)
    finish()
    assert sorted(GameReview.objects.values_list("status", flat=True)) == ["cancelled"] * 3 + ["failed"]
    services.review_tournament(event.organiser, event.tournament)


def test_the_page_of_a_tournament(quick: None, event: Event) -> None:
    client, address = browser(event.organiser), reverse("tournaments:reviews", args=[event.tournament.pk])
    assert "Review all games" in client.get(address).content.decode()
    assert "Review all games" not in browser(event.players[0]).get(address).content.decode()
    assert "Review all games" not in Client().get(address).content.decode()
    client.post(reverse("tournaments:reviews_ask", args=[event.tournament.pk]))
    page = client.get(address).content.decode()
    assert "0 of 4 games reviewed" in page
    assert reverse("tournaments:reviews_cancel", args=[event.tournament.pk]) in page
    assert (
        reverse("tournaments:reviews_cancel", args=[event.tournament.pk]) not in Client().get(address).content.decode()
    )
    part = {"hx-request": "true", "hx-target": "review-batch"}
    assert b"<html" not in client.get(address, headers=part).content
    finish()
    assert client.get(address, headers=part)["HX-Refresh"] == "true"
    page = client.get(address).content.decode()
    for line in game_lines(event.tournament, event.organiser):
        assert reverse("table:replay", args=[line.log.sha256]) in page
        assert len(line.seats) == 2
        for seat in line.seats:
            assert seat.name in page
            assert f"{seat.accuracy:.1f}" in page
    rows = list(csv.DictReader(StringIO(client.get(f"{address.removesuffix('/')}.csv").content.decode("utf-8-sig"))))
    assert len(rows) == 2 * TABLES
    assert tuple(rows[0]) == GAME_COLUMNS, "what a table without rows begins with"
    assert {row["player"] for row in rows} == {user.player.name for user in event.players}


def test_games_of_draft_rounds_are_the_directors(quick: None, event: Event) -> None:
    table = Table.objects.filter(log__isnull=False).order_by("pk")[0]
    for each in logs_of(event):
        store_review(each)
    type(table.round).objects.filter(pk=table.round_id).update(status="draft")
    assert len(game_lines(event.tournament, event.players[0])) == TABLES - 2
    assert len(game_lines(event.tournament, event.organiser)) == TABLES
