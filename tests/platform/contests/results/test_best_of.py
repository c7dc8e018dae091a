"""Matches of several games: the pure rule, and the games that are opened and taken away."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.formats import StageSpec
from nabu.contests.matches.best_of import decide
from nabu.contests.matches.models import Table
from nabu.contests.results import services
from nabu.contests.results.history import services as history
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries import presence
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.queries import tables_of
from nabu.core.errors import Refused
from tests.cases import each
from tests.platform.scenario import Event, log_of, make_event, names, seats, users
from tests.profiles import examples

ANA, BO = 1, 2
ANA_WINS, BO_WINS, DRAWN, NOBODY = {ANA: 1, BO: 2}, {ANA: 2, BO: 1}, {ANA: 1, BO: 1}, {ANA: 2, BO: 2}


@each(
    ("best_of", "games", "wins", "decided", "places"),
    [
        (3, [], (0, 0), False, (1, 1)),
        (3, [ANA_WINS], (1, 0), False, (1, 2)),
        (3, [ANA_WINS, ANA_WINS], (2, 0), True, (1, 2)),
        (3, [ANA_WINS, BO_WINS], (1, 1), False, (1, 1)),
        (3, [ANA_WINS, BO_WINS, BO_WINS], (1, 2), True, (2, 1)),
        (3, [ANA_WINS, DRAWN], (1, 0), False, (1, 2)),
        (3, [ANA_WINS, DRAWN, DRAWN], (1, 0), True, (1, 2)),
        (3, [ANA_WINS, BO_WINS, DRAWN], (1, 1), True, (1, 1)),
        (2, [ANA_WINS, BO_WINS], (1, 1), True, (1, 1)),
        (5, [BO_WINS, BO_WINS, ANA_WINS], (1, 2), False, (2, 1)),
        (5, [BO_WINS, BO_WINS, ANA_WINS, BO_WINS], (1, 3), True, (2, 1)),
        (3, [NOBODY], (0, 0), True, (2, 2)),
        (3, [ANA_WINS, NOBODY], (1, 0), True, (1, 2)),
    ],
)
def test_when_a_match_is_decided(best_of, games, wins, decided, places) -> None:  # type: ignore[no-untyped-def]
    score = decide(best_of, [ANA, BO], games)
    assert (score.wins, score.decided) == ({ANA: wins[0], BO: wins[1]}, decided)
    assert score.places == {ANA: places[0], BO: places[1]}


@examples(60)
@given(st.integers(1, 9), st.lists(st.sampled_from([ANA_WINS, BO_WINS, DRAWN]), max_size=9))
def test_a_match_is_decided_exactly_when_no_rest_of_it_changes_the_winner(best_of: int, games: list[dict]) -> None:  # type: ignore[type-arg]
    games = games[:best_of]
    score = decide(best_of, [ANA, BO], games)
    left = best_of - len(games)
    ends = {
        tuple(sorted(decide(best_of, [ANA, BO], [*games, *[rest] * left]).places.items()))
        for rest in (ANA_WINS, BO_WINS, DRAWN)
    }
    assert score.decided == (len(ends) == 1)
    if score.decided:
        assert ends == {tuple(sorted(score.places.items()))}


CEM = 3


@each(
    ("games", "decided", "places"),
    [
        ([(1, 2, 3), (1, 3, 2)], False, (1, 2, 2)),
        ([(1, 2, 3), (1, 2, 3)], False, (1, 2, 3)),
        ([(1, 2, 3), (2, 1, 3), (3, 1, 2)], True, (2, 1, 3)),
        ([(1, 2, 3), (3, 1, 2), (2, 3, 1)], True, (1, 1, 1)),
        ([(1, 2, 3), (3, 1, 2), (3, 2, 1)], True, (3, 1, 2)),
        ([(1, 1, 3), (1, 2, 3), (3, 2, 1)], True, (1, 3, 2)),
    ],
)
def test_a_match_of_three_goes_by_wins_and_then_by_places(games, decided, places) -> None:  # type: ignore[no-untyped-def]
    people = (ANA, BO, CEM)
    score = decide(3, people, [dict(zip(people, game, strict=True)) for game in games])
    assert (score.decided, tuple(score.places.values())) == (decided, places)


@examples(60)
@given(st.integers(1, 5), st.lists(st.permutations([1, 2, 3]), max_size=5), st.integers(0, 2))
def test_a_match_of_three_is_decided_exactly_when_no_place_can_change(
    best_of: int, played: list[list[int]], left: int
) -> None:
    people, games = (ANA, BO, CEM), [dict(zip((ANA, BO, CEM), game, strict=True)) for game in played]
    left = min(left, best_of)
    games = games[: best_of - left]
    left = best_of - len(games)
    if left > 2:
        return
    rests = product(permutations([1, 2, 3]), repeat=left)
    ends = {
        tuple(decide(best_of, people, [*games, *[dict(zip(people, one, strict=True)) for one in rest]]).places.items())
        for rest in rests
    }
    score = decide(best_of, people, games)
    assert score.decided == (len(ends) == 1)
    if score.decided:
        assert ends == {tuple(score.places.items())}


@examples(60)
@given(st.sampled_from([3, 5]), st.lists(st.permutations([1, 2, 3]), max_size=5), st.integers(1, 2))
def test_a_match_with_somebody_gone_is_decided_exactly_when_no_place_can_change(
    best_of: int, played: list[list[int]], left: int
) -> None:
    """Cem is last in every game to come; of the others one may win it, or miss it and share the last place."""
    people, games = (ANA, BO, CEM), [dict(zip((ANA, BO, CEM), game, strict=True)) for game in played]
    games = games[: best_of - left]
    left = best_of - len(games)
    if left > 2:
        return
    to_come = [(1, 2, 3), (2, 1, 3), (1, 3, 3), (3, 1, 3)]
    ends = {
        tuple(decide(best_of, people, [*games, *[dict(zip(people, one, strict=True)) for one in rest]]).places.items())
        for rest in product(to_come, repeat=left)
    }
    score = decide(best_of, people, games, {CEM})
    assert score.decided == (len(ends) == 1)
    if score.decided:
        assert ends == {tuple(score.places.items())}


@pytest.fixture
def cup(db: None) -> Event:
    return make_event(4, stages=[StageSpec("single_elimination", {"best_of": 3})])


def games(table: Table) -> list[Table]:
    return list(Table.objects.filter(round=table.round_id, number=table.number).order_by("game_number"))


def win(event: Event, table: Table, winner: str, reason: str = "") -> None:
    """The player of this name wins the game at the table."""
    services.rule_result(
        event.organiser, table, Ruling([60 if name == winner else 50 for name in names(table)], None, reason)
    )


def test_the_next_game_is_opened_with_the_other_player_starting(cup: Event) -> None:
    first = cup.pair().tables.order_by("number")[0]
    ana, bo = names(first)
    win(cup, first, ana)
    second = games(first)[1]
    assert names(second) == [bo, ana]
    assert (second.bracket_slot, second.status) == (first.bracket_slot, "open")
    win(cup, second, bo)
    third = games(first)[2]
    assert names(third) == [ana, bo]
    win(cup, third, ana)
    assert len(games(first)) == 3
    record = next(record for record in tables_of(first.round.stage) if record.slot == first.bracket_slot)
    assert [(seat.score, seat.place) for seat in record.seats] == [(2, 1), (1, 2)]
    assert [seat.points for game in games(first) for seat in seats(game)] == [None] * 6


def test_a_match_ends_when_nobody_can_catch_up_and_the_round_with_its_matches(cup: Event) -> None:
    round_ = cup.pair()
    for table in round_.tables.order_by("number"):
        winner = names(table)[0]
        assert Round.objects.get(pk=round_.pk).status == Round.Status.PUBLISHED
        win(cup, table, winner)
        win(cup, games(table)[1], winner)
        assert len(games(table)) == 2
    assert Round.objects.get(pk=round_.pk).status == Round.Status.FINISHED


def test_what_is_taken_back_takes_the_unplayed_game_away(cup: Event) -> None:
    first = cup.pair().tables.order_by("number")[0]
    win(cup, first, names(first)[0])
    services.submit_log(users(first)[0], log_of(games(first)[1])[:80], games(first)[1])
    services.reopen_table(cup.organiser, first, "wrong table")
    assert len(games(first)) == 1
    assert first.round.tables.count() == 2


def test_a_later_game_with_a_result_holds_the_earlier_one(cup: Event) -> None:
    first = cup.pair().tables.order_by("number")[0]
    ana, bo = names(first)
    win(cup, first, ana)
    second = games(first)[1]
    report = services.report_result(users(second)[0], second, [60, 50])
    with pytest.raises(Refused, match="of this match already has a result or"):
        services.reopen_table(cup.organiser, first, "wrong table")
    services.confirm_report(users(second)[1], report)
    win(cup, games(first)[2], bo)
    with pytest.raises(Refused, match="Game 3 of this match"):
        win(cup, first, bo, "typing error")
    services.reopen_table(cup.organiser, games(first)[2], "not played")
    win(cup, first, bo, "typing error")
    assert len(games(first)) == 2, "two wins of Bo decide it"
    win(cup, first, ana, "right after all")
    assert len(games(first)) == 3


def test_a_drawn_game_is_fine_until_it_leaves_the_match_without_a_winner(cup: Event) -> None:
    first = cup.pair().tables.order_by("number")[0]
    ana, bo = names(first)
    services.rule_result(cup.organiser, first, Ruling([50, 50]))
    win(cup, games(first)[1], ana)
    third = games(first)[2]
    with pytest.raises(Refused, match="one player must win"):
        win(cup, third, bo)
    win(cup, third, ana)


def test_nobody_came_ends_the_match_and_nobody_goes_on(cup: Event) -> None:
    tables = list(cup.pair().tables.order_by("number"))
    services.forfeit_seats(cup.organiser, tables[0], [0, 1])
    assert len(games(tables[0])) == 1
    for _number in range(2):
        open_game = games(tables[1])[-1]
        win(cup, open_game, names(tables[1])[0])
    final = cup.pair()
    assert [len(seats(table)) for table in final.tables.all()] == [1]


@pytest.mark.parametrize(
    "stage", [StageSpec("round_robin", {"best_of": 3}), StageSpec("swiss", {"table_size": 2, "best_of": 3})]
)
def test_a_match_that_nobody_came_to_is_worth_nothing(db: None, stage: StageSpec) -> None:
    event = make_event(4, stages=[stage])
    one, other = event.pair().tables.order_by("number")
    services.forfeit_seats(event.organiser, one, [0, 1])
    win(event, other, names(other)[0])
    services.forfeit_seats(event.organiser, games(other)[1], [0, 1])
    records = {record.seats[0].competitor: record for record in tables_of(one.round.stage)}
    nobody, somebody = (records[seats(table)[0].entry_id] for table in (one, other))
    assert [(seat.place, seat.points, seat.absent) for seat in nobody.seats] == [(2, 0, True), (2, 0, True)]
    assert [(seat.place, seat.absent) for seat in somebody.seats] == [(1, False), (2, False)]
    assert (nobody.played, somebody.played) == (False, True)


def test_undoing_a_result_takes_the_next_game_with_it(cup: Event) -> None:
    first = cup.pair().tables.order_by("number")[0]
    win(cup, first, names(first)[0])
    history.undo(cup.organiser, cup.tournament.audit_entries.filter(action="table.ruled").latest("pk"))
    assert [game.status for game in games(first)] == ["open"]


@pytest.fixture
def pods(db: None) -> Event:
    return make_event(3, stages=[StageSpec("single_elimination", {"table_size": 3, "best_of": 3})])


def test_a_match_of_three_goes_round_the_seats_and_ends_after_its_games(pods: Event) -> None:
    first = pods.pair().tables.get()
    one, two, three = names(first)
    win(pods, first, one)
    assert names(games(first)[1]) == [two, three, one]
    win(pods, games(first)[1], one)
    assert names(games(first)[2]) == [three, one, two]
    # The winner is certain; second and third place are still open.
    services.rule_result(pods.organiser, games(first)[2], Ruling([70, 50, 60]))
    record = tables_of(first.round.stage)[0]
    assert (record.confirmed, record.games) == (True, 3)
    assert {seat.competitor: (seat.score, seat.place) for seat in record.seats} == {
        seat.entry_id: result for seat, result in zip(seats(first), [(2, 1), (0, 3), (1, 2)], strict=True)
    }


def test_who_gives_up_stays_away_from_the_games_to_come(pods: Event) -> None:
    first = pods.pair().tables.get()
    one, two, three = names(first)
    presence.drop_entry(pods.organiser, seats(first)[2].entry, give_up=True)
    assert [seat.absent for seat in seats(first)] == [False, False, True]
    services.rule_result(pods.organiser, first, Ruling([60, 50, 0], absent=[2]))
    assert [(seat.entry.player.name, seat.absent) for seat in seats(games(first)[1])] == [
        (two, False),
        (three, True),
        (one, False),
    ]


def test_whoever_gave_up_keeps_no_match_open(pods: Event) -> None:
    """The third game could change no place. It stays so when the player comes back for the next round."""
    first = pods.pair().tables.get()
    gone = seats(first)[2].entry
    winner, *_others = (seat.entry_id for seat in seats(first))
    presence.drop_entry(pods.organiser, gone, give_up=True)
    for game in range(2):
        table = games(first)[game]
        away = [seat.position for seat in seats(table) if seat.absent]
        scores = [0 if seat.absent else 60 if seat.entry_id == winner else 50 for seat in seats(table)]
        services.rule_result(pods.organiser, table, Ruling(scores, absent=away))
    assert len(games(first)) == 2
    (record,) = tables_of(first.round.stage)
    assert record.confirmed
    assert [(seat.score, seat.place, seat.absent) for seat in record.seats] == [
        (2, 1, False),
        (0, 2, False),
        (0, 3, True),
    ]
    assert Round.objects.get(pk=first.round_id).status == Round.Status.FINISHED
    presence.reinstate_entry(pods.organiser, gone)
    assert tables_of(first.round.stage) == [record]


def test_who_gives_up_forfeits_the_whole_match(cup: Event) -> None:
    first = cup.pair().tables.order_by("number")[0]
    presence.drop_entry(cup.organiser, seats(first)[0].entry, give_up=True)
    assert [game.status for game in games(first)] == ["confirmed", "confirmed"]
    record = next(record for record in tables_of(first.round.stage) if record.slot == first.bracket_slot)
    assert [(seat.score, seat.place, seat.absent) for seat in record.seats] == [(0, 2, True), (2, 1, False)]


def test_two_of_three_who_give_up_leave_the_match_to_the_third(pods: Event) -> None:
    first = pods.pair().tables.get()
    for at in (1, 2):
        presence.drop_entry(pods.organiser, seats(first)[at].entry, give_up=True)
    (record,) = tables_of(first.round.stage)
    assert [(seat.place, seat.absent) for seat in record.seats] == [(1, False), (2, True), (2, True)]


def test_who_was_marked_absent_may_drop_out(pods: Event) -> None:
    first = pods.pair().tables.get()
    services.forfeit_seats(pods.organiser, first, [1])
    presence.drop_entry(pods.organiser, seats(first)[1].entry, give_up=True)
    assert [seat.absent for seat in seats(first)] == [False, True, False]


def test_three_of_four_may_give_up_at_a_table_of_which_two_advance(db: None) -> None:
    event = make_event(4, stages=[StageSpec("pod_elimination", {"table_size": 4, "best": 2, "best_of": 3})])
    table = event.pair().tables.get()
    for at in (1, 2, 3):
        presence.drop_entry(event.organiser, seats(table)[at].entry, give_up=True)
    (record,) = tables_of(table.round.stage)
    assert [(seat.place, seat.absent) for seat in record.seats] == [(1, False), (2, True), (2, True), (2, True)]
