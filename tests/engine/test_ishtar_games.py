"""Ishtar in whole games under any switches: nothing is lost, and what is kept beside the board agrees with it."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given

from engine.game import NOBODY
from engine.ishtar.cells import FLOWER, FOUNTAIN, FREE, GRASS
from engine.ishtar.components import SKILLS
from engine.ishtar.phases import BLOOM, OVER
from engine.ishtar.placing import has_place, legal_spots
from engine.ishtar.scoring import own_beds
from engine.ishtar.state import IshtarState
from engine.log.replay import replay
from engine.simulate import play
from tests.engine.ishtar_positions import GAME
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples

BLOOMING_SKILLS = (SKILLS.index("4"), SKILLS.index("5"))


def positions(table: Table) -> Iterator[IshtarState]:
    """Every position of a game, the last one too."""
    after = None
    for before, action, _ in walk(table):
        assert isinstance(before, IshtarState)
        yield before
        after = before, action
    assert after is not None
    after[0].apply(after[1])
    yield after[0]


@given(tables("ishtar"))
@examples(25)
def test_nothing_is_created_or_lost(table: Table) -> None:
    """Gems, tiles, tokens, cards and assistants: counted after every action, and never fewer than none anywhere."""
    totals = None
    for state in positions(table):
        census = state.census()
        assert all(count >= 0 for places in census.values() for count in places.values()), census
        counted = {kind: sum(places.values()) for kind, places in census.items()}
        totals = totals or counted
        assert counted == totals
    assert totals is not None
    assert totals["tree tokens"] == 20
    assert totals["tree cards"] == 26
    assert (totals["purple gems"], totals["red gems"], totals["white gems"]) == (50, 38, 26)
    assert totals["straight tiles"] == totals["bent tiles"] == totals["triangle tiles"] == 14


def groups(state: IshtarState, wanted: set[int]) -> list[set[int]]:
    """The groups of adjacent cells among these."""
    left, found = set(wanted), []
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            cell = todo.pop()
            group.add(cell)
            near = left.intersection(state.neighbours[cell])
            left -= near
            todo.extend(near)
        found.append(group)
    return found


@given(tables("ishtar"))
@examples(15)
def test_what_is_kept_beside_the_board_agrees_with_it(table: Table) -> None:
    for number, state in enumerate(positions(table)):
        if number % 7 and state.to_move != NOBODY:
            continue
        cells = range(len(state.cells))
        covered = {cell for cell in cells if state.cells[cell] >= GRASS}
        flowers = {cell for cell in cells if state.cells[cell] == FLOWER}
        bits = {cell: 1 << place for place, cell in enumerate(_fountain_cells(state))}
        # Gardens: each belongs to exactly one fountain.
        for garden in groups(state, covered):
            next_to = {bits[near] for cell in garden for near in state.neighbours[cell] if near in bits}
            assert len(next_to) == 1
            assert {state.fountain_at[cell] for cell in garden} == next_to
        # Flowerbeds: at most one assistant in each.
        beds = groups(state, flowers)
        assert sorted(map(sorted, beds)) == sorted(map(sorted, state.beds.values()))
        for label, bed in state.beds.items():
            inside = [place for place, (cell, _) in enumerate(state.assistants) if cell in bed]
            assert inside == ([state.holder[label]] if label in state.holder else [])
            assert all(state.bed_at[cell] == label for cell in bed)
        # Which fountains and which controlled flowerbeds are next to a cell.
        for cell in cells:
            near = state.neighbours[cell]
            reach = {bits[other] if other in bits else state.fountain_at[other] for other in near
                     if other in bits or other in covered}  # fmt: skip
            assert state.reach[cell] == sum(reach)
            watch = {state.holder[state.bed_at[other]] for other in near if state.bed_at[other] in state.holder}
            assert state.watch[cell] == sum(1 << number for number in watch)
        assert len(covered) == 3 * len(state.laid)
        assert all(state.gem_at[cell] < 0 for cell in cells if state.cells[cell] != FREE)
        assert all(state.flowers[cell] > 0 for cell in flowers)


def _fountain_cells(state: IshtarState) -> list[int]:
    """The fountain cell of each place of the layout."""
    found = {state.grid.board_of[cell]: cell for cell, holds in enumerate(state.cells) if holds == FOUNTAIN}
    return [found[place] for place in range(len(state.boards))]


@given(tables("ishtar"))
@examples(10)
def test_the_short_answer_about_places_is_that_of_the_list(table: Table) -> None:
    for state in positions(table):
        for tile in {*state.top, state.hand} - {-1}:
            spots = legal_spots(state, tile)
            assert has_place(state, tile) == bool(spots)
            assert spots == sorted(set(spots))


@given(tables("ishtar"))
@examples(25)
def test_everybody_has_had_the_same_number_of_turns(table: Table) -> None:
    last = None
    for state in positions(table):
        last = state
    assert last is not None
    assert last.phase == OVER
    assert last.turn % table.players == 0
    assert len(last.laid) + len(last.removed) == last.turn
    empty = sum(top < 0 for top in last.top)
    assert 2 <= empty <= 1 + table.players


@given(tables("ishtar"))
@examples(60)
def test_random_games_verify_and_their_sources_add_up(table: Table) -> None:
    """Thousands of games under any switches in the long profile."""
    played = play("ishtar", table.players, table.ruleset, ["random"], table.seed, table.switches)
    report = replay(played.log)
    assert report.verdict == "verified", report.reason
    assert report.scores == list(played.scores) == [sum(of_seat.values()) for of_seat in report.sources]
    assert played.turns < 200


def test_greedy_beats_random() -> None:
    """Both sit at each place in half of the games."""
    won = 0
    for seed in range(12):
        bots = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        scores = play("ishtar", 2, "base", bots, seed).scores
        won += scores[bots.index("greedy")] > scores[bots.index("random")]
    assert won >= 11


def test_the_worst_position_of_a_game_has_a_bearable_list() -> None:
    """How many actions a seat may have to choose from (docs/engine.md)."""
    most = 0
    for seed in range(3):
        for state, _, _ in walk(Table(GAME, 4, "base", {}, seed, 0.5)):
            if state.to_move >= 0:
                most = max(most, len(state.legal_actions()))
    assert 100 < most < 1000


def test_greedy_unlocks_a_blooming_token_only_where_its_flowers_are_its_own() -> None:
    for seed in range(6):
        unlocked = 0
        for state, action, _ in walk(Table(GAME, 2 + seed % 3, "base", {}, seed, 0.0)):
            assert isinstance(state, IshtarState)
            before, seat = _own_flowers(state, state.active), state.active
            state.apply(action)
            if action.kind == "skill" and action.number in BLOOMING_SKILLS:
                unlocked += 1
                assert state.phase == BLOOM
            elif action.kind == "bloom":
                assert _own_flowers(state, seat) > before
        assert unlocked == len(state.bloomed) > 0
        assert state.bloom_lost == [0, 0]


def _own_flowers(state: IshtarState, seat: int) -> int:
    return sum(state.flowers[cell] for _, bed in own_beds(state, seat) for cell in bed)
