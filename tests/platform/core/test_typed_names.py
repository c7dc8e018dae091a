"""New names have no markup in them; those that were there before, and those of files, stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.registry import GAMES
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.services import create_player, sign_up, update_account
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.services import create_club, rename_club
from nabu.contests.tournaments.entries.services import add_entries_by_name, update_entry
from nabu.contests.tournaments.imports.player_list import ListedPlayer
from nabu.contests.tournaments.imports.services import import_entries
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.quick_start.services import rename_entries
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import Refused
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment
from tests.platform.scenario import PASSWORD, Event, account, make_event

pytestmark = pytest.mark.django_db

BABYLONIA = GAMES["babylonia"]
OLD = "Ana <ana@ur.example>"
ARMS = [Choice("base"), Choice("seven_of_nine")]


def refused(change: Callable[[str], object]) -> None:
    for name in ("a < b", "a > b"):
        with pytest.raises(Refused, match=f"The name “{name}” must not contain “>” or “<”"):
            change(name)


def test_new_names_have_no_markup() -> None:
    event = make_event(3, start=False)
    who, draft, entry = event.organiser, event.tournament, event.tournament.entries.first()
    club = create_club(who, "Players of Ur")
    update_tournament(who, draft, registration=True)
    add_entries_by_name(who, draft, ["Guest"])
    guest = Entry.objects.get(player__name="Guest")
    changes: list[Callable[[str], Any]] = [
        lambda name: sign_up("somebody", PASSWORD, name),
        lambda name: update_account(who, name=name, language=""),
        lambda name: create_player(who, name),
        lambda name: add_entries_by_name(who, draft, ["Fine", name]),
        lambda name: rename_entries(who, draft, [(guest, name)]),
        lambda name: update_entry(who, entry, club=name),
        lambda name: register(account(f"late{len(name)}{User.objects.count()}"), draft, name),
        lambda name: update_tournament(who, draft, name=name),
        lambda name: create_club(who, name),
        lambda name: rename_club(who, club, name),
        lambda name: save_variant(who, BABYLONIA, VariantSpec(name=name, ruleset="base", changes={"rack/limit": 4})),
        lambda name: create_experiment(who, BABYLONIA, ExperimentDesign(name, 2, 9, ["random"], "1", ARMS)),
    ]
    for change in changes:
        refused(change)


def test_new_names_have_no_address() -> None:
    event = make_event(2, start=False)
    draft = event.tournament
    for name in ("Anna Berg, anna@x.org", "anna@x.org"):
        with pytest.raises(Refused, match="must not contain an e-mail address"):
            add_entries_by_name(event.organiser, draft, ["Fine", name])
        with pytest.raises(Refused, match="must not contain an e-mail address"):
            create_player(event.organiser, name)
    assert draft.entries.count() == 2


def test_whoever_signs_up_reads_why(client: Client) -> None:
    words = {"username": "ana", "name": "<!--person:header.html-->", "email": "a@ur.example", "password1": PASSWORD}
    page = client.post(reverse("account_signup"), words)
    assert "must not contain “&gt;” or “&lt;”" in page.content.decode()
    assert not User.objects.exists()


def old(event: Event) -> Entry:
    """Rows from before."""
    Player.objects.filter(user=event.organiser).update(name=OLD)
    Player.objects.filter(user=event.players[0]).update(name=OLD)
    Tournament.objects.update(name=OLD)
    entry = event.tournament.entries.order_by("seed")[0]
    Entry.objects.filter(pk=entry.pk).update(club=OLD)
    return entry


def test_old_names_stay_while_something_else_is_changed() -> None:
    event = make_event(3, start=False)
    entry = old(event)
    update_account(event.organiser, name=OLD, language="de")
    update_tournament(event.organiser, event.refresh(), name=OLD, place="Ur")
    update_entry(event.organiser, entry, club=OLD, note="late")
    club = Club.objects.create(name=OLD)
    Membership.objects.create(club=club, user=event.organiser, kind="owner")
    rename_club(event.organiser, club, OLD)
    event.organiser.refresh_from_db()
    entry.refresh_from_db()
    assert (event.organiser.language, event.refresh().place, entry.note) == ("de", "Ur", "late")


def test_names_of_files_are_taken_and_found_again() -> None:
    event = make_event(3, start=False)
    import_entries(event.organiser, event.tournament, [ListedPlayer(1, OLD)])
    other = make_event(2, start=False, prefix="other", organiser=event.organiser)
    add_entries_by_name(event.organiser, other.tournament, [OLD])
    assert Player.objects.filter(name=OLD).count() == 1
