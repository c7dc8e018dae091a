"""What axe finds on the pages of the table on the screen: nothing serious, on a small phone, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.contests.results import services as results
from nabu.contests.tournaments.setup.services import update_tournament
from tests.browser.contrast import FAINT
from tests.browser.fitting import APPEARANCES
from tests.browser.playing import AT_ONCE, begin, finished, keep
from tests.browser.recording import Thumb
from tests.browser.signing_in import sign_in
from tests.platform.board.records.conftest import device, game_to_record, table_to_record, verify_all
from tests.platform.scenario import account, game_log, make_event, users
from tests.profiles import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE = Axe().axe_script
SERIOUS = ("serious", "critical")
OMITTED = () if LONG else ("color-contrast",)
"""Half of axe's time, for what contrast.py asks too."""
RUN = """async ([serious, omitted]) => {
  const not = new Set(["experimental", "deprecated", ...omitted]);
  const rules = axe._audit.rules.filter(({ id, enabled, impact, tags }) =>
    enabled && serious.includes(impact) && ![id, ...tags].some((name) => not.has(name)));
  if (rules.length < 50) throw new Error("axe has other rules than before");
  const options = { resultTypes: ["violations"], runOnly: { type: "rule", values: rules.map(({ id }) => id) } };
  return (await axe.run(document, options)).violations;
}"""
LOOKED_AT = tuple(GAMES) if LONG else ("amyitis",)
"""The pages are the same for all games; this one has a board and begins with a draw."""


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    return open_page(viewport={"width": 360, "height": 740}, has_touch=True)


@pytest.fixture
def ana(transactional_db: None) -> User:
    return account("ana")


def is_accessible(page: Page, state: str = "") -> None:
    """No serious finding, and nothing sticks out. Only the colours differ in the dark."""
    for theme in APPEARANCES:
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
        # This ends animations: colours that are on their way to the other theme would be judged.
        assert page.evaluate(FAINT) == [], (state, theme)
        if theme == "light" or LONG:
            assert serious(page) == [], (state, theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, state


def serious(page: Page) -> list[Any]:
    """What axe finds. It is half a megabyte: a document gets it once. Rules whose findings are never serious are not
    tried, and what is right is not described."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(RUN, [SERIOUS, OMITTED])
    return [(rule["id"], [(node["target"], node["failureSummary"]) for node in rule["nodes"]]) for rule in found]


@pytest.mark.parametrize("game", LOOKED_AT)
def test_the_recorder_in_each_of_its_states(phone: Page, ana: User, game: str) -> None:
    """A kind, a place, a rotation, a draw: whatever the first moves of the game ask for."""
    record, lines = game_to_record(ana, game)
    sign_in(phone, "ana")
    phone.goto(f"/records/{record.public_id}/setup/")
    is_accessible(phone, "setup")
    thumb = Thumb.on(phone, record)
    seen: set[str] = set()
    tap = thumb.tap

    def look_and_tap(point: dict[str, Any]) -> None:
        state = phone.locator("#choices legend").inner_text()
        if state not in seen:
            seen.add(state)
            is_accessible(phone, state)
        tap(point)

    thumb.tap = look_and_tap  # type: ignore[method-assign]
    thumb.record_all(lines[:6])
    phone.locator("#moves summary").first.tap()
    phone.locator("#scores summary").tap()
    phone.get_by_role("button", name="Undo", exact=True).tap()
    expect(phone.locator("#undone")).not_to_be_empty()
    is_accessible(phone, "after undo")
    assert len(seen) >= 2


@pytest.mark.parametrize("address", ["/records/", "/records/new/?game=ishtar"])
def test_the_ways_to_a_record(phone: Page, ana: User, address: str) -> None:
    game_to_record(ana)
    sign_in(phone, "ana")
    phone.goto(address)
    is_accessible(phone)


@pytest.mark.parametrize("game", LOOKED_AT)
def test_the_replay_viewer(phone: Page, ana: User, game: str) -> None:
    log = results.submit_log(ana, game_log(2, game=game)).log
    verify_all()
    sign_in(phone, "ana")
    phone.goto(f"/logs/{log.sha256}/replay/?move=40")
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_visible()
    is_accessible(phone)


def test_the_score_sheet_a_game_that_is_watched_and_an_event_that_is_followed(phone: Page) -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    update_tournament(event.organiser, event.tournament, watch_delay=0)
    first = users(table)[0]
    sign_in(phone, first.username)
    phone.goto(f"/tables/{table.pk}/")
    phone.locator("summary", has_text="Enter a score sheet").tap()
    is_accessible(phone, "score sheet")
    record, lines = table_to_record(table)
    device(first, record).append(*lines[:12])
    phone.goto(f"/tables/{table.pk}/watch/")
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_visible()
    is_accessible(phone, "watched")
    for address in ("", f"{first.player.pk}/"):
        phone.goto(f"/tournaments/{event.tournament.pk}/follow/{address}")
        phone.locator("summary", has_text="Share this page").tap()
        is_accessible(phone, f"followed {address}")


def test_a_game_against_bots(open_page: Callable[..., Page]) -> None:
    phone = open_page(engine="here", viewport={"width": 360, "height": 740}, has_touch=True)
    phone.add_init_script(AT_ONCE)
    phone.goto("/play/")
    expect(phone.locator("#begin")).to_be_visible()
    is_accessible(phone, "begin")
    begin(phone, kinds=("", "greedy", ""))
    is_accessible(phone, "covered")
    phone.locator("#cover button").tap()
    phone.get_by_role("button", name="Hint").tap()
    expect(phone.locator("#hint")).not_to_be_empty()
    is_accessible(phone, "hint")
    keep(phone, finished())
    phone.reload()
    is_accessible(phone, "kept")
    phone.get_by_role("button", name="Continue").tap()
    expect(phone.locator("#over")).to_be_visible()
    is_accessible(phone, "over")
