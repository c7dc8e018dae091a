"""Two spellings of a name are one person where an organiser enters them, and two rows are merged by hand only."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from engine.registry import GAMES
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.services import create_player, sign_up
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.services import create_club, rename_club
from nabu.contests.results.services import submit_log
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.imports.player_list import read_player_list
from nabu.contests.tournaments.imports.services import import_entries
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.quick_start.services import rename_entries
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.core.errors import Refused
from nabu.people.claims.merging import merge_players
from nabu.people.claims.queries import listed_guests, merge_targets
from nabu.people.claims.requests import offers_for
from tests.platform.core.names.people import NAMES, decomposed
from tests.platform.scenario import PASSWORD, account, log_of, make_event, names

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def next_evening(organiser: User, prefix: str = "later") -> Tournament:
    return make_event(0, start=False, prefix=prefix, organiser=organiser).tournament


def test_names_are_stored_in_one_form_whoever_brings_them() -> None:
    organiser, typed = account("olga"), "\u202eJose\u0301 \u00a0Ruiz\u200b"
    api = APIClient()
    api.force_authenticate(organiser)
    made = api.post("/api/v1/players/", {"name": typed}, format="json")
    assert (made.status_code, made.json()["name"]) == (201, "José Ruiz")
    assert create_player(organiser, typed).name == "José Ruiz"
    assert sign_up("jose", PASSWORD, typed).player.name == "José Ruiz"
    assert create_club(organiser, typed).name == "José Ruiz"
    first = next_evening(organiser)
    rows = read_player_list(f"Name;Club\n{typed};{typed}")
    [entry] = import_entries(organiser, first, rows.players)
    assert (entry.player.name, entry.club) == ("José Ruiz", "José Ruiz")
    assert update_tournament(organiser, first, name=typed).name == "José Ruiz"
    assert Player.objects.filter(name=typed).count() == 0


def test_every_name_can_be_entered_and_its_guest_is_found_again() -> None:
    organiser = account("olga")
    first = add_entries_by_name(organiser, next_evening(organiser, "first"), list(NAMES))
    again = next_evening(organiser)
    listed = read_player_list("\n".join(decomposed(name).upper() for name in NAMES))
    assert listed.errors == ()
    second = import_entries(organiser, again, listed.players)
    assert [entry.player for entry in second] == [entry.player for entry in first]
    plainly = ["Angel Nunez", "FRANÇOIS LEFEVRE", "lena weiss", "Soren Ostergard", "نيا"]
    third = add_entries_by_name(organiser, next_evening(organiser, "third"), plainly)
    assert [entry.player.name for entry in third] == [
        "Ángel Núñez",
        "François Lefèvre",
        "Lena Weiß",
        "Søren Østergård",
        "نيا",
    ]
    assert Player.objects.filter(user=None).count() == len(NAMES) + 1


def test_one_list_has_nobody_twice() -> None:
    texts = [error.text for error in read_player_list("José\nJose\u0301\nJOSE\nHùng\nHưng", entered=["Hung Le"]).errors]
    assert texts == ["Row 2: “José” is already in row 1.", "Row 3: “JOSE” is already in row 1."]
    [error] = read_player_list("ÁNGEL", entered=["angel"]).errors
    assert error.text == "Row 1: ÁNGEL is already in the tournament."
    organiser = account("olga")
    draft = next_evening(organiser)
    with pytest.raises(Refused, match="more than once: JOSE, José"):
        add_entries_by_name(organiser, draft, ["José", "Ana", "JOSE"])
    add_entries_by_name(organiser, draft, ["José", "Player 1"])
    with pytest.raises(Refused, match="Already in the tournament: jose"):
        add_entries_by_name(organiser, draft, ["jose"])
    with pytest.raises(Refused, match="more than once: jose"):
        rename_entries(organiser, draft, [(draft.entries.get(player__name="Player 1"), "jose")])


def test_a_guest_is_found_under_the_name_from_before_a_merge() -> None:
    organiser, staff = account("olga"), account("staff", is_staff=True)
    old = add_entries_by_name(organiser, next_evening(organiser, "first"), ["Pepe", "Ana"])
    new = add_entries_by_name(organiser, next_evening(organiser, "second"), ["José", "Ana"])
    merge_players(staff, old[0].player, new[0].player)
    entered = add_entries_by_name(organiser, next_evening(organiser, "third"), ["PEPE", "Ana"])
    assert [entry.player for entry in entered] == [new[0].player, old[1].player]
    both = add_entries_by_name(organiser, next_evening(organiser, "fourth"), ["Pepe", "Jose"])
    assert new[0].player not in [entry.player for entry in both], "two names of one list are two people"


def test_nobody_is_taken_for_somebody_else() -> None:
    """Where two people may be meant, each is a new one: two rows can be merged, one cannot be parted."""
    organiser = account("olga")
    add_entries_by_name(organiser, next_evening(organiser, "first"), ["Hung", "李明", "Müller"])
    entered = add_entries_by_name(organiser, next_evening(organiser), ["Hùng", "Hưng", "李銘", "Møller", "Liming"])
    assert [entry.player.name for entry in entered] == ["Hùng", "Hưng", "李銘", "Møller", "Liming"]


def test_the_spelling_of_a_guest_can_be_corrected() -> None:
    organiser = account("olga")
    draft = next_evening(organiser)
    [entry] = add_entries_by_name(organiser, draft, ["Jose"])
    rename_entries(organiser, draft, [(entry, "José")])
    assert draft.entries.get().player == entry.player
    assert Player.objects.get(pk=entry.player_id).name == "José"


def test_rows_from_before_are_proposed_and_stay_two() -> None:
    organiser, staff = account("olga"), account("staff", is_staff=True)
    old = [Player.objects.create(name=name) for name in ("José", decomposed("José"), "Josefa José", "Hùng")]
    tournaments = [next_evening(organiser, f"event{number}") for number in range(len(old))]
    for player, tournament in zip(old, tournaments, strict=True):
        tournament.entries.create(player=player, seed=1)
    assert merge_targets(staff, old[0], old[0].name) == [old[1], old[2]], "the same name comes first"
    assert [guest.namesakes for guest in listed_guests(organiser, tournaments[0])] == [1]
    page = Client()
    page.force_login(organiser)
    shown = page.get(reverse("claims:guests", args=[tournaments[0].pk])).content.decode()
    assert "1 other player has the same name" in shown
    assert [guest.namesakes for guest in listed_guests(organiser, tournaments[3])] == [0]
    assert Player.objects.filter(merged_into=None, user=None).count() == len(old)


def test_an_account_is_asked_about_guests_of_its_name_in_any_spelling() -> None:
    event = make_event(0, start=False)
    add_entries_by_name(event.organiser, event.tournament, ["Jose Ruiz", "Ana", "Bo", "Cem"])
    start_tournament(event.organiser, event.tournament)
    assert [offer.player.name for offer in offers_for(account("jose", "José Ruiz"))] == ["Jose Ruiz"]


def test_clubs_and_variants_of_the_same_name_are_refused() -> None:
    organiser = account("olga")
    club = create_club(organiser, "Brettspielclub Süd")
    for name in ("BRETTSPIELCLUB SÜD", "Brettspielclub Sud", decomposed("Brettspielclub Süd")):
        with pytest.raises(Refused, match="already exists"):
            create_club(organiser, name)
    assert rename_club(organiser, club, "BRETTSPIELCLUB Süd").name == "BRETTSPIELCLUB Süd"
    for name in ("zebra", "Älg", "Arno"):
        create_club(organiser, name)
    assert [club.name for club in Club.objects.all()] == ["Älg", "Arno", "BRETTSPIELCLUB Süd", "zebra"]
    game = GAMES["babylonia"]
    save_variant(organiser, game, VariantSpec(name="Größer", ruleset="base", changes={"rack/limit": 4}))
    with pytest.raises(Refused, match="Another variant is called"):
        save_variant(organiser, game, VariantSpec(name="GROSSER", ruleset="base", changes={"rack/limit": 3}))
    assert Variant.objects.filter(name_key="").count() == 0


def test_a_log_under_the_old_spelling_finds_its_seats() -> None:
    """Its bytes and its digest stay."""
    event = make_event(0, table_size=3, start=False)
    add_entries_by_name(event.organiser, event.tournament, ["José", "Müller", "Ana"])
    start_tournament(event.organiser, event.tournament)
    table = event.pair().tables.get()
    data = log_of(table, order=[2, 0, 1])
    for name, better in (("José", "JOSE"), ("Müller", "Muller")):
        Player.objects.filter(name=name).update(name=better)
    submission = submit_log(event.organiser, data, table)
    for verification in submission.log.verifications.all():
        verify_log(verification.pk)
    submission.refresh_from_db()
    table.refresh_from_db()
    assert bytes(submission.log.content) == data
    assert submission.seats is not None
    assert sorted(json.loads(data.splitlines()[0])["seats"]) == ["Ana", "José", "Müller"]
    assert set(names(table)) == {"Ana", "JOSE", "Muller"}
