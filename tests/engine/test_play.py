"""Games against bots as the page plays them: whole games, take-back, resume, hints, and what a seat may see."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from engine import sentences
from engine.browser.desk import Desk
from engine.browser.record import header_of
from engine.catalogue import english
from engine.game import EngineError, JsonObject
from engine.log.header import names_bots
from engine.log.replay import replay
from engine.registry import GAMES
from engine.table.table import Table
from tests.engine.test_component_sets import corrected
from tests.profiles import LONG, pairs

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
# Who sits where, who is covered and what is taken back do not depend on the game, so that in the short profile each
# game is played at one of the tables. The first is that of the game with hidden draws: people share the device there.
WHOLE: list[list[str | None]] = [["random", None, None], ["greedy", None, "random", None], [None, "greedy"]]
HINTS, SOME_HINTS = (30, 60) if LONG else (6, 24)
"""So many steps of a game in which somebody asks for hints: for each, games are played to their end."""
FEW_HINTS = 9
"""After so many the short profile asks for no more once it has seen both kinds."""
SECRETS = range(0, 12, 1 if LONG else 3)
"""Games, one longer than the other, that are compared with the same games with other secrets."""
NAMES = ["Ana", "Bo", "Cy", "Dee"]


class Refused(Exception):
    """What the rules do not allow, as the page is told. What is an error of the program is another one."""


class Page:
    """A page that plays: it keeps what a page keeps, and people choose at random among what is offered to them."""

    def __init__(self, seed: int = 1) -> None:
        self.desk, self.rng = Desk(), Random(seed)
        self.kept: list[JsonObject] = []
        self.moves: list[JsonObject] = []
        self.now: JsonObject = {}
        self.header: JsonObject = {}

    def ask(self, name: str, **values: Any) -> JsonObject:
        answer = json.loads(self.desk.answer(json.dumps({"ask": f"play.{name}", **values})))
        if "refused" in answer:
            raise Refused(answer["refused"])
        found: JsonObject = answer["answer"]
        if "kept" in found:
            self.kept[found["kept"]["keep"] :] = found["kept"]["lines"]
            self.moves[found["since"] :] = found["moves"]
            assert [move["n"] for move in self.moves] == list(range(found["count"]))
            self.header = found.get("header", self.header)
            self.now = found
        return found

    def start(self, key: str, bots: list[str | None], seed: str = "clay", **more: Any) -> Page:
        game = GAMES[key]
        seats = [{"name": name, "bot": bot} for name, bot in zip(NAMES, bots, strict=False)]
        about = {"ruleset": game.rulesets[0], "switches": {}, "set": game.component_sets[0], "components": None}
        self.ask("start", game=key, seats=seats, seed=seed, **{**about, **more})
        return self

    def resumed(self, seed: str = "clay") -> Page:
        """The same game in a page that was closed meanwhile."""
        page = Page()
        page.header, page.kept = self.header, list(self.kept)
        page.ask("resume", header=self.header, lines=self.kept, seed=seed)
        return page

    def choose(self) -> JsonObject:
        """Any line that is offered."""
        line: JsonObject = {"seat": self.now["choices"]["seat"]}
        nodes = self.now["choices"]["tree"]
        while nodes:
            node = self.rng.choice(nodes)
            if node.get("l"):
                line.setdefault(node["k"], []).append(node["v"])
            elif node["k"]:
                line[node["k"]] = node["v"]
            nodes = node.get("n")
        return line

    def step(self) -> None:
        if self.now["cover"] is not None:
            assert self.now["choices"] is None
            assert self.now["hand"] == []
            self.ask("look", seat=self.now["cover"])
        elif self.now["bot"]:
            self.ask("bot", many=self.rng.random() < 0.3)
        else:
            self.ask("move", line=self.choose())

    def play(self, steps: int = 3_000) -> Page:
        for _ in range(steps):
            if self.now["over"]:
                break
            self.step()
        return self


@pytest.mark.parametrize(("key", "bots"), pairs(GAMES, WHOLE))
def test_a_whole_game_leaves_a_log_that_verifies(key: str, bots: list[str | None]) -> None:
    page = Page().start(key, bots).play()
    log = page.ask("log")["log"].encode()
    report = replay(log)
    assert (report.verdict, list(report.scores or ())) == ("verified", page.now["scores"])
    assert page.now["over"]["text"]
    lines = [json.loads(line) for line in log.splitlines()]
    assert lines[0] == page.header
    assert lines[0]["meta"] == {"bots": bots}
    assert names_bots(lines[0]["meta"])
    assert lines[1:-1] == page.kept


@EVERY_GAME
def test_the_same_seed_gives_the_same_game(key: str) -> None:
    bots: list[str | None] = [None, "greedy", "random"]
    one, other = (Page(2).start(key, bots, "reed").play(40 if LONG else 24) for _time in range(2))
    assert (one.header, one.kept) == (other.header, other.kept)
    assert Page(2).start(key, bots, "mud").header != one.header


@pytest.mark.parametrize(("key", "bots"), pairs(GAMES, [[None, "random", None], ["greedy", None]]))
def test_whoever_goes_on_another_day_finds_the_same_game(key: str, bots: list[str | None]) -> None:
    page = Page().start(key, bots)
    for _ in range(6 if LONG else 4):
        page.play(9)
        again = page.resumed()
        if again.now["looks"] != page.now["looks"]:
            again.ask("look", seat=page.now["looks"])
        assert (again.kept, again.moves) == (page.kept, page.moves)
        for part in ("svg", "choices", "hand", "cover", "due", "scores", "sources", "bot"):
            assert again.now[part] == page.now[part], part


@EVERY_GAME
def test_a_reload_between_all_moves_changes_no_draw_and_no_bot(key: str) -> None:
    one, other = (Page(5).start(key, [None, "greedy", "random"], "reed") for _time in range(2))
    for _ in range(12):
        one.step()
        rng, other = other.rng, other.resumed("reed")
        other.rng = rng
        other.step()
    assert other.kept == one.kept


@pytest.mark.parametrize(("key", "bots"), pairs(GAMES, [[None, "greedy", None], [None, "greedy"]]))
def test_a_move_that_is_taken_back_was_never_made(key: str, bots: list[str | None]) -> None:
    page = Page(3).start(key, bots)
    taken = 0
    for _ in range(30 if LONG else 20):
        page.play(1)
        if page.now["over"]:
            break
        if page.now["choices"] is None:
            continue
        before = page.now, list(page.kept), list(page.moves)
        line = page.choose()
        page.ask("move", line=line)
        after = page.now, list(page.kept), list(page.moves)
        page.play(page.rng.randrange(4) if page.now["bot"] else 0)
        page.ask("take_back")
        while page.now["cover"] is not None:
            page.ask("look", seat=page.now["cover"])
        if page.kept != before[1]:  # what was forced was no choice of anybody
            continue
        taken += 1
        assert page.moves == before[2]
        for part in ("svg", "choices", "due", "scores", "hand", "turn"):
            assert page.now[part] == before[0][part], part
        page.ask("move", line=line)
        assert (page.kept, page.moves) == after[1:]
    assert taken > 5


def test_nothing_is_taken_back_before_somebody_has_chosen() -> None:
    page = Page().start("ishtar", [None, "greedy"])
    assert not page.now["back"]
    kept = list(page.kept)
    page.ask("take_back")
    assert page.kept == kept


@EVERY_GAME
def test_a_hint_is_allowed_and_changes_nothing(key: str) -> None:
    page = Page().start(key, [None, "greedy"])
    for _ in range(HINTS):
        if page.now["choices"]:
            before = list(page.kept)
            hint = page.ask("hint")
            assert hint["text"]
            assert page.ask("hint") == hint
            assert page.kept == before
        page.play(1)


@EVERY_GAME
def test_some_hints_say_what_looking_ahead_has_found(key: str) -> None:
    """And the others why at first sight: never both, as if two people spoke."""
    gain = re.compile(r"[\d.]+ points better than .* in \d+ continuations?$")
    page, found, asked = Page(4).start(key, [None, "random"]), set(), 0
    for _ in range(SOME_HINTS):
        if page.now["choices"]:
            reason = page.ask("hint")["reason"]
            assert reason not in ("", english(sentences.NO_REASON.message()))
            assert "points better" not in reason or gain.match(reason)
            found.add(bool(gain.match(reason)))
            asked += 1
        if not LONG and asked >= FEW_HINTS and len(found) > 1:
            break
        page.play(1)
    assert found == {True, False}  # often it is the obvious move


@EVERY_GAME
def test_a_bot_that_looks_ahead_makes_one_move_for_a_question(key: str) -> None:
    page, chosen = Page().start(key, ["search-12", "search-12", None]), []
    while page.now["bot"]:
        before = len(page.kept)
        page.ask("bot", many=True)
        table = Table(header_of(page.header))
        table.apply_all(page.kept)
        chosen.append(sum(move.action.seat is not None and not move.forced for move in table.moves[before:]))
    assert max(chosen) == 1
    assert len(chosen) > 1


def test_a_hint_is_for_whoever_has_the_device() -> None:
    page = Page().start("babylonia", [None, None, "greedy"])
    assert page.now["cover"] == 0
    with pytest.raises(AssertionError):
        page.ask("hint")


def test_what_the_rules_do_not_allow_is_refused_and_changes_nothing() -> None:
    page = Page().start("babylonia", [None, "greedy"])
    with pytest.raises(Refused, match="seat"):
        page.ask("move", line={"seat": 1, "do": "stop"})
    page.play(5)
    with pytest.raises(Refused, match="name"):
        Page().ask(
            "start",
            game="babylonia",
            ruleset="base",
            switches={},
            set="babylonia-2019",
            seats=[{"name": "Ana", "bot": None}, {"name": "Ana", "bot": "greedy"}],
            seed="1",
        )


@EVERY_GAME
def test_any_variant_and_any_component_set(key: str) -> None:
    game = GAMES[key]
    switches = {switch.name: switch.options[-1] for switch in game.switches}
    data = corrected(game)
    page = Page().start(
        key, ["greedy", None], switches=switches, ruleset=game.rulesets[-1], set=data["name"], components=data
    )
    assert page.header["components_sha256"] == game.read_components(data).sha256
    page.play(30)
    again = Page()
    again.ask("resume", header=page.header, lines=page.kept, seed="clay", components=data)
    assert again.now["svg"] == page.now["svg"]


# What a seat may see


def told(table: Table, bots: list[str | None]) -> tuple[JsonObject, list[JsonObject], JsonObject]:
    """Everything that a page may show of this game to the one person, and a hint."""
    page = Page()
    page.ask("resume", header={**table.header.to_json(), "meta": {"bots": bots}}, lines=table.lines, seed="clay")
    found = {name: value for name, value in page.now.items() if name != "kept"}
    return found, page.moves, page.ask("hint") if page.now["choices"] else {}


def with_other_secrets(table: Table, seat: int, rng: Random) -> Table | None:
    """The same game as this seat knows it, with other draws of the others; None if it cannot be made to differ."""
    other, differs = table.at(0), False
    for move in table.moves:
        line = move.action.to_json()
        if move.seen_by not in (None, seat):
            line = other.state.draw(rng).to_json()
        elif line["seat"] != seat and line.get("token"):
            known = table.game.line_for_onlookers(other.state, move.action)
            if known != line:  # a face-down token: any other will do
                kinds = [{**line, "token": kind} for kind in ("farmer", "merchant", "official", "priest")]
                line = next((each for each in rng.sample(kinds, 4) if other.check(each) is None), line)
        differs = differs or line != move.action.to_json()
        try:
            other.apply(line)
        except EngineError:
            return None
    return other if differs else None


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.hidden_chance])
def test_only_what_a_seat_may_know_is_shown_to_it(key: str, seat: int) -> None:
    bots: list[str | None] = ["random", "random"]
    bots[seat] = None
    compared = 0
    for seed in SECRETS:
        page = Page(seed).start(key, bots, str(seed)).play(4 + seed)
        header = page.header
        table = Table(header_of(header))
        table.apply_all(page.kept)
        rng = Random(seed)
        for _ in range(8):
            other = with_other_secrets(table, seat, rng)
            if other is None:
                continue
            compared += 1
            assert told(table, bots) == told(other, bots)
    assert compared > 10


def test_the_rack_of_a_person_is_told_to_nobody_else() -> None:
    page = Page(5).start("babylonia", [None, "greedy", None])
    racks = set()
    for _ in range(40):
        if page.now["looks"] is not None and page.now["cover"] is None:
            racks.add(page.now["looks"])
            draws = [move for move in page.moves if "chance" in move["line"]]
            assert {move["line"]["seat"] for move in draws} == {page.now["looks"]}
            hidden = [move for move in page.moves if move["line"].get("token") == "unknown"]
            assert all(move["seat"] != page.now["looks"] for move in hidden)
        page.step()
    assert racks == {0, 2}
