"""The pages about the people of a tournament: what each person sees and can do there."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from nabu.accounts.players.models import Player, User
from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.services import update_entry
from nabu.contests.tournaments.models import Entry, Role
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from tests.cases import each
from tests.platform.contests.tournaments.people import entry_of
from tests.platform.scenario import Event, account, make_event
from tests.platform.site.pages.conftest import World

pytestmark = pytest.mark.usefixtures("db")
SignIn = Callable[[User], Client]


def text(response: HttpResponse) -> str:
    """The words of the page with single spaces, without marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def raw(response: HttpResponse) -> str:
    return response.content.decode()


def get(client: Client, name: str, pk: int, query: str = "") -> HttpResponse:
    return client.get(reverse(f"tournaments:{name}", args=[pk]) + query)


def post(client: Client, name: str, pk: int, **words: object) -> str:
    """The words of the page that follows."""
    return text(client.post(reverse(f"tournaments:{name}", args=[pk]), words, follow=True))


def crowd(event: Event, players: int) -> None:
    """That many more entries, without the services: they are made one by one there."""
    people = Player.objects.bulk_create(Player(name=f"Crowd {number:04}") for number in range(players))
    first = event.tournament.entries.count() + 1
    Entry.objects.bulk_create(
        Entry(tournament=event.tournament, player=player, seed=seed) for seed, player in enumerate(people, start=first)
    )


class TestTheList:
    def test_a_thousand_entries_come_in_pages_with_as_many_queries_as_three(self, sign_in: SignIn) -> None:
        few, many = make_event(3, start=False), make_event(3, start=False, prefix="many")
        crowd(many, 1000)
        for name in ("entries", "check_in", "restrictions"):
            counts = []
            for event in (few, many):
                client = sign_in(event.organiser)
                get(client, name, event.tournament.pk)
                with CaptureQueriesContext(connection) as captured:
                    response = get(client, name, event.tournament.pk)
                counts.append(len(captured))
                assert response.content.count(b'<li class="list-group-item" id=') <= 100
            assert counts[0] == counts[1], name

    def test_a_long_list_is_searched_by_name_and_club(self, sign_in: SignIn) -> None:
        event = make_event(3, start=False)
        crowd(event, 150)
        update_entry(event.organiser, entry_of(event, 2), club="Uruk")
        client = sign_in(event.organiser)
        assert "Crowd 0149" not in text(get(client, "entries", event.tournament.pk))
        assert "Crowd 0149" in text(get(client, "entries", event.tournament.pk, "?page=2"))
        assert "Crowd 0149" in text(get(client, "entries", event.tournament.pk, "?q=0149"))
        by_club = text(get(client, "entries", event.tournament.pk, "?q=uruk"))
        assert "Player 2" in by_club
        assert "Player 3" not in by_club

    def test_a_change_leads_back_to_the_same_page_of_the_list(self, sign_in: SignIn) -> None:
        event = make_event(3, start=False)
        crowd(event, 150)
        client = sign_in(event.organiser)
        address = reverse("tournaments:entries", args=[event.tournament.pk])
        last = event.tournament.entries.get(seed=120)
        response = client.post(
            reverse("tournaments:entry_up", args=[last.pk]), headers={"referer": f"http://testserver{address}?page=2"}
        )
        assert response["Location"] == f"{address}?page=2"
        elsewhere = client.post(
            reverse("tournaments:entry_up", args=[last.pk]), headers={"referer": "http://evil.example/?next=x"}
        )
        assert elsewhere["Location"] == address

    def test_a_player_is_entered_late_from_the_page(self, world: World, sign_in: SignIn) -> None:
        said = post(sign_in(world.organiser), "add_names", world.tournament.pk, names="Late Larsa")
        assert "1 player added. Late players join from the next round to be paired" in said
        assert world.tournament.stages.get().stage_entries.order_by("seed").last().since == 2

    def test_seeds_move_to_a_number_and_are_drawn(self, world: World, sign_in: SignIn) -> None:
        client = sign_in(world.organiser)
        assert "Seed 3" in post(client, "entry_move", world.draft_entry.pk, seed=3)
        said = post(client, "seed_by_draw", world.draft.pk)
        assert f"with the random seed {world.draft.lot}" in said


class TestOneEntry:
    def test_details_are_saved_and_notes_are_for_directors_only(self, world: World, sign_in: SignIn) -> None:
        entry = world.entry
        said = post(sign_in(world.organiser), "entry_edit", entry.pk, club="SK Ur", fixed_table=4, note="deaf")
        assert "Details of" in said
        own = get(sign_in(world.stranger), "entry", entry.pk)
        assert "SK Ur" in text(own)
        assert b"deaf" not in own.content
        assert b"deaf" not in get(Client(), "entries", world.tournament.pk).content

    def test_a_wrong_detail_keeps_what_was_typed(self, world: World, sign_in: SignIn) -> None:
        response = sign_in(world.organiser).post(
            reverse("tournaments:entry_edit", args=[world.draft_entry.pk]), {"club": "SK Ur", "fide_id": "abc"}
        )
        assert "digits only" in text(response)
        assert b'value="SK Ur"' in response.content

    def test_a_player_drops_after_being_told_of_the_open_table(self, world: World, sign_in: SignIn) -> None:
        client = sign_in(world.stranger)
        page = text(get(client, "entry", world.entry.pk))
        assert re.search(r"Round 1, table \d is still open\. Play it first, or tell the director", page)
        assert "Byes, dropping out, penalties" in text(get(client, "detail", world.tournament.pk))
        said = post(client, "entry_drop", world.entry.pk)
        assert re.search(r"is no longer paired\. .*Table \d is still open", said)
        assert world.entry.status == Entry.Status.DROPPED
        assert "You have dropped out" in text(get(client, "detail", world.tournament.pk))

    def test_where_dropping_is_not_allowed_there_is_no_button(self, world: World, sign_in: SignIn) -> None:
        world.tournament.self_drop = False
        world.tournament.save(update_fields=["self_drop"])
        page = text(get(sign_in(world.stranger), "entry", world.entry.pk))
        assert "tell the director" in page
        assert "Yes, drop out" not in page

    def test_a_player_asks_for_a_bye_and_takes_it_back(self, world: World, sign_in: SignIn) -> None:
        client = sign_in(world.stranger)
        assert "has a bye in round 2" in post(client, "entry_ask_for_bye", world.entry.pk, round=2)
        assert "Undo" in text(get(client, "entry", world.entry.pk))
        assert "plays in round 2. The bye is cancelled" in post(client, "entry_take_back_bye", world.entry.pk, round=2)
        assert "is already paired or does not exist" in post(client, "entry_ask_for_bye", world.entry.pk, round=1)


class TestCheckIn:
    def test_a_scorekeeper_taps_and_the_count_follows(self, sign_in: SignIn) -> None:
        event = make_event(3, start=False)
        keeper = account("keeper")
        Role.objects.create(tournament=event.tournament, user=keeper, kind=Role.Kind.SCOREKEEPER)
        client = sign_in(keeper)
        page = text(get(client, "check_in", event.tournament.pk))
        assert "0 of 3 checked in" in page
        assert "Open check-in" not in page
        assert "1 of 3 checked in" in post(client, "entry_check_in", entry_of(event, 1).pk)
        missing = text(get(client, "check_in", event.tournament.pk, "?show=missing"))
        assert "Player 2" in missing
        assert "Player 1" not in missing
        assert "0 of 3 checked in" in post(client, "entry_check_out", entry_of(event, 1).pk)
        assert "3 of 3 checked in" in post(client, "check_in_all", event.tournament.pk)

    def test_a_player_finds_one_big_button_in_a_draft_that_stays_hidden(self, sign_in: SignIn) -> None:
        event = make_event(3, start=False)
        pk = event.tournament.pk
        client = sign_in(event.players[0])
        assert get(client, "own_check_in", pk).status_code == 404
        check_in.open_check_in(event.organiser, event.tournament)
        assert "Spring in Ur" in text(client.get(reverse("home")))
        assert "Check in" in text(get(client, "own_check_in", pk))
        assert "You are checked in" in post(client, "entry_check_in", entry_of(event, 1).pk)
        assert "Spring in Ur" not in text(client.get(reverse("home")))
        assert client.post(reverse("tournaments:entry_check_in", args=[entry_of(event, 2).pk])).status_code == 404
        for name in ("detail", "entries", "check_in"):
            assert get(client, name, pk).status_code == 404
        assert get(sign_in(account("outsider")), "own_check_in", pk).status_code == 404
        start_tournament(event.organiser, event.tournament)
        response = get(sign_in(event.players[0]), "own_check_in", pk)
        assert response["Location"] == reverse("tournaments:detail", args=[pk])

    def test_where_players_register_it_stands_first_on_the_overview(self, sign_in: SignIn) -> None:
        event = make_event(2, start=False)
        pk = event.tournament.pk
        update_tournament(event.organiser, event.tournament, registration=True)
        button = f'href="{reverse("tournaments:own_check_in", args=[pk])}"'
        player = sign_in(event.players[0])
        before = raw(get(player, "detail", pk))
        assert button not in before
        check_in.open_check_in(event.organiser, event.refresh())
        page = raw(get(player, "detail", pk))
        assert page.index(button) < page.index("You are registered")
        states = [re.findall(r'data-states="(.*?)"', each) for each in (before, page)]
        assert states[0] != states[1], "an open page learns of it"
        assert button not in raw(get(sign_in(account("stranger")), "detail", pk))
        player = sign_in(event.players[0])
        check_in.check_in(event.players[0], entry_of(event, 1))
        page = raw(get(player, "detail", pk))
        assert "You are checked in" in page
        assert "The check-in is open" not in page
        assert "You are checked in" not in raw(get(sign_in(account("outsider")), "detail", pk))
        update_tournament(event.organiser, event.refresh(), self_check_in=False)
        assert "Please check in with the organisers" in text(get(sign_in(event.players[1]), "detail", pk))

    def test_the_start_asks_what_about_the_missing(self, sign_in: SignIn) -> None:
        event = make_event(5, table_size=2, start=False)
        client = sign_in(event.organiser)
        for number in (1, 2, 3, 4):
            check_in.check_in(event.organiser, entry_of(event, number))
        page = post(client, "start", event.tournament.pk)
        assert "1 player is not checked in" in page
        assert event.refresh().status == "draft"
        assert "Only directors see this draft" in post(client, "start", event.tournament.pk, missing="leave_out")
        assert entry_of(event, 5).status == Entry.Status.DROPPED

    def test_without_a_check_in_the_start_asks_nothing(self, sign_in: SignIn) -> None:
        event = make_event(4, start=False)
        assert "Only directors see this draft" in post(sign_in(event.organiser), "start", event.tournament.pk)
        assert not event.tournament.entries.exclude(status=Entry.Status.ACTIVE).exists()


class TestPenalties:
    def test_reasons_are_for_directors_and_the_player(self, world: World, sign_in: SignIn) -> None:
        client = sign_in(world.organiser)
        given = {"entry": f"{world.entry.seed} {world.entry.player.name}", "kind": "points", "points": "1.5"}
        said = post(client, "penalty_give", world.tournament.pk, **given, reason="mobile phone")
        assert "Penalty for" in said
        assert "−1.5" in said
        assert world.entry.penalties.get().points == Decimal("1.5")
        assert "mobile phone" in text(get(sign_in(world.stranger), "penalties", world.tournament.pk))
        assert "mobile phone" in text(get(sign_in(world.stranger), "entry", world.entry.pk))
        other = text(get(sign_in(world.player), "penalties", world.tournament.pk))
        assert "You have no penalties" in other
        for name in ("entries", "standings", "detail"):
            assert b"mobile phone" not in get(Client(), name, world.tournament.pk).content

    def test_everybody_sees_who_is_disqualified(self, world: World, sign_in: SignIn) -> None:
        penalty = give_penalty(world.organiser, world.entry, PenaltySpec("disqualification", reason="cheated"))
        page = get(Client(), "entries", world.tournament.pk)
        assert "disqualified" in text(page)
        assert b"cheated" not in page.content
        client = sign_in(world.organiser)
        said = post(client, "penalty_lift", penalty.pk, **{f"lift-{penalty.pk}-reason": "somebody else"})
        assert "lifted" in said
        assert "disqualified" not in text(get(Client(), "entries", world.tournament.pk))

    @each(
        ("words", "message"),
        [
            ({"entry": "Nobody", "kind": "warning", "reason": "x"}, "Choose a player from the list"),
            ({"entry": "1", "kind": "points", "reason": "x"}, "Enter the number of points to deduct."),
            ({"entry": "1", "kind": "warning", "reason": " "}, "required"),
            ({"entry": "1", "kind": "warning", "reason": "x", "round_number": "9"}, "no round 9"),
        ],
    )
    def test_what_is_wrong_is_said(self, world: World, sign_in: SignIn, words: dict[str, str], message: str) -> None:
        assert message in post(sign_in(world.organiser), "penalty_give", world.tournament.pk, **words)

    def test_many_penalties_ask_as_often_as_few(self, sign_in: SignIn) -> None:
        counts = []
        for prefix, penalties in (("few", 1), ("many", 12)):
            event = make_event(4, table_size=2, prefix=prefix)
            for _number in range(penalties):
                give_penalty(event.organiser, entry_of(event, 1), PenaltySpec("warning", reason="noise"))
            client = sign_in(event.organiser)
            for name, pk in (("penalties", event.tournament.pk), ("entry", entry_of(event, 1).pk)):
                get(client, name, pk)
                with CaptureQueriesContext(connection) as captured:
                    get(client, name, pk)
                counts.append(len(captured))
        assert counts[:2] == counts[2:]


class TestRestrictions:
    def test_two_players_are_kept_apart_and_may_meet_again(self, world: World, sign_in: SignIn) -> None:
        client = sign_in(world.organiser)
        one, two = world.draft.entries.select_related("player").order_by("seed")[:2]
        words = {"one": one.player.name, "other": "#2", "kind": "forbidden", "reason": "sisters"}
        said = post(client, "restriction_add", world.draft.pk, **words)
        assert f"{one.player.name} and {two.player.name} are kept apart" in said
        assert "sisters" in said
        assert "can be paired again" in post(client, "restriction_remove", world.draft.restrictions.get().pk)

    def test_the_same_pair_twice_is_refused_with_a_sentence(self, world: World, sign_in: SignIn) -> None:
        client = sign_in(world.organiser)
        for message in ("are kept apart", "already have a rule"):
            assert message in post(client, "restriction_add", world.draft.pk, one="1", other="2", kind="forbidden")

    def test_club_mates_are_counted(self, world: World, sign_in: SignIn) -> None:
        for entry in world.draft.entries.all()[:2]:
            update_entry(world.organiser, entry, club="SK Ur")
        assert "SK Ur : 2 players" in text(get(sign_in(world.organiser), "restrictions", world.draft.pk)).replace(
            "SK Ur:", "SK Ur :"
        )
