"""A whole day as a new organiser on a phone: from the first sign-up to the prize list, by what the pages offer only.

23 players at tables of four, a list with a mistake in it, a no-show at check-in and one at a table, a late entry, a
disputed result, a round taken back, a corrected result, somebody who goes home, a final table and prizes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import Rating
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Tournament
from tests.browser.hand import Effort, Hand
from tests.browser.signing_in import sign_in
from tests.platform.scenario import PASSWORD, account, make_rated
from tests.profiles import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
CLUBS = ("Ur", "Uruk", "Kish")
LIST = "\n".join(
    ["Name;Club;Rating"] + [f"Guest {number:02};{CLUBS[number % 3]};{1500 - number}" for number in range(1, 22)]
)
MOST_TAPS, MOST_SCREENS = 87, 16
"""What the day may cost. How far a list is scrolled depends on who sits where."""

PICTURES = os.environ.get("NABU_PICTURES", "")
"""A folder for a picture of every step, to look at; none are kept without it."""


class Day:
    """The organiser's phone, and what it costs: taps and pages."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = Hand(page)
        self.costs: dict[str, Effort] = {}
        self.pictures = 0

    def go(self, address: str) -> None:
        """Follow a link that every page has, such as the one back to the tournament."""
        self.hand.followed_a_link()
        self.page.goto(address)

    def cost(self, what: str, since: Effort) -> None:
        self.costs[what] = self.hand.effort - since

    def count(self, step: Callable[[Day], None]) -> None:
        """Take a step of the day, and what it costs."""
        before = self.hand.effort
        step(self)
        self.cost((step.func if isinstance(step, partial) else step).__name__, before)

    def tap(self, name: str | re.Pattern[str], role: str = "button", within: str = "main", exact: bool = False) -> None:
        """Press a button or link of that name; it must be big enough for a thumb and not stick out."""
        control = self.page.locator(within).get_by_role(role, name=name, exact=exact).first  # type: ignore[arg-type]
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360, f"{name} sticks out"
        control.click()
        self.arrive()

    def arrive(self) -> None:
        """Where a form or a link has led is there."""
        expect(self.page.locator("form[aria-busy]")).to_have_count(0)
        self.page.wait_for_load_state()

    def open(self, summary: str | re.Pattern[str], within: str = "main") -> None:
        """Unfold what is folded away."""
        self.page.locator(within).locator("summary", has_text=summary).first.click()

    def see(self, text: str | re.Pattern[str]) -> None:
        """The page says so, and is there to its end."""
        expect(self.page.locator("body")).to_contain_text(text)
        self.page.wait_for_load_state()

    def tab(self, name: str) -> None:
        """Go to one of the pages of the tournament; some are in the menu."""
        tabs = self.page.locator(".event-tabs")
        if not tabs.locator("> ul > li > a", has_text=name).count():
            tabs.locator("summary").click()
        self.tap(name, "link", ".event-tabs", exact=True)

    def picture(self, name: str) -> None:
        if not PICTURES:
            return
        self.pictures += 1
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            path = Path(PICTURES) / f"{self.pictures:02}-{name}-{scheme}.png"
            self.page.screenshot(path=path, full_page=True)
        self.page.emulate_media(color_scheme="light")

    def fits(self) -> None:
        """Nothing makes the page wider than the phone. The text of a page is there before its styles."""
        self.page.wait_for_load_state()
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, self.page.url

    def look(self, name: str) -> None:
        self.fits()
        self.picture(name)

    def next_step(self, name: str | re.Pattern[str] = "") -> None:
        """Press the one button that says what to do next: at the foot of a round, or on the overview."""
        self.page.locator(".action-dock, .card-next").locator("button, a.btn").filter(has_text=name).first.click()
        self.arrive()

    def from_menu(self, name: str) -> None:
        """Choose something in the menu of a round."""
        self.tap("All actions of this round")
        self.tap(name, "link", "#round-menu")


def sign_up(page: Page, username: str, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Your name").fill(name)
    page.locator("main").get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Your account is ready.")).to_be_visible()


def enter_most_results(day: Day, round_url: str, by_hand: int) -> None:
    """Enter so many by the pages; in the long profile all. The others have a result without pages."""
    enter_results(day, round_url, only=None if LONG else by_hand)
    organiser = User.objects.get(username="ada")
    for entered, table in enumerate(Table.objects.filter(status=Table.Status.OPEN).order_by("number"), 1):
        scores = [120 - 7 * at - entered for at in range(table.seats.count())]
        rule_result(organiser, table, Ruling(scores))


def enter_results(day: Day, round_url: str, only: int | None = None) -> None:
    """Enter a result at every open table of the round, one after the other."""
    entered = 0
    while only is None or entered < only:
        before = day.hand.effort
        if not entered:
            if day.page.url != round_url:
                day.go(round_url)
            waiting = day.page.locator("a.table-card", has_text="playing")
            if not waiting.count():
                return
            # Before its clock runs the button of a round starts it.
            if day.page.locator(".action-dock", has_text="Enter the result").count():
                day.next_step()
            else:
                waiting.first.click()
            day.page.wait_for_load_state()
        elif day.page.url == round_url:
            return
        form = day.page.locator("details#ruling")
        fields = form.locator(".score-row input[type=number], .score-row input[inputmode=numeric]")
        seats = fields.count()
        for at in range(seats):
            fields.nth(at).fill(str(120 - 7 * at - entered))
        table = day.page.locator("h1").inner_text().lower()
        form.get_by_role("button", name="Save result").click()
        day.see(f"Result of {table} saved")
        day.cost(f"one result of {seats}", before)
        entered += 1


def set_up(day: Day) -> None:
    """A Swiss at tables of four with three rounds, then a final table; 60 minutes a round."""
    page = day.page
    day.go("/tournaments/")
    day.tap("New tournament", "link")
    page.get_by_label("Kind of event").select_option("swiss_final")
    page.get_by_label("Name", exact=True).fill("Uruk Open")
    day.look("what")
    day.tap("Next")
    page.get_by_label("Expected players").fill("23")
    day.look("when")
    day.tap("Next")
    expect(page.locator("#stages fieldset")).to_have_count(2)
    expect(page.get_by_label("Rounds", exact=True).first).to_have_value("3")
    day.open("Clock and check-in")
    expect(page.get_by_label("Round length (minutes)")).to_have_value("75")
    page.get_by_label("Round length (minutes)").fill("60")
    day.look("rules")
    day.tap("Create tournament")


def enter_players(day: Day) -> None:
    """A pasted list with a mistake, and two people who have accounts."""
    page = day.page
    day.tap("Import list or file", "link")
    page.get_by_label("Or paste the list here").fill(LIST.replace("Guest 07;Uruk;1493", "Guest 07;Uruk;very strong"))
    day.tap("Preview")
    day.see("1 row has an error")
    day.look("import-preview")
    page.get_by_label("Rating").fill("1493")
    day.tap("Check again")
    day.tap("Import 21 players")
    for name in ("Ana", "Bo"):
        page.wait_for_load_state("networkidle")
        page.get_by_label("Name or exact user name").fill(name)
        expect(page.get_by_role("button", name=f"Add {name}")).to_be_visible()
        day.tap(f"Add {name}")
    day.see("23 players")
    day.look("players")
    day.tab("Overview")
    day.look("draft")


def check_in_and_start(day: Day) -> None:
    """Everybody but one is there."""
    page = day.page
    day.tab("Players")
    day.tap("Check-in", "link")
    day.open("Check in everybody")
    day.tap("Yes, check in the other 23")
    expect(page.locator("#desk")).to_contain_text("23 of 23 checked in")
    day.tap("Check out Guest 21")
    expect(page.locator("#desk")).to_contain_text("22 of 23 checked in")
    day.look("check-in")
    day.tap("Start tournament", "link")
    day.see("1 player is not checked in")
    day.look("starting")
    day.tap("Start with 22 checked-in players")


def first_round(day: Day, ana: Page, bo: Page) -> None:
    """Look at the draft, let Ana and Bo sit at one table, publish; a no-show, a dispute, and all other results."""
    page = day.page
    day.see("Only directors see this draft.")
    day.look("draft-round")
    card = page.locator("#seating .table-card", has=page.get_by_role("link", name="Move Ana", exact=True))
    if not card.get_by_role("link", name="Move Bo", exact=True).count():
        handle = card.get_by_role("link", name=re.compile("^Move Guest")).first
        other = (handle.get_attribute("aria-label") or "").removeprefix("Move ")
        day.tap("Move Bo", "link")
        page.get_by_label("Move Bo to").select_option(label=f"Swap with {other}")
        day.look("move")
        day.tap("Move", exact=True)
        day.see("swapped")
        day.look("moved")
    day.tap("Publish round")
    day.see("Round 1 published.")
    day.cost("from nothing to round 1", Effort())
    round_url = page.url.split("?")[0]
    day.next_step("Start clock")
    day.look("round")

    # Two players report different results; the director sees both versions and decides for one.
    for phone, scores in ((ana, (90, 80, 70, 60)), (bo, (80, 90, 70, 60))):
        accept_invitation(phone)
        sit_down(phone)
        different = phone.locator("summary", has_text="Report a different result")
        if different.count():
            different.click()
        fields = phone.locator('form[action$="report/"] .score-row input')
        for at in range(fields.count()):
            fields.nth(at).fill(str(scores[at]))
        form = phone.locator('form[action$="report/"]')
        form.get_by_role("button", name="Report result").click()
        expect(phone.locator("#messages")).to_contain_text(re.compile("result", re.IGNORECASE))
    day.go(round_url)
    day.next_step("Settle the dispute at table")
    day.see("Versions of this result")
    day.look("dispute")
    page.get_by_role("link", name="Use this version").nth(1).click()
    day.page.wait_for_load_state()
    ruling = page.locator("details#ruling")
    ruling.get_by_label("Reason").fill("The score sheet says so.")
    day.look("ruling")
    ruling.get_by_role("button", name="Settle dispute").click()
    day.see("saved")

    # Somebody does not come to a table of three or four: the others play.
    day.go(round_url)
    day.next_step("Enter the result of table")
    day.look("table")
    name = page.locator("tbody th a").last.inner_text()
    day.open("Declare a player absent")
    page.locator("form[action$='forfeit/']").get_by_label(name).check()
    day.tap("Declare absent")
    day.look("no-show")
    enter_most_results(day, round_url, 2)  # the second table comes by itself
    day.go(round_url)
    day.look("round-finished")


def accept_invitation(phone: Page) -> None:
    """A player says on the home page that the organiser may enter the account."""
    phone.goto("/")
    phone.locator(".todo").get_by_role("button", name=re.compile("^Accept")).first.click()
    expect(phone.locator("#messages")).not_to_be_empty()


def sit_down(phone: Page) -> None:
    """A player opens the own table from the home page, which accepting has led back to."""
    phone.locator("a[href*='/tables/']").first.click()
    phone.wait_for_load_state()


def second_round(day: Day, tournament: str) -> None:
    """Somebody comes late. The round is published too early, and taken back in the history."""
    page = day.page
    day.from_menu("Add late player")
    page.get_by_label("Names, one per line").fill("Late Lara")
    day.look("late")
    day.tap("Add players")
    day.see("Late Lara")
    day.tab("Tables")
    day.next_step("pair round 2")
    day.see("Late Lara")
    day.tap("Publish round")
    day.see("Round 2 published.")
    day.go(tournament)
    day.tab("History")
    day.look("history")
    paired = page.locator("li.list-group-item", has_text="Round paired").first
    paired.get_by_role("link", name="Undo").click()
    day.see("Later changes depend on this one")
    day.look("take-back")
    day.tap(re.compile("^Undo"))
    day.go(tournament)
    day.see("Round 2 of 3 can be paired.")
    day.next_step()
    day.tap("Publish round")
    enter_most_results(day, page.url.split("?")[0], 0)


def correct_the_first_round(day: Day, tournament: str) -> None:
    """A result of round 1 was the wrong way round: first it is shown what that changes."""
    page = day.page
    day.go(tournament)
    page.locator("a.list-group-item", has_text="Round 1 of 3").click()
    page.wait_for_load_state()
    page.locator("a.table-card", has_text="entered by the organiser").first.click()
    page.wait_for_load_state()
    day.open("Correct result")
    ruling = page.locator("details#ruling")
    fields = ruling.locator(".score-row input")
    fields.first.fill("12")
    ruling.get_by_label("Reason").fill("Read the wrong line of the sheet.")
    ruling.get_by_role("button", name="Correct result").click()
    page.wait_for_load_state()
    day.see("Effects of this correction")
    day.look("correction")
    day.tap("Correct result")
    day.see("Basis of the result")


def third_round(day: Day, tournament: str) -> None:
    """Somebody goes home, the last round is played, and the best four go on."""
    page = day.page
    day.tap("Round 1", "link")
    day.from_menu("A player leaves")
    page.get_by_label("Who leaves?").select_option(label="Guest 05")
    day.look("leaving")
    day.tap("Drop player")
    day.see("Guest 05 has dropped out")
    day.next_step("pair round 3")
    expect(page.locator("#seating")).not_to_contain_text("Guest 05")
    day.tap("Publish round")
    enter_most_results(day, page.url.split("?")[0], 0)
    day.go(tournament)
    day.see("The best players advance to the next stage.")
    day.next_step()


def final_and_prizes(day: Day, tournament: str) -> None:
    """The final table, the prizes, the end, and what stands on paper."""
    page = day.page
    day.next_step("Pair: Final")
    day.tap("Publish round")
    enter_results(day, page.url.split("?")[0])
    day.tab("Prizes")
    day.tap("Edit prizes", "link")
    page.get_by_label("Title").first.fill("Cup of Uruk")
    page.get_by_label("Title").nth(1).fill("Second and third")
    page.get_by_label("From place").nth(1).fill("2")
    page.get_by_label("To place").nth(1).fill("3")
    day.look("prizes-edit")
    day.tap("Save prizes")
    day.go(tournament)
    day.see("All rounds have been played.")
    day.next_step()
    day.see("Tournament finished.")
    day.next_step()
    day.look("ratings")
    day.tap("Approve ratings")
    day.tab("Prizes")
    day.see("Cup of Uruk")
    day.look("prizes")
    day.tab("Standings")
    day.look("standings")
    day.tab("Overview")
    page.locator("a.list-group-item", has_text="Round 1 of 3").click()
    day.from_menu("Print table slips")
    day.look("prints")
    day.tap(re.compile("^Result slips"), "link", "body")
    day.look("slips")


def test_a_new_organiser_runs_a_day_of_23_players_on_a_phone(open_page: Callable[..., Page]) -> None:
    ana, bo, page = open_page(**PHONE), open_page(**PHONE), open_page(**PHONE)
    for phone, username in ((ana, "ana"), (bo, "bo")):
        account(username)
        sign_in(phone, username)
    page.on("dialog", lambda dialog: dialog.accept())
    day = Day(page)
    sign_up(page, "ada", "Ada")
    make_rated(User.objects.get(username="ada"))
    try:
        for step in (set_up, enter_players, check_in_and_start, partial(first_round, ana=ana, bo=bo)):
            day.count(step)
        tournament = reverse("tournaments:detail", args=[Tournament.objects.get().pk])
        for part in (second_round, correct_the_first_round, third_round, final_and_prizes):
            day.count(partial(part, tournament=tournament))
    finally:
        day.picture("end")
    for what, effort in {**day.costs, "the whole day": day.hand.effort}.items():
        print(f"{what}: {effort}")
    if not LONG:
        assert day.hand.effort.taps <= MOST_TAPS
        assert day.hand.effort.screens <= MOST_SCREENS

    played = Tournament.objects.get()
    assert played.status == "finished"
    assert played.approved_at
    assert played.entries.count() == 24
    assert Rating.objects.count() >= 20
    assert as_bytes(rebuilt_state(played.pk)) == as_bytes(state_of(played.pk))
