"""Who was moved against the proposal, and the numbers of tables: worked out by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from competition.proposal import Move, Place, moves, table_numbers
from competition.records import PairedTable
from tests.profiles import examples


def tables(*seats: tuple[int, ...]) -> list[PairedTable]:
    return [PairedTable(row) for row in seats]


def test_tables_are_numbered_around_the_fixed_ones_and_byes_come_last() -> None:
    proposed = [PairedTable((1, 2)), PairedTable((3,)), PairedTable((4, 5), number=1), PairedTable((6, 7), number=9)]
    assert table_numbers(proposed) == [2, 10, 1, 9]


def test_a_number_that_is_wanted_twice_goes_to_the_first() -> None:
    assert table_numbers([PairedTable((1, 2), number=2), PairedTable((3, 4), number=2)]) == [2, 1]


def test_nobody_is_moved_where_nothing_was_changed() -> None:
    assert moves(tables((1, 2), (3, 4), (5,)), tables((1, 2), (3, 4), (5,))) == []


def test_two_who_changed_places_are_both_named() -> None:
    assert moves(tables((1, 2), (3, 4)), tables((1, 4), (3, 2))) == [
        Move(4, Place(2, 1, False), Place(1, 1, False)),
        Move(2, Place(1, 1, False), Place(2, 1, False)),
    ]


def test_another_order_at_a_table_is_a_move_of_its_players() -> None:
    found = moves(tables((1, 2, 3)), tables((1, 3, 2)))
    assert [move.player for move in found] == [3, 2]
    assert all(move.same_table for move in found)


def test_whoever_has_the_bye_of_another_was_moved_and_other_byes_were_not() -> None:
    found = moves(tables((1, 2), (3,), (4,)), tables((1, 3), (4,), (2,)))
    assert {(move.player, move.old and move.old.is_bye, move.new and move.new.is_bye) for move in found} == {
        (3, True, False),
        (2, False, True),
    }


def test_who_came_and_who_left_have_one_place_only() -> None:
    assert moves(tables((1, 2)), tables((1, 3))) == [
        Move(3, None, Place(1, 1, False)),
        Move(2, Place(1, 1, False), None),
    ]


@examples(60)
@given(st.permutations(range(12)), st.permutations(range(12)))
def test_moves_are_exactly_those_whose_place_differs(old: list[int], new: list[int]) -> None:
    """Propagated out on the proposal, the moves give the tables."""
    before, after = ([PairedTable(tuple(row[at : at + 3])) for at in range(0, 12, 3)] for row in (old, new))
    room = {(number, at): player for number, table in enumerate(before, 1) for at, player in enumerate(table.seats)}
    for move in moves(before, after):
        assert move.old is not None
        assert move.new is not None
        assert move.old != move.new
        room[move.new.number, move.new.position] = move.player
    assert [room[number, at] for number in range(1, 5) for at in range(3)] == new
