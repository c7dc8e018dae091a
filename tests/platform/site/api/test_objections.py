"""Objections to confirmed results over the API."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.test import APIClient

from tests.platform.site.api.conftest import World

Clients = Callable[[str], APIClient]


def test_an_objection_is_made_listed_and_answered(world: World, client_of: Clients) -> None:
    world.confirm_everything()
    ana, organiser = client_of("ana"), client_of("organiser")
    table = ana.post(f"/api/v1/tables/{world.table.pk}/object/", {"reason": "We counted twice"}).json()
    assert (table["status"], [each["reason"] for each in table["objections"]]) == ("confirmed", ["We counted twice"])
    again = ana.post(f"/api/v1/tables/{world.table.pk}/object/", {"reason": "Again"})
    assert again.status_code == 409
    [listed] = organiser.get("/api/v1/objections/?open=true").json()["results"]
    assert (listed["made_by"], listed["answer"], listed["submission"]) == ("Ana", "", None)
    assert client_of("other organiser").get("/api/v1/objections/").json()["results"] == []
    address = f"/api/v1/objections/{listed['id']}/"
    accepted = organiser.post(f"{address}accept/", {"reason": "Yes"})
    assert (accepted.status_code, "no log" in accepted.json()["detail"]) == (409, True)
    rejected = organiser.post(f"{address}reject/", {"reason": "I watched"}).json()
    assert (rejected["answer"], rejected["answer_reason"], rejected["answered_by"]) == (
        "rejected",
        "I watched",
        "Organiser",
    )
    assert organiser.get("/api/v1/objections/?open=true").json()["results"] == []
    assert len(ana.get(f"/api/v1/objections/?open=false&tournament={world.running.pk}").json()["results"]) == 1


def test_an_objection_by_a_log_is_accepted_with_what_follows(world: World, client_of: Clients) -> None:
    world.next_draft_round()
    submission = world.submit()
    world.prove(submission)
    ana, organiser = client_of("ana"), client_of("organiser")
    sent = ana.get(f"/api/v1/submissions/{submission.pk}/").json()
    assert (sent["outcome"], sent["assigned_by"], len(sent["log_seats"])) == ("objection", "Ana", 2)
    [objection] = organiser.get(f"/api/v1/objections/?tournament={world.running.pk}").json()["results"]
    address = f"/api/v1/objections/{objection['id']}/accept/"
    assert organiser.post(address, {"reason": "The sheet says so"}).status_code == 409
    done = organiser.post(address, {"reason": "The sheet says so", "propagate": True}).json()
    assert done["answer"] == "accepted"
    table = ana.get(f"/api/v1/tables/{world.table.pk}/").json()
    assert (table["basis"], table["log"]) == ("ruling", sent["sha256"])
    assert [seat["score"] for seat in table["seats"]] == [seat["score"] for seat in sent["log_seats"]]
