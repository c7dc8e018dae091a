"""The rating journal: appended, corrected, taken back, rebuilt, always the same bit for bit."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from competition.ratings.elo import START, k_factor, rate
from competition.ratings.prediction import SYSTEM
from competition.ratings.uncertainty import SPREAD, SkillEstimate, rested
from nabu.contests.matches.models import Seat, Table
from nabu.contests.ratings.models import RatedGame, Rating, RatingEntry
from nabu.contests.ratings.queries import journal, leaderboard
from nabu.contests.ratings.services import ENTRY_NUMBERS, RATING_NUMBERS, outdated_journals, rebuild
from nabu.contests.ratings.tasks import renew_journals
from nabu.contests.results import services
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.rating_changes import rate_tournament, rating_changes
from tests.platform.contests.ratings.played import GAME, play_rounds
from tests.platform.core.schema.last_release import state_of_the_last_release
from tests.platform.scenario import approved, make_event, seats
from tests.profiles import examples

pytestmark = pytest.mark.both_databases


def state() -> list[tuple[object, ...]]:
    """All ratings and entries, floats exactly, without the numbers of rows."""
    ratings = Rating.objects.order_by("player_id").values_list("player_id", *RATING_NUMBERS)
    entries = RatingEntry.objects.order_by("rated_game__table_id", "player_id").values_list(
        "rated_game__table_id", "player_id", *ENTRY_NUMBERS
    )
    return [*ratings, *entries]


@pytest.mark.django_db
def test_the_first_game_is_what_the_formula_says() -> None:
    event = approved(make_event(3, table_size=3))
    [table] = play_rounds(event, 1, Random(1))
    places = [seat.place or 0 for seat in seats(table)]
    changes = rate([START] * 3, places, [k_factor(0)] * 3)
    entries = {entry.player_id: entry for entry in RatingEntry.objects.all()}
    for seat, change in zip(seats(table), changes, strict=True):
        entry = entries[seat.entry.player_id]
        assert (entry.before, entry.after, entry.games_before) == (START, change.after, 0)
        assert entry.after - entry.before == pytest.approx(entry.k / 2 * (entry.actual - entry.expected))
    assert [rating.value for rating in leaderboard(GAME, everybody=True)] == sorted(
        (c.after for c in changes), reverse=True
    )


@pytest.mark.django_db
def test_the_journal_of_a_player_chains() -> None:
    event = approved(make_event(5, table_size=3, rounds=4))
    play_rounds(event, 4, Random(2))
    for user in event.players:
        entries = list(journal(user.player, GAME))[::-1]
        assert [entry.games_before for entry in entries] == list(range(len(entries)))
        assert all(one.after == other.before for one, other in zip(entries, entries[1:], strict=False))
        assert Rating.objects.get(player=user.player).value == entries[-1].after


@pytest.mark.django_db
def test_time_without_a_game_is_in_the_journal() -> None:
    """Games on day 0, on day 100 and, confirmed late, on day 50: what was known is older by 100 days, then by none."""
    event = approved(make_event(2, table_size=2, rounds=3))
    play_rounds(event, 3, Random(5))
    began = timezone.now() - timedelta(days=200)
    for game, day in zip(RatedGame.objects.order_by("sequence"), (0, 100, 50), strict=True):
        RatedGame.objects.filter(pk=game.pk).update(played_at=began + timedelta(days=day, minutes=5))
    assert rebuild(GAME), "the time is part of what is rated"
    first, second, third = list(journal(event.players[0].player, GAME))[::-1]
    assert first.sigma_before == SPREAD
    away = rested(SkillEstimate(first.mu_after, first.sigma_after), 100)
    assert (second.mu_before, second.sigma_before) == (away.mu, away.sigma)
    assert second.sigma_before > first.sigma_after
    assert third.sigma_before == second.sigma_after
    rating = Rating.objects.get(player=event.players[0].player)
    assert (rating.sigma, rating.last_game_at) == (third.sigma_after, began + timedelta(days=100, minutes=5))
    assert rating.estimate == rested(SkillEstimate(rating.mu, rating.sigma), 99)


@pytest.mark.django_db
def test_no_journal_mixes_two_versions_of_the_systems() -> None:
    """After an update the next write, or a worker that finds the journal, replays all of it."""
    event = approved(make_event(4, table_size=2, rounds=3))
    play_rounds(event, 1, Random(6))
    for way in ("a game", "the task"):
        RatingEntry.objects.update(sigma_after=122.0)
        Rating.objects.update(sigma=122.0)
        RatingEntry.objects.update(system=SYSTEM - 1)
        if way == "a game":
            play_rounds(event, 1, Random(7))
        else:
            renew_journals()
        assert outdated_journals() == []
        assert rebuild(GAME) == []
        assert not Rating.objects.filter(sigma=122.0).exists()


@pytest.mark.django_db
def test_a_game_that_the_last_release_appends_later_is_replayed_too() -> None:
    """It goes on beside the new version for a while, or the site goes back to it: it names no version."""
    event = approved(make_event(4, table_size=2, rounds=3))
    play_rounds(event, 2, Random(8))
    assert outdated_journals() == []
    last = RatedGame.objects.latest("sequence")
    rows = list(RatingEntry.objects.filter(rated_game=last).values())
    last.entries.all().delete()
    old_entry = state_of_the_last_release().apps.get_model("ratings.RatingEntry")
    columns = {field.attname for field in old_entry._meta.concrete_fields} - {"id"}
    for row in rows:
        old_entry._base_manager.create(**{column: row[column] for column in columns} | {"sigma_after": 122.0})
    assert outdated_journals() == [GAME]
    play_rounds(event, 1, Random(9))
    assert outdated_journals() == []
    assert rebuild(GAME) == []


class Corrections(TestCase):
    """Properties over whole little tournaments, each in its own transaction."""

    @given(st.integers(0, 10**6), st.integers(3, 6), st.integers(2, 3))
    @examples(5, 28)
    def test_a_correction_equals_a_journal_that_was_right_at_once(self, seed: int, players: int, size: int) -> None:
        rng = Random(seed)
        event = approved(make_event(players, table_size=size, rounds=3))
        tables = play_rounds(event, 3, rng)
        table = rng.choice(tables)
        sequence = RatedGame.objects.get(table=table).sequence
        scores = [rng.randint(20, 40) for _ in seats(table)]
        services.rule_result(event.organiser, table, Ruling(scores, reason="corrected", propagation=Propagation()))
        assert RatedGame.objects.get(table=table).sequence == sequence
        corrected = state()
        RatingEntry.objects.all().delete()
        Rating.objects.all().delete()
        assert rebuild(GAME)
        assert state() == corrected
        assert rebuild(GAME) == []

    @given(st.integers(0, 10**6), st.integers(3, 6))
    @examples(5, 28)
    def test_taking_back_equals_never_having_played(self, seed: int, players: int) -> None:
        rng = Random(seed)
        event = approved(make_event(players, table_size=2, rounds=3))
        *earlier, last = play_rounds(event, 3, rng)
        gone = rng.choice([last, *earlier])
        if gone.round != last.round:
            # Something later stands on it, so it is not taken back; a forfeit is as if it had not been played.
            services.forfeit_seats(event.organiser, gone, [0, 1], "never happened", Propagation())
        else:
            services.reopen_table(event.organiser, gone, "never happened")
        without = state()
        assert not RatingEntry.objects.filter(rated_game__table=gone).exists()
        assert rebuild(GAME) == []
        assert state() == without


@pytest.mark.django_db
def test_taking_the_last_game_back_restores_every_bit() -> None:
    event = approved(make_event(4, table_size=2, rounds=3))
    play_rounds(event, 2, Random(3))
    before = state()
    table = event.pair().tables.all()[0]
    services.rule_result(event.organiser, table, Ruling([60, 50]))
    assert state() != before
    services.reopen_table(event.organiser, table, "wrong table")
    assert state() == before


@pytest.mark.django_db
def test_the_command_finds_a_single_wrong_bit_and_repairs_it(capsys: pytest.CaptureFixture[str]) -> None:
    event = approved(make_event(4))
    play_rounds(event, 1, Random(4))
    call_command("ratings", "rebuild")
    assert "equal bit for bit" in capsys.readouterr().out
    right = state()
    rating = Rating.objects.all()[0]
    rating.value += 2.0**-40
    rating.save()
    with pytest.raises(CommandError, match="differed"):
        call_command("ratings", "rebuild")
    assert state() == right
    call_command("ratings", "rebuild", "--game", GAME)


@pytest.mark.django_db
def test_a_thousand_games_and_more_are_rated_in_one_go() -> None:
    """SQLite refuses to ask for so many rows one by one; the same holds for what approving would do."""
    event = make_event(2, table_size=2, rated=True)
    round_ = event.pair()
    round_.tables.all().delete()
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number, status="confirmed", basis="ruling", confirmed_at=timezone.now())
        for number in range(1, 1102)
    )
    players = list(event.tournament.entries.all())
    Seat.objects.bulk_create(
        Seat(table=table, position=at, entry=entry, score=9 - at, place=1 + at)
        for table in tables
        for at, entry in enumerate(players)
    )
    provisional = rating_changes(event.tournament)
    assert rate_tournament(approved(event).tournament) == 1101
    assert [(each.player, each.after) for each in rating_changes(event.tournament)] == [
        (each.player, each.after) for each in provisional
    ]
