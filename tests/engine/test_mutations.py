"""Logs that are changed in one place, and noise: never an exception, and the verdict of a second, independent reader.

`pytest -s` shows how many changes were refused. Some leave another legal game; of those the reference says so too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log.replay import replay
from engine.log.report import VERDICTS, Report
from engine.simulate import play
from tests.engine.logs_by_hand import EXAMPLES, KINDS, START, Words, line, log, words_of
from tests.engine.messages import says_what_it_means
from tests.engine.second_opinion import BABYLONIA, COMPONENTS, NOT_IN_THE_REFERENCE, Opinion, second_opinion
from tests.profiles import LONG, examples

HEXES = [entry["id"] for entry in COMPONENTS["hexes"]]
TALLY: Counter[str] = Counter()


@pytest.fixture(scope="module", autouse=True)
def tally() -> Iterator[None]:
    """Print how the changes fared."""
    TALLY.clear()
    yield
    shares = ", ".join(f"{what} {count}" for what, count in sorted(TALLY.items()))
    print(f"\n{TALLY.total()} changed logs: {shares}")


def agreed(data: bytes) -> Report:
    """The engine's report, which must be that of the second opinion."""
    report = says_what_it_means(replay(data))
    expected = second_opinion(data)
    line_number = report.line if report.code else None
    assert Opinion(report.verdict, report.code, line_number, report.sources or ()) == expected, report.reason
    assert report.scores == [sum(points.values()) for points in expected.sources]
    return report


@cache
def simulated(players: int, ruleset: str, seed: int) -> bytes:
    """A game of mixed bots under some switches."""
    rng = Random(seed)
    bots = [rng.choice(("greedy", "random")) for _ in range(players)]
    switches = {
        switch.name: rng.choice(switch.options)
        for switch in BABYLONIA.switches
        if switch.name not in NOT_IN_THE_REFERENCE and rng.random() < 0.25
    }
    return play("babylonia", players, ruleset, bots, seed, switches).log


def games() -> st.SearchStrategy[bytes]:
    """Right logs: the recorded examples and simulated games."""
    seeds = st.integers(0, 2**31 if LONG else 3)  # so that the short profile seldom plays a new one
    any_game = st.builds(simulated, st.sampled_from([2, 3, 4]), st.sampled_from(BABYLONIA.rulesets), seeds)
    return st.one_of(st.sampled_from(list(EXAMPLES.values())), any_game, any_game)


def randoms() -> st.SearchStrategy[Random]:
    return st.builds(Random, st.integers(0, 2**32))


# Changes of one place. Each gets the lines of a log as objects and changes them.

Change = Callable[[list[Words], Random], None]


def some(lines: list[Words], rng: Random, key: str) -> Words:
    """A line with this key, or else the first action."""
    return rng.choice([words for words in lines[1:] if key in words] or lines[1:2])


def a_hex(lines: list[Words], rng: Random) -> None:
    words = some(lines, rng, "hex")
    words["hex"] = rng.choice([*HEXES, "", "0001", words["hex"] + "0"])


def a_token(lines: list[Words], rng: Random) -> None:
    some(lines, rng, "token")["token"] = rng.choice([*KINDS.values(), "king"])


def a_card(lines: list[Words], rng: Random) -> None:
    taken = [words for words in lines if "card" in words]
    if taken and rng.random() < 0.7:
        rng.choice(taken)["card"] = rng.randint(0, 10)
    else:
        cards = lines[0]["setup"]["cards"]
        cards[rng.randrange(len(cards))] = rng.randint(1, 9)


def a_seat(lines: list[Words], rng: Random) -> None:
    some(lines, rng, "seat")["seat"] = rng.randint(-2, 4)


def a_draw(lines: list[Words], rng: Random) -> None:
    tokens = some(lines, rng, "tokens")["tokens"]
    what = rng.randrange(3)
    if what == 0 and tokens:
        tokens.pop(rng.randrange(len(tokens)))
    elif what == 1:
        tokens.append(rng.choice([*KINDS.values()]))
    elif tokens:
        tokens[rng.randrange(len(tokens))] = rng.choice([*KINDS.values()])


def an_answer(lines: list[Words], rng: Random) -> None:
    words = some(lines, rng, "use")
    if "use" in words:
        words["use"] = not words["use"]
    else:
        words["do"] = rng.choice(["extra_turn", "stop"])


def two_lines(lines: list[Words], rng: Random) -> None:
    one = rng.randrange(1, len(lines))
    other = min(one + 1, len(lines) - 1) if rng.random() < 0.5 else rng.randrange(1, len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def a_missing_line(lines: list[Words], rng: Random) -> None:
    del lines[rng.randrange(len(lines))]


def a_repeated_line(lines: list[Words], rng: Random) -> None:
    where = rng.randrange(len(lines))
    lines.insert(where + 1 if rng.random() < 0.5 else rng.randrange(1, len(lines) + 1), lines[where])


def the_result(lines: list[Words], rng: Random) -> None:
    claim = lines[-1]["result"]
    seat = rng.randrange(len(claim["scores"]))
    what = rng.randrange(5)
    if what == 0:
        claim["scores"][seat] += rng.choice([-1, 1, 10])
    elif what == 1:
        claim["winners"] = rng.sample(range(len(claim["scores"])), rng.randint(0, 2))
    elif what == 2:
        claim["end"] = rng.choice(["cities", "rack_empty", "cities+rack_empty", "time"])
    elif what == 3 and claim.get("sources"):
        source = rng.choice(BABYLONIA.sources).key
        claim["sources"][seat][source] = claim["sources"][seat].get(source, 0) + rng.choice([0, 1, -1])
    else:
        rng.shuffle(claim["scores"])


def the_setup(lines: list[Words], rng: Random) -> None:
    tiles = lines[0]["setup"]["tiles"]
    one, other = rng.choice(list(tiles)), rng.choice(list(tiles))
    if rng.random() < 0.8:
        tiles[one], tiles[other] = tiles[other], tiles[one]
    else:
        tiles[one] = rng.choice(["P", "FC", "F7", "X"])


def a_switch(lines: list[Words], rng: Random) -> None:
    switch = rng.choice([switch for switch in BABYLONIA.switches if switch.name not in NOT_IN_THE_REFERENCE])
    lines[0]["ruleset"]["switches"][switch.name] = rng.choice(switch.options)


CHANGES: list[Change] = [
    a_hex, a_token, a_card, a_seat, a_draw, an_answer, two_lines, a_missing_line, a_repeated_line, the_result,
    the_setup, a_switch,
]  # fmt: skip


def count(change: str, before: bytes, after: bytes, report: Report) -> None:
    """Add a changed log to the tally."""
    if after == before:
        return
    what = report.verdict
    if what == "verified":
        same = report.scores == replay(before).scores
        what = "another legal game with the same totals" if same else "another legal game"
    TALLY[what] += 1
    if report.verdict == "verified" and change == "the_result":
        assert json.loads(after.splitlines()[-1])["result"]["scores"] == report.scores


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@given(data=games(), rng=randoms())
@examples(15, long=3000)
def test_one_changed_place(change: Change, data: bytes, rng: Random) -> None:
    lines = words_of(data)
    change(lines, rng)
    changed = log(*lines)
    count(change.__name__, data, changed, agreed(changed))


@given(data=games(), rng=randoms(), bits=st.integers(1, 3))
def test_flipped_bits(data: bytes, rng: Random, bits: int) -> None:
    changed = bytearray(data)
    for _ in range(bits):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    count("bits", data, bytes(changed), agreed(bytes(changed)))


@given(data=games(), rng=randoms())
def test_lost_and_foreign_bytes(data: bytes, rng: Random) -> None:
    start, end = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
    end = min(end, start + rng.randint(0, 20))
    middle = bytes(rng.choice(b'{}[]":,0123456789 \n\r\tseatdo\\u\x00\xc3') for _ in range(rng.randint(0, 8)))
    changed = data[:start] + middle + data[end:]
    count("bytes", data, changed, agreed(changed))


@given(data=games(), rng=randoms())
def test_a_log_that_breaks_off(data: bytes, rng: Random) -> None:
    changed = data[: rng.randrange(len(data))]
    report = agreed(changed)
    count("end", data, changed, report)
    if report.verdict == "verified":
        assert changed.count(b"\n") >= data.count(b"\n") - 1


@given(one=games(), other=games(), rng=randoms())
def test_spliced_logs(one: bytes, other: bytes, rng: Random) -> None:
    top, bottom = one.splitlines(keepends=True), other.splitlines(keepends=True)
    cut = rng.randrange(len(top))
    from_there = cut if rng.random() < 0.5 else rng.randrange(len(bottom))
    changed = b"".join([*top[:cut], *bottom[from_there:]])
    count("splice", one, changed, agreed(changed))


@given(data=games())
def test_unchanged_logs_are_verified(data: bytes) -> None:
    assert agreed(data).verdict == "verified"


def test_of_two_games_with_the_same_actions_one_result_is_right() -> None:
    """A `verified` log cannot carry the result of another game."""
    for one in EXAMPLES.values():
        for other in EXAMPLES.values():
            if one != other:
                mixed = b"".join([*one.splitlines(keepends=True)[:-1], other.splitlines(keepends=True)[-1]])
                assert agreed(mixed).code == "result_mismatch"


# Noise

ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
WORDS: st.SearchStrategy[Any] = (
    st.integers(-2, 5)
    | st.sampled_from(["draw", "place", "stop", "score", "take", "extra_turn", "cities", *KINDS.values(), *HEXES[:20]])
    | st.lists(st.sampled_from([*KINDS.values()]), max_size=6)
    | ANY_JSON
)
KEYS = st.sampled_from(
    ["seat", "do", "hex", "token", "card", "use", "chance", "tokens", "result", "end", "scores", "winners", "gamelog"]
)


def is_quiet(data: bytes) -> Report:
    """The report on anything; it must be one, and plain JSON."""
    report = says_what_it_means(replay(data))
    assert report.verdict in VERDICTS
    json.dumps(report.to_json(), allow_nan=False).encode()
    return report


@given(st.binary(max_size=2_000))
def test_random_bytes(noise: bytes) -> None:
    assert is_quiet(noise).verdict == "unreadable"
    assert is_quiet(log(START[0]) + noise).verdict in ("unreadable", "unfinished")
    assert is_quiet(log(*START) + noise).verdict in ("unreadable", "unfinished")


@given(st.lists(ANY_JSON | st.dictionaries(KEYS, WORDS, max_size=6), min_size=1, max_size=6))
def test_random_json_lines(noise: list[Any]) -> None:
    text = b"\n".join(json.dumps(value).encode() for value in noise)
    assert is_quiet(text).verdict == "unreadable"
    for before in (START[:1], START):
        is_quiet(log(*before) + text)
        agreed(log(*before) + text)


@given(st.dictionaries(st.sampled_from([*START[0], "meta", "rules", "deal", "components_sha256"]), WORDS, max_size=3))
def test_random_headers(noise: Words) -> None:
    words = line({**START[0], **noise, "chance": noise.get("chance", "recorded")})
    is_quiet(words)
    agreed(words)


@given(st.dictionaries(st.sampled_from(["end", "scores", "winners", "sources", "deal"]), WORDS), st.booleans())
def test_random_results(noise: Words, complete: bool) -> None:
    *lines, last = words_of(EXAMPLES["p2-base-007"])
    claim = {**last["result"], **noise} if complete else noise
    data = log(*lines) + json.dumps({"result": claim}).encode()
    is_quiet(data)
    agreed(data)


SOUP = sorted({text for data in EXAMPLES.values() for text in data.splitlines()[1:]})


@given(st.lists(st.sampled_from(SOUP), max_size=60), games())
def test_a_soup_of_valid_lines(soup: list[bytes], data: bytes) -> None:
    first = data.splitlines()[0]
    agreed(b"\n".join([first, *soup]))
    agreed(b"\n".join(soup))


@given(games(), randoms())
def test_shuffled_logs(data: bytes, rng: Random) -> None:
    first, *lines = data.splitlines()
    rng.shuffle(lines)
    agreed(b"\n".join([first, *lines]))
    # Draws first, so that the soup gets past the first racks more often.
    agreed(b"\n".join([first, *sorted(lines, key=lambda text: b'"chance"' not in text)]))
