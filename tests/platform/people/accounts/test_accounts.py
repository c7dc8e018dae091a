"""Forgotten passwords, addresses, sessions and tokens; and what strangers learn of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core import mail as outbox
from django.test import Client

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.accounts.players.tokens import create_token, token_of_key
from nabu.messages.notifications.models import Mail
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import PASSWORD, account

pytestmark = pytest.mark.django_db

NEW = "eight tablets of clay"


def log_in(username: str, password: str = PASSWORD) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": username, "password": password})
    return client


def is_in(client: Client) -> bool:
    return client.get("/accounts/").status_code == 200


def ask(address: str, **headers: str) -> tuple[int, str, str]:
    """Status, place and words of the answer to somebody who wants a new password."""
    client = Client(headers=headers)
    answer = client.post("/accounts/password/reset/", {"email": address})
    page = re.sub(r"(nonce|csrfmiddlewaretoken)[^>]*", "", client.get(answer["Location"]).content.decode())
    return answer.status_code, answer["Location"], page


def sent_link(path: str) -> str:
    """The link to such a page in the newest mail."""
    do_jobs("mails")
    return path + outbox.outbox[-1].body.partition(path)[2].split()[0]


def test_a_forgotten_password_is_set_anew() -> None:
    user = account("ana", email="ana@example.org")
    phone, key = log_in("ana"), create_token(user, "program", ["read"])[1]
    ask("Ana@Example.org")
    path = sent_link("/accounts/password/reset/key/")
    assert outbox.outbox[0].to == ["ana@example.org"]
    scanner = Client()
    for follow in (scanner.head, scanner.get, scanner.get):
        follow(path, follow=True)
    client = Client()
    form = client.get(path, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert is_in(client)
    assert is_in(log_in("ana", NEW))
    assert not is_in(phone)
    assert token_of_key(key) is None
    assert "account.password_changed" in AuditEntry.objects.values_list("action", flat=True)
    do_jobs("mails")
    assert outbox.outbox[-1].subject == "Your password was changed"
    again = Client().get(path, follow=True)
    assert "password1" not in again.content.decode(), "a link works once"


def test_a_new_password_does_not_get_round_the_codes(client: Client) -> None:
    user = account("ana", email="ana@example.org")
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"})
    ask("ana@example.org")
    form = client.get(sent_link("/accounts/password/reset/key/"), follow=True)
    answer = client.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert not is_in(client)


def test_strangers_do_not_learn_whose_an_address_is(django_assert_num_queries: Any) -> None:
    account("ana", email="ana@example.org")
    assert ask("ana@example.org") == ask("nobody@example.org")
    do_jobs("mails")
    assert [mail.to for mail in outbox.outbox] == [["ana@example.org"]], "strangers get no mail from us"
    found = []
    for number, address in enumerate(("ana@example.org", "nobody@example.org")):
        words = {"username": f"bo{number}", "name": "Bo", "email": address, "password1": PASSWORD}
        found.append(Client().post("/accounts/signup/", words).status_code)
    assert found == [302, 302], "an address that somebody has is taken like any other, until it is confirmed"


def test_an_address_is_confirmed_by_one_account_only() -> None:
    EmailAddress.objects.create(user=account("ana"), email="ana@example.org", primary=True, verified=True)
    words = {"username": "mallory", "name": "Mallory", "email": "ana@example.org", "password1": PASSWORD}
    client = Client()
    client.post("/accounts/signup/", words)
    client.post(sent_link("/accounts/confirm-email/"))
    assert not EmailAddress.objects.get(user__username="mallory").verified
    ask("ana@example.org")
    do_jobs("mails")
    assert "“ana”" in outbox.outbox[-1].body, "who has confirmed it gets the link"


def test_links_lead_to_the_site_whatever_name_was_used(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    account("ana", email="ana@example.org")
    ask("ana@example.org", host="evil.test")
    do_jobs("mails")
    assert "evil.test" not in outbox.outbox[0].body
    assert settings.SITE_ADDRESS + "/accounts/password/reset/key/" in outbox.outbox[0].body


def test_a_new_password_ends_tokens_whoever_sets_it(client: Client) -> None:
    user = account("ana")
    for way in ("page", "code"):
        key = create_token(user, way, ["read"])[1]
        if way == "page":
            client.force_login(user)
            client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
            assert is_in(client)
        else:
            user.refresh_from_db()
            user.set_password("nine tablets of clay")
            user.save()
        assert token_of_key(key) is None, way


def test_a_password_that_is_only_hashed_anew_ends_nothing(settings: Any) -> None:
    user = account("ana")
    key = create_token(user, "program", ["read"])[1]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    assert is_in(log_in("ana"))
    assert User.objects.get().password.startswith("pbkdf2")
    assert token_of_key(key) is not None


def test_signing_out_everywhere_ends_sessions_and_tokens() -> None:
    user, other = account("ana"), account("bo")
    phone, unlisted, laptop, others = log_in("ana"), Client(), log_in("ana"), log_in("bo")
    unlisted.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    keys = [create_token(one, "program", ["read"])[1] for one in (user, other)]
    page = laptop.get("/accounts/sessions/").content.decode()
    assert page.count("this session") == 1
    laptop.post("/accounts/sessions/")
    assert [is_in(client) for client in (phone, unlisted, laptop, others)] == [False, False, True, True]
    assert [token_of_key(key) is None for key in keys] == [True, False]
    assert UserSession.objects.filter(user=user).count() == 1
    assert AuditEntry.objects.get(action="account.signed_out_everywhere").after == {"tokens": 1}


def test_what_matters_wants_the_password_once_more() -> None:
    account("ana")
    client = log_in("ana")
    words = {"action_add": "", "email": "mallory@example.org"}
    assert client.post("/accounts/email/", words)["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.filter(email="mallory@example.org").exists()
    assert client.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")


def test_an_api_token_does_not_change_the_address(client: Client) -> None:
    """It could be stolen, and a new address opens the account."""
    user = account("ana", email="ana@example.org")
    key = create_token(user, "program", ["account"])[1]
    words = {"address": "mallory@example.org", "off": []}
    headers = {"Authorization": f"Token {key}"}
    client.patch("/api/v1/me/mail/", words, content_type="application/json", headers=headers)
    user.refresh_from_db()
    assert user.email == "ana@example.org"
    assert not Mail.objects.exists()


def test_an_account_that_was_closed_stays_closed() -> None:
    account("ana", email="ana@example.org", is_active=False)
    assert not is_in(log_in("ana"))
    ask("ana@example.org")
    assert not Mail.objects.exists()
