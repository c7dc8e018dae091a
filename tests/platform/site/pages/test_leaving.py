"""A player leaves: the page asks who, and from which round."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]


def leave(client: Client, event: Event, entry: Entry, since: str) -> str:
    address = reverse("tournaments:leaving", args=[event.tournament.pk])
    return client.post(address, {"who": entry.pk, "since": since}, follow=True).content.decode()


def entry_of(event: Event, seed: int) -> Entry:
    return event.tournament.entries.get(seed=seed)


def test_from_the_next_round_the_open_game_is_still_played(sign_in: SignIn) -> None:
    event = make_event(4, table_size=2)
    event.pair()
    client, entry = sign_in(event.organiser), entry_of(event, 1)
    page = client.get(reverse("tournaments:leaving", args=[event.tournament.pk])).content.decode()
    assert "From round 2: the game of round 1 is still played. From round 1: it is a forfeit." in page
    said = leave(client, event, entry, "next")
    assert "Player 1 has dropped out and is no longer paired." in said
    assert Table.objects.get(seats__entry=entry).status == Table.Status.OPEN
    entry.refresh_from_db()
    assert entry.status == Entry.Status.DROPPED
    assert "This field" not in said


def test_from_this_round_the_open_game_is_a_forfeit(sign_in: SignIn) -> None:
    event = make_event(4, table_size=2)
    event.pair()
    entry = entry_of(event, 1)
    leave(sign_in(event.organiser), event, entry, "now")
    table = Table.objects.get(seats__entry=entry)
    assert table.status == Table.Status.CONFIRMED
    assert table.seats.get(entry=entry).absent


def test_a_draft_has_to_be_paired_again_and_nobody_leaves_twice(sign_in: SignIn) -> None:
    event = make_event(4, table_size=2)
    pair_round(event.organiser, event.tournament)
    client, entry = sign_in(event.organiser), entry_of(event, 1)
    page = client.get(reverse("tournaments:leaving", args=[event.tournament.pk])).content.decode()
    assert ">From round 1</option>" in page
    assert "The draft of this round has to be paired again." in page
    assert "is a forfeit" not in page
    leave(client, event, entry, "next")
    assert "Select a valid choice" in leave(client, event, entry, "next")
