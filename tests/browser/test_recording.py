"""Whole games recorded in a real browser: by taps on a small phone, by keyboard; sent and proven.

And what there is without script.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.records.models import Record
from nabu.contests.matches.models import Table, Verification
from nabu.contests.matches.proof import Proof, proof_of
from tests.browser.recording import Keys, Line, Thumb
from tests.browser.signing_in import sign_in
from tests.browser.test_recorder import saved
from tests.platform.board.records.conftest import arrived, device, game_to_record, table_to_record, verify_all
from tests.platform.scenario import account, make_event, names, users
from tests.profiles import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SHORT = {"ishtar": 4, "amyitis": 7}
"""Seeds of short games."""

LAST = 5
"""So many moves are made here in the short profile; what comes before was sent by another device of the same account.
The first moves of a game have a test of their own. All games are tapped whole with NABU_HYPOTHESIS=long and by
benchmarks/recording_taps.py.
"""
FIRST = 5


def last_moves(lines: list[Line]) -> int:
    """With which move the part begins that is made in the browser."""
    return 0 if LONG else len(lines) - LAST


@pytest.fixture
def ana(transactional_db: None) -> User:
    return account("ana")


def two_at_a_table(game: str) -> Table:
    event = make_event(2, table_size=2, game=game, ruleset=GAMES[game].rulesets[0])
    return event.pair().tables.get()


def begun(user: User, record: Record, lines: list[Line]) -> None:
    """These moves are here, and nobody records now."""
    if lines:
        device(user, record).append(*lines)
        Record.objects.filter(pk=record.pk).update(device="", device_name="")


# One script offers the choices of every game (scripts/test_choices.py), and scripts/test_board.py tries every board.
@pytest.mark.parametrize("game", GAMES if LONG else ["babylonia", "babylon"])
def test_a_game_recorded_by_taps_is_sent_to_its_table_confirmed_and_shown_to_friends(
    open_page: Callable[..., Page], game: str
) -> None:
    table = two_at_a_table(game)
    first, second = users(table)
    record, lines = table_to_record(table, SHORT.get(game, 1))
    before = last_moves(lines)
    begun(first, record, lines[:before])
    page = open_page(**PHONE)
    sign_in(page, first.username)
    page.goto(f"/tables/{table.pk}/")
    page.get_by_role("link", name="Continue recording").tap()
    page.wait_for_url(f"**/records/{record.public_id}/")
    thumb = Thumb.at(page, record)
    thumb.record_all(lines[before:])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    result = thumb.game.result
    assert result is not None
    expect(page.locator("#over-worth")).to_contain_text("Counts as replayed, not recorded:")
    arrived(record)  # no person taps a whole game in half a minute
    page.get_by_role("button", name="Send log and result to table").tap()
    expect(page.locator("#messages")).to_contain_text("Log sent. It is being verified.")
    verify_all()
    if game != "babylonia" and not LONG:
        return  # what follows is the same for all

    other = open_page(**PHONE)
    sign_in(other, second.username)
    other.goto(f"/tables/{table.pk}/")
    other.get_by_role("button", name="Yes, confirm result").tap()
    expect(other.locator("#messages")).to_contain_text("confirmed")
    expect(other.get_by_role("main")).to_contain_text("recorded")
    table.refresh_from_db()
    assert proof_of(table) == Proof.RECORDED
    assert [seat.score for seat in table.seats.order_by("position")] == list(result.scores)
    assert Verification.objects.get().verdict == "verified"

    # A friend gets the link to the decisive move, and steps on to the end.
    friend = open_page(**PHONE)
    friend.goto(f"/tables/{table.pk}/")
    friend.get_by_role("link", name="Replay", exact=True).tap()
    decisive = len(thumb.game.moves) - 5
    number = friend.locator("[data-replay=number]")
    expect(number).to_be_visible()
    friend.goto(f"{friend.url.split('?')[0]}?move={decisive}")
    expect(number).to_have_text(f"{decisive} / {decisive + 5}")
    expect(friend.get_by_role("button", name="Play", exact=True)).to_be_visible()
    for step in range(1, 6):
        friend.get_by_role("link", name="Next move").tap()
        expect(number).to_have_text(f"{decisive + step} / {decisive + 5}")
    expect(friend.locator("[data-score]")).to_have_text([str(score) for score in result.scores], use_inner_text=True)


def test_a_game_without_a_table_is_set_up_and_dealt_by_taps(open_page: Callable[..., Page], ana: User) -> None:
    page = open_page(**PHONE)
    sign_in(page, "ana")
    page.goto("/records/")
    page.get_by_role("link", name="Record a game").tap()
    page.get_by_role("link", name="Babylonia", exact=True).tap()
    for number, name in enumerate(["Ana", "Bo"], 1):
        page.get_by_label(re.compile(rf"(Seat|Player) {number}\b")).fill(name)
    expect(page.get_by_label("Draws")).to_have_value("recorded")
    page.get_by_role("button", name="Set up table").tap()
    page.get_by_role("button", name="Deal at random").tap()
    page.get_by_role("button", name="Start recording").tap()
    expect(page.get_by_role("button", name="Add Farmer")).to_be_visible()
    thumb = Thumb.at(page, Record.objects.get())
    for _draw in range(2):
        page.get_by_role("button", name="Deal for me").tap()
        thumb.clicks += 1
        thumb.wait()
    thumb.know(Record.objects.get())
    assert len(thumb.game.moves) == 2
    thumb.record(next(iter(thumb.game.state.legal_actions())).to_json())
    expect(page.locator("#last")).to_contain_text("Ana places")
    rng = Random(1)
    for _move in range(FIRST):
        state = thumb.game.state
        action = state.draw(rng) if state.to_move < 0 else state.legal_actions().sample(rng)
        thumb.record(action.to_json())


def test_a_game_is_recorded_by_keyboard_alone(open_page: Callable[..., Page], ana: User) -> None:
    record, lines = game_to_record(ana, "ishtar", 2, SHORT["ishtar"])
    page = open_page(viewport={"width": 1280, "height": 900})
    sign_in(page, "ana")
    before = last_moves(lines)
    begun(ana, record, lines[:before])
    keys = Keys.on(page, record)
    keys.record_all(lines[before:])
    keys.reach(page.get_by_role("button", name="Send log for verification"))
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Log sent. It is being verified.")
    verify_all()
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("verified")


def test_without_script_the_page_shows_the_game_and_leads_to_the_score_sheet(open_page: Callable[..., Page]) -> None:
    table = two_at_a_table("babylonia")
    player = users(table)[0]
    record, lines = table_to_record(table)
    device(player, record).append(*lines[:LAST])
    page = open_page(**PHONE, java_script_enabled=False)
    sign_in(page, player.username)
    page.goto(f"/records/{record.public_id}/")
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#due")).not_to_be_empty()
    expect(page.locator("#panels .seat-who")).to_have_text(names(table))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.get_by_role("note")).to_contain_text("Recording needs JavaScript.")
    page.get_by_role("link", name="Enter a score sheet").tap()
    page.locator("summary", has_text="Enter a score sheet").tap()
    page.locator("#report-sheet").get_by_role("link", name="Enter a score sheet").tap()
    expect(page.locator(".sheet-grid input").first).to_be_editable()


def test_what_needs_no_script_is_painted_before_it_comes(open_page: Callable[..., Page], ana: User) -> None:
    record, lines = game_to_record(ana, "ishtar", 2, SHORT["ishtar"])
    begun(ana, record, lines[:LAST])
    page = open_page(**PHONE)
    sign_in(page, "ana")
    held: list[Route] = []
    page.route("**/recorder*.js", lambda route: held.append(route))
    page.goto(f"/records/{record.public_id}/", wait_until="commit")
    expect(page.locator("#board svg")).to_be_visible()
    parts = ("#due", "#panels")
    painted = [page.locator(part).inner_text() for part in parts]
    lies = page.locator("#board").bounding_box()
    expect(page.get_by_role("note")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("#choices fieldset")).to_be_visible()
    saved(page)
    assert [page.locator(part).inner_text() for part in parts] == painted
    assert page.locator("#board").bounding_box() == lies, "nobody looks for it again"
