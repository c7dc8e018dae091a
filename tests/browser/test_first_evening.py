"""The first evening of a club on a phone with a bad network: twelve names, three rounds, games recorded, results typed.

Many minutes: it runs in the long profile, or when it is asked for by its path.
`NABU_EVENING=quiet` leaves the network as it is.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Error, Page, expect

from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of
from nabu.board.records.services import is_set_up
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round, Tournament
from tests.browser.conftest import forgive
from tests.browser.network import BadNetwork
from tests.browser.recording import Thumb
from tests.browser.signing_in import sign_in
from tests.browser.test_offline import LOST, PHONE
from tests.browser.test_recorder import saved
from tests.platform.board.records.conftest import verify_all
from tests.platform.scenario import account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Ángel", "José", "Čeněk", "Müller", "Østergård", "Zoë", "ana", "Berta", "de Vries", "Łukasz", "Ğülşen", "李明"]
QUIET = os.environ.get("NABU_EVENING") == "quiet"
PATIENCE = 30_000 if QUIET else 240_000
"""Milliseconds: a page of this site over that network on a busy machine."""

ONLINE, OFFLINE, AFTER = 14, 10, 6
"""Moves of a game before the network goes, while it is away, and after it is back."""


@pytest.fixture
def network(live_server: Any) -> Iterator[BadNetwork]:
    """Half a second there and back, and a fifth of all packets lost."""
    port = urlsplit(live_server.url).port or 80
    network = BadNetwork(port, 0, 0, 0) if QUIET else BadNetwork(port, latency=0.5, loss=0.2, cut=0.02)
    yield network
    network.down()


@dataclass
class PatientThumb(Thumb):
    """Waits for a page that is opened without the network: its engine has to start first, on a busy machine."""

    patience: int = PATIENCE


class Evening:
    """What the organiser does, and a log of it."""

    def __init__(self, page: Page, network: BadNetwork) -> None:
        self.page, self.network = page, network
        self.begin = time.monotonic()
        self.again = 0

    def say(self, line: str) -> None:
        """A line of the log."""
        print(f"{time.monotonic() - self.begin:7.0f} s  {line}", flush=True)

    def visit(self, address: str) -> None:
        """Open a page; load it again as long as the browser shows its error page instead."""
        for _try in range(20):
            try:
                self.page.goto(address, timeout=PATIENCE, wait_until="domcontentloaded")
            except Error:
                self.again += 1
            else:
                return
        raise AssertionError(f"{address} cannot be reached")

    def press(self, button: str, done: Callable[[], bool]) -> None:
        """Press a button; where the page says that nothing was saved, or that nobody knows, look and press again."""
        for _try in range(10):
            try:
                self.page.get_by_role("button", name=button, exact=True).last.click(timeout=PATIENCE // 4)
            except Error:
                self.say(f"  {button}: cannot be pressed now")  # it was done, and the answer was lost
            end = time.monotonic() + PATIENCE / 1000
            while time.monotonic() < end:
                if done():
                    return
                notice = self.page.locator("[data-form-notice]:visible")
                if notice.count():
                    self.page.wait_for_timeout(3000)
                    if done():
                        return
                    self.say(f"  {button}: {notice.first.inner_text()!r}")
                    self.again += 1
                    break
                self.page.wait_for_timeout(250)
            if done():
                return
        raise AssertionError(f"{button} was not done")

    def start(self) -> Tournament:
        """Quick start with twelve names."""
        self.visit(reverse("tournaments:quick_start"))
        self.page.locator("summary", has_text="Names (optional)").click()
        self.page.get_by_label("Names, one per line").fill("\n".join(NAMES))
        self.press("Start and publish round 1", lambda: Tournament.objects.exists())
        made = Tournament.objects.get()
        assert sorted(made.entries.values_list("player__name", flat=True)) == sorted(NAMES)
        self.say(f"{made.name}: {made.entries.count()} players, round 1 published")
        return made

    def record(self, table: Table, rng: Random, *, whole: bool) -> None:
        """Record a game: the network goes in the middle, the page is reloaded without it, it comes back."""
        page = self.page
        self.visit(reverse("table:page", args=[table.pk]))
        page.get_by_role("link", name="Record this game").click()
        self.press("Set up table", lambda: Record.objects.filter(table=table).exists())
        record = Record.objects.get(table=table)
        setup = re.compile(rf"/records/{record.public_id}/")
        page.wait_for_url(setup, timeout=PATIENCE)
        # Draws stay hidden where they may, as most people play; what lies on the table is dealt.
        self.press("Deal at random", lambda: is_set_up(recording_of(Record.objects.get(pk=record.pk))))
        self.press("Start recording", lambda: page.locator("#choices").count() == 1)
        expect(page.locator("#choices")).to_be_visible(timeout=PATIENCE)
        thumb = PatientThumb.at(page, record)
        self._moves(thumb, rng, ONLINE)
        expect(page.locator("#sync")).to_have_attribute("data-safety", "safe", timeout=PATIENCE)
        self.network.down()
        self._moves(thumb, rng, OFFLINE // 2)
        thumb.open()
        self._moves(thumb, rng, OFFLINE - OFFLINE // 2)
        self.network.up()
        self._moves(thumb, rng, AFTER)
        if whole:
            self._moves(thumb, rng, None)
        saved_lines = self._saved(record)
        lost = [line for line in thumb.game.lines if line not in saved_lines]
        assert saved_lines == thumb.game.lines, f"lost: {lost}"
        self.say(f"  table {table.number}: {len(thumb.game.moves)} moves recorded, {len(lost)} lost")
        if whole:
            self.press("Send log and result to table", lambda: Table.objects.get(pk=table.pk).submissions.exists())
            verify_all()
            self.say(f"  table {table.number}: log sent and verified")

    def _moves(self, thumb: Thumb, rng: Random, number: int | None) -> None:
        made = 0
        while thumb.game.choices() is not None and made != number:
            state = thumb.game.state
            action = state.draw(rng) if state.to_move < 0 else state.legal_actions().sample(rng)
            thumb.record(action.to_json())
            made += 1

    def _saved(self, record: Record) -> list[dict[str, Any]]:
        retry = self.page.get_by_role("button", name="Try now")
        if retry.is_visible():
            retry.click()
        saved(self.page)
        return recording_of(Record.objects.get(pk=record.pk)).game.lines

    def type_result(self, table: Table, rng: Random) -> None:
        """Enter the result of a table by hand."""
        self.visit(reverse("table:page", args=[table.pk]))
        scores = rng.sample(range(60, 180), table.seats.count())
        form = self.page.locator("form[action$='/rule/']").first
        if not form.is_visible():
            self.page.locator("summary", has_text=re.compile("[Rr]esult")).first.click()
        for field, score in zip(
            form.locator("input[type=number], input[inputmode=numeric]").all(), scores, strict=False
        ):
            field.fill(str(score))
        button = form.get_by_role("button").last.inner_text()
        self.press(button, lambda: Table.objects.get(pk=table.pk).status == Table.Status.CONFIRMED)
        entered = list(table.seats.order_by("position").values_list("score", flat=True))
        assert entered == scores, "what is saved is what was typed"
        self.say(f"  table {table.number}: result {scores} typed and saved")


def test_the_first_evening_on_a_bad_network(
    open_page: Callable[..., Page], network: BadNetwork, problems: list[str]
) -> None:
    account("ana")
    page = open_page(engine="browser", base_url=network.address, **PHONE)
    page.set_default_timeout(PATIENCE)
    sign_in(page, "ana")
    evening, rng = Evening(page, network), Random(7)
    tournament = evening.start()
    for number in range(1, 4):
        round_ = Round.objects.get(stage__tournament=tournament, number=number)
        evening.say(f"round {number}")
        for place, table in enumerate(round_.tables.filter(is_bye=False).order_by("number")):
            evening.record(table, rng, whole=place == 0)
            if place or not table.__class__.objects.filter(pk=table.pk, status=Table.Status.CONFIRMED).exists():
                evening.type_result(table, rng)
        assert Round.objects.get(pk=round_.pk).status == Round.Status.FINISHED
        if number < 3:
            evening.visit(reverse("tournaments:round", args=[round_.pk]))
            evening.press(
                f"Lock round and pair round {number + 1}",
                lambda after=number + 1: Round.objects.filter(stage__tournament=tournament, number=after).exists(),  # type: ignore[misc]
            )
            made = Round.objects.get(stage__tournament=tournament, number=number + 1)
            evening.visit(reverse("tournaments:round", args=[made.pk]))
            evening.press("Publish round", lambda made=made: Round.objects.get(pk=made.pk).status == "published")  # type: ignore[misc]
    evening.say(f"done: pages opened or buttons pressed again {evening.again} times, {network.cuts} connections cut")
    page.context.close()
    forgive(problems, *LOST, "ERR_", "NetworkError", "409 (Conflict)")
