"""The API of events that take place again, and of invitations to help."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from nabu.contests.series import services
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Tournament
from tests.platform.scenario import Event, account, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(2, start=False)
    Tournament.objects.filter(pk=made.tournament.pk).update(starts_on=services.today(), name="Night 9")
    add_entries_by_name(made.organiser, made.refresh(), ["Iltani"])
    return made


@pytest.fixture
def api(event: Event) -> APIClient:
    client = APIClient()
    client.force_login(event.organiser)
    return client


def test_repeat(event: Event, api: APIClient) -> None:
    answer = api.post(f"/api/v1/tournaments/{event.tournament.pk}/repeat/", {"players": True}, format="json")
    assert answer.status_code == 201
    made = answer.json()
    assert (made["tournament"]["name"], made["players"], made["not_entered"]) == ("Night 10", 3, [])
    assert (Tournament.objects.get(pk=made["tournament"]["id"]).starts_on - services.today()).days == 7
    undated = api.post(
        f"/api/v1/tournaments/{event.tournament.pk}/repeat/", {"name": "Cup", "starts_on": None}, format="json"
    ).json()
    assert Tournament.objects.get(pk=undated["tournament"]["id"]).starts_on is None


def test_a_series_from_its_start_to_its_end(event: Event, api: APIClient) -> None:
    address = f"/api/v1/tournaments/{event.tournament.pk}/series/"
    made = api.post(address, {"name": "Night", "left": 3}, format="json").json()
    one = f"/api/v1/series/{made['id']}/"
    assert made["left"] == 2
    shown = api.get(one).json()
    first = shown["dates"][0]
    assert len(shown["dates"]) == 2
    assert api.post(f"{one}skip/", {"date": first}, format="json").json()["left_out"] == [first]
    assert api.post(f"{one}skip/", {"date": first}, format="json").status_code == 409
    assert api.post(f"{one}keep/", {"date": first}, format="json").json()["left_out"] == []
    assert api.post(f"{one}pause/").json()["paused"] == "by_hand"
    assert api.post(f"{one}resume/").json()["paused"] == ""
    changed = api.patch(one, {"weeks": 4, "left": None}, format="json").json()
    assert (changed["weeks"], changed["left"], changed["name"]) == (4, None, "Night")
    assert api.get("/api/v1/series/").json()["count"] == 1
    assert api.delete(one).status_code == 204
    assert api.get(one).status_code == 404


def test_an_invitation_from_its_code_to_the_role(event: Event, api: APIClient) -> None:
    address = f"/api/v1/tournaments/{event.tournament.pk}/role-invitations/"
    made = api.post(address, {"kind": "scorekeeper", "people": 2}, format="json")
    assert made["Cache-Control"] == "no-store"
    code = made.json()["code"]
    assert made.json()["link"].endswith(f"/helpers/{code}/")
    helper = APIClient()
    helper.force_login(account("enki"))
    answer = helper.post("/api/v1/helpers/", {"code": code}, format="json").json()
    assert (answer["tournament"]["id"], answer["kind"]) == (event.tournament.pk, "scorekeeper")
    [listed] = api.get(address).json()["results"]
    assert (listed["accepted"], listed["people"]) == (["enki"], 2)
    assert "code" not in listed
    assert api.delete(f"/api/v1/role-invitations/{listed['id']}/").status_code == 204
    late = APIClient()
    late.force_login(account("late"))
    assert late.post("/api/v1/helpers/", {"code": code}, format="json").status_code == 409
    assert late.post("/api/v1/helpers/", {"code": "AAAA-BBBB-CCCC"}, format="json").status_code == 409
