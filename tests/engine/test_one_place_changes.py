"""Logs of every game, changed in one place: never an exception, and the verdict of the reference where there is one.

A changed log is refused, or it is provably another legal game: the reference, written from the rules text alone,
accepts every line of it and comes to the same result. `pytest -s` shows how the changes fared.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log.replay import replay
from engine.log.report import VERDICTS, Report
from engine.registry import GAMES
from engine.simulate import play
from tests.engine.messages import says_what_it_means
from tests.engine.reference import WITH_REFERENCE, reference_of
from tests.profiles import LONG, examples

Words = dict[str, Any]
TALLY: Counter[str] = Counter()
SLOW = ("ishtar",)
"""The reference looks at every spot for a tile at every line, so the short profile changes half as many logs."""
SEEDS = st.integers(0, 19 if LONG else 3)
"""Games are played once, and few of them in the short profile: what is changed matters, and that differs each time."""
ODD_VALUES: tuple[Any, ...] = (-1, 0, 1, 99, True, None, "", "nothing", [], {})


@pytest.fixture(scope="module", autouse=True)
def tally() -> Iterator[None]:
    """Print how the changes fared."""
    TALLY.clear()
    yield
    print("".join(f"\n{what}: {count}" for what, count in sorted(TALLY.items())))


@cache
def words_of_game(key: str, players: int, seed: int) -> list[Words]:
    """The lines of a game between bots."""
    game = GAMES[key]
    ruleset = game.rulesets[seed % len(game.rulesets)]
    log = play(key, players, ruleset, ["greedy", "random"], seed).log
    return [json.loads(line) for line in log.splitlines()]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all plain values inside."""
    if isinstance(value, dict):
        return [place for key, inner in value.items() for place in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [place for key, inner in enumerate(value) for place in leaves(inner, (*path, key))]
    return [path]


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    """Replace the value at a place."""
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """The value at a place."""
    for key in path:
        value = value[key]
    return value


def other_value(old: Any, path: tuple[Any, ...], lines: list[Words], rng: Random) -> Any:
    """Something else that could stand there: what stands under the same key elsewhere, a neighbour, or nonsense."""
    choice = rng.random()
    if choice < 0.6:
        line = rng.choice(lines[1:-1])
        same = [place for place in leaves(line) if place[0] == path[0] and place[-1:] == path[-1:]]
        if same:
            return deepcopy(at(line, rng.choice(same)))
    if choice < 0.9 and type(old) is int:
        return old + rng.choice((-2, -1, 1, 2))
    return rng.choice(ODD_VALUES)


def changed(lines: list[Words], rng: Random) -> list[Words]:
    """The lines with a change in one place."""
    lines = deepcopy(lines)
    number = rng.randrange(1, len(lines))
    kind = rng.choice(("value", "value", "value", "value", "drop", "double", "swap", "move", "key"))
    if kind == "value":
        places = leaves(lines[number])
        if places:
            path = rng.choice(places)
            put(lines[number], path, other_value(at(lines[number], path), path, lines, rng))
    elif kind == "drop":
        del lines[number]
    elif kind == "double":
        lines.insert(number, deepcopy(lines[number]))
    elif kind == "swap" and number + 1 < len(lines):
        lines[number], lines[number + 1] = lines[number + 1], lines[number]
    elif kind == "move":
        lines.insert(rng.randrange(1, len(lines)), lines.pop(number))
    else:
        key = rng.choice([*lines[number]])
        lines[number]["also"] = lines[number].pop(key)
    return lines


def log(lines: list[Words]) -> bytes:
    """The lines as a log."""
    return b"".join(json.dumps(words).encode() + b"\n" for words in lines)


def must_agree(key: str, lines: list[Words], report: Report) -> None:
    """The reference accepts what the engine accepts, up to the same line, and comes to the same result."""
    reference = reference_of(key)[0](lines[0])
    refused = report.line if report.code in ("illegal_action", "out_of_turn", "bad_chance", "after_end") else None
    if report.verdict == "unreadable":
        refused = report.line
    for number, words in enumerate(lines[1:], start=2):
        if number == refused and report.code == "after_end":
            assert reference.result() is not None
            return
        if "result" in words:
            if report.line == number and report.verdict == "unreadable":
                return
            claim = {name: words["result"].get(name) for name in ("end", "scores", "winners")}
            agrees = claim == reference.result()
            if report.code == "result_mismatch":
                assert not agrees or report.line == number
                return
            assert agrees
            continue
        if number == refused:
            assert not reference.is_legal(words), (number, words, report.reason)
            return
        assert reference.is_legal(words), (number, words, report.reason)
        reference.apply(words)
    assert refused is None
    assert (reference.result() is None) == (report.verdict == "unfinished")


@pytest.mark.parametrize("key", [key for key in GAMES if key not in SLOW])
@given(players=st.sampled_from((2, 3, 4)), seed=SEEDS, rng=st.randoms(use_true_random=False))
def test_a_changed_log_is_refused_or_provably_legal(key: str, players: int, seed: int, rng: Random) -> None:
    change_and_compare(key, players, seed, rng)


@pytest.mark.parametrize("key", SLOW)
@given(players=st.sampled_from((2, 3, 4)), seed=SEEDS, rng=st.randoms(use_true_random=False))
@examples(16, long=3000)
def test_a_changed_log_of_a_slow_reference_is_refused_or_provably_legal(
    key: str, players: int, seed: int, rng: Random
) -> None:
    change_and_compare(key, players, seed, rng)


def change_and_compare(key: str, players: int, seed: int, rng: Random) -> None:
    original = words_of_game(key, players, seed)
    lines = changed(original, rng)
    if lines != original:
        report = says_what_it_means(replay(log(lines)))
        assert report.verdict in VERDICTS
        same = "refused" if report.code else report.verdict
        TALLY[f"{key}, {same}"] += 1
        if key in WITH_REFERENCE:
            must_agree(key, lines, report)


@pytest.mark.parametrize("key", GAMES)
@given(players=st.sampled_from((2, 3, 4)), seed=SEEDS, rng=st.randoms(use_true_random=False))
def test_a_changed_setup_is_refused_or_another_game(key: str, players: int, seed: int, rng: Random) -> None:
    original = words_of_game(key, players, seed)
    header = deepcopy(original[0])
    places = leaves(header["setup"])
    path = rng.choice(places)
    value = deepcopy(at(header["setup"], rng.choice(places))) if rng.random() < 0.6 else rng.choice(ODD_VALUES)
    put(header["setup"], path, value)
    report = says_what_it_means(replay(log([header, *original[1:]])))
    assert report.verdict in VERDICTS
    if report.line == 1:
        assert report.code in ("bad_line", "bad_setup")
        assert report.reason


@pytest.mark.parametrize("key", GAMES)
@given(rng=st.randoms(use_true_random=False), players=st.sampled_from((2, 3, 4)))
def test_lines_of_other_games_and_soups_of_lines(key: str, rng: Random, players: int) -> None:
    soup = [words for game in GAMES for words in words_of_game(game, players, 0)[1:]]
    own = words_of_game(key, players, 0)
    start = own[: rng.randrange(1, len(own))]
    report = says_what_it_means(replay(log([*start, *rng.choices(soup, k=5)])))
    assert report.verdict in VERDICTS
    assert report.line is None or report.line >= min(len(start), 1)
