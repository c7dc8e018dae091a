"""Pages of tournaments: an organiser's day from the first form to the final standings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.platform.contests.ratings.played import rated
from tests.platform.scenario import account, make_event, users
from tests.platform.site.pages.conftest import World
from tests.platform.site.pages.test_players import error_of
from tests.platform.site.pages.tournament_form import FINAL, FORM

pytestmark = pytest.mark.usefixtures("db")


def text(response: Any) -> str:
    return str(response.content.decode())


def play(round_: Round) -> None:
    """The first seat of every table wins."""
    for table in round_.tables.filter(is_bye=False):
        report = matches.report_result(users(table)[0], table, list(range(table.seats.count(), 0, -1)))
        matches.confirm_report(users(table)[1], report)


def test_a_tournament_from_the_form_to_the_final(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("ada"))
    response = client.post(reverse("tournaments:new"), FORM | FINAL, follow=True)
    tournament = Tournament.objects.get()
    assert response.redirect_chain[-1][0] == reverse("tournaments:entries", args=[tournament.pk])
    assert [(stage.format, stage.config["table_size"]) for stage in tournament.stages.all()] == [
        ("swiss", 2),
        ("single_elimination", 2),
    ]
    client.post(reverse("tournaments:add_names", args=[tournament.pk]), {"names": "Ana\n\n  Bo \r\nCem\nDia"})
    assert [entry.player.name for entry in tournament.entries.all()] == ["Ana", "Bo", "Cem", "Dia"]

    overview = reverse("tournaments:detail", args=[tournament.pk])
    assert "Start and pair round 1" in text(client.get(overview))
    client.post(reverse("tournaments:start", args=[tournament.pk]))
    round_ = Round.objects.get()
    assert "Only directors see this draft" in text(client.get(reverse("tournaments:round", args=[round_.pk])))
    client.post(reverse("tournaments:round_publish", args=[round_.pk]))
    for table in round_.tables.all():
        rule = {"ruling-score_0": 100, "ruling-score_1": 50}
        client.post(reverse("table:rule", args=[table.pk]), rule)
    assert "Finish stage" in text(client.get(overview))
    client.post(reverse("tournaments:stage_finish", args=[tournament.stages.get(position=1).pk]))
    assert "Pair: Final" in text(client.get(overview))
    client.post(reverse("tournaments:pair", args=[tournament.pk]))
    final = Round.objects.get(stage__position=2)
    client.post(reverse("tournaments:round_publish", args=[final.pk]))
    bracket = text(client.get(reverse("tournaments:bracket", args=[tournament.pk])))
    assert "Final" in bracket
    table = final.tables.get()
    for page in (reverse("tournaments:round", args=[final.pk]), reverse("table:page", args=[table.pk])):
        shown = text(client.get(page))
        assert "Final" in shown
        assert "Round 2" not in shown
        assert "Round 1" not in shown, "the final is the first round of its stage, but nobody calls it that"
    assert client.get(f"/api/v1/rounds/{final.pk}/").json()["title"] == "Final"
    winner = table.seats.get(position=1).entry.player.name
    client.post(reverse("table:rule", args=[table.pk]), {"ruling-score_0": 10, "ruling-score_1": 20})
    client.post(reverse("tournaments:finish", args=[tournament.pk]))
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    finished = text(client.get(overview))
    winners = finished[finished.index('id="podium-title"') :].partition("</section>")[0]
    assert re.findall(r'class="medal medal-(\d)"', winners)[:2] == ["1", "2"]
    assert winner in winners.partition("</li>")[0]
    standings = text(client.get(reverse("tournaments:standings", args=[tournament.pk])))
    assert "Final standings" in standings
    places = {name: standings.index(f">{name}<") for name in ("Ana", "Bo", "Cem", "Dia")}
    assert min(places, key=lambda name: places[name]) == winner
    client.post(reverse("tournaments:reopen", args=[tournament.pk]))
    tournament.refresh_from_db()
    assert tournament.status == "running"


@pytest.mark.parametrize(
    ("words", "field", "error"),
    [
        ({"name": ""}, "name", "required"),
        ({"starts_on": "yesterday"}, "starts_on", "valid date"),
        ({"ruleset": "chess"}, "ruleset", "valid choice"),
        ({"components": "home-made"}, "components", "valid choice"),
        ({"stage-1-rounds": "0"}, "stage-1-rounds", "greater than or equal"),
        ({"stage-1-rounds": "many"}, "stage-1-rounds", "whole number"),
        ({"stage-1-table_size": "9"}, "stage-1-table_size", "valid choice"),
        ({"rule-card5_noble_position": '"never"'}, "rule-card5_noble_position", "valid choice"),
    ],
)
def test_what_is_wrong_with_a_tournament_stands_next_to_the_field(
    sign_in: Callable[[User], Client], words: dict[str, str], field: str, error: str
) -> None:
    response = sign_in(account("ada")).post(reverse("tournaments:new"), FORM | words)
    assert response.status_code == 200
    assert error in error_of(text(response), field)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ({"stage-1-points_2": "0 6"}, "better place must not get fewer"),
        ({"stage-1-points_2": "six none"}, "Points must be numbers"),
        ({"stage-1-points_3": "6 3"}, "needs 3 point values"),
        (FINAL | {"stage-1-advance": "1"}, "At least two players must advance"),
        (FINAL | {"stage-2-table_size": "4"}, "one table of 4"),
        (FINAL | {"stage-2-table_size": "4", "stage-1-advance": "4", "stage-2-third_place": "on"}, "third place"),
    ],
)
def test_what_only_the_formats_know_is_said_above_the_form(
    sign_in: Callable[[User], Client], words: dict[str, str], error: str
) -> None:
    response = sign_in(account("ada")).post(reverse("tournaments:new"), FORM | words)
    assert error in text(response)
    assert 'value="Ur Open"' in text(response), "nothing has to be typed again"
    assert not Tournament.objects.exists()


def test_every_open_ruling_of_the_game_is_a_field_with_its_note_and_default(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("ada"))
    page = text(client.get(reverse("tournaments:new"), {"game": "babylonia"}))
    switches = [switch for switch in GAMES["babylonia"].switches if len(switch.options) > 1]
    assert len(switches) > 10
    for switch in switches:
        assert f'name="rule-{switch.name}"' in page
        assert switch.note.split("'")[0] in page
    chosen = {"rule-card5_noble_position": '"last"', "rule-card6_scores_farm": "true"}
    client.post(reverse("tournaments:new"), FORM | chosen)
    assert Tournament.objects.get().switches == {"card5_noble_position": "last"}, "defaults are not written down"


def test_a_game_that_does_not_exist_is_not_found(sign_in: Callable[[User], Client]) -> None:
    assert sign_in(account("ada")).get(reverse("tournaments:new"), {"game": "chess"}).status_code == 404


def test_a_draft_is_edited_as_a_whole_and_a_running_tournament_by_name_only(
    sign_in: Callable[[User], Client], world: World
) -> None:
    client = sign_in(world.organiser)
    edit = reverse("tournaments:edit", args=[world.draft.pk])
    assert 'value="Spring in Ur"' in text(client.get(edit))
    client.post(edit, FORM | {"rule-card5_noble_position": '"last"'})
    world.draft.refresh_from_db()
    assert (world.draft.name, world.draft.switches) == ("Ur Open", {"card5_noble_position": "last"})
    assert world.draft.stages.get().config["advance"] == 0, "without a final nobody goes on"
    edit = reverse("tournaments:edit", args=[world.tournament.pk])
    words = {"name": "Summer in Ur", "place": "Uruk", "round_minutes": "50", "no_show_minutes": "10"}
    words |= {"ratings_need": "replayed", "statistics_need": "agreed", "watch_delay": "9"}
    client.post(edit, {"description": "", "starts_on": "", **words})
    world.tournament.refresh_from_db()
    assert (world.tournament.name, world.tournament.place) == ("Summer in Ur", "Uruk")
    assert (world.tournament.round_minutes, world.tournament.self_drop) == (50, False)
    assert (world.tournament.watchable, world.tournament.watch_delay) == (False, 9)
    assert (world.tournament.ratings_need, world.tournament.statistics_need) == ("replayed", "agreed")


def test_a_draft_can_be_deleted(sign_in: Callable[[User], Client], world: World) -> None:
    sign_in(world.organiser).post(reverse("tournaments:delete", args=[world.draft.pk]))
    assert not Tournament.objects.filter(pk=world.draft.pk).exists()


def test_lists_show_drafts_to_their_organiser_only(sign_in: Callable[[User], Client], world: World) -> None:
    world.draft.name = "Secret plans"
    world.draft.save()
    address = reverse("tournaments:list")
    assert "Secret plans" in text(sign_in(world.organiser).get(address))
    assert "Secret plans" not in text(sign_in(world.player).get(address))
    assert "Secret plans" not in text(Client().get(address))


class TestEntries:
    """The page of the players."""

    def test_names_that_are_wrong_are_refused_together_and_kept_in_the_form(
        self, sign_in: Callable[[User], Client], world: World
    ) -> None:
        before = world.draft.entries.count()
        names = {"names": "Zu\nZu"}
        page = text(sign_in(world.organiser).post(reverse("tournaments:add_names", args=[world.draft.pk]), names))
        assert "more than once: Zu" in page
        assert ">\nZu\nZu</textarea>" in page.replace("\r", "")
        assert world.draft.entries.count() == before
        empty = sign_in(world.organiser).post(reverse("tournaments:add_names", args=[world.draft.pk]), {"names": " "})
        assert "required" in error_of(text(empty), "names")

    def test_a_known_player_is_found_and_entered_once(self, sign_in: Callable[[User], Client], world: World) -> None:
        client = sign_in(world.organiser)
        player = Player.objects.create(name="Utnapishtim", created_by=world.organiser)
        address = reverse("tournaments:entries", args=[world.draft.pk])
        assert "Utnapishtim" in text(client.get(address, {"known": "utna"}))
        add = reverse("tournaments:add_player", args=[world.draft.pk])
        client.post(add, {"player": player.pk})
        again = client.post(add, {"player": player.pk}, follow=True)
        assert "Already in the tournament" in text(again)
        assert world.draft.entries.filter(player=player).count() == 1
        assert "Enter Utnapishtim" not in text(client.get(address, {"known": "utna"}))
        for nonsense in ("", "abc", "9" * 30, "0"):
            assert client.post(add, {"player": nonsense}).status_code == 404

    def test_seeds_move_without_a_mouse(self, sign_in: Callable[[User], Client], world: World) -> None:
        client = sign_in(world.organiser)

        def order() -> list[int]:
            return [entry.pk for entry in world.draft.entries.order_by("seed")]

        first, second, third = order()
        client.post(reverse("tournaments:entry_up", args=[second]))
        assert order() == [second, first, third]
        client.post(reverse("tournaments:entry_up", args=[second]))
        assert order() == [second, first, third], "the first stays where it is"
        client.post(reverse("tournaments:entry_down", args=[second]))
        assert order() == [first, second, third]

    def test_seeds_follow_the_ratings(self, sign_in: Callable[[User], Client], world: World) -> None:
        entries = list(world.draft.entries.order_by("seed"))
        rated(entries[2].player, 1600)
        rated(entries[1].player, 1400)
        sign_in(world.organiser).post(reverse("tournaments:seed_by_rating", args=[world.draft.pk]))
        assert list(world.draft.entries.order_by("seed")) == [entries[2], entries[1], entries[0]]

    def test_players_are_removed_before_the_start_and_drop_afterwards(
        self, sign_in: Callable[[User], Client], world: World
    ) -> None:
        client = sign_in(world.organiser)
        client.post(reverse("tournaments:entry_remove", args=[world.draft_entry.pk]))
        assert not Entry.objects.filter(pk=world.draft_entry.pk).exists()
        client.post(reverse("tournaments:entry_drop", args=[world.entry.pk]))
        assert world.entry.status == "dropped"
        assert "dropped out" in text(client.get(reverse("tournaments:entries", args=[world.tournament.pk])))
        client.post(reverse("tournaments:entry_reinstate", args=[world.entry.pk]))
        assert world.entry.status == "active"


class TestRounds:
    """The page of a round."""

    def test_a_round_with_results_offers_no_discard(self, sign_in: Callable[[User], Client], world: World) -> None:
        client = sign_in(world.organiser)
        discard = reverse("tournaments:round_discard", args=[world.reported.round_id])
        assert discard not in text(client.get(reverse("tournaments:round", args=[world.reported.round_id])))
        assert "already sent for this round" in text(client.post(discard, follow=True))
        assert Round.objects.filter(pk=world.reported.round_id).exists()

    def test_a_draft_is_discarded(self, sign_in: Callable[[User], Client], world: World) -> None:
        sign_in(world.organiser).post(reverse("tournaments:round_discard", args=[world.draft_round.pk]))
        assert not Round.objects.filter(pk=world.draft_round.pk).exists()

    def test_players_find_their_table(self, sign_in: Callable[[User], Client], world: World) -> None:
        address = reverse("tournaments:round", args=[world.open.round_id])
        assert text(sign_in(world.stranger).get(address)).count(">your table<") == 1
        assert ">your table<" not in text(sign_in(world.staff).get(address))
        assert "Your table" in text(sign_in(world.stranger).get(reverse("home")))


def test_the_next_step_leads_through_a_swiss_that_ends_early(sign_in: Callable[[User], Client]) -> None:
    event = make_event(4, table_size=2, rounds=3)
    client = sign_in(event.organiser)
    overview = reverse("tournaments:detail", args=[event.tournament.pk])
    assert "End stage early" not in text(client.get(overview)), "nothing is played yet"
    play(event.pair())
    assert "Lock round and pair round 2" in text(client.get(overview))
    assert "End stage early" in text(client.get(overview))
    client.post(reverse("tournaments:finish", args=[event.tournament.pk]))
    assert event.refresh().status == "finished"
    assert event.tournament.stages.get().status == Stage.Status.FINISHED


def test_the_audit_page_tells_who_what_where_and_why(sign_in: Callable[[User], Client], world: World) -> None:
    matches.rule_result(world.organiser, world.disputed, Ruling([70, 60], reason="Both signed the sheet"))
    page = text(sign_in(world.organiser).get(reverse("tournaments:audit", args=[world.tournament.pk])))
    assert "Result decided by the organiser" in page
    assert "Both signed the sheet" in page
    assert f"Round 1, table {world.disputed.number}" in page
    assert "70, 60" in page
    for number in range(1, 11):
        assert f"Player {number}" in page, "people are named, not numbered"


def test_every_action_of_the_audit_trail_has_words(world: World) -> None:
    from nabu.accounts.audit.words import ACTIONS

    assert set(AuditEntry.objects.values_list("action", flat=True)) <= set(ACTIONS)


def test_standings_can_be_looked_at_as_they_were_after_a_round(sign_in: Callable[[User], Client]) -> None:
    """On the page and in the API; a round that nobody sees yet is not offered."""
    event = make_event(4, table_size=2, rounds=3)
    for _ in range(2):
        for table in event.pair().tables.all():
            matches.rule_result(event.organiser, table, Ruling([60, 50]))
    pair_round(event.organiser, event.tournament)
    client = sign_in(event.organiser)
    address = reverse("tournaments:standings", args=[event.tournament.pk])
    assert client.get(address).context["tables"][0].rounds == [1, 2]
    (first,) = client.get(address, {"after-1": "1"}).context["tables"]
    assert {row.games for row, _values in first.rows} == {1}
    (now,) = client.get(address, {"after-1": "9"}).context["tables"]
    assert (now.after, {row.games for row, _values in now.rows}) == (None, {2})
    stage = event.tournament.stages.get()
    lines = client.get(f"/api/v1/stages/{stage.pk}/standings/?after=1").json()["results"]
    assert [line["points"] for line in lines] == ["6.00", "6.00", "0.00", "0.00"]
    assert client.get(f"/api/v1/stages/{stage.pk}/standings/?after=none").status_code == 400


def test_the_list_of_players_stands_before_the_forms_unless_it_is_empty(sign_in: Callable[[User], Client]) -> None:
    event = make_event(4, start=False)
    client, address = sign_in(event.organiser), reverse("tournaments:entries", args=[event.tournament.pk])
    form = r'<details class="card mb-3"( open)?><summary class="card-header"><h2 class="card-title">Add many by name'
    filled = text(client.get(address))
    folded = re.search(form, filled)
    assert folded is not None
    assert folded[1] is None
    assert filled.index('id="entries"') < folded.start()
    event.tournament.entries.all().delete()
    empty = text(client.get(address))
    opened = re.search(form, empty)
    assert opened is not None
    assert opened[1]
    assert opened.start() < empty.index('id="entries"')


def test_the_button_to_the_round_that_is_played_names_it(sign_in: Callable[[User], Client]) -> None:
    event = make_event(4)
    event.pair()
    assert ">Open round 1</a>" in text(
        sign_in(event.organiser).get(reverse("tournaments:detail", args=[event.tournament.pk]))
    )


@pytest.mark.parametrize(
    ("rounds", "status", "folded"), [(6, "finished", False), (7, "finished", True), (7, "running", False)]
)
def test_more_than_six_rounds_of_a_finished_tournament_are_folded(rounds: int, status: str, folded: bool) -> None:
    tournament = make_event(4).tournament
    stage = tournament.stages.get()
    for number in range(1, rounds + 1):
        Round.objects.create(stage=stage, number=number, status=Round.Status.FINISHED)
    Tournament.objects.filter(pk=tournament.pk).update(status=status)
    page = text(Client().get(reverse("tournaments:detail", args=[tournament.pk])))
    assert ("folded-rounds" in page) == folded
