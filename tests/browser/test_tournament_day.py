"""A day at a tournament in a real browser: from the empty form to proven results, standings and ratings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table, Verification
from nabu.contests.ratings.models import Rating
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.tournaments.clock.services import set_minutes, start_clock
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.stages import finish_tournament
from tests.browser.signing_in import sign_in, sign_in_by_form
from tests.platform.scenario import PASSWORD, account, all_agree, make_event, make_rated, users

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEWS = "() => htmx.trigger(document.body, 'nabu:changed')"
EXAMPLE = Path(__file__).parents[1] / "engine/examples/babylonia/p2-base-007.jsonl"


def open_table(page: Page, table: Table) -> None:
    page.goto(f"/tables/{table.pk}/")


@pytest.mark.broker
def test_from_the_empty_form_to_proven_results(page: Page, open_page: Callable[..., Page], worker: Any) -> None:
    make_rated(account("ada", "Ada"))
    for name in ("ana", "bo"):
        account(name)
    sign_in(page, "ada")
    page.goto("/tournaments/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_label("Name", exact=True).fill("Ur Open")
    page.get_by_role("button", name="Next").last.click()
    page.get_by_role("button", name="Next").last.click()
    page.get_by_label("Players per table").first.select_option("2")
    page.get_by_label("Rounds").fill("2")
    page.locator("summary", has_text="House rules").click()
    page.get_by_label("When card 5's noble is placed").select_option('"any"')
    page.get_by_role("button", name="Create tournament").last.click()

    page.get_by_label("Names, one per line").fill("Cem\nDia")
    page.get_by_role("button", name="Add players").click()
    expect(page.get_by_text("2 players added.")).to_be_visible()
    for name in ("Ana", "Bo"):
        page.wait_for_load_state()  # htmx listens to what is typed from here on
        page.get_by_label("Name or exact user name").fill(name)
        page.get_by_role("button", name=f"Add {name}").click()
        expect(page.locator("#entries").get_by_role("link", name=name, exact=True)).to_be_visible()
    page.wait_for_load_state()
    page.get_by_role("button", name="Bo one seed up").click()
    expect(page.get_by_text("Seeds changed.")).to_be_visible()
    expect(page.locator("#entries li").nth(2)).to_contain_text("Bo")
    page.get_by_role("button", name="Start and pair round 1").click()
    expect(page.get_by_text("Only directors see this draft.")).to_be_visible()
    round_ = Round.objects.get()
    seats = [seat.entry.player.name for table in round_.tables.order_by("number") for seat in table.seats.all()]
    page.get_by_role("link", name=f"Move {seats[0]}").click()
    page.get_by_label(f"Move {seats[0]} to").select_option(label=f"Swap with {seats[2]}")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text("swapped.")).to_be_visible()
    page.get_by_role("button", name="Publish round").click()
    expect(page.get_by_text("Round 1 published.")).to_be_visible()

    table = Table.objects.get(round=round_, seats__entry__invited__user__username="ana")
    other = round_.tables.exclude(pk=table.pk).get()
    ana, phone = (open_page(viewport={"width": 360, "height": 740}, has_touch=True) for _phone in range(2))
    for page_of, name in ((ana, "ana"), (phone, "bo")):
        sign_in(page_of, name)
        page_of.goto("/")
        page_of.get_by_role("button", name="Accept and be rated").click()
        expect(page_of.get_by_text("You are playing in Ur Open.")).to_be_visible()
    ana.get_by_role("link", name=re.compile("Ur Open")).first.click()
    ana.get_by_label("Game log").set_input_files(EXAMPLE)
    ana.get_by_role("button", name="Upload and verify").click()
    # Nobody reloads: the verdict comes by itself, and with it the question who is who in the log.
    expect(ana.get_by_role("heading", name="Who played which seat?")).to_be_visible(timeout=30_000)
    assert ana.evaluate("document.documentElement.scrollWidth") <= 360
    at_table = [seat.entry.player for seat in table.seats.order_by("position").select_related("entry__player__user")]
    for number, player in enumerate(at_table, start=1):
        ana.get_by_label(f"Seat {number}:").select_option(label=player.name)
    ana.get_by_role("button", name="Assign seats").click()
    expect(ana.get_by_text("The log reports the result.").first).to_be_visible()
    assert {player.user.username for player in at_table} == {"ana", "bo"}
    open_table(phone, table)
    expect(phone.get_by_text("Seats assigned by Ana").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.get_by_role("button", name="Yes, confirm result").click()
    expect(phone.locator("main .badge").first).to_contain_text("replayed")
    ana.get_by_role("link", name="View log").first.click()
    expect(ana.get_by_role("heading", name="Verified")).to_be_visible()
    picture = ana.locator("img.position")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0 || image.decode().then(() => true)")
    ana.get_by_role("link", name="Replay game", exact=True).click()
    ana.get_by_role("link", name="Next move").click()
    expect(ana).to_have_url(re.compile(r"/replay/\?move=1$"))
    assert Verification.objects.get().verdict == "verified"

    open_table(page, other)
    for seat, score in zip(other.seats.order_by("position"), (120, 90), strict=True):
        page.get_by_label(f"Score of {seat.entry.player.name}").fill(str(score))
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_text(f"Result of table {other.number} saved.")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/rounds/{other.round_id}/$"))

    page.goto(f"/tournaments/{Tournament.objects.get().pk}/standings/")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("6")
    assert not Rating.objects.exists(), "nothing counts before the tournament is approved"
    ada, tournament = User.objects.get(username="ada"), Tournament.objects.get()
    finish_tournament(ada, tournament)
    all_agree(tournament)
    approve_tournament(ada, tournament)
    page.goto("/ratings/?everybody=1")
    expect(page.get_by_role("row", name=re.compile("Ana"))).to_be_visible()


def test_one_reports_and_another_confirms_on_their_phones(open_page: Callable[..., Page]) -> None:
    """The own table comes by itself where the second one waits, on the overview and on the round;
    a spectator sees the result come."""
    event = make_event(2, table_size=2)
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    waiting = open_page(**phone)
    sign_in(waiting, event.players[0].username)
    waiting.goto(f"/tournaments/{event.tournament.pk}/")
    own = waiting.get_by_role("region", name="Your table")
    expect(own).to_have_count(0)
    table = event.pair().tables.get()
    waiting.evaluate(NEWS)
    expect(own).to_contain_text("Play, then report the result")
    set_minutes(event.organiser, table.round, 60)
    start_clock(event.organiser, Round.objects.get(pk=table.round_id))
    waiting.evaluate(NEWS)
    expect(own.get_by_role("timer")).to_have_text(re.compile(r"^(1:00:00|59:\d\d)$"))
    second = event.players[0]
    first = next(user for user in users(table) if user != second)
    page = open_page(**phone)
    sign_in(page, first.username)
    open_table(page, table)
    page.get_by_label(f"Score of {first.player.name}").fill("101")
    page.get_by_label(f"Score of {second.player.name}").fill("99")
    page.get_by_role("button", name="Report result").click()
    expect(page.get_by_text("Another player of the table has to confirm it.")).to_be_visible()
    spectator, page = page, waiting
    spectator.goto(f"/tournaments/{event.tournament.pk}/follow/{first.player.pk}/")
    expect(spectator.locator("#follow")).not_to_contain_text("101")
    page.evaluate(NEWS)
    expect(own).to_contain_text("Confirm the result or dispute it")
    page.goto(f"/tournaments/rounds/{table.round_id}/")
    own.get_by_role("link", name="Confirm result").click()
    button = page.get_by_role("button", name="Yes, confirm result")
    box = button.bounding_box()
    assert box
    assert box["height"] >= 44, "big enough for a thumb"
    button.click()
    expect(page.get_by_text("The standings are up to date.")).to_be_visible()
    spectator.evaluate(NEWS)
    expect(spectator.locator("#follow")).to_contain_text("101")
    table.refresh_from_db()
    assert table.status == Table.Status.CONFIRMED


def test_a_page_says_of_what_it_was_told_when_it_asks_again(page: Page) -> None:
    event = make_event(4, table_size=2)
    event.pair()
    topic = f"tournament-{event.tournament.pk}"
    news = f'event: changed\ndata: {{"{topic}":7}}\n\nevent: changed\ndata: {{"{topic}":9}}\n\n'
    page.route("**/live/?*", lambda route: route.fulfill(body=news, content_type="text/event-stream"))
    # Between the two it may ask once already.
    with page.expect_request(lambda request: request.headers.get("nabu-told") == f"{topic}=9") as asked:
        page.goto(f"/tournaments/{event.tournament.pk}/")
    assert asked.value.headers["hx-target"] == "stages"


def press_tab_until(page: Page, condition: str) -> None:
    """Walk on with the keyboard until the focused element fulfils the condition."""
    for _step in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(f"(element => {condition})(document.activeElement)"):
            return
    pytest.fail(f"the keyboard never got to: {condition}")


def test_a_result_is_reported_with_the_keyboard_alone(page: Page) -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    first, _second = users(table)
    page.goto("/accounts/login/")
    press_tab_until(page, "element.name === 'login'")
    page.keyboard.type(first.username)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are signed in.")).to_be_visible()
    press_tab_until(page, f"(element.getAttribute('href') || '') === '/tables/{table.pk}/'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*/")
    press_tab_until(page, "element.name === 'report-score_0'")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", "the focus can be seen"
    page.keyboard.type("77")
    page.keyboard.press("Tab")
    page.keyboard.type("66")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Result reported.")).to_be_visible()
    assert table.reports.get().scores == [77, 66]


def test_seeds_keep_the_focus_when_they_move(page: Page) -> None:
    event = make_event(3, start=False)
    sign_in(page, event.organiser.username)
    page.goto(f"/tournaments/{event.tournament.pk}/entries/")
    last = event.tournament.entries.order_by("seed").last()
    assert last
    page.locator(f"#up-{last.pk}").focus()
    for place in (1, 0):
        page.keyboard.press("Enter")
        expect(page.locator("#entries li").nth(place)).to_have_id(f"entry-{last.pk}")
    assert page.url.endswith("/entries/")
    last.refresh_from_db()
    assert last.seed == 1


def test_without_javascript_everything_important_works(open_page: Callable[..., Page]) -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    page = open_page(java_script_enabled=False)
    sign_in_by_form(page, users(table)[0].username)
    open_table(page, table)
    page.get_by_label("Game log").set_input_files(EXAMPLE)
    page.get_by_role("button", name="Upload and verify").click()
    expect(page.get_by_text("The log is stored and waiting")).to_be_visible()
    page.get_by_role("link", name="Refresh").click()
    expect(page.get_by_text("The log is stored and waiting")).to_be_visible()
