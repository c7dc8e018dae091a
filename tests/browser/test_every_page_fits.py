"""Every page on a small phone: nothing sticks out, every control has a name, in light and in dark, on paper too."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import itemgetter
from typing import Literal

import pytest
from django.urls import reverse
from django.utils.translation import override
from playwright.sync_api import Page, expect

from competition.formats import StageSpec
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.catalogue.games.services import load_component_set
from nabu.catalogue.variants.models import Variant
from nabu.contests.matches.models import Table, Verification
from nabu.contests.matches.proof import Proof, in_words
from nabu.contests.results import services as matches
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.stages import finish_stage
from tests.browser.contrast import FAINT
from tests.browser.fitting import WIDTH
from tests.browser.signing_in import sign_in, sign_in_by_form
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.contests.ratings.played import measured
from tests.platform.scenario import Event, account, agree, component_file, game_log, log_of, make_event, users
from tests.platform.statistics.dashboards.proven import counted
from tests.platform.statistics.lab.played import other_bots_experiment, played_experiment
from tests.profiles import pairs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMELESS = """() => [...document.querySelectorAll('input:not([type=hidden]), select, textarea, button, a[href]')]
  .filter(control => {
    const labels = [...(control.labels || [])].map(label => label.textContent.trim()).join('');
    const text = (control.textContent || '').trim() || control.querySelector('img[alt], [aria-label]');
    const named = control.getAttribute('aria-label') || labels;
    return !named && !(control.matches('button, a') && text);
  }).map(control => control.outerHTML.slice(0, 120))"""

DOUBLE_IDS = """() => { const seen = new Set(), twice = [];
  for (const element of document.querySelectorAll('[id]')) {
    if (seen.has(element.id)) twice.push(element.id); seen.add(element.id); }
  return twice; }"""


WITHOUT_SCRIPTS = "() => document.documentElement.removeAttribute('data-bs-theme')"

SCROLLS_UNSEEN = """() => [...document.querySelectorAll('body *')].filter(box => {
  const style = getComputedStyle(box);
  if (box.clientWidth < 3 || box.scrollWidth <= box.clientWidth + 1) return false;
  if (box.matches('input, select, textarea')) return false;
  if (['hidden', 'clip'].includes(style.overflowX)) return box.querySelector('table');
  if (!['auto', 'scroll'].includes(style.overflowX)) return false;
  const named = box.matches('pre, main') || box.getAttribute('aria-label')
    || document.getElementById(box.getAttribute('aria-labelledby'));
  const marked = box.matches('pre, .bracket-box, .bracket-nav, .paper') || style.maskImage !== 'none'
    || style.backgroundAttachment.includes('local');
  return !named || !marked || !(box.tabIndex === 0 || box.querySelector('a, button, input'));
}).map(box => box.outerHTML.slice(0, 120))"""
"""Boxes that scroll without a name, a mark at their edge or a way in by keyboard, and tables that are cut."""

CHARTS_AMISS = """() => [...document.querySelectorAll('.chart')].flatMap(chart => {
  const box = chart.getBoundingClientRect();
  const cut = [...chart.querySelectorAll('svg text')].filter(text => {
    const { width, left, right, top, bottom } = text.getBoundingClientRect();
    return width && (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1);
  }).map(text => `cut: ${text.textContent}`);
  if (!chart.layout) return ['not drawn'];
  if (Math.abs(box.height - chart.layout.height) > 1) cut.push(`${box.height} high, not ${chart.layout.height}`);
  const font = getComputedStyle(chart.querySelector('svg text')).fontFamily;
  return font === getComputedStyle(document.body).fontFamily ? cut : [...cut, font];
})"""
"""Charts whose texts are cut, that are higher than their rows need, or that have another font than the page."""

NARROW = """() => {
  const seen = new Set(), found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (texts.currentNode.data.trim().length < 8) continue;
    let box = texts.currentNode.parentElement, style = getComputedStyle(box);
    while (['inline', 'contents'].includes(style.display)) {
      box = box.parentElement;
      style = getComputedStyle(box);
    }
    if (seen.has(box) || box.closest('svg') || !box.checkVisibility()) continue;
    seen.add(box);
    const size = parseFloat(style.fontSize);
    const letters = (box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / size * 2;
    if (letters < 0.5 || letters >= 8) continue;
    const range = document.createRange();
    range.selectNodeContents(box);
    const lines = new Set([...range.getClientRects()].map(line => Math.round(line.bottom / size))).size;
    const words = box.textContent.trim().split(/\\s+/).length;
    if (lines > 3 && (lines > words || lines > 8)) found.push(`${lines} lines: ${box.outerHTML.slice(0, 120)}`);
  }
  return found;
}"""
"""Columns of text with room for less than 8 letters, of half an em each, in which words are broken or many lines stand.
What is 0 wide is read aloud only."""

NARROW_BESIDE = f"""words => {{
  for (const badge of document.querySelectorAll('.badge.text-wrap')) badge.lastChild.data = ` ${{words}}`;
  return [({NARROW})(), document.documentElement.scrollWidth];
}}"""
"""The same, and the width of the page, once every level of proof has these words."""

WIDTH_NOW = "document.documentElement.scrollWidth"
THEME = "document.documentElement.dataset.bsTheme"
LOOKS = {
    "too faint": FAINT,
    "scrolls unseen": SCROLLS_UNSEEN,
    "controls without a name": NAMELESS,
    "ids of several elements": DOUBLE_IDS,
    "charts": CHARTS_AMISS,
    "columns too narrow": NARROW,
    "not one heading": "() => document.querySelectorAll('h1').length === 1 ? [] : ['none, or several']",
    "too faint without scripts": f"() => {{ ({WITHOUT_SCRIPTS})(); return ({FAINT})(); }}",
}
"""In this order: the last one changes the page."""
AMISS = f"() => ({{{', '.join(f'{json.dumps(name)}: ({look})()' for name, look in LOOKS.items())}}})"
NOTHING: dict[str, list[str]] = {name: [] for name in LOOKS}


LANGUAGES = ("en", "es", "de")


def longest_badge() -> str:
    """What the level of proof of a result says at its longest."""
    found = []
    for language in LANGUAGES:
        with override(language):
            found += [in_words(level, basis) for level in Proof for basis in Table.Basis.values]
    return max(found, key=len)


def verify_all() -> None:
    for verification in Verification.objects.exclude(status=Verification.Status.DONE):
        verify_log(verification.pk)


def addresses(event: Event) -> list[str]:
    """A tournament with everything in it, long names too; returns the address of every page."""
    first = event.pair()
    for number, table in enumerate(first.tables.filter(is_bye=False)):
        if number == 0:
            matches.submit_log(users(table)[0], log_of(table, seed=2), table)
            verify_all()
            agree(table)
        else:
            report = matches.report_result(users(table)[0], table, [100, 90])
            matches.confirm_report(users(table)[1], report)
    verify_all()
    finish_stage(event.organiser, event.tournament.stages.get(position=1))
    final = event.pair()
    disputed, reported = final.tables.order_by("number")
    matches.report_result(users(disputed)[0], disputed, [1, 0])
    matches.submit_log(users(disputed)[1], log_of(disputed, seed=3), disputed)
    matches.submit_log(event.organiser, game_log(2, seed=6), reported)
    matches.report_result(users(reported)[0], reported, [7, 5])
    proven = first.tables.order_by("number")[0]
    matches.object_to_result(users(proven)[1], proven, "We counted the farms of the last turn twice")
    waiting = matches.submit_log(event.organiser, game_log(3, seed=4))
    broken = matches.submit_log(event.organiser, game_log(2, seed=5).replace(b'"hex":"', b'"hex":"9', 1))
    for verification in Verification.objects.exclude(log=waiting.log):
        verify_log(verification.pk)
    other = make_event(5, table_size=2, prefix="other", organiser=event.organiser)
    draft_round = pair_round(event.organiser, other.tournament)
    draft = make_event(3, prefix="draft", organiser=event.organiser, start=False).tournament
    assert proven.log_id
    proven.refresh_from_db()
    sha256 = proven.log.sha256 if proven.log else ""
    counted()
    store_review(proven.log)
    tournament = event.tournament.pk
    experiment = played_experiment(event.organiser, "Shorter?" * 10).pk
    player = users(proven)[0].player.pk
    return [
        reverse("home"),
        reverse("status"),
        reverse("staff:site"),
        reverse("proof"),
        reverse("how_it_works"),
        reverse("play:play"),
        reverse("exercises:exercises"),
        *(reverse(f"players:{name}") for name in ("list", "account")),
        *(reverse(name) for name in ("account_change_password", "account_email", "mfa_index", "usersessions_list")),
        *(reverse(f"privacy:{name}") for name in ("policy", "delete_account")),
        reverse("players:detail", args=[player]),
        reverse("players:journal", args=[player, "babylonia"]),
        reverse("players:reviews", args=[player, "babylonia"]),
        *(reverse(f"players:{name}", args=[player, "babylonia"]) for name in ("openings", "board")),
        reverse("players:against", args=[player, "babylonia", users(proven)[1].player.pk]),
        reverse("ratings:leaderboard") + "?everybody=1",
        reverse("ratings:quality", args=[measured().game]),
        *(reverse(f"tournaments:{name}") for name in ("list", "new")),
        *(
            reverse(f"tournaments:{name}", args=[tournament])
            for name in ("detail", "edit", "entries", "standings", "bracket", "dashboard", "reviews", "audit")
        ),
        *(reverse(f"tournaments:{name}", args=[tournament]) for name in ("projector", "follow")),
        reverse("tournaments:follow_player", args=[tournament, player]),
        *(reverse(f"tournaments:{name}", args=[draft.pk]) for name in ("detail", "edit", "entries")),
        *(reverse("tournaments:round", args=[round_.pk]) for round_ in (first, final, draft_round)),
        *(reverse("table:page", args=[table.pk]) for table in (disputed, reported, proven)),
        reverse("games:list"),
        *(reverse("games:detail", args=[key]) for key in GAMES),
        reverse("games:set", args=["babylonia", load_component_set(event.organiser, component_file("mine")).name]),
        reverse("variants:games"),
        *(reverse(f"variants:{name}", args=[key]) for name, key in pairs(("list", "new"), GAMES)),
        *(reverse("variants:detail", args=[variant.pk]) for variant in Variant.objects.filter(game="babylonia")),
        reverse("tournaments:new") + "?game=babylonia",
        reverse("lab:list"),
        reverse("lab:new", args=["babylonia"]),
        reverse("lab:detail", args=[experiment]),
        reverse("lab:against", args=[experiment, other_bots_experiment(event.organiser).pk]),
        *(
            reverse(f"dashboards:{name}", args=["babylonia"])
            for name in ("game", "sources", "players", "cards", "seats", "variants", "games")
        ),
        reverse("dashboards:game", args=["babylonia"]) + f"?player={player}",
        *(reverse(f"tournaments:dashboard_{name}", args=[tournament]) for name in ("games", "print")),
        reverse("table:upload"),
        reverse("table:log", args=[sha256]),
        reverse("table:log", args=[broken.log.sha256]),
        reverse("table:log", args=[waiting.log.sha256]),
        f"{reverse('table:replay', args=[sha256])}?move=60",
        reverse("table:replay", args=[broken.log.sha256]),
        reverse("table:replay", args=[waiting.log.sha256]),
        reverse("dashboards:openings", args=["babylonia"]),
    ]


@pytest.fixture
def event(transactional_db: None) -> Event:
    """A tournament whose names are as long as names can be."""
    stages = [
        StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 4}),
        StageSpec("single_elimination", {"table_size": 2}),
    ]
    made = make_event(5, stages=stages, organiser=account("organiser", is_staff=True))
    made.refresh().name = "The open championship of Nebuchadnezzar " * 2
    made.tournament.save()
    for number, user in enumerate(made.players):
        user.player.name = ("Nabukudurriusur" * 5)[:79] + str(number) if number == 0 else f"Player with a name {number}"
        user.player.save()
    return made


def test_no_page_is_wider_than_a_small_phone(open_page: Callable[..., Page], event: Event, problems: list[str]) -> None:
    """Each page comes in the appearance that the one before it was left in, and changes it. The languages go by turns;
    the long profile has each page in each of them."""
    pages, badge = addresses(event), longest_badge()
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme="light")
    appearance: Literal["light", "dark"] = "light"
    for public in (reverse("account_login"), reverse("account_signup")):
        page.goto(public)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, public
        assert page.evaluate(NAMELESS) == [], public
    sign_in_by_form(page, "organiser")  # some pages ask for the password once more
    spoken = ""
    for address, language in sorted(pairs(pages, LANGUAGES), key=itemgetter(1)):
        if language != spoken:
            page.goto("about:blank")  # it asks for nothing more in the other language
            User.objects.filter(username="organiser").update(language=language)
            spoken = language
        response = page.goto(address)
        assert response
        assert response.status == 200, address
        width, theme = page.evaluate(f"[{WIDTH_NOW}, {THEME}]")
        assert width <= WIDTH, f"{address} is too wide: {language}"
        assert theme == appearance
        appearance = "dark" if appearance == "light" else "light"
        page.emulate_media(color_scheme=appearance)
        page.wait_for_function(f"theme => {THEME} === theme", arg=appearance)
        assert page.evaluate(AMISS) == NOTHING, f"{address}: {appearance}, {language}"
        assert page.evaluate(NARROW_BESIDE, badge) == [[], WIDTH], f"{address}: {language}, with the longest badge"
        assert problems == [], address


LARGE = "document.documentElement.style.fontSize = '200%'"


def test_large_letters_fit_a_small_phone(open_page: Callable[..., Page]) -> None:
    event = make_event(5, table_size=2, rated=True)
    event.refresh().name = "The open championship of Nebuchadnezzar"
    event.tournament.save()
    round_ = event.pair()
    stage = event.tournament.stages.get()
    first, second = round_.tables.order_by("number")[:2]
    rule_result(event.organiser, first, Ruling([120, 97]))
    entry = first.seats.all()[0].entry_id
    page = open_page(viewport={"width": WIDTH, "height": 740})
    sign_in(page, "player_organiser")
    for address in (
        reverse("tournaments:round_clock", args=[round_.pk]),
        reverse("tournaments:tie_breaks", args=[stage.pk]),
        reverse("tournaments:breakdown", args=[stage.pk, entry]),
        reverse("table:page", args=[second.pk]),
        *(reverse(f"tournaments:{name}", args=[event.tournament.pk]) for name in ("entries", "standings", "check_in")),
        reverse("tournaments:round", args=[round_.pk]),
    ):
        page.goto(address)
        page.evaluate(LARGE)
        assert page.evaluate(WIDTH_NOW) <= WIDTH, address


def test_brackets_standings_and_rounds_print_without_controls(page: Page, event: Event) -> None:
    first = event.pair()
    for table in first.tables.filter(is_bye=False):
        rule_result(event.organiser, table, Ruling([100, 90]))
    finish_stage(event.organiser, event.tournament.stages.get(position=1))
    final = event.pair()
    reported = final.tables.order_by("number")[1]
    matches.report_result(users(reported)[0], reported, [7, 5])
    draft = pair_round(
        event.organiser, make_event(5, table_size=2, prefix="other", organiser=event.organiser).tournament
    )
    sign_in(page, "organiser")
    page.emulate_media(media="print")
    standings = reverse("tournaments:standings", args=[event.tournament.pk])
    for address in (
        standings,
        reverse("tournaments:bracket", args=[event.tournament.pk]),
        *(reverse("tournaments:round", args=[round_.pk]) for round_ in (first, final, draft)),
    ):
        page.goto(address)
        assert page.locator("main button:visible, main select:visible, main input:visible").count() == 0, address
        expect(page.locator("h1:visible")).to_have_count(1)
        for user in event.players[1:3]:
            if address == standings:
                expect(page.get_by_text(user.player.name).first).to_be_visible()
