"""Notifications on this device, in a browser.

A headless Chromium shows no notifications and has no push service: permission and subscription are made up here. The
service worker, its registration, the form and the page are real.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from playwright.sync_api import Page, expect

from nabu.accounts.players.models import User
from nabu.messages.push.models import Device
from tests.browser.signing_in import sign_in
from tests.platform.messages.push.service import FakeBrowser
from tests.platform.scenario import account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MADE_UP = """
(([permission, subscription]) => {
  const allowed = () => localStorage.getItem("allowed") !== null;
  const { endpoint, public_key: p256dh, secret: auth } = subscription;
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => localStorage.removeItem("allowed"),
  };
  Object.defineProperty(Notification, "permission", { get: () => (allowed() ? "granted" : permission) });
  Notification.requestPermission = async () => (permission === "denied" ? "denied" : "granted");
  PushManager.prototype.getSubscription = async () => (allowed() ? made : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("not a key of P-256");
    if (subscription.refused) throw new DOMException("push service not available", "AbortError");
    localStorage.setItem("allowed", "yes");
    return made;
  };
})
"""


@pytest.fixture
def visit(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """The notifications page on a phone of this account, whose browser answers so."""

    def opened(user: User, permission: str = "default", **subscription: Any) -> Page:
        page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
        page.add_init_script(f"{MADE_UP}({[permission, subscription]!r})".replace("True", "true"))
        sign_in(page, user.username)
        page.goto(reverse("notifications:mail"))
        return page

    return opened


def test_a_player_allows_notifications_and_ends_them(visit: Callable[..., Page]) -> None:
    user, there = account("ana"), FakeBrowser("http://127.0.0.1:65534/push/1")
    FakeBrowser("http://127.0.0.1:65534/push/2").allow(user)
    page = visit(user, **there.subscription())
    expect(page.get_by_text("this device", exact=True)).to_have_count(1)
    expect(page.get_by_text("this device", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Allow on this device").click()
    expect(page.get_by_text("This device shows your table")).to_be_visible()
    expect(page.get_by_role("button", name="Allow on this device")).to_be_hidden()
    own = page.get_by_role("listitem").filter(has=page.locator("[data-show=own]:not([hidden])"))
    expect(own).to_have_count(1)
    assert Device.objects.get(endpoint=there.endpoint).user == user
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => scope))") == [
        page.url.replace(reverse("notifications:mail"), "/push/")
    ]
    own.get_by_role("button", name=re.compile("^Remove device added")).click()
    expect(page.get_by_text("Device removed")).to_be_visible()
    expect(page.get_by_role("button", name="Allow on this device")).to_be_visible()
    assert Device.objects.get().endpoint.endswith("/2"), "the other device stays"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_browser_that_blocks_or_cannot_says_what_to_do(visit: Callable[..., Page]) -> None:
    page = visit(account("ana"), "denied", **FakeBrowser("http://127.0.0.1:65534/1").subscription())
    expect(page.get_by_text("This browser blocks notifications of this site")).to_be_visible()
    expect(page.get_by_role("button", name="Allow on this device")).to_be_hidden()
    page = visit(account("bo"), refused=True, **FakeBrowser("http://127.0.0.1:65534/1").subscription())
    page.get_by_role("button", name="Allow on this device").click()
    expect(page.get_by_text("The browser's push service did not answer")).to_be_visible()
    assert not Device.objects.exists()


WORKER = """
async ({ script, open }) => {
  const done = [];
  window.registration = { showNotification: async (title, options) => done.push({ title, ...options }) };
  window.clients = {
    matchAll: async () => open.map((url) => ({ url, focus: () => done.push({ focus: url }) })),
    openWindow: (address) => done.push({ opened: address }),
  };
  const element = document.createElement("script");
  element.textContent = script;
  document.head.append(element);
  const fire = async (name, more) => {
    const waits = [];
    self.dispatchEvent(Object.assign(new Event(name), { waitUntil: (promise) => waits.push(promise), ...more }));
    await Promise.all(waits);
  };
  const message = { title: "Table 7, round 2", body: "Your seat: 2", address: "/tables/7/", topic: "tournament-1" };
  await fire("push", { data: { json: () => message } });
  await fire("notificationclick", { notification: { close: () => done.push("closed"), data: done[0].data } });
  return done;
}
"""


@pytest.mark.parametrize(
    ("open_pages", "then"),
    [
        (
            ["https://nabu.example/tables/7/?x=1", "https://nabu.example/"],
            {"focus": "https://nabu.example/tables/7/?x=1"},
        ),
        (["https://nabu.example/tables/70/"], {"opened": "/tables/7/"}),
    ],
)
def test_the_worker_shows_the_message_and_a_tap_opens_the_table(
    open_page: Callable[..., Page], open_pages: list[str], then: dict[str, str]
) -> None:
    """Its script runs in an empty page that plays the service worker: the headless browser never shows anything."""
    page = open_page()
    script = finders.find("nabu/messages/push/worker.js")
    assert script is not None
    with open(script, encoding="utf-8") as file:
        done = page.evaluate(WORKER, {"script": file.read(), "open": open_pages})
    [shown, closed, opened] = done
    assert (shown["title"], shown["body"], shown["tag"]) == ("Table 7, round 2", "Your seat: 2", "tournament-1")
    assert closed == "closed"
    assert opened == then
