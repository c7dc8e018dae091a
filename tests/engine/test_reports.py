"""What a report says beside the verdict: how far the game got, and what would have been legal."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine import ENGINE_VERSION
from engine.log.replay import LEGAL_TEXTS, replay
from tests.cases import each
from tests.engine.logs_by_hand import (
    EXAMPLES,
    START,
    Words,
    draw,
    header,
    log,
    place,
    rejected,
    result,
    score,
    switched,
    take,
    to_the_choice_of_a_site,
    turn,
    with_card,
    words_of,
)

GAME = words_of(EXAMPLES["p2-base-007"])
CLAIM: Words = {"end": "cities", "scores": [55, 74], "winners": [1]}


@pytest.mark.parametrize("stem", ["p2-base-007", "p3-seven-023"])
def test_every_beginning_of_a_game_is_unfinished_and_says_how_far_it_got(stem: str) -> None:
    lines = words_of(EXAMPLES[stem])[:-1]
    seats = len(lines[0]["seats"])
    scores = [0] * seats
    turn_before = 0
    for number in range(1, len(lines)):
        report = replay(log(*lines[:number]))
        assert (report.verdict, report.code, report.line) == ("unfinished", None, number)
        assert report.actions == number - 1
        assert report.turn == report.turns
        assert report.turn in (turn_before, turn_before + 1)
        assert all(now >= before for now, before in zip(report.scores, scores, strict=True))
        assert report.scores == [sum(of_seat.values()) for of_seat in report.sources]
        assert report.winners == report.places == []
        following = lines[number]
        assert report.seat == (None if "chance" in following else following["seat"])
        assert report.legal
        scores, turn_before = report.scores, report.turn
        # The same position with a line that cannot be: the same report but for the verdict.
        broken = replay(log(*lines[:number], {"seat": 0, "do": "take", "card": 99}))
        assert broken.verdict == "rejected"
        assert broken.line == number + 1
        assert (broken.turn, broken.scores, broken.sources, broken.actions, broken.legal) == (
            report.turn, report.scores, report.sources, report.actions, report.legal,
        )  # fmt: skip


def line_in_words(text: str) -> Words:
    """The action that a text of `legal` describes."""
    found = re.fullmatch(r"seat (\d): (\w+) ?(.*)", text)
    assert found, text
    words: Words = {"seat": int(found[1]), "do": found[2]}
    details = found[3].split()
    names: dict[str, tuple[str, ...]] = {
        "place": ("token", "hex"), "stop": (), "score": ("hex",), "take": ("card",), "extra_turn": ("use",),
    }  # fmt: skip
    values: list[Any] = [json.loads(word) if found[2] == "take" else word for word in details]
    if found[2] == "extra_turn":
        values = [details == ["yes"]]
    return words | dict(zip(names[found[2]], values, strict=True))


@pytest.mark.parametrize("stem", ["p2-seven-011", "p4-base-031"])
def test_what_a_report_calls_legal_is_legal(stem: str) -> None:
    lines = words_of(EXAMPLES[stem])[:-1]
    kinds = set()
    for number in range(1, len(lines) - 1):
        if lines[number].get("do", "draw") in ("place", "stop", "draw") and number % 3:
            continue
        report = replay(log(*lines[:number], {"seat": 9, "do": "stop"}))
        assert report.code == ("bad_chance" if "chance" in lines[number] else "out_of_turn")
        if "chance" in lines[number]:
            seat, tokens = lines[number]["seat"], lines[number]["tokens"]
            assert report.legal == [f"seat {seat} draws {len(tokens)} token{'s' * (len(tokens) > 1)}"]
            continue
        assert 1 <= len(report.legal) <= LEGAL_TEXTS + 1
        for text in report.legal[:LEGAL_TEXTS]:
            words = line_in_words(text)
            kinds.add(words["do"])
            after = replay(log(*lines[:number], words))
            assert after.verdict in ("unfinished", "verified"), text
        if len(report.legal) <= LEGAL_TEXTS:
            assert lines[number] in [line_in_words(text) for text in report.legal]
        else:
            assert report.legal[-1] == "…"
    assert {"place", "stop", "score", "take"} <= kinds


def test_a_report_names_turn_seat_scores_and_what_would_have_been_legal() -> None:
    report = rejected([*to_the_choice_of_a_site(), score(1, "0103"), take(0, 8)])
    assert report.reason == "seat 0: take 8: the card is not on offer"
    assert report.legal == [f"seat 0: take {card}" for card in range(1, 8)]
    assert (report.turn, report.turns, report.seat, report.actions) == (4, 4, 0, 17)
    assert report.scores == [3, 1]
    assert report.sources == [{"ziggurat": 3}, {"ziggurat": 1}]
    assert report.engine == ENGINE_VERSION
    assert report.end is None
    assert report.claim is None

    report = rejected([*with_card(1, "MMOOP"), place(1, "M0313")])
    assert report.reason == "seat 1: place merchant 0313: it is not this seat's turn"
    assert (report.turn, report.seat, report.scores) == (5, 1, [13, 2])
    assert report.sources == [{"ziggurat": 3, "card1": 10}, {"ziggurat": 1, "city_tiles": 1}]

    report = rejected([*START, *turn(0, "F0313"), draw(0, "FF")])
    assert report.reason == "draw seat 0: farmer farmer: the number of tokens drawn is wrong"
    assert report.legal == ["seat 0 draws 1 token"]
    assert report.turn == 1


@each("name", ["a\nb.jsonl: verified", "\x1b[2J", "\u2028", "\u202e", "\x7f\x85"])
def test_a_reason_is_one_line_of_printable_text(name: str) -> None:
    logs = [
        log(*START, {"seat": 0, "do": "place", "token": name, "hex": "0313"}),
        log(*START, {"seat": 0, "do": "place", "token": "farmer", "hex": name}),
        log(*START, {"seat": 0, "do": "stop", name: 1}),
        log(*START, {"seat": 0, "do": name}),
        log(START[0], {"chance": "draw", "seat": 0, "tokens": [name]}),
        log(*GAME[:-1], result(**{**CLAIM, "end": name})),
        log(*GAME[:-1], result(**{**CLAIM, name: name})),
        log(header(game=name)),
        log(header(components=name)),
        log(header(chance=name)),
        log({**header(), name: 1}),
        log(switched(**{name: 1})),
        log(switched(card2_same_turn=name)),
        log(header(setup={"tiles": {name: "FC"}, "cards": []})),
    ]
    for data in logs:
        report = replay(data)
        assert report.verdict in ("rejected", "unreadable")
        assert report.reason is not None
        assert report.reason.isprintable(), report.reason


def test_long_words_make_no_long_reports() -> None:
    long = "x" * 16_000
    for words in (
        {"seat": 0, "do": "place", "token": long, "hex": "0313"},
        {"seat": 0, "do": long},
        {"seat": 0, "do": "stop", long: 1},
        {"chance": "draw", "seat": 0, "tokens": [long]},
        {"chance": long, "seat": 0, "tokens": []},
    ):
        report = rejected([*START, words])
        assert report.reason is not None
        assert len(report.reason) <= 300
        assert len(json.dumps(report.to_json())) < 5_000
