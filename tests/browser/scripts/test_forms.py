"""web/forms/forms.js: what was typed is kept in the tab, comes back, is sent once, and is offered to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.scripts.conftest import ORIGIN, STATIC

pytestmark = pytest.mark.browser

NOTICES = ("lost", "again", "unsure", "busy", "signed-out", "back", "gone", "lost-part", "busy-part", "changed-part")
PAGE = """<!doctype html><html lang="en"><link rel="icon" href="data:,"><body{account}>
<div id="messages"></div>{form}
<template id="form-notices">{notices}<p data-notice="discard">discard</p></template>
<script src="/static/nabu/web/forms/forms.js" type="module"></script></body></html>"""
FORM = """<form method="post" action="/save"{more}>
<input type="hidden" name="csrfmiddlewaretoken" value="token-{token}">
<input name="score" value="{score}"><textarea name="note"></textarea><input type="checkbox" name="late">
<details><select name="place"><option value="">-</option><option value="2">2</option></select></details>
<button name="do" value="save">Save</button></form>"""


class Site:
    """Answers the page. `sent` is what came to `/save`; `answers` are the next ones, None a connection that breaks,
    and `healthy` the next states of the site's health."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.account, self.form, self.more = "7", FORM, ""
        self.score, self.drawn = "", 0
        self.sent: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any] | None] = []
        self.healthy: list[int | None] = []
        page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        request = route.request
        path = request.url.removeprefix(ORIGIN)
        if path.startswith("/static/"):
            name = path.removeprefix("/static/")
            route.fulfill(body=(STATIC / name).read_bytes(), content_type="text/javascript")
        elif path == "/healthz":
            self._reply(route, {"status": status} if (status := self.healthy.pop(0) if self.healthy else 200) else None)
        elif path == "/save":
            self.sent.append({"key": request.headers.get("idempotency-key"), "body": request.post_data or ""} | {
                "token": request.headers.get("x-csrftoken"), "script": "nabu-form" in request.headers
            })  # fmt: skip
            answer = self.answers.pop(0) if self.answers else {"status": 204, "headers": {"Nabu-Location": "/done"}}
            self._reply(route, answer)
        else:
            self.drawn += 1
            account = f' data-account="{self.account}"' if self.account else ""
            form = self.form.format(more=self.more, token=self.drawn, score=self.score) if path != "/done" else "done"
            notices = "".join(f'<p data-notice="{name}">{name}</p>' for name in NOTICES)
            route.fulfill(
                body=PAGE.format(account=account, form=form, notices=notices), content_type="text/html; charset=utf-8"
            )

    def _reply(self, route: Route, answer: dict[str, Any] | None) -> None:
        if answer is None:
            route.abort("connectionreset")
        else:
            route.fulfill(**answer)

    def open(self, path: str = "/form") -> None:
        self.page.goto(ORIGIN + path)

    def type(self, score: str = "42") -> None:
        self.page.locator("[name=score]").fill(score)
        self.page.locator("[name=note]").fill("a\nnote")
        self.page.locator("[name=late]").check()
        self.page.evaluate("() => { document.querySelector('[name=place]').value = '2'; }")

    def save(self) -> None:
        self.page.get_by_role("button", name="Save").click()

    def typed(self) -> list[Any]:
        """What stands in the form now."""
        found: list[Any] = self.page.evaluate(
            """() => [...document.querySelectorAll("[name=score], [name=note], [name=place]")].map(({ value }) => value)
              .concat(document.querySelector("[name=late]").checked, document.querySelector("details").open)"""
        )
        return found

    def notice(self, name: str) -> None:
        expect(self.page.locator("[data-form-notice]")).to_have_attribute("data-form-notice", name)


WITHOUT_DELAY = "() => { const real = setTimeout; window.setTimeout = (then) => real(then, 50); }"
TYPED = ["42", "a\nnote", "2", True, True]


@pytest.fixture
def site(script_page: tuple[Page, list[str]]) -> Iterator[Site]:
    page, problems = script_page
    found = Site(page)
    found.open("/done")
    page.evaluate("() => sessionStorage.clear()")
    yield found
    page.evaluate("() => sessionStorage.clear()")
    page.unroute("**/*", found._answer)
    problems.clear()  # what fails here was meant to


def test_a_form_that_is_saved_leads_on_and_leaves_nothing_behind(site: Site) -> None:
    site.open()
    site.type()
    site.save()
    site.page.wait_for_url("**/done")
    [sent] = site.sent
    assert sent["body"] == "score=42&note=a%0D%0Anote&late=on&place=2&do=save"
    assert sent["script"]
    assert sent["token"].startswith("token-")
    assert site.page.evaluate("() => sessionStorage.length") == 0


def test_without_a_connection_everything_stays_and_the_second_press_has_the_same_key(site: Site) -> None:
    site.open()
    site.type()
    site.answers = [None]
    site.save()
    site.notice("lost")
    assert site.typed()[:4] == TYPED[:4]
    site.save()
    site.page.wait_for_url("**/done")
    first, second = site.sent
    assert first["key"] == second["key"]
    assert first["body"] == second["body"]


def test_an_answer_whose_head_was_cut_off_is_none(site: Site) -> None:
    """Browsers take what has come of it for all. Sending it once more by the browser would have no key."""
    site.open()
    site.type()
    site.answers = [{"status": 204}]
    site.save()
    site.notice("lost")
    site.save()
    site.page.wait_for_url("**/done")
    assert [sent["script"] for sent in site.sent] == [True, True]
    assert len({sent["key"] for sent in site.sent}) == 1


def test_what_is_changed_before_the_second_press_has_another_key(site: Site) -> None:
    site.open()
    site.type()
    site.answers = [None]
    site.save()
    site.notice("lost")
    site.type("43")
    site.save()
    site.page.wait_for_url("**/done")
    assert len({sent["key"] for sent in site.sent}) == 2


@pytest.mark.parametrize("way", ["reload", "back"])
def test_it_comes_back_after_a_reload_and_after_back(site: Site, way: str) -> None:
    site.open()
    site.type()
    site.answers = [None]
    site.save()
    site.notice("lost")
    if way == "back":
        site.open("/done")
        site.page.go_back()
    else:
        site.page.reload()
    site.notice("back")
    assert site.typed() == TYPED
    site.save()
    site.page.wait_for_url("**/done")
    assert len({sent["key"] for sent in site.sent}) == 1, "the token of the new page is another one"


def test_what_was_typed_and_never_sent_comes_back_with_back_and_not_otherwise(site: Site) -> None:
    site.open()
    site.type()
    site.open("/done")
    site.page.go_back()
    site.notice("back")
    assert site.typed() == TYPED
    site.open("/done")
    site.open()
    expect(site.page.locator("[data-form-notice]")).to_have_count(0)
    assert site.typed()[0] == ""


def test_it_can_be_discarded(site: Site) -> None:
    site.open()
    site.type()
    site.page.reload()
    site.page.get_by_role("button", name="discard").click()
    expect(site.page.locator("[data-form-notice]")).to_have_count(0)
    assert site.typed()[0] == ""


def test_after_an_ended_session_it_is_in_the_form_of_whoever_typed_it(site: Site) -> None:
    site.open()
    site.type()
    site.answers = [{"status": 204, "headers": {"Nabu-Location": "/done?login", "Nabu-Signed-Out": "true"}}]
    site.account = ""
    site.save()
    site.page.wait_for_url("**/done?login")
    site.account = "7"
    site.open()
    site.notice("signed-out")
    assert site.typed() == TYPED


@pytest.mark.parametrize("then", ["other", "signed out"])
def test_nobody_else_is_offered_it(site: Site, then: str) -> None:
    site.open()
    site.type()
    site.answers = [None]
    site.save()
    site.notice("lost")
    if then == "other":
        site.account = "8"
    else:
        site.form = f"<form method=post action=/out data-forgets-forms><button>Out</button></form>{FORM}"
        site.open("/form?again")
        site.page.evaluate("() => document.forms[0].addEventListener('submit', (event) => event.preventDefault())")
        site.page.get_by_role("button", name="Out").click()
        site.form = FORM
    site.open()
    expect(site.page.locator("[data-form-notice]")).to_have_count(0)
    site.account = "7"
    site.open()
    expect(site.page.locator("[data-form-notice]")).to_have_count(0)


def test_a_busy_site_says_so(site: Site) -> None:
    site.open()
    site.type()
    site.answers = [{"status": 503, "body": "later"}]
    site.save()
    site.notice("busy")
    assert site.typed()[:4] == TYPED[:4]


def test_what_the_server_says_about_a_form_is_shown_by_the_browser(site: Site) -> None:
    site.open()
    site.type()
    shown = {"status": 200, "body": "<p>wrong</p>", "content_type": "text/html"}
    site.answers = [shown, shown]
    site.save()
    expect(site.page.locator("p")).to_have_text("wrong")
    first, second = site.sent
    assert (first["script"], second["script"]) == (True, False)
    assert "csrfmiddlewaretoken=token" in second["body"]
    assert "do=save" in second["body"]


def test_a_result_is_sent_again_by_itself_once(site: Site) -> None:
    site.more = " data-sends-again"
    site.open()
    site.page.evaluate(WITHOUT_DELAY)
    site.type()
    site.answers = [None] * 1000
    site.save()
    site.notice("again")
    site.answers = []
    site.page.wait_for_url("**/done")
    assert len(site.sent) > 1
    assert len({sent["key"] for sent in site.sent}) == 1


def test_two_taps_send_once(site: Site) -> None:
    site.open()
    site.type()
    site.page.evaluate(
        "() => { const [button] = document.querySelectorAll('form button'); button.click(); button.click(); }"
    )
    site.page.wait_for_url("**/done")
    assert len(site.sent) == 1


def test_forms_with_passwords_are_left_to_the_browser(site: Site) -> None:
    site.form = FORM.replace("<textarea", "<input type=password name=secret_word><textarea")
    site.open()
    site.type()
    site.answers = [{"status": 200, "body": "<p>in</p>", "content_type": "text/html"}]
    site.save()
    expect(site.page.locator("p")).to_have_text("in")
    assert not site.sent[0]["script"]
    assert site.page.evaluate("() => sessionStorage.length") == 0


CODES = ["<input name=seat-code value=K7Q2M>", "<input name=otp value=K7Q2M>"]


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_sent_once_by_the_browser_when_the_site_can_be_reached_and_is_never_kept(
    site: Site, code: str
) -> None:
    site.form = FORM.replace("<textarea", f"{code}<textarea")
    site.healthy = [None, 503, 200]
    site.open()
    site.type()
    for notice in ("lost", "busy"):
        site.save()
        site.notice(notice)
        assert site.typed()[:4] == TYPED[:4]
        assert not site.sent
        assert "K7Q2M" not in site.page.evaluate("() => JSON.stringify(sessionStorage)")
    site.answers = [{"status": 200, "body": "<p>wrong code</p>", "content_type": "text/html"}]
    site.save()
    expect(site.page.locator("p")).to_have_text("wrong code")
    [sent] = site.sent
    assert "K7Q2M" in sent["body"]
    assert "do=save" in sent["body"]


def test_what_stands_beside_a_code_comes_back_without_it(site: Site) -> None:
    site.form = FORM.replace("<textarea", "<input name=seat-code><textarea")
    site.open()
    site.type()
    site.page.locator("[name=seat-code]").fill("K7Q2M")
    site.healthy = [None]
    site.save()
    site.notice("lost")
    site.page.reload()
    site.notice("back")
    assert site.typed() == TYPED
    assert site.page.locator("[name=seat-code]").input_value() == ""


def test_a_result_with_a_code_goes_by_itself_once_there_is_a_way_to_the_site(site: Site) -> None:
    site.form, site.more = FORM.replace("<textarea", f"{CODES[0]}<textarea"), " data-sends-again"
    site.healthy = [None] * 1000
    site.open()
    site.page.evaluate(WITHOUT_DELAY)
    site.type()
    site.answers = [{"status": 200, "body": "<p>saved</p>", "content_type": "text/html"}]
    site.save()
    site.notice("again")
    site.healthy = []
    expect(site.page.locator("p")).to_have_text("saved")
    [sent] = site.sent
    assert "Nabu-Again=true" in sent["body"]


def test_a_form_that_is_gone_still_shows_what_was_typed(site: Site) -> None:
    site.open()
    site.type()
    site.answers = [None]
    site.save()
    site.notice("lost")
    site.form = "<p>closed</p>"
    site.open()
    site.notice("gone")
    expect(site.page.locator("[data-form-notice] li")).to_have_text(["42", "a\nnote", "on", "2"])


def test_a_button_that_is_gone_with_nothing_typed_beside_it_is_no_loss(site: Site) -> None:
    site.form = "<form method=post action=/save><input type=hidden name=seen value=12><button>Save</button></form>"
    site.open()
    site.answers = [None]
    site.save()
    site.notice("lost")
    site.form = "<p>locked</p>"
    site.open()
    expect(site.page.locator("p")).to_have_text("locked")
    expect(site.page.locator("[data-form-notice]")).to_have_count(0)
    assert site.page.evaluate("() => sessionStorage.length") == 0


def test_a_visitor_without_a_key_is_told_to_look_first(site: Site) -> None:
    site.account = ""
    site.open()
    site.type()
    site.answers = [None]
    site.save()
    site.notice("unsure")
    assert site.sent[0]["key"] is None
