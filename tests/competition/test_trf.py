"""Tournament report files: what is read, what is refused and how, and that nothing is lost on the way."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.records import Competitor, SeatRecord, TableRecord
from competition.texts import ENGLISH
from competition.trf.codes import points_of_a_win, table_codes
from competition.trf.convert import from_records, to_records
from competition.trf.left_out import left_out
from competition.trf.reader import LONGEST_LINE, MOST_BYTES, TrfError, read_trf
from competition.trf.values import BLACK, NO_COLOUR, WHITE, Byes, Cell, Forbidden, Player, TrfReport
from competition.trf.writer import write_trf
from tests.cases import each
from tests.competition.english import sentences
from tests.profiles import examples

DATA = Path(__file__).parent / "data"
FILES = sorted(path.name for path in DATA.glob("*.trf"))
ONE, HALF, NONE = Decimal(1), Decimal("0.5"), Decimal(0)

SMALL = """\
012 Club Night
022 Assur
042 2026/03/01
102 Ea-nasir
112 First Deputy
112 Second Deputy
132                                                                                        26/03/01  26/03/01
142 3
152 W
XXZ 4
XXP 1 3
001    1 m GM Sin, Adad                         2400 IRQ    12345678 1990/01/02  2.0    1     3 w 1     2 b =  0000 - H
001    2   w  Bel, Ana                               IRQ                         1.5    2     4 b +     1 w =
001    3      Nabu                              1500                             0.0    4     1 b 0  0000 - Z
001    4      Ea                                                                 1.0    3     2 w -  0000 - U
013 A team                             1    2
"""


def problems_of(text: str) -> list[str]:
    with pytest.raises(TrfError) as caught:
        read_trf(text)
    return sentences(caught.value.problems)


def test_every_field_is_read_from_its_columns() -> None:
    report = read_trf(SMALL)
    assert report.players[0] == Player(
        1,
        "Sin, Adad",
        (Cell(3, WHITE, "1"), Cell(2, BLACK, "="), Cell(None, NO_COLOUR, "H")),
        Decimal(2),
        1,
        2400,
        "12345678",
        "IRQ",
        "GM",
        "m",
        "1990/01/02",
    )
    assert report.players[1].rating is None
    assert report.players[1].rounds == (Cell(4, BLACK, "+"), Cell(1, WHITE, "="))
    assert (report.name, report.city, report.start, report.arbiter) == ("Club Night", "Assur", "2026/03/01", "Ea-nasir")
    assert report.deputies == ("First Deputy", "Second Deputy")
    assert report.dates == ("26/03/01", "26/03/01")
    assert (report.rounds, report.first_colour, report.absent, report.forbidden) == (
        3,
        WHITE,
        (4,),
        (Forbidden((1, 3)),),
    )
    assert report.others == ("013 A team                             1    2",)


def test_the_written_line_is_that_of_the_standard() -> None:
    """Columns counted by hand after TRF16: number 5-8, sex 10, title 11-13, name 15-47, rating 49-52, country 54-56,
    FIDE number 58-68, birth 70-79, points 81-84, rank 86-89, rounds from 92."""
    line = write_trf(read_trf(SMALL)).split("\r\n")[-6]
    assert line.startswith("001    1 m GM Sin, Adad")
    assert line[3:8] == "    1"
    assert (line[9], line[10:13], line[48:52], line[53:56]) == ("m", " GM", "2400", "IRQ")
    assert (line[57:68], line[69:79], line[80:84], line[85:89]) == ("   12345678", "1990/01/02", " 2.0", "   1")
    assert (line[91:99], line[101:109], line[111:119]) == ("   3 w 1", "   2 b =", "0000 - H")


@each("name", FILES)
def test_published_files_come_back_line_by_line(name: str) -> None:
    text = (DATA / name).read_text()
    report = read_trf(text)
    written = write_trf(report)
    assert read_trf(written) == report

    def players(lines: str) -> list[list[str]]:
        return [line.split() for line in lines.splitlines() if line.startswith("001")]

    assert players(written) == players(text)


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_any_end_of_line_will_do(end: str) -> None:
    assert read_trf(SMALL.replace("\n", end)) == read_trf(SMALL)


@each(
    ("old", "new", "line", "word"),
    [
        ("001    3 ", "001    x ", 14, "starting rank"),
        ("001    3 ", "001    1 ", 14, "already"),
        ("Nabu", "    ", 14, "name"),
        ("1500 ", "15OO ", 14, "rating"),
        (" 0.0 ", " 0,x ", 14, "points"),
        ("     1 b 0", "     1 b 9", 14, "result"),
        ("     1 b 0", "     9 b 0", 14, "no other player"),
        ("     1 b 0", "     3 b 0", 14, "no other player"),
        ("     1 b 0", "     1 w 0", 14, "colours"),
        ("     1 b 0", "     1 b =", 14, "do not match"),
        ("     1 b 0", "    1 b 0 ", 14, "column 92"),
        ("     1 b 0", "     1 - 0", 14, "colour"),
        ("     1 b 0", "     1 -  ", 14, "colour"),
        ("     1 b 0", "     1 x +", 14, "colour"),
        ("     1 b 0", "  0000 - 1", 14, "but no opponent"),
        ("     1 b 0", "     2 b 0", 14, "does not name player 3"),
        ("142 3", "142 many", 8, "number of rounds"),
        ("152 W", "152 X", 9, "first colour"),
        ("XXZ 4", "XXZ four", 10, "starting rank"),
        ("XXZ 4", "240 Z 003", 10, "line 240 needs"),
        ("XXZ 4", "240 X 003 4", 10, "line 240 needs"),
        ("XXZ 4", "240 H 003 four", 10, "starting rank"),
        ("XXZ 4", "240 H 000 4", 10, "the round"),
        ("XXZ 4", "240", 10, "line 240 needs"),
        ("XXZ 4", "260 001 002 1", 10, "line 260 needs"),
        ("XXZ 4", "260 003 002 1 2", 10, "line 260 needs"),
        ("XXZ 4", "260 001 xxx 1 2", 10, "the round"),
        ("012 Club", "012 " + "x" * LONGEST_LINE, 1, "too long"),
    ],
)
def test_a_mistake_is_said_with_its_line(old: str, new: str, line: int, word: str) -> None:
    assert old in SMALL
    problems = problems_of(SMALL.replace(old, new, 1))
    assert any(problem.startswith(f"Line {line}: ") and word in problem for problem in problems)


def test_what_is_no_report_is_refused_in_one_sentence() -> None:
    assert problems_of("") == ["There is no line with a player (001). Is this a tournament report file?"]
    assert problems_of("x" * (MOST_BYTES + 1))[0].startswith("The file is larger")
    crowd = "\n".join(f"001 {number:4}      P{number}" for number in range(1, 1026))
    assert problems_of(crowd) == ["Line 1025: there are more than 1024 players."]
    assert len(problems_of("001 bad\n" * 1000)) == 20


@each("sign", ["\0", "\x1a", "\x93", "\u00ad", "\u200b", "\u202e", "\u2028", "\ufeff"])
def test_what_cannot_be_printed_is_dropped_and_counted(sign: str) -> None:
    """In a name, in a number's columns, at the beginning of a line, and after the last one as DOS ended its files."""
    marked = SMALL.replace("012 Club", f"012 Cl{sign}ub").replace("Bel, Ana  ", f"Be{sign}l, A{sign}na")
    marked = marked.replace("2400 IRQ ", f"2400 IRQ{sign}").replace("142 3", f"{sign}142 3") + sign
    report = read_trf(marked)
    assert report == read_trf(SMALL)
    assert report.unprintable == (1, 8, 12, 13, 13, 17)
    said = [ENGLISH.render(message) for message in left_out(report)]
    assert said[0] == "6 unprintable characters (lines 1, 8, 12, 13, 17)"


def test_a_game_that_goes_on_has_no_result_yet() -> None:
    """Some programs write a star there, as chess notation does."""
    text = SMALL.replace("     3 w 1", "     3 w *").replace("     1 b 0", "     1 b *")
    records = to_records(read_trf(text))
    assert [table.confirmed for table in records.tables if table.round == 1] == [False, True]
    assert read_trf(text) == read_trf(text.replace("*", " "))


COMING = """\
012 Club Night
142 4
001    1      Sin                                                                2.0    1     2 w 1  0000 - U
001    2      Bel                                                                0.0    2     1 b 0
001    3      Nabu                                                               0.0    3     4 w =
001    4      Ea                                                                 0.0    4     3 b =  0000 - Z
"""


@each("code", ["U", "+", "F"])
def test_a_bye_entered_for_the_round_to_come_does_not_make_it_played(code: str) -> None:
    """Two are still to be paired in it, so it is not over, and who has the bye rests."""
    report = read_trf(COMING.replace("- U", f"- {code}"))
    records = to_records(report)
    assert (report.last_round(), records.rounds) == (1, 1)
    assert report.coming_byes() == {1: {2: "F"}, 4: {2: "Z"}}
    assert records.resting == {1, 4}
    assert {seat.competitor for table in records.tables for seat in table.seats if table.round == 2} == set()
    again = from_records(report, records.competitors, records.tables)
    assert read_trf(write_trf(again)).coming_byes() == report.coming_byes()


def test_a_round_with_a_bye_and_nobody_left_to_pair_is_over() -> None:
    text = COMING.replace("1 b 0", "1 b 0  0000 - Z").replace("142 4", "142 4\n240 Z   2    3")
    assert read_trf(text).last_round() == 2
    assert [table.is_bye for table in to_records(read_trf(text)).tables if table.round == 2] == [True]


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("0123456=+-wb \t\u00a0\n\rXPHZ")), max_size=400))
@examples(200)
def test_any_text_is_read_or_refused(text: str) -> None:
    for given_text in (text, SMALL + text, "001    1      " + text):
        with suppress(TrfError):
            read_trf(given_text)


TEXT = st.text(alphabet=st.characters(codec="utf-8", categories=["L", "N", "P"]), max_size=30)
WORD = st.text(alphabet="ABCDEFGHIJ0123456789/", max_size=3)

RANKS = st.lists(st.integers(1, 9999), min_size=2, max_size=5).map(tuple)
ROUNDS = st.tuples(st.integers(1, 999), st.integers(1, 999)).map(sorted)
BYES = st.builds(Byes, st.sampled_from("FHZ"), st.integers(1, 999), RANKS)
ALWAYS = st.builds(Forbidden, RANKS)
SOMETIMES = st.builds(lambda players, rounds: Forbidden(players, *rounds), RANKS, ROUNDS)


@st.composite
def reports(draw: st.DrawFn) -> TrfReport:
    """A report whose rounds fit together."""
    numbers = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=9, unique=True))
    rounds = draw(st.integers(0, 4))
    cells: dict[int, list[Cell | None]] = {number: [] for number in numbers}
    for _ in range(rounds):
        waiting = draw(st.permutations(numbers))
        while waiting:
            if len(waiting) == 1 or draw(st.booleans()):
                code = draw(st.sampled_from("HFUZ+- "))
                cell = Cell(None, NO_COLOUR, code) if code != " " else None
                cells[waiting.pop()].append(cell)
                continue
            white, black = waiting.pop(), waiting.pop()
            codes = draw(st.sampled_from(["10", "01", "==", "+-", "-+", "--", "WL", "DD", "  "]))
            # A forfeit has both colours, one or none.
            has = [codes not in ("+-", "-+", "--") or draw(st.booleans()) for _ in range(2)]
            cells[white].append(Cell(black, WHITE if has[0] else NO_COLOUR, codes[0]))
            cells[black].append(Cell(white, BLACK if has[1] else NO_COLOUR, codes[1]))
    players = []
    for number, row in cells.items():
        while row and row[-1] is None:
            row.pop()
        players.append(
            Player(
                number,
                draw(TEXT.filter(bool)),
                tuple(row),
                Decimal(draw(st.integers(0, 199))) / 2,
                draw(st.none() | st.integers(1, 9999)),
                draw(st.none() | st.integers(1, 9999)),
                draw(st.text("0123456789", max_size=11)),
                draw(WORD),
                draw(WORD),
                draw(st.sampled_from(["", "m", "w"])),
                draw(WORD),
            )
        )
    return TrfReport(
        name=draw(TEXT),
        city=draw(TEXT),
        teams=draw(st.sampled_from(["", "0", "12"])),
        type=draw(TEXT),
        deputies=tuple(draw(st.lists(TEXT, max_size=2))),
        dates=tuple(draw(st.lists(WORD.filter(bool), max_size=3))),
        rounds=draw(st.none() | st.integers(1, 99)),
        first_colour=draw(st.sampled_from(["", WHITE, BLACK])),
        absent=tuple(draw(st.lists(st.sampled_from(numbers), max_size=2))),
        byes=tuple(draw(st.lists(BYES, max_size=3))),
        forbidden=tuple(draw(st.lists(st.one_of(ALWAYS, SOMETIMES), max_size=3))),
        players=tuple(players),
        others=tuple(draw(st.lists(st.sampled_from(["### a comment", "013 Team", "XXC rank black1"]), max_size=2))),
    )


@given(reports())
@examples(100)
def test_what_is_written_is_read_back_as_it_was(report: TrfReport) -> None:
    assert read_trf(write_trf(report)) == report


def test_what_does_not_fit_is_not_written() -> None:
    with pytest.raises(ValueError, match="four columns"):
        write_trf(TrfReport(players=(Player(10000, "Nabu"),)))
    with pytest.raises(ValueError, match="four columns"):
        write_trf(TrfReport(players=(Player(1, "Nabu", points=Decimal(100)),)))
    long = write_trf(TrfReport(players=(Player(1, "Nabu-kudurri-usur of the house of Marduk"),)))
    assert read_trf(long).players[0].name == "Nabu-kudurri-usur of the house of"


def test_a_line_break_in_a_name_cannot_make_a_line() -> None:
    report = read_trf(write_trf(TrfReport(name="A\r\n001    7      Intruder", players=(Player(1, "B\nC"),))))
    assert [player.name for player in report.players] == ["B C"]


def seats(*values: tuple[int, int | None, Decimal | None, bool]) -> tuple[SeatRecord, ...]:
    return tuple(SeatRecord(player, None, place, points, absent) for player, place, points, absent in values)


def test_records_and_report_say_the_same() -> None:
    """All kinds of results of the small file, as tables with the points of the tournament (6 for a win)."""
    records = to_records(read_trf(SMALL), points=(Decimal(6), NONE), bye_points=Decimal(6))
    assert records.competitors[0] == Competitor(1, "Sin, Adad", 1, rating=2400)
    assert (records.resting, records.rounds) == (frozenset({1, 4}), 2)
    assert set(records.tables) == {
        TableRecord(1, seats((1, 1, Decimal(6), False), (3, 2, NONE, False))),
        TableRecord(1, seats((4, 2, NONE, True), (2, 1, Decimal(6), False))),
        TableRecord(2, seats((2, 1, Decimal(3), False), (1, 1, Decimal(3), False))),
        TableRecord(2, seats((4, 1, Decimal(6), False)), is_bye=True),
    }
    back = from_records(
        TrfReport(), records.competitors, records.tables, Decimal(6), ranks={1: 1}, fide_ids={1: "12345678"}
    )
    assert [player.rounds[:2] for player in back.players] == [player.rounds[:2] for player in read_trf(SMALL).players]
    assert back.players[0].points == Decimal("1.5")
    assert (back.players[0].rank, back.players[0].fide_id, back.players[0].rating) == (1, "12345678", 2400)
    assert back.players[2].rounds[1] == Cell(None, NO_COLOUR, "Z")


@each("name", FILES)
def test_published_tournaments_survive_both_ways(name: str) -> None:
    """Blanks and forfeits without an opponent become Z; everything else, and the points, stay."""
    report = read_trf((DATA / name).read_text())
    records = to_records(report)
    back = from_records(TrfReport(), records.competitors, records.tables)
    for before, after in zip(sorted(report.players, key=lambda p: p.number), back.players, strict=True):
        assert after.name == before.name
        for old, new in zip(before.rounds, after.rounds, strict=False):
            assert new == (Cell(None, NO_COLOUR, "Z") if old is None else old)
        assert after.points == before.points


@each(
    ("table", "codes"),
    [
        (TableRecord(1, seats((1, 1, ONE, False), (2, 2, NONE, False))), ("1", "0")),
        (TableRecord(1, seats((1, 2, NONE, False), (2, 1, ONE, False))), ("0", "1")),
        (TableRecord(1, seats((1, 1, HALF, False), (2, 1, HALF, False))), ("=", "=")),
        (TableRecord(1, seats((1, 2, NONE, True), (2, 1, ONE, False))), ("-", "+")),
        (TableRecord(1, seats((1, 1, NONE, True), (2, 1, NONE, True))), ("-", "-")),
        (TableRecord(1, seats((1, None, None, False), (2, None, None, False)), confirmed=False), (" ", " ")),
        (TableRecord(1, seats((1, 1, NONE, False)), is_bye=True), ("U",)),
        (TableRecord(1, seats((1, 1, ONE, False)), is_bye=True, requested=True), ("F",)),
        (TableRecord(1, seats((1, 1, HALF, False)), is_bye=True, requested=True), ("H",)),
        (TableRecord(1, seats((1, 1, NONE, False)), is_bye=True, requested=True), ("Z",)),
    ],
)
def test_codes_of_our_tables(table: TableRecord, codes: tuple[str, ...]) -> None:
    assert table_codes(table, ONE) == codes


def test_what_a_win_is_worth_is_read_off_the_tables() -> None:
    win = TableRecord(1, seats((1, 2, Decimal(2), False), (2, 1, Decimal(6), False)))
    draw = TableRecord(1, seats((1, 1, Decimal(3), False), (2, 1, Decimal(3), False)))
    assert points_of_a_win([draw, win], ONE) == 6
    assert points_of_a_win([draw], ONE) == 6
    assert points_of_a_win([], Decimal(5)) == 5
