"""The page of games against bots, and what is stored from it: it counts for nothing that people are measured by."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.browser.play import new_header
from engine.log.write import header_line
from engine.registry import GAMES
from engine.search.ladder import Strength
from engine.search.levels import LEVELS
from nabu.board.play.bots import bots_of
from nabu.catalogue.games.services import load_component_set
from nabu.contests.matches.models import LogSubmission
from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.results.settling.submission import submit_log
from nabu.statistics.dashboards.facts.refresh import refresh, store_of
from tests.platform.scenario import account, approved, component_file, log_of, make_event, users
from tests.platform.site.pages.conftest import verify_all

pytestmark = pytest.mark.usefixtures("db")

BOTS = {"bots": [None, "greedy"]}


def with_bots(log: bytes) -> bytes:
    """The log as the page writes it for a person and a bot."""
    first, *lines = log.splitlines(keepends=True)
    return b"".join([json.dumps({**json.loads(first), "meta": BOTS}).encode() + b"\n", *lines])


def data_of(page: str) -> dict[str, dict[str, dict[str, object]]]:
    found = re.search(r'<script id="play-data" type="application/json">(.*?)</script>', page)
    assert found is not None
    data: dict[str, dict[str, dict[str, object]]] = json.loads(found[1])
    return data


def test_a_visitor_can_begin_any_game_by_any_rules() -> None:
    mine = load_component_set(account("ana"), component_file("mine"))
    page = Client().get(reverse("play:play")).content.decode()
    games = data_of(page)["games"]
    assert list(games) == list(GAMES)
    for key, game in GAMES.items():
        bots = games[key]["bots"]
        assert isinstance(bots, list)
        assert sorted(bot["name"] for bot in bots) == sorted(game.bots)
        assert [bot["name"] for bot in bots if bot["level"]] == [level.bot for level in LEVELS]
        assert games[key]["players"] == list(game.player_counts)
        ways = games[key]["ways"]
        assert isinstance(ways, dict)
        assert set(game.rulesets) <= {way["ruleset"] for way in ways.values()}
        for way in ways.values():
            asked = {"game": key, "set": game.component_sets[0], "switches": {}, **way, "seed": "1"}
            header = new_header({**asked, "seats": [{"name": "Ana", "bot": None}, {"name": "greedy", "bot": "greedy"}]})
            assert header_line(header)
    assert f'value="{mine.name}"' in page
    assert mine.name not in str(games["babylonia"]["sets"])


def test_the_form_stands_there_before_its_script() -> None:
    """Else it moves what is below it when the script comes."""
    page = Client().get(reverse("play:play")).content.decode()
    form = page[page.index('<form id="begin"') : page.index("</form>", page.index('<form id="begin"'))]
    assert " hidden" not in form.partition(">")[0]
    assert "with-script" in form.partition(">")[0]
    assert form.count('class="play-seat"') == 2, "a person and a bot"
    assert form.count('<option value="greedy" selected>') == 1
    assert "Elo 1,000" in form.partition('class="play-seat"')[2], "how strong the bot is"
    assert page.index('id="resume"') > page.index('<form id="begin"'), "what is found on the device moves nothing"


def test_a_strength_is_said_as_it_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Strength(1, 1406.4, 1361.2, 1460.8, 0.914, 0.89, 0.94, 200)
    monkeypatch.setattr("nabu.board.play.bots.strength_of", lambda game, bot: found if bot == "search-72" else None)
    said = {bot["name"]: bot["strength"] for bot in bots_of(GAMES["ishtar"])}
    assert said["search-72"] == "search-72, Elo 1,406 (1,361 to 1,461): beats the casual bot in 91% of games"
    assert said["search-32"] == ""


def test_the_page_is_the_same_for_everybody_but_for_the_frame() -> None:
    ana = Client()
    ana.force_login(account("ana"), backend="django.contrib.auth.backends.ModelBackend")
    pages = [client.get(reverse("play:play")).content.decode() for client in (Client(), ana)]
    inner = [page[page.index('<div id="begin-page">') : page.index("</main>")] for page in pages]
    assert inner[0] == inner[1]
    assert "csrf" not in inner[0]


def test_only_an_account_stores_a_game() -> None:
    log = with_bots(log_of(make_event(2, table_size=2).pair().tables.get()))
    visitor, ana = Client(), Client(enforce_csrf_checks=True)
    assert "/login/?next=%2Fplay%2F" in visitor.get(reverse("play:account")).json()["login"]
    assert visitor.post(reverse("play:store"), log, content_type="text/plain").status_code == 401
    ana.force_login(account("ana"), backend="django.contrib.auth.backends.ModelBackend")
    assert ana.post(reverse("play:store"), log, content_type="text/plain").status_code == 403
    token = {"x-csrftoken": ana.get(reverse("play:account")).json()["csrf"]}
    stored = ana.post(reverse("play:store"), log, content_type="text/plain", headers=token)
    assert stored.status_code == 201
    verify_all()
    assert "Verified" in ana.get(stored.json()["url"]).content.decode()
    refused = ana.post(reverse("play:store"), b"what?", content_type="text/plain", headers=token)
    assert (refused.status_code, "not a game log" in refused.json()["why"]) == (400, True)


def test_a_game_against_a_bot_is_in_no_rating_and_no_statistics() -> None:
    """Not even where somebody sends it as the game of a table."""
    event = approved(make_event(2, table_size=2))
    table = event.pair().tables.get()
    log = with_bots(log_of(table))
    submit_log(users(table)[0], log)
    submit_log(users(table)[0], log, table)
    verify_all()
    assert refresh(GAMES["babylonia"], event.tournament) == (0, 0)
    alone, at_table = LogSubmission.objects.order_by("pk")
    assert alone.outcome == LogSubmission.Outcome.NO_TABLE
    assert at_table.outcome == LogSubmission.Outcome.NOT_USED
    assert at_table.note == {"key": "results.bots_played", "values": {}}
    table.refresh_from_db()
    assert table.log is None
    assert not RatedGame.objects.exists()
    assert not RatingEntry.objects.exists()
    assert store_of(GAMES["babylonia"]).games().empty
