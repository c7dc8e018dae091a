"""The frame of every page in a real browser: small screens, keyboard, appearance, charts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from playwright.sync_api import Page, expect

from nabu.contests.tournaments.models import Tournament
from nabu.operations.demo.state import alone
from nabu.site.urls import urlpatterns as real_urls
from tests.platform.scenario import account, make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CHART_PAGE = """{% extends "base.html" %}
{% block title %}Sources{% endblock %}
{% block content %}
  <h1>Sources</h1>
  <div><div data-chart="figure" aria-label="Points by source"></div>{{ figure|json_script:"figure" }}
  <p class="chart-said" data-open="Its games"></p></div>
  <script type="application/json" class="chart-data" data-label="The same again">
    {"data": [{"type": "scatter", "x": [1, 2], "y": [3, 4]}], "layout": {}}</script>
{% endblock %}
{% block extra_head %}{% include "core/charts/styles.html" %}{% endblock %}
{% block extra_js %}{% include "core/charts/scripts.html" %}{% endblock %}
"""
FIGURE = {
    "data": [
        {
            "type": "bar",
            "x": ["farms", "cities"],
            "y": [12, 30],
            "marker": {"color": ["--chart-answer", "--chart-rest"]},
            "customdata": [{"text": "Farms &amp; more<br>12", "href": "/games/"}, {"text": "Cities<br>30"}],
            "hovertemplate": "%{customdata.text}<extra></extra>",
        }
    ],
    "layout": {"title": {"text": "Points"}},
}


def chart_page(request: HttpRequest) -> HttpResponse:
    """A page with two charts."""
    return HttpResponse(engines["django"].from_string(CHART_PAGE).render({"figure": FIGURE}, request))


urlpatterns = [path("charts", chart_page), *real_urls]


@pytest.fixture(autouse=True)
def _pages(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__


def theme(page: Page) -> str:
    """Light or dark?"""
    return str(page.evaluate("document.documentElement.dataset.bsTheme"))


def test_a_new_site_shows_how_far_its_demo_is_and_then_itself(
    small_page: Page, wait_until: Callable[..., None]
) -> None:
    with alone():
        small_page.goto("/")
        progress = small_page.locator("#demo")
        assert "The demo tournaments are being played: 0 of" in progress.inner_text()
        expect(progress.get_by_label("Progress")).to_be_visible()
        assert small_page.evaluate("document.documentElement.scrollWidth") == 360
        make_event(4, organiser=account("demo"))
        Tournament.objects.update(name="Winter duels")
        wait_until(lambda: "being played: 1 of" in small_page.locator("#demo").inner_text(), 20, "the next figure")
    wait_until(lambda: small_page.locator("#demo").count() == 0, 20, "the end of the demo")
    assert "Winter duels" in small_page.locator("main").inner_text()


def test_charts_are_drawn_and_change_with_the_appearance(page: Page, wait_until: Callable[..., None]) -> None:
    page.goto("/charts")
    page.wait_for_selector(".js-plotly-plot .bars path")
    charts = page.locator(".chart.js-plotly-plot")
    expect(charts).to_have_count(2)
    assert [chart.get_attribute("aria-label") for chart in charts.all()] == ["Points by source", "The same again"]
    expect(page.locator(".bars path")).to_have_count(2)

    def text_colour() -> str:
        return str(page.evaluate("getComputedStyle(document.querySelector('.xtick text')).fill"))

    assert theme(page) == "light"

    def bar_colour() -> str:
        return str(page.evaluate("getComputedStyle(document.querySelector('.bars path')).fill"))

    light, light_bar = text_colour(), bar_colour()
    assert light_bar == "rgb(34, 80, 143)", "the accent by its name"
    page.get_by_role("button", name="Dark").click()
    assert theme(page) == "dark"
    wait_until(lambda: text_colour() != light, what="the chart in dark colours")
    wait_until(lambda: bar_colour() != light_bar, what="its marks in dark colours")
    page.reload()
    assert theme(page) == "dark", "the choice stays"
    page.get_by_role("button", name="Match device").click()
    page.emulate_media(color_scheme="light")
    assert theme(page) == "light"
    page.emulate_media(color_scheme="dark")
    wait_until(lambda: theme(page) == "dark", what="the device's dark appearance")


@pytest.mark.parametrize(("place", "words", "links"), [(0, "Farms & more, 12", 1), (1, "Cities, 30", 0)])
def test_a_tap_on_a_bar_shows_its_value_and_offers_its_games(
    small_page: Page, place: int, words: str, links: int
) -> None:
    small_page.goto("/charts")
    small_page.wait_for_selector(".js-plotly-plot .bars path")
    said = small_page.locator(".chart-said").first
    expect(said).to_be_hidden()
    box = small_page.locator(".bars path").nth(place).bounding_box()
    assert box is not None
    small_page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(said).to_contain_text(words)
    assert small_page.url.endswith("/charts"), "a tap does not leave the page"
    expect(said.get_by_role("link", name="Its games")).to_have_count(links)
    for link in said.get_by_role("link").all():
        expect(link).to_have_attribute("href", "/games/")


@pytest.mark.parametrize("asks", [{"reduced_motion": "reduce"}, {"forced_colors": "active"}])
def test_marks_keep_colours_of_their_own_whatever_the_device_asks_for(page: Page, asks: dict[str, Any]) -> None:
    page.emulate_media(**asks)
    page.goto("/charts")
    page.wait_for_selector(".js-plotly-plot .bars path")
    fills = page.locator(".bars path").evaluate_all("found => found.map(one => getComputedStyle(one).fill)")
    text = page.evaluate("getComputedStyle(document.querySelector('.xtick text')).fill")
    assert len({*fills, text}) == 3


def test_a_small_phone_needs_no_sideways_scrolling_and_reaches_the_menu(small_page: Page) -> None:
    small_page.goto("/charts")
    small_page.wait_for_selector(".js-plotly-plot .bars path")
    assert small_page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(small_page.get_by_role("link", name="Sign in")).to_be_visible()
    link = small_page.get_by_role("link", name="Verify a log")
    expect(link).to_be_hidden()
    small_page.get_by_role("button", name="More").click()
    link.wait_for(state="visible")
    assert small_page.evaluate("document.documentElement.scrollWidth") <= 360
    small_page.keyboard.press("Escape")
    expect(link).to_be_hidden()


def test_the_keyboard_reaches_the_content_and_the_languages(page: Page) -> None:
    page.goto("/charts")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.get_by_role("button", name="Deutsch").press("Enter")
    page.wait_for_selector("html[lang=de]")
    assert page.url.endswith("/charts")


def test_print_shows_only_the_content(page: Page) -> None:
    page.goto("/charts")
    page.wait_for_selector(".js-plotly-plot .bars path")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator("footer")).to_be_hidden()


def test_whatever_goes_wrong_in_any_page_is_noticed(page: Page, problems: list[str]) -> None:
    """Every test in a browser rests on this: nothing is fetched from elsewhere, and no script fails."""
    other = page.context.new_page()
    with other.expect_event("requestfailed"), other.expect_event("pageerror"), other.expect_event("console"):
        other.set_content('<img alt="" src="http://elsewhere.example/picture.png">')
        other.evaluate("setTimeout(() => { throw new Error('a slip of the stylus'); })")
        other.evaluate("console.error('a broken tablet')")
    found = "\n".join(problems)
    assert "asked another machine: http://elsewhere.example/picture.png" in found
    assert "ERR_NAME_NOT_RESOLVED" in found
    assert "a slip of the stylus" in found
    assert "a broken tablet" in found
    problems.clear()


def test_the_first_start_proposes_the_time_zone_of_the_device_and_keeps_a_choice(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(timezone_id="Asia/Baghdad")
    page.goto("/setup/")
    choice = page.get_by_label("Time zone")
    expect(choice).to_have_value("Asia/Baghdad")
    choice.select_option("Europe/Madrid")
    for label, value in (("Setup code", "AAAA-AAAA-AAAA-AAAA"), ("User name", "rita"), ("Your name", "Rita")):
        page.get_by_label(label).fill(value)
    page.get_by_label("Password").fill("seven tablets of clay")
    page.get_by_role("button", name="Create administrator").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the setup code.")
    expect(choice).to_have_value("Europe/Madrid")
