"""Signing in: by the form where that is what a test is about, else with a session that is there already."""

from __future__ import annotations

from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from nabu.accounts.players.models import User
from tests.platform.scenario import PASSWORD

HOST = "localhost"
"""Where the sites of tests are; cookies do not look at ports."""


def sign_in(page: Page, username: str) -> None:
    """Whoever opens the next page is signed in."""
    give_session(page.context, username)


def give_session(context: BrowserContext, username: str) -> None:
    """All pages of this context are those of somebody who is signed in. The form and what it leads to cost more than
    most of what a test is about."""
    client = Client()
    client.force_login(User.objects.get(username=username), backend="django.contrib.auth.backends.ModelBackend")
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "domain": HOST, "path": "/", "httpOnly": True}])


def sign_in_by_form(page: Page, username: str, password: str = PASSWORD) -> None:
    """As a person does it. The home page follows."""
    page.goto("/accounts/login/")
    fill_in(page, username, password)
    expect(page.get_by_text("You are signed in.")).to_be_visible()


def fill_in(page: Page, username: str, password: str = PASSWORD) -> None:
    """The form of the page that is shown, wherever it leads then."""
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
