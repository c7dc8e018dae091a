"""The page of games against bots, and what is stored from it: it counts for nothing that people are measured by."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.browser.play import new_header
from engine.log.header import Origin, names_bots, origin_of
from engine.log.write import header_line
from engine.registry import GAMES
from engine.search.ladder import Strength
from engine.search.levels import LEVELS
from nabu.board.play.bots import bots_of
from nabu.catalogue.games.services import load_component_set
from nabu.contests.matches.models import GameLog, LogSubmission, Table
from nabu.contests.matches.served_logs import without_names
from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import Refused
from nabu.statistics.dashboards.facts.refresh import refresh, store_of
from tests.platform.scenario import account, approved, component_file, log_of, make_event, report_of, users
from tests.platform.site.pages.conftest import verify_all

pytestmark = pytest.mark.usefixtures("db")

BOTS = {"bots": [None, "greedy"]}


def with_meta(log: bytes, meta: object) -> bytes:
    """The log with these remarks."""
    first, *lines = log.splitlines(keepends=True)
    return b"".join([json.dumps({**json.loads(first), "meta": meta}).encode() + b"\n", *lines])


def with_bots(log: bytes) -> bytes:
    """The log as the page writes it for a person and a bot."""
    return with_meta(log, BOTS)


def played_on(log: bytes, digest: str | None = None) -> bytes:
    """The log as that of a game that was played on after 12 moves of another one."""
    return with_meta(log, {"from": {"digest": digest, "move": 12}})


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


@pytest.mark.parametrize("practice", [False, True])
def test_a_game_that_was_played_on_is_no_result_whoever_sends_it(practice: bool) -> None:
    """Without bots in it, not in a practice event either, and as no proof of a result that stands."""
    event = approved(make_event(2, table_size=2))
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=practice)
    table = event.pair().tables.get()
    log = played_on(log_of(table))
    submit_log(users(table)[0], log)
    submit_log(users(table)[0], log, table)
    submit_log(event.organiser, log, table)
    verify_all()
    report = report_of(log)
    rule_result(event.organiser, Table.objects.get(pk=table.pk), Ruling(report.scores, report.places))
    decided = submit_log(event.organiser, log, Table.objects.get(pk=table.pk))
    with pytest.raises(Refused, match="played on from a position"):
        rule_result(event.organiser, Table.objects.get(pk=table.pk), Ruling(reason="log", submission=decided))
    alone, *at_table = LogSubmission.objects.order_by("pk")
    assert alone.outcome == LogSubmission.Outcome.NO_TABLE
    assert {sent.outcome for sent in at_table} == {LogSubmission.Outcome.NOT_USED}
    assert all(sent.note == {"key": "results.played_on", "values": {}} for sent in (alone, *at_table))
    table.refresh_from_db()
    assert (table.status, table.log, table.basis) == ("confirmed", None, "ruling")
    assert store_of(GAMES["babylonia"]).games().empty


def test_a_game_that_was_played_on_leads_to_that_game_for_whoever_may_see_it() -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    ana = account("ana")
    submit_log(event.organiser, log_of(table), table)
    verify_all()
    first = GameLog.objects.get()
    assert first.game is not None
    sent = submit_log(ana, played_on(log_of(table), first.game.digest)).log
    verify_all()
    page = Client()
    page.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    link = f'href="{reverse("table:replay", args=[first.sha256])}?move=12"'
    addresses = [reverse(name, args=[sent.sha256]) for name in ("table:log", "table:replay")]
    assert all(link in page.get(address).content.decode() for address in addresses)
    assert "Played on from another game, after its first 12 moves." in page.get(addresses[0]).content.decode()
    Tournament.objects.filter(pk=event.tournament.pk).update(status="draft")
    hidden = [page.get(address).content.decode() for address in addresses]
    assert not any(first.sha256 in text for text in hidden)
    assert "Played on from move 12 of another game" in hidden[1]


def test_hiding_a_name_leaves_what_keeps_the_game_from_counting() -> None:
    """The attack: a game of bots, or one that was played on, at the table of somebody whose account is gone."""
    remarks = {"bots": ["Ana", None], "from": {"digest": "a" * 64, "move": 3, "by": "Ana"}, "note": "Ana was here"}
    shown = without_names({"seats": ["Ana", "Bo"], "meta": remarks}, {"0": "Deleted player 1"})
    assert "Ana" not in json.dumps(shown)
    assert names_bots(shown["meta"])
    assert origin_of(shown["meta"]) == Origin("a" * 64, 3)
    assert "meta" not in without_names({"seats": ["Ana"], "meta": {"note": "Ana"}}, {})
