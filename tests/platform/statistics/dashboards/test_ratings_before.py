"""The ratings with which people came to a table."""

from __future__ import annotations

from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.tournaments.rating_changes import rate_tournament
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.statistics.dashboards.facts.ratings_before import ratings_before
from tests.platform.contests.ratings.played import play_rounds
from tests.platform.scenario import approved, enter_account, make_event


@pytest.mark.django_db
def test_rated_games_say_what_the_journal_says(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = approved(make_event(4, table_size=2, rounds=3))
    tables = play_rounds(event, 3, Random(1))
    with django_assert_num_queries(2):
        before = ratings_before(table.pk for table in tables)
    assert before == {
        table.pk: {
            entry.player_id: (entry.before, entry.games_before)
            for entry in RatingEntry.objects.filter(rated_game__table=table)
        }
        for table in tables
    }


@pytest.mark.django_db
def test_unrated_games_take_what_was_known_before_them(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first = approved(make_event(3, table_size=3, rounds=1))
    [known] = play_rounds(first, 1, Random(1))
    second = make_event(1, prefix="guest", table_size=4, rounds=1, start=False)
    newcomer = second.players[0].player
    for user in first.players:
        enter_account(second.organiser, second.tournament, user)
    start_tournament(second.organiser, second.tournament)
    [unrated] = play_rounds(second, 1, Random(2))
    after = {entry.player_id: (entry.after, 1) for entry in RatingEntry.objects.filter(rated_game__table=known)}
    with django_assert_num_queries(3):
        assert ratings_before([unrated.pk]) == {unrated.pk: after | {newcomer.pk: (None, 0)}}

    # What was confirmed later is not known before; when this game is rated, the journal says the same.
    RatedGame.objects.filter(table=known).update(played_at=unrated.confirmed_at)
    assert set(ratings_before([unrated.pk])[unrated.pk].values()) == {(None, 0)}
    approved(second)
    rate_tournament(second.refresh())
    assert ratings_before([unrated.pk]) == {unrated.pk: after | {newcomer.pk: (1500, 0)}}


@pytest.mark.django_db
def test_an_open_table_takes_the_ratings_of_today() -> None:
    event = approved(make_event(4, table_size=2, rounds=2))
    play_rounds(event, 1, Random(1))
    table = event.pair().tables.all()[0]
    assert all(games == 1 for _rating, games in ratings_before([table.pk])[table.pk].values())
    assert ratings_before([]) == {}
