"""Lists of players and report files through the API, and whole tournaments out of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rest_framework.test import APIClient

from nabu.accounts.players.tokens import create_token
from nabu.contests.tournaments.models import Tournament
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[3] / "competition" / "data"


@pytest.fixture
def draft(db: None) -> Event:
    return make_event(0, table_size=2, rounds=9, start=False)


@pytest.fixture
def client(draft: Event) -> APIClient:
    made = APIClient()
    made.credentials(HTTP_AUTHORIZATION=f"Token {create_token(draft.organiser, 'test', ['read', 'organise'])[1]}")
    return made


def address(draft: Event, action: str) -> str:
    return f"/api/v1/tournaments/{draft.tournament.pk}/{action}/"


def test_a_list_is_entered_and_comes_out_again(client: APIClient, draft: Event) -> None:
    answer = client.post(address(draft, "import"), {"text": "Name;Rating;Seed\nEnlil;1850;2\nEa;;1"}, format="json")
    assert answer.status_code == 201
    assert [entry["player"]["name"] for entry in answer.json()["entries"]] == ["Ea", "Enlil"]
    found = client.get(address(draft, "export")).json()
    assert [(player["name"], player["rating"]) for player in found["players"]] == [("Ea", None), ("Enlil", 1850)]
    assert found["rounds"] == found["standings"] == found["prizes"] == []


def test_mistakes_are_told_by_row_and_nobody_is_entered(client: APIClient, draft: Event) -> None:
    text = "Name;Rating\nEnlil;abc\nEa;1700\nEA;1"
    answer = client.post(address(draft, "import"), {"text": text}, format="json")
    assert answer.status_code == 400
    assert answer.json() == {"text": ["Row 2: the rating “abc” is not a number.", "Row 4: “EA” is already in row 3."]}
    assert not draft.tournament.entries.exists()
    answer = client.post(address(draft, "import"), {"text": text, "rows": "good"}, format="json")
    assert [entry["player"]["name"] for entry in answer.json()["entries"]] == ["Ea"]


def test_a_report_comes_with_its_rounds_where_that_is_asked_for(client: APIClient, draft: Event) -> None:
    text = (DATA / "bbp_10p5r_s42.trf").read_text()
    answer = client.post(address(draft, "import"), {"text": text, "rows": "rounds"}, format="json")
    assert answer.status_code == 201
    assert len(answer.json()["entries"]) == 10
    assert draft.refresh().status == Tournament.Status.RUNNING
    found = client.get(address(draft, "export")).json()
    assert [len(line["tables"]) for line in found["rounds"]] == [5, 5, 5, 5, 5]
    again = client.post(address(draft, "import"), {"text": "Enlil", "rows": "rounds"}, format="json")
    assert (again.status_code, again.json()) == (
        400,
        {"rows": ["Only a tournament report file or a results table has rounds."]},
    )
