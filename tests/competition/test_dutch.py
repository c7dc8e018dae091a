"""Strict FIDE Dutch: published pairings, and what must hold whatever happens in an event."""

from __future__ import annotations

import logging
from decimal import Decimal
from pathlib import Path
from random import Random

import caissify_pairings
import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.invalid_config import InvalidConfig
from competition.pairing import dutch
from competition.pairing.dutch import pair_dutch
from competition.records import Competitor, RoundInput, SeatRecord, TableRecord, pair_of
from competition.trf.convert import to_records
from competition.trf.reader import read_trf
from competition.trf.values import TrfReport
from tests.profiles import LONG, examples

DATA = Path(__file__).parent / "data"
ONE = Decimal(1)
HALF = Decimal("0.5")


def report_of(name: str) -> TrfReport:
    return read_trf((DATA / name).read_text())


def absent_in(report: TrfReport, number: int) -> frozenset[int]:
    """Who has a bye that was asked for, or nothing at all, in this round."""
    here = set()
    for player in report.players:
        cell = player.rounds[number - 1] if number <= len(player.rounds) else None
        if cell is not None and (cell.opponent is not None or cell.result == "U"):
            here.add(player.number)
    return frozenset({player.number for player in report.players} - here)


@pytest.mark.parametrize("name", ["bbp_10p5r_s42.trf", "bbp_11p5r_s42.trf", "bbp_20p7r_s42.trf", "bbp_40p9r_s42.trf"])
def test_every_round_is_paired_as_bbp_pairings_did_with_the_same_colours(name: str) -> None:
    report = report_of(name)
    records = to_records(report)
    # Each round is paired from the published ones before it. Of the largest event the short profile pairs every third.
    for number in range(records.rounds, 0, -1 if LONG or len(records.competitors) < 40 else -3):
        before = tuple(table for table in records.tables if table.round < number)
        field = RoundInput(records.competitors, before, number, (2,), "lot", resting=absent_in(report, number))
        pairs, bye = pair_dutch(field, ONE, records.rounds)
        now = [table for table in records.tables if table.round == number]
        published = {tuple(seat.competitor for seat in table.seats) for table in now if not table.is_bye}
        if number == 1 and set(pairs) != published:
            # The first colour is drawn by lot: then every table is the other way round.
            pairs = [(black, white) for white, black in pairs]
        assert set(pairs) == published, f"round {number}"
        assert [bye] * (bye is not None) == [
            table.seats[0].competitor for table in now if table.is_bye and not table.requested
        ]


@pytest.mark.parametrize(
    ("name", "number", "absent", "pairs", "bye"),
    [
        # The published answers are those of dutch_2025_C5.output.expected and dutch_2025_C9.output.expected.
        ("bbp_dutch_C5.trf", 3, {4}, {(1, 5), (3, 2)}, 6),
        ("bbp_dutch_C9.trf", 2, set(), {(2, 1), (3, 5)}, 4),
    ],
)
def test_the_bye_follows_the_rules_of_2025(
    name: str, number: int, absent: set[int], pairs: set[tuple[int, int]], bye: int
) -> None:
    """C5: the lowest score gets the bye. C9: among equals, who has missed the fewest games."""
    records = to_records(report_of(name))
    field = RoundInput(records.competitors, records.tables, number, (2,), "lot", resting=frozenset(absent))
    found, resting = pair_dutch(field, ONE, 3)
    assert (set(found), resting) == (pairs, bye)


def competitors(n: int) -> tuple[Competitor, ...]:
    return tuple(Competitor(100 + seed, f"P{seed}", seed, rating=2000 - seed) for seed in range(1, n + 1))


def game(number: int, white: int, black: int, first: int, points: tuple[object, object] = (6, 0)) -> TableRecord:
    """A table whose first seat has place `first`; the other place follows."""
    places = {0: (1, 1), 1: (1, 2), 2: (2, 1)}[first]
    win, loss = (Decimal(str(amount)) for amount in points)
    worth = [(win + loss) / 2 if first == 0 else win if place == 1 else loss for place in places]
    seats = zip((white, black), places, worth, strict=True)
    return TableRecord(number, tuple(SeatRecord(player, None, place, amount) for player, place, amount in seats))


def test_results_count_by_place_whatever_points_the_tournament_gives() -> None:
    """Six for a win, with a bonus for a high loss: the pairing is that of 1 and 0."""
    plain = (game(1, 101, 103, 1, (1, 0)), game(1, 104, 102, 2, (1, 0)))
    house = (game(1, 101, 103, 1, (6, 2)), game(1, 104, 102, 2, (6, 2)))
    answers = [
        pair_dutch(RoundInput(competitors(4), tables, 2, (2,), "lot"), Decimal(bye))
        for tables, bye in ((plain, 1), (house, 6))
    ]
    assert answers[0] == answers[1]
    # The two winners meet; 102 had black and 101 white, so 102 is first now.
    assert set(map(frozenset, answers[0][0])) == {frozenset({101, 102}), frozenset({103, 104})}
    assert (102, 101) in answers[0][0]


def test_the_higher_ranked_of_two_equal_wishes_is_the_one_with_more_points() -> None:
    """Round 2: 101 (a draw) and 104 (a win) both had white and want black; 104 has more points and gets it."""
    tables = (game(1, 101, 103, 0), game(1, 104, 102, 1))
    pairs, _bye = pair_dutch(
        RoundInput(competitors(4), tables, 2, (2,), "lot", forbidden=frozenset({(103, 104)})), Decimal(6)
    )
    assert set(pairs) == {(101, 104), (102, 103)} or set(pairs) == {(101, 104), (103, 102)}


def test_a_forfeit_is_no_meeting_and_gives_no_bye_afterwards() -> None:
    """102 won without a game against 103: they may meet, and the bye goes to somebody else."""
    missed = TableRecord(1, (SeatRecord(103, None, 2, Decimal(0), absent=True), SeatRecord(102, None, 1, Decimal(6))))
    bye = TableRecord(1, (SeatRecord(101, None, 1, Decimal(6)),), is_bye=True)
    pairs, resting = pair_dutch(RoundInput(competitors(3), (missed, bye), 2, (2,), "lot"), Decimal(6))
    assert resting == 103
    assert set(map(frozenset, pairs)) == {frozenset({101, 102})}


def test_who_asked_for_a_bye_without_points_may_still_get_one_by_the_pairing() -> None:
    rested = TableRecord(1, (SeatRecord(105, None, 1, Decimal(0)),), is_bye=True, requested=True)
    tables = (game(1, 101, 102, 0), game(1, 103, 104, 0), rested)
    _pairs, resting = pair_dutch(RoundInput(competitors(5), tables, 2, (2,), "lot"), Decimal(6))
    assert resting == 105


def test_forbidden_pairs_do_not_meet_in_round_1() -> None:
    """Without a ban the upper half meets the lower: 101-103, 102-104."""
    free = RoundInput(competitors(4), (), 1, (2,), "lot")
    assert set(map(frozenset, pair_dutch(free, ONE)[0])) == {frozenset({101, 103}), frozenset({102, 104})}
    banned = RoundInput(competitors(4), (), 1, (2,), "lot", forbidden=frozenset({(101, 103)}))
    assert set(map(frozenset, pair_dutch(banned, ONE)[0])) == {frozenset({101, 104}), frozenset({102, 103})}


def test_no_legal_pairing_is_said_at_once() -> None:
    """Four players have met everybody: there is no fourth round."""
    rounds = [((101, 102), (103, 104)), ((104, 101), (102, 103)), ((101, 103), (104, 102))]
    tables = tuple(game(number, *pair, 0) for number, pairs in enumerate(rounds, start=1) for pair in pairs)
    with pytest.raises(InvalidConfig, match="no legal pairing"):
        pair_dutch(RoundInput(competitors(4), tables, 4, (2,), "lot"), ONE)


def test_top_scorers_may_have_a_third_white_in_the_last_round_only() -> None:
    """101 and 102 won twice with white and want black more than anything; the other two have left."""
    here = tuple(Competitor(c.id, c.name, c.seed, active=c.id < 103, rating=c.rating) for c in competitors(4))
    tables = tuple(
        game(r, *pair, 1)
        for r, pairs in ((1, ((101, 103), (102, 104))), (2, ((101, 104), (102, 103))))
        for pair in pairs
    )
    field = RoundInput(here, tables, 3, (2,), "lot")
    with pytest.raises(InvalidConfig, match="no legal pairing"):
        pair_dutch(field, ONE, 9)
    assert pair_dutch(field, ONE, 3) == ([(102, 101)], None)


def test_too_many_players_and_larger_tables_are_refused() -> None:
    with pytest.raises(InvalidConfig, match="at most 100 players; 101 play"):
        pair_dutch(RoundInput(competitors(101), (), 1, (2,), "lot"), ONE)
    three = TableRecord(1, tuple(SeatRecord(player, None, 1, ONE) for player in (101, 102, 103)))
    with pytest.raises(InvalidConfig, match="two players only"):
        pair_dutch(RoundInput(competitors(3), (three,), 2, (2,), "lot"), ONE)


def test_a_fault_of_the_library_is_a_refusal(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(caissify_pairings, "generate_pairings", broken)
    with caplog.at_level(logging.CRITICAL, logger=dutch.logger.name), pytest.raises(InvalidConfig, match="library"):
        pair_dutch(RoundInput(competitors(4), (), 1, (2,), "lot"), ONE)


def test_an_answer_that_repeats_a_game_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def repeats(*_args: object, **_kwargs: object) -> list[dict[str, int]]:
        return [{"white_id": 101, "black_id": 103}, {"white_id": 102, "black_id": 104}]

    monkeypatch.setattr(caissify_pairings, "generate_pairings", repeats)
    tables = (game(1, 101, 103, 1), game(1, 102, 104, 1))
    with pytest.raises(InvalidConfig, match="no legal pairing"):
        pair_dutch(RoundInput(competitors(4), tables, 2, (2,), "lot"), ONE)


@examples(25)
@given(n=st.integers(2, 14), rounds=st.integers(1, 6), seed=st.integers(0, 2**32))
def test_nobody_meets_twice_rests_twice_or_starts_three_times_running(n: int, rounds: int, seed: int) -> None:
    """Whole events with drops, late entries, byes that were asked for and forfeits, until no pairing is legal."""
    rng = Random(seed)
    everybody = [
        Competitor(c.id, c.name, c.seed, active=rng.random() > 0.1, since=rng.choice([1, 1, 1, 2]), rating=c.rating)
        for c in competitors(n)
    ]
    tables: list[TableRecord] = []
    met: set[tuple[int, int]] = set()
    rested: set[int] = set()
    colours: dict[int, list[str]] = {c.id: [] for c in everybody}
    for number in range(1, rounds + 1):
        resting = frozenset(c.id for c in everybody if rng.random() < 0.1)
        field = RoundInput(tuple(everybody), tuple(tables), number, (2,), f"{seed}", resting=resting)
        playing = {c.id for c in field.active()}
        if not playing and not field.rests():
            return
        try:
            pairs, bye = pair_dutch(field, Decimal(6))
        except InvalidConfig:
            return
        assert sorted([p for pair in pairs for p in pair] + [bye] * (bye is not None)) == sorted(playing)
        assert (bye is not None) == bool(len(playing) % 2)
        assert bye not in rested
        if bye is not None:
            rested.add(bye)
            tables.append(TableRecord(number, (SeatRecord(bye, None, 1, Decimal(6)),), is_bye=True))
        for c in field.rests():
            tables.append(TableRecord(number, (SeatRecord(c.id, None, 1, HALF * 6),), is_bye=True, requested=True))
        for white, black in pairs:
            assert pair_of(white, black) not in met
            if rng.random() < 0.1:
                lost = (SeatRecord(white, None, 2, Decimal(0), absent=True), SeatRecord(black, None, 1, Decimal(6)))
                tables.append(TableRecord(number, lost))
                rested.add(black)
                continue
            met.add(pair_of(white, black))
            for player, colour in ((white, "w"), (black, "b")):
                assert colours[player][-2:] != [colour, colour]
                colours[player].append(colour)
                assert abs(2 * colours[player].count("w") - len(colours[player])) <= 2
            tables.append(game(number, white, black, rng.randint(0, 2)))
