"""The review of a finished game, of decisions whose truth is known without it."""

from __future__ import annotations

import json
from functools import cache
from math import log
from random import Random
from typing import Any

import pytest

from engine.browser.desk import Desk
from engine.catalogue import CATALOGUE
from engine.for_people import ForPeople
from engine.game import CHANCE, NOBODY, Action, JsonObject
from engine.registry import GAMES
from engine.review.marks import AT_RANDOM, COSTLY, DOUBTFUL, LIMITS, accuracy_of, mark_of, shrunk
from engine.review.reviewer import REVIEWER, Reviewer, cannot_review, decisions_of, judged, reviewer_name, seed_of
from engine.review.summary import summary_of, turning_points
from engine.review.verdict import MOST, Continued, Judge
from engine.review.words import alternative_in_words, decision_in_words, review_in_words
from engine.search.rollouts import margin
from engine.search.winning import winning_chance
from engine.simulate import simulate_game
from engine.table.table import Table

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
ENGLISH = ForPeople(CATALOGUE)
LAST = 4
"""So many decisions at the end of a game are judged: games are short from there."""


@cache
def game_of(key: str, seed: int = 1, bots: tuple[str, ...] = ("random",), players: int = 2) -> Table:
    table, _report = Table.of_log(simulate_game(key, players, GAMES[key].rulesets[0], bots, seed))
    assert table is not None
    return table


def agreed(table: Table, number: int) -> JsonObject:
    """A decision about which nothing is said."""
    move = table.moves[number]
    plain: JsonObject = {"move": number, "seat": move.action.seat, "turn": move.turn, "phase": "opening"}
    return {**plain, "rather": None, "mark": "", "accuracy": 100.0}


def nearly_done(table: Table, left: int = LAST) -> Reviewer:
    """A review in which all but the last decisions are judged."""
    return Reviewer(table, [agreed(table, number) for number in decisions_of(table)[:-left]])


def judge_all(review: Reviewer) -> Reviewer:
    """Judge the decisions that are left. What luck was worth comes after them (tests/engine/luck)."""
    while review.done < len(decisions_of(review.table)):
        review.step()
    return review


def judged_to_the_end(table: Table, left: int = LAST) -> Reviewer:
    return judge_all(nearly_done(table, left))


def final_margin(table: Table, number: int, action: Action, seat: int) -> float:
    """The margin of a seat when the game goes on with this action, and then as bots play."""
    state, rng = table.at(number).state, Random(5)
    policy = table.game.bots["greedy"]
    state.apply(action)
    while (mover := state.to_move) != NOBODY:
        state.apply(state.draw(rng) if mover == CHANCE else policy.choose(state, rng))
    return margin(state.scores, seat)


# What a decision costs


@EVERY_GAME
def test_where_nothing_is_left_to_chance_the_loss_is_the_difference_of_the_final_margins(key: str) -> None:
    certain = 0
    for seed in range(12):
        table = game_of(key, seed)
        number = decisions_of(table)[-1]
        found = judged(table, number, table.at(number).state, seed_of(table))
        if found["rather"] is None or found["error"]:
            continue
        certain += 1
        seat = found["seat"]
        best = final_margin(table, number, table.read(found["rather"]), seat)
        assert found["loss"] == best - margin(table.scores, seat)
        assert found["mark"] == mark_of(key, found["loss"], 0)
        assert found["loss"] == pytest.approx(sum(found["sources"].values()) + found["others"], abs=0.02)
    assert certain >= 3


def test_a_seat_that_plays_what_the_bot_would_play_loses_nothing() -> None:
    table = game_of("babylonia", 2)
    number = decisions_of(table)[-1]
    seed = seed_of(table)
    rather = judged(table, number, table.at(number).state, seed)["rather"]
    assert rather is not None
    better = table.at(number)
    better.apply(rather)
    while better.result is None:
        better.apply(better.forced() or better.state.draw(Random(1)).to_json())
    found = judged(better, number, table.at(number).state, seed)
    assert (found["rather"], found["mark"], found["accuracy"]) == (None, "", 100.0)


def test_two_equal_lines_differ_by_nothing_and_are_not_continued_for_long() -> None:
    table = game_of("ishtar", 3)
    number = decisions_of(table)[-6]
    state = table.at(number).state
    lines = Continued([table.moves[number].action]), Continued([table.moves[number].action])
    found = Judge("ishtar", state, table.game.bots["greedy"], "equal").compare(*lines)
    assert (found.loss, found.error) == (0, 0)
    assert len(found.played.margins) < MOST


@EVERY_GAME
def test_a_review_that_goes_on_finds_what_one_without_a_break_finds(key: str) -> None:
    table = game_of(key, 4)
    whole = judged_to_the_end(table)
    half = nearly_done(table)
    for _ in range(LAST // 2):
        half.step()
    kept = json.loads(json.dumps(half.decisions))
    rest = judge_all(Reviewer(table, kept))
    assert rest.decisions == whole.decisions
    assert [each["move"] for each in rest.decisions] == decisions_of(table)


@EVERY_GAME
@pytest.mark.parametrize("most", [1, 3, 1_000_000])
def test_a_decision_that_is_interrupted_is_judged_as_one_that_is_not(
    key: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.review.verdict.MOST", 24)
    table = game_of(key, 4)
    whole, parts = judged_to_the_end(table), nearly_done(table)
    interrupted = 0
    for which in range(parts.done, whole.done):
        while (decision := parts.find(which, most)) is None:
            interrupted += 1
        assert decision == whole.decisions[which]
    assert (interrupted > 0) == (most < 24)


def test_a_decision_that_is_left_is_judged_anew_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.review.verdict.MOST", 24)
    table = game_of("amyitis", 4)
    whole, review = judged_to_the_end(table), nearly_done(table)
    first = review.done
    for which in reversed(range(first, whole.done)):
        review.find(first, 2)  # begun, and left for another one
        assert review.find(which) == whole.decisions[which]
    with pytest.raises(IndexError):
        review.find(review.total, 1)


def test_two_files_of_a_game_have_one_seed() -> None:
    """The order of the tokens in a draw means nothing, and names are not part of a game."""
    table = game_of("babylonia", 4)
    lines = [json.loads(line) for line in table.log().splitlines()]
    lines[0]["seats"] = ["Ana", "Bo"]
    for line in lines:
        if "tokens" in line:
            line["tokens"].reverse()
    other, _report = Table.of_log("".join(f"{json.dumps(line)}\n" for line in lines).encode())
    assert other is not None
    assert other.log() != table.log()
    assert seed_of(other) == seed_of(table) != seed_of(game_of("babylonia", 5))


def test_the_same_placements_in_another_order_are_not_marked() -> None:
    """Both orders lead to the same position, so whatever the bot prefers first, the turn has lost nothing."""
    tried = 0
    for seed in range(40):
        table = game_of("babylonia", seed, ("greedy",))
        turns = [each for each in decisions_of(table) if table.moves[each].action.kind == "place"]
        for number in turns[-6:]:
            first, second = table.moves[number : number + 2]
            if second.action.kind != "place" or second.turn != first.turn:
                continue
            swapped = table.at(number)
            if swapped.state.check(second.action) is not None:
                continue
            swapped.apply(second.action.to_json())
            if swapped.state.check(first.action) is not None:
                continue
            for move in (first, *table.moves[number + 2 :]):
                swapped.apply(move.action.to_json())
            before = table.at(number).state
            if judged(table, number, before, "seed")["rather"] is None:
                tried += 1
                assert judged(swapped, number, before, "seed")["mark"] == ""
        if tried >= 2:
            return
    pytest.fail("no turn of two placements was found")


# What cannot be judged


def test_decisions_are_not_judged_where_the_draws_are_hidden_or_the_game_is_not_over() -> None:
    table = game_of("babylonia")
    unfinished, onlooker = table.at(20), table.for_onlookers()
    assert cannot_review(table) is None
    for game, words in ((unfinished, "Only finished games"), (onlooker, "leaves out the draws")):
        reason = cannot_review(game)
        assert reason is not None
        assert words in reason
        with pytest.raises(ValueError, match="cannot be reviewed"):
            Reviewer(game)


# Marks and figures


@EVERY_GAME
def test_a_mark_needs_a_practical_size_and_two_standard_errors(key: str) -> None:
    doubtful, costly = LIMITS[key]
    assert mark_of(key, doubtful, 0) == ""
    assert mark_of(key, doubtful + 0.1, 0) == DOUBTFUL
    assert mark_of(key, costly, 0) == DOUBTFUL
    assert mark_of(key, costly + 0.1, 0) == COSTLY
    assert mark_of(key, costly + 0.1, (costly + 0.1) / 2) == ""
    assert mark_of(key, -20, 1) == ""


def test_winning_chance_is_that_of_the_normal_distribution() -> None:
    """Abramowitz and Stegun, table 26.1: 0.8413 at one standard deviation."""
    assert winning_chance(14, 14) == pytest.approx(0.8413, abs=1e-4)
    assert winning_chance(-14, 14) == pytest.approx(0.1587, abs=1e-4)
    assert [winning_chance(points, 0) for points in (-1, 0, 1)] == [0, 0.5, 1]


@EVERY_GAME
def test_accuracy_falls_with_the_loss_from_100_through_0(key: str) -> None:
    """By hand: at the limit of a doubtful decision 1/e of the way from 100 to the end of the curve is left."""
    limit, lowest = LIMITS[key].doubtful, AT_RANDOM[key]
    end = -100 * lowest / (1 - lowest)
    assert accuracy_of(key, 0) == accuracy_of(key, -5) == 100
    assert accuracy_of(key, limit) == pytest.approx(end + (100 - end) / 2.718281828)
    assert accuracy_of(key, -limit * log(lowest)) == pytest.approx(0)
    losses = [accuracy_of(key, loss / 2) for loss in range(60)]
    assert losses == sorted(losses, reverse=True)
    assert len(set(losses)) == len(losses)
    assert accuracy_of(key, 1000) == pytest.approx(end)


@EVERY_GAME
def test_the_accuracy_of_a_seat_is_not_shown_below_0_and_kept_as_it_is(key: str) -> None:
    table = game_of(key)
    lost = {"loss": 90.0, "error": 1.0, "count": 64, "sources": {}, "others": 0.0, "before": 0.9, "chance": 0.9}
    lost |= {"rather": table.moves[decisions_of(table)[0]].action.to_json(), "chance_error": 0.1}
    lost |= {"accuracy": accuracy_of(key, 90)}
    decisions = [agreed(table, number) for number in decisions_of(table)]
    for seats, kept in (((), (100, 100)), ((0,), (accuracy_of(key, 90), 100))):
        review = Reviewer(table, [{**each, **lost} if each["seat"] in seats else each for each in decisions])
        shown = review_in_words(ENGLISH, review)["summary"]["seats"]
        for accuracy, seat, as_shown in zip(kept, summary_of(review)["seats"], shown, strict=True):
            assert seat["accuracy"] == pytest.approx(accuracy, abs=0.01)
            assert as_shown["accuracy"] == max(0.0, seat["accuracy"])
            for phase, part in seat["phases"].items():
                known = part["accuracy"]
                assert as_shown["phases"][phase]["accuracy"] == (None if known is None else max(0.0, known))


def test_a_loss_within_its_error_hardly_counts() -> None:
    assert shrunk(0, 0) == 0
    assert shrunk(0.2, 0) == 0.2
    assert shrunk(0.1, 0.1) == pytest.approx(0.05)
    assert shrunk(-0.1, 0.1) == pytest.approx(-0.05)


def lost(move: int, chance: float, error: float) -> JsonObject:
    return {"move": move, "rather": {}, "chance": chance, "chance_error": error}


def test_turning_points_are_those_that_are_surest_to_have_cost_most() -> None:
    decisions = [
        lost(1, 0.30, 0.14),  # at least 2 %
        lost(2, 0.20, 0.01),  # at least 18 %
        lost(3, 0.90, 0.50),  # may be nothing
        lost(4, 0.10, 0.01),  # at least 8 %
        lost(5, 0.12, 0.01),  # at least 10 %
        {"move": 6, "rather": None},
    ]
    assert turning_points(decisions) == [2, 4, 5]


@EVERY_GAME
def test_the_summary_adds_up(key: str) -> None:
    review = judged_to_the_end(game_of(key, 6))
    summary = summary_of(review)
    assert summary["decisions"] == len(decisions_of(review.table))
    assert review.is_judged
    assert summary["luck"] is None, "it is told at the end"
    assert summary["reviewer"] == reviewer_name(review.table.game)
    for of_seat in summary["seats"]:
        own = [each for each in review.decisions if each["seat"] == of_seat["seat"]]
        judged_ones = [each for each in own if each["rather"]]
        assert of_seat["decisions"] == len(own)
        assert of_seat["agreed"] + len(judged_ones) == len(own)
        assert sum(phase["decisions"] for phase in of_seat["phases"].values()) == len(own)
        assert of_seat["lost"] == pytest.approx(sum(each["loss"] for each in judged_ones))
        assert of_seat["lost"] == pytest.approx(sum(of_seat["sources"].values()) + of_seat["others"], abs=0.2)
        for source, points in of_seat["sources"].items():
            parts = [phase["sources"].get(source, 0.0) for phase in of_seat["phases"].values()]
            assert sum(parts) == pytest.approx(points, abs=0.02)
        mean = sum(each["accuracy"] for each in own) / len(own)
        assert of_seat["accuracy"] == pytest.approx(mean, abs=0.01)
        assert of_seat["doubtful"] + of_seat["costly"] == sum(bool(each["mark"]) for each in own)


# In words and on the board


@EVERY_GAME
def test_a_marked_decision_is_explained_and_shown_on_the_board(key: str) -> None:
    for seed in range(20):
        table = game_of(key, seed)
        marked = [each for each in judged_to_the_end(table).decisions if each["mark"]]
        if marked:
            break
    decision = marked[0]
    words = decision_in_words(ENGLISH, table, decision)["words"]
    assert words["rather"].startswith(f"{REVIEWER} would have played differently: it ")
    assert f"+{decision['loss']:.1f} points" in words["figures"]
    assert "too small" not in words["figures"]
    assert words["mark"] in ("Doubtful", "Costly")
    steps = alternative_in_words(ENGLISH, table, decision)
    assert len(steps) == 1 + len(decision["continuation"])
    assert decision["continuation"][0] == decision["rather"]
    assert all(step["svg"].startswith("<svg") for step in steps)
    assert steps[0]["svg"] == table.at(decision["move"]).screen_picture(since=decision["move"])
    assert steps[1]["places"] or not table.game.steps(table.at(decision["move"]).state, table.read(decision["rather"]))


def test_a_loss_that_is_no_more_than_noise_says_so() -> None:
    table = game_of("babylonia")
    move = table.moves[decisions_of(table)[0]]
    decision = {**lost(0, 0.02, 0.02), "seat": 0, "mark": "", "loss": -1.24, "error": 1.96, "count": 1, "before": 0.5}
    decision |= {"rather": move.action.to_json(), "sources": {"farm_value": 0.44}, "others": -1.68}
    words = decision_in_words(ENGLISH, table, decision)["words"]
    assert words["figures"] == ("−1.2 points (± 2.0) in 1 continuation. The difference is too small to be sure of.")
    assert words["chance"] == "Winning chance: 50% with it, 48% as played"
    better = decision_in_words(ENGLISH, table, {**decision, "loss": -4.0})["words"]
    assert better["figures"] == "−4.0 points (± 2.0) in 1 continuation. The move played did better."
    assert words["sources"] == [{"title": "Points given to the strongest opponent", "points": "−1.7"}]


# On a page


class Page:
    """A page that reviews."""

    def __init__(self) -> None:
        self.desk = Desk()

    def ask(self, name: str, **values: Any) -> JsonObject:
        answer: JsonObject = json.loads(self.desk.answer(json.dumps({"ask": f"review.{name}", **values})))["answer"]
        return answer


def test_a_page_finds_what_the_server_finds_and_goes_on_where_it_stopped() -> None:
    table = game_of("ishtar", 8)
    log, reviewer = table.log().decode(), reviewer_name(table.game)
    kept = nearly_done(table).decisions
    page = Page()
    opened = page.ask("open", log=log, kept=kept, reviewer=reviewer)
    done, total = len(decisions_of(table)), Reviewer(table).total
    digest = seed_of(table)
    assert opened == {"refused": None, "reviewer": reviewer, "digest": digest, "done": done - LAST, "total": total}
    found = []
    for which in range(done - LAST, done):
        while (decision := page.ask("find", which=which, most=5)["found"]) is None:
            pass
        found.append(decision)
    assert page.ask("keep", found=found[:1]) == {"done": done - LAST + 1, "total": total}
    assert page.ask("keep", found=found[1:]) == {"done": done, "total": total}
    server = judged_to_the_end(table)
    shown = {**review_in_words(ENGLISH, server), "done": done, "total": total}
    assert page.ask("shown") == json.loads(json.dumps(shown))
    decision = server.decisions[-1]
    assert page.ask("decision", move=decision["move"]) == decision_in_words(ENGLISH, table, decision)


def test_a_page_forgets_what_another_version_has_judged() -> None:
    table = game_of("ishtar", 8)
    kept = nearly_done(table).decisions
    assert Page().ask("open", log=table.log().decode(), kept=kept, reviewer="search-72/0.0.0")["done"] == 0


@pytest.mark.parametrize("log", ["", "no log", "half"])
def test_a_page_says_why_it_cannot_review(log: str) -> None:
    table = game_of("babylonia")
    text = table.at(30).log().decode() if log == "half" else log
    assert Page().ask("open", log=text)["refused"]
