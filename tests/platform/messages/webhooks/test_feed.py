"""The feed of public events: whoever goes on where the last answer ended misses nothing and gets nothing twice, and
nobody learns more than a visitor may see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Event as Signal
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models import DO_NOTHING
from django.utils import timezone
from rest_framework.test import APIClient

from nabu.accounts.players.services import update_account
from nabu.accounts.versions.services import begin_anew
from nabu.contests.domain_events.events import TOURNAMENT_STARTED
from nabu.contests.domain_events.subscribers import LAST
from nabu.contests.matches.models import Objection
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.rounds.services import unpublish_round
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.messages.webhooks import services, tasks
from nabu.messages.webhooks.events import EVENTS, PUBLIC
from nabu.messages.webhooks.feed import Forgotten, NeverGiven, latest_number, read_feed, save_public_events
from nabu.messages.webhooks.models import Delivery, PublicEvent
from nabu.messages.webhooks.receivers import note_public_events
from tests.platform.by_hand import do_jobs
from tests.platform.contests.test_races import at_once
from tests.platform.scenario import Event, log_of, make_event, users

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(4, table_size=2)


@pytest.fixture(autouse=True)
def no_throttle() -> Iterator[None]:
    yield
    caches["throttle"].clear()


def told() -> list[dict[str, Any]]:
    """What the feed tells once the workers have done what waits."""
    do_jobs("announce")
    return [message for _number, message in read_feed(None, 200).messages]


def kinds() -> list[str]:
    return [message["type"] for message in told()]


def happened(*tournaments: Tournament) -> list[int]:
    """Store an event in each of these; their numbers."""
    at = timezone.now()
    rows = [PublicEvent(kind=TOURNAMENT_STARTED, at=at, tournament=each, object_id=each.pk) for each in tournaments]
    save_public_events(rows)
    return [row.number for row in rows]


def ask(**query: Any) -> Any:
    return APIClient().get("/api/v1/events/", query)


def test_the_feed_tells_what_webhooks_are_sent_but_no_objections(event: Event) -> None:
    services.create_webhook(event.organiser, event.tournament, "http://127.0.0.1:65534/", list(EVENTS))
    table, other = event.pair().tables.order_by("number")
    player, opponent = users(table)
    matches.confirm_report(opponent, matches.report_result(player, table, [90, 80]))
    matches.object_to_result(player, table, "We had counted wrongly.")
    submission = matches.submit_log(users(other)[0], log_of(other), other)
    verify_log(submission.log.verifications.get().pk)
    do_jobs("announce")
    sent = [json.loads(body) for body in Delivery.objects.order_by("pk").values_list("body", flat=True)]
    heard = [message for _number, message in read_feed(None, 200).messages]
    assert Objection.objects.exists()
    assert {"objection.made", "log.verdict", "table.result", "round.published"} <= {one["type"] for one in sent}
    assert heard == [message for message in sent if message["type"] in PUBLIC]


def test_neither_drafts_nor_practice_events_are_told(event: Event) -> None:
    make_event(4, table_size=2, prefix="draft", start=False)
    practice = make_event(4, table_size=2, prefix="practice", start=False)
    Tournament.objects.filter(pk=practice.tournament.pk).update(practice=True)
    start_tournament(practice.organiser, practice.refresh())
    assert {message["data"]["tournament"]["id"] for message in told()} == {event.tournament.pk}
    assert not PublicEvent.objects.exclude(tournament=event.tournament).exists()


def test_what_became_hidden_is_told_no_more(event: Event) -> None:
    round_ = event.pair()
    assert kinds().count("round.published") == 1
    unpublish_round(event.organiser, round_)
    assert "round.published" not in kinds()
    assert told()[-1]["type"] == "round.withdrawn"
    assert told()[-1]["data"]["round"] == {"id": round_.pk, "status": "gone"}
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    assert kinds() == []


def test_a_player_is_called_by_the_name_of_today(event: Event) -> None:
    table = event.pair().tables.order_by("number")[0]
    matches.rule_result(event.organiser, table, Ruling([90, 80]))
    told()
    update_account(users(table)[0], name="Enheduanna", language="en")
    result = next(message for message in told() if message["type"] == "table.result")
    assert result["data"]["table"]["seats"][0]["player"]["name"] == "Enheduanna"


@pytest.mark.both_databases
@pytest.mark.parametrize("most", [1, 3])
def test_whoever_goes_on_after_the_last_answer_gets_each_event_once(most: int) -> None:
    """Whenever readers and writers come, and also where events of others are hidden in between."""
    shown = make_event(2, table_size=2).tournament
    hidden = make_event(2, table_size=2, prefix="hidden", start=False).tournament
    expected: list[int] = []
    heard: list[int] = []
    since, more = None, True
    for step in ["h", "s", "r", "hs", "rr", "ss", "hhh", "r", "s", "rrrr", "h"]:
        for what in step:
            if what == "r":
                page = read_feed(since, most)
                heard += [number for number, _message in page.messages]
                since, more = page.next, page.more
            else:
                [number] = happened(shown if what == "s" else hidden)
                expected += [number] if what == "s" else []
    more = True
    while more:
        page = read_feed(since, most)
        heard += [number for number, _message in page.messages]
        since, more = page.next, page.more
    assert heard == expected
    assert since == latest_number(), "what is hidden is behind the reader, too"


@pytest.mark.postgres  # SQLite has one writer at a time anyway
@pytest.mark.django_db(transaction=True)
def test_a_number_is_seen_only_after_all_below_it() -> None:
    """A transaction that commits late: whoever stores another event meanwhile waits, and gets a greater number."""
    tournament = make_event(2, table_size=2).tournament
    stored, written, looked = Signal(), Signal(), Signal()
    late: list[int] = []

    def slow() -> None:
        with transaction.atomic():
            late.extend(happened(tournament))
            stored.set()
            looked.wait(5)

    def fast() -> None:
        stored.wait(5)
        with transaction.atomic():
            late.extend(happened(tournament))
        written.set()

    def reads() -> None:
        stored.wait(5)
        early = written.wait(0.3)
        seen = read_feed(None, 50).messages
        looked.set()
        assert (early, seen) == (False, []), "neither is there as long as the first is not"

    at_once([slow, fast, reads])
    assert late == sorted(late)
    assert [number for number, _message in read_feed(None, 50).messages] == late


def test_a_value_that_is_too_old_is_answered_clearly(event: Event) -> None:
    first, second, _third = happened(*[event.tournament] * 3)
    now = datetime.now(UTC)
    PublicEvent.objects.filter(number=first).update(created_at=now - tasks.KEPT_FOR - timedelta(days=2))
    PublicEvent.objects.filter(number=second).update(created_at=now - tasks.KEPT_FOR - timedelta(seconds=1))
    assert tasks.purge() == second
    answer = ask(since=first)
    assert answer.status_code == 410
    assert answer.json()["code"] == "since_too_old"
    assert answer.json()["oldest"] == str(second)
    assert [one["id"] for one in ask(since=answer.json()["oldest"]).json()["results"]] == [second + 1]
    assert [one["id"] for one in ask().json()["results"]] == [second + 1]
    PublicEvent.objects.all().delete()
    with pytest.raises(Forgotten):
        read_feed(first, 50)
    assert read_feed(second, 50).messages == []
    assert read_feed(latest_number(), 50).messages == []


def test_a_deleted_tournament_makes_no_value_too_old(event: Event) -> None:
    """Nothing has expired: only its own events are gone, whoever deleted it."""
    gone = make_event(2, table_size=2, prefix="gone", start=False).tournament
    first, _second, third = happened(gone, gone, event.tournament)
    gone.delete()
    assert [number for number, _message in read_feed(first, 50).messages] == [third]


@pytest.mark.both_databases
def test_rows_of_a_tournament_that_older_code_deleted_are_not_told(event: Event) -> None:
    """It knows nothing of this table, so the database must let the tournament go."""
    tournament = make_event(2, table_size=2, prefix="gone", start=False).tournament
    gone, number = happened(tournament, event.tournament)
    with pytest.MonkeyPatch.context() as older:
        older.setattr(PublicEvent._meta.get_field("tournament").remote_field, "on_delete", DO_NOTHING)
        tournament.delete()
    assert PublicEvent.objects.filter(number=gone).exists()
    connection.check_constraints()
    assert [one for one, _message in read_feed(None, 50).messages] == [number]
    assert ask().status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_feed_waits_for_nobody_who_works_at_a_tournament() -> None:
    tournament = make_event(2, table_size=2).tournament
    locked, stored = Signal(), Signal()
    waited: list[bool] = []

    def works() -> None:
        with transaction.atomic():
            Tournament.objects.select_for_update().get(pk=tournament.pk)
            locked.set()
            waited.append(not stored.wait(5))

    def tells() -> None:
        locked.wait(5)
        with transaction.atomic():
            happened(tournament)
        stored.set()

    at_once([works, tells])
    assert waited == [False]


def test_the_feed_is_written_after_everything_else() -> None:
    """Whoever has other events waits for its number until the commit."""
    assert [note_public_events] == LAST


def test_a_value_that_was_never_given_is_refused(event: Event) -> None:
    happened(event.tournament)
    with pytest.raises(NeverGiven):
        read_feed(latest_number() + 1, 50)
    for since in (str(latest_number() + 1), "-1", "9" * 19, "x", "١"):
        answer = ask(since=since)
        assert answer.status_code == 400, since
        assert answer.json()["since"], since


def test_after_a_restore_readers_who_were_ahead_get_what_comes_next(event: Event) -> None:
    happened(event.tournament)
    ahead = latest_number() + 1000
    begin_anew()
    [number] = happened(event.tournament)
    assert [one for one, _message in read_feed(ahead, 50).messages] == [number]


def test_one_begins_now_or_with_one_tournament(event: Event) -> None:
    other = make_event(2, table_size=2, prefix="other").tournament
    now = ask(since="now").json()
    assert now == {"results": [], "next": str(latest_number()), "more": False, "poll_seconds": 15}
    happened(event.tournament, other, event.tournament)
    page = ask(since=now["next"], tournament=other.pk).json()
    assert [one["message"]["data"]["tournament"]["id"] for one in page["results"]] == [other.pk]
    assert page["next"] == str(latest_number())
    page = ask(since=now["next"], page_size=2).json()
    assert (len(page["results"]), page["more"], page["poll_seconds"]) == (2, True, 0)
    assert page["next"] == str(page["results"][-1]["id"])
