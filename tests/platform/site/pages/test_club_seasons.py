"""Seasons of a club with rules of their own: three events to the line of a final, on pages and in the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.utils.timezone import localdate
from pytest_django import DjangoAssertNumQueries

from competition.formats import StageSpec
from competition.season import Band, Formula, SeasonRules
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.accounts.versions.services import touch, tournament_topic
from nabu.contests.clubs.models import Club, Season
from nabu.contests.clubs.seasons import (
    SeasonSpec,
    change_season,
    change_season_back,
    create_season,
    last_change_number,
    leave_out,
    note_final,
)
from nabu.contests.clubs.services import create_club, delete_club, set_member
from nabu.contests.clubs.suspensions import suspend
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.people.claims.merging import merge_players
from nabu.people.profiles.clubs.season import PLACES, season_of_year, table_of
from nabu.people.profiles.clubs.season_api import SeasonViewSet
from nabu.people.profiles.privacy.deletion import delete_person
from tests.platform.kept import kept_for_file
from tests.platform.scenario import account

SPRING = SeasonSpec(
    name="Spring",
    starts_on=date(2026, 3, 1),
    ends_on=date(2026, 5, 31),
    rules=SeasonRules(bands=(Band(None, (10, 6, 3, 1)),), taking_part=0, best=2, line=2),
)
ORDER = ("Ana", "Bo", "Cem", "Dia")
MOST_QUERIES = 40
"""For three tournaments whose rankings are not kept yet."""


def play(owner: User, club: Club, day: date, scores: Sequence[int], names: Sequence[str] = ORDER) -> Tournament:
    """A finished event of one table at which these guests had these scores."""
    stages = [StageSpec("swiss", {"table_size": 4, "rounds": 1})]
    spec = TournamentSpec(
        name=f"{day:%B}",
        game="babylonia",
        ruleset="base",
        components="babylonia-2019",
        starts_on=day,
        club=club,
        stages=stages,
    )
    made = create_tournament(owner, spec)
    add_entries_by_name(owner, made, names)
    start_tournament(owner, made)
    publish_round(owner, pair_round(owner, made))
    table = Table.objects.get(round__stage__tournament=made)
    of = dict(zip(names, scores, strict=True))
    seated = table.seats.order_by("position").select_related("entry__player")
    rule_result(owner, table, Ruling([of[seat.entry.player.name] for seat in seated]))
    finish(made)
    return made


def finish(tournament: Tournament, status: str = Tournament.Status.FINISHED) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(status=status)
    touch(tournament_topic(tournament.pk))


def played() -> tuple[User, Club, Season]:
    """10, 6, 3 and 1 by place, the best two count: Ana 10, 10, 10; Bo 6, 3, 1; Cem 3, 6, 3; Dia 1, –, 6.

    Bo and Cem have 9, no first place, 6 as best result and three events; in May Cem got 3 and Bo 1.
    """
    owner = account("owner")
    club = create_club(owner, "Players of Ur")
    play(owner, club, date(2026, 3, 7), (90, 80, 70, 10))
    play(owner, club, date(2026, 4, 4), (90, 70, 80), ORDER[:3])
    play(owner, club, date(2026, 5, 2), (90, 20, 30, 80))
    return owner, club, create_season(owner, club, SPRING)


db, kept_world, changes_are_taken_back, owner, club, spring = kept_for_file(played, "owner", "club", "spring")


def shown(season: Season) -> list[tuple[int | None, str, str, bool]]:
    table = table_of(Season.objects.get(pk=season.pk))
    return [(row.line.place, row.player.name, str(row.line.points), row.qualified) for row in table.rows]


def test_three_events_with_the_line_of_a_final(owner: User, club: Club, spring: Season) -> None:
    assert shown(spring) == [
        (1, "Ana", "20", True),
        (2, "Cem", "9", True),
        (2, "Bo", "9", False),
        (4, "Dia", "7", False),
    ]
    address, client = f"/clubs/{club.pk}/seasons/{spring.pk}/", Client()
    page = client.get(address).content.decode()
    assert "<del>place 1, points: 10</del>" in page
    assert "Line: 2 players qualify" in page
    assert page.index("Cem</bdi>") < page.index("Line: 2 players qualify") < page.index("Bo</bdi>")
    assert "Decided by: Last event" in page
    ana, cem = (Player.objects.get(name=name) for name in ("Ana", "Cem"))
    sums = client.get(f"{address}players/{cem.pk}/").content.decode()
    assert "<del>3</del>" in sums, "what does not count"
    assert "Last event" in sums
    rows = client.get(f"/api/v1{address}table/").json()["results"]
    assert [(row["tournament"], row["tournament_points"], row["counts"]) for row in rows[:3]] == [
        ("March", 10.0, True),
        ("April", 10.0, True),
        ("May", 10.0, False),
    ]
    breakdown = client.get(f"/api/v1{address}players/{cem.pk}/").json()
    assert [(each["key"], each["sum"]["value"]) for each in breakdown["tie_breaks"]] == [
        ("first_places", 0.0),
        ("best_result", 6.0),
        ("events", 3.0),
        ("last_event", 3.0),
    ]
    assert {each["sum"] for each in client.get(f"/api/v1{address}players/{ana.pk}/").json()["tie_breaks"]} == {None}
    csv = client.get(f"/clubs/{club.pk}/seasons/{spring.pk}.csv").content.decode("utf-8-sig").splitlines()
    assert len(csv) == 1 + 11
    assert csv[0].endswith("counts,qualified")


def test_the_final_is_a_draft_with_those_above_the_line_in_order(owner: User, club: Club, spring: Season) -> None:
    client = Client()
    client.force_login(owner)
    address = f"/clubs/{club.pk}/seasons/{spring.pk}/"
    assert "Create final" in client.get(address).content.decode()
    assert client.post(f"{address}final/").status_code == 302
    final = Season.objects.get(pk=spring.pk).final
    assert final is not None
    assert (final.name, final.status, final.club) == ("Spring: final", Tournament.Status.DRAFT, club)
    assert [entry.player.name for entry in final.entries.order_by("seed")] == ["Ana", "Cem"]
    assert {entry.player for entry in final.entries.all()} <= {row.player for row in table_of(spring).rows}
    assert "The final of this season already exists" in client.post(f"{address}final/", follow=True).content.decode()
    assert Tournament.objects.filter(name="Spring: final").count() == 1


def test_the_final_does_not_count_for_the_season_it_decides(owner: User, club: Club, spring: Season) -> None:
    """Bo wins it on the last day of the season: with 10 and 6 Bo would be second, and Cem would not have qualified."""
    before = shown(spring)
    final = play(owner, club, date(2026, 5, 31), (1, 90, 2, 3))
    assert shown(spring) != before
    note_final(owner, spring, final.pk, [])
    assert shown(spring) == before
    assert (
        f"/tournaments/{final.pk}/standings/"
        not in Client().get(f"/clubs/{club.pk}/seasons/{spring.pk}/").content.decode()
    )
    assert len(season_of_year(club, 2026).table.tournaments) == 4, "an event of the year like any other"


def test_events_count_by_day_game_and_state_and_can_be_left_out(owner: User, club: Club, spring: Season) -> None:
    march, april, may = Tournament.objects.order_by("starts_on")
    sums = {name: points for _place, name, points, _in in shown(spring)}
    leave_out(owner, spring, april.pk, out=True)
    assert {name: points for _place, name, points, _in in shown(spring)} == sums | {"Bo": "7", "Cem": "6"}
    with pytest.raises(Refused, match="already left out"):
        leave_out(owner, spring, april.pk, out=True)
    leave_out(owner, spring, april.pk, out=False)
    with pytest.raises(Refused, match="no event of the club"):
        leave_out(owner, spring, 10**6, out=True)
    finish(may, Tournament.Status.CANCELLED)
    assert [tournament.name for tournament in table_of(spring).tournaments] == ["March", "April"]
    finish(may)
    change_season(owner, spring, replace(SPRING, game="amyitis"))
    assert shown(spring) == []
    change_season_back(owner, spring, last_change_number(spring))
    assert {name: points for _place, name, points, _in in shown(spring)} == sums
    change_season(owner, Season.objects.get(pk=spring.pk), replace(SPRING, starts_on=date(2026, 3, 8)))
    assert [event.name for event in table_of(Season.objects.get(pk=spring.pk)).tournaments] == [
        "April",
        "May",
    ]
    assert march.status == Tournament.Status.FINISHED


def test_the_season_of_the_year_is_as_it_was(owner: User, club: Club, spring: Season) -> None:
    """12, 10, 8, 7 by place and 1 for taking part: Ana three times 13, Bo 11 + 9 + 8, Cem 9 + 11 + 9, Dia 8 + 11."""
    found = season_of_year(club, 2026)
    assert [(row.line.place, row.player.name, row.line.points) for row in found.table.rows] == [
        (1, "Ana", 39),
        (2, "Cem", 29),
        (3, "Bo", 28),
        (4, "Dia", 19),
    ]
    assert found.table.line is None
    page = Client().get(f"/clubs/{club.pk}/season/?year=2026").content.decode()
    assert "place 2, points: 11" in page
    assert "<del>" not in page
    ana = Player.objects.get(name="Ana")
    assert "39" in Client().get(f"/clubs/{club.pk}/season/players/{ana.pk}/?year=2026").content.decode()


def test_a_correction_and_a_new_name_are_seen_at_once(owner: User, club: Club, spring: Season) -> None:
    """Pages are kept for all visitors, and the places of each event for all pages."""
    client, address = Client(), f"/clubs/{club.pk}/seasons/{spring.pk}/"
    client.get(address)
    table = Table.objects.get(round__stage__tournament__name="May")
    assert PLACES.find(table.round.stage.tournament_id, (0,)) is None
    winner = table.seats.get(entry__player__name="Bo")
    scores = [99 if seat.pk == winner.pk else seat.score for seat in table.seats.order_by("position")]
    finish(table.round.stage.tournament, Tournament.Status.RUNNING)
    rule_result(owner, table, Ruling(scores, reason="Added up again."))
    finish(table.round.stage.tournament)
    assert shown(spring)[1] == (2, "Bo", "16", True)
    page = client.get(address).content.decode()
    assert page.index("Bo</bdi>") < page.index("Cem</bdi>")
    guest = Player.objects.get(name="Bo")
    staff = account("staff", is_staff=True)
    merge_players(staff, guest, account("boris", "Boris").player)
    assert "Boris" in client.get(address).content.decode()
    delete_person(None, player=Player.objects.get(name="Boris"))
    assert "Boris" not in client.get(address).content.decode()


def test_two_directors_do_not_overwrite_each_other(owner: User, club: Club, spring: Season) -> None:
    other = account("enki", "Enki")
    set_member(owner, club, "enki", "director")
    seen = last_change_number(spring)
    change_season(other, spring, replace(SPRING, name="Summer"), seen)
    client = Client()
    client.force_login(owner)
    form = {
        "known": seen,
        "name": "Spring 2026",
        "starts_on": "2026-03-01",
        "ends_on": "2026-05-31",
        "formula": "list",
        "bands": "8: 5 3 1\n10 6 3 1",
        "taking_part": 0,
        "fewest": 1,
    }
    address = f"/clubs/{club.pk}/seasons/{spring.pk}/edit/"
    refused = client.post(address, form).content.decode()
    assert "Enki changed this season meanwhile" in refused
    assert "Spring 2026" in refused, "nothing typed is lost"
    assert client.post(address, form | {"known": last_change_number(spring)}).status_code == 302
    saved = Season.objects.get(pk=spring.pk)
    assert (saved.name, saved.bands) == ("Spring 2026", [[8, [5, 3, 1]], [None, [10, 6, 3, 1]]])


def test_a_change_of_the_own_does_not_hide_one_of_somebody_else_before_it(
    owner: User, club: Club, spring: Season
) -> None:
    """Ada's first page is old: Enki changed the season, then Ada did on another page."""
    enki = account("enki", "Enki")
    set_member(owner, club, "enki", "director")
    seen = last_change_number(spring)
    change_season(enki, spring, replace(SPRING, name="Summer"))
    change_season(owner, spring, replace(SPRING, name="Autumn"), last_change_number(spring))
    with pytest.raises(Refused, match="Enki changed this season meanwhile"):
        change_season(owner, spring, replace(SPRING, name="Winter"), seen)
    change_season(owner, spring, replace(SPRING, name="Winter"), last_change_number(spring))


def test_undo_takes_back_the_change_that_was_shown_and_no_other(owner: User, club: Club, spring: Season) -> None:
    enki = account("enki", "Enki")
    set_member(owner, club, "enki", "director")
    change_season(owner, spring, replace(SPRING, name="Summer"))
    client, address = Client(), f"/clubs/{club.pk}/seasons/{spring.pk}/"
    client.force_login(owner)
    shown_first = last_change_number(spring)
    assert f'name="last_change" value="{shown_first}"' in client.get(address).content.decode()
    change_season(enki, spring, replace(SPRING, name="Autumn"))

    def undo(number: int) -> str:
        page = client.post(f"{address}change-back/", {"last_change": number}, follow=True).content.decode()
        return f"{Season.objects.get(pk=spring.pk).name}: {page}"

    assert undo(shown_first).startswith("Autumn: ")
    assert "Enki changed this season meanwhile" in undo(shown_first)
    number = last_change_number(spring)
    assert undo(number).startswith("Summer: ")
    assert undo(number).startswith("Summer: "), "a second tap does not repeat the change"
    api = f"/api/v1{address}"
    assert client.post(f"{api}change-back/", {"last_change": number}, "application/json").status_code == 409
    number = client.get(api).json()["last_change"]
    again = client.post(f"{api}change-back/", {"last_change": number}, "application/json").json()
    assert (again["name"], again["last_change"]) == ("Autumn", last_change_number(spring))


def test_two_patches_at_once_both_stay(
    owner: User, club: Club, spring: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one has read the season before the first one changed it."""
    client, address = Client(), f"/api/v1/clubs/{club.pk}/seasons/{spring.pk}/"
    client.force_login(owner)
    read = SeasonViewSet.get_object(SeasonViewSet(kwargs={"pk": spring.pk, "club": club.pk}, request=None))
    assert client.patch(address, {"best": 3}, "application/json").status_code == 200
    monkeypatch.setattr(SeasonViewSet, "get_object", lambda _view: read)
    assert client.patch(address, {"name": "Summer"}, "application/json").status_code == 200
    saved = Season.objects.get(pk=spring.pk)
    assert (saved.name, saved.best) == ("Summer", 3)


def test_closing_a_club_writes_down_what_goes_with_it(owner: User, club: Club, spring: Season) -> None:
    bo = account("bo")
    suspend(owner, club, bo.player, until=localdate(), reason="Noise.")
    Tournament.objects.update(club=None)
    delete_club(owner, club)
    gone = AuditEntry.objects.filter(action__in=["season.deleted", "suspension.deleted"]).order_by("action")
    assert [(entry.before["name"], entry.before["club"]) for entry in gone if entry.before] == [
        ("Spring", "Players of Ur"),
        ("Bo", "Players of Ur"),
    ]
    delete_person(None, user=bo)
    assert not AuditEntry.objects.filter(reason="Noise.").exists()


@pytest.mark.parametrize(
    "wrong",
    [{"bands": "ten six"}, {"bands": "8: 5 3"}, {"bands": "3 5"}, {"ends_on": "2026-02-01"}, {"name": " "}],
)
def test_a_form_that_makes_no_sense_says_so(owner: User, club: Club, spring: Season, wrong: dict[str, str]) -> None:
    client = Client()
    client.force_login(owner)
    form = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31", "formula": "list", "bands": "3 1"}
    answer = client.post(f"/clubs/{club.pk}/seasons/new/", form | {"taking_part": 0, "fewest": 1} | wrong)
    assert (answer.status_code, list(Season.objects.all())) == (200, [spring])
    assert "is-invalid" in answer.content.decode() or "alert" in answer.content.decode()


def test_only_directors_change_a_season(owner: User, club: Club) -> None:
    set_member(owner, club, account("helper").username, "scorekeeper")
    for user in (User.objects.get(username="helper"), account("stranger")):
        with pytest.raises(NotAllowed):
            create_season(user, club, SPRING)
        client = Client()
        client.force_login(user)
        assert client.post(f"/clubs/{club.pk}/seasons/new/", {"name": "Mine"}).status_code == 403


def test_events_do_not_cost_queries_once_their_places_are_kept(
    owner: User, club: Club, spring: Season, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/api/v1/clubs/{club.pk}/seasons/{spring.pk}/table/"
    Client().get(address)
    with django_assert_max_num_queries(MOST_QUERIES):
        assert Client().get(address).json()["count"] == 11


def test_points_by_the_size_of_the_field(owner: User, club: Club, spring: Season) -> None:
    """4 for the first of four. Ana 4 + 3 + 4, Bo 3 + 1 + 1, Cem 2 + 2 + 2, Dia 1 + 3."""
    change_season(owner, spring, replace(SPRING, rules=SeasonRules(formula=Formula.SIZE, taking_part=0)))
    assert [(name, points) for _place, name, points, _in in shown(spring)] == [
        ("Ana", "11"),
        ("Cem", "6"),
        ("Bo", "5"),
        ("Dia", "4"),
    ]
