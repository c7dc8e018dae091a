"""What report files of other programs have: code pages, blanks, forfeits, byes and forbidden pairs to come."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.records import SeatRecord, TableRecord
from competition.trf.convert import from_records, to_records
from competition.trf.left_out import left_out
from competition.trf.reader import MOST_PAIRS, TrfError, read_trf
from competition.trf.values import NO_COLOUR, Byes, Cell, Forbidden, TrfReport
from competition.trf.writer import write_trf
from tests.cases import each
from tests.competition.english import sentences
from tests.competition.trf_files import EXCHANGE, club_night, large_open, player
from tests.profiles import examples

HALF = Decimal("0.5")


def bye(number: int, player_id: int, points: str, *, requested: bool = True) -> TableRecord:
    return TableRecord(number, (SeatRecord(player_id, None, 1, Decimal(points)),), is_bye=True, requested=requested)


@each("blank", ["\t", "\u00a0", "\u2007", "\u202f", "\u3000"])
def test_every_blank_is_a_blank(blank: str) -> None:
    text = "012 Club night\n" + player(1, "Enlil Bel", "  0000 - U", points="1.0")
    assert read_trf(text.replace(" ", blank)) == read_trf(text)


def test_a_forfeit_needs_no_colour() -> None:
    report = read_trf(
        "\n".join(
            (
                player(1, "Enlil", "     4 - +     2 - -     3   +"),
                player(2, "Ea", "     3 w 1     1 - -     4 b +"),
                player(3, "Ana", "     2 b 0     4   -     1 - -"),
                player(4, "Sin", "     1   -     3   +     2 - -"),
            )
        )
    )
    assert report.players[0].rounds[0] == Cell(4, NO_COLOUR, "+")
    seats = {
        (table.round, tuple((seat.competitor, seat.absent) for seat in table.seats))
        for table in to_records(report).tables
    }
    assert seats == {
        (1, ((1, False), (4, True))),
        (1, ((2, False), (3, False))),
        (2, ((1, True), (2, True))),
        (2, ((3, True), (4, False))),
        (3, ((1, False), (3, True))),
        # One colour is enough to know who had white.
        (3, ((4, True), (2, False))),
    }
    assert read_trf(write_trf(report)) == report


def test_a_large_open_with_forfeits_without_colour_is_read_whole() -> None:
    report = read_trf(large_open())
    assert (len(report.players), report.last_round()) == (284, 9)
    records = to_records(report)
    assert len(records.tables) == 142 * 9
    assert sum(seat.absent for table in records.tables for seat in table.seats) > 50
    back = from_records(report, records.competitors, records.tables)
    assert [each.points for each in back.players] == [each.points for each in report.players]
    assert read_trf(write_trf(report)) == report


def test_a_draw_against_nobody_is_a_half_point_bye() -> None:
    report = read_trf(club_night("cp1252"))
    assert report.players[4].rounds == (Cell(None, NO_COLOUR, "H"), Cell(None, NO_COLOUR, "F"))


def test_byes_and_forbidden_pairs_of_trf26_are_read() -> None:
    report = read_trf(EXCHANGE)
    assert report.byes == (
        Byes("H", 1, (6,)),
        Byes("H", 2, (4,)),
        Byes("F", 3, (4, 1)),
        Byes("Z", 5, (2, 77)),
        Byes("Z", 1, (1,)),
    )
    assert report.forbidden == (Forbidden((1, 2, 3), 1, 5), Forbidden((4, 5), 2, 3))
    assert read_trf(write_trf(report)) == report


def test_a_bye_of_a_past_round_fills_a_blank_and_one_of_a_round_to_come_is_asked_for() -> None:
    records = to_records(read_trf(EXCHANGE))
    assert records.rounds == 1
    assert bye(1, 6, "0.5") in records.tables
    assert bye(1, 3, "1", requested=False) in records.tables
    # Player 6 by XXZ, 4 and 1 and 2 by 240, 3 by the own line; the bye of player 1 in round 1 is contradicted there.
    assert records.rests == {6: (2,), 4: (2, 3), 1: (3,), 2: (5,), 3: (3,)}
    assert records.resting == {4, 6}


def test_pairs_are_forbidden_in_the_rounds_that_a_line_260_names() -> None:
    report = read_trf(EXCHANGE)
    always = {(1, 2), (1, 3), (2, 3)}
    assert report.forbidden_pairs(1, 1) == always
    assert report.forbidden_pairs(2, 3) == always | {(4, 5)}
    assert report.forbidden_pairs(2, 5) == always
    assert report.forbidden_pairs(4, 6) == frozenset()
    assert read_trf("XXP 1 2 9\n" + EXCHANGE).forbidden_pairs(90, 99) == {(1, 2)}


def test_byes_entered_for_later_rounds_are_no_rounds() -> None:
    """Programs write a bye of round 4 as soon as it is asked for: rounds 2 and 3 are not played by that."""
    report = read_trf(
        player(1, "Enlil", "     2 w 1                      0000 - H") + "\n" + player(2, "Ea", "     1 b 0  0000 - -")
    )
    assert report.last_round() == 1
    assert to_records(report).rests == {1: (4,), 2: (2,)}


def test_in_a_team_tournament_byes_and_forbidden_pairs_are_those_of_teams() -> None:
    lines = "310   1 Assur                            ASS\n240 H 002    1\n260 001 002    1    2\n"
    report = read_trf(lines + player(1, "Enlil", ""))
    assert (report.byes, report.forbidden, to_records(report).rests) == ((), (), {})
    said = sentences(left_out(report))
    assert {"Line 240: byes of teams", "Line 260: forbidden pairs of teams", "Line 310: teams"} <= set(said)
    assert read_trf(write_trf(report)) == report


def test_the_number_of_teams_is_written_again() -> None:
    report = read_trf("082 12\n" + player(1, "Enlil", ""))
    assert report.teams == "12"
    assert "\r\n082 12\r\n" in write_trf(report)


def test_sex_birth_date_and_federation_survive_the_way_through_records() -> None:
    report = read_trf(EXCHANGE)
    records = to_records(report)
    back = from_records(report, records.competitors, records.tables)
    for old, new in zip(report.players, back.players, strict=True):
        assert (new.sex, new.birth, new.federation, new.title, new.fide_id) == (
            old.sex,
            old.birth,
            old.federation,
            old.title,
            old.fide_id,
        )
    again = read_trf(write_trf(back))
    assert to_records(again).rests == records.rests
    assert again.forbidden_pairs(2, 5) == report.forbidden_pairs(2, 5)


def test_byes_and_forbidden_pairs_follow_the_new_numbers() -> None:
    report = read_trf(
        "\n".join((player(7, "Enlil", ""), player(3, "Ea", ""), "XXZ 7", "240 H 002 3 7", "XXP 3 7", "260 001 002 7 3"))
    )
    back = from_records(report, to_records(report).competitors, ())
    assert [(each.number, each.name) for each in back.players] == [(1, "Ea"), (2, "Enlil")]
    assert back.byes == (Byes("Z", 1, (2,)), Byes("H", 2, (1, 2)))
    assert back.absent == (2,)
    assert back.forbidden == (Forbidden((1, 2)), Forbidden((2, 1), 1, 2))


def test_everything_that_is_left_out_is_said_with_its_number() -> None:
    assert sentences(left_out(read_trf(EXCHANGE))) == [
        "Line ###: comments",
        "Line 012: tournament name",
        "Line 142: number of rounds",
        "Line 152: first colour",
        "Line 162: point system",
        "Line 182: pairing program",
        "Line 192: coded tournament type",
        "Line 202: tie-breaks",
        "Line 222: time control",
        "Line 250: accelerated pairing",
        "Line 299: bonus and penalty points",
        "1 national rating (AUT)",
        "1 line of an unknown kind (QQQ)",
        "Title: 1 player",
        "Sex: 6 players",
        "Federation: 6 players",
        "Birth date: 5 players",
        "Rank in the file: 6 players",
        "5 players have other points in the file than the results give (1, ½, 0)",
        "Byes and forbidden pairs of 1 starting rank that is not in the file (77)",
        "1 bye (240) that the line of the player (001) contradicts",
    ]
    assert sentences(left_out(read_trf("112 A\n112 B\n001    1      Enlil"))) == ["2 lines 112: deputy arbiters"]


def test_a_file_cannot_forbid_more_pairs_than_it_takes_to_be_slow() -> None:
    crowd = " ".join(str(number) for number in range(1, 1000))
    with pytest.raises(TrfError) as caught:
        read_trf(f"XXP {crowd}\n" + player(1, "Enlil", ""))
    assert sentences(caught.value.problems) == [
        f"Line 1: more than {MOST_PAIRS} pairs are forbidden. Is this the right file?"
    ]


FILES = (club_night("cp1252"), club_night("cp1250"), EXCHANGE, large_open(12, 3))


def report_or_complaints(text: str) -> TrfReport | list[str]:
    try:
        return read_trf(text)
    except TrfError as error:
        return sentences(error.problems)


@given(
    st.sampled_from(FILES),
    st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 9), st.text(max_size=3)), max_size=4),
)
@examples(200)
def test_a_damaged_file_is_read_or_refused_by_its_lines(text: str, damages: list[tuple[int, int, str]]) -> None:
    """Pieces cut out and put in anywhere: the answer is a report that can be used, or sentences."""
    for at, length, piece in damages:
        at %= len(text)
        text = text[:at] + piece + text[at + length :]
    found = report_or_complaints(text)
    if isinstance(found, list):
        assert found
        assert all(found)
        return
    assert all(sentences(left_out(found)))
    records = to_records(found)
    back = from_records(found, records.competitors, records.tables)
    assert read_trf(write_trf(back)) == back
    assert read_trf(write_trf(found)) == found
