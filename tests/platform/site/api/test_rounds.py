"""Rounds and jobs by the API: the draft with its check, moves, publishing with a reason, large rounds as jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from rest_framework.test import APIClient

from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries import presence as services
from nabu.contests.tournaments.models import Round
from nabu.web.jobs import running
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.site.api.conftest import World

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

ClientOf = Callable[[str], APIClient]


@pytest.fixture
def draft(world: World) -> Round:
    return world.next_draft_round()


def seats(answer: dict[str, Any]) -> list[list[int]]:
    """Ids of seats by table."""
    return [[seat["id"] for seat in table["seats"]] for table in answer["tables"]]


def test_directors_see_the_check_of_a_draft_and_nobody_sees_it_of_a_published_round(
    world: World, draft: Round, client_of: ClientOf
) -> None:
    organiser = client_of("organiser")
    shown = organiser.get(f"/api/v1/rounds/{draft.pk}/").json()
    assert (shown["status"], shown["moved"], len(shown["reasons"])) == ("draft", [], 2)
    assert shown["reasons"][0]["sentences"]
    services.drop_entry(world.organiser, world.running.entries.get(player=world.player("dia")))
    [serious] = organiser.get(f"/api/v1/rounds/{draft.pk}/").json()["concerns"]
    assert (serious["level"], serious["key"]) == ("serious", "not_active")
    assert serious["table"] in [table["id"] for table in shown["tables"]]
    published = client_of("ana").get(f"/api/v1/rounds/{world.round.pk}/").json()
    assert (published["concerns"], published["reasons"], published["moved"]) == ([], [], [])


def test_reasons_are_in_the_language_of_whoever_asks(world: World, client_of: ClientOf) -> None:
    with translation.override("es"):
        draft = world.next_draft_round()
    organiser, address = client_of("organiser"), f"/api/v1/rounds/{draft.pk}/"
    said = [reason["alternative"] for reason in organiser.get(address).json()["reasons"]]
    assert len(said) == 2
    assert all(words.startswith(("Next best: ", "Better: ")) for words in said)
    with translation.override("en"):
        spanish = organiser.get(address, headers={"accept-language": "es"}).json()["reasons"]
    assert all(reason["alternative"].startswith(("La siguiente mejor opción: ", "Mejor: ")) for reason in spanish)
    assert all(isinstance(words, str) for reason in spanish for words in reason["sentences"])


def test_sentences_from_before_there_were_keys_are_shown_as_they_are(draft: Round, client_of: ClientOf) -> None:
    old = {
        "sentences": ["Todos tienen 6 puntos."],
        "terms": [{"key": "rematch", "label": "enfrentamiento repetido", "cost": 1, "text": "Ana y Bo."}],
        "alternative": "",
    }
    draft.tables.update(reason=old)
    assert client_of("organiser").get(f"/api/v1/rounds/{draft.pk}/").json()["reasons"] == [old, old]


def test_players_are_moved_and_everything_goes_back(draft: Round, client_of: ClientOf) -> None:
    organiser = client_of("organiser")
    address = f"/api/v1/rounds/{draft.pk}/"
    before = organiser.get(address).json()
    (a, b), (c, d) = seats(before)
    swapped = organiser.post(f"{address}swap/", {"first": a, "second": d}).json()
    assert seats(swapped) == [[d, b], [c, a]]
    assert len(swapped["moved"]) == 2
    alone = organiser.post(f"{address}move/", {"seat": b}).json()
    assert [table["is_bye"] for table in alone["tables"]] == [True, False, True]
    back = organiser.post(f"{address}move/", {"seat": b, "table": alone["tables"][0]["id"], "position": 0}).json()
    assert seats(back) == [[b, d], [c, a]]
    first = back["tables"][0]["id"]
    numbered = organiser.post(f"{address}renumber/", {"table": first, "number": 8}).json()
    assert [(table["id"] == first, table["number"]) for table in numbered["tables"]] == [(False, 2), (True, 8)]
    reset = organiser.post(f"{address}reset/").json()
    assert reset["moved"] == []
    assert [[seat["entry"] for seat in table["seats"]] for table in reset["tables"]] == draft.proposal


@each(
    ("action", "body"),
    [
        ("move", {"seat": 10**6}),
        ("move", {"seat": 1, "table": 10**6}),
        ("swap", {"first": 1, "second": 10**6}),
        ("renumber", {"table": 10**6, "number": 3}),
    ],
)
def test_what_is_not_in_the_round_is_not_found(
    draft: Round, client_of: ClientOf, action: str, body: dict[str, int]
) -> None:
    assert client_of("organiser").post(f"/api/v1/rounds/{draft.pk}/{action}/", body).status_code == 404


def test_a_serious_concern_needs_a_reason(world: World, draft: Round, client_of: ClientOf) -> None:
    services.drop_entry(world.organiser, world.running.entries.get(player=world.player("dia")))
    organiser = client_of("organiser")
    address = f"/api/v1/rounds/{draft.pk}/publish/"
    for body in ({}, {"anyway": True}, {"reason": "They agreed."}):
        answer = organiser.post(address, body)
        assert answer.status_code == 409
        assert "Serious" in answer.json()["detail"]
    shown = organiser.post(address, {"anyway": True, "reason": "They agreed."}).json()
    assert shown["status"] == "published"
    assert shown["published_at"]
    history = organiser.get("/api/v1/changes/", {"tournament": world.running.pk}).json()["results"]
    (published,) = [line for line in history if line["action"] == "round.published" and line["after"].get("concerns")]
    assert published["after"]["concerns"] == ["Dia does not play in this round."]
    assert organiser.get(f"/api/v1/rounds/{world.round.pk}/").json()["locked_at"]


def test_a_round_is_unlocked_and_locked(world: World, client_of: ClientOf) -> None:
    organiser = client_of("organiser")
    address = f"/api/v1/rounds/{world.round.pk}/"
    assert organiser.post(f"{address}lock/").status_code == 409
    for table in world.round.tables.all():
        matches.rule_result(world.organiser, table, Ruling([5, 4]))
    assert organiser.post(f"{address}lock/").json()["locked_at"]
    assert organiser.post(f"{address}unlock/", {}).status_code == 400
    assert organiser.post(f"{address}unlock/", {"reason": "A wrong score."}).json()["locked_at"] is None


def test_a_large_round_is_answered_with_a_job(
    world: World, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nabu.contests.tournaments.rounds.jobs.PATIENCE", 0)
    world.confirm_everything()
    organiser = client_of("organiser")
    address = f"/api/v1/tournaments/{world.running.pk}/pair/"
    answer = organiser.post(address)
    assert answer.status_code == 202
    job = answer.json()
    assert (job["status"], job["round"]) == ("queued", None)
    assert organiser.post(address).status_code == 409
    running.run(job["id"], "one")
    done = organiser.get(f"/api/v1/jobs/{job['id']}/").json()
    assert (done["status"], done["done"], done["total"]) == ("done", 3, 3)
    assert organiser.get(f"/api/v1/rounds/{done['round']}/").json()["number"] == 2
    again = organiser.post(f"/api/v1/rounds/{done['round']}/repair/")
    assert again.status_code == 202
    assert organiser.post(f"/api/v1/jobs/{again.json()['id']}/cancel/").json()["status"] == "cancelled"
    assert organiser.post(f"/api/v1/jobs/{again.json()['id']}/cancel/").status_code == 409
