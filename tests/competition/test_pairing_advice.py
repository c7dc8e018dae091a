"""What is said about a round: reasons with costs and the next best, concerns, forecasts, numbers of tables."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import example, given

from competition.formats.swiss import Swiss
from competition.pairing.concerns import concerns
from competition.pairing.forecast import forecast, rounds_for_one_winner, rounds_without_repeats
from competition.pairing.seats import number_tables
from competition.records import SERIOUS, WARNING, Competitor, PairedTable, RoundInput, SeatRecord, TableRecord
from tests.cases import each
from tests.competition.english import english, sentences
from tests.competition.pairing_events import FORMATS, SIZES, TROUBLE, Day, competitors, days, play
from tests.profiles import examples

SWISS = Swiss()
TWO = SWISS.read_config({"table_size": 2})


def game(number: int, winner: int, loser: int) -> TableRecord:
    return TableRecord(number, (SeatRecord(winner, 50, 1, Decimal(6)), SeatRecord(loser, 20, 2, Decimal(0))))


def bye(number: int, player: int) -> TableRecord:
    return TableRecord(number, (SeatRecord(player, None, 1, Decimal(6)),), is_bye=True)


def second_round(*people: Competitor, **more: object) -> RoundInput:
    """Four players after one round: 101 beat 102, 103 beat 104."""
    return RoundInput(
        people or competitors(4),
        (game(1, 101, 102), game(1, 103, 104)),
        2,
        SIZES,
        "x",
        **more,  # type: ignore[arg-type]
    )


def tables(*seats: tuple[int, ...]) -> list[PairedTable]:
    return [PairedTable(table) for table in seats]


def test_reasons_of_the_proposal_name_points_starts_and_the_next_best() -> None:
    field = second_round()
    pairing = SWISS.pair(TWO, field)
    assert {frozenset(table.seats) for table in pairing.tables} == {frozenset({101, 103}), frozenset({102, 104})}
    top = pairing.reasons[0]
    assert english(top.sentences[0]) == "Everybody has 6 points."
    assert "starts (games started before:" in english(top.sentences[1])
    assert english(top.alternative).startswith("Next best: ")
    assert english(top.alternative).endswith("it would cost greater differences of points.")


def test_reasons_of_tables_changed_by_hand_say_what_is_better() -> None:
    again = SWISS.reasons(TWO, second_round(), tables((101, 102), (103, 104)))[0]
    assert "P1 with 6 points floats down to P2 with 0." in sentences(again.sentences)
    assert "P1 and P2 have met before." in sentences(again.sentences)
    terms = {term.key: term for term in again.terms}
    assert terms["rematch"].cost == 1
    assert english(terms["rematch"].text) == "P1 and P2 have met before."
    assert english(terms["score_gap"].text) == "They are 6 points apart."
    assert english(again.alternative).startswith("Better: ")
    assert english(again.alternative).endswith("it would save one repeated meeting.")


def test_reasons_of_a_bye_name_the_next_candidate() -> None:
    field = RoundInput(competitors(3), (game(1, 101, 102), bye(1, 103)), 2, SIZES, "x")
    pairing = SWISS.pair(TWO, field)
    (table,) = [table for table in pairing.tables if table.is_bye]
    reason = pairing.reasons[pairing.tables.index(table)]
    assert table.seats == (102,)
    assert "Bye: P2 with 0 points. Byes before this one: 0." in sentences(reason.sentences)
    assert "a bye for P1" in english(reason.alternative)
    assert english(reason.alternative).endswith("it would cost a bye for a player with more points.")


def test_a_bye_asked_for_is_said_to_be_one() -> None:
    field = second_round(resting=frozenset({104}))
    pairing = SWISS.pair(TWO, field)
    assert sentences(pairing.reasons[-1].sentences) == ["P4 requested a bye in this round."]
    assert pairing.tables[-1].requested


@given(days(11, 6, **TROUBLE))
@examples(15)
@example(Day(11, 2, 2, 0, late=2)).via("a floater among equal points")
def test_no_single_swap_improves_small_rounds_of_two_and_every_cost_has_a_sentence(day: Day) -> None:
    for _field, pairing in play(replace(day, table_size=2, forbidden=0)):
        for reason in pairing.reasons:
            assert not english(reason.alternative).startswith("Better")
            assert all(english(term.text) and english(term.label) and term.cost > 0 for term in reason.terms)


def keys(field: RoundInput, *seats: tuple[int, ...], size: int = 2, win: int = 6) -> list[str]:
    return [concern.key for concern in concerns(field, tables(*seats), size, win=win)]


def test_a_clean_round_has_no_concern() -> None:
    assert keys(second_round(), (101, 103), (102, 104)) == ["third_start"] * 0


@each(
    ("field", "seats", "expected"),
    [
        (second_round(), [(101, 102), (103, 104)], ["rematch", "rematch"]),
        (second_round(), [(101, 103)], ["missing_player", "missing_player"]),
        (second_round(), [(101, 103), (101, 104), (102,)], ["seated_twice"] * 2),
        (second_round(forbidden=frozenset({(101, 103)})), [(101, 103), (102, 104)], ["forbidden"]),
        (second_round(discouraged=frozenset({(102, 104)})), [(101, 103), (102, 104)], ["discouraged"]),
        (second_round(resting=frozenset({104})), [(101, 103), (102, 104)], ["not_active"]),
        (second_round(*(replace(c, club="Ur") for c in competitors(4))), [(101, 103), (104, 102)], []),
        (
            second_round(*(replace(c, active=c.seed < 4) for c in competitors(4))),
            [(101, 103), (102, 104)],
            ["not_active"],
        ),
        (
            second_round(*(replace(c, since=c.seed, active=c.seed < 3) for c in competitors(4))),
            [(101, 102)],
            ["rematch"],
        ),
    ],
)
def test_concerns_by_key(field: RoundInput, seats: list[tuple[int, ...]], expected: list[str]) -> None:
    assert keys(field, *seats) == expected


def test_a_second_bye_is_serious_only_while_others_have_had_fewer() -> None:
    field = RoundInput(competitors(3), (game(1, 101, 102), bye(1, 103)), 2, SIZES, "x")
    (found,) = concerns(field, tables((101, 102), (103,)), 2, rematches=False)
    assert (found.key, found.level, found.table) == ("second_bye", SERIOUS, 1)
    everybody = (game(1, 101, 102), bye(1, 103), game(2, 101, 103), bye(2, 102), game(3, 102, 103), bye(3, 101))
    (found,) = concerns(replace(field, tables=everybody, round=4), tables((102, 101), (103,)), 2, rematches=False)
    assert (found.key, found.level) == ("second_bye", WARNING)


def test_the_third_time_on_the_same_seat_and_the_third_start() -> None:
    """101 has started twice against 102 and 103, and 102 had the second seat twice."""
    field = RoundInput(competitors(4), (game(1, 101, 102), game(2, 103, 102), game(2, 101, 104)), 3, SIZES, "x")
    assert keys(field, (101, 103), (104, 102), win=0) == ["third_start", "third_start"]
    pod = TableRecord(1, tuple(SeatRecord(player, 10, 1, Decimal(3)) for player in (101, 102, 103, 104)))
    field = RoundInput(competitors(4), (pod, replace(pod, round=2)), 3, SIZES, "x")
    found = concerns(field, tables((101, 102, 103, 104)), 4, rematches=False)
    assert [english(concern.text) for concern in found] == [
        "P1 starts for at least the third time; never started: P2, P3 and P4."
    ]


def test_a_short_table_again_and_a_large_difference_of_points() -> None:
    three = TableRecord(1, tuple(SeatRecord(p, 10, 1, Decimal(x)) for p, x in ((101, 20), (102, 0), (103, 0))))
    field = RoundInput(competitors(3), (three,), 2, SIZES, "x")
    found = concerns(field, tables((102, 101, 103)), 4, win=6, rematches=False)
    assert [concern.key for concern in found] == ["short_again", "score_gap"]


def test_fixed_tables_are_kept_and_the_others_fill_the_rest() -> None:
    people = [replace(c, fixed_table={1: 3, 6: 9}.get(c.seed)) for c in competitors(8)]
    numbered = number_tables(tables((101, 105), (102, 106), (103, 107), (104, 108)), people)
    assert [table.number for table in numbered] == [3, 9, 1, 2]
    assert not concerns(RoundInput(tuple(people), (), 1, SIZES, "x"), numbered, 2)


def test_two_fixed_tables_at_one_table_are_a_concern() -> None:
    people = [replace(c, fixed_table={1: 3, 2: 4}.get(c.seed)) for c in competitors(2)]
    numbered = number_tables(tables((101, 102)), people)
    assert numbered[0].number == 3
    (found,) = concerns(RoundInput(tuple(people), (), 1, SIZES, "x"), numbered, 2)
    assert (found.key, english(found.text)) == (
        "fixed_table",
        "P2 needs table 4 but meets P1, who needs table 3: they sit at table 3.",
    )


def test_without_fixed_tables_nothing_is_numbered() -> None:
    assert number_tables(tables((101, 102), (103,)), competitors(3)) == tables((101, 102), (103,))


@each(
    ("players", "size", "rounds"),
    [(16, 4, 5), (17, 4, 6), (8, 2, 7), (7, 2, 7), (9, 3, 4), (4, 4, 1), (1, 4, 0)],
)
def test_rounds_without_repeats(players: int, size: int, rounds: int) -> None:
    """17 at tables of 4: two tables of 4 and three of 3 have 21 of the 136 possible meetings, so 6 rounds at most."""
    assert rounds_without_repeats(players, size, SIZES) == rounds


@each(("players", "size", "rounds"), [(1, 2, 0), (2, 2, 1), (8, 2, 3), (9, 2, 4), (64, 4, 3), (17, 4, 3)])
def test_rounds_for_one_winner(players: int, size: int, rounds: int) -> None:
    assert rounds_for_one_winner(players, size) == rounds


def test_the_forecast_of_seventeen_players_in_nine_rounds_of_four() -> None:
    found = {concern.key: concern for concern in SWISS.forecast(SWISS.read_config({"rounds": 9}), 17, SIZES)}
    assert found["rematch"].level == WARNING
    assert "17 players in 9 rounds cannot avoid repeated meetings" in english(found["rematch"].text)
    assert "at most 6 rounds" in english(found["rematch"].text)
    assert english(found["short_again"].text) == "Every round has 3 short tables. A player must sit at one 5 times."
    assert english(found["rematch_count"].text) == "At least 53 of the 189 meetings are repeats."
    assert set(found) == {"rematch", "rematch_count", "short_again"}


def test_the_forecast_of_byes_winners_and_forbidden_pairs() -> None:
    found = {concern.key: english(concern.text) for concern in forecast(9, 3, 2, SIZES, forbidden=2)}
    assert found["second_bye"] == "1 bye in every round."
    assert found["winner"].endswith("one winner takes 4 rounds.")
    assert found["forbidden"].startswith("2 pairs must not meet")
    assert [concern.key for concern in forecast(1, 3, 2, SIZES)] == ["too_few"]


@given(days(13, 9))
@examples(20)
def test_an_event_repeats_a_meeting_where_the_forecast_says_that_it_must(day: Day) -> None:
    fmt = FORMATS[day.key]
    told = {
        c.key for c in fmt.forecast(fmt.read_config({"table_size": day.table_size, "rounds": day.rounds}), day.n, SIZES)
    }
    again = any("repeated meeting" in note for _field, pairing in play(day) for note in sentences(pairing.notes))
    assert again or "rematch" not in told
