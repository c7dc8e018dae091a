"""Who was signed in, and who tried to, is forgotten in time; and what else is done once a day for the whole site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery import Task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from nabu.accounts.versions.services import PEOPLE, numbers
from nabu.celery import app
from nabu.contests.clubs.models import Club
from nabu.operations.operating.tasks import KEPT_FOR, purge_access, refresh_names
from tests.platform.scenario import PASSWORD, account

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_sessions_that_are_over_are_deleted_and_others_stay() -> None:
    account("ana")
    browsers = [Client(), Client()]
    for browser in browsers:
        assert browser.post("/accounts/login/", {"login": "ana", "password": PASSWORD}).status_code == 302
    old, new = (browser.session.session_key for browser in browsers)
    Session.objects.filter(session_key=old).update(expire_date=timezone.now() - timedelta(seconds=1))
    purge_access()
    assert list(Session.objects.values_list("session_key", flat=True)) == [new]
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [new], "with address and browser"
    assert browsers[1].get("/accounts/").status_code == 200


def test_rows_about_signing_in_are_deleted_when_they_are_old() -> None:
    now = timezone.now()
    for model in (AccessAttempt, AccessLog, AccessFailureLog):
        failures = {"failures_since_start": 1} if model is AccessAttempt else {}
        for username in ("old", "new"):
            model.objects.create(username=username, ip_address="192.0.2.1", **failures)
        model.objects.filter(username="old").update(attempt_time=now - KEPT_FOR - timedelta(minutes=1))
    assert purge_access() == 3
    for model in (AccessAttempt, AccessLog, AccessFailureLog):
        assert [row.username for row in model.objects.all()] == ["new"], model


def test_the_purge_unlocks_nobody(client: Client) -> None:
    account("ana")
    right = {"login": "ana", "password": PASSWORD}
    for _attempt in range(settings.AXES_FAILURE_LIMIT):
        client.post("/accounts/login/", {**right, "password": "wrong"})
    assert client.post("/accounts/login/", right).status_code == 429
    purge_access()
    assert client.post("/accounts/login/", right).status_code == 429
    assert KEPT_FOR > settings.AXES_COOLOFF_TIME


def test_names_that_older_hosts_wrote_get_their_keys_and_pages_are_made_anew() -> None:
    club = Club.objects.create(name="Žofie")
    assert refresh_names() == 0
    before = numbers([PEOPLE])
    Club.objects.filter(pk=club.pk).update(name_key="")
    assert refresh_names() == 1
    assert Club.objects.get().name_key == "zofie"
    assert numbers([PEOPLE]) > before


@pytest.mark.parametrize("task", [purge_access, refresh_names])
def test_beat_asks_for_it_every_day(task: Task) -> None:
    app.loader.import_default_modules()
    [entry] = [found for found in settings.CELERY_BEAT_SCHEDULE.values() if found["task"] == task.name]
    assert entry["schedule"] == 86400
    assert entry["task"] in app.tasks
