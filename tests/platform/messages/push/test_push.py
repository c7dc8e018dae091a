"""Notifications on devices: who gets one, what it says, and that none is lost, late, or shown to somebody else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round, unpublish_round
from nabu.core import database_clock
from nabu.core.database_clock import OFFSET
from nabu.core.errors import Refused
from nabu.messages.push import tasks
from nabu.messages.push.models import Device, Notification
from nabu.messages.push.services import MOST_DEVICES, allow_device, remove_device
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.web.jobs.models import Job
from tests.platform.by_hand import do_jobs, long_ago, sweep_by_hand
from tests.platform.kept import kept_for_file
from tests.platform.messages.push.service import FakeBrowser
from tests.platform.messages.webhooks.receiver import Receiver, receiver
from tests.platform.scenario import Event, account, make_event, users


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A push service."""
    with receiver() as state:
        state.status = 201
        yield state


def told() -> int:
    """Do what the workers do after a change; how many notifications wait."""
    do_jobs("announce")
    do_jobs("announce")
    return Notification.objects.count()


def started_event() -> Event:
    made = make_event(5, table_size=2)
    told()
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(started_event, "event")


def browser_of(there: Receiver, name: str = "1") -> FakeBrowser:
    return FakeBrowser(f"{there.address}/{name}")


def test_a_player_sees_the_own_table_as_soon_as_the_round_is_published(event: Event, there: Receiver) -> None:
    round_ = pair_round(event.organiser, event.tournament)
    table = round_.tables.filter(is_bye=False).order_by("number")[0]
    one, other = users(table)
    browser = browser_of(there)
    browser.allow(one)
    assert told() == 0, "a draft is nobody's business"
    publish_round(event.organiser, round_)
    assert told() == 1
    do_jobs("push")
    [(headers, body)] = there.got
    assert browser.shown(body) == {
        "title": f"Table {table.number}, round 1",
        "body": f"Spring in Ur\nYour seat: 1\nAt your table: {other.player.name}",
        "address": reverse("table:page", args=[table.pk]),
        "topic": f"tournament-{event.tournament.pk}",
    }
    assert headers["authorization"].startswith("vapid t=")
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["urgency"] == "high"
    assert 3500 < int(headers["ttl"]) <= 3600
    assert len(headers["topic"]) == 32
    assert there.paths == ["/1"]
    assert not Notification.objects.exists()
    do_jobs("push")
    assert len(there.got) == 1, "once"


def test_the_language_is_that_of_the_account_else_of_the_page_where_it_was_allowed(
    event: Event, there: Receiver
) -> None:
    one, other, *_rest, bye = event.players
    for number, (user, language, of_page) in enumerate([(one, "de", "es"), (other, "", "es"), (bye, "", "de")]):
        user.language = language
        user.save()
        with translation.override(of_page):
            browser_of(there, str(number)).allow(user)
    event.pair()
    assert told() == 3
    with translation.override("en"):
        contents = {
            one.device.user: json.loads(tasks.content_of(one) or b"{}")
            for one in Notification.objects.select_related("device__user", "table__round__stage__tournament")
        }
    assert contents[one]["title"].startswith("Tisch ")
    assert contents[other]["title"].startswith("Mesa ")
    assert contents[bye] | {"address": ""} == {
        "title": "Freilos in Runde 1",
        "body": "Spring in Ur",
        "address": "",
        "topic": f"tournament-{event.tournament.pk}",
    }


def test_who_allowed_nothing_gets_nothing_and_costs_no_query(event: Event) -> None:
    round_ = pair_round(event.organiser, event.tournament)
    publish_round(event.organiser, round_)
    assert told() == 0
    assert not Job.objects.filter(kind="push").exists()


def test_a_full_hall_takes_as_many_queries_as_a_table(there: Receiver) -> None:
    counts = []
    for number, players in enumerate((2, 12)):
        made = make_event(players, table_size=2, prefix=f"hall{number}")
        for user in made.players:
            browser_of(there, user.username).allow(user)
        told()
        publish_round(made.organiser, pair_round(made.organiser, made.refresh()))
        with CaptureQueriesContext(connection) as queries:
            told()
        counts.append(len(queries))
        Notification.objects.all().delete()
    assert counts[1] <= counts[0] + 1


def test_a_round_that_was_unpublished_is_not_told(event: Event, there: Receiver) -> None:
    for number, user in enumerate(event.players):
        browser_of(there, str(number)).allow(user)
    round_ = event.pair()
    assert told() == 5
    unpublish_round(event.organiser, round_)
    told()
    do_jobs("push")
    assert there.got == []
    assert not Notification.objects.exists()


def test_publishing_again_before_anything_was_sent_tells_it_once(event: Event, there: Receiver) -> None:
    browser_of(there).allow(event.players[0])
    round_ = event.pair()
    told()
    publish_round(event.organiser, unpublish_round(event.organiser, round_))
    assert told() == 1
    do_jobs("push")
    assert len(there.got) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_ended_its_subscription_is_forgotten(event: Event, there: Receiver, status: int) -> None:
    user = event.players[0]
    browser_of(there).allow(user)
    there.status = status
    event.pair()
    told()
    do_jobs("push")
    assert not Device.objects.exists()
    assert not Notification.objects.exists()
    entry = AuditEntry.objects.get(action="account.device_removed")
    assert (entry.actor, entry.object_id, entry.before) == (None, user.pk, {"service": "127.0.0.1"})


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_push_service_that_is_away_is_asked_again(event: Event, there: Receiver, status: int) -> None:
    browser_of(there).allow(event.players[0])
    there.status = status
    event.pair()
    told()
    do_jobs("push")
    waiting = Notification.objects.get()
    assert waiting.attempts == 1
    assert waiting.next_attempt_at > timezone.now()
    there.status = 201
    at_once()
    assert len(there.got) == 2
    assert not Notification.objects.exists()


def test_a_slow_host_sends_what_is_due(event: Event, there: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OFFSET, "behind", timedelta(minutes=2))
    browser_of(there).allow(event.players[0])
    event.pair()
    told()
    Notification.objects.update(next_attempt_at=database_clock.now())
    do_jobs("push")
    assert len(there.got) == 1


def at_once() -> None:
    """Do not wait for the next attempt."""
    Notification.objects.update(next_attempt_at=timezone.now())
    Job.objects.update(run_after=None)
    do_jobs("push")


def test_in_the_end_it_is_given_up_and_what_nobody_needs_is_not_sent(event: Event, there: Receiver) -> None:
    browser_of(there).allow(event.players[0])
    there.status = 503
    event.pair()
    told()
    do_jobs("push")
    for _again in tasks.DELAYS:
        assert Notification.objects.exists()
        at_once()
    assert not Notification.objects.exists()
    assert len(there.got) == len(tasks.DELAYS) + 1
    Notification.objects.create(
        device=Device.objects.get(),
        table=event.tournament.stages.get().rounds.get().tables.all()[0],
        expires_at=timezone.now() - timedelta(seconds=1),
    )
    at_once()
    tasks.send_notifications(type("Progress", (), {"step": lambda self: None})())
    assert len(there.got) == len(tasks.DELAYS) + 1
    assert not Notification.objects.exists()


def test_a_request_that_is_refused_is_not_repeated(event: Event, there: Receiver) -> None:
    browser_of(there).allow(event.players[0])
    there.status = 403
    event.pair()
    told()
    do_jobs("push")
    assert Device.objects.exists(), "it may be our mistake"
    assert not Notification.objects.exists()


def test_a_service_that_hangs_holds_up_nobody_else(
    event: Event, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "SECONDS", 0.3)
    with receiver() as slow:
        slow.behaviour = "hang"
        browser_of(slow).allow(event.players[0])
        browser_of(there).allow(event.players[1])
        event.pair()
        told()
        do_jobs("push")
        assert len(there.got) == 1
        assert Notification.objects.get().attempts == 1


def test_a_killed_worker_loses_nothing(event: Event, there: Receiver) -> None:
    browser_of(there).allow(event.players[0])
    event.pair()
    told()
    Job.objects.filter(kind="push").update(status="running", attempts=1)  # and then the worker is killed
    assert do_jobs("push") == 0
    long_ago()
    sweep_by_hand()
    assert do_jobs("push") == 1
    assert len(there.got) == 1


# --- Devices of an account


def test_a_browser_belongs_to_whoever_allowed_it_last(event: Event, there: Receiver) -> None:
    one, other = event.players[:2]
    browser = browser_of(there)
    first = browser.allow(one)
    assert browser.allow(one).pk == first.pk, "again: its keys are renewed"
    assert AuditEntry.objects.filter(action="account.device_added").count() == 1
    browser.allow(other)
    assert list(Device.objects.values_list("user", flat=True)) == [other.pk]
    assert AuditEntry.objects.get(action="account.device_removed").object_id == one.pk
    event.pair()
    assert told() == 1


def test_each_may_remove_only_the_own_devices(event: Event, there: Receiver) -> None:
    one, other = event.players[:2]
    device = browser_of(there).allow(one)
    remove_device(other, device.pk)
    assert Device.objects.exists()
    remove_device(one, device.pk)
    remove_device(one, device.pk)
    assert not Device.objects.exists()
    assert AuditEntry.objects.get(action="account.device_removed").actor == one


def test_an_account_has_a_limit_of_devices(there: Receiver) -> None:
    user = account("ana")
    for number in range(MOST_DEVICES):
        browser_of(there, str(number)).allow(user)
    with pytest.raises(Refused, match="Remove one first"):
        browser_of(there, "more").allow(user)
    browser_of(there, "0").allow(user)


def with_wrong(**wrong: str) -> Callable[[FakeBrowser], dict[str, str]]:
    return lambda browser: browser.subscription() | wrong


@pytest.mark.parametrize(
    "wrong",
    [
        with_wrong(endpoint=""),
        with_wrong(endpoint="javascript:alert(1)"),
        with_wrong(endpoint="http://push.example/1"),
        with_wrong(endpoint="https://user:password@push.example/1"),
        with_wrong(endpoint="https://push.example:22/1"),
        with_wrong(endpoint="https://10.0.0.1/1"),
        with_wrong(endpoint="https://[::1]/1"),
        with_wrong(endpoint="https://169.254.169.254/latest/meta-data/"),
        with_wrong(endpoint="https://push.example/" + "x" * 500),
        with_wrong(public_key=""),
        with_wrong(public_key="BA" * 43),
        with_wrong(public_key="not base64!"),
        with_wrong(secret=""),
        with_wrong(secret="AAAA"),
    ],
)
def test_a_subscription_that_cannot_be_one_is_refused(wrong: Any, settings: Any) -> None:
    """Nothing that only our server can reach is reached through the address of a push service."""
    settings.LOCAL = settings.WEBHOOK_PRIVATE = False
    user = account("ana")
    with pytest.raises(Refused, match="push service cannot be used"):
        allow_device(user, **wrong(FakeBrowser("https://push.example/1")))
    assert not Device.objects.exists()
    assert FakeBrowser("https://push.example/1").allow(user)


def test_a_name_that_leads_inside_later_is_not_reached(event: Event, there: Receiver, settings: Any) -> None:
    browser_of(there).allow(event.players[0])
    event.pair()
    told()
    settings.WEBHOOK_PRIVATE = False
    do_jobs("push")
    assert there.got == []


# --- Pages


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_notifications_page_allows_and_removes_devices(there: Receiver) -> None:
    user = account("ana")
    client = signed_in(user)
    page = client.get(reverse("notifications:mail")).content.decode()
    assert "On your devices" in page
    allowed = client.post(reverse("push:allow"), browser_of(there).subscription(), follow=True)
    assert "This device shows your table when a round is published" in allowed.content.decode()
    device = Device.objects.get()
    assert f'data-endpoint="{device.endpoint}"' in allowed.content.decode()
    removed = client.post(reverse("push:remove", args=[device.pk]), follow=True)
    assert "Device removed" in removed.content.decode()
    assert not Device.objects.exists()
    refused = client.post(reverse("push:allow"), {"endpoint": "x"}, follow=True)
    assert "push service cannot be used" in refused.content.decode()


def test_a_site_without_a_key_offers_nothing_and_takes_nothing(event: Event, there: Receiver, settings: Any) -> None:
    browser_of(there).allow(event.players[0])
    settings.PUSH_KEY = ""
    page = signed_in(event.players[0]).get(reverse("notifications:mail")).content.decode()
    assert "On your devices" not in page
    assert "data-devices" not in page
    with pytest.raises(Refused, match="sends no notifications"):
        browser_of(there, "2").allow(event.players[1])
    event.pair()
    assert told() == 0


def test_the_worker_has_an_area_of_its_own_and_the_manifest_is_one(client: Client) -> None:
    worker = client.get(reverse("push:worker"))
    assert worker["Content-Type"] == "text/javascript"
    assert "nabu/messages/push/worker" in worker.content.decode()
    assert reverse("push:worker").rpartition("/")[0] == "/push", "its scope: no page of the site"
    assert client.get(reverse("push:manifest")).json()["display"] == "standalone"


def test_the_archive_names_the_devices_without_their_secrets_and_deleting_the_account_deletes_them(
    event: Event, there: Receiver
) -> None:
    user = event.players[0]
    device = browser_of(there).allow(user)
    archive = ZipFile(BytesIO(signed_in(user).get(reverse("privacy:export")).content))
    [row] = json.loads(archive.read("rows/push.device.json"))
    assert row["endpoint"] == device.endpoint
    assert "secret" not in row
    delete_person(user, user=user)
    assert not Device.objects.exists()


def test_the_home_page_offers_notifications_until_a_device_has_them(
    event: Event, there: Receiver, settings: Any
) -> None:
    user = event.players[0]
    client = signed_in(user)

    def offered(browser: Client) -> bool:
        return "Get your table as a notification" in browser.get("/").content.decode()

    assert offered(client)
    assert not offered(signed_in(account("guest"))), "nothing to play yet"
    settings.PUSH_KEY, key = "", settings.PUSH_KEY
    assert not offered(client)
    settings.PUSH_KEY = key
    browser_of(there).allow(user)
    assert not offered(client)
