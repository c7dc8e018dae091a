"""Ishtar: the special action, skills, blooming tokens and trees, by the sections of the rulebook."""

from __future__ import annotations

import pytest

from engine.game import CHANCE, CardEvent
from engine.ishtar.cells import FLOWER, GRASS, TREE
from engine.ishtar.components import ASSISTANT, JOKER, SKILL, SKILLS
from engine.ishtar.phases import BLOOM, PLANT, RESERVE, SPECIAL
from tests.engine.ishtar_positions import (
    SET,
    begin,
    cell,
    do,
    draw,
    hold,
    lay,
    plant_step,
    put_assistant,
    use_icon,
    why_not,
)

# The special action


def test_an_icon_is_used_now_or_declined() -> None:
    state = begin()
    hold(state, "S13")
    do(state, do="place", at=[1, 0], rotation=0)
    assert state.phase == SPECIAL
    assert "icon" in why_not(state, do="skill", skill="1", gems={"purple": 1})
    assert [action.kind for action in state.legal_actions()] == ["assistant", "decline"]
    do(state, do="decline")
    assert state.phase == PLANT
    assert "not possible now" in why_not(state, do="assistant")


def test_a_tile_without_icon_has_no_special_action() -> None:
    state = begin()
    hold(state, "S10")
    do(state, do="place", at=[1, 0], rotation=0)
    assert state.phase == PLANT


def test_an_assistant_goes_on_the_icon_of_a_bed_without_one() -> None:
    state = begin()
    hold(state, "S13")
    do(state, do="place", at=[1, 0], rotation=0)
    do(state, do="assistant")
    assert state.assistants == [[cell(state, (1, 0)), 0]]
    assert state.in_supply == [1, 2]
    hold(state, "T01", seat=1)
    do(state, do="place", at=[2, -1], rotation=5)
    assert "an assistant stands" in why_not(state, do="assistant"), "the new flowers belong to the same bed"


def test_no_assistant_without_one_in_the_supply() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    use_icon(state, ASSISTANT, (1, 0))
    state.in_supply[0] = 0
    assert "no assistant is left" in why_not(state, do="assistant")


def test_a_joker_is_an_assistant_or_a_skill() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    use_icon(state, JOKER, (1, 0))
    assert {action.kind for action in state.legal_actions()} == {"assistant", "skill", "decline"}
    use_icon(state, SKILL, (1, 0))
    assert "does not have that icon" in why_not(state, do="assistant")


# Skills


def test_a_skill_costs_two_gems_of_any_colours_that_stay_on_it() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    use_icon(state, SKILL, (1, 0), (1, 1, 1))
    supply = list(state.supply)
    assert "exactly the price" in why_not(state, do="skill", skill="2", gems={"purple": 1})
    assert "exactly the price" in why_not(state, do="skill", skill="2", gems={"purple": 1, "red": 1, "white": 1})
    assert "does not hold" in why_not(state, do="skill", skill="2", gems={"purple": 2})
    events = do(state, do="skill", skill="2", gems={"red": 1, "white": 1})
    assert events == [CardEvent(0, "2", "taken", ("1", "2", "3", "4", "5"))]
    assert state.gems[0] == [1, 0, 0]
    assert state.paid[0][3:6] == [0, 1, 1]
    assert state.supply == supply


def test_gems_collected_this_turn_pay_for_a_skill() -> None:
    state = begin()
    hold(state, "T14")
    state.gems[0] = [0, 0, 0]
    do(state, do="place", at=[-1, 1], rotation=0)
    assert state.gems[0] == [2, 1, 0]
    assert not why_not(state, do="skill", skill="1", gems={"purple": 2})


def test_one_skill_a_turn() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    use_icon(state, SKILL, (1, 0), (6, 0, 0))
    do(state, do="skill", skill="2", gems={"purple": 2})
    assert "not possible now" in why_not(state, do="skill", skill="3", gems={"purple": 2})


def test_an_upper_skill_needs_the_skill_below_from_an_earlier_turn() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    use_icon(state, SKILL, (1, 0), (6, 0, 0))
    for skill in "ABCDE":
        assert "skill below" in why_not(state, do="skill", skill=skill, gems={"purple": 2})
    do(state, do="skill", skill="2", gems={"purple": 2})
    assert "not possible now" in why_not(state, do="skill", skill="B", gems={"purple": 2})
    use_icon(state, SKILL, (1, 0), (6, 0, 0))
    assert not why_not(state, do="skill", skill="B", gems={"purple": 2})
    assert "already unlocked" in why_not(state, do="skill", skill="2", gems={"purple": 2})
    assert "this skill does not exist" in why_not(state, do="skill", skill="F", gems={"purple": 2})


@pytest.mark.parametrize("skill", ["2", "3"])
def test_skills_2_and_3_free_an_assistant_each(skill: str) -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill=skill, gems={"purple": 2})
    assert (state.in_supply[0], state.on_carpet[0]) == (3, 1)
    assert state.phase == PLANT


# Blooming tokens


def test_a_single_bloom_covers_free_grass_with_three_flowers() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    put_assistant(state, 0, (1, 0))
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="4", gems={"purple": 2})
    assert state.phase == BLOOM
    assert "not free grass" in why_not(state, do="bloom", cells=[[1, 0]])
    assert "another number" in why_not(state, do="bloom", cells=[[3, 0], [2, 0]])
    do(state, do="bloom", cells=[[3, 0]])
    assert state.cells[cell(state, (3, 0))] == FLOWER
    assert state.flowers[cell(state, (3, 0))] == 3
    assert len(state.beds[state.bed_at[cell(state, (1, 0))]]) == 3
    assert state.bloom_left == [3, 4]


def test_a_double_bloom_covers_two_adjacent_cells_also_of_different_tiles() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    lay(state, "S04", (5, -1), 3)
    lay(state, "S08", (-1, 0), 3)
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="5", gems={"purple": 2})
    assert "not adjacent" in why_not(state, do="bloom", cells=[[-2, 0], [3, 0]])
    do(state, do="bloom", cells=[[3, 0], [3, -1]])
    assert [state.flowers[cell(state, at)] for at in ((3, 0), (3, -1))] == [2, 2]


def test_the_order_of_the_two_cells_means_nothing() -> None:
    state = begin()
    lay(state, "S04", (1, 0), 0)
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="5", gems={"purple": 2})
    assert [action.to_json()["cells"] for action in state.legal_actions()] == [[[2, 0], [3, 0]]]
    assert not why_not(state, do="bloom", cells=[[3, 0], [2, 0]])


def test_no_bloom_brings_two_assistants_into_one_bed() -> None:
    state = begin()
    lay(state, "S14", (1, 0))
    put_assistant(state, 0, (1, 0))
    put_assistant(state, 1, (3, 0))
    lay(state, "S04", (0, 1), 1)
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="4", gems={"purple": 2})
    assert "one assistant only" in why_not(state, do="bloom", cells=[[2, 0]])


def test_no_bloom_on_a_tree() -> None:
    state = begin()
    lay(state, "S04", (1, 0), 0)
    state.cells[cell(state, (2, 0))] = TREE
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="4", gems={"purple": 2})
    assert "not free grass" in why_not(state, do="bloom", cells=[[2, 0]])


# Trees


def test_the_tree_for_two_red_and_one_white_gem() -> None:
    """The example of the rulebook: a card is bought for 2 red + 1 white and its tree planted."""
    state = begin()
    lay(state, "S04", (1, 0), 0)
    plant_step(state, (3, 2, 1))
    supply = list(state.supply)
    assert "not free grass" in why_not(state, do="plant", card="TR11", at=[1, 0])
    events = do(state, do="plant", card="TR11", at=[2, 0])
    assert events == [CardEvent(0, "TR11", "taken", ("TR01", "TR02", "TR03", "TR04", "TR11"))]
    assert state.gems[0] == [3, 0, 0]
    assert [now - before for now, before in zip(state.supply, supply, strict=True)] == [0, 2, 1]
    assert state.cells[cell(state, (2, 0))] == TREE
    assert "does not hold" in why_not(state, do="plant", card="TR01", at=[3, 0])
    assert "neither in the row" in why_not(state, do="plant", card="TR11", at=[3, 0])
    assert "this tree card does not exist" in why_not(state, do="plant", card="TR99", at=[3, 0])


def test_a_planted_cell_is_occupied_for_good() -> None:
    state = begin()
    lay(state, "S04", (1, 0), 0)
    plant_step(state, (0, 4, 0))
    do(state, do="plant", card="TR01", at=[2, 0])
    state.gems[0] = [9, 9, 9]
    assert "not free grass" in why_not(state, do="plant", card="TR02", at=[2, 0])
    assert not why_not(state, do="plant", card="TR02", at=[3, 0])


def test_the_row_is_filled_when_all_is_bought() -> None:
    """All five may be bought in a turn; new cards come at its end, each with a token."""
    state = begin()
    lay(state, "S04", (1, 0), 0)
    plant_step(state, (9, 9, 9))
    do(state, do="plant", card="TR02", at=[2, 0])
    do(state, do="plant", card="TR04", at=[3, 0])
    assert [SET.trees[card].name if card >= 0 else None for card in state.row] == ["TR01", None, "TR03", None, "TR11"]
    do(state, do="end")
    assert state.to_move == CHANCE
    assert state.due() == "2 tree cards drawn"
    draw(state, chance="trees", cards=["TR20", "TR21"])
    assert [SET.trees[card].name for card in state.row] == ["TR01", "TR20", "TR03", "TR21", "TR11"]
    assert all(state.token_on[card] for card in state.row)
    assert (state.to_move, state.tree_supply) == (1, 13)


def test_draws_of_trees_that_cannot_be() -> None:
    state = begin()
    lay(state, "S04", (1, 0), 0)
    plant_step(state, (9, 9, 9))
    do(state, do="plant", card="TR02", at=[2, 0])
    do(state, do="end")
    for cards in (["TR01"], ["TR02"], ["TR20", "TR21"], [], ["TR99"]):
        with pytest.raises(ValueError, match=r"trees: .*: "):
            draw(state, chance="trees", cards=cards)


def test_a_reserved_tree_is_for_its_owner_only_and_counts_if_it_is_planted() -> None:
    state = begin()
    lay(state, "S04", (1, 0), 0)
    use_icon(state, SKILL, (1, 0), (2, 2, 0))
    do(state, do="skill", skill="1", gems={"purple": 2})
    assert state.phase == RESERVE
    assert "not in the row" in why_not(state, do="reserve", card="TR26")
    assert "cannot be reserved" in why_not(state, do="reserve", card="top")
    do(state, do="reserve", card="TR01")
    assert state.row[0] == -1
    assert state.token_on[SET.tree_number["TR01"]]
    assert not why_not(state, do="plant", card="TR01", at=[2, 0]), "this turn already"
    plant_step(state, (0, 2, 0), seat=1)
    assert "neither in the row nor reserved" in why_not(state, do="plant", card="TR01", at=[2, 0])
    plant_step(state, (0, 2, 0), seat=0)
    do(state, do="plant", card="TR01", at=[2, 0])
    assert state.reserved == [[], []]
    assert state.bought[0] == [SET.tree_number["TR01"]]


def test_a_reserved_tree_that_is_not_planted_is_discarded() -> None:
    state = begin()
    lay(state, "S04", (1, 0), 0)
    state.reserved[1] = [SET.tree_number["TR26"]]
    state.card_seen[SET.tree_number["TR26"]] = True
    state.token_on[SET.tree_number["TR26"]] = True
    state.tree_supply -= 1
    state.active, state.ending = 1, True
    state.due_next(PLANT)
    before = {kind: sum(places.values()) for kind, places in state.census().items()}
    events = do(state, do="end")
    assert events == []
    assert state.scores == [0, 0]
    census = state.census()
    assert census["tree cards"]["discarded"] == 1
    assert census["tree tokens"]["lost"] == 1
    assert {kind: sum(places.values()) for kind, places in census.items()} == before


def test_twenty_tokens_for_twenty_six_cards() -> None:
    """The first cards get the tokens that are left; a card without one is not bought."""
    state = begin()
    lay(state, "S04", (1, 0), 0)
    plant_step(state, (9, 9, 9))
    do(state, do="plant", card="TR02", at=[2, 0])
    do(state, do="plant", card="TR04", at=[3, 0])
    do(state, do="end")
    state.tree_supply = 1
    draw(state, chance="trees", cards=["TR20", "TR21"])
    lay(state, "S09", (0, 1), 1)
    plant_step(state, (9, 9, 9))
    free = next(number for number, holds in enumerate(state.cells) if holds == GRASS)
    at = list(state.grid.ids[free])
    assert not why_not(state, do="plant", card="TR20", at=at)
    assert "no tree token" in why_not(state, do="plant", card="TR21", at=at)


def test_the_deck_may_run_out() -> None:
    state = begin()
    lay(state, "S04", (1, 0), 0)
    for card in range(25):
        state.card_seen[card] = True
    plant_step(state, (9, 9, 9))
    do(state, do="plant", card="TR02", at=[2, 0])
    do(state, do="plant", card="TR04", at=[3, 0])
    do(state, do="end")
    assert state.due() == "1 tree card drawn"
    draw(state, chance="trees", cards=["TR26"])
    assert [card >= 0 for card in state.row] == [True, True, True, False, True]
    plant_step(state, (0, 0, 0), seat=1)
    do(state, do="end")
    assert state.to_move == 0, "nothing left to draw"


def test_the_ten_skills_stand_in_the_set() -> None:
    assert [card.key for card in SET.cards if card.kind == "skills"] == list(SKILLS)
