"""Tie-breaks computed by hand and as published elsewhere, and what must hold for all of them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from competition.records import Competitor, SeatRecord, TableRecord
from competition.standings import ranked, standings
from competition.tie_breaks import TIE_BREAKS, Played, explain
from competition.tie_breaks.registry import fractions_of
from tests.cases import each
from tests.competition.crosstables import made_up, read_players
from tests.competition.english import english, sentences
from tests.profiles import examples


def table(number: int, *seats: tuple[int, int, int, int], games: int = 1) -> TableRecord:
    """A table from (competitor, score, place, points)."""
    return TableRecord(number, tuple(SeatRecord(c, s, p, Decimal(pts)) for c, s, p, pts in seats), games=games)


def people(n: int) -> list[Competitor]:
    return [Competitor(i, f"P{i}", i) for i in range(1, n + 1)]


def bye(number: int, competitor: int, points: int = 6, *, requested: bool = False) -> TableRecord:
    return TableRecord(number, (SeatRecord(competitor, None, 1, Decimal(points)),), is_bye=True, requested=requested)


def value(key: str, competitor: int, played: Played) -> Fraction:
    return fractions_of(TIE_BREAKS[key].ratios([competitor], played))[competitor]


# A table of four and one of three, then the winners meet: 1 beats 2, 3, 4; 5 and 6 share the first place ahead of 7.
POD_DAY = [
    table(1, (1, 40, 1, 6), (2, 30, 2, 4), (3, 20, 3, 2), (4, 10, 4, 0)),
    TableRecord(
        1,
        (
            SeatRecord(5, 25, 1, Decimal("4.5")),
            SeatRecord(6, 25, 1, Decimal("4.5")),
            SeatRecord(7, 0, 3, Decimal(0)),
        ),
    ),
    table(2, (5, 30, 2, 3), (1, 50, 1, 6), (2, 20, 3, 0)),
    table(2, (6, 10, 4, 0), (3, 40, 1, 6), (4, 20, 3, 2), (7, 30, 2, 4)),
]


@each(
    ("key", "competitor", "expected"),
    [
        ("vp_share", 1, Fraction(1, 2) * (Fraction(40, 100) + Fraction(50, 100))),
        ("vp_share", 7, Fraction(1, 2) * Fraction(30, 100)),
        # The averages at the tables: 25, then 100 / 3.
        ("vp_relative", 1, Fraction(1, 2) * (Fraction(40, 25) + Fraction(50, 1) / Fraction(100, 3))),
        ("vp_relative", 7, Fraction(1, 2) * Fraction(30, 25)),
        # 1 met 2 (2 a game), 3 (4), 4 (1), 5 (3¾) and 2 again.
        ("opponents", 1, (2 + 4 + 1 + Fraction(15, 4) + 2) / Fraction(5)),
        ("wins", 5, 1),
        ("wins", 1, 2),
        ("average_place", 5, Fraction(3, 2)),
        ("vp_total", 5, 55),
        # 25 against an average of 12½, then 30 against 35.
        ("vp_margin", 5, Fraction(25, 2) - 5),
        ("games_won", 5, 0),
        ("games_won", 1, 2),
        ("progressive", 1, 6 + 12),
        # The others of a table count with their average: (4 + 8 + 2) / 3, then (7.5 + 4) / 2.
        ("buchholz", 1, Fraction(14, 3) + Fraction(23, 4)),
        ("buchholz_cut1", 1, Fraction(23, 4)),
        ("sonneborn_berger", 1, 6 * (Fraction(14, 3) + Fraction(23, 4))),
        ("sos", 1, Fraction(14, 3) + Fraction(23, 4)),
    ],
)
def test_by_hand_at_tables_of_three_and_four(key: str, competitor: int, expected: Fraction) -> None:
    assert value(key, competitor, Played(people(7), POD_DAY)) == expected


def test_who_has_not_played_has_the_worst_average_place() -> None:
    assert value("average_place", 8, Played(people(8), POD_DAY)) == 5
    assert TIE_BREAKS["average_place"].lower_is_better


def test_shares_are_equal_where_nobody_scored() -> None:
    played = Played(people(2), [table(1, (1, 0, 1, 3), (2, 0, 1, 3))])
    assert (value("vp_share", 1, played), value("vp_relative", 1, played)) == (Fraction(1, 2), 1)


def test_a_table_of_three_is_worth_no_more_than_one_of_four() -> None:
    """P1 makes 0.327 of a table of three, less than the average there; P4 makes 0.306 of a table of four, more."""
    tables = [
        table(1, (2, 68, 1, 6), (1, 65, 2, 3), (3, 66, 2, 3)),
        table(1, (5, 60, 1, 6), (4, 52, 2, 3), (6, 35, 3, 3), (7, 23, 4, 0)),
    ]
    rows = {key: standings(people(7), tables, [key, "lot"], "lot") for key in ("vp_share", "vp_relative")}
    of = {key: {row.competitor.id: row.tie_breaks[key] for row in found} for key, found in rows.items()}
    assert [round(of["vp_share"][number], 3) for number in (1, 4)] == [0.327, 0.306]
    assert [round(of["vp_relative"][number], 3) for number in (1, 4)] == [0.98, 1.224]
    order = {key: [row.competitor.id for row in found if row.competitor.id in (1, 4)] for key, found in rows.items()}
    assert order == {"vp_share": [1, 4], "vp_relative": [4, 1]}
    assert [row.competitor.id for row in standings(people(7), tables) if row.points == 3] == [4, 3, 1, 6], "the default"


@examples(30)
@given(st.integers(2, 14), st.integers(1, 5), st.sampled_from([2, 3, 4]), st.integers(0, 10**6))
def test_the_average_at_every_table_is_one(players: int, rounds: int, size: int, seed: int) -> None:
    competitors, tables = made_up(players, rounds, size, seed)
    played = Played(competitors, tables)
    at: dict[tuple[int, frozenset[int]], list[Fraction]] = {}
    for competitor in competitors:
        found = explain("vp_relative", competitor.id, played)
        assert found is not None
        for line, term in zip(played.games(competitor.id), found.terms, strict=True):
            at.setdefault((line.round, frozenset({competitor.id, *line.others})), []).append(term.value)
    assert all(sum(values) == len(values) == len(sat) for (_round, sat), values in at.items())


def test_direct_encounter_at_larger_tables_compares_places() -> None:
    """1, 2 and 3 end level. At their common tables 1 was ahead of 2 twice, 3 ahead of 1 once and behind 2 once."""
    tables = [
        table(1, (1, 9, 1, 2), (2, 8, 2, 1), (4, 1, 3, 0)),
        table(2, (3, 9, 1, 2), (1, 8, 2, 1), (5, 1, 3, 0)),
        table(3, (2, 9, 1, 2), (3, 8, 2, 1), (6, 1, 3, 0)),
        table(4, (1, 9, 1, 2), (2, 8, 2, 1), (7, 1, 3, 0)),
        table(4, (3, 9, 1, 2), (8, 8, 2, 1), (9, 1, 3, 0)),
        table(5, (2, 9, 1, 1), (5, 8, 2, 0)),
    ]
    rows = {row.competitor.id: row for row in standings(people(9), tables, ["direct_encounter"])}
    assert [rows[number].points for number in (1, 2, 3)] == [5, 5, 5]
    assert [rows[number].place for number in (1, 2, 3)] == [1, 1, 1], "a circle: one point each"


def test_direct_encounter_does_not_decide_what_a_missing_game_could_change() -> None:
    """1 beat 2, but neither met 3: 3 could still be level with 1."""
    tables = [table(1, (1, 9, 1, 6), (2, 8, 2, 0)), bye(1, 3), table(2, (2, 9, 1, 6), (4, 8, 2, 0))]
    level = [row for row in standings(people(4), tables, ["direct_encounter"]) if row.points == 6]
    assert [row.tie_breaks["direct_encounter"] for row in level] == [0, 0, 0]
    met = [*tables, table(3, (1, 9, 1, 0), (3, 1, 2, 0)), table(4, (2, 9, 1, 0), (3, 1, 2, 0))]
    rows = {row.competitor.id: row.tie_breaks for row in standings(people(4), met, ["direct_encounter"])}
    assert [rows[number]["direct_encounter"] for number in (1, 2, 3)] == [2, 1, 0]


def test_direct_encounter_averages_repeated_meetings() -> None:
    """FIDE C.07, 6.1.2: two wins and a loss are no more than one game that was won."""
    tables = [
        table(1, (1, 9, 1, 0), (2, 8, 2, 0)),
        table(2, (1, 9, 1, 0), (2, 8, 2, 0)),
        table(3, (1, 7, 2, 0), (2, 8, 1, 0)),
    ]
    played = Played(people(2), tables)
    found = explain("direct_encounter", 1, played, (1, 2))
    assert found is not None
    assert (found.value, english(found.terms[0].note)) == (1, "2 : 1 between them")


def test_a_game_that_both_forfeited_is_for_neither_in_direct_encounter() -> None:
    """In a round robin it counts as a meeting; there was an advantage for the larger number once."""
    nobody = TableRecord(
        1, tuple(SeatRecord(id_, 0, place, Decimal(0), absent=True) for id_, place in ((1, 1), (2, 2)))
    )
    found = TIE_BREAKS["direct_encounter"].ratios([1, 2], Played(people(2), [nobody], predetermined=True))
    assert fractions_of(found) == {1: 0, 2: 0}


def test_sums_of_opponents_scores_in_go() -> None:
    """Four players, three rounds of a round robin: 1 wins all, 2 two, 3 one. EGF: SOS, then the sum of SOS."""
    tables = [
        table(1, (1, 1, 1, 1), (2, 0, 2, 0)),
        table(1, (3, 1, 1, 1), (4, 0, 2, 0)),
        table(2, (1, 1, 1, 1), (3, 0, 2, 0)),
        table(2, (2, 1, 1, 1), (4, 0, 2, 0)),
        table(3, (1, 1, 1, 1), (4, 0, 2, 0)),
        table(3, (2, 1, 1, 1), (3, 0, 2, 0)),
    ]
    played = Played(people(4), tables)
    assert [value("sos", number, played) for number in range(1, 5)] == [3, 4, 5, 6]
    assert [value("sosos", number, played) for number in range(1, 5)] == [15, 14, 13, 12]


def test_a_round_without_an_opponent_adds_nothing_in_go() -> None:
    """EGF tournament system rules: in a Swiss 0 is added."""
    played = Played(
        people(3), [table(1, (1, 1, 1, 1), (2, 0, 2, 0)), bye(1, 3, 1), table(2, (1, 1, 1, 1), (3, 0, 2, 0))]
    )
    assert value("sos", 3, played) == 2


def record(first: int, wins: int, losses: int, draws: int, other: int) -> list[TableRecord]:
    """Matches of `first` against `other` with this record, in rounds of their own."""
    results = [(1, 2)] * wins + [(2, 1)] * losses + [(1, 1)] * draws
    return [
        table(100 * first + index, (first, 0, mine, 0), (other, 0, his, 0)) for index, (mine, his) in enumerate(results)
    ]


def test_the_example_of_the_magic_rules() -> None:
    """Magic Tournament Rules, appendix C: opponents with these records, win-loss-draw, are worth 0.62 together."""
    records = [(4, 4, 0), (7, 1, 0), (1, 3, 1), (3, 3, 1), (6, 2, 0), (5, 2, 1), (4, 3, 1), (6, 1, 1)]
    tables = []
    for index, (wins, losses, draws) in enumerate(records, start=2):
        # One of the matches is the one against player 1, who wins six and loses two.
        won = index < 8
        tables.append(table(index, (1, 0, 1 if won else 2, 0), (index, 0, 2 if won else 1, 0)))
        tables += record(index, wins - (not won), losses - won, draws, 20)
    played = Played(people(20), tables)
    assert round(float(value("omw", 1, played)), 2) == 0.62
    found = explain("omw", 1, played)
    assert found is not None
    assert [round(float(term.value), 2) for term in found.terms] == [0.5, 0.88, 0.33, 0.48, 0.75, 0.67, 0.54, 0.79]
    assert [english(term.note) for term in found.terms if term.note] == ["raised to 0.33"]


def test_game_points_of_the_magic_rules() -> None:
    """A match won 2-0-1 is 7 game points of 9 possible; 1-2 is 3 of 9; a bye was won 2-0 and is no opponent."""
    tables = [
        table(1, (1, 2, 1, 6), (2, 0, 2, 0), games=3),
        bye(1, 3),
        table(2, (1, 1, 2, 0), (3, 2, 1, 6), games=3),
    ]
    played = Played(people(3), tables)
    assert value("gw", 1, played) == Fraction(7 + 3, 18)
    assert value("gw", 2, played) == Fraction(33, 100), "1 of 9 is raised"
    assert value("gw", 3, played) == Fraction(6 + 6, 15)
    assert value("omw", 3, played) == Fraction(1, 2), "the bye is no opponent"
    assert value("ogw", 3, played) == Fraction(10, 18)


def test_ratings_leave_out_who_has_none() -> None:
    competitors = [Competitor(1, "A", 1), Competitor(2, "B", 2, rating=1500), Competitor(3, "C", 3, rating=1601)]
    competitors.append(Competitor(4, "D", 4))
    tables = [table(number, (1, 9, 1, 6), (number, 1, 2, 0)) for number in (2, 3, 4)]
    played = Played(competitors, tables)
    assert value("average_rating_opponents", 1, played) == 1551, "1550.5 is rounded up"
    assert value("tpr", 1, played) == 1551 + 800
    assert value("ptp", 1, played) == 1601 + 736
    assert value("tpr", 4, played) == 0, "no rated opponent"


def test_the_share_of_points_is_rounded_up_at_a_half() -> None:
    """Half a point in four games is 12.5 %, read as 13 %: 322 below the average of 2125."""
    ratings = [2000, 2150, 2100, 2050, 2200]
    competitors = [Competitor(number, "", number, rating=rating) for number, rating in enumerate(ratings, start=1)]
    tables = [table(number, (1, 0, 2, 0), (number, 1, 1, 1)) for number in (2, 3, 4)]
    tables.append(table(5, (1, 1, 1, 0), (5, 1, 1, 0)))
    assert value("tpr", 1, Played(competitors, tables)) == 1803


def test_the_lot_can_be_drawn_again_by_anybody() -> None:
    digest = hashlib.sha256(b"spring cup/standings/7").digest()
    expected = Fraction(int.from_bytes(digest[:8], "big"), 1 << 64)
    assert value("lot", 7, Played(people(7), [], "spring cup")) == expected


def test_the_better_seed_is_ahead() -> None:
    assert [row.competitor.id for row in standings(people(3)[::-1], [], ["seed"])] == [1, 2, 3]


def test_a_no_show_is_no_game() -> None:
    """At a table of three two came: they met each other only, and whoever stayed away lost by forfeit."""
    seats = (
        SeatRecord(1, 60, 1, Decimal(6)),
        SeatRecord(2, 40, 2, Decimal(3)),
        SeatRecord(3, 0, 3, Decimal(0), absent=True),
    )
    rows = {row.competitor.id: row for row in standings(people(3), [TableRecord(1, seats)], ["vp_share", "opponents"])}
    assert [rows[number].games for number in (1, 2, 3)] == [1, 1, 0]
    assert [rows[number].tie_breaks["opponents"] for number in (1, 2, 3)] == [3, 6, 0]
    assert rows[1].tie_breaks["vp_share"] == 0.6


@examples(30)
@given(st.integers(2, 14), st.integers(1, 6), st.sampled_from([2, 3, 4]), st.integers(0, 10**6))
def test_the_shown_terms_always_give_the_value(players: int, rounds: int, size: int, seed: int) -> None:
    competitors, tables = made_up(players, rounds, size, seed)
    played = Played(competitors, tables, "lot", predetermined=seed % 2 == 0)
    rows = ranked(played, list(TIE_BREAKS))
    for row in rows:
        for key, chosen in TIE_BREAKS.items():
            found = explain(key, row.competitor.id, played, row.level.get(key, ()))
            assert (found is None) == (key not in row.tie_breaks), key
            if found is None:
                continue
            total = sum((term.value for term in found.terms if term.used), Fraction(0))
            assert total / found.divisor + found.rounding == found.value, key
            assert float(found.value) == row.tie_breaks[key], key
            if chosen.at_once is not None:
                at_once = fractions_of(chosen.at_once([row.competitor.id], played))
                assert at_once == {row.competitor.id: found.value}, key


@examples(30)
@given(st.integers(2, 14), st.integers(1, 6), st.sampled_from([2, 4]), st.integers(0, 10**6))
def test_cutting_never_adds(players: int, rounds: int, size: int, seed: int) -> None:
    played = Played(*made_up(players, rounds, size, seed))
    family = ("buchholz", "buchholz_cut1", "median_buchholz1")
    for number in played.competitors:
        values = [value(key, number, played) for key in family]
        assert values == sorted(values, reverse=True)
        assert value("buchholz_cut2", number, played) >= value("median_buchholz2", number, played) >= 0


@examples(30)
@given(st.integers(3, 14), st.integers(1, 5), st.sampled_from([2, 3, 4]), st.integers(0, 10**6))
def test_byes_change_no_opponents_average(players: int, rounds: int, size: int, seed: int) -> None:
    competitors, tables = made_up(players, rounds, size, seed)
    without = [record for record in tables if not record.is_bye]
    for key in ("opponents", "vp_share", "vp_relative", "average_place", "omw"):
        with_byes, no_byes = Played(competitors, tables), Played(competitors, without)
        ids = [competitor.id for competitor in competitors]
        with_them, without_them = (fractions_of(TIE_BREAKS[key].ratios(ids, each)) for each in (with_byes, no_byes))
        assert with_them == without_them


@examples(30)
@given(st.integers(4, 14), st.integers(2, 5), st.sampled_from([2, 3, 4]), st.integers(0, 10**6))
def test_one_changed_result_reaches_only_who_sat_there_or_met_them(n: int, rounds: int, size: int, seed: int) -> None:
    """The share changes at the table; the opponents' average also for those who met somebody of it."""
    competitors, tables = made_up(n, rounds, size, seed, holes=False)
    index = next(number for number, one in enumerate(tables) if not one.is_bye)
    seats = [replace(seat, score=9 + number) for number, seat in enumerate(tables[index].seats)]
    points = sorted((seat.points for seat in seats if seat.points is not None), reverse=True)
    changed = [
        *tables[:index],
        replace(tables[index], seats=tuple(replace(s, points=p) for s, p in zip(seats, points[::-1], strict=True))),
        *tables[index + 1 :],
    ]
    before, after = Played(competitors, tables), Played(competitors, changed)
    there = {seat.competitor for seat in seats}
    for competitor in competitors:
        met = {other for line in before.lines[competitor.id] for other in line.others}
        if competitor.id not in there:
            assert value("vp_share", competitor.id, before) == value("vp_share", competitor.id, after)
            if not met & there:
                assert value("opponents", competitor.id, before) == value("opponents", competitor.id, after)


@examples(30)
@given(st.integers(2, 10), st.integers(1, 5), st.integers(0, 10**6))
def test_direct_encounter_only_speaks_where_it_may(players: int, rounds: int, seed: int) -> None:
    """If somebody is placed ahead in a group where games are missing, the group's first is safe from all of them."""
    played = Played(*made_up(players, rounds, 2, seed, holes=False))
    for row in ranked(played, ["direct_encounter"]):
        level = row.level.get("direct_encounter", ())
        if not level or row.tie_breaks["direct_encounter"] < len(level) - 1:
            continue
        met = {other for line in played.games(row.competitor.id) for other in line.others}
        duels = explain("direct_encounter", row.competitor.id, played, level)
        assert duels is not None
        assert met & set(level), "who met nobody of the others is not first among them"


def test_every_tie_break_is_fully_described() -> None:
    codes = [chosen.code for chosen in TIE_BREAKS.values()]
    assert len(set(codes)) == len(codes)
    for key, chosen in TIE_BREAKS.items():
        assert chosen.key == key
        assert all((chosen.code, *sentences((chosen.name, chosen.version, chosen.definition))))
        assert (chosen.parts is None) != (chosen.of_group is None)


def test_the_chess_example_in_the_docs() -> None:
    """A requested bye in the middle and one at the end, a withdrawal and a forfeit, by the rules of March 2026."""
    players = [
        {"name": "Ana", "rating": 2000, "rounds": ["2 w 1", "H", "3 w 1"]},
        {"name": "Ben", "rating": 1900, "rounds": ["1 b 0", "3 w 1", "H"]},
        {"name": "Cid", "rating": 1800, "rounds": ["U", "2 b 0", "1 b 0"]},
    ]
    played = Played(*read_players(players))
    # Ben's bye in the last round is a draw for his opponents: it was half a point anyway. Ana: Ben 1.5, the dummy
    # min(2.5, 3 draws), Cid 1.
    assert value("buchholz", 1, played) == Fraction("1.5") + Fraction("1.5") + 1
    assert value("buchholz_cut1", 1, played) == Fraction("1.5") + 1, "the bye that was asked for is cut first"
    # Ben: Ana 2.5, Cid 1, the dummy min(1.5, 1.5).
    assert value("sonneborn_berger", 2, played) == 0 + 1 + Fraction(1, 2) * Fraction("1.5")
