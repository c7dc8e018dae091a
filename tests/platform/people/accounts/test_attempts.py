"""How often somebody may try a password or a code, and how often somebody may sign up."""

from __future__ import annotations

import re
import time
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from allauth.mfa.totp.internal.auth import generate_totp_secret, hotp_value
from axes.models import AccessAttempt
from django.conf import settings as site
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from nabu.accounts.players import attempts
from nabu.accounts.players.models import UsedCode, User
from nabu.accounts.players.tasks import purge
from nabu.accounts.players.two_factor import COUNTS_FOR
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import PASSWORD, account

pytestmark = pytest.mark.django_db

HOME, ELSEWHERE, ATTACKER = "192.0.2.1", "192.0.2.2", "198.51.100.7"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits of all of them, near enough to be reached."""
    for name, limit in (("MOST_FOR_NAME", 12), ("MOST_FROM_NETWORK", 15), ("UNDER_ATTACK", 20)):
        monkeypatch.setattr(attempts, name, limit)


def log_in(login: str, password: str = PASSWORD, address: str = HOME, client: Client | None = None) -> int:
    """The status: 302 for a success, 200 for the form with an error, 429 for too many."""
    client = client or Client()
    return client.post("/accounts/login/", {"login": login, "password": password}, REMOTE_ADDR=address).status_code


def by_api(username: str, password: str = PASSWORD, address: str = HOME) -> int:
    words = {"username": username, "password": password}
    return Client().post("/api/v1/token/", words, content_type="application/json", REMOTE_ADDR=address).status_code


def fail(login: str, times: int, address: str) -> None:
    """As if it had failed so often."""
    AccessAttempt.objects.create(
        username=login, ip_address=address, user_agent="x", failures_since_start=times, path_info="/"
    )


@pytest.mark.both_databases
def test_page_and_api_and_both_names_of_an_account_count_together() -> None:
    account("ana", email="ana@example.org")
    for _attempt in range(site.AXES_FAILURE_LIMIT // 4):
        log_in("ana", "wrong")
        log_in("ANA", "wrong")
        log_in("Ana@Example.org", "wrong")
        by_api("ana", "wrong")
    assert by_api("ana") == log_in("ana") == log_in("ana@example.org") == 429
    assert by_api("ana", address=ELSEWHERE) == 200
    assert log_in("ana", address=ELSEWHERE) == 302


@pytest.mark.both_databases
def test_an_account_from_many_addresses(few: None) -> None:
    account("ana")
    assert log_in("ana", address=HOME) == 302
    for number in range(12):
        fail("ana", 1, f"198.51.100.{number}")
    assert by_api("ana", address=ELSEWHERE) == log_in("ana", address=ELSEWHERE) == 429
    assert log_in("ana", address=HOME) == 302, "who was here before is not kept out by strangers"


@pytest.mark.both_databases
def test_a_link_by_mail_opens_an_account_that_strangers_have_locked(few: None, client: Client) -> None:
    account("ana", email="ana@example.org")
    fail("ana", 12, ATTACKER)
    assert log_in("ana", client=client) == 429
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    do_jobs("mails")
    path = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    assert path
    form = client.get(path[0], follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": "eight tablets of clay", "password2": "eight tablets of clay"})
    assert client.get("/accounts/").status_code == 200


@pytest.mark.both_databases
def test_many_accounts_from_one_address(few: None) -> None:
    account("ana"), account("bo")
    assert log_in("bo", address=ATTACKER) == 302
    for number in range(15):
        fail(f"user{number}", 1, ATTACKER)
    assert log_in("ana", "wrong", ATTACKER) == 429, "one failure more for each account that has signed in there"
    assert by_api("ana", address=ATTACKER) == log_in("ana", address=ATTACKER) == 429
    assert log_in("bo", address=ATTACKER) == 302, "who was here before is not kept out by strangers in the same hall"
    assert log_in("ana", address=HOME) == 302


@pytest.mark.both_databases
def test_many_accounts_from_many_addresses(few: None) -> None:
    """What fails on the whole site locks nobody; it leaves few guesses for one account, or from one new address."""
    account("ana"), account("bo"), account("cem")
    assert log_in("ana", address=HOME) == 302
    for number in range(20):
        fail(f"user{number}", 1, f"198.51.100.{number}")
    assert log_in("ana", address=ELSEWHERE) == 302
    for number in range(site.AXES_FAILURE_LIMIT):
        fail("ana", 1, f"203.0.113.{number}")
        fail(f"other{number}", 1, ATTACKER)
    assert by_api("ana", address="192.0.2.3") == log_in("ana", address="192.0.2.3") == 429
    assert log_in("ana", address=HOME) == 302
    assert by_api("bo", address=ATTACKER) == log_in("bo", address=ATTACKER) == 429
    assert log_in("bo", address="192.0.2.3") == 302
    for number in range(site.AXES_FAILURE_LIMIT):
        fail(f"other{number}", 1, ELSEWHERE)
    assert log_in("cem", address=ELSEWHERE) == 302, "somebody has signed in there"


@pytest.mark.both_databases
def test_signing_in_as_oneself_does_not_let_one_go_on_guessing(few: None) -> None:
    account("ana"), account("mallory")
    for _attempt in range(site.AXES_FAILURE_LIMIT):
        log_in("ana", "wrong", ATTACKER)
        log_in("mallory", address=ATTACKER)
    assert log_in("ana", address=ATTACKER) == 429


@pytest.mark.both_databases
def test_the_lock_ends_by_itself_however_often_one_tries() -> None:
    account("ana")
    for _attempt in range(site.AXES_FAILURE_LIMIT):
        log_in("ana", "wrong")
    [before] = AccessAttempt.objects.values_list("failures_since_start", "attempt_time")
    assert log_in("ana") == 429
    assert [before] == list(AccessAttempt.objects.values_list("failures_since_start", "attempt_time"))
    AccessAttempt.objects.update(attempt_time=before[1] - site.AXES_COOLOFF_TIME)
    assert log_in("ana") == 302


def test_the_address_behind_a_proxy_counts(settings: Any) -> None:
    settings.NABU_PROXIES = 1
    account("ana")
    for attempt in range(site.AXES_FAILURE_LIMIT):
        client = Client(headers={"X-Forwarded-For": f"1.2.3.4, {ATTACKER}:{50_000 + attempt}"})
        log_in("ana", "wrong", "10.0.0.1", client)
    assert log_in("ana", PASSWORD, "10.0.0.1", Client(headers={"X-Forwarded-For": ATTACKER})) == 429
    assert log_in("ana", PASSWORD, "10.0.0.1", Client(headers={"X-Forwarded-For": HOME})) == 302


def with_app(username: str) -> tuple[User, str]:
    user, secret = account(username), generate_totp_secret()
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": secret})
    return user, secret


def code_of(secret: str, now: float | None = None) -> str:
    """What the app shows now, or at this time in seconds; a code lasts half a minute (RFC 6238)."""
    return f"{hotp_value(secret, int(time.time() if now is None else now) // 30):06}"


def test_a_password_alone_is_not_enough_for_an_account_with_codes(client: Client) -> None:
    _user, secret = with_app("ana")
    assert log_in("ana", client=client) == 302
    assert client.get("/accounts/").status_code == 302, "not signed in yet"
    assert by_api("ana") == 409, "nor over the API"
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert client.get("/accounts/").status_code == 200


def test_the_administration_asks_for_the_code_too(client: Client) -> None:
    user, secret = with_app("enlil")
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    there = client.get("/admin/", follow=True)
    assert there.redirect_chain[-1][0].startswith("/accounts/login/")
    client.post("/accounts/login/?next=/admin/", {"login": "enlil", "password": PASSWORD})
    assert client.get("/admin/").status_code == 302
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert client.get("/admin/").status_code == 200


@pytest.mark.both_databases
def test_wrong_codes_count_like_wrong_passwords(client: Client) -> None:
    _user, secret = with_app("ana")
    log_in("ana", client=client)
    for _attempt in range(site.AXES_FAILURE_LIMIT):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"}, REMOTE_ADDR=HOME)
    right = client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)}, REMOTE_ADDR=HOME)
    assert right.status_code == 429
    assert client.get("/accounts/").status_code == 302
    assert log_in("ana") == 429


@pytest.mark.parametrize(("seconds_late", "taken"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_a_code_counts_half_a_minute_before_and_after_its_own(
    client: Client, monkeypatch: pytest.MonkeyPatch, seconds_late: int, taken: bool
) -> None:
    """A code is typed while it changes, on a phone whose clock is off by a few seconds."""
    _user, secret = with_app("ana")
    log_in("ana", client=client)
    now = 1_000_000_000
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: now))
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret, now - seconds_late)})
    assert client.get("/accounts/").status_code == (200 if taken else 302)


@pytest.mark.both_databases
def test_a_code_works_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as it would count: for a minute and a half, with or without a cache."""
    _user, secret = with_app("ana")
    now = 1_000_000_000
    code = code_of(secret, now + 30)
    for later, typed, status in ((0, code, 200), (1, f"{code[:3]} {code[3:]}", 302), (59, code, 302)):
        monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda later=later: now + later))
        client = Client()
        log_in("ana", client=client)
        client.post("/accounts/2fa/authenticate/", {"code": typed})
        assert client.get("/accounts/").status_code == status
    assert AccessAttempt.objects.get().failures_since_start == 2, "using it again counts like a wrong one"
    assert purge() == 0
    UsedCode.objects.update(used_at=timezone.now() - COUNTS_FOR)
    assert purge() == 1


@pytest.mark.both_databases
def test_the_code_of_the_activation_works_once(client: Client) -> None:
    """Not for signing in, not for a question in between, and not for the next activation."""
    account("ana")
    log_in("ana", client=client)

    def activate() -> bool:
        code = code_of(client.session["mfa.totp.secret"], now)
        client.post("/accounts/2fa/totp/activate/", {"code": code})
        return Authenticator.objects.filter(type=Authenticator.Type.TOTP).exists()

    now = time.time()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.get("/accounts/2fa/totp/activate/")
    secret = client.session["mfa.totp.secret"]
    assert activate()
    code, following = code_of(secret, now), code_of(secret, now + 30)
    other = Client()
    log_in("ana", client=other)
    page = other.post("/accounts/2fa/authenticate/", {"code": code})
    assert "This code was used already." in page.content.decode()
    assert other.get("/accounts/").status_code == 302
    other.post("/accounts/2fa/authenticate/", {"code": following})
    assert other.get("/accounts/").status_code == 200
    page = other.post("/accounts/2fa/reauthenticate/", {"code": following})
    assert page.status_code == 200, "asked again"
    client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    session = client.session
    session["mfa.totp.secret"] = secret
    session.save()
    assert not activate(), "even if the secret were the same"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("page", "field"),
    [("/accounts/password/change/", "oldpassword"), ("/accounts/reauthenticate/", "password")],
)
def test_a_lost_phone_does_not_guess_the_password(client: Client, page: str, field: str) -> None:
    client.force_login(account("ana"))
    new = {"password1": "eight tablets of clay", "password2": "eight tablets of clay"}
    for _attempt in range(site.AXES_FAILURE_LIMIT):
        client.post(page, {field: "wrong", **new}, REMOTE_ADDR=HOME)
    assert client.post(page, {field: PASSWORD, **new}, REMOTE_ADDR=HOME).status_code == 429
    assert User.objects.get().check_password(PASSWORD)


def sign_up(number: int, address: str) -> int:
    words = {"username": f"user{number}", "name": "A Name", "email": "", "password1": PASSWORD}
    return Client().post("/accounts/signup/", words, REMOTE_ADDR=address).status_code


@pytest.mark.both_databases
@override_settings(ACCOUNT_RATE_LIMITS={**site.ACCOUNT_RATE_LIMITS, "signup": "2/10m/ip"})
def test_sign_ups_are_limited_by_address(counting: None) -> None:
    addresses = ["2001:db8::a", "2001:db8::b", "2001:db8::c", "2001:db8:0:1::c"]
    assert [sign_up(number, address) for number, address in enumerate(addresses)] == [302, 302, 429, 302]


@pytest.mark.both_databases
def test_asking_for_a_new_password_is_limited(counting: None) -> None:
    found = [
        Client()
        .post("/accounts/password/reset/", {"email": "ana@example.org"}, REMOTE_ADDR=f"192.0.2.{number}")
        .status_code
        for number in range(6)
    ]
    assert found == [302] * 5 + [429]


def test_a_cache_that_is_away_stops_nobody() -> None:
    assert sign_up(1, HOME) == 302
