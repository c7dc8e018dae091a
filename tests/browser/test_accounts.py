"""Accounts in a browser: a forgotten password, an app with codes, a passkey."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

from nabu.accounts.players.models import User
from nabu.accounts.players.tokens import create_token, token_of_key
from tests.browser.signing_in import fill_in, sign_in, sign_in_by_form
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import PASSWORD, account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = "eight tablets of clay"


def with_address(username: str, **fields: Any) -> User:
    user = account(username, email=f"{username}@example.org", **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def with_password(page: Page) -> None:
    """What matters wants the password once more."""
    expect(page.get_by_role("heading", name="Confirm Access")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def sign_out(page: Page) -> None:
    page.locator(".site-end summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def code_of(secret: str, later: int = 0) -> str:
    """What the app shows now, or so many seconds later."""
    return format_hotp_value(hotp_value(secret, int(time.time() + later) // 30))


def test_a_person_with_a_forgotten_password_gets_in(page: Page, small_page: Page) -> None:
    user, _staff = with_address("ana"), account("enlil", is_staff=True)
    key = create_token(user, "a program", ["read"])[1]
    small_page.goto("/accounts/login/")
    small_page.get_by_role("link", name="Forgot your password?").click()
    small_page.get_by_label("Email").fill("ANA@example.org")
    small_page.get_by_role("button", name="Reset My Password").click()
    expect(small_page.get_by_role("main")).to_contain_text("This site cannot send mail.")
    do_jobs("mails")
    # There is no mail server: staff read the mail out.
    sign_in(page, "enlil")
    page.goto("/status/")
    page.get_by_role("link", name="Sent mails").click()
    link = page.get_by_role("link", name="/accounts/password/reset/key/").get_attribute("href")
    assert link
    small_page.goto("/" + link.split("/", 3)[3])
    small_page.get_by_label("New Password", exact=True).fill(NEW)
    small_page.get_by_label("New Password (again)").fill(NEW)
    small_page.get_by_role("button", name="Change Password").click()
    expect(small_page.get_by_text("You are signed in.")).to_be_visible()
    assert token_of_key(key) is None, "the new password has ended it"


def test_codes_of_an_app(page: Page) -> None:
    user = with_address("ana")
    sign_in_by_form(page, "ana")
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Activate").click()
    with_password(page)
    secret = page.get_by_label("Authenticator secret").input_value()
    page.get_by_label("Authenticator code").fill(code_of(secret))
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_role("main")).to_contain_text("recovery codes")
    assert Authenticator.objects.filter(user=user).count() == 2
    sign_out(page)
    page.goto("/accounts/login/")
    fill_in(page, "ana")
    expect(page.get_by_role("link", name="Sign up")).to_have_count(1)
    page.get_by_label("Code", exact=True).fill("000000")
    page.get_by_role("button", name="Sign In", exact=True).click()
    expect(page.get_by_text("Incorrect code")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(code_of(secret, later=30))
    page.get_by_role("button", name="Sign In", exact=True).click()
    expect(page.get_by_text("You are signed in.")).to_be_visible()


def test_a_passkey_signs_in_by_itself(page: Page, open_page: Callable[..., Page], live_server: Any) -> None:
    """Browsers have passkeys for names only, not for the number 127.0.0.1."""
    site = live_server.url.replace("127.0.0.1", "localhost")
    with_address("ana")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{site}/accounts/login/")
    fill_in(page, "ana")
    expect(page.get_by_text("You are signed in.")).to_be_visible()
    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    with_password(page)
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("main")).to_contain_text("ecovery")
    sign_out(page)
    page.goto(f"{site}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("You are signed in.")).to_be_visible()
