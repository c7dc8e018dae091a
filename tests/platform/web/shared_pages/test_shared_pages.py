"""What is kept of a page, for whom, how long, and what a visitor is sent."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from nabu.accounts.versions.services import numbers
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.clock.services import set_minutes, start_clock
from nabu.contests.tournaments.models import Round
from nabu.web.live.tickets import address_of, read_ticket
from nabu.web.shared_pages import pages
from nabu.web.shared_pages.entry import Entry
from nabu.web.shared_pages.making import Notes, do_not_keep, holds_until, notes
from nabu.web.shared_pages.store import Store, searches, store
from tests.cases import each
from tests.platform import scenario
from tests.platform.kept import kept_for_file
from tests.platform.scenario import make_event
from tests.platform.web.shared_pages.days import HTMX, audience

# Headers, compression and the store in memory; that no reader sees too little is asked for on both by test_writers.


def published_event() -> scenario.Event:
    made = make_event(8, table_size=2)
    made.pair()
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(published_event, "event")


@pytest.fixture
def address(event: scenario.Event) -> str:
    return reverse("tournaments:round", args=[Round.objects.get(stage__tournament=event.tournament).pk])


def entry_of(number: int = 1, text: str = "a page", **more: Any) -> Entry:
    return Entry((number,), "en", text, text.encode(), **more)


def rule(event: scenario.Event) -> None:
    table = Table.objects.filter(status="open", is_bye=False).first()
    assert table
    rule_result(event.organiser, table, Ruling([30, 20]))


class TestVisitors:
    """Who has no session."""

    def test_a_page_that_is_there_costs_one_query(
        self, address: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        Client().get(address)
        with django_assert_num_queries(1):
            assert Client().get(address).status_code == 200

    def test_a_hall_of_spectators_costs_one_query_each(
        self, event: scenario.Event, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        followed = reverse("tournaments:follow", args=[event.tournament.pk])
        for path in (followed, f"{followed}{event.players[0].player.pk}/"):
            for headers in ({}, {**HTMX, "HX-Target": "follow"}):
                Client().get(path, headers=headers)
                with django_assert_num_queries(1):
                    assert Client().get(path, headers=headers).status_code == 200

    def test_the_first_answer_is_the_same_as_the_second(self, address: str) -> None:
        first, second = Client().get(address), Client().get(address)
        assert first.content == second.content
        del first["X-Request-ID"], second["X-Request-ID"]
        assert sorted(map(str, first.headers.items())) == sorted(map(str, second.headers.items()))

    def test_a_page_that_is_known_is_not_sent_again_until_something_changes(
        self, event: scenario.Event, address: str
    ) -> None:
        known = Client().get(address)["ETag"]
        again = Client().get(address, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == known
        rule(event)
        assert Client().get(address, headers={"If-None-Match": known}).status_code == 200

    def test_it_is_compressed_for_those_who_can_read_that(self, address: str) -> None:
        plain = Client().get(address)
        zipped = Client().get(address, headers={"Accept-Encoding": "br, gzip"})
        assert "Content-Encoding" not in plain.headers
        assert zipped["Content-Encoding"] == "gzip"
        assert gzip.decompress(zipped.content) == plain.content
        assert zipped["ETag"] != plain["ETag"]
        assert "Content-Encoding" not in Client().get(address, headers={"Accept-Encoding": "gzip;q=0"}).headers

    def test_caches_on_the_way_ask_each_time_and_mix_up_nothing(self, address: str) -> None:
        answer = Client().get(address)
        assert answer["Cache-Control"] == "no-cache"
        for name in ("Cookie", "Accept-Language", "Accept-Encoding", "HX-Request", "HX-Target"):
            assert name in answer["Vary"]

    def test_it_holds_no_token_and_sets_no_cookie(self, address: str) -> None:
        answer = Client().get(address)
        assert b"csrf" not in answer.content.lower()
        assert not answer.cookies

    def test_parameters_that_the_page_does_not_know_are_nothing_to_it(self, address: str) -> None:
        first = Client().get(address).content
        kept = len(store._entries)
        for number in range(5):
            assert Client().get(f"{address}?x={number}").content == first
        assert len(store._entries) == kept

    @pytest.mark.parametrize("query", ["q=Player", "page=7", "page=abc", "show=nothing"])
    def test_values_that_somebody_makes_up_do_not_fill_the_store(self, address: str, query: str) -> None:
        assert Client().get(f"{address}?{query}").status_code == 200
        assert len(store._entries) == 0

    def test_the_same_search_is_made_once_for_a_version(
        self, event: scenario.Event, address: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        """A hall types the same letters: the hundredth search costs what any page costs that is there."""
        lists = reverse("tournaments:entries", args=[event.tournament.pk]), reverse("players:list")
        for path, queries in ((address, 1), (lists[0], 1), (lists[1], 2)):
            first = Client().get(f"{path}?q=Player 3").content
            with django_assert_num_queries(queries):
                assert Client().get(f"{path}?q=Player 3 ").content == first
            assert Client().get(f"{path}?q=Player 4").content != first
        before = Client().get(f"{address}?q=Player").content
        rule(event)
        assert Client().get(f"{address}?q=Player").content != before

    def test_searches_have_a_small_room_and_long_ones_none(self, address: str) -> None:
        kept = Store(3 * entry_of(text="x" * 1000).size, common=False)
        for number in range(50):
            kept.find_or_make(f"q={number}", (1,), partial(entry_of, text="x" * 1000))
        assert len(kept._entries) == 3
        searches.forget()
        Client().get(f"{address}?q={'a' * 41}")
        assert len(searches._entries) == 0

    def test_a_search_while_somebody_types_brings_the_list_alone(self, event: scenario.Event) -> None:
        path, headers = reverse("tournaments:entries", args=[event.tournament.pk]), {**HTMX, "HX-Target": "entries"}
        found = Client().get(f"{path}?q=Player 3", headers=headers).content.decode()
        whole = Client().get(f"{path}?q=Player 3").content.decode()
        assert "<html" not in found
        assert found.strip().startswith('<div class="card" id="entries"')
        assert " ".join(found.split()) in " ".join(whole.split())
        organiser = Client()
        organiser.force_login(event.organiser)
        assert "<html" in organiser.get(f"{path}?q=Player 3", headers=headers).content.decode(), "with its messages"

    def test_what_is_searched_is_found(self, address: str) -> None:
        page = Client().get(f"{address}?q=Player 3").content.decode()
        assert page.count("table-card") == 1

    def test_a_fragment_is_kept_apart_from_its_page(self, address: str) -> None:
        whole = Client().get(address).content.decode()
        part = Client().get(address, headers={**HTMX, "HX-Target": "tables"}).content.decode()
        assert "<html" in whole
        assert "<html" not in part
        assert "<html" in Client().get(address, headers={**HTMX, "HX-Target": "elsewhere"}).content.decode()
        assert len(store._entries) == 2

    def test_a_host_that_is_not_ours_is_refused(self, address: str) -> None:
        Client().get(address)
        assert Client().get(address, headers={"host": "elsewhere.example"}).status_code == 400

    def test_a_message_that_waits_is_shown_once(self, address: str) -> None:
        client = Client()
        client.post(reverse("tournaments:pair", args=[1]))  # sends to the login
        client.cookies["messages"] = "anything"
        assert client.get(address).status_code == 200


class TestLive:
    """What a page says to the stream that tells it of changes."""

    @each("who", ["visitor", "first", "organiser"])
    def test_its_ticket_has_the_time_before_its_versions_were_read(
        self, event: scenario.Event, address: str, who: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What changes while it is made has then changed later than that."""
        read_at = []

        def read(topics: Sequence[str]) -> tuple[int, ...]:
            read_at.append(1000 * time.time())
            found = numbers(topics)
            time.sleep(0.002)
            return found

        client = audience(event).client(who, "en")
        store.forget()
        monkeypatch.setattr(pages, "numbers", read)
        made = re.search(r"data-live=\"[^\"]*\.0_(\d+):", client.get(address).content.decode())
        assert made
        assert read_at[-1] - 1000 < int(made[1]) <= read_at[-1]

    def test_two_makings_have_one_etag(self) -> None:
        text = '<p>{}</p> <main data-live="{}"> <p>{}</p>'
        written = "data-live=&quot;x.0_1:{}&quot;, version 2.0_1:{}"
        early, late = (address_of([("round-1", 3)], datetime.fromtimestamp(second, UTC)) for second in (10, 20))
        one, again = (entry_of(text=text.format("", live, written.format("a", "b"))) for live in (early, late))
        assert one.body != again.body
        assert one.etag == again.etag
        others = [
            text.format("", address_of([("round-1", 4)]), written.format("a", "b")),
            text.format("", early, written.format("a", "c")),
            text.format("", early, written.format("c", "b")),
            text.format("2.0_1:a", early, written.format("a", "b")),
        ]
        assert len({one.etag, *(entry_of(text=other).etag for other in others)}) == 5


class TestPeople:
    """Who is signed in."""

    def test_a_page_of_ones_own_names_the_versions_that_it_shows(self, event: scenario.Event) -> None:
        """Else each is asked for a second time as soon as its stream begins."""
        rule(event)
        table = Table.objects.get(status="confirmed", is_bye=False)
        player = Client()
        player.force_login(scenario.users(table)[0])
        page = player.get(reverse("table:page", args=[table.pk])).content.decode()
        ticket = re.search(r'data-live="[^"]*ticket=([^"]+)"', page)
        assert "csrfmiddlewaretoken" in page
        assert ticket
        shown = read_ticket(ticket[1])
        assert shown is not None
        assert shown[f"table-{table.pk}"] > 0
        assert tuple(shown.values()) == numbers([*shown])

    def test_nobody_sees_the_name_or_the_table_of_somebody_else(self, event: scenario.Event, address: str) -> None:
        crowd = audience(event)
        names = {who: user.username for who, user in crowd.people.items() if user}
        for order in (["first", "organiser", "visitor", "last"], ["visitor", "last", "first", "organiser"]):
            store.forget()
            for who in order * 2:
                page = crowd.client(who, "en").get(address).content.decode()
                shown = {name for name in names.values() if f">{name}</span>" in page}
                assert shown == ({names[who]} if who in names else set())
                assert page.count(">your table<") == (1 if who in ("first", "last") else 0)
                assert "<!--" not in page

    def test_a_person_gets_304_as_well_until_something_is_different(self, event: scenario.Event, address: str) -> None:
        client = audience(event).client("first", "en")
        known = client.get(address)
        assert known["Cache-Control"] == "private, no-cache"
        assert client.get(address, headers={"If-None-Match": known["ETag"]}).status_code == 304
        other = audience(event).client("last", "en")
        assert other.get(address, headers={"If-None-Match": known["ETag"]}).status_code == 200
        rule(event)
        assert client.get(address, headers={"If-None-Match": known["ETag"]}).status_code == 200

    def test_the_language_is_the_one_of_the_account(self, event: scenario.Event, address: str) -> None:
        Client(headers={"accept-language": "en"}).get(address)
        event.players[0].language = "de"
        event.players[0].save()
        page = audience(event).client("first", "en").get(address).content.decode()
        assert '<html lang="de">' in page


class TestTime:
    """What changes without anybody doing anything."""

    def test_a_page_with_a_clock_ends_with_it(self, event: scenario.Event, address: str) -> None:
        round_ = Round.objects.get(stage__tournament=event.tournament)
        set_minutes(event.organiser, round_, 30)
        start_clock(event.organiser, round_)
        Client().get(address)
        (kept,) = store._entries.values()
        assert kept.until == pytest.approx(time.time() + 30 * 60, abs=20)
        object.__setattr__(kept, "until", time.time() - 1)
        assert not kept.is_for(kept.numbers)

    def test_what_a_page_is_made_of_says_how_long_it_holds(self) -> None:
        said = Notes()
        before = notes.set(said)
        now = datetime(2030, 1, 1, tzinfo=UTC)
        holds_until(now + timedelta(hours=2))
        holds_until(now)
        do_not_keep()
        notes.reset(before)
        assert said == Notes(until=now.timestamp(), keep=False)


def test_nothing_is_kept_of_what_can_be_taken_back(event: scenario.Event, address: str) -> None:
    with transaction.atomic():
        rule(event)
        Client().get(address)
        transaction.set_rollback(True)
    assert len(store._entries) == 0


class TestStore:
    """Where pages are kept."""

    def test_only_the_same_version_is_found(self) -> None:
        kept = Store()
        kept.find_or_make("a", (1,), lambda: entry_of(1))
        assert kept.find("a", (1,)) is not None
        assert kept.find("a", (2,)) is None

    def test_a_slow_one_does_not_take_the_place_of_a_newer_page(self) -> None:
        kept = Store()
        kept.find_or_make("a", (2,), lambda: entry_of(2))
        kept.find_or_make("a", (1,), lambda: entry_of(1))
        assert kept.find("a", (2,)) is not None

    def test_what_was_not_asked_for_longest_makes_room(self) -> None:
        size = entry_of(text="x" * 1000).size
        kept = Store(most_bytes=2 * size)
        for key in ("a", "b", "c"):
            kept.find_or_make(key, (1,), lambda: entry_of(text="x" * 1000))
            kept.find("a", (1,))
        assert [key for key in ("a", "b", "c") if kept.find(key, (1,))] == ["a", "c"]
        assert kept._bytes <= 2 * size

    def test_what_is_not_to_be_kept_is_made_again(self) -> None:
        kept = Store()
        kept.find_or_make("a", (1,), lambda: entry_of(keep=False))
        assert kept.find("a", (1,)) is None

    def test_one_makes_it_and_the_others_wait(self) -> None:
        kept, made, going = Store(), [], Barrier(5)

        def make() -> Entry:
            made.append(1)
            time.sleep(0.3)
            return entry_of()

        def ask() -> None:
            going.wait()
            kept.find_or_make("a", (1,), make)

        threads = [Thread(target=ask) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(made) == 1

    def test_nobody_waits_for_somebody_who_fails(self) -> None:
        kept, begun, found = Store(), Event(), []

        def fail() -> Entry:
            begun.set()
            time.sleep(0.2)
            raise ValueError

        def ask(make: Callable[[], Entry]) -> None:
            try:
                found.append(kept.find_or_make("a", (1,), make).text)
            except ValueError:
                found.append("failed")

        first = Thread(target=ask, args=[fail])
        first.start()
        begun.wait()
        ask(lambda: entry_of(text="made by the second"))
        first.join()
        assert sorted(found) == ["failed", "made by the second"]

    def test_an_entry_survives_the_way_through_the_cache(self) -> None:
        entry = entry_of(text="Ninsun – ☀", until=12.5)
        back = Entry.from_bytes(entry.to_bytes())
        assert back == entry
        assert back is not None
        assert back.zipped == entry.zipped

    @each("broken", [b"", b"{}\n", b"nothing", b'{"numbers": 1}\nxx', entry_of().to_bytes()[:-3]])
    def test_what_comes_back_broken_is_not_used(self, broken: bytes) -> None:
        assert Entry.from_bytes(broken) is None


class TestParts:
    """A part of a page that asks for itself again says if it is the same for everybody (`nabu.core.serving.gate`)."""

    def test_whoever_sees_the_page_for_everybody_asks_for_the_part_for_everybody(
        self, event: scenario.Event, address: str
    ) -> None:
        page = audience(event).client("first", "en").get(address).content.decode()
        assert 'hx-headers=\'{"Nabu-Live": "en"}\'' in page

    def test_whoever_has_a_page_of_their_own_asks_for_a_part_of_their_own(
        self, event: scenario.Event, address: str
    ) -> None:
        page = audience(event).client("organiser", "en").get(address).content.decode()
        assert 'hx-headers=\'{"Nabu-Live": "own"}\'' in page
