"""A game that is being recorded, followed in a browser: move by move, on a phone, and on the projector."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from nabu.board.records.services import finish_record
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.clock.projector import feature_table, unfeature_table
from nabu.contests.tournaments.clock.services import set_minutes, start_clock
from nabu.contests.tournaments.setup.services import update_tournament
from tests.browser.conftest import forgive
from tests.platform.board.records.conftest import Device, device, table_to_record, verify_all
from tests.platform.board.watch.models import use_model
from tests.platform.scenario import Event, make_event, users

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEWS = "() => htmx.trigger(document.body, 'nabu:changed')"
"""What the stream says; the server of the tests has none."""


def recorded(players: int = 2) -> tuple[Event, Table, Device, list[Any]]:
    """A table that spectators follow at once, with its first moves; those that follow."""
    event = make_event(2 * players, table_size=players, rounds=1)
    event.pair()
    update_tournament(event.organiser, event.tournament, watch_delay=0)
    table = Table.objects.select_related("round__stage__tournament").order_by("number")[0]
    record, lines = table_to_record(table)
    writer = device(users(table)[0], record)
    writer.append(*lines[:8])
    return event, table, writer, lines[8:]


def turns_of(lines: list[Any]) -> list[list[Any]]:
    """The lines in parts that each end with a move that spectators see: hidden draws are none."""
    parts: list[list[Any]] = [[]]
    for line in lines:
        parts[-1].append(line)
        if "chance" not in line:
            parts.append([])
    return parts


def number(page: Page) -> Locator:
    return page.locator("[data-replay=number]")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def open_watch(page: Page, table: Table) -> int:
    """The page, and its script has taken over. Returns the newest position."""
    page.goto(reverse("table:watch", args=[table.pk]))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    shown, count = number(page).inner_text().split(" / ")
    assert shown == count
    return int(count)


def test_a_game_is_followed_move_by_move(page: Page, problems: list[str]) -> None:
    _event, table, writer, rest = recorded()
    count = open_watch(page, table)
    back = page.get_by_role("button", name="Back to live")
    expect(back).to_be_hidden()
    seen = turns_of(rest)
    for lines in seen[:4]:
        writer.append(*lines)
        page.evaluate(NEWS)
        expect(number(page)).not_to_have_text(f"{count} / {count}")
        shown, count = map(int, number(page).inner_text().split(" / "))
        assert shown == count, "whoever looks at the end goes on"
    listed = page.locator("a.replay-move").evaluate_all("entries => entries.map(entry => Number(entry.dataset.move))")
    assert listed == [*range(count + 1)]

    page.keyboard.press("Home")
    expect(back).to_be_visible()
    writer.append(*seen[4], *seen[5])
    page.evaluate(NEWS)
    expect(number(page)).not_to_have_text(f"0 / {count}")
    assert number(page).inner_text().startswith("0 / "), "whoever looked back stays"
    back.click()
    expect(back).to_be_hidden()
    count = int(number(page).inner_text().split(" / ")[1])

    assert problems == []
    kept = writer.look()["count"] - 3
    writer.do("undo_to", n=kept)
    page.evaluate(NEWS)
    expect(number(page)).not_to_have_text(f"{count} / {count}")
    shown, fewer = map(int, number(page).inner_text().split(" / "))
    assert shown == fewer < count
    expect(page.locator("a.replay-move")).to_have_count(fewer + 1)
    expect(page.get_by_text("This game is over.")).to_be_hidden()
    # What is asked for in the moment in which its move is taken back is not there, and is asked for again.
    forgive(problems, "404")


def test_a_finished_game_leads_to_its_replay(page: Page) -> None:
    _event, table, writer, rest = recorded()
    open_watch(page, table)
    writer.append(*rest)
    page.evaluate(NEWS)
    expect(page.locator("[data-replay=ending]")).to_be_visible()
    expect(page.locator("[data-replay=result] .ending-place")).to_have_count(2)
    finish_record(users(table)[0], writer.record)
    verify_all()
    page.evaluate(NEWS)
    page.locator("#watch").get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile("/replay/"))


def test_the_winning_chances_go_on_with_the_game(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    use_model(monkeypatch, 2)
    _event, table, writer, rest = recorded()
    open_watch(page, table)
    row = page.locator("[data-chance]")
    expect(row.first).to_have_text(re.compile(r"\d+%"))
    writer.append(*rest)
    page.evaluate(NEWS)
    expect(page.locator("[data-replay=ending]")).to_be_visible()
    assert sorted(row.all_inner_texts()) in (["0%", "100%"], ["50%", "50%"])
    page.get_by_label("Timeline").select_option("chances")
    lines = page.locator("path.replay-line").evaluate_all("lines => lines.map((line) => line.getAttribute('d'))")
    assert all(line.count("L") > 5 for line in lines)
    page.keyboard.press("Home")
    assert row.all_inner_texts() == ["50%", "50%"]


def test_on_a_phone(small_page: Page) -> None:
    _event, table, _writer, _rest = recorded(players=4)
    open_watch(small_page, table)
    assert fits(small_page)
    small_page.goto(reverse("table:page", args=[table.pk]))
    small_page.get_by_role("link", name="Watch live").click()
    expect(small_page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_projector_follows_the_featured_table(open_page: Callable[..., Page]) -> None:
    event, table, writer, rest = recorded(players=4)
    set_minutes(event.organiser, table.round, 60)
    start_clock(event.organiser, table.round)
    page = open_page(viewport={"width": 1920, "height": 1080})
    page.goto(reverse("tournaments:round_clock", args=[table.round_id]))
    board = page.get_by_role("img", name="The board")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(board).to_be_hidden()

    feature_table(event.organiser, table)
    page.evaluate(NEWS)
    expect(board).to_be_visible()
    before = board.get_attribute("src")
    assert fits(page)
    box, clock = board.bounding_box(), page.get_by_role("timer").bounding_box()
    assert box is not None
    assert clock is not None
    assert clock["x"] + clock["width"] <= box["x"], "beside the clock"
    assert box["height"] >= 600, "large enough to be read from afar"
    assert box["y"] + box["height"] <= 1080, "and all of it in sight"

    writer.append(*turns_of(rest)[0])
    page.evaluate(NEWS)
    expect(board).not_to_have_attribute("src", before or "")
    expect(page.locator("[data-featured=move]")).not_to_be_empty()

    unfeature_table(event.organiser, table)
    page.evaluate(NEWS)
    expect(board).to_be_hidden()


def test_news_that_comes_while_a_part_is_on_its_way_is_not_lost(open_page: Callable[..., Page]) -> None:
    """The answer is from before the second change: the page asks again."""
    event, table, _writer, _rest = recorded(players=4)
    feature_table(event.organiser, table)
    page = open_page()
    address = reverse("tournaments:round_clock", args=[table.round_id])
    page.goto(address)
    board = page.get_by_role("img", name="The board")
    expect(board).to_be_visible()

    asked: list[str] = []

    def answer_late(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
            return
        before = route.fetch()
        unfeature_table(event.organiser, table)
        page.evaluate(NEWS)
        route.fulfill(response=before)

    page.route(f"**{address}", answer_late)
    page.evaluate(NEWS)
    # Sooner than the page would ask by itself.
    expect(page.locator("#clock-board")).to_have_attribute("data-featured", "", timeout=10_000)
    expect(board).to_be_hidden()


def test_the_projector_shows_the_seats_of_a_table_without_a_record(open_page: Callable[..., Page]) -> None:
    event = make_event(4, table_size=2)
    event.pair()
    table = Table.objects.select_related("round__stage__tournament").order_by("number")[0]
    feature_table(event.organiser, table)
    page = open_page(viewport={"width": 1920, "height": 1080})
    page.goto(reverse("tournaments:round_clock", args=[table.round_id]))
    seats = page.locator("[data-featured=seats]")
    for seat in table.seats.select_related("entry__player"):
        expect(seats.get_by_text(seat.entry.player.name)).to_be_visible()
    expect(page.get_by_role("img", name="The board")).to_be_hidden()
