"""Events that were played elsewhere, as a plain table: what is read, and what is said of mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.records import SeatRecord, TableRecord
from nabu.contests.tournaments.imports.correcting import changes_in, with_changes
from nabu.contests.tournaments.imports.player_list import (
    ListedPlayer,
    PlayerList,
    Unreadable,
    cells_of,
    read_player_list,
)
from nabu.contests.tournaments.imports.result_table import Results, read_results
from tests.cases import each
from tests.profiles import examples


def read(text: str, sizes: tuple[int, ...] = (2, 3, 4)) -> tuple[Results | None, PlayerList]:
    return read_results(cells_of(text), text, sizes, (), 1024)


def tables(text: str) -> tuple[TableRecord, ...]:
    results, found = read(text)
    assert found.errors == ()
    assert results is not None
    return results.tables


def errors(text: str, sizes: tuple[int, ...] = (2, 3, 4)) -> list[str]:
    results, found = read(text, sizes)
    assert (results, found.players) == (None, ())
    return [error.text for error in found.errors]


def seat(row: int, place: int | None, score: int | None = None, *, absent: bool = False) -> SeatRecord:
    return SeatRecord(row, score, place, absent=absent)


FOUR = """\
Round;Table;Player;Club;Score
1;2;Ana;Ur;85
1;2;Bo;;90
1;2;Cem;Ur;90
1;1;Di;;40
1;1;Ea;;60
2;1;Ea;Eridu;70
2;1;Ana;;71
2;1;Bo;;72
2;1;Cem;;73
2;2;Di;;
"""


def test_scores_make_places_and_the_order_of_the_rows_the_seats() -> None:
    """Players are the rows in which they stand first; a level score shares the place; alone at a table is a bye."""
    results, found = read(FOUR)
    assert results == Results(
        (
            TableRecord(1, (seat(5, 2, 40), seat(6, 1, 60))),
            TableRecord(1, (seat(2, 3, 85), seat(3, 1, 90), seat(4, 1, 90))),
            TableRecord(2, (seat(6, 4, 70), seat(2, 3, 71), seat(3, 2, 72), seat(4, 1, 73))),
            TableRecord(2, (seat(5, 1),), is_bye=True),
        )
    )
    assert results.rounds == 2
    assert found.players == (
        ListedPlayer(2, "Ana", "Ur"),
        ListedPlayer(3, "Bo"),
        ListedPlayer(4, "Cem", "Ur"),
        ListedPlayer(5, "Di"),
        ListedPlayer(6, "Ea", "Eridu"),
    )


def test_rounds_and_tables_in_merged_cells_hold_for_the_rows_below() -> None:
    merged = "Round;Table;Player;Place\n1;1;Ana;1\n;;Bo;2\n;2;Cem;1\n;;Di;2\n2;1;Cem;2\n;;Ana;1\n;2;Di;2\n;;Bo;1\n"
    full = (
        "Round;Table;Player;Place\n1;1;Ana;1\n1;1;Bo;2\n1;2;Cem;1\n1;2;Di;2\n2;1;Cem;2\n2;1;Ana;1\n2;2;Di;2\n2;2;Bo;1\n"
    )
    assert tables(merged) == tables(full)


@each(
    "titles",
    ["Runde;Tisch;Spieler;Platz", "Ronda;Mesa;Jugador;Puesto", "Ronde;Table;Joueur;Place", "Turno;Tavolo;Nome;Posto"],
)
def test_titles_in_other_languages(titles: str) -> None:
    assert tables(f"{titles}\n1;1;Ana;1\n1;1;Bo;2") == (TableRecord(1, (seat(2, 1), seat(3, 2))),)


def test_results_of_two_with_halves_say_who_won_and_are_no_victory_points() -> None:
    text = "Round,Board,Player,Result\n1,1,Ana,1\n1,1,Bo,0\n1,2,Cem,½\n1,2,Di,0.5\n"
    assert tables(text) == (TableRecord(1, (seat(2, 1), seat(3, 2))), TableRecord(1, (seat(4, 1), seat(5, 1))))
    assert read(text)[1].notes == ("The scores only say who won. They are not saved.",)


def test_numbers_may_be_written_with_their_words() -> None:
    rows = ["Round,Table,Player,Place", "Round 1,Table 2,Ana,1.", ",,Bo,2nd", "R1,Table 1,Cem,2", ",,Di,1º"]
    text = "\n".join(rows)
    assert tables(text) == (TableRecord(1, (seat(4, 2), seat(5, 1))), TableRecord(1, (seat(2, 1), seat(3, 2))))


def test_tables_with_other_words_before_their_numbers_are_kept_apart() -> None:
    text = "Round,Table,Player,Score\n1,A1,a,30\n1,A1,b,20\n1,B1,c,15\n1,B1,d,10\n"
    assert tables(text) == (
        TableRecord(1, (seat(2, 1, 30), seat(3, 2, 20))),
        TableRecord(1, (seat(4, 1, 15), seat(5, 2, 10))),
    )


@each("round_", ["Round 2", "rd. 2", "R2", "Journée 2", "Nr. 2", "2nd"])
def test_a_round_is_numbered_by_its_own_words_only(round_: str) -> None:
    rows = "Round,Table,Player,Place\n1,1,Ana,1\n1,1,Bo,2\n"
    assert [table.round for table in tables(f"{rows}{round_},1,Ana,1\n{round_},1,Bo,2\n")] == [1, 2]
    assert errors(f"{rows}B2,1,Ana,1\n") == ["Row 4: the round “B2” is not a number."]


def test_places_count_before_scores_that_agree() -> None:
    """A game may break a tie of the score."""
    text = "Round,Table,Player,Place,Score\n1,1,Ana,2,80\n1,1,Bo,1,80\n"
    assert tables(text) == (TableRecord(1, (seat(2, 2, 80), seat(3, 1, 80))),)


def test_who_did_not_come_is_last_and_where_nobody_came_nobody_is_first() -> None:
    text = "Round,Table,Player,Place\n1,1,Ana,2\n1,1,Bo,no-show\n1,1,Cem,1\n1,2,Di,absent\n1,2,Ea,absent\n"
    assert tables(text) == (
        TableRecord(1, (seat(2, 2), seat(3, 3, absent=True), seat(4, 1))),
        TableRecord(1, (seat(5, 2, absent=True), seat(6, 2, absent=True))),
    )


def test_absence_may_have_a_column_of_its_own() -> None:
    text = "Round,Table,Player,Place,Absent\n1,1,Ana,1,0\n1,1,Bo,2,1\n"
    assert tables(text) == (TableRecord(1, (seat(2, 1), seat(3, 2, absent=True))),)


@each("bye", ["1,bye,Cem,", "1,,Cem,bye", "1,2,Cem,", "1,2,Cem,\n1,2,BYE,", "1,Bye 1,Cem,", "1,Freilos,Cem,"])
def test_a_bye_is_written_in_many_ways(bye: str) -> None:
    found = tables(f"Round,Table,Player,Place\n1,1,Ana,1\n1,1,Bo,2\n{bye}\n")
    assert found[1:] == (TableRecord(1, (seat(4, 1),), is_bye=True),)


def test_the_last_round_may_still_be_played() -> None:
    found = tables("Round,Table,Player,Place\n1,1,Ana,1\n1,1,Bo,2\n2,1,Bo,\n2,1,Ana,\n")
    assert [table.confirmed for table in found] == [True, False]


def test_one_player_in_two_spellings_is_one_player_and_an_address_is_no_name() -> None:
    text = "Round,Table,Player,Place\n1,1,José,1\n1,1,Bo b@x.org,2\n2,1,JOSE,2\n2,1,Bo,1\n"
    results, found = read(text)
    assert [player.name for player in found.players] == ["José", "Bo"]
    assert found.players[1].email == "b@x.org"
    assert results is not None
    assert results.tables[1] == TableRecord(2, (seat(2, 2), seat(3, 1)))


HEAD = "Round,Table,Player,Place,Score\n1,1,Ana,1,9\n1,1,Bo,2,8\n"


@each(
    ("rows", "message"),
    [
        ("one,1,Cem,1,\n", "Row 4: the round “one” is not a number."),
        ("1,2,Cem,5,\n", "Row 4: the place 5 is not between 1 and 4."),
        ("1,2,Cem,,much\n", "Row 4: the score “much” is not a number."),
        ("1,2,,1,\n", "Row 4: A player needs a name."),
        ("2,,Cem,1,\n", "Row 4: the table is missing."),
        ("1,2,Ana,1,\n1,2,Cem,2,\n", "Row 4: Ana already sits at a table in this round, in row 2."),
        ("1,2,Cem,1,\n1,2,Di,,\n", "Row 4: table 2 of round 1 has no result for some of its players."),
        (
            "1,2,Cem,1,\n1,2,Di,3,\n",
            "Row 4: the places at table 2 in round 1 are 1, 3. After a shared place the next one is skipped.",
        ),
        ("1,2,Cem,1,5\n1,2,Di,2,6\n", "Row 4: at table 2 of round 1 the lower score has the better place."),
        (
            "1,2,A,1,\n1,2,B,2,\n1,2,C,3,\n1,2,D,4,\n1,2,E,4,\n",
            "Row 4: table 2 of round 1 has 5 players. Allowed here: 2, 3, 4.",
        ),
        ("3,1,Bo,1,\n3,1,Ana,2,\n", "Round 2 has no table."),
        (
            "1,2,Cem,,\n1,2,Di,,\n2,1,Cem,1,\n2,1,Bo,2,\n",
            "Row 4: only tables of the last round can be without a result.",
        ),
    ],
)
def test_a_mistake_is_named_with_its_row_and_nothing_is_imported(rows: str, message: str) -> None:
    assert message in errors(HEAD + rows)


def left_out(text: str, *rows: int) -> str:
    names = ("round", "table", "name", "place")
    return with_changes(text, changes_in({f"row-{row}-{name}": "" for row in rows for name in (*names, "leave_out")}))


@each(
    ("rows", "without", "same"),
    [
        ("1,1,Ana,1\n,,Bo,2\n,2,Cem,zz\n,,Dan,2\n", [4], "1,1,Ana,1\n1,1,Bo,2\n\n1,2,Dan,2\n"),
        ("1,1,Ana,1\n,,Bo,2\n2,1,Cem,zz\n,,Ana,2\n,,Bo,1\n", [4], "1,1,Ana,1\n1,1,Bo,2\n\n2,1,Ana,2\n2,1,Bo,1\n"),
        ("1,1,Ana,1\n,,Bo,2\n,2,Cem,zz\n,,Di,zz\n,,Ea,1\n", [4, 5], "1,1,Ana,1\n1,1,Bo,2\n\n\n1,2,Ea,1\n"),
        ("1,1,Ana,1\n,,Bo,2\n,,Cem,zz\n,,Di,3\n", [4], "1,1,Ana,1\n1,1,Bo,2\n\n1,1,Di,3\n"),
        ("1,1,Ana,1\n,,Bo,2\n,2,Cem,zz\n2,1,Ana,1\n,,Bo,2\n", [4], "1,1,Ana,1\n1,1,Bo,2\n\n2,1,Ana,1\n2,1,Bo,2\n"),
    ],
)
def test_the_rows_below_one_that_is_left_out_stay_in_their_round_and_at_their_table(
    rows: str, without: list[int], same: str
) -> None:
    titles = "Round,Table,Player,Place\n"
    assert tables(left_out(titles + rows, *without)) == tables(titles + same)


def test_a_round_that_is_none_stays_wrong_below_a_row_that_is_left_out() -> None:
    text = "Round,Table,Player,Place\n1,1,Ana,1\n,,Bo,2\nzwo,1,Ana,1\n,,Bo,2\n"
    assert errors(left_out(text, 4)) == ["Row 5: the round “zwo” is not a number."]


def test_two_clubs_of_one_name_are_told() -> None:
    text = "Round,Table,Player,Club,Place\n1,1,Ana,Ur,1\n1,1,Bo,,2\n2,1,Ana,Uruk,1\n2,1,Bo,,2\n"
    assert errors(text) == ["Row 4: “Uruk” differs from row 2, which has “Ur” for Ana."]


def test_a_table_without_players_is_refused() -> None:
    with pytest.raises(Unreadable, match="needs the columns round, table, player, and place or score"):
        read("Round,Table,Place\n1,1,1\n")


def test_without_tables_it_is_a_list_of_players() -> None:
    """As after each round of a Swiss; what a list does not have is named."""
    text = "Rank,Name,Rating,Points,Round\n1,Anna,1500,3,5\n"
    assert not cells_of(text).is_results
    found = read_player_list(text)
    assert found.players == (ListedPlayer(2, "Anna", rating=1500, seed=1),)
    assert found.ignored == ("Points", "Round")


CELL = st.sampled_from(["1", "2", "3", "", "x", "bye", "absent", "Ana", "Bo", "½", "-1", "99999999999", "a@x.org"])


@given(st.lists(st.tuples(CELL, CELL, CELL, CELL, CELL), min_size=1, max_size=6))
@examples(60)
def test_any_cells_are_results_that_fit_together_or_named_mistakes(rows: list[tuple[str, ...]]) -> None:
    results, found = read(
        "Round,Table,Player,Place,Score\n" + "\n".join(map(",".join, [("1", "1", "Z", "", ""), *rows]))
    )
    assert (results is None) == bool(found.errors)
    if results is not None:
        sits = [(table.round, seat.competitor) for table in results.tables for seat in table.seats]
        assert len(sits) == len(set(sits))
        assert {player.row for player in found.players} == {row for _round, row in sits}
        assert all(len(table.seats) in (2, 3, 4) or table.is_bye for table in results.tables)


def test_stand_ins_are_left_out_with_what_they_counted_for() -> None:
    """Places 1, 2 (stand-in), 3, 4 are 1, 2, 3; alone with a stand-in is a bye, and who did not come to one nothing."""
    text = """\
round,table,player,place,absent,stand_in
1,1,Ana,1,0,0
1,1,Spare,2,0,1
1,1,Bo,3,0,0
1,1,Cem,4,0,0
1,2,Di,2,0,0
1,2,Other,1,0,1
1,3,Ea,,1,0
1,3,Third,1,0,1
"""
    results, found = read(text)
    assert found.errors == ()
    assert results == Results(
        (
            TableRecord(1, (seat(2, 1), seat(4, 2), seat(5, 3))),
            TableRecord(1, (seat(6, 1),), is_bye=True),
        )
    )
    assert [player.name for player in found.players] == ["Ana", "Bo", "Cem", "Di", "Ea"]
