"""Pages on which a tournament is made ready: the chain of stages by buttons, roles, clubs, prizes, forecast."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.formats import FORMATS, StageSpec
from competition.formats.swiss import Swiss
from competition.plans import PLANS
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.services import create_club
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.prizes.services import PrizeSpec, set_prizes
from nabu.contests.tournaments.setup.presets import PRESETS, Preset
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.contests.tournaments.stages import finish_tournament
from tests.platform.scenario import account, make_event
from tests.platform.site.pages.conftest import World
from tests.platform.site.pages.test_tournaments import FORM, text
from tests.profiles import pairs

pytestmark = pytest.mark.usefixtures("db")

NEW = "tournaments:new"
KINDS = pairs(PRESETS, GAMES)


def controls(page: str) -> dict[str, Any]:
    """What a browser without scripts would send of the form of a tournament, by name."""
    begin = re.search(r'<input type="hidden" name="(at|game)"', page)
    assert begin
    form = page[begin.start() : page.rindex("</form>")]
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        found = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if found.get("type") == "checkbox":
            found["value"] = "on"
            if "checked" not in tag:
                continue
        if found.get("type") == "radio" and "checked" not in tag:
            continue
        sent.setdefault(found["name"], []).append(unescape(found.get("value", "")))
    for name, inner in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.S):
        chosen = re.findall(r'<option value="([^"]*)" selected', inner) or re.findall(r'<option value="([^"]*)"', inner)
        sent[name] = [unescape(chosen[0])]
    for name, inner in re.findall(r'<textarea name="([^"]+)".*?>\n?(.*?)</textarea>', form, re.S):
        sent[name] = [unescape(inner)]
    return sent


def press(client: Client, page: str, do: str, **typed: Any) -> str:
    """Press a button of the form as it is shown."""
    return text(client.post(reverse(NEW), controls(page) | typed | ({"do": do} if do else {})))


class TestStages:
    """The chain of stages, by buttons and without scripts."""

    def start(self, client: Client) -> str:
        return text(client.get(reverse(NEW), {"game": "babylonia"}))

    @pytest.mark.parametrize("plan", [plan.key for plan in PLANS])
    def test_every_plan_fills_the_form_so_that_it_can_be_saved(
        self, sign_in: Callable[[User], Client], plan: str
    ) -> None:
        client = sign_in(account("ada"))
        page = press(client, self.start(client), f"plan:{plan}", name="Ur Open", place="Uruk")
        assert 'value="Ur Open"' in page, "nothing has to be typed again"
        press(client, page, "")
        made = Tournament.objects.get()
        expected = next(each for each in PLANS if each.key == plan).stages((2, 3, 4))
        assert [stage.format for stage in made.stages.all()] == [spec.format for spec in expected]
        for stage, spec in zip(made.stages.all(), expected, strict=True):
            assert stage.config == FORMATS[spec.format].complete(spec.config)
        assert made.place == "Uruk"

    def test_stages_are_added_moved_and_removed(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))

        def formats(page: str) -> list[str]:
            return re.findall(r'name="stage-\d-drawn" value="(\w+)"', page)

        page = press(client, self.start(client), "add", **{"stage-1-rounds": "7"})
        assert formats(page) == ["swiss", "single_elimination"]
        assert controls(page)["stage-1-advance"] == ["4"], "somebody must go on to the new stage"
        page = press(client, page, "stage:2:up")
        assert formats(page) == ["single_elimination", "swiss"]
        assert controls(page)["stage-2-rounds"] == ["7"], "what was typed moves with its stage"
        page = press(client, page, "stage:1:remove")
        assert formats(page) == ["swiss"]
        assert controls(page)["stage-1-rounds"] == ["7"]
        page = press(client, page, "stage:1:remove")
        assert formats(page) == ["swiss"], "one stage stays"
        for _number in range(9):
            page = press(client, page, "add")
        assert len(formats(page)) == 8
        assert 'value="add"' not in page
        assert not Tournament.objects.exists()

    def test_another_format_shows_its_settings_before_anything_is_saved(
        self, sign_in: Callable[[User], Client]
    ) -> None:
        client = sign_in(account("ada"))
        page = press(client, self.start(client), "", name="Cup", **{"stage-1-format": "double_elimination"})
        assert not Tournament.objects.exists()
        assert controls(page)["stage-1-reset"] == ["on"], "its default, though no box of that name was sent"
        press(client, page, "")
        assert Tournament.objects.get().stages.get().config["reset"] is True

    def test_tie_breaks_are_put_in_order_with_a_thumb(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))

        def chosen(page: str) -> list[str]:
            return controls(page).get("stage-1-tie_breaks", [])

        page = self.start(client)
        default = next(setting for setting in Swiss.settings if setting.key == "tie_breaks").default
        assert chosen(page) == list(default)
        page = press(client, page, f"tie:1:up:{default[1]}")
        assert chosen(page)[:2] == [default[1], default[0]]
        page = press(client, page, f"tie:1:remove:{default[1]}")
        assert default[1] not in chosen(page)
        page = press(client, page, "tie:1:add", **{"stage-1-more": default[1]})
        assert chosen(page)[-1] == default[1]
        page = press(client, page, "tie:1:add", **{"stage-1-more": default[1]})
        assert chosen(page).count(default[1]) == 1
        for key in chosen(page):
            page = press(client, page, f"tie:1:remove:{key}")
        press(client, page, "", name="Cup")
        assert Tournament.objects.get().stages.get().config["tie_breaks"] == []

    def test_an_own_schedule_is_pasted_and_kept(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        page = press(client, self.start(client), "", **{"stage-1-format": "round_robin"})
        lines = ["round,table,seat,number", "1,1,1,2", "1,1,2,1", "2,1,1,1", "2,1,2,2"]
        typed = {"name": "Cup", "stage-1-schedule": "\r\n".join(lines[:-1])}
        page = press(client, page, "", **typed)
        assert "Round 2, table 1 of the schedule has one player." in page
        assert controls(page)["stage-1-schedule"][0].splitlines() == lines[:-1], "nothing has to be pasted again"
        page = press(client, page, "", **{"stage-1-schedule": "\r\n".join(lines)})
        assert "Meetings of players 1 and 2 in the schedule: 2. This round robin needs 1." in page
        press(client, page, "", **{"stage-1-twice": "on"})
        made = Tournament.objects.get()
        assert made.stages.get().config["schedule"] == "\n".join(lines)
        page = text(client.get(reverse("tournaments:edit", args=[made.pk])))
        assert controls(page)["stage-1-schedule"][0].splitlines() == lines

    def test_a_round_robin_offers_no_buchholz_and_takes_none_along(self, sign_in: Callable[[User], Client]) -> None:
        """FIDE C.07: everybody has the same opponents there, so it says nothing."""
        client = sign_in(account("ada"))
        page = press(client, self.start(client), "tie:1:add", **{"stage-1-more": "buchholz_cut1"})
        assert "buchholz_cut1" in controls(page)["stage-1-tie_breaks"]
        assert '<option value="buchholz">' in page
        page = press(client, page, "", name="Cup", **{"stage-1-format": "round_robin"})
        assert not [key for key in controls(page)["stage-1-tie_breaks"] if "buchholz" in key]
        assert "Buchholz" not in page
        assert '<option value="sonneborn_berger">' in page

    @pytest.mark.parametrize(
        "nonsense",
        [
            {"do": "stage:9:up"},
            {"do": "stage:x:remove"},
            {"do": "tie:1:fly:wins"},
            {"do": "tie:"},
            {"do": "plan:chess"},
            {"do": ":::"},
            {"stages": "999999999"},
            {"stages": "-1"},
            {"stage-1-format": "chess"},
            {"stage-1-tie_breaks": ["beauty"]},
            {"stage-1-tie_breaks": ["wins", "wins"]},
        ],
    )
    def test_nonsense_makes_neither_a_tournament_nor_an_error(
        self, sign_in: Callable[[User], Client], nonsense: dict[str, Any]
    ) -> None:
        assert sign_in(account("ada")).post(reverse(NEW), FORM | nonsense).status_code == 200
        assert not Tournament.objects.exists()


class TestSteps:
    """A new tournament in three steps, without scripts."""

    def go(self, client: Client, page: str, to: int, **typed: Any) -> str:
        answer = client.post(reverse(NEW), controls(page) | typed | {"do": f"step:{to}"}, follow=True)
        return text(answer)

    def shown(self, page: str) -> str:
        return controls(page)["at"][0]

    def test_going_back_and_forth_loses_nothing(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        page = self.go(client, text(client.get(reverse(NEW))), 2, name="Ur Open")
        typed = {"place": "Uruk", "fee": "7.5", "fee_currency": "EUR", "capacity": "many"}
        page = self.go(client, page, 1, **typed)
        assert self.shown(page) == "1"
        page = self.go(client, page, 2)
        assert {name: controls(page)[name][0] for name in typed} == typed, "also what is wrong"
        page = self.go(client, page, 3)
        assert self.shown(page) == "2", "a step with a mistake is not left forwards"
        assert "Enter a whole number" in page
        page = self.go(client, page, 3, capacity="16", fee_currency="")
        assert "Enter the currency of the entry fee, for example EUR." in page
        page = self.go(client, page, 3, capacity="16", fee_currency="EUR", description="At the ziggurat.")
        assert self.shown(page) == "3"
        again = text(client.get(reverse(NEW), {"step": "2"}))
        assert controls(again)["place"] == ["Uruk"], "the browser's back button and a reload find it"
        press(client, self.go(client, page, 1, **{"rule-card5_noble_position": '"last"'}), "")
        made = Tournament.objects.get()
        assert (made.name, made.place, made.capacity, str(made.fee)) == ("Ur Open", "Uruk", 16, "7.50")
        assert made.switches == {"card5_noble_position": "last"}
        assert made.description == "At the ziggurat."
        assert "Ur Open" not in text(client.get(reverse(NEW), {"step": "2"})), "the next one begins empty"

    def test_a_name_is_all_that_has_to_be_typed(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        page = text(client.get(reverse(NEW)))
        assert self.shown(self.go(client, page, 2)) == "1", "the name is missing"
        press(client, page, "", name="Ur Open")
        assert Tournament.objects.get().stages.get().config["rounds"] == 3

    @pytest.mark.parametrize(("preset", "game"), KINDS, ids=lambda value: getattr(value, "key", value))
    def test_every_kind_of_event_can_be_saved_as_it_comes(
        self, sign_in: Callable[[User], Client], preset: Preset, game: str
    ) -> None:
        client = sign_in(account("ada"))
        page = self.go(client, text(client.get(reverse(NEW))), 2, name="Cup", preset=preset.key, game=game)
        press(client, self.go(client, page, 3, expected_players="30"), "")
        made = Tournament.objects.get()
        assert made.game == game
        expected = preset.stages(GAMES[game].player_counts, 4, 30)
        assert [stage.config for stage in made.stages.all()] == [
            FORMATS[spec.format].complete(spec.config) for spec in expected
        ]
        for name, value in preset.settings.items():
            assert getattr(made, name) == value
        assert made.registration is preset.settings.get("registration", False)

    def test_a_kind_that_is_chosen_at_the_end_still_counts(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        press(client, text(client.get(reverse(NEW))), "", name="Cup", preset="knockout", game="amyitis")
        made = Tournament.objects.get()
        assert (made.game, made.stages.get().format, made.round_minutes) == ("amyitis", "pod_elimination", 90)

    def test_rounds_follow_the_number_of_players_unless_somebody_set_them(
        self, sign_in: Callable[[User], Client]
    ) -> None:
        client = sign_in(account("ada"))
        page = self.go(client, text(client.get(reverse(NEW))), 2, name="Cup", preset="one_day")
        page = self.go(client, page, 3, expected_players="300")
        assert controls(page)["stage-1-rounds"] == ["5"], "five rounds single out one of 300 at tables of four"
        page = self.go(client, page, 2, **{"stage-1-rounds": "7"})
        page = self.go(client, page, 3, expected_players="12")
        assert controls(page)["stage-1-rounds"] == ["7"]

    def test_a_kind_with_registration_is_looked_at_before_it_is_public(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        typed = {"name": "Cup", "preset": "one_day"}
        page = text(client.post(reverse(NEW), controls(text(client.get(reverse(NEW)))) | typed))
        assert not Tournament.objects.exists()
        assert self.shown(page) == "2"
        assert "Self-registration is on. Check it" in page
        press(client, page, "")
        entries = reverse("tournaments:entries", args=[Tournament.objects.get().pk])
        assert "It is public, and players register themselves." in text(client.get(entries))
        assert Tournament.objects.get().registration

    def test_the_forecast_is_about_what_is_typed_now(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        page = self.go(client, text(client.get(reverse(NEW))), 2, name="Cup")
        page = self.go(client, page, 3, expected_players="20")
        assert "20 players, 3 rounds" in " ".join(page.split())
        typed = controls(page) | {"stage-1-rounds": "6", "do": "step:3"}
        page = text(client.post(reverse(NEW), typed, headers={"HX-Request": "true", "HX-Target": "forecast"}))
        assert "20 players, 6 rounds" in " ".join(page.split())

    def test_the_expected_number_is_kept_and_reckoned_with(self, sign_in: Callable[[User], Client]) -> None:
        ada = account("ada")
        client = sign_in(ada)
        page = self.go(client, text(client.get(reverse(NEW))), 2, name="Cup")
        press(client, self.go(client, page, 3, expected_players="20"), "")
        made = Tournament.objects.get()
        assert made.expected_players == 20
        assert ": 20 players" in text(client.get(reverse("tournaments:detail", args=[made.pk])))
        add_entries_by_name(ada, made, [f"Player {number}" for number in range(21)])
        assert ": 21 players" in text(client.get(reverse("tournaments:detail", args=[made.pk])))

    def test_nonsense_is_a_first_step_or_a_missing_page(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        assert self.shown(text(client.get(reverse(NEW), {"step": "9"}))) == "1"
        wrong = {"do": "step:9", "at": "x", "preset": "chess", "expected_players": "-1", "drawn_game": "chess"}
        for typed in [{name: value} for name, value in wrong.items()]:
            assert client.post(reverse(NEW), FORM | {"name": "", "at": "1"} | typed, follow=True).status_code == 200
        assert client.post(reverse(NEW), FORM | {"game": "chess"}).status_code == 404
        assert not Tournament.objects.exists()


def test_the_forecast_stands_on_the_draft_for_those_who_work_there(
    sign_in: Callable[[User], Client], world: World
) -> None:
    address = reverse("tournaments:detail", args=[world.draft.pk])
    update_tournament(world.organiser, world.draft, round_minutes=50)
    page = text(sign_in(world.organiser).get(address))
    assert "3 players in 3 rounds cannot avoid repeated meetings" in page, "they sit at one table, round after round"
    page = text(sign_in(world.scorekeeper).get(address, {"players": "17"}))
    assert "17 players" in page
    assert "2 h 30 min" in page
    for nonsense in ("", "-3", "many", "9" * 30):
        assert "3 players" in text(sign_in(world.organiser).get(address, {"players": nonsense}))


def test_roles_are_given_by_name_and_seen_by_those_who_help(sign_in: Callable[[User], Client], world: World) -> None:
    address = reverse("tournaments:roles", args=[world.draft.pk])
    give = reverse("tournaments:role_give", args=[world.draft.pk])
    client = sign_in(world.organiser)
    page = text(client.post(give, {"give-username": "nobody", "give-kind": "director"}))
    assert "No account has exactly this user name" in page
    assert 'value="nobody"' in page
    client.post(give, {"give-username": world.stranger.username, "give-kind": "director"})
    assert world.stranger.username in text(client.get(address))
    drafts = text(sign_in(world.stranger).get(reverse("tournaments:list")))
    assert reverse("tournaments:detail", args=[world.draft.pk]) in drafts
    assert "Assign role" not in text(client.get(address)), "a director gives no roles"
    running = text(sign_in(world.scorekeeper).get(reverse("home")))
    assert "Tournaments you organise" in running


def test_clubs_show_drafts_and_members_to_members_only(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.organiser)
    client.post(reverse("clubs:new"), {"name": "Players of Ur"})
    club = Club.objects.get()
    client.post(reverse("tournaments:edit", args=[world.draft.pk]), FORM | {"name": "Secret plans", "club": club.pk})
    world.draft.refresh_from_db()
    assert world.draft.club == club
    words = {"member-username": world.stranger.username, "member-kind": "scorekeeper"}
    client.post(reverse("clubs:set_member", args=[club.pk]), words)
    address = reverse("clubs:detail", args=[club.pk])
    create_club(world.other_organiser, "Players of Uruk")
    for user, sees in ((world.stranger, True), (world.other_organiser, False), (world.player, False)):
        page = text(sign_in(user).get(address))
        assert ("Secret plans" in page) == ("Members" in page) == sees


class TestPrizes:
    """The list of prizes and its editor."""

    def rows(self, *prizes: dict[str, Any], total: int = 3) -> dict[str, Any]:
        sent: dict[str, Any] = {"prize-TOTAL_FORMS": str(total), "prize-INITIAL_FORMS": "0"}
        for number in range(total):
            row = prizes[number] if number < len(prizes) else {}
            words = {"title": "", "place_from": "1", "place_to": "", "amount": "", "only": "", "ORDER": ""} | row
            sent |= {f"prize-{number}-{name}": word for name, word in words.items()}
        return sent

    def test_from_the_editor_to_who_has_won_what(self, sign_in: Callable[[User], Client]) -> None:
        """Four players, one table, 10 for the first place and 5 for each of the next two, by hand."""
        event = make_event(4, rounds=1)
        client = sign_in(event.organiser)
        edit = reverse("tournaments:prizes_edit", args=[event.tournament.pk])
        money = {"title": "Runner-up", "place_from": "2", "place_to": "3", "amount": "5", "ORDER": "2"}
        client.post(edit, self.rows(money, {"title": "Winner", "amount": "10", "ORDER": "1"}))
        assert [(prize.title, prize.place_to) for prize in event.tournament.prizes.all()] == [
            ("Winner", 1),
            ("Runner-up", 3),
        ]
        table = event.pair().tables.get()
        matches.rule_result(event.organiser, table, Ruling([40, 30, 20, 10]))
        order = [seat.entry.player.name for seat in table.seats.order_by("position")]
        public = reverse("tournaments:prizes", args=[event.tournament.pk])
        page = text(Client().get(public))
        assert "Provisional" in page
        assert [page.index(f"Place {place}: {name}.") for place, name in enumerate(order[:3], 1)]
        assert f": {order[3]}." not in page
        finish_tournament(event.organiser, event.tournament)
        assert "Provisional" not in text(Client().get(public))
        table_of_prizes = text(Client().get(reverse("tournaments:prizes_csv", args=[event.tournament.pk])))
        assert f"Winner,{order[0]},10.0" in table_of_prizes
        assert edit in text(client.get(public)), "a sponsor who comes late"
        client.post(edit, self.rows({"title": "Champion", "amount": "10", "ORDER": "1"}))
        assert "Champion" in text(Client().get(public))
        assert edit not in text(Client().get(public))

    def test_what_is_wrong_is_said_in_its_row_and_kept(self, sign_in: Callable[[User], Client]) -> None:
        event = make_event(2, table_size=2, start=False)
        client = sign_in(event.organiser)
        edit = reverse("tournaments:prizes_edit", args=[event.tournament.pk])
        for row, error in (
            ({"title": "Box", "place_from": "3", "place_to": "2"}, "The last place must not be before the"),
            ({"amount": "5"}, "Enter a title for this prize"),
            ({"title": "Box", "only": "club:nowhere"}, "valid choice"),
            ({"title": "Box", "place_from": "0"}, "greater than or equal"),
        ):
            page = text(client.post(edit, self.rows(row)))
            assert error in page
            assert not event.tournament.prizes.exists()

    def test_more_prizes_and_players_cost_no_more_queries(self) -> None:
        found = []
        for players in (4, 12):
            event = make_event(players, prefix=f"many{players}")
            specs = [PrizeSpec(f"Prize {number}", number, number) for number in range(1, players)]
            set_prizes(event.organiser, event.tournament, specs)
            for table in event.pair().tables.all():
                matches.rule_result(event.organiser, table, Ruling(list(range(table.seats.count()))))
            with CaptureQueriesContext(connection) as captured:
                Client().get(reverse("tournaments:prizes", args=[event.tournament.pk]))
            found.append(len(captured))
        assert found[0] == found[1]


def test_tie_breaks_after_the_start_show_first_who_moves(sign_in: Callable[[User], Client]) -> None:
    event = make_event(4, table_size=2, rounds=2)
    for table in event.pair().tables.all():
        matches.rule_result(event.organiser, table, Ruling([9, 5]))
    stage = event.tournament.stages.get()
    client = sign_in(event.organiser)
    address = reverse("tournaments:tie_breaks", args=[stage.pk])
    assert address in text(client.get(reverse("tournaments:edit", args=[event.tournament.pk])))
    keys = [*stage.config["tie_breaks"]]
    page = text(client.post(address, {"do": f"tie:remove:{keys[-1]}", "tie_breaks": keys, "reason": "typed"}))
    assert "becomes" in page
    assert 'value="typed"' in page
    stage.refresh_from_db()
    assert stage.config["tie_breaks"] == keys, "nothing is saved yet"
    assert "required" in text(client.post(address, {"tie_breaks": ["wins"], "reason": ""}))
    client.post(address, {"tie_breaks": ["wins"], "reason": "The poster said so."})
    stage.refresh_from_db()
    assert stage.config["tie_breaks"] == ["wins"]


def test_a_running_round_robin_is_offered_no_buchholz(sign_in: Callable[[User], Client]) -> None:
    event = make_event(4, table_size=2, stages=[StageSpec("round_robin", {"tie_breaks": ["buchholz", "lot"]})])
    address = reverse("tournaments:tie_breaks", args=[event.tournament.stages.get().pk])
    page = text(sign_in(event.organiser).get(address))
    assert '<option value="koya">' in page
    assert "buchholz" not in page.partition("<select")[2]
    assert 'value="buchholz"' in page, "what the stage has from before stays"


def test_a_replaced_tie_break_stays_where_it_is_and_is_not_offered(sign_in: Callable[[User], Client]) -> None:
    """A draft from before keeps its list when it is saved again; a new one begins with what has replaced it."""
    client = sign_in(account("ada"))
    page = text(client.get(reverse(NEW), {"game": "babylonia"}))
    assert controls(page)["stage-1-tie_breaks"][0] == "vp_relative"
    assert '<option value="vp_margin"' in page
    assert '<option value="vp_share"' not in page
    old = ["vp_share", "opponents", "wins", "lot"]
    client.post(reverse(NEW), FORM | {"stage-1-tie_breaks": old})
    draft = Tournament.objects.get()
    address = reverse("tournaments:edit", args=[draft.pk])
    page = text(client.get(address))
    assert controls(page)["stage-1-tie_breaks"] == old
    assert "Share of victory points" in page
    client.post(address, controls(page) | {"name": "Renamed"})
    draft.refresh_from_db()
    assert (draft.name, draft.stages.get().config["tie_breaks"]) == ("Renamed", old)
