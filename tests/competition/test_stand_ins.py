"""Stand-ins fill tables and count for nobody."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from competition.cross_table import by_rounds
from competition.formats import FORMATS as ALL_FORMATS
from competition.formats.league import League
from competition.formats.swiss import Swiss
from competition.records import Competitor, PairedTable, RoundInput, SeatRecord, StandIn, TableRecord
from competition.stand_ins import counted_places, fill, points_of_seats, without_stand_ins
from competition.tie_breaks import TIE_BREAKS, points_sum
from competition.trf.codes import table_codes
from competition.trf.convert import from_records
from competition.trf.values import TrfReport
from tests.cases import each
from tests.competition.english import english
from tests.competition.pairing_events import SIZES, TROUBLE, competitors, days, play
from tests.profiles import examples

SWISS = Swiss()
STANDS_IN, SECOND = 901, 902


def field_of(
    players: int, stand_ins: int = 1, *, forbidden: tuple[tuple[int, int], ...] = (), resting: tuple[int, ...] = ()
) -> RoundInput:
    return RoundInput(
        competitors(players),
        (),
        1,
        SIZES,
        "fill",
        forbidden=frozenset(forbidden),
        resting=frozenset(resting),
        stand_ins=tuple(StandIn(900 + number, f"S{number}") for number in range(1, stand_ins + 1)),
    )


def sizes_of(tables: tuple[PairedTable, ...]) -> list[tuple[int, int]]:
    """Seats and stand-ins at each table, the largest first."""
    return sorted(((len(t.seats), sum(p > 900 for p in t.seats)) for t in tables), reverse=True)


@each(
    ("players", "stand_ins", "table_size", "tables"),
    [
        (11, 1, 4, [(4, 1), (4, 0), (4, 0)]),
        (11, 3, 4, [(4, 1), (4, 0), (4, 0)]),
        (10, 1, 4, [(4, 1), (4, 0), (3, 0)]),
        (10, 2, 4, [(4, 1), (4, 1), (4, 0)]),
        (8, 1, 4, [(4, 0), (4, 0)]),
        (5, 1, 4, [(3, 1), (3, 0)]),
        (5, 2, 4, [(4, 1), (3, 1)]),
        (7, 1, 2, [(2, 1), (2, 0), (2, 0), (2, 0)]),
        (6, 1, 2, [(2, 0), (2, 0), (2, 0)]),
    ],
)
def test_stand_ins_fill_the_free_chairs_of_a_round(
    players: int, stand_ins: int, table_size: int, tables: list[tuple[int, int]]
) -> None:
    config = SWISS.read_config({"table_size": table_size})
    pairing = SWISS.pair(config, field_of(players, stand_ins))
    assert sizes_of(pairing.tables) == tables
    filled = [table for table in pairing.tables if STANDS_IN in table.seats]
    assert all(table.seats[-1] > 900 for table in filled), "a stand-in sits behind those who count"


def test_who_was_needed_least_often_stands_in_first_and_who_has_left_never() -> None:
    field = replace(
        field_of(3), stand_ins=(StandIn(901, "A", 2), StandIn(902, "B", 1), StandIn(903, "C", 0, active=False))
    )
    [table] = fill(field, [PairedTable((101, 102, 103))], 4)
    assert table.seats == (101, 102, 103, 902)


def test_a_forbidden_pair_keeps_a_stand_in_away_and_a_requested_bye_stays_one() -> None:
    field = field_of(4, forbidden=((103, STANDS_IN),), resting=(104,))
    tables = [PairedTable((101, 102, 103)), PairedTable((104,), requested=True)]
    assert fill(field, tables, 4) == tables
    assert fill(replace(field, forbidden=frozenset()), tables, 4)[0].seats == (101, 102, 103, STANDS_IN)


def test_no_stand_in_changes_who_meets_whom() -> None:
    config = SWISS.read_config({"table_size": 4})
    alone = SWISS.pair(config, field_of(11, 0))
    filled = SWISS.pair(config, field_of(11, 2))
    assert [tuple(p for p in table.seats if p < 900) for table in filled.tables] == [t.seats for t in alone.tables]


def test_the_reasons_and_concerns_of_a_round_speak_of_stand_ins() -> None:
    config, field = SWISS.read_config({"table_size": 4}), field_of(7, 2)
    pairing = SWISS.pair(config, field)
    at = next(at for at, table in enumerate(pairing.tables) if STANDS_IN in table.seats)
    said = " ".join(english(sentence) for sentence in pairing.reasons[at].sentences)
    assert "Stand-in, who counts for nobody: S1." in said
    assert SWISS.reasons(config, field, pairing.tables) == list(pairing.reasons)
    assert not [one for one in SWISS.concerns(config, field, pairing.tables) if one.key in ("stand_ins", "not_active")]
    by_hand = [
        PairedTable((101, 102, 103, 104)),
        PairedTable((STANDS_IN,)),
        PairedTable((105, 106, STANDS_IN, SECOND)),
        PairedTable((107,)),
    ]
    found = {(one.key, one.table) for one in SWISS.concerns(config, field, by_hand)}
    assert {("stand_ins", 1), ("stand_ins", 2), ("seated_twice", 1), ("seated_twice", 2)} <= found
    left = replace(field, stand_ins=(StandIn(STANDS_IN, "S1", active=False), StandIn(SECOND, "S2")))
    assert ("not_active", 1) in {(one.key, one.table) for one in SWISS.concerns(config, left, by_hand)}


def test_formats_that_plan_their_tables_have_no_stand_ins() -> None:
    takes = {key for key, fmt in ALL_FORMATS.items() if fmt.no_stand_ins(fmt.read_config({})) is None}
    assert takes == {"swiss", "league"}
    league = League()
    own = league.read_config({"table_size": 2, "rounds": 1, "schedule": "1,1,1,1\n1,1,2,2\n1,2,1,3\n1,2,2,4"})
    assert league.no_stand_ins(own) is not None


@each(
    ("places", "absent", "counted"),
    [
        ([1, 2, 3, 4], (), [1, 2, 3]),
        ([2, 1, 3, 4], (), [1, 2, 3]),
        ([1, 1, 3, 4], (), [1, 2, 3]),
        ([3, 1, 3, 1], (), [2, 2, 1]),
        ([2, 1, 2, 2], (0, 2, 3), [3, 3, 3]),
    ],
)
def test_the_gap_in_the_places_is_closed(places: list[int], absent: tuple[int, ...], counted: list[int]) -> None:
    """The stand-in has the second seat."""
    assert counted_places(places, absent, {1}) == counted


def test_points_are_those_of_the_table_without_the_stand_in() -> None:
    """Places 1, 2 (stand-in), 3, 4 have the 6, 3, 0 of a table of three; alone with a stand-in: a bye, won or lost."""
    config = SWISS.read_config({"bye_points": 5})
    points = partial(points_of_seats, partial(SWISS.points, config), SWISS.bye_points(config))
    assert points([1, 2, 3, 4], (), {1}) == [6, None, 3, 0]
    assert points([1, 2, 3, 4], (3,), {1}) == [6, None, 3, 0]
    assert points([2, 1], (), {1}) == [5, None]
    assert points([1, 2], (), {1}) == [5, None]
    assert points([2, 1], (0,), {1}) == [0, None]
    assert points([1, 2, 3, 4], (), ()) == [6, 4, 2, 0]


def filled_by_chance(table: TableRecord, rng: Random) -> TableRecord:
    """The table with a stand-in at any seat, with any score and any place."""
    if table.requested or len(table.seats) == 4:
        return table
    place = rng.choice([*{seat.place or 1 for seat in table.seats}, len(table.seats) + 1])
    seats = [
        replace(seat, place=seat.place + 1) if seat.place is not None and seat.place >= place else seat
        for seat in table.seats
    ]
    seats.insert(rng.randrange(len(seats) + 1), SeatRecord(STANDS_IN, rng.randrange(120), place))
    return replace(table, seats=tuple(seats), is_bye=False)


@examples(40)
@given(days(9, 4, **TROUBLE))
def test_standings_are_those_of_the_event_without_the_stand_in(day) -> None:  # type: ignore[no-untyped-def]
    """Every tie-break that stages offer reads the same from a round with stand-ins as from one without them."""
    rng = Random(day.seed)
    fields = [field for field, _pairing in play(day)]
    if not fields:
        return
    field = fields[-1]
    filled = [filled_by_chance(table, rng) for table in field.tables]
    counted = [without_stand_ins(table, {STANDS_IN}) for table in filled]
    kept = [table for table in counted if table is not None]
    config = SWISS.read_config({"table_size": day.table_size, "tie_breaks": list(TIE_BREAKS)})
    plain = SWISS.ranking(config, field.competitors, field.tables, "lot")
    for one, other in zip(SWISS.ranking(config, field.competitors, kept, "lot"), plain, strict=True):
        assert (one.place, one.competitor, one.points, one.games, one.wins, one.tie_breaks) == (
            *(other.place, other.competitor, other.points, other.games, other.wins),
            other.tie_breaks,
        )


@given(st.integers(2, 17), st.integers(0, 4), st.sampled_from([2, 3, 4]))
def test_a_stand_in_saves_byes_and_never_sits_beside_another(players: int, stand_ins: int, table_size: int) -> None:
    config = SWISS.read_config({"table_size": table_size})
    tables = SWISS.pair(config, field_of(players, stand_ins)).tables
    at_tables = [[player for player in table.seats if player > 900] for table in tables]
    assert max(map(len, at_tables)) <= 1
    seated = [player for here in at_tables for player in here]
    assert len(set(seated)) == len(seated)
    byes = sum(table.is_bye for table in tables)
    chairs = sum(table_size - len(table.seats) for table in tables)
    assert byes == 0 or len(seated) == stand_ins
    assert (
        not chairs
        or len(seated) == stand_ins
        or all(len(here) for here, t in zip(at_tables, tables, strict=True) if len(t.seats) < table_size)
    )


def test_who_does_not_come_to_a_stand_in_was_not_there() -> None:
    table = TableRecord(1, (SeatRecord(1, 0, 2, Fraction(0), absent=True), SeatRecord(STANDS_IN, 10, 1, None)))
    counted = without_stand_ins(table, {STANDS_IN})
    assert counted is not None
    [line] = SWISS.ranking(SWISS.read_config({}), [Competitor(1, "A", 1)], [counted])
    assert (line.points, line.byes, line.games) == (0, 0, 0)
    assert counted.stand_ins == 1
    assert without_stand_ins(TableRecord(1, (SeatRecord(STANDS_IN),)), {STANDS_IN}) is None


def test_the_sum_of_the_points_says_where_a_stand_in_sat() -> None:
    people = [Competitor(1, "A", 1), Competitor(2, "B", 2), Competitor(3, "C", 3)]
    spare = SeatRecord(STANDS_IN, 60, 2)
    tables = [
        TableRecord(1, (SeatRecord(1, 70, 1, Fraction(6)), spare, SeatRecord(2, 50, 3, Fraction(0)))),
        TableRecord(1, (SeatRecord(3, 70, 1, Fraction(6)), spare)),
    ]
    counted = [table for each in tables if (table := without_stand_ins(each, {STANDS_IN})) is not None]
    notes = {}
    for line in SWISS.ranking(SWISS.read_config({}), people, counted):
        assert line.record is not None
        notes[line.competitor.name] = [english(term.note) for term in points_sum(line.competitor.id, line.record).terms]
    assert notes == {
        "A": ["with a stand-in, who does not count"],
        "B": ["with a stand-in, who does not count"],
        "C": ["played a stand-in: the points of a bye"],
    }


def test_an_open_table_with_a_stand_in_is_no_finished_bye() -> None:
    people = [Competitor(1, "A", 1), Competitor(2, "B", 2), Competitor(3, "C", 3)]
    other = TableRecord(1, (SeatRecord(2), SeatRecord(3)), confirmed=False)
    waiting = without_stand_ins(TableRecord(1, (SeatRecord(1), SeatRecord(STANDS_IN)), confirmed=False), {STANDS_IN})
    assert waiting is not None
    tables = [waiting, other]
    assert table_codes(waiting, 1) == (" ",)
    assert [cell.result for player in from_records(TrfReport(), people, tables).players for cell in player.rounds] == [
        " ",
        " ",
        " ",
    ]
    rows = by_rounds(SWISS.ranking(SWISS.read_config({}), people, tables), tables).rows
    [[cell]] = next(row.cells for row in rows if row.competitor.id == 1)
    assert (cell.is_bye, cell.points, cell.opponents) == (False, None, ())
    done = replace(waiting, confirmed=True)
    assert table_codes(done, 1) == ("U",)
