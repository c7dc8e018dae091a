"""Facts agree with the replay that they come from."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.facts import FACTS_VERSION, extract_facts
from analytics.frames import UNIT, build_frames, points_by_source
from analytics.games import VerifiedGame
from engine.component_files import library_of
from engine.game import Game
from engine.registry import GAMES, get_game
from engine.simulate import simulate_game
from tests.cases import each

FOLDER = Path(__file__).parents[1] / "engine/examples"
EXAMPLES = sorted(FOLDER.glob("*/*.jsonl"))


@each("path", EXAMPLES)
def test_example_games_have_facts_that_agree_with_their_report(path: Path) -> None:
    report, facts = extract_facts(path.read_bytes())
    assert facts is not None
    assert facts["facts_version"] == FACTS_VERSION
    assert (facts["scores"], facts["winners"], facts["places"]) == (report.scores, report.winners, report.places)
    assert facts["players"] == len(facts["seats"]) == len(report.scores)
    assert {seat for seat, place in enumerate(facts["places"]) if place == 1} == set(facts["winners"])
    last_turn = max(row[1] for row in facts["score_events"])
    assert 0 < last_turn <= facts["turns"]
    assert [row[1] for row in facts["turns_begun"]] == list(range(1, facts["turns"] + 1))


def test_every_row_leads_back_to_the_action_that_made_it() -> None:
    """The line of a row is in the log, it is an action of the row's turn, and a turn's first action is its seat's."""
    for path in EXAMPLES[:4]:
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        _, facts = extract_facts(path.read_bytes())
        assert facts is not None
        for line, _turn, seat in facts["turns_begun"]:
            assert lines[line - 1]["seat"] == seat
        rows = [*facts["score_events"], *facts["cards"]]
        assert all(1 < row[0] <= len(lines) for row in rows)
        first_of_turn = {turn: line for line, turn, _seat in facts["turns_begun"]}
        assert all(row[0] >= first_of_turn[row[1]] for row in rows if row[1] in first_of_turn)


def test_facts_go_through_json_unchanged() -> None:
    _, facts = extract_facts(EXAMPLES[0].read_bytes())
    assert json.loads(json.dumps(facts)) == facts


@each("game", GAMES.values())
def test_a_taken_card_is_one_of_the_game_and_was_on_offer(game: Game) -> None:
    cards = {card.key for card in game.components(game.component_sets[0]).cards}
    for path in EXAMPLES:
        _, facts = extract_facts(path.read_bytes())
        assert facts is not None
        if facts["game"] == game.key:
            for _line, _turn, _seat, card, what, offered in facts["cards"]:
                assert {card, *offered} <= cards
                assert (card in offered) == (what == "taken")


def test_a_ziggurat_card_that_was_taken_is_gone_afterwards() -> None:
    _, facts = extract_facts((FOLDER / "babylonia/p4-base-031.jsonl").read_bytes())
    assert facts is not None
    takings = [row for row in facts["cards"] if row[4] == "taken"]
    assert len(takings) >= 2
    for (*_, card, _, offered), (*_, offered_next) in zip(takings, takings[1:], strict=False):
        assert card in offered
        assert set(offered_next) == set(offered) - {card}


@each(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"{}",
        EXAMPLES[0].read_bytes()[:2000],
        (FOLDER / "babylonia/p4-base-031.jsonl").read_bytes().replace(b"farmer", b"priest"),
    ],
)
def test_only_a_verified_log_has_facts(data: bytes) -> None:
    report, facts = extract_facts(data)
    assert report.verdict != "verified"
    assert facts is None


@each("game", GAMES.values())
def test_a_game_with_components_of_ones_own_needs_the_library_that_knows_them(game: Game) -> None:
    own = game.read_components(game.components(game.component_sets[0]).data | {"name": "my-copy"})
    log = simulate_game(game.key, game.player_counts[0], game.rulesets[0], ["random"], 1, components=own)
    report, facts = extract_facts(log)
    assert (report.verdict, facts) == ("rejected", None)
    report, facts = extract_facts(log, library_of((game, own)))
    assert facts is not None
    assert facts["components"] == "my-copy"


@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(min_value=0, max_value=2**32))
def test_the_breakdown_of_every_game_sums_to_its_verified_score(data: st.DataObject, seed: int) -> None:
    game = get_game(data.draw(st.sampled_from(sorted(GAMES))))
    players = data.draw(st.sampled_from(game.player_counts))
    ruleset = data.draw(st.sampled_from(game.rulesets))
    report, facts = extract_facts(simulate_game(game.key, players, ruleset, ["random"], seed))
    assert facts is not None
    keys = [source.key for source in game.sources]
    table = points_by_source(
        build_frames([VerifiedGame(1, 1, 0, facts, list(range(players)), [None] * players, [0] * players)]), keys
    )
    assert table["score"].tolist() == report.scores
    assert table[keys].sum(axis=1).tolist() == report.scores
    assert [{key: value for key, value in row.items() if value} for row in table[keys].to_dict("records")] == [
        {key: value for key, value in of_seat.items() if value} for of_seat in report.sources
    ]
    assert table["win"].sum() == UNIT
