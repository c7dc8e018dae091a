"""The ladder of the bots: mirrored games, work that goes on after an interruption, and what is made of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks import ladder
from benchmarks.ladder_games import RUNGS, Contest, SetRecord, contests_of, counted_rollouts, play_set
from benchmarks.ladder_results import by_contest, results_of, tables
from engine.game import Action, Bot
from engine.log.header import read_header, start_game
from engine.registry import GAMES
from engine.search.ladder import Strength
from engine.simulate import simulate_game

BABYLONIA = GAMES["babylonia"]
GREEDY_FIRST = Contest("greedy", "random", 2)


def record(contest: Contest, number: int, wins: Sequence[float]) -> SetRecord:
    micros = {contest.one: [1000, 3000, 2000], contest.other: [50]}
    rollouts = {contest.one: 120, contest.other: 0}
    margins = [5] * contest.players
    return SetRecord(
        contest.one, contest.other, contest.players, "s", number, "c", list(wins), margins, micros, rollouts
    )


def without_times(found: SetRecord) -> dict[str, Any]:
    return {name: value for name, value in found.to_json().items() if name != "micros"}


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("players", [2, 4])
def test_a_bot_against_itself_wins_its_share_of_every_set(game: str, players: int) -> None:
    """Setup, draws and the luck of each seat are the same in all games of a set, so they are one game."""
    found = play_set(game, Contest("novice", "novice", players), "s", 3, "c")
    assert len(found.wins) == players
    assert sum(found.wins) == pytest.approx(1)
    assert found.rollouts == {"novice": 0}
    assert len(found.micros["novice"]) > 10 * players


def test_a_set_is_the_same_each_time_and_another_one_is_another() -> None:
    one, again, other = (play_set("babylonia", GREEDY_FIRST, "s", number, "c") for number in (1, 1, 2))
    assert without_times(one) == without_times(again)
    assert without_times(one) != without_times(other)
    assert sum(one.wins) == 2


class Recorder(Bot):
    """Greedy that keeps where it has sat."""

    name, version = "recorder", 1

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, state: Any, rng: Random) -> Action:
        self.seats.append(state.to_move)
        return BABYLONIA.bots["greedy"].choose(state, rng)


def test_the_first_bot_sits_at_each_seat_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Recorder()
    monkeypatch.setitem(BABYLONIA.bots, bot.name, bot)  # type: ignore[arg-type]
    play_set("babylonia", Contest("recorder", "greedy", 3), "s", 0, "c")
    assert set(bot.seats) == {0, 1, 2}
    assert bot.seats == sorted(bot.seats)


def test_rollouts_are_counted_for_who_makes_them() -> None:
    """Counting changes nothing, and ends with the block."""
    log = simulate_game("babylonia", 2, "base", ["greedy"], 5)
    state = start_game(BABYLONIA, read_header(log.splitlines()[0]), BABYLONIA.components(BABYLONIA.component_sets[0]))
    while state.to_move < 0:
        state.apply(state.draw(Random(1)))
    bot = BABYLONIA.bots["search-12"]
    with counted_rollouts() as made:
        assert bot.choose(state.copy(), Random(7)) == bot.choose(state.copy(), Random(7))
        assert made[0] % 2 == 0
        assert 0 < made[0] <= 2 * 12
        counted = made[0]
        BABYLONIA.bots["greedy"].choose(state, Random(7))
    bot.choose(state.copy(), Random(7))
    assert made[0] == counted


def test_a_set_says_what_each_bot_took() -> None:
    found = play_set("babylonia", Contest("search-12", "greedy", 2), "s", 0, "c")
    assert found.rollouts["greedy"] == 0
    assert 0 < found.rollouts["search-12"] <= 12 * len(found.micros["search-12"])


def test_every_bot_meets_greedy_and_the_ladder_is_whole() -> None:
    for game in GAMES.values():
        assert set(RUNGS) == game.bots.keys()
        contests = contests_of(game)
        assert all(Contest(name, "greedy", 2) in contests or name in ("random", "novice", "greedy") for name in RUNGS)
        assert contests[-1] == Contest("search-72", "greedy", game.player_counts[-1])
        assert contests[-1].sets(100) * game.player_counts[-1] == 200


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Two contests that cost little; the run is broken off in the middle of a line."""
    monkeypatch.setattr(ladder, "contests_of", lambda _game: [GREEDY_FIRST, Contest("greedy", "novice", 2)])
    monkeypatch.setattr(ladder, "RESULTS", tmp_path / "ladder.json")
    monkeypatch.setattr(ladder, "PAGE", tmp_path / "search.md")
    words = ["--game", "babylonia", "--pairs", "3", "--jobs", "1", "--store", str(tmp_path)]
    assert ladder.main(words) == 0
    whole = (tmp_path / "babylonia.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 6
    (tmp_path / "babylonia.jsonl").write_bytes(b"".join(lines[:2]) + lines[2][:40])
    assert ladder.main([*words, "--show", "--write"]) == 1, "nothing is written before everything is played"
    assert not (tmp_path / "ladder.json").exists()
    played: list[int] = []
    set_of = ladder.play_set
    monkeypatch.setattr(ladder, "play_set", lambda *given, **named: played.append(given[3]) or set_of(*given, **named))
    (tmp_path / "search.md").write_text(f"Before\n{ladder.BEGIN}\nold\n{ladder.END}\nAfter\n")
    assert ladder.main([*words, "--write"]) == 0
    assert sorted(played) == [0, 1, 2, 2], "one of the first contest, three of the second"
    lost = [json.loads(line) for line in lines]
    now = [json.loads(line) for line in (tmp_path / "babylonia.jsonl").read_text().splitlines() if line.endswith("}")]
    key = ("one", "other", "number")
    assert {tuple(row[name] for name in key): row["wins"] for row in now} == {
        tuple(row[name] for name in key): row["wins"] for row in lost
    }
    stored = json.loads((tmp_path / "ladder.json").read_text())
    assert stored.keys() == GAMES.keys()
    assert stored["babylonia"]["bots"]["greedy"]["elo"] == 1000
    page = (tmp_path / "search.md").read_text()
    assert page.startswith("Before\n")
    assert page.endswith(f"{ladder.END}\nAfter\n")
    assert "| novice/1 |" in page
    assert "old" not in page
    assert "3 of 3 sets" in capsys.readouterr().err


def test_what_another_code_or_seed_has_played_does_not_count(tmp_path: Path) -> None:
    found = record(GREEDY_FIRST, 0, [1, 1])
    store = ladder.Store(tmp_path / "x.jsonl", "s", "c")
    store.add(found)
    assert store.records() == [found]
    assert ladder.Store(store.path, "s", "changed").records() == []
    assert ladder.Store(store.path, "another", "c").records() == []
    assert ladder.missing_sets(BABYLONIA, [found], 2)[GREEDY_FIRST] == [1]


def test_results_worked_out_by_hand() -> None:
    """search-12 wins three of four against greedy: 1000 + 400 log10 3. novice loses its four games."""
    search, novice = Contest("search-12", "greedy", 2), Contest("greedy", "novice", 2)
    four = Contest("search-72", "greedy", 4)
    records = [
        record(search, 0, [1, 1]),
        record(search, 1, [1, 0]),
        record(novice, 0, [1, 1]),
        record(novice, 1, [1, 1]),
    ]
    records.append(record(four, 0, [1, 0, 0.5, 0]))
    found = results_of(BABYLONIA, by_contest(records), 2, "s")
    bots = found["bots"]
    assert list(bots) == ["novice", "greedy", "search-12"], "who played no game of two is not on the ladder"
    assert bots["search-12"]["elo"] == pytest.approx(1190.8, abs=0.1)
    assert (bots["search-12"]["beats_greedy"], bots["search-12"]["games"]) == (0.75, 4)
    assert (bots["novice"]["beats_greedy"], bots["novice"]["beats_low"]) == (0, 0)
    assert (bots["search-12"]["median_ms"], bots["search-12"]["mean_ms"]) == (2, 2)
    assert bots["search-12"]["rollouts"] == 40
    assert set(Strength._fields) <= bots["greedy"].keys()
    last = found["contests"][-1]
    assert (last["players"], last["games"], last["wins"], last["margin"]) == (4, 4, 0.375, 5)
    text = tables({"babylonia": "Babylonia"}, {"babylonia": found})
    assert "| search-12/1 | 1191 |" in text
    assert "| search-72 – 3 × greedy | 4 | 37.5 % |" in text
    assert "not measured" in tables({"ishtar": "Ishtar"}, {"ishtar": {}})
