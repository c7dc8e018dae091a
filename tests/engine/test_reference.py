"""The reference implementation replays games that another program recorded, and holds together under any switches."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine.reference.babylonia import DEFAULTS, POOL, ReferenceGame, Step
from tests.profiles import LONG

EXAMPLES = sorted((Path(__file__).parent / "examples/babylonia").glob("*.jsonl"))
LISTED = 1 if LONG else 5
"""All allowed actions are listed at every so many lines; each line is checked anyway."""
OTHER_OPTIONS: dict[str, Any] = {
    "first_round_limits": "none",
    "farm_support_token": "face_up_only",
    "farm_support_token_kind": "noble_only",
    "ziggurat_points_amount": "only_ziggurats_of_placed_hex",
    "card5_noble_position": "last",
    "card6_farmers": "also_free",
    "card2_against_game_end": "extra_turn_first",
    "ziggurat_card_chooser": "active_player",
    "end_check": "before_refill",
}


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_recorded_games_are_legal_to_the_end_and_the_result_is_right(path: Path) -> None:
    header, *actions, last = lines_of(path)
    game = ReferenceGame(header)
    for number, action in enumerate(actions):
        if game.to_move != "chance" and number % LISTED == 0:
            assert action in game.legal_actions()
        game.apply(action)
    result = {**last["result"]}
    sources = result.pop("sources", None)
    assert game.result() == result
    assert sources is None or game.sources == sources
    assert game.to_move is None
    assert game.legal_actions() == []


def random_draw(game: ReferenceGame, rng: random.Random) -> dict[str, Any]:
    pool = sorted(game.players[game.chance_seat].pool.elements())
    return {"chance": "draw", "seat": game.chance_seat, "tokens": rng.sample(pool, game.draw_size)}


@pytest.mark.parametrize("seed", range(12 if LONG else 6))
def test_any_switches_lead_every_turn_to_an_allowed_set_and_every_game_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    header = lines_of(EXAMPLES[seed % len(EXAMPLES)])[0]
    other = {**OTHER_OPTIONS, **{name: not value for name, value in DEFAULTS.items() if isinstance(value, bool)}}
    header["ruleset"]["switches"] = {name: value for name, value in other.items() if rng.random() < 0.5}
    game = ReferenceGame(header)
    while game.to_move is not None:
        if game.to_move == "chance":
            game.apply(random_draw(game, rng))
            continue
        legal = game.legal_actions()
        assert legal, f"{game.step} must never be without a legal action"
        stop = [action for action in legal if action["do"] == "stop"]
        game.apply(stop[0] if stop and rng.random() < 0.4 else rng.choice(legal))
    for seat, player in enumerate(game.players):
        laid = Counter(token.kind for token in game.tokens.values() if token.seat == seat)
        assert laid + player.rack + player.pool == Counter(POOL)
    assert sum(game.scores) == sum(sum(sources.values()) for sources in game.sources)
    assert game.result() is not None


def test_draws_are_checked_for_seat_size_and_supply() -> None:
    game = ReferenceGame(lines_of(EXAMPLES[0])[0])
    good = {"chance": "draw", "seat": 0, "tokens": ["farmer"] * 5}
    assert game.is_legal(good)
    for change in ({"seat": 1}, {"seat": False}, {"tokens": ["farmer"] * 4}, {"tokens": ["king"] * 5}, {"extra": 1}):
        assert not game.is_legal({**good, **change})
    for tokens in (["priest"] * 5, ["farmer"] * 5):
        game.apply({"chance": "draw", "seat": game.chance_seat, "tokens": tokens})
    assert game.step is Step.PLACE
    game.apply({"seat": 0, "do": "place", "token": "priest", "hex": "0002"})
    game.apply({"seat": 0, "do": "stop"})
    game.apply({"chance": "draw", "seat": 0, "tokens": ["priest"]})
    game.apply({"seat": 1, "do": "place", "token": "farmer", "hex": "0008"})
    with pytest.raises(ValueError, match="not legal now"):
        game.apply({"seat": 1, "do": "stop"})
