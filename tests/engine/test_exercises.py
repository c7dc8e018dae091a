"""Decisions to practise: which ones are confirmed, what an answer is worth, what is seen of the game."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.browser.desk import Desk
from engine.browser.exercise import OpenExercise
from engine.catalogue import CATALOGUE
from engine.for_people import ForPeople
from engine.game import BadSetup, JsonObject
from engine.registry import GAMES
from engine.review import exercises, sentences
from engine.review.exercises import LOOKS, Exercise, Loss, Trial, is_clear, least_loss
from engine.review.reviewer import decisions_of, reviewer_of
from engine.review.verdict import Continued, Judge, compared
from engine.search.rollouts import rollout, world_of
from engine.simulate import simulate_game
from engine.table.table import Table

LUCKY = 91
"""A decision of seed 7 in which the greedy bot's other choice is just as good."""

COSTLY = 112
"""The last turn of seed 3: what was played has lost 12 points."""


@cache
def game_of(seed: int, key: str = "babylonia") -> Table:
    table, _report = Table.of_log(simulate_game(key, 2, GAMES[key].rulesets[0], ("random",), seed))
    assert table is not None
    return table


@cache
def exercise(seed: int, number: int) -> Exercise:
    """The greedy bot's choice against what was played."""
    table = game_of(seed)
    state = table.at(number).state
    return Exercise(table, number, table.game.bots["greedy"].choose(state, Random(number)).to_json())


def finished(trial: Trial) -> Trial:
    while not trial.is_over:
        trial.step()
    return trial


def question(found: Exercise) -> JsonObject:
    return {"log": found.table.log().decode(), "move": found.number, "rather": found.rather.to_json()}


class Page:
    """Asks as a page does."""

    def __init__(self) -> None:
        self.desk = Desk()

    def ask(self, name: str, **values: Any) -> JsonObject:
        found: JsonObject = json.loads(self.desk.answer(json.dumps({"ask": f"exercise.{name}", **values})))
        return found.get("answer", found)

    def to_the_end(self, name: str) -> JsonObject:
        while not (found := self.ask(name))["over"]:
            assert found["count"] < found["most"]
        return found


# Which decisions are practised


def test_what_only_the_selecting_worlds_called_a_mistake_is_dropped() -> None:
    """The winner's curse: of many equal choices some look two standard errors worse in a few worlds."""
    found = exercise(7, LUCKY)
    policy = reviewer_of(found.table.game).policy

    def selected(seed: int) -> bool:
        judge = Judge("babylonia", found.state, policy, f"select/{seed}")
        lines = Continued([found.played]), Continued([found.rather])
        for line in lines:
            judge.play_on(line, 5)
        seen = compared(*lines)
        return seen.loss > max(3, 2 * seen.error)

    assert any(selected(seed) for seed in range(60)), "no seed has called it a mistake"
    loss = finished(found.check()).loss("game")
    assert not loss.is_wrong
    assert loss.points < 1


def test_a_mistake_is_confirmed() -> None:
    loss = finished(exercise(3, COSTLY).check()).loss("game")
    assert loss.is_wrong
    assert loss.points > 10


def test_check_and_answer_have_worlds_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[str] = []

    def watched(world: Any, line: Any, seat: int, policy: Any, seed: str, *rest: int) -> float:
        seeds.append(seed)
        return rollout(world, line, seat, policy, seed, *rest)

    monkeypatch.setattr(exercises, "rollout", watched)
    found = exercise(3, COSTLY)
    found.check().step()
    check = set(seeds)
    seeds.clear()
    found.answer(found.played).step()
    found.answer(None).step()
    assert len(check) == len(set(seeds)) == 1
    assert check.isdisjoint(seeds)
    assert all(seed.startswith("practise/") for seed in check.union(seeds)), "no seed of a review begins so"


@pytest.mark.parametrize(
    ("loss", "wrong"),
    [
        (Loss(1.0, 0.0, 16), False),  # a point is as good
        (Loss(1.1, 0.5, 16), True),
        (Loss(1.1, 0.6, 16), False),  # less than two standard errors
        (Loss(6.0, 3.1, 128), False),
        (Loss(-4.0, 0.5, 16), False),  # better than the bot's
    ],
)
def test_wrong_is_worse_by_two_standard_errors_and_a_point(loss: Loss, wrong: bool) -> None:
    assert loss.is_wrong is wrong
    turned = Loss(-loss.points, loss.error, loss.worlds)
    assert turned.is_better is wrong, "better is as much better"


@pytest.mark.parametrize(
    ("loss", "clear"),
    [
        (Loss(4.0, 1.3, 16), True),
        (Loss(4.0, 1.4, 16), False),  # two standard errors, but there are more looks
        (Loss(0.0, 0.6, 16), True),
        (Loss(0.0, 0.8, 16), False),
        (Loss(-0.1, 3.0, 32), True),  # it would have to turn
        (Loss(1.0, 0.0, 16), True),
    ],
)
def test_looking_ends_when_more_worlds_would_hardly_change_it(loss: Loss, clear: bool) -> None:
    assert is_clear(loss) is clear


def test_of_several_lines_the_one_that_loses_least_counts() -> None:
    assert least_loss([10.0, 12.0], [[4.0, 6.0], [9.0, 11.0]]) == Loss(1.0, 0.0, 2)


def test_what_is_no_decision_cannot_be_practised() -> None:
    table = game_of(3)
    own = table.moves[COSTLY].action.to_json()
    forced = next(number for number in range(len(table.moves)) if number not in decisions_of(table))
    for number, rather in ((COSTLY, own), (forced, own), (COSTLY, {**own, "seat": 1})):
        with pytest.raises(BadSetup, match="no decision|no other choice"):
            Exercise(table, number, rather)
    page = Page()
    asked = {"log": table.log().decode(), "move": forced, "rather": own}
    assert page.ask("check", **asked)["refused"] == sentences.NO_CHOICE()
    unfinished = b"".join(table.log().splitlines(keepends=True)[:60]).decode()
    refused = page.ask("open", log=unfinished, move=decisions_of(table)[0], rather=own)["refused"]
    assert refused == sentences.NOT_OVER()
    assert page.ask("open", log="no log", move=1, rather=own)["refused"]


# What an answer is worth


def test_the_bots_choice_is_right_and_the_move_of_the_game_wrong() -> None:
    found = exercise(3, COSTLY)
    best = finished(found.answer(found.rather))
    assert best.loss("mine") == Loss(0.0, 0.0, LOOKS[0])
    again = finished(found.answer(found.played))
    assert again.loss("mine").is_wrong
    assert again.loss("mine").points >= again.loss("game").points, "the rest of the turn is in the game's favour"


def test_a_page_that_judges_step_by_step_finds_the_same_each_time() -> None:
    found = exercise(3, COSTLY)
    whole = finished(found.answer(found.played)).loss("mine")
    for _ in range(2):
        page = Page()
        page.ask("open", **question(found))
        page.ask("answer", line=found.played.to_json())
        told = page.to_the_end("judge_on")
        assert (told["mine"]["loss"], told["mine"]["error"]) == (round(whole.points, 2), round(whole.error, 2))
        assert told["mine"]["is_wrong"]
        assert told["game"]["is_wrong"]


def test_a_decision_is_checked_while_another_one_is_open() -> None:
    page, found, other = Page(), exercise(3, COSTLY), exercise(7, LUCKY)
    position = page.ask("open", **question(found))
    page.ask("check", **question(other))
    page.ask("check_on")
    page.ask("answer", line=found.rather.to_json())
    assert not page.to_the_end("judge_on")["mine"]["is_wrong"]
    assert not page.to_the_end("check_on")["is_wrong"]
    solution = page.ask("solution")
    assert solution["best"]
    assert not solution["same"]
    assert solution["mine"]["text"] == solution["bot"]["text"] != solution["game"]["text"]
    assert solution["bot"]["reason"] == page.ask("hint")["reason"] != ""
    assert position["choices"]["seat"] == position["seat"] == 0
    line = position["choices"]["tree"]
    assert line
    assert "refused" in page.ask("answer", line=found.table.moves[0].action.to_json())


def test_who_gives_up_is_told_a_loss_that_has_not_selected_the_position() -> None:
    """It is judged like an answer: in worlds that neither the review nor the check has seen."""
    found = exercise(3, COSTLY)
    whole = finished(found.answer(None)).loss("game")
    page = Page()
    page.ask("open", **question(found))
    page.ask("answer", line=None)
    told = page.to_the_end("judge_on")
    assert told["mine"] is None
    assert (told["game"]["loss"], told["game"]["error"]) == (round(whole.points, 2), round(whole.error, 2))


def test_who_gives_up_after_an_answer_is_told_what_was_played_in_the_game() -> None:
    page, found = Page(), exercise(3, COSTLY)
    page.ask("open", **question(found))
    page.ask("answer", line=found.played.to_json())
    assert page.ask("solution")["same"]
    page.ask("answer", line=None)
    solution = page.ask("solution")
    assert solution["mine"] is None
    assert not solution["same"]
    assert not solution["best"]


# What is seen


@pytest.mark.parametrize("number", [decisions_of(game_of(3))[10], COSTLY])
def test_nothing_shown_depends_on_what_the_seat_cannot_know(number: int) -> None:
    """The racks and face-down tokens of the others are dealt anew: each word and picture stays."""

    def shown(found: Exercise) -> str:
        opened = OpenExercise(ForPeople(CATALOGUE), found)
        opened.begin(found.played.to_json())
        return json.dumps([opened.position(), opened.solution(), *map(opened.steps, ("bot", "game", "mine"))])

    table = game_of(3)
    state = table.at(number).state
    rather = next(action for action in state.legal_actions() if action != table.moves[number].action).to_json()
    true = shown(Exercise(table, number, rather))
    other = Exercise(table, number, rather)
    other.before.state = world_of(state, state.to_move, "another deal", 1)
    assert other.before.state.to_json() != state.to_json()
    assert shown(other) == true


@pytest.mark.parametrize("key", GAMES)
def test_every_game_shows_how_bots_go_on(key: str) -> None:
    table = game_of(4, key)
    number = decisions_of(table)[-5]
    state = table.at(number).state
    rather = next(action for action in state.legal_actions() if action != table.moves[number].action)
    page = Page()
    position = page.ask("open", log=table.log().decode(), move=number, rather=rather.to_json())
    assert position["svg"].startswith("<svg")
    assert position["seat"] == state.to_move
    steps = page.ask("line", of="bot")["steps"]
    assert len(steps) >= 2
    assert steps[1]["who"] == table.header.seats[state.to_move]
    assert steps[0]["text"] == ""
