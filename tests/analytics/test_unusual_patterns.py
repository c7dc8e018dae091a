"""Unusual patterns: each kind in a hand-made case that shows it, and in one just below its threshold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from analytics import unusual_patterns as thresholds
from analytics.unusual_patterns import Kind, Pattern, PlayedGame, PlayedSeat, patterns

START = datetime(2026, 3, 1, tzinfo=UTC)


def game(
    *players: int, tournament: int = 1, runners: tuple[int, ...] = (), decided: bool = False, rated: bool = True
) -> PlayedGame:
    """A game of these players, the winner first."""
    seats = tuple(PlayedSeat(player, place) for place, player in enumerate(players, start=1))
    return PlayedGame(tournament, START, seats, frozenset(runners), decided, rated)


def kinds(games: list[PlayedGame]) -> set[Kind]:
    return {one.kind for one in patterns(games)}


def test_an_ordinary_evening_shows_nothing() -> None:
    games = [game(a, b, tournament=a) for a in range(1, 9) for b in range(1, 9) if a != b]
    assert patterns(games) == []
    assert patterns([]) == []


def test_two_who_meet_again_and_again() -> None:
    half = thresholds.MEETINGS // 2
    games = [game(1, 2), game(2, 1)] * half
    assert patterns(games) == [Pattern(Kind.SAME_PLAYERS, thresholds.MEETINGS, thresholds.MEETINGS, (1, 2))]
    assert patterns(games[:-1]) == []
    others = [game(player, other) for player in (1, 2) for other in range(10, 17)]
    assert kinds([*games, *others]) == set(), "both play more against others"
    assert kinds([*games, *others[:7]]) == {Kind.SAME_PLAYERS}, "one of them does not"


def test_unrated_games_are_no_meetings() -> None:
    assert patterns([game(1, 2, rated=False)] * 20) == []


def test_a_one_sided_series_names_the_winner_first() -> None:
    games = [game(2, 1)] * 9 + [game(1, 2)]
    assert Pattern(Kind.ONE_SIDED, 9, 10, (2, 1)) in patterns(games)
    assert Kind.ONE_SIDED not in kinds([*games, game(1, 2)])


def test_shared_places_are_nobodys_lead() -> None:
    shared = PlayedGame(1, START, (PlayedSeat(1, 1), PlayedSeat(2, 1)))
    assert kinds([shared] * 10) == {Kind.SAME_PLAYERS}


def test_organisers_and_directors_among_the_winners() -> None:
    games = [game(1, 10 + number, runners=(1, 2)) for number in range(3)]
    assert patterns(games) == []
    games.append(game(20, 1, runners=(1, 2)))
    assert patterns(games) == [Pattern(Kind.ORGANISER_WINS, 3, 4, (1,))]
    games += [game(30 + number, 1, runners=(1,)) for number in range(2)]
    assert patterns(games) == [], "3 of 6 are fewer than the threshold"
    assert patterns([game(1, 10 + number) for number in range(9)]) == [], "elsewhere than in the own events"


def test_tournaments_decided_without_a_log() -> None:
    games = [game(2 * number, 2 * number + 1, decided=number < 8, rated=number < 5) for number in range(10)]
    assert patterns(games) == [Pattern(Kind.WITHOUT_LOG, 8, 10, tournament=1)]
    assert patterns([*games[1:], game(90, 91)]) == []
    assert patterns(games[: thresholds.GAMES_OF_EVENT - 1]) == []


def test_new_accounts() -> None:
    new, old = START - timedelta(days=2), START - timedelta(days=90)
    seats = (PlayedSeat(1, 1, new), PlayedSeat(2, 2, new), PlayedSeat(3, 3, old), PlayedSeat(4, 4))
    assert patterns([PlayedGame(7, START, seats)]) == [Pattern(Kind.NEW_ACCOUNTS, 2, 3, (1, 2), 7)]
    later = PlayedGame(7, START + timedelta(days=6), seats)
    assert patterns([later]) == [], "they were new before their first game, or not"
    assert patterns([PlayedGame(7, START, (seats[0], seats[2], PlayedSeat(5, 3, old)))]) == []
