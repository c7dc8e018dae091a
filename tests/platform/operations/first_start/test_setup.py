"""The first start: who may become the administrator, and what the page says of the settings afterwards."""

from __future__ import annotations

import logging
import smtplib
import socket
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.cache import caches
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.accounts.players.services import sign_up, update_account
from nabu.core.errors import Refused
from nabu.operations.first_start.code import is_setup_code, log_code, setup_code
from nabu.operations.first_start.views import MOST_ATTEMPTS
from nabu.web.site_time.models import SiteTime
from tests.platform.scenario import account

pytestmark = pytest.mark.django_db

SETUP, SITE, TEST_MAIL = "/setup/", "/staff/site/", "/staff/site/test-mail/"
PASSWORD = "seven tablets of clay"


@pytest.fixture(autouse=True)
def no_attempts() -> Iterator[None]:
    caches["throttle"].clear()
    yield
    caches["throttle"].clear()


def words(**other: str) -> dict[str, str]:
    person = {"username": "rita", "name": "Rita", "email": "", "password": PASSWORD}
    return {"code": setup_code(), **person, "time_zone": "Europe/Madrid", **other}


def test_the_code_makes_one_administrator_and_then_the_page_is_gone() -> None:
    client = Client()
    account("zoe")
    assert client.get(SETUP).status_code == 200
    answer = client.post(SETUP, words())
    assert (answer.status_code, answer["Location"]) == (302, SITE)
    user = User.objects.get(username="rita")
    assert user.is_superuser
    assert user.is_staff
    assert user.check_password(PASSWORD)
    assert AuditEntry.objects.filter(action="site.set_up", actor=user).exists()
    assert SiteTime.objects.get().zone == "Europe/Madrid"
    assert client.get(SITE).status_code == 200, "signed in already"
    assert Client().get(SETUP).status_code == 404
    assert Client().post(SETUP, words(username="eve", name="Eve")).status_code == 404
    assert not User.objects.filter(username="eve").exists()


def test_the_administrator_may_be_called_admin_and_nobody_else() -> None:
    assert Client().post(SETUP, words(username="admin", name="Admin")).status_code == 302
    user = User.objects.get(username="admin")
    assert (user.is_superuser, user.player.name) == (True, "Admin")
    update_account(user, name="Admin", language="de")
    with pytest.raises(Refused, match="reserved"):
        sign_up("root", PASSWORD, "Rita")
    with pytest.raises(Refused, match="taken"):
        sign_up("ADMIN", PASSWORD, "Rita", speaks_for_site=True)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"code": "AAAA-AAAA-AAAA-AAAA"}, "This is not the setup code."),
        ({"code": ""}, "This field is required."),
        ({"password": "12345678"}, "entirely numeric"),
        ({"password": "short"}, "too short"),
        ({"username": "zoe"}, "This user name is taken."),
        ({"time_zone": "Europe/Atlantis"}, "Select a valid choice."),
    ],
)
def test_a_stranger_or_a_weak_password_makes_nobody(given: dict[str, str], problem: str) -> None:
    account("zoe")
    answer = Client().post(SETUP, words(**given))
    assert answer.status_code == 200
    assert problem in answer.content.decode()
    assert not User.objects.filter(is_staff=True).exists()


def test_the_form_needs_the_token_of_the_page() -> None:
    assert Client(enforce_csrf_checks=True).post(SETUP, words()).status_code == 403
    assert not User.objects.exists()


def test_guessing_is_slowed_down() -> None:
    for number in range(MOST_ATTEMPTS):
        client = Client(REMOTE_ADDR=f"2001:db8::{number:x}")
        assert client.post(SETUP, words(code="AAAA-AAAA-AAAA-AAAA")).status_code == 200
    assert client.post(SETUP, words(), REMOTE_ADDR="2001:db8::ffff").status_code == 429
    assert not User.objects.exists()


def test_the_code_follows_from_the_secret_key(settings: Any) -> None:
    before = setup_code()
    assert is_setup_code(before.lower().replace("-", " "))
    settings.SECRET_KEY = "another key " * 5
    assert setup_code() != before
    assert not is_setup_code(before)


def test_log_and_command_show_the_code_only_while_it_is_needed(caplog: pytest.LogCaptureFixture) -> None:
    said = StringIO()
    with caplog.at_level(logging.WARNING, "nabu.operations.first_start"):
        log_code()
        call_command("setup_code", stdout=said)
        assert setup_code() in caplog.text
        assert setup_code() in said.getvalue()
        caplog.clear()
        account("boss", is_staff=True)
        log_code()
        assert caplog.text == ""
    with pytest.raises(CommandError, match="already has an administrator"):
        call_command("setup_code")


def test_createsuperuser_ends_the_first_start_too() -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    assert Client().get(SETUP).status_code == 404


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(account("boss", is_staff=True, is_superuser=True))
    return client


def test_a_test_mail_is_sent_at_once(boss: Client, settings: Any) -> None:
    settings.MAIL_SERVER = True
    page = boss.post(TEST_MAIL, {"address": "rita@nabu.example"}, follow=True).content.decode()
    assert "The mail server accepted a mail to rita@nabu.example." in page
    assert [message.to for message in mail.outbox] == [["rita@nabu.example"]]


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (smtplib.SMTPAuthenticationError(535, b"no"), "rejects the user name or password"),
        (smtplib.SMTPSenderRefused(553, b"no", "nabu@localhost"), "NABU_FROM_EMAIL"),
        (smtplib.SMTPRecipientsRefused({"a": (550, b"no")}), "rejects this recipient"),
        (socket.gaierror(-2, "Name or service not known"), "mail server cannot be found"),
        (ConnectionRefusedError(111, "refused"), "check the port"),
        (TimeoutError("timed out"), "does not answer"),
        (smtplib.SMTPServerDisconnected("gone"), "SMTPServerDisconnected"),
    ],
)
def test_a_mail_that_fails_says_why(
    boss: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, problem: str
) -> None:
    settings.MAIL_SERVER = True

    def fails(self: object) -> int:
        raise error

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fails)
    answer = boss.post(TEST_MAIL, {"address": "rita@nabu.example"})
    assert answer.status_code == 200
    assert problem in answer.content.decode()


def test_the_page_shows_what_is_missing_for_mails(boss: Client, settings: Any) -> None:
    page = boss.get(SITE).content.decode()
    assert "EMAIL_URL" in page
    settings.MAIL_SERVER = True
    assert "Send test mail" in boss.get(SITE).content.decode()
