"""What the draws of a game were worth: of bags that can be reckoned by hand, and of real games."""

from __future__ import annotations

from functools import cache
from math import hypot, sqrt
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.catalogue import CATALOGUE
from engine.for_people import ForPeople
from engine.game import NOBODY, JsonObject
from engine.luck.draws import draws_of, owner_of, positions_before
from engine.luck.measured import MEASURED, TOLD, Measured
from engine.luck.summary import luck_of
from engine.luck.telling import telling_draw, telling_setup
from engine.luck.words import draw_in_words, luck_in_words, mark_of_draw
from engine.luck.worth import PAIRS, TO_THE_END, Worth, worth_of
from engine.registry import GAMES
from engine.review.reviewer import Reviewer, decisions_of, reviewer_of, seed_of
from engine.review.words import review_in_words
from engine.search.in_parts import at_once
from engine.search.rollouts import margin
from engine.simulate import simulate_game
from engine.table.table import Table
from tests.profiles import pairs

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
ENGLISH = ForPeople(CATALOGUE)
BABYLONIA = GAMES["babylonia"]
LAST = 3
"""So many draws at the end of a game: it is short from there."""


@pytest.fixture
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not matter how sure it is."""
    monkeypatch.setattr("engine.luck.telling.PAIRS", 2)
    monkeypatch.setattr("engine.luck.telling.TO_THE_END", 2)
    monkeypatch.setattr("engine.luck.setup_worth.GAMES", 2)


@cache
def game_of(key: str, seed: int = 1, players: int = 2) -> Table:
    table, _report = Table.of_log(simulate_game(key, players, GAMES[key].rulesets[0], ("greedy", "random"), seed))
    assert table is not None
    return table


def told_of(table: Table, seed: str = "seed") -> list[JsonObject]:
    """All rows, by a bot that does not think: what is true of them does not depend on the bot."""
    policy = table.game.bots["random"]
    draws = positions_before(table, draws_of(table))
    rows = [at_once(telling_draw(table, number, before, policy, seed)) for number, before in draws]
    return [at_once(telling_setup(table, policy, seed)), *rows]


# A bag that can be reckoned by hand


class OneDraw:
    """A game of two seats that ends with one draw: so many points for seat 0, each of `bag` as likely."""

    turn, to_move = 0, NOBODY

    def __init__(self, bag: tuple[int, ...], scores: tuple[int, ...] = (0, 0)) -> None:
        self.bag, self.scores = bag, scores

    def copy(self) -> OneDraw:
        return OneDraw(self.bag, self.scores)

    def draw(self, rng: Random) -> SimpleNamespace:
        return SimpleNamespace(points=rng.choice(self.bag))

    def apply(self, action: SimpleNamespace) -> None:
        self.scores = (self.scores[0] + action.points, self.scores[1])

    def standing(self) -> tuple[int, ...]:
        return self.scores


def worth_in_bag(bag: tuple[int, ...], points: int, noise: float = 0.0, scale: float = 1.0) -> Worth:
    before, drawn = cast("Any", OneDraw(bag)), cast("Any", SimpleNamespace(points=points))
    policy = GAMES["babylonia"].bots["greedy"]
    return at_once(worth_of(before, drawn, policy, Measured(4, 3.0, noise, scale), "seed", PAIRS, TO_THE_END))


def test_a_draw_is_worth_what_it_brings_above_the_mean_of_the_bag() -> None:
    bag = (0, 0, 0, 12)  # 3 in the mean
    good, bad = worth_in_bag(bag, 12), worth_in_bag(bag, 0)
    assert good.points[0] == pytest.approx(9, abs=3 * good.error[0])
    assert bad.points[0] == pytest.approx(-3, abs=3 * bad.error[0])
    assert 0 < good.error[0] < 1
    assert good.points[1] == -good.points[0]
    assert good.chance[0] > 0 > good.chance[1]


def test_over_the_bag_luck_is_nothing() -> None:
    bag = (0, 3, 12, 1)
    worths = [worth_in_bag(bag, points) for points in bag]
    error = sqrt(sum(worth.error[0] ** 2 for worth in worths))
    assert sum(worth.points[0] for worth in worths) == pytest.approx(0, abs=3 * error)


def test_a_draw_that_could_only_be_this_one_is_worth_nothing() -> None:
    assert worth_in_bag((7, 7), 7)[:2] == ((0, 0), (0, 0))


def test_what_is_believed_of_a_draw_is_pulled_to_zero_by_its_noise() -> None:
    """By hand, of a mean m with error e of 64 pairs, noise n, among draws of spread s = 3: m·s²/(s²+n²/64), with the
    error √((share·e)² + ((1-share)·s)²).
    """
    plain = worth_in_bag((0, 0, 0, 12), 12)
    mean, error = plain.points[0], plain.error[0]
    pulled = worth_in_bag((0, 0, 0, 12), 12, noise=24.0)
    assert pulled.points[0] == pytest.approx(mean / 2, rel=1e-3), "24²/64 = 9 = 3²"
    assert pulled.error[0] == pytest.approx(sqrt((error / 2) ** 2 + 1.5**2), rel=1e-3)
    half = worth_in_bag((0, 0, 0, 12), 12, scale=0.5)
    assert half.points[0] == pytest.approx(mean / 2, rel=1e-3)
    assert half.error[0] == pytest.approx(error / 2, rel=1e-3)


# Real games


@EVERY_GAME
def test_there_is_a_measure_for_every_table(key: str) -> None:
    assert set(MEASURED[key]) >= set(GAMES[key].player_counts)


@EVERY_GAME
def test_only_chance_with_several_outcomes_is_a_draw(key: str) -> None:
    table = game_of(key)
    for number in draws_of(table):
        state, move = table.at(number).state, table.moves[number]
        assert move.action.seat is None
        assert len({str(state.draw(Random(seed)).to_json()) for seed in range(200)}) > 1


@EVERY_GAME
def test_a_draw_belongs_to_whom_it_is_dealt_or_whose_turn_it_precedes(key: str) -> None:
    table = game_of(key, players=3)
    assert draws_of(table)
    for number in draws_of(table):
        after = [move.action.seat for move in table.moves[number:] if move.action.seat is not None]
        dealt_to = table.at(number).state.draw_seat if key == "babylonia" else after[0]
        assert owner_of(table, number) == dealt_to
    if key != "babylonia":
        last = draws_of(table)[-1]
        assert owner_of(table.at(last + 1), last) is None


@pytest.mark.parametrize(("key", "players"), pairs(GAMES, (2, 3)))
@pytest.mark.usefixtures("few_pairs")
def test_the_parts_are_the_margin(key: str, players: int) -> None:
    table = game_of(key, players=players)
    found = luck_of(table.scores, told_of(table))
    for seat, of_seat in enumerate(found):
        assert of_seat["margin"] == margin(table.scores, seat)
        parts = sum(of_seat[part] for part in ("setup", "seat", "luck", "decisions"))
        assert parts == pytest.approx(of_seat["margin"], abs=0.03)
        assert of_seat["luck"] == pytest.approx(of_seat["own"] + of_seat["others"], abs=0.02)
        assert of_seat["start"] == pytest.approx(of_seat["setup"] + of_seat["seat"], abs=0.02)
        assert of_seat["decisions_error"] >= of_seat["luck_error"]
    if players == 2:
        one, other = found
        for part in ("margin", "setup", "seat", "luck", "decisions"):
            assert one[part] == pytest.approx(-other[part], abs=0.02)
        assert one["own"] == pytest.approx(-other["others"], abs=0.02)


def test_setup_and_seat_together_are_surer_than_apart() -> None:
    """The games from other setups add to one what they take from the other: only those from this setup count."""
    table = game_of("babylonia")
    row = at_once(telling_setup(table, table.game.bots["random"], "seed"))
    for seat in range(2):
        assert row["start"][seat] == pytest.approx(row["setup"][seat] + row["seat"][seat], abs=0.02)
        assert row["start_error"][seat] == pytest.approx(row["seat_error"][seat], rel=0.4), "about as many as spread"
        assert row["start_error"][seat] < 0.75 * hypot(row["setup_error"][seat], row["seat_error"][seat])


@pytest.mark.usefixtures("few_pairs")
def test_a_row_is_the_same_in_any_order_and_with_any_interruptions() -> None:
    table = game_of("babylonia")
    policy, seed = reviewer_of(table.game).policy, f"{seed_of(table)}/luck"
    rows = [at_once(telling_setup(table, policy, seed))]
    for number in draws_of(table)[-LAST:]:
        rows.append(at_once(telling_draw(table, number, table.at(number).state, policy, seed)))
    kept = agreed(table)
    review = Reviewer(table, kept)
    assert review.total == len(kept) + 1 + len(draws_of(table))
    last = range(review.total - LAST, review.total)
    for row, which in reversed([*zip(rows, (len(kept), *last), strict=True)]):
        review.find(last[0], 1)  # begun, and left for another one
        while (found := review.find(which, 1)) is None:
            pass
        assert found == row
    review.kept += [{}] * (review.total - len(kept) - LAST)
    while review.done < review.total:
        review.step()
    assert (review.decisions, review.luck[-LAST:]) == (kept, rows[1:])
    with pytest.raises(IndexError):
        review.step()


def test_another_seed_tells_the_same_within_the_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the part of the errors that comes from the pairs: what is not believed is the same with both seeds."""
    monkeypatch.setattr("engine.luck.telling.PAIRS", 16)
    monkeypatch.setattr("engine.luck.setup_worth.GAMES", 2)
    table = game_of("babylonia")
    measured = MEASURED["babylonia"][2]
    unseen = (measured.scale - measured.believed(16)) ** 2 * measured.spread**2
    one, other = told_of(table, "one")[1:], told_of(table, "other")[1:]
    assert one != other
    both = list(zip(one, other, strict=True))
    squares = sum((row["points"][0] - again["points"][0]) ** 2 for row, again in both)
    errors = sum(row["error"][0] ** 2 + again["error"][0] ** 2 - 2 * unseen for row, again in both)
    assert len(both) > 20
    assert 0.5 < squares / errors < 1.8, "1 and two standard deviations of the mean of so many"


# In words


def told(points: list[float], error: list[float], seat: int | None = 0, move: int = 3) -> JsonObject:
    return {"move": move, "turn": 2, "seat": seat, "points": points, "error": error, "chance": [0.0612] * len(points)}


def test_a_draw_is_marked_if_it_was_surely_worth_something() -> None:
    assert mark_of_draw(told([4.0, -4.0], [1.9, 1.9])) == (0, "lucky")
    assert mark_of_draw(told([4.0, -4.0], [1.9, 1.9], seat=1)) == (1, "unlucky")
    assert mark_of_draw(told([4.0, -4.0], [2.0, 2.0])) == (None, "")
    assert mark_of_draw(told([0.0, 0.0], [0.0, 0.0])) == (None, "")
    # Not sure for its owner: then for whom it was worth most.
    assert mark_of_draw(told([1.0, -3.0, -4.0], [1.0, 1.0, 1.0])) == (2, "unlucky")
    assert mark_of_draw(told([1.0, 3.0, 4.0], [1.0, 1.0, 1.0], seat=None)) == (2, "lucky")


def test_the_luckiest_draws_are_those_that_are_sure_and_the_most_comes_first() -> None:
    sizes = [1.0, 5.0, -2.0, 4.0, 9.0, -7.0, 3.0]
    rows = [told([size, -size], [0.1, 0.1], move=at) for at, size in enumerate(sizes)]
    rows.append(told([20.0, -20.0], [15.0, 15.0], move=9))
    found = luck_in_words(ENGLISH, BABYLONIA, None, [{"move": None}, *rows])
    assert (found["luckiest"], found["unluckiest"]) == ([4, 1, 3], [5, 2])
    assert found["seats"] == [], "told at the end"


def test_a_draw_in_words() -> None:
    words = draw_in_words(ENGLISH, told([4.21, -4.21], [0.84, 0.84]))["words"]
    assert words["mark"] == "Lucky draw"
    assert words["worth"][0] == "+4.2 points (± 0.8), winning chance +6 percentage points"
    assert draw_in_words(ENGLISH, told([0.01, -0.01], [0.84, 0.84]))["words"]["mark"] == ""
    small = draw_in_words(ENGLISH, told([0.1, -0.1], [0.8, 0.8]) | {"chance": [0.01, -0.004]})["words"]["worth"]
    assert small[0].endswith("winning chance +1 percentage point")
    assert small[1].endswith("winning chance 0 percentage points")


def of_seat(margin: int, **parts: float) -> JsonObject:
    names = ("start", "own", "others", "luck", "decisions")
    return {
        "margin": margin,
        **{name: parts.get(name, 0.0) for name in names},
        **{f"{name}_error": 3.0 for name in names},
    }


def test_where_the_margin_came_from_in_words() -> None:
    seats = [
        of_seat(-9, luck=-14.04, own=-4.0, others=-10.04, decisions=5.0),
        of_seat(3),
        of_seat(0),
    ]
    lost, won, level = luck_in_words(ENGLISH, BABYLONIA, seats, [])["seats"]
    assert lost["headline"] == ("Lost by 9: luck −14.0 (± 3.0), decisions +5.0 (± 3.0), setup and seat 0.0 (± 3.0)")
    assert lost["draws"] == "Own draws −4.0 (± 3.0), others' draws −10.0 (± 3.0)"
    assert won["headline"].startswith("Won by 3: luck 0.0")
    assert level["headline"].startswith("Level on points: ")


def agreed(table: Table) -> list[JsonObject]:
    """All decisions of a game, as if the bot would have done the same."""
    same = {"seat": 0, "turn": 0, "phase": "end", "rather": None, "mark": "", "accuracy": 100.0}
    return [{"move": number, **same} for number in decisions_of(table)]


@pytest.mark.usefixtures("few_pairs")
def test_the_luck_of_a_review_comes_after_its_decisions() -> None:
    table = game_of("babylonia")
    review = Reviewer(table, agreed(table)[:-1])
    assert not review.is_judged
    review.kept.append(agreed(table)[-1])
    assert review.is_judged
    assert review_in_words(ENGLISH, review)["luck"]["seats"] == []
    while review.done < review.total:
        review.step()
    shown = review_in_words(ENGLISH, review)
    assert shown["summary"]["luck"] == luck_of(table.scores, review.luck)
    assert [each["move"] for each in shown["luck"]["draws"]] == draws_of(table)
    assert len(shown["luck"]["seats"]) == 2
    assert "best opponent" in shown["luck"]["explained"]
    assert "standard error" in shown["luck"]["explained"]
    assert "chance that the measurement has missed" in shown["luck"]["explained"]


@pytest.mark.parametrize("key", sorted(GAMES.keys() - TOLD))
def test_a_review_ends_with_the_decisions_where_no_luck_is_told_and_says_why(key: str) -> None:
    table = game_of(key)
    review = Reviewer(table, agreed(table))
    assert (review.done, review.luck) == (review.total, [])
    with pytest.raises(IndexError):
        review.find(review.total)
    shown = review_in_words(ENGLISH, review)
    assert shown["summary"]["luck"] is None
    assert (shown["luck"]["seats"], shown["luck"]["draws"]) == ([], [])
    assert shown["luck"]["explained"].startswith(f"No luck is told in {GAMES[key].title}")


def test_luck_is_not_told_where_the_draws_are_hidden_or_the_game_is_not_over() -> None:
    """And the page says why (tests/engine/test_review.py)."""
    table = game_of("babylonia")
    for game in (table.for_onlookers(), table.at(20)):
        with pytest.raises(ValueError, match="cannot be reviewed"):
            Reviewer(game)
