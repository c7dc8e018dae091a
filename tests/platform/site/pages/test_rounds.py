"""The pages of rounds and jobs: what a director sees and does, what players find, how many queries it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments import stages
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.rounds import pages as round_pages
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.platform.scenario import Event, make_event, seats
from tests.platform.site.pages.conftest import World

pytestmark = pytest.mark.usefixtures("db")

SignIn = Callable[[User], Client]


def text(response: HttpResponse) -> str:
    return unescape(response.content.decode())


def draft(event: Event) -> Round:
    return pair_round(event.organiser, event.refresh())


def at(name: str, *arguments: int) -> str:
    return reverse(f"tournaments:{name}", args=arguments)


class TestDraft:
    """The draft page of a director."""

    def test_it_shows_why_each_table_is_as_it_is(self, sign_in: SignIn) -> None:
        event = make_event(8)
        round_ = draft(event)
        Table.objects.update(
            reason={
                "sentences": ["Everybody has 6 points."],
                "terms": [{"key": "spread", "label": "Difference of points", "cost": 4, "text": "6 and 4"}],
                "alternative": "Player 3 for Player 7 costs 9 more.",
            }
        )
        page = text(sign_in(event.organiser).get(at("round", round_.pk)))
        for words in ("Everybody has 6 points.", "Difference of points", "6 and 4", "Player 3 for Player 7 costs"):
            assert page.count(words) == 2, words
        assert "No problems found in this round" in page
        assert "moved by hand" not in page

    def test_only_a_director_sees_which_number_is_a_fixed_table(self, sign_in: SignIn) -> None:
        event = make_event(4, table_size=2)
        Entry.objects.filter(tournament=event.tournament, seed=4).update(fixed_table=1)
        round_ = draft(event)
        assert text(sign_in(event.organiser).get(at("round", round_.pk))).count(">fixed table<") == 1
        publish_round(event.organiser, round_)
        assert "fixed table" not in text(Client().get(at("round", round_.pk)))

    def test_what_a_spanish_director_paired_is_english_for_an_english_reader(self, sign_in: SignIn) -> None:
        event = make_event(4)
        matches.rule_result(event.organiser, event.pair().tables.get(), Ruling([40, 30, 20, 10]))
        with translation.override("es"):
            round_ = draft(event)
        assert [note["key"] for note in round_.notes] == ["note.rematches"]
        client = sign_in(event.organiser)
        english = ("have met before.", "No pairing without a repeated meeting was found for these 4 players: 6 here.")
        spanish = ("ya se han enfrentado.", "No se encontró ningún emparejamiento sin repetir rivales")
        page = text(client.get(at("round", round_.pk)))
        assert all(words in page for words in english)
        assert not any(words in page for words in spanish)
        with translation.override("en"):
            page = text(client.get(at("round", round_.pk), headers={"accept-language": "es"}))
        assert all(words in page for words in spanish)
        assert not any(words in page for words in english)

    def test_players_change_places_and_go_back(self, sign_in: SignIn) -> None:
        event = make_event(8)
        round_ = draft(event)
        one, two = round_.tables.order_by("number")
        first, second = seats(one)[0], seats(two)[1]
        client = sign_in(event.organiser)
        answer = client.post(at("round_move", round_.pk), {"seat": first.pk, "to": f"seat:{second.pk}"}, follow=True)
        page = text(answer)
        assert f"{first.entry.player.name} and {second.entry.player.name} swapped." in page
        assert "2 players moved by hand" in page
        assert "table 1, seat 1 → table 2, seat 2" in page
        assert re.search(rf'id="move-{first.pk}"[^>]*autofocus', page), "the focus follows the player"
        page = text(client.post(at("round_reset", round_.pk), follow=True))
        assert "Tables reset to the proposal." in page
        assert "moved by hand" not in page

    def test_a_player_goes_to_a_table_or_gets_a_bye(self, sign_in: SignIn) -> None:
        event = make_event(7, table_size=4)
        round_ = draft(event)
        four, three = round_.tables.order_by("number")
        client = sign_in(event.organiser)
        moved = seats(four)[0]
        client.post(at("round_move", round_.pk), {"seat": moved.pk, "to": f"table:{three.pk}"})
        assert (four.seats.count(), three.seats.count()) == (3, 4)
        page = text(client.post(at("round_move", round_.pk), {"seat": moved.pk, "to": "new"}, follow=True))
        assert "has a bye." in page
        assert round_.tables.get(is_bye=True).seats.get().entry_id == moved.entry_id

    def test_the_form_offers_every_place_but_the_own(self, sign_in: SignIn) -> None:
        event = make_event(8)
        round_ = draft(event)
        seat = seats(round_.tables.order_by("number")[0])[0]
        page = text(sign_in(event.organiser).get(at("round", round_.pk), {"move": seat.pk}))
        form = page[page.index('id="mover"') :]
        name = seat.entry.player.name
        assert f"Move {name} to" in form
        assert form.count("Swap with ") == 7
        assert f"Swap with {name}" not in form
        assert form.count("Add to ") == 1
        assert 'value="new"' in form

    @pytest.mark.parametrize("to", ["", "seat:0", "table:99999", "somewhere", "new:4"])
    def test_what_is_no_place_is_refused(self, sign_in: SignIn, to: str) -> None:
        event = make_event(4)
        round_ = draft(event)
        client = sign_in(event.organiser)
        before = AuditEntry.objects.count()
        assert client.post(at("round_move", round_.pk), {"seat": Seat.objects.all()[0].pk, "to": to}).status_code == 200
        assert client.post(at("round_move", round_.pk), {"seat": "x" * 50, "to": "new"}).status_code in (200, 404)
        assert AuditEntry.objects.count() == before

    def test_what_the_service_refuses_stands_in_the_form(self, sign_in: SignIn) -> None:
        event = make_event(4, table_size=2)
        round_ = draft(event)
        one, two = round_.tables.order_by("number")
        words = {"seat": seats(one)[0].pk, "to": f"table:{two.pk}"}
        page = text(sign_in(event.organiser).post(at("round_move", round_.pk), words))
        assert "Tables of 3 are not possible here." in page[page.index('id="mover"') :]

    def test_a_table_gets_another_number(self, sign_in: SignIn) -> None:
        event = make_event(4)
        round_ = draft(event)
        table = round_.tables.get()
        client = sign_in(event.organiser)
        assert "Table number changed to 12" in text(
            client.post(at("table_renumber", table.pk), {"number": 12}, follow=True)
        )
        assert "invalid-feedback" in text(client.post(at("table_renumber", table.pk), {"number": "0"}))
        table.refresh_from_db()
        assert table.number == 12

    def test_serious_warnings_want_a_tick_and_a_reason(self, sign_in: SignIn) -> None:
        event = make_event(4, table_size=2)
        round_ = draft(event)
        gone = seats(round_.tables.all()[0])[0].entry
        drop_entry(event.organiser, gone)
        client = sign_in(event.organiser)
        page = text(client.get(at("round", round_.pk)))
        assert "⚠ serious problem" in page
        assert gone.player.name in page[page.index("1 serious problem") : page.index("Publish despite")]
        publish = at("round_publish", round_.pk)
        for words in ({}, {"publish-anyway": "on"}, {"publish-reason": "They agreed."}):
            assert "To publish anyway, tick the box and enter a reason" in text(client.post(publish, words))
        client.post(publish, {"publish-anyway": "on", "publish-reason": "They agreed."})
        round_.refresh_from_db()
        assert round_.status == Round.Status.PUBLISHED

    def test_a_draft_without_serious_warnings_has_no_tick(self, sign_in: SignIn) -> None:
        event = make_event(4, table_size=2)
        round_ = draft(event)
        client = sign_in(event.organiser)
        assert "publish-anyway" not in text(client.get(at("round", round_.pk)))
        assert "Round 1 published." in text(client.post(at("round_publish", round_.pk), follow=True))

    def test_it_is_paired_again(self, sign_in: SignIn) -> None:
        event = make_event(5, table_size=2)
        round_ = draft(event)
        drop_entry(event.organiser, event.tournament.entries.get(seed=5))
        assert "Round 1 paired again." in text(
            sign_in(event.organiser).post(at("round_repair", round_.pk), follow=True)
        )
        assert round_.tables.count() == 2

    def test_paired_again_without_a_change_it_says_why_nothing_changed(self, sign_in: SignIn) -> None:
        event = make_event(4, table_size=2)
        address = at("round_repair", draft(event).pk)
        assert "no other pairing is as good" in text(sign_in(event.organiser).post(address, follow=True))
        event = make_event(8, table_size=4, prefix="other")
        address = at("round_repair", draft(event).pk)
        assert "random seed decides" in text(sign_in(event.organiser).post(address, follow=True)).replace("&#x27;", "'")

    @pytest.mark.parametrize("part", ["draft", "mover"])
    def test_a_part_of_a_draft_that_was_published_meanwhile_shows_the_round(self, sign_in: SignIn, part: str) -> None:
        """A part that is no longer there was swapped for nothing, and the page of the other director went blank."""
        event = make_event(4)
        round_ = publish_round(event.organiser, draft(event))
        asked = {"hx-request": "true", "hx-target": part}
        answer = sign_in(event.organiser).get(at("round", round_.pk), headers=asked)
        assert answer.headers["HX-Refresh"] == "true"

    def test_players_see_nothing_of_it(self, sign_in: SignIn) -> None:
        event = make_event(4)
        round_ = draft(event)
        assert sign_in(event.players[0]).get(at("round", round_.pk)).status_code == 404


class TestPublished:
    """The page that everybody sees."""

    def test_the_tables_look_after_themselves_while_the_round_is_played(self, sign_in: SignIn, world: World) -> None:
        client = sign_in(world.organiser)
        address = at("round", world.open.round_id)
        assert f'hx-get="{address}?page=1" hx-trigger="nabu:changed from:body"' in text(client.get(address))
        part = text(client.get(address, headers={"hx-request": "true", "hx-target": "tables"}))
        assert part.count("Table ") == 5
        assert "<html" not in part
        # Only the line about calls, which those on duty have on every page.
        assert text(client.get(at("round", world.draft_round.pk))).count("nabu:changed") == 1

    def test_players_find_their_table_at_once(self, sign_in: SignIn, world: World) -> None:
        """First of all on the page of the round and on the overview, with what there is to do."""
        round_ = world.open.round
        seat = seats(world.open).index(next(s for s in seats(world.open) if s.entry == world.entry)) + 1
        for address, rest in ((at("round", round_.pk), "tables"), (at("detail", world.tournament.pk), "stages")):
            client = sign_in(world.stranger)
            page = text(client.get(address))
            for words in (
                'aria-label="Your table"',
                f"{round_.title}, seat {seat}",
                "Report result",
                "Record this game",
            ):
                assert page.index(words) < page.index(f'id="{rest}"')
            part = text(client.get(address, headers={"hx-request": "true", "hx-target": "own"}))
            assert "Report result" in part
            assert "<html" not in part
            own, everybody = re.search(r'data-own-tables="(\S+) "', part), re.search(r'data-states="(.+?)"', page)
            assert own
            assert everybody
            assert own[1] in everybody[1].split(), "it is asked for again only when its table has another state"
            assert "Your table" not in text(Client().get(address))
            assert "Your table" not in text(sign_in(world.other_organiser).get(address))

    def test_it_counts_results_and_shows_what_is_open_or_disputed(self, sign_in: SignIn, world: World) -> None:
        address = at("round", world.open.round_id)
        client = sign_in(world.organiser)
        page = text(client.get(address))
        assert "<strong>1 of 5</strong> results in" in page
        assert "1 dispute" in page

        def shown(**words: str) -> list[int]:
            return [int(number) for number in re.findall(r"Table (\d+)", text(client.get(address, words)))]

        assert shown(show="disputed") == [world.disputed.number]
        assert world.proven.number not in shown(show="open")
        assert len(shown(show="open")) == 4
        assert len(shown(show="nonsense")) == 5

    def test_a_name_or_a_number_is_found(self, sign_in: SignIn, world: World) -> None:
        address = at("round", world.open.round_id)
        name = seats(world.open)[0].entry.player.name
        found = re.findall(r"Table (\d+)", text(Client().get(address, {"q": name.lower()})))
        assert str(world.open.number) in found
        assert f"Table {world.proven.number}" in text(Client().get(address, {"q": str(world.proven.number)}))
        assert "No matching tables" in text(Client().get(address, {"q": "Nebuchadnezzar"}))

    def test_lock_unlock_and_back_to_a_draft(self, sign_in: SignIn) -> None:
        event = make_event(2, table_size=2)
        round_ = event.pair()
        client = sign_in(event.organiser)
        assert "is a draft again." in text(client.post(at("round_unpublish", round_.pk), follow=True))
        client.post(at("round_publish", round_.pk))
        page = text(client.get(at("round", round_.pk)))
        assert "Lock results" not in page
        matches.rule_result(event.organiser, round_.tables.get(), Ruling([2, 1]))
        assert "Lock results" in text(client.get(at("round", round_.pk)))
        assert "🔒 locked" in text(client.post(at("round_lock", round_.pk), follow=True))
        assert "invalid-feedback" in text(client.post(at("round_unlock", round_.pk), {"unlock-reason": ""}))
        page = text(client.post(at("round_unlock", round_.pk), {"unlock-reason": "wrong score"}, follow=True))
        assert "unlocked" in page


class TestLargeRounds:
    """Hundreds of tables."""

    @pytest.fixture
    def big(self, db: None) -> Event:
        """120 tables of two; the players have no accounts."""
        event = make_event(2, table_size=2, start=False)
        people = Player.objects.bulk_create(Player(name=f"Guest {number:03}") for number in range(238))
        Entry.objects.bulk_create(
            Entry(tournament=event.tournament, player=player, seed=seed) for seed, player in enumerate(people, start=3)
        )
        start_tournament(event.organiser, event.tournament)
        return event

    def test_its_pages_are_of_a_hundred_tables_and_take_constant_queries(self, big: Event, sign_in: SignIn) -> None:
        small = make_event(4, table_size=2, prefix="small", organiser=big.organiser)
        client = sign_in(big.organiser)

        def queries(round_: Round, **words: Any) -> int:
            client.get(at("round", round_.pk), words)
            with CaptureQueriesContext(connection) as captured:
                assert client.get(at("round", round_.pk), words).status_code == 200
            return len(captured)

        drafts = [draft(small), draft(big)]
        assert queries(drafts[0]) == queries(drafts[1])
        moving = [seats(round_.tables.all()[0])[0].pk for round_ in drafts]
        assert queries(drafts[0], move=moving[0]) == queries(drafts[1], move=moving[1])
        page = text(client.get(at("round", drafts[1].pk)))
        assert page.count('data-to="table:') == round_pages.TABLES_PER_PAGE
        assert text(client.get(at("round", drafts[1].pk), {"page": 2})).count('data-to="table:') == 20
        for round_ in drafts:
            publish_round(big.organiser, round_)
        assert queries(drafts[0]) == queries(drafts[1])
        found = text(client.get(at("round", drafts[1].pk), {"q": "Guest 111"}))
        assert found.count("table-card") == 1

    def test_a_job_pairs_it_and_can_be_watched(
        self, big: Event, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("nabu.contests.tournaments.rounds.jobs.PATIENCE", 0)
        client = sign_in(big.organiser)
        answer = client.post(at("pair", big.tournament.pk))
        job = Job.objects.get(kind="pair")
        assert answer["Location"] == at("job", job.pk)
        page = text(client.get(at("job", job.pk)))
        assert "The round is being paired." in page
        assert "Review the draft" not in page
        assert "every 2s" in page
        assert "Cancel" in page
        assert "See progress" in text(client.get(at("detail", big.tournament.pk)))
        running.run(job.pk, "one")
        part = text(client.get(at("job", job.pk), headers={"hx-request": "true", "hx-target": "job"}))
        assert "<html" not in part
        assert "every 2s" not in part
        assert at("round", Round.objects.get().pk) in part

    def test_it_is_called_off(self, big: Event, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nabu.contests.tournaments.rounds.jobs.PATIENCE", 0)
        client = sign_in(big.organiser)
        client.post(at("pair", big.tournament.pk))
        page = text(client.post(at("job_cancel", Job.objects.get(kind="pair").pk), follow=True))
        assert "cancelled" in page
        assert "Pair round 1" in text(client.get(at("detail", big.tournament.pk)))


def test_the_next_step_leads_to_disputes_and_to_the_approval(sign_in: SignIn, world: World) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(rated=True)
    client = sign_in(world.organiser)
    page = text(client.get(at("detail", world.tournament.pk)))
    assert "Settle disputes" in page
    for table in Table.objects.filter(round=world.open.round_id).exclude(status="confirmed"):
        matches.rule_result(world.organiser, table, Ruling([3, 2], reason="Decided."))
    stages.finish_tournament(world.organiser, world.tournament)
    assert "Its ratings count once you approve them." in text(client.get(at("detail", world.tournament.pk)))
