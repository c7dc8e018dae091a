"""Events are found by game, place, date, state, seats and text: on the page and over the API alike."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from nabu.contests.clubs.services import create_club
from nabu.contests.tournaments.api import TournamentFilter
from nabu.contests.tournaments.cancelling.services import cancel_tournament
from nabu.contests.tournaments.finding.forms import FindForm
from nabu.contests.tournaments.finding.narrowing import by_day, narrowed
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.contests.tournaments.registration.queries import Phase, phase_of, places_of
from nabu.core.name_keys.refresh import refresh_name_keys
from tests.platform.kept import kept_for_file
from tests.platform.scenario import account, make_event

Status = Tournament.Status
DAY = date(2027, 3, 20)


def events() -> dict[str, Any]:
    """One announced with a free seat, one that is full, one that is closed, one running elsewhere, one cancelled, a
    draft that nobody sees."""
    found = {}
    owner = account("owner")
    club = create_club(owner, "Ur")
    hour = timedelta(hours=1)
    now = timezone.now()
    for number, (name, more) in enumerate(
        {
            "Free": {"capacity": 3, "place": "Málaga, Café Ñandú", "club": club, "description": "Größe: klein"},
            "Full": {"capacity": 2, "place": "Ulm"},
            "Closed": {"registration_closes_at": now - hour, "place": "Ulm"},
            "Running": {"place": "Wien", "game": "ishtar", "rated": True},
            "Cancelled": {},
            "Hidden": {"registration": False},
        }.items()
    ):
        event = make_event(2, table_size=2, start=name == "Running", organiser=owner, prefix=name.lower())
        fields = {"name": f"{name} cup", "registration": name != "Running", "starts_on": DAY + timedelta(days=number)}
        Tournament.objects.filter(pk=event.tournament.pk).update(**{**fields, **more})
        found[name] = event.refresh()
    cancel_tournament(owner, found["Cancelled"], "No hall.")
    return {"events": found, "owner": owner, "club": club}


db, kept_world, changes_are_taken_back, world = kept_for_file(lambda: events(), "world")

ASKED: list[tuple[dict[str, str], set[str]]] = [
    ({"game": "ishtar"}, {"Running"}),
    ({"place": "malaga NANDU"}, {"Free"}),
    ({"place": "ulm"}, {"Full", "Closed"}),
    ({"search": "grosse"}, {"Free"}),
    ({"search": "klein free"}, {"Free"}),
    ({"search": "cup"}, {"Free", "Full", "Closed", "Running", "Cancelled"}),
    ({"starts_from": "2027-03-21", "starts_until": "2027-03-22"}, {"Full", "Closed"}),
    ({"rated": "true"}, {"Running"}),
    ({"rated": "false", "place": "ulm"}, {"Full", "Closed"}),
    ({"free": "true"}, {"Free"}),
    ({"free": "false"}, {"Full", "Closed", "Running", "Cancelled"}),
    ({"state": "open"}, {"Free", "Full"}),
    ({"state": "upcoming"}, {"Free", "Full", "Closed"}),
    ({"state": "running"}, {"Running"}),
    ({"state": "finished"}, set()),
    ({"state": "cancelled"}, {"Cancelled"}),
    ({"club": "CLUB"}, {"Free"}),
    ({"place": "nowhere"}, set()),
]


def test_page_and_api_find_the_same(world: dict[str, Any]) -> None:
    wrong = {}
    for query, expected in ASKED:
        asked = {name: str(world["club"].pk) if value == "CLUB" else value for name, value in query.items()}
        page = Client().get(reverse("tournaments:list"), asked).content.decode()
        on_page = {each[0] for each in re.findall(r"<bdi>(\w+) (cup)</bdi>", page)}
        answer = APIClient().get("/api/v1/tournaments/", asked).json()["results"]
        in_api = {each["name"].split()[0] for each in answer}
        if not on_page == in_api == expected:
            wrong[str(query)] = (on_page, in_api, expected)
    assert wrong == {}


def test_the_form_has_the_filters_of_the_api() -> None:
    assert FindForm.base_fields.keys() == TournamentFilter().fields.keys() - {"status", "changed_since", "ordering"}


def test_an_owner_finds_the_own_draft_too(world: dict[str, Any]) -> None:
    client = Client()
    client.force_login(world["owner"], backend="django.contrib.auth.backends.ModelBackend")
    assert "Hidden cup" in client.get(reverse("tournaments:list"), {"search": "hidden"}).content.decode()
    assert "Hidden cup" not in Client().get(reverse("tournaments:list"), {"search": "hidden"}).content.decode()


def test_registration_is_open_as_one_tournament_has_it(world: dict[str, Any]) -> None:
    """The query says the same as `phase_of` and `Places.full`."""
    now = timezone.now()
    for event in Tournament.objects.all():
        here = Tournament.objects.filter(pk=event.pk)
        assert narrowed(here, state="open").exists() == (phase_of(event, now) is Phase.OPEN), event
        places = places_of(event)
        free = phase_of(event, now) is Phase.OPEN and places is not None and not places.full
        assert narrowed(here, free=True).exists() == free, event


def test_a_stand_in_takes_no_seat(world: dict[str, Any]) -> None:
    full = world["events"]["Full"]
    full.entries.filter(pk=full.entries.first().pk).update(stand_in=True)
    assert narrowed(Tournament.objects.filter(pk=full.pk), free=True).exists()
    assert not places_of(full).full


def test_what_comes_stands_before_what_was_forgotten(world: dict[str, Any]) -> None:
    found, today = world["events"], timezone.localdate()
    for name, first, last in (
        ("Free", -400, None), ("Full", 5, None), ("Closed", -3, 2), ("Running", -40, None), ("Cancelled", -10, None),
        ("Hidden", None, None),
    ):  # fmt: skip
        days = [None if day is None else today + timedelta(days=day) for day in (first, last)]
        Tournament.objects.filter(pk=found[name].pk).update(starts_on=days[0], ends_on=days[1])
    in_order = [event.name.split()[0] for event in by_day(Tournament.objects.all())]
    assert in_order == ["Running", "Closed", "Full", "Hidden", "Cancelled", "Free"]


def test_who_waits_for_a_seat_takes_it(world: dict[str, Any]) -> None:
    free = world["events"]["Free"]
    waits = account("waits")
    Registration.objects.create(tournament=free, player=waits.player, status="waiting", position=1)
    assert not narrowed(Tournament.objects.filter(pk=free.pk), free=True).exists()


@pytest.mark.parametrize("query", ["game=chess", "state=over", "free=perhaps", "starts_from=tomorrow", "colour=red"])
def test_the_api_refuses_what_cannot_be(world: dict[str, Any], query: str) -> None:
    assert APIClient().get(f"/api/v1/tournaments/?{query}").status_code == 400


def test_the_page_says_what_is_wrong_and_shows_the_rest(world: dict[str, Any]) -> None:
    page = Client().get(f"{reverse('tournaments:list')}?game=chess&place=ulm").content.decode()
    assert "invalid-feedback" in page
    assert "Full cup" in page
    assert "Free cup" not in page


def test_paging_keeps_filters_and_dates_sort_by_day(world: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nabu.contests.tournaments.finding.views.PAGE", 1)
    page = Client().get(f"{reverse('tournaments:list')}?starts_from=2027-01-01&place=ulm").content.decode()
    assert "Full cup" in page
    assert "Closed cup" not in page
    [following] = re.findall(r'rel="next" href="\?([^"]+)"', page)
    query = following.replace("&amp;", "&")
    assert "place=ulm" in query
    assert "Closed cup" in Client().get(f"{reverse('tournaments:list')}?{query}").content.decode()


def test_an_empty_result_says_what_to_loosen(world: dict[str, Any]) -> None:
    page = Client().get(f"{reverse('tournaments:list')}?place=nowhere&game=ishtar").content.decode()
    assert "No tournaments match all filters" in page
    assert 'href="?game=ishtar"' in page
    assert 'href="?place=nowhere"' in page
    assert "2 filters" in page


def test_keys_of_places_and_descriptions_follow_their_texts(world: dict[str, Any]) -> None:
    """However they are written; rows of an older version get theirs later."""
    event = world["events"]["Full"]
    event.place = "Köln"
    event.save(update_fields=["place"])

    def found(words: str) -> bool:
        return narrowed(Tournament.objects.filter(pk=event.pk), place=words).exists()

    assert found("koln")
    Tournament.objects.filter(pk=event.pk).update(place="Łódź")
    assert found("lodz")
    Tournament.objects.filter(pk=event.pk).update(place_key="", description_key="")
    assert not found("lodz")
    assert refresh_name_keys() == 1
    assert found("lodz")
