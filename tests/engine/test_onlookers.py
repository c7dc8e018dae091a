"""What somebody knows of a game who sees no rack and no face-down token."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import CHANCE, EngineError
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.table import Table
from tests.cases import each

NAMES = ["Ana", "Bo", "Cy"]


def played(game: str, seed: int) -> Table:
    table, _report = Table.of_log(simulate_game(game, 3, GAMES[game].rulesets[0], ("random",), seed))
    assert table is not None
    return table


def hidden_draws(table: Table) -> list[int]:
    """The numbers of the draws that one seat sees."""
    state, found = table.at(0).state, []
    for number, move in enumerate(table.moves):
        if state.to_move == CHANCE and state.draw_seen_by() is not None:
            found.append(number)
        state.apply(move.action)
    return found


@each("seed", range(3))
@each("game", GAMES)
def test_it_is_the_same_game_without_what_is_hidden(game: str, seed: int) -> None:
    table = played(game, seed)
    seen = table.for_onlookers()
    hidden = hidden_draws(table)
    assert bool(hidden) == GAMES[game].hidden_chance
    assert len(seen.moves) == len(table.moves) - len(hidden)
    assert (seen.scores, seen.sources(), seen.result) == (table.scores, table.sources(), table.result)
    assert replay(seen.log()).verdict == "verified"
    assert seen.for_onlookers().log() == seen.log(), "there is nothing more to hide"
    if not hidden:
        assert (seen.log(), seen.picture(NAMES)) == (table.log(), table.picture(NAMES))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.hidden_chance])
def test_what_was_drawn_in_secret_changes_nothing_that_is_seen(game: str, seed: int) -> None:
    """Until one of these things lies open on the table: as long as the moves that follow are possible with both."""
    table, rng = played(game, seed), Random(seed)
    followed = 0
    for number in hidden_draws(table):
        one, other = table.at(number), table.at(number)
        line = table.moves[number].action.to_json()
        drawn = other.state.draw(rng).to_json()
        if drawn == line:
            continue
        one.apply(line)
        other.apply(drawn)
        for move in table.moves[number + 1 :]:
            if one.state.to_move == CHANCE:
                break
            try:
                other.apply(move.action.to_json())
            except EngineError:
                break
            one.apply(move.action.to_json())
            followed += 1
        assert one.log() != other.log()
        assert one.for_onlookers().log() == other.for_onlookers().log()
        assert one.for_onlookers().picture(NAMES) == other.for_onlookers().picture(NAMES)
    assert followed, "some moves came after such a draw"


def test_the_kind_of_a_face_down_token_is_told_to_nobody() -> None:
    table = played("babylonia", 1)
    state = table.state
    river = {hex_id for hex_id, down in zip(state.board.ids, state.is_river, strict=True) if down}
    placed = [line for line in table.for_onlookers().lines if line.get("hex") in river and line.get("do") == "place"]
    assert placed
    assert {line["token"] for line in placed} == {"unknown"}


def test_where_these_tokens_lie_open_everybody_sees_them() -> None:
    log = simulate_game("babylonia", 2, "base", ("random",), 1, {"river_token_identity": "open"})
    table, _report = Table.of_log(log)
    assert table is not None
    assert "unknown" not in {line.get("token") for line in table.for_onlookers().lines}
