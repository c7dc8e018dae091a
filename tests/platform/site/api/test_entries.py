"""The people of a tournament by API: what each account may know, and a day at the desk."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.test import APIClient

from nabu.contests.tournaments.entries.byes import ask_for_bye
from nabu.contests.tournaments.entries.services import update_entry
from nabu.contests.tournaments.models import Entry, Role
from tests.platform.kept import kept_for_file
from tests.platform.site.api.conftest import World

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

ClientOf = Callable[[str], APIClient]


def entry_of(world: World, name: str, draft: bool = False) -> Entry:
    return (world.draft if draft else world.running).entries.get(player=world.player(name))


def test_each_account_reads_what_it_may_know(world: World, client_of: ClientOf) -> None:
    entry = entry_of(world, "ana")
    update_entry(world.organiser, entry, club="SK Ur", fixed_table=2, note="deaf")
    ask_for_bye(world.organiser, entry, 2)
    Role.objects.create(tournament=world.running, user=world.users["bo"], kind=Role.Kind.SCOREKEEPER)
    hidden = ("checked_in", "fixed_table", "note", "byes")
    seen = {}
    for person in ("visitor", "cem", "bo", "ana", "organiser"):
        answer = client_of(person).get(f"/api/v1/entries/{entry.pk}/").json()
        assert (answer["club"], answer["since"]) == ("SK Ur", 1)
        seen[person] = [answer[name] for name in hidden]
    assert seen == {
        "visitor": [None, None, None, None],
        "cem": [None, None, None, None],
        "bo": [False, None, None, None],
        "ana": [None, None, None, [2]],
        "organiser": [False, 2, "deaf", [2]],
    }


def test_a_morning_at_the_desk(world: World, client_of: ClientOf) -> None:
    organiser, address = client_of("organiser"), f"/api/v1/tournaments/{world.draft.pk}/check-in"
    assert client_of("ana").post(f"{address}/me/").status_code == 404
    assert organiser.post(f"{address}/open/").json() == {"open": True, "self_check_in": True, "here": 0, "players": 4}
    assert client_of("ana").post(f"{address}/me/").status_code == 204
    assert client_of("ana").post(f"{address}/me/").status_code == 409
    organiser.post(f"/api/v1/entries/{entry_of(world, 'bo', draft=True).pk}/check-in/")
    for asked, names in (("?here=true", ["Ana", "Bo"]), ("?here=false", ["Cem", "Dia"]), ("", 4)):
        listed = [line["player"]["name"] for line in organiser.get(f"{address}/entries/{asked}").json()["results"]]
        assert (listed if asked else len(listed)) == names
    assert organiser.post(f"{address}/leave-out-missing/").json()["players"] == 2
    assert organiser.post(f"/api/v1/tournaments/{world.draft.pk}/start/").status_code == 200
    late = organiser.post(f"/api/v1/entries/{entry_of(world, 'cem', draft=True).pk}/reinstate/").json()
    assert (late["status"], late["since"]) == ("active", 1)


def test_a_late_player_is_told_from_which_round(world: World, client_of: ClientOf) -> None:
    made = client_of("organiser").post(
        f"/api/v1/tournaments/{world.running.pk}/entries/", {"names": ["Enki"]}, format="json"
    )
    assert made.status_code == 201
    entry = made.json()["entries"][0]
    assert client_of("visitor").get(f"/api/v1/entries/{entry['id']}/").json()["since"] == 2


def test_penalties_are_private(world: World, client_of: ClientOf) -> None:
    address = f"/api/v1/tournaments/{world.running.pk}/penalties/"
    order = {"entry": entry_of(world, "ana").pk, "kind": "points", "points": "1.5", "reason": "late"}
    made = client_of("organiser").post(address, order, format="json").json()
    assert (made["points"], made["stage"]) == ("1.50", world.stage.pk)
    counts = {name: client_of(name).get(address).json()["count"] for name in ("organiser", "ana", "bo")}
    assert counts == {"organiser": 1, "ana": 1, "bo": 0}
    lifted = client_of("organiser").post(f"/api/v1/penalties/{made['id']}/lift/", {"reason": "traffic"}, format="json")
    assert lifted.status_code == 204
    assert client_of("ana").get(address).json()["count"] == 0


def test_what_makes_no_sense_is_a_bad_request(world: World, client_of: ClientOf) -> None:
    organiser, entry = client_of("organiser"), entry_of(world, "ana", draft=True)
    for address, body in (
        (f"entries/{entry.pk}/move/", {"seed": 0}),
        (f"entries/{entry.pk}/byes/", {}),
        (f"tournaments/{world.running.pk}/penalties/", {"entry": entry.pk, "kind": "flogging", "reason": "x"}),
        (f"tournaments/{world.draft.pk}/restrictions/", {"one": entry.pk, "other": "x", "kind": "forbidden"}),
    ):
        assert organiser.post(f"/api/v1/{address}", body, format="json").status_code == 400, address
    wrong = organiser.patch(f"/api/v1/entries/{entry.pk}/", {"fide_id": "abc"}, format="json")
    assert wrong.status_code == 400


def test_restrictions_come_and_go(world: World, client_of: ClientOf) -> None:
    organiser, address = client_of("organiser"), f"/api/v1/tournaments/{world.draft.pk}/restrictions/"
    pair = {"one": entry_of(world, "ana", True).pk, "other": entry_of(world, "bo", True).pk, "kind": "discouraged"}
    made = organiser.post(address, pair, format="json")
    assert made.status_code == 201
    assert organiser.post(address, pair, format="json").status_code == 409
    assert organiser.delete(f"/api/v1/restrictions/{made.json()['id']}/").status_code == 204
    assert organiser.get(address).json()["results"] == []
