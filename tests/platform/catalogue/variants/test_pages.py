"""Pages and API of variants: making one, choosing some for a tournament, reading what is to be played at a table."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from nabu.accounts.players.models import User
from nabu.catalogue.variants.models import Variant
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.contests.tournaments.variants import tried_variants
from tests.cases import each
from tests.platform.scenario import account, make_event
from tests.platform.site.pages.tournament_form import FORM

pytestmark = pytest.mark.django_db

NEW: dict[str, Any] = {"name": "Rack of four", "ruleset": "base", "components": "babylonia-2019"}


@pytest.fixture
def ana(client: Client) -> User:
    user = account("ana")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def send(client: Client, **words: Any) -> Any:
    return client.post(reverse("variants:new", args=["babylonia"]), NEW | words)


def test_a_variant_is_made_on_its_page(client: Client, ana: User) -> None:
    page = client.get(reverse("variants:new", args=["babylonia"])).content.decode()
    assert "rack › limit (5)" in page
    assert "Who sees the racks. Default: owner only." in page
    german = client.get(reverse("variants:new", args=["babylonia"]), headers={"Accept-Language": "de"})
    for words in ("Ständer › Grenze (5)", "Erste Züge", "Karte 2"):
        assert words in german.content.decode()
    answer = send(client, **{"path_0": "rack/limit", "value_0": "4", "rule-end_check": '"before_refill"'})
    made = Variant.objects.get(owner=ana)
    assert answer.headers["Location"] == reverse("variants:detail", args=[made.pk])
    assert made.key == "base+end_check=before_refill@rack-of-four"
    page = client.get(answer.headers["Location"]).content.decode()
    assert "rack › limit" in page
    assert "Retire variant" in page
    assert f"{reverse('tournaments:new')}?game=babylonia&amp;variant={made.pk}" in page
    page = client.get(f"{reverse('tournaments:new')}?game=babylonia&variant={made.pk}").content.decode()
    assert '<option value="rack-of-four" selected>' in page
    assert "1 changed" in page
    # The values of a set that somebody has made can be changed again.
    page = client.get(reverse("variants:new", args=["babylonia"]) + "?components=rack-of-four").content.decode()
    assert "rack › limit (4)" in page
    listed = client.get(reverse("variants:list", args=["babylonia"])).content.decode()
    ruling = "When the end of the game is checked: before the refill instead of after the refill"
    assert f"{ruling}; rack › limit: 4 instead of 5" in listed


@each(
    ("words", "field", "told"),
    [
        ({"path_0": "rack/limit", "value_0": "2"}, "value_0", "$.rack.limit: 2 is less than the minimum of 3"),
        ({"path_1": "rack/limit"}, "value_1", "Enter a value."),
        ({"value_2": "7"}, "path_2", "Choose a value."),
        ({"path_0": "rack/size", "value_0": "7"}, "path_0", "Select a valid choice"),
        ({"path_0": "rack/limit", "value_0": "6", "path_1": "rack/limit", "value_1": "7"}, "path_1", "appears twice"),
        ({"name": "Base"}, None, "Another variant is called “Base”."),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    client: Client, ana: User, words: dict[str, str], field: str | None, told: str
) -> None:
    answer = send(client, **words)
    assert answer.status_code == 200
    assert told in str(answer.context["forms"].main.errors[field or "__all__"])
    assert not Variant.objects.filter(owner=ana).exists()


def test_a_director_chooses_variants_and_the_tables_say_which(client: Client, ana: User) -> None:
    """On every page where somebody looks what is to be played, on paper and in the API."""
    tried = list(Variant.objects.filter(game="babylonia").order_by("name"))
    form = FORM | {"variants": [str(variant.pk) for variant in tried]}
    client.post(reverse("tournaments:new"), FORM | {"variants": [str(tried[0].pk)]})
    assert not Tournament.objects.exists()
    client.post(reverse("tournaments:new"), form)
    tournament = Tournament.objects.get()
    assert tried_variants(tournament) == tried
    page = client.get(reverse("tournaments:edit", args=[tournament.pk])).content.decode()
    assert "2 chosen" in page
    add_entries_by_name(ana, tournament, ["Ada", "Bel", "Cyr", "Dan"])
    start_tournament(ana, tournament)
    round_ = publish_round(ana, pair_round(ana, tournament))
    table = Table.objects.get(round=round_, variant__key="seven_of_nine")
    assert "Seven of nine" in client.get(reverse("tournaments:detail", args=[tournament.pk])).content.decode()
    page = client.get(reverse("tournaments:round", args=[round_.pk])).content.decode()
    assert page.count("Variant: Seven of nine") == page.count("Variant: Base") == 1
    assert "Ruleset: Seven of nine" in page
    page = client.get(reverse("table:page", args=[table.pk])).content.decode()
    assert "The variant “Seven of nine” is played here" in page
    assert (
        f"Round 1, table {table.number}"
        in client.get(reverse("variants:detail", args=[table.variant_id])).content.decode()
    )
    for what in ("tables", "slips"):
        page = client.get(reverse("tournaments:print_round", args=[round_.pk, what])).content.decode()
        assert page.count("Variant: Seven of nine") == 1
    api = APIClient()
    told = {"id": table.variant_id, "name": "Seven of nine", "key": "seven_of_nine"}
    assert api.get(f"/api/v1/tables/{table.pk}/").json()["variant"] == told
    tables = api.get(f"/api/v1/rounds/{round_.pk}/").json()["tables"]
    assert [line["variant"]["key"] for line in tables if line["id"] == table.pk] == ["seven_of_nine"]
    assert api.get(f"/api/v1/tournaments/{tournament.pk}/").json()["variants"] == [v.pk for v in tried]
    file = client.get(reverse("tournaments:export_json", args=[tournament.pk])).json()
    assert {line["variant"]["key"] for line in file["rounds"][0]["tables"]} == {"base", "seven_of_nine"}


def test_the_api_names_the_path_of_a_wrong_value(ana: User) -> None:
    api = APIClient()
    api.force_authenticate(ana)
    words: dict[str, Any] = {"game": "babylonia", "name": "Small", "ruleset": "base"}
    answer = api.post("/api/v1/variants/", words | {"changes": [{"path": "rack/limit", "value": 2}]}, format="json")
    assert answer.status_code == 400
    assert answer.json() == {"changes": ["rack/limit: $.rack.limit: 2 is less than the minimum of 3"]}
    answer = api.post("/api/v1/variants/", words | {"changes": [{"path": "rack/limit", "value": 3}]}, format="json")
    assert answer.status_code == 201
    assert {"what": "rack › limit", "here": "3", "printed": "5", "note": ""} in answer.json()["differences"]
    assert api.post("/api/v1/variants/", words, format="json").status_code == 409
    assert api.post(f"/api/v1/variants/{answer.json()['id']}/retire/").json()["retired_at"]
    shown = api.get("/api/v1/variants/?game=babylonia").json()["results"]
    assert [line["name"] for line in shown] == ["Base", "Seven of nine", "Small"]


def test_a_round_asks_as_many_questions_whatever_is_tried(client: Client) -> None:
    """Of variants with the built-in components; a loaded set is read once in the life of a process."""
    counts = []
    for prefix, tries in (("plain", False), ("tries", True)):
        event = make_event(8, table_size=2, start=False, prefix=prefix)
        if tries:
            tried = list(Variant.objects.filter(game="babylonia"))
            update_tournament(event.organiser, event.tournament, variants=tried)
        start_tournament(event.organiser, event.tournament)
        address = reverse("tournaments:round", args=[event.pair().pk])
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        counts.append(len(queries))
    assert counts[0] == counts[1]
