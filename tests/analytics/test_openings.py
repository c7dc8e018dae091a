"""Openings: keys that are the same for what is the same, and what they come to, by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analytics.facts import extract_facts
from analytics.families import sums_of
from analytics.frames import build_frames
from analytics.games import VerifiedGame
from analytics.intervals import Moments, mean_difference
from analytics.model import NO_MODEL
from analytics.opening_stats import Opening, opening_table, own_openings, people_by_opening, usual_results
from analytics.openings import NOTHING, OPENING_TURNS, OpeningCollector, key_of, parts_of
from analytics.sums import Sums
from engine.log.replay import ReplayVisitor, replay
from tests.analytics.conftest import GameMaker
from tests.analytics.test_player_stats import ANA, BEN, CEM, scored
from tests.cases import each

EXAMPLES = sorted((Path(__file__).parents[1] / "engine/examples").glob("*/*.jsonl"))
FRAGMENT = Path(__file__).parents[2] / "docs/game-log.md"
NOBLE, FARMER = "noble:ziggurat", "farmer:farm"


class Openings(ReplayVisitor):
    """The openings of a log, finished or not."""

    def __init__(self, game: str) -> None:
        self.collected = OpeningCollector(game)

    def on_action(self, line, turn, action, events, state):  # type: ignore[no-untyped-def]
        self.collected.add(line, turn, action, events, state)


def fragment() -> list[bytes]:
    """The lines of the example of docs/game-log.md, with a stop behind them."""
    text = FRAGMENT.read_text(encoding="utf-8").partition("## A fragment, line by line")[2]
    block = text.partition("```jsonl\n")[2].partition("```")[0]
    return [*block.encode().splitlines(), b'{"seat":0,"do":"stop"}']


def rows_of(lines: list[bytes]) -> list[list[int | str]]:
    seen = Openings("babylonia")
    replay(b"\n".join(lines), seen)
    return seen.collected.rows()


def test_a_turn_is_told_by_its_tokens_and_what_they_lie_next_to() -> None:
    """0313 is next to the city 0214, 0818 to 0719, 0711 to the city 0612 and the ziggurat 0812, 0113 to 0214, and 0311
    to 0410."""
    assert rows_of(fragment()) == [
        [4, 0, 1, "farmer:city"],
        [7, 1, 1, "noble:city+noble:city:ziggurat"],
        [11, 0, 2, "farmer:city+farmer:city"],
    ]


def test_the_order_of_placements_does_not_matter() -> None:
    lines = fragment()
    lines[6], lines[7] = lines[7], lines[6]
    assert [row[1:] for row in rows_of(lines)] == [row[1:] for row in rows_of(fragment())]


def test_a_game_without_a_reader_has_no_openings() -> None:
    seen = Openings("chess")
    assert replay(b"\n".join(fragment()), seen).verdict == "unfinished"
    assert seen.collected.rows() == []


def test_a_key_is_the_same_for_its_parts_in_any_order() -> None:
    assert key_of(["noble", "farmer:farm", "noble"]) == "farmer:farm+noble+noble"
    assert parts_of("farmer:farm+noble+noble") == [("farmer:farm", 1), ("noble", 2)]
    assert key_of([]) == NOTHING
    assert parts_of(NOTHING) == []


@each("path", EXAMPLES)
def test_every_seat_has_its_first_turns_in_their_order(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    _report, facts = extract_facts(path.read_bytes())
    assert facts is not None
    begun = {(line, seat) for line, _turn, seat in facts["turns_begun"]}
    for seat in range(facts["players"]):
        mine = [row for row in facts["openings"] if row[1] == seat]
        assert [number for _line, _seat, number, _key in mine] == list(range(1, OPENING_TURNS + 1))
        assert all(lines[line - 1]["seat"] == seat and (line, seat) in begun for line, *_rest in mine)
    assert all(key == key_of(key.split("+")) for *_rest, key in facts["openings"])


def game(make: GameMaker, mine: str, theirs: str, score: int, ids: tuple[int, int] = (ANA, BEN)) -> VerifiedGame:
    """A game of two with an opening of one turn each; the first wins with 2 points, against 1 of the other."""
    return make(scored(score, 1), player_ids=list(ids), openings=[[0, 1, mine], [1, 1, theirs]])


def table_of(games: list[VerifiedGame]) -> tuple[Sums, dict[str, Opening]]:
    sums = sums_of(build_frames(games), NO_MODEL)
    frames = build_frames(games)
    people = people_by_opening(frames.openings, frames.player_games)
    return sums, {row.opening: row for row in opening_table(sums, people)}


def test_an_opening_is_compared_with_the_others_of_the_same_seat(make_game: GameMaker) -> None:
    """In the first seat, NOBLE wins 15 of 20 and FARMER 5 of 20; the second seat always plays FARMER, so its results,
    20 wins of 40, say nothing. 0.25 above expectation against −0.25."""
    games = [game(make_game, NOBLE, FARMER, 2 if n < 15 else 0) for n in range(20)]
    games += [game(make_game, FARMER, FARMER, 2 if n < 5 else 0) for n in range(20)]
    _sums, rows = table_of(games)
    noble = rows[NOBLE]
    assert (noble.number, noble.games, noble.share, noble.wins) == (1, 20, 0.25, 15.0)
    variance = 20 / 19 * 0.75 * 0.25
    by_hand = mean_difference([(Moments(20, -0.25, variance), Moments(20, 0.25, variance))])
    assert by_hand is not None
    assert (noble.difference, noble.sample) == (pytest.approx(0.5), "small")
    assert noble.interval == pytest.approx(by_hand.interval)
    assert rows[FARMER].difference == pytest.approx(-0.5)
    assert rows[FARMER].games == 60
    assert noble.shrunk is not None
    assert 0 < noble.shrunk < 0.5
    assert noble.q is not None
    assert noble.q < 0.01


def test_an_opening_of_a_few_people_is_not_named(make_game: GameMaker) -> None:
    """NOBLE wins 15 of 20 games, FARMER 5 of 20. Played by nine people the difference may be these people's; ten are
    enough."""

    def noble_of(people: int) -> Opening:
        games = [game(make_game, NOBLE, FARMER, 2 if n < 15 else 0, (100 + n % people, BEN)) for n in range(20)]
        games += [game(make_game, FARMER, FARMER, 2 if n < 5 else 0) for n in range(20)]
        return table_of(games)[1][NOBLE]

    nine, ten = noble_of(9), noble_of(10)
    assert (nine.people, ten.people) == (9, 10)
    assert nine.q == ten.q
    assert (nine.is_sure, ten.is_sure) == (False, True)


def test_players_are_counted_once_for_each_way(make_game: GameMaker) -> None:
    """Ana plays NOBLE twice and FARMER once; a game that is not among the people's does not count."""
    games = [game(make_game, NOBLE, FARMER, 2), game(make_game, NOBLE, FARMER, 2, (ANA, CEM))]
    games.append(game(make_game, FARMER, NOBLE, 2))
    frames = build_frames(games)
    people = frames.player_games
    assert people_by_opening(frames.openings, people) == {(1, NOBLE): 2, (1, FARMER): 3}
    last = people["game_id"] == games[-1].game_id
    assert people_by_opening(frames.openings, people[~last]) == {(1, NOBLE): 1, (1, FARMER): 2}
    assert people_by_opening(frames.openings, people[:0]) == {}


def test_few_games_are_counted_and_not_compared(make_game: GameMaker) -> None:
    games = [game(make_game, NOBLE if n < 19 else FARMER, FARMER, n % 3) for n in range(60)]
    noble = table_of(games)[1][NOBLE]
    assert (noble.games, noble.difference, noble.q, noble.sample) == (19, None, None, "tiny")


def test_a_players_openings_are_corrected_for_the_seat(make_game: GameMaker) -> None:
    """Among everybody the first seat wins every game. Ana plays NOBLE there and FARMER in the second seat: she wins as
    the seats do, so neither opening is better."""
    games = [game(make_game, NOBLE, FARMER, 2, ids) for ids in ((ANA, BEN), (CEM, ANA)) for _ in range(10)]
    frames = build_frames(games)
    own = own_openings(frames, NO_MODEL, ANA, usual_results(table_of(games)[0]))
    assert [(row.number, row.opening, row.share, row.row.games, row.row.wins) for row in own] == [
        (1, FARMER, 0.5, 10, 0.0),
        (1, NOBLE, 0.5, 10, 10.0),
    ]
    assert [row.row.above for row in own] == [0.0, 0.0]


def test_a_player_without_games_has_no_openings(make_game: GameMaker) -> None:
    frames = build_frames([game(make_game, NOBLE, FARMER, 2)])
    assert own_openings(frames, NO_MODEL, CEM, {}) == []
