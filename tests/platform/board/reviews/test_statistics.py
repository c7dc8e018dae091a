"""One player's reviewed games: whose they are, beside whom, and where they are shown."""

from __future__ import annotations

import csv
from io import StringIO
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from analytics.review_stats import OTHERS
from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.board.reviews.games import reviewed_tables
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.player.records import REVIEW_COLUMNS
from nabu.board.reviews.player.statistics import ReviewStatistics
from nabu.board.reviews.queries import game_lines
from nabu.contests.matches.models import GameLog, Seat, Table
from nabu.contests.ratings.models import Rating
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.people.claims.merging import merge_players
from nabu.people.profiles.privacy.deletion import delete_person
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account
from tests.platform.statistics.dashboards.proven import proven_event

GAME = GAMES["babylonia"]


def reviewed_event() -> Event:
    """Two rounds of four games of two, all of them reviewed."""
    made = proven_event(players=8, rounds=2, table_size=2)
    for table in Table.objects.filter(log__isnull=False):
        store_review(table.log)
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(reviewed_event, "event")


def statistics(event: Event, number: int = 0) -> ReviewStatistics:
    return ReviewStatistics(event.players[number].player, GAME)


def test_a_game_is_told_from_the_players_own_seat(event: Event) -> None:
    found = statistics(event)
    assert found.verified == len(found.games) == 2
    for game in found.games:
        seat = Seat.objects.get(table=game.game_id, entry__player=found.player)
        told = GameReview.objects.get(log__table=game.game_id).summary["seats"][seat.position]
        assert (game.accuracy, game.lost, game.costly) == (told["accuracy"], told["lost"], told["costly"])
        assert game.sources[OTHERS] == told["others"]
        assert game.sources.keys() - {OTHERS} == told["sources"].keys()
        luck = GameReview.objects.get(log__table=game.game_id).summary["luck"][seat.position]
        assert game.luck is not None
        assert (game.luck.margin, game.luck.luck, game.luck.own) == (luck["margin"], luck["luck"], luck["own"])


def test_where_no_luck_is_told_page_csv_and_api_leave_it_out_and_say_why(event: Event, client: Client) -> None:
    for review in GameReview.objects.all():
        GameReview.objects.filter(pk=review.pk).update(summary={**review.summary, "luck": None})
    player, tournament = event.players[0].player, Tournament.objects.get()
    assert statistics(event).luck is None
    with patch("engine.luck.measured.TOLD", frozenset()):
        page = client.get(reverse("players:reviews", args=[player.pk, "babylonia"]))
    assert "No luck is told in Babylonia" in page.content.decode()
    assert "luck-title" not in page.content.decode()
    rows = client.get(reverse("players:reviews_csv", args=[player.pk, "babylonia", "games"])).content.decode()
    assert [row["luck"] for row in csv.DictReader(StringIO(rows))] == ["", ""]
    answer = client.get(f"/api/v1/players/{player.pk}/reviews/babylonia/").json()
    assert (answer["luck"], answer["games"][0]["luck"]) == (None, None)
    lines = [seat for line in game_lines(tournament, event.organiser) for seat in line.seats]
    assert len(lines) == 16
    assert {(seat.margin, seat.luck) for seat in lines} == {(None, None)}


def test_peers_are_the_others(event: Event) -> None:
    Rating.objects.all().delete()
    found = statistics(event)
    assert found.peers.band is None
    assert found.peers.people == 7
    assert len(found.peers.games) == 2 * 8 - 2
    whole = found.phases[0]
    assert whole.sample == "tiny"
    assert (whole.games, whole.people, whole.peer_games, whole.peers) == (2, 0, 0, None), "seven are too few"
    with patch("analytics.review_stats.LEAST_GROUP", 7):
        whole = statistics(event).phases[0]
    assert (whole.games, whole.people, whole.peer_games) == (2, 7, 14)
    assert whole.difference is not None


def test_peers_are_of_about_the_same_strength_if_there_are_enough(event: Event) -> None:
    """Seven of the same rating are too few; if five were enough, four would be too few."""
    Rating.objects.all().update(value=1500)
    assert (statistics(event).peers.band, statistics(event).peers.people) == (None, 7)
    with patch("nabu.board.reviews.player.statistics.LEAST_GROUP", 5):
        assert (statistics(event).peers.band, statistics(event).peers.people) == (100, 7)
        far = [user.player.pk for user in event.players[1:4]]
        Rating.objects.filter(player__in=far).update(value=1900)
        assert (statistics(event).peers.band, statistics(event).peers.people) == (None, 7)


def test_only_games_that_everybody_may_see_count(event: Event) -> None:
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    assert statistics(event).games == []
    assert statistics(event).verified == 0


def test_reviews_of_another_version_do_not_count(event: Event) -> None:
    GameReview.objects.update(reviewer="search-72/0.0.0")
    assert statistics(event).games == []
    assert statistics(event).verified == 2


def test_a_game_that_was_reviewed_in_another_file_counts_once(event: Event) -> None:
    before = statistics(event)
    table = Table.objects.filter(seats__entry__player=before.player, log__isnull=False)[0]
    other = GameLog.objects.create(sha256="0" * 64, content=b"", size=0, game=table.log.game)
    GameReview.objects.filter(log=table.log).update(log=other)
    after = statistics(event)
    assert (after.games, after.peers, after.verified) == (before.games, before.peers, before.verified)
    lines = {line.table.pk: line for line in game_lines(event.tournament, event.organiser)}
    assert lines[table.pk].review is not None
    assert lines[table.pk].seats
    assert sum(line.review is not None for line in lines.values()) == len(lines)


def test_a_review_counts_before_its_game_is_known(event: Event) -> None:
    """The digests of a log are worked out after its verdict."""
    before = statistics(event)
    GameLog.objects.update(game=None)
    after = statistics(event)
    assert (after.games, after.peers) == (before.games, before.peers)
    assert all(line.seats for line in game_lines(event.tournament, event.organiser))


def test_a_game_with_two_reviews_counts_once_with_that_of_its_own_file(event: Event) -> None:
    """Both files were reviewed before it was known that they tell the same game."""
    before = statistics(event)
    table = Table.objects.filter(seats__entry__player=before.player, log__isnull=False)[0]
    other = GameLog.objects.create(sha256="0" * 64, content=b"", size=0, game=table.log.game)
    older = GameReview.objects.get(log=table.log)
    own = GameReview.objects.get(pk=older.pk)
    own.pk = None
    GameReview.objects.filter(pk=older.pk).update(log=other, summary={**own.summary, "luck": own.summary["luck"][::-1]})
    own.save()
    here, reviews = Table.objects.filter(pk=table.pk), GameReview.objects.all()
    [found] = reviewed_tables(reviews, here)
    assert (found.table, found.log, found.review) == (table.pk, table.log_id, own.pk)
    assert statistics(event).games == before.games
    own.delete()
    assert [each.review for each in reviewed_tables(reviews, here)] == [older.pk]


def test_the_latest_reviewed_tables_come_first(event: Event) -> None:
    tables = Table.objects.filter(log__isnull=False)
    found = reviewed_tables(GameReview.objects.all(), tables)
    assert len(found) == tables.count() == 8
    assert found == sorted(found, key=lambda each: (each.confirmed_at, each.table), reverse=True)
    assert reviewed_tables(GameReview.objects.all(), tables, most=3) == found[:3]


def test_a_review_that_is_not_done_does_not_count(event: Event) -> None:
    GameReview.objects.update(status="running")
    assert statistics(event).games == []


def test_a_merged_player_brings_the_games_along(event: Event) -> None:
    guest = Player.objects.create(name="Guest", created_by=event.organiser)
    own = event.players[0].player
    Entry.objects.filter(player=own).update(player=guest)
    assert statistics(event).games == []
    merge_players(account("staff", is_staff=True), guest, own)
    assert len(statistics(event).games) == 2


def test_a_deleted_player_leaves_the_games_without_the_name(event: Event) -> None:
    user = event.players[0]
    name, log = user.player.name, Table.objects.filter(seats__entry__player__user=user, log__isnull=False)[0].log
    GameReview.objects.filter(log=log).update(asked_by=user)
    Tournament.objects.filter(pk=event.tournament.pk).update(status="finished")
    delete_person(user, user=user)
    assert GameReview.objects.filter(log=log).exists()
    shown = Client().get(reverse("table:review", args=[log.sha256])).content.decode()
    page = Client().get(reverse("tournaments:reviews", args=[event.tournament.pk])).content.decode()
    for text in (shown, page):
        assert f'"{name}"' not in text
        assert f">{name}<" not in text


def test_nothing_is_said_of_wins_that_nobody_has(event: Event) -> None:
    address = reverse("players:reviews", args=[event.players[0].player.pk, "babylonia"])
    of_wins, of_losses = " of 2 wins.", " of 2 losses."
    for margin, told, not_told in ((5, of_wins, of_losses), (-5, of_losses, of_wins)):
        for review in GameReview.objects.all():
            review.summary["luck"] = [{**seat, "margin": margin} for seat in review.summary["luck"]]
            review.save()
        page = Client().get(address).content.decode()
        assert told in page
        assert not_told not in page
        assert " of 0 " not in page


def test_the_page_its_tables_and_the_api_say_the_same(event: Event) -> None:
    player, client = event.players[0].player, Client()
    page = client.get(reverse("players:reviews", args=[player.pk, "babylonia"]))
    assert page.status_code == 200
    text = page.content.decode()
    assert "2 of 2 verified games reviewed" in text
    assert "few games" in text
    for name in ("course-figure", "luck-figure", "phases-figure", "sources-figure"):
        assert f'id="{name}"' in text
    answer = client.get(f"/api/v1/players/{player.pk}/reviews/babylonia/").json()
    assert answer["verified_games"] == len(answer["games"]) == answer["luck"]["games"] == 2
    mean = sum(game["luck"] for game in answer["games"]) / 2
    assert answer["luck"]["luck"] == pytest.approx(mean, abs=1e-3)
    for game in answer["games"]:
        assert game["adjusted_margin"] == pytest.approx(game["margin"] - game["luck"], abs=1e-3)
    assert "expected 0" in text or "luck than expected" in text
    assert text.count("A comparison needs ten peers with reviewed games at tables of the same size.") == 3
    assert {row["peers"] for table in ("phases", "sources", "losses") for row in answer[table]} == {0}
    for table in ("games", "phases", "sources", "losses"):
        found = client.get(reverse("players:reviews_csv", args=[player.pk, "babylonia", table]))
        rows = list(csv.DictReader(StringIO(found.content.decode("utf-8-sig"))))
        assert [list(row) for row in rows] == [list(row) for row in answer[table]]
        assert len(rows) == len(answer[table]) > 0
        assert tuple(rows[0]) == REVIEW_COLUMNS[table], "what a table without rows begins with"
    assert client.get(reverse("players:reviews_csv", args=[player.pk, "babylonia", "none"])).status_code == 404
    linked = client.get(reverse("players:statistics", args=[player.pk, "babylonia"])).content.decode()
    assert reverse("players:reviews", args=[player.pk, "babylonia"]) in linked


def test_luck_is_compared_with_0_only_over_all_games(event: Event) -> None:
    """Whoever has only lost games reviewed has less luck than others."""
    address = reverse("players:reviews", args=[event.players[0].player.pk, "babylonia"])
    verdicts = ("That fits the expected 0.", "luck than expected.")
    assert any(said in Client().get(address).content.decode() for said in verdicts)
    with patch.object(ReviewStatistics, "verified", 3):
        page = Client().get(address).content.decode()
    assert "2 of 3 verified games reviewed" in page
    assert not any(said in page for said in verdicts)


def test_a_player_without_reviewed_games_has_a_page(event: Event) -> None:
    page = Client().get(reverse("players:reviews", args=[event.players[0].player.pk, "ishtar"]))
    assert "No reviewed game of Ishtar" in page.content.decode()


def test_a_sure_loss_is_named_with_its_exercises(event: Event) -> None:
    """Every decision of the player in the middle loses in the first source, so little varies. Two games are few."""
    player, source = event.players[0].player, GAME.sources[0].key
    for number, review in enumerate(GameReview.objects.filter(log__table__seats__entry__player=player)):
        for seat in review.summary["seats"]:
            for name, phase in seat["phases"].items():
                phase["sources"] = {source: 8.0 + number / 10} if name == "middle" else {}
                phase["lost"] = 9.0 if name == "middle" else 0.0
        review.save()
    address, practice = reverse("players:reviews", args=[player.pk, "babylonia"]), reverse("exercises:exercises")
    page = Client().get(address).content.decode()
    assert "Too few reviewed games to tell a loss from chance: at least 20 are needed." in page
    client = Client()
    client.force_login(player.user)
    with patch("analytics.intervals.TINY_BELOW", 2):
        page, own = (each.get(address).content.decode() for each in (Client(), client))
    assert "the phase in total: 9.0" in page
    assert "The only loss that is unlikely to be chance:" in page
    assert "Practise this" not in page, "others have other exercises"
    assert f"{practice}?game=babylonia&amp;source={source}&amp;phase=middle" in own
    assert own.count("Practise this") == own.count('Practise this<span class="visually-hidden">: Middle, ') + 1
    assert "A comparison needs ten peers with reviewed games at tables of the same size." in page
    [row] = Client().get(f"/api/v1/players/{player.pk}/reviews/babylonia/").json()["losses"]
    assert (row["phase"], row["source"], row["value"]) == ("middle", source, 8.05)
    assert row["value_phase"] == 9.0
    assert (row["peers"], row["value_peers"], row["difference"]) == (0, None, None), "seven others are too few"


def test_without_a_sure_loss_the_page_says_so(event: Event) -> None:
    player = event.players[0].player
    for review in GameReview.objects.all():
        for seat in review.summary["seats"]:
            for phase in seat["phases"].values():
                phase["sources"] = {}
        review.save()
    client = Client()
    client.force_login(player.user)
    with patch("analytics.intervals.TINY_BELOW", 2):
        page = client.get(reverse("players:reviews", args=[player.pk, "babylonia"])).content.decode()
    assert "No phase and source shows a loss beyond what chance explains." in page
    assert "Practise this<" not in page
