"""From a change in a tournament to the request at the receiver: what is told, what is not, and what happens if it
fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from nabu.accounts.audit.changes import dry_run
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import Verification
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import remove_entry
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.core import database_clock
from nabu.core.database_clock import OFFSET
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.webhooks import sending, services, tasks
from nabu.messages.webhooks.events import EVENTS
from nabu.messages.webhooks.models import Attempt, Delivery, PublicEvent, Webhook
from nabu.messages.webhooks.sending import headers_of
from nabu.web.jobs import running
from nabu.web.jobs.asking import live_jobs
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.models import Job
from tests.platform.by_hand import do_jobs, sweep_by_hand
from tests.platform.kept import kept_for_file
from tests.platform.messages.webhooks.receiver import Receiver, receiver
from tests.platform.scenario import Event, account, agree, enter_account, log_of, make_event, users


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as state:
        yield state


def started_event() -> Event:
    made = make_event(4, table_size=2)
    told()
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(started_event, "event")


class Clock:
    """The time as the tasks see it."""

    def __init__(self) -> None:
        # Columns whose default is the time were given the real clock: this one is a little ahead of it.
        self.now = datetime.now(UTC) + timedelta(minutes=1)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(timezone, "now", made)
    return made


@pytest.fixture(autouse=True)
def no_jitter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.random, "uniform", lambda low, high: low)


def hook(event: Event, there: Receiver | None = None, events: list[str] | None = None) -> Webhook:
    address = there.address if there else "http://127.0.0.1:65534/"
    return services.create_webhook(event.organiser, event.tournament, address, events or list(EVENTS))


def told() -> list[str]:
    """Do what the workers do with announcements; the events of the messages that came of it, in order."""
    before = set(Delivery.objects.values_list("pk", flat=True))
    do_jobs("announce")
    assert not live_jobs("announce").exists()
    return list(Delivery.objects.exclude(pk__in=before).order_by("pk").values_list("event", flat=True))


def test_a_round_from_the_draft_to_a_corrected_result(event: Event) -> None:
    hook(event)
    told()
    round_ = pair_round(event.organiser, event.refresh())
    assert told() == [], "a draft is nobody's business"
    publish_round(event.organiser, round_)
    assert told() == ["round.published"]
    one, two = round_.tables.order_by("number")
    player, opponent = users(one)
    report = matches.report_result(player, one, [90, 80])
    assert told() == ["table.reported"]
    matches.confirm_report(opponent, report)
    assert told() == ["table.result"]
    matches.rule_result(event.organiser, two, Ruling([50, 40]))
    assert told() == ["table.result", "standings.changed"]
    matches.rule_result(event.organiser, two, Ruling([40, 50], reason="counted again"))
    assert told() == ["table.result", "standings.changed"]
    matches.reopen_table(event.organiser, two, "wrong table")
    assert told() == ["table.reopened", "standings.changed"]


def test_start_finish_and_entries() -> None:
    event = make_event(4, table_size=2, start=False, rounds=1)
    hook(event)
    remove_entry(event.organiser, event.tournament.entries.order_by("seed")[3])
    assert told() == [], "who is in a draft is not told"
    enter_account(event.organiser, event.tournament, event.players[3])
    start_tournament(event.organiser, event.tournament)
    assert "tournament.started" in told()
    drop_entry(event.organiser, event.tournament.entries.order_by("seed")[3])
    assert told() == ["entry.changed"]


@pytest.mark.both_databases
def test_a_verdict_is_told_and_one_without_a_table_is_not(event: Event) -> None:
    hook(event, events=["log.verdict", "table.reported", "table.result"])
    table = event.pair().tables.order_by("number")[0]
    told()
    matches.submit_log(users(table)[0], log_of(table, seed=4), table)
    matches.submit_log(users(table)[0], log_of(table, seed=5))
    for verification in Verification.objects.all():
        verify_log(verification.pk)
    assert sorted(told()) == ["log.verdict", "table.reported"]
    assert json.loads(Delivery.objects.get(event="log.verdict").body)["data"]["log"]["outcome"] == "reported"
    agree(table)
    assert told() == ["table.result"]
    body = json.loads(Delivery.objects.get(event="log.verdict").body)
    assert body["data"]["log"]["verdict"] == "verified"
    assert body["data"]["log"]["table"] == table.pk


@pytest.mark.both_databases
def test_a_message_says_what_when_where_and_no_more_than_everybody_sees(event: Event) -> None:
    hook(event)
    table = event.pair().tables.order_by("number")[0]
    matches.rule_result(event.organiser, table, Ruling([90, 80]))
    told()
    body = json.loads(Delivery.objects.get(event="table.result").body)
    assert body["type"] == "table.result"
    assert datetime.fromisoformat(body["timestamp"]) == AuditEntry.objects.get(action="table.ruled").at
    data = body["data"]
    assert data["tournament"] == {"id": event.tournament.pk, "name": "Spring in Ur", "status": "running"}
    assert data["address"].endswith(f"/api/v1/tables/{table.pk}/")
    assert data["table"]["status"] == "confirmed"
    assert [(seat["score"], seat["place"]) for seat in data["table"]["seats"]] == [(90, 1), (80, 2)]
    assert json.loads(Delivery.objects.get(event="round.published").body)["data"]["round"]["number"] == 1


def test_only_what_was_asked_for_by_webhooks_that_are_on_is_written(event: Event) -> None:
    hook(event, events=["round.published"])
    off = hook(event)
    services.update_webhook(event.organiser, off, active=False)
    other = make_event(4, table_size=2, prefix="other")
    told()
    hook(other)
    event.pair()
    told()
    assert [(d.event, d.webhook.events) for d in Delivery.objects.all()] == [("round.published", ["round.published"])]


def test_a_practice_event_announces_nothing(event: Event) -> None:
    hook(event)
    told()
    with dry_run():
        event.pair()
    assert told() == []


@pytest.mark.both_databases
def test_the_receiver_can_check_what_it_gets(event: Event, there: Receiver) -> None:
    webhook = hook(event, there)
    event.pair()
    told()
    do_jobs("deliver")
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempt_count) == ("delivered", 1)
    headers, body = there.got[0]
    assert body.decode() == delivery.body
    assert headers["webhook-id"] == delivery.message_id
    again = headers_of(webhook.secret, headers["webhook-id"], int(headers["webhook-timestamp"]), body)
    assert headers["webhook-signature"] == again["webhook-signature"]
    attempt = Attempt.objects.get()
    assert (attempt.status, attempt.answer) == (200, "thank you")


def test_retries_come_later_and_later_and_end(event: Event, there: Receiver, clock: Clock) -> None:
    there.status, there.body = 503, b"later"
    webhook = hook(event, there)
    services.ping(event.organiser, webhook)
    waits = []
    for _attempt in range(20):
        do_jobs("deliver")
        do_jobs("deliver")  # too early: nothing is sent
        delivery = Delivery.objects.get()
        if delivery.state != "due":
            break
        waits.append((delivery.next_attempt_at - clock.now).total_seconds())
        clock.now = delivery.next_attempt_at
    assert waits == [5, 30, 120, 600, 3600, 21600]
    assert delivery.state == "failed"
    assert len(there.got) == 7
    assert {headers["webhook-id"] for headers, _body in there.got} == {delivery.message_id}
    assert len({headers["webhook-timestamp"] for headers, _body in there.got}) == 7
    assert [attempt.status for attempt in Attempt.objects.all()] == [503] * 7


def test_a_slow_host_sends_what_is_due(event: Event, there: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OFFSET, "behind", timedelta(minutes=2))
    services.ping(event.organiser, hook(event, there))
    Delivery.objects.update(next_attempt_at=database_clock.now())
    do_jobs("deliver")
    assert len(there.got) == 1


@pytest.mark.both_databases
def test_messages_go_out_in_order_and_a_failure_lets_the_webhook_rest(
    event: Event, there: Receiver, clock: Clock
) -> None:
    webhook = hook(event, there)
    sent = [services.ping(event.organiser, webhook) for _ in range(3)]
    there.status = 500
    do_jobs("deliver")
    assert len(there.got) == 1, "one failure is enough for now"
    there.status = 200
    clock.now += timedelta(seconds=6)
    do_jobs("deliver")
    assert Delivery.objects.filter(state="delivered").count() == 3
    assert {headers["webhook-id"] for headers, _body in there.got} == {delivery.message_id for delivery in sent}
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.paused_until) == (0, None, None)


def test_a_worker_that_died_is_made_good_and_two_never_send_at_once(
    event: Event, there: Receiver, clock: Clock
) -> None:
    webhook = hook(event, there)
    services.ping(event.organiser, webhook)
    job = Job.objects.get(kind="deliver")
    assert running._begin(job.pk, "one") is not None
    assert tasks._begin(webhook.pk) is not None  # and then the worker is killed
    running.run(job.pk, "another")
    assert there.got == []
    clock.now += KINDS["deliver"].lease
    sweep_by_hand()
    do_jobs("deliver")
    assert len(there.got) == 1
    assert Delivery.objects.get().attempt_count == 2


@pytest.mark.both_databases
def test_the_sweep_finds_what_is_due_and_only_that(event: Event, there: Receiver, clock: Clock) -> None:
    webhook = hook(event, there)
    told()
    live_jobs("mails", "statistics").delete()
    assert sweep_by_hand() == 0
    services.ping(event.organiser, webhook)
    told()
    assert sweep_by_hand() == 0, "its message may still be on the way"
    clock.now += timedelta(seconds=16)
    assert sweep_by_hand() == 1
    there.status = 500
    do_jobs("deliver")
    assert sweep_by_hand() == 0, "it rests"
    clock.now += timedelta(seconds=25)
    assert sweep_by_hand() == 1
    there.status = 200
    do_jobs("deliver")
    assert Delivery.objects.get().state == "delivered"
    clock.now += timedelta(hours=1)
    assert sweep_by_hand() == 0


@pytest.mark.both_databases
@pytest.mark.parametrize(("status", "after"), [(410, timedelta()), (500, tasks.SWITCHED_OFF_AFTER)])
def test_nobody_is_asked_for_ever(event: Event, there: Receiver, clock: Clock, status: int, after: timedelta) -> None:
    there.status = status
    webhook = hook(event, there)
    services.ping(event.organiser, webhook)
    do_jobs("deliver")
    if after:
        clock.now += after
        assert Webhook.objects.get().active
        services.ping(event.organiser, webhook)
        do_jobs("deliver")
    webhook.refresh_from_db()
    assert not webhook.active
    assert webhook.switched_off_reason == ("gone" if status == 410 else "failing")
    assert not Delivery.objects.filter(state="due").exists()
    assert AuditEntry.objects.filter(action="webhook.switched_off", actor=None).count() == 1
    with pytest.raises(Refused, match="switched off"):
        services.ping(event.organiser, webhook)
    webhook = services.update_webhook(event.organiser, webhook, active=True)
    assert (webhook.failing_since, webhook.switched_off_reason) == (None, "")


@pytest.mark.both_databases
def test_a_message_is_sent_again_by_hand_with_its_old_id(event: Event, there: Receiver) -> None:
    webhook = hook(event, there)
    delivery = services.ping(event.organiser, webhook)
    do_jobs("deliver")
    services.redeliver(event.organiser, delivery)
    do_jobs("deliver")
    assert [headers["webhook-id"] for headers, _body in there.got] == [delivery.message_id] * 2
    assert Attempt.objects.count() == 2


def test_a_message_that_is_asked_for_again_while_an_attempt_fails_is_sent_soon(
    event: Event, there: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    there.status = 500
    delivery = services.ping(event.organiser, hook(event, there))
    send = sending.post

    def asked_for_meanwhile(*args: Any) -> sending.Answer:
        answer = send(*args)
        services.redeliver(event.organiser, delivery)
        return answer

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(sending, "post", asked_for_meanwhile)
        do_jobs("deliver")
    there.status = 200
    clock.now += timedelta(seconds=5)
    do_jobs("deliver")
    assert Delivery.objects.get().state == "delivered"
    assert {headers["webhook-id"] for headers, _body in there.got} == {delivery.message_id}


def test_who_may_and_what_is_refused(event: Event) -> None:
    webhook = hook(event)
    for stranger in (event.players[0], account("stranger")):
        for action in (
            lambda: services.create_webhook(stranger, event.tournament, "https://example.org/", ["ping"]),  # noqa: B023
            lambda: services.update_webhook(stranger, webhook, active=False),  # noqa: B023
            lambda: services.delete_webhook(stranger, webhook),  # noqa: B023
            lambda: services.ping(stranger, webhook),  # noqa: B023
        ):
            with pytest.raises(NotAllowed):
                action()
    with pytest.raises(Refused, match="Unknown event"):
        hook(event, events=["nonsense"])
    with pytest.raises(Refused, match="at least one"):
        services.update_webhook(event.organiser, webhook, events=[])
    assert "secret" not in str(list(AuditEntry.objects.values()))
    services.delete_webhook(event.organiser, webhook)
    with pytest.raises(Refused, match="no longer exists"):
        services.ping(event.organiser, webhook)


@pytest.mark.both_databases
def test_the_log_of_deliveries_is_forgotten(event: Event, clock: Clock) -> None:
    services.ping(event.organiser, hook(event))
    assert PublicEvent.objects.exists()
    assert tasks.purge() == 0
    clock.now += tasks.KEPT_FOR + timedelta(seconds=1)
    tasks.purge()
    assert not Delivery.objects.exists()
    assert not PublicEvent.objects.exists()
