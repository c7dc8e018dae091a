"""The engine in Chromium gives the same logs and the same verdicts as the one of the server."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from engine.browser.desk import versions
from engine.registry import GAMES
from nabu.browser_engine.files import ENGINE, RUNTIME
from nabu.browser_engine.words import words_of
from tests.browser.engine_site import engine_site
from tests.browser.same_questions import LONGEST, answers_of, differences, expected, questions
from tests.platform.browser_engine.production_names import production_names

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
    assert min(games.values()) >= 9
    verdicts = Counter(answer["answer"]["report"]["verdict"] for answer in expected() if "report" in answer["answer"])
    assert min(verdicts[verdict] for verdict in ("verified", "unfinished", "rejected", "unreadable")) >= 5


def test_games_and_verdicts_are_the_same(found: dict[str, Any]) -> None:
    assert differences(found["answers"]) == []


def test_a_page_reads_the_versions_of_the_servers_engine(found: dict[str, Any]) -> None:
    assert found["versions"] == versions()


def test_it_starts_under_the_names_of_production(browser: Browser, tmp_path: Path) -> None:
    with production_names(tmp_path), engine_site([], scripts=tmp_path) as site, browser.new_context() as context:
        context.new_page().goto(site.address)
        assert site.found(LONGEST)["versions"] == versions()
        loaded = [path for path, _size in site.sent if path.startswith("/static/")]
    assert len(loaded) >= 2
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", path) for path in loaded)


def test_a_second_visit_loads_the_engine_from_the_browsers_cache(browser: Browser) -> None:
    """Also after signing in: what the cookies say makes no difference to it."""
    with engine_site([]) as site, browser.new_context() as context:
        context.new_page().goto(site.address)
        site.found(LONGEST)
        first = {path for path, _size in site.sent if "/engine/" in path}
        site.sent.clear()
        context.add_cookies([{"name": "sessionid", "value": "signed in", "url": site.address}])
        context.new_page().goto(site.address)
        site.found(LONGEST)
        again = {path for path, _size in site.sent if "/engine/" in path}
    assert len(first) >= len(RUNTIME) + len(ENGINE)
    assert again <= {path for path in first if path.startswith("/static/")}


def test_a_refusal_is_said_in_the_language_of_the_page(browser: Browser) -> None:
    game = {"ask": "log.simulate", "game": "ishtar", "players": 2, "ruleset": "base", "bots": ["random"], "seed": 1}
    asked = [{**game, "players": 9}, {**game, "ruleset": "odd"}]
    with engine_site(asked, "de") as site:
        page = browser.new_page()
        page.goto(site.address)
        found = site.found(LONGEST)["answers"]
        page.close()
    assert found == answers_of(asked, json.loads(words_of("de")))
    assert found != answers_of(asked)
    assert all("refused" in answer for answer in found)
