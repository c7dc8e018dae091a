"""The engine in Chromium gives the same logs and the same verdicts as the one of the server."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser

from engine.browser.desk import versions
from engine.registry import GAMES
from nabu.core.browser_engine.files import ENGINE, RUNTIME
from nabu.core.browser_engine.words import words_of
from tests.browser.engine_site import engine_site
from tests.browser.same_questions import LONGEST, answers_of, differences, expected, questions
from tests.platform.core.browser_engine.production_names import production_names
from tests.profiles import LONG

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def found(browser: Browser) -> Iterator[dict[str, Any]]:
    """What Chromium says to all questions."""
    with engine_site(questions()) as site:
        page = browser.new_page()
        page.goto(site.address)
        yield site.found(LONGEST)
        page.close()


def test_there_is_something_to_compare() -> None:
    games = Counter(question["game"] for question in questions() if question["ask"] == "log.simulate")
    assert games.keys() == GAMES.keys()
    assert min(games.values()) >= (9 if LONG else 3)
    verdicts = Counter(answer["answer"]["report"]["verdict"] for answer in expected() if "report" in answer["answer"])
    assert min(verdicts[verdict] for verdict in ("verified", "unfinished", "rejected", "unreadable")) >= 5


def test_games_and_verdicts_are_the_same(found: dict[str, Any]) -> None:
    assert differences(found["answers"]) == []


def test_a_page_reads_the_versions_of_the_servers_engine(found: dict[str, Any]) -> None:
    assert found["versions"] == versions()


@dataclass(frozen=True)
class Visit:
    """What a page was told, and the addresses that it loaded of the engine and its scripts."""

    found: dict[str, Any]
    loaded: set[str]


GAME = {"ask": "log.simulate", "game": "ishtar", "players": 2, "ruleset": "base", "bots": ["random"], "seed": 1}
NOT_ALLOWED = [{**GAME, "players": 9}, {**GAME, "ruleset": "odd"}]


@pytest.fixture(scope="module")
def visits(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> tuple[Visit, Visit]:
    """Two visits of one browser to a page in German, whose scripts have the names of production."""
    scripts = tmp_path_factory.mktemp("static")
    with (
        production_names(scripts),
        engine_site(NOT_ALLOWED, "de", scripts=scripts) as site,
        browser.new_context() as context,
    ):
        context.new_page().goto(site.address)
        first = Visit(site.found(LONGEST), {path for path, _size in site.sent if "engine/" in path})
        site.sent.clear()
        context.add_cookies([{"name": "sessionid", "value": "signed in", "url": site.address}])
        context.new_page().goto(site.address)
        return first, Visit(site.found(LONGEST), {path for path, _size in site.sent if "engine/" in path})


def test_it_starts_under_the_names_of_production(visits: tuple[Visit, Visit]) -> None:
    first, _again = visits
    assert first.found["versions"] == versions()
    scripts = [path for path in first.loaded if path.startswith("/static/")]
    assert len(scripts) >= 2
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", path) for path in scripts)


def test_a_second_visit_loads_the_engine_from_the_browsers_cache(visits: tuple[Visit, Visit]) -> None:
    """Also after signing in: what the cookies say makes no difference to it."""
    first, again = visits
    assert again.found["versions"] == versions()
    assert len(first.loaded) >= len(RUNTIME) + len(ENGINE)
    assert again.loaded <= {path for path in first.loaded if path.startswith("/static/")}


def test_a_refusal_is_said_in_the_language_of_the_page(visits: tuple[Visit, Visit]) -> None:
    found = visits[0].found["answers"]
    assert found == answers_of(NOT_ALLOWED, json.loads(words_of("de")))
    assert found != answers_of(NOT_ALLOWED)
    assert all("refused" in answer for answer in found)
