"""The pages of spectators: an event and one player, from the registration to the final standings."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import Player
from nabu.board.records.services import issue_at_table
from nabu.contests.matches.models import Seat
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.clock.services import set_minutes, start_clock
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.follow.queries import FollowedRow, followed_standings
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.contests.tournaments.stages import finish_stage, finish_tournament
from nabu.people.claims.merging import merge_players
from tests.platform.scenario import Event, account, make_event, users

pytestmark = pytest.mark.django_db


def page(event: Event, player: int | None = None, **headers: str) -> str:
    """What a visitor sees, with the spaces of the template closed up."""
    name = "tournaments:follow" if player is None else "tournaments:follow_player"
    arguments = [event.tournament.pk] if player is None else [event.tournament.pk, player]
    response = Client(headers=headers).get(reverse(name, args=arguments))
    assert response.status_code == 200
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def raw(event: Event, player: Player) -> str:
    return Client().get(reverse("tournaments:follow_player", args=[event.tournament.pk, player.pk])).content.decode()


def html(event: Event) -> str:
    return Client().get(reverse("tournaments:follow", args=[event.tournament.pk])).content.decode()


def play(event: Event, round_: Round) -> None:
    """Every table of the round gets a result: the first seat wins."""
    for table in round_.tables.filter(is_bye=False):
        rule_result(event.organiser, table, Ruling([90 - 10 * at for at in range(table.seats.count())]))


def test_before_the_start_it_says_when_and_where_and_takes_registrations() -> None:
    event = make_event(2, start=False)
    details = {"starts_on": date(2030, 3, 1), "place": "House of Tablets", "registration": True}
    Tournament.objects.filter(pk=event.tournament.pk).update(**details)
    text = page(event)
    for words in ("Not started yet", "1 March 2030", "House of Tablets", "Registration open", "Register"):
        assert words in text
    assert event.players[0].player.name in text, "to be followed from now on"
    assert "1 March 2030" in page(event, event.players[0].player.pk)


def test_the_round_with_its_clock_results_and_live_games() -> None:
    event = make_event(4, table_size=2, rounds=2)
    round_ = event.pair()
    set_minutes(event.organiser, round_, 60)
    start_clock(event.organiser, Round.objects.get(pk=round_.pk))
    done, live = round_.tables.order_by("number")
    rule_result(event.organiser, done, Ruling([91, 83]))
    issue_at_table(users(live)[0], live)
    text, source = page(event), html(event)
    assert "Round 1 Tables with a result: 1 of 2" in text
    assert "data-clock-ends" in source
    assert "91" in text
    assert reverse("table:watch", args=[live.pk]) in source
    assert reverse("table:watch", args=[done.pk]) not in source
    player = users(live)[0].player
    assert "Watch live" in raw(event, player)
    update_tournament(event.organiser, event.tournament, watchable=False)
    assert reverse("table:watch", args=[live.pk]) not in html(event) + raw(event, player)
    rule_result(event.organiser, live, Ruling([70, 60]))
    assert "The next round is not published yet." in page(event)
    assert "Live games" not in page(event)


def test_a_draft_round_shows_nowhere() -> None:
    event = make_event(4, table_size=2)
    pair_round(event.organiser, event.refresh())
    player = event.players[0].player.pk
    text = page(event)
    assert "The first round is not published yet." in text
    assert "Round 1" not in text
    assert "Table" not in page(event, player)
    organiser = Client()
    organiser.force_login(event.organiser, backend="django.contrib.auth.backends.ModelBackend")
    own = organiser.get(reverse("tournaments:follow_player", args=[event.tournament.pk, player])).content.decode()
    assert "Round 1" not in own, "a page to pass on shows everybody the same"


def test_a_player_is_followed_through_the_rounds() -> None:
    event = make_event(4, table_size=2, rounds=3)
    first = event.pair()
    play(event, first)
    second = event.pair()
    seat = Seat.objects.filter(table__round=second, position=1).select_related("entry__player", "table")[0]
    other = seat.table.seats.get(position=0).entry.player
    player = seat.entry.player
    text = page(event, player.pk)
    assert f"Table {seat.table.number} Round 2, seat 2" in text
    assert other.name in text
    before = Seat.objects.get(table__round=first, entry=seat.entry)
    assert f"Round 1 · Table {before.table.number}" in text
    assert f"{before.score} +{before.points.normalize():f}" in text
    place = next(row.place for row in standings(event.tournament) if row.entry == seat.entry)
    assert f"Place {place}" in text
    assert reverse("tournaments:follow_player", args=[event.tournament.pk, other.pk]) in raw(event, player)


def test_places_are_compared_with_the_round_before() -> None:
    event = make_event(4, table_size=2, rounds=3)
    play(event, event.pair())
    second = event.pair()
    before = {row.entry.pk: row.place for row in standings(event.tournament)}
    assert {line.gained for line in followed_standings(event.tournament, second).rows} == {0}
    table = second.tables.order_by("number")[0]
    rule_result(event.organiser, table, Ruling([10, 95]))
    for line in followed_standings(event.tournament, second).rows:
        assert line.gained == before[line.row.entry.pk] - line.row.place
    row = standings(event.tournament)[0]
    assert FollowedRow(row, 1, 1).change == "1 place up since round 1"
    assert FollowedRow(row, -2, 3).change == "2 places down since round 3"
    assert FollowedRow(row, 0, 3).change == "same place as after round 3"
    assert FollowedRow(row).change == ""


def test_who_is_out_has_a_place_and_is_not_paired() -> None:
    """Of two stages: who did not advance, and who dropped out."""
    swiss = StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 2})
    event = make_event(4, stages=[swiss, StageSpec("single_elimination", {"table_size": 2})])
    play(event, event.pair())
    finish_stage(event.organiser, event.refresh().stages.get(position=1))
    final = event.pair()
    there = set(Seat.objects.filter(table__round=final).values_list("entry", flat=True))
    out = next(row for row in standings(event.tournament) if row.entry.pk not in there)
    text = page(event, out.entry.player_id)
    assert "Not playing in this round: Final" in text
    assert f"Place {out.place}" in text
    assert "Bracket" in page(event)
    drop_entry(event.organiser, out.entry)
    assert "dropped out" in page(event, out.entry.player_id)


def test_after_the_end_it_shows_the_podium_and_the_final_place() -> None:
    event = make_event(4, table_size=2, rounds=1)
    play(event, event.pair())
    finish_stage(event.organiser, event.refresh().stages.get())
    finish_tournament(event.organiser, event.refresh())
    winner = standings(event.tournament)[0]
    assert "Winners" in page(event)
    assert "Final standings" in page(event)
    text = page(event, winner.entry.player_id)
    assert "Final place 1" in text
    assert f"Points: {float(winner.points):g}" in text
    assert "not published yet" not in text


def test_a_part_is_asked_for_alone_and_the_address_is_whole(settings: pytest.FixtureRequest) -> None:
    event = make_event(2, table_size=2)
    event.pair()
    settings.SITE_ADDRESS = "https://nabu.example"  # type: ignore[attr-defined]
    player = event.players[0].player.pk
    assert f"https://nabu.example/tournaments/{event.tournament.pk}/follow/{player}/" in page(event, player)
    assert "<svg" in html(event)
    for who in (None, player):
        part = page(event, who, **{"HX-Request": "true", "HX-Target": "follow"})
        assert "Round 1" in part
        assert "Share this page" not in part


def test_nobody_is_followed_where_they_do_not_play() -> None:
    event, other = make_event(2), make_event(2, prefix="other")
    address = reverse("tournaments:follow_player", args=[event.tournament.pk, other.players[0].player.pk])
    assert Client().get(address).status_code == 404


def test_a_player_who_was_merged_is_followed_at_the_old_address_too() -> None:
    event = make_event(2, start=False)
    add_entries_by_name(event.organiser, event.tournament, ["Guest"])
    guest, player = Player.objects.get(user=None), account("late").player
    start_tournament(event.organiser, event.tournament)
    old, new = (reverse("tournaments:follow_player", args=[event.tournament.pk, who.pk]) for who in (guest, player))
    assert Client().get(new).status_code == 404
    merge_players(account("staff", is_staff=True), guest, player)
    assert Client().get(old).headers["Location"] == new
    assert Client().get(new).status_code == 200


def test_the_tournament_leads_to_it() -> None:
    event = make_event(2, table_size=2)
    round_ = event.pair()
    tournament = event.tournament.pk
    address = reverse("tournaments:follow", args=[tournament])
    for name, number in (("detail", tournament), ("round", round_.pk)):
        assert f'href="{address}"' in Client().get(reverse(f"tournaments:{name}", args=[number])).content.decode()
    people = Client().get(reverse("tournaments:entries", args=[tournament])).content.decode()
    for user in event.players:
        assert f'href="{address}{user.player.pk}/"' in people


def test_it_says_nothing_of_a_start_once_it_has_started() -> None:
    event = make_event(2, start=False)
    start_tournament(event.organiser, event.tournament)
    assert "The first round is not published yet." in page(event)
    assert "Not started yet" not in page(event)
