"""Openings on the pages: everybody's and a player's, the same on page, CSV and API, and every part has its words."""

from __future__ import annotations

import csv
from io import StringIO
from itertools import product
from pathlib import Path
from unittest.mock import patch

from django.test import Client
from django.urls import reverse

from analytics.opening_stats import OPENINGS
from analytics.openings import READERS
from engine.amyitis.names import CRAFTS, TEMPLES, TYPES
from engine.babylon.components import PIECE_KINDS
from engine.ishtar.components import SHAPES, SKILLS
from engine.log.replay import ReplayVisitor, replay
from engine.registry import GAMES
from engine.simulate import simulate_game
from nabu.statistics.dashboards.opening_words import WORDS, opening_title
from nabu.statistics.dashboards.player.opening.page import OPENING_COLUMNS
from nabu.statistics.dashboards.questions.openings.api import OpeningRow
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event
from tests.platform.statistics.dashboards.proven import proven_event

GAME = "babylonia"

db, kept_world, changes_are_taken_back, event = kept_for_file(proven_event, "event")


def rows_of(address: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(Client().get(address).content.decode("utf-8-sig"))))


def test_everybodys_openings_are_the_same_on_page_csv_and_api(event: Event) -> None:
    """Two rounds of two games of four: 16 player-games, each with three turns."""
    found = Client().get(f"/api/v1/dashboards/{GAME}/openings/").json()["rows"]
    assert [sum(row["games"] for row in found if row["turn"] == turn) for turn in (1, 2, 3)] == [16, 16, 16]
    assert {row["sample"] for row in found} == {"tiny"}
    assert all(1 <= row["different_players"] <= min(8, row["games"]) for row in found)
    one = Client().get(f"/api/v1/dashboards/{GAME}/openings/?player={event.players[0].player.pk}").json()["rows"]
    assert max(row["different_players"] for row in one) <= 7, "two tables of four with the player in both"
    assert all(row["difference"] is None for row in found), "nothing is said of a few games"
    rows = rows_of(f"/dashboards/{GAME}/openings.csv")
    assert [list(row) for row in rows] == [list(row) for row in found]
    assert tuple(rows[0]) == tuple(OpeningRow().fields)
    page = Client().get(f"/dashboards/{GAME}/openings/").content.decode()
    assert "Too few games with the same turn to compare." in page
    assert opening_title(GAMES[GAME], found[0]["opening"]) in page
    of_event = Client().get(reverse("tournaments:dashboard_openings", args=[event.tournament.pk])).content.decode()
    assert "First turn" in of_event


def test_a_players_openings_stand_beside_everybodys_if_these_are_ten(event: Event) -> None:
    player = event.players[0].player
    found = Client().get(f"/api/v1/players/{player.pk}/statistics/{GAME}/openings/").json()["openings"]
    assert [sum(row["games"] for row in found if row["turn"] == turn) for turn in (1, 2, 3)] == [2, 2, 2]
    assert {row["share_everybody"] for row in found} == {None}, "seven others are too few"
    rows = rows_of(reverse("players:openings_csv", args=[player.pk, GAME]))
    assert [tuple(row) for row in rows] == [OPENING_COLUMNS] * len(found)
    least = "nabu.statistics.dashboards.player.opening.page.LEAST_GROUP"
    with patch(least, 8):
        found = Client().get(f"/api/v1/players/{player.pk}/statistics/{GAME}/openings/").json()["openings"]
    assert {row["share_everybody"] for row in found} == {None}, "the player is none of the others"
    with patch(least, 7):
        found = Client().get(f"/api/v1/players/{player.pk}/statistics/{GAME}/openings/").json()["openings"]
    everybody = {
        (row["turn"], row["opening"]): row["share"]
        for row in Client().get(f"/api/v1/dashboards/{GAME}/openings/").json()["rows"]
    }
    assert [row["share_everybody"] for row in found] == [everybody[row["turn"], row["opening"]] for row in found]
    address = reverse("players:openings", args=[player.pk, GAME])
    assert 'id="turn-1-title"' in Client().get(address).content.decode()
    assert address in Client().get(reverse("players:statistics", args=[player.pk, GAME])).content.decode()
    assert "No verified game matches this filter." in Client().get(f"{address}?players=2").content.decode()
    assert Client().get(f"{address}?players=9").status_code == 400


PARTS = {
    "babylonia": [
        *(":".join(part) for part in product(("farmer", "noble"), ("farm", "city", "ziggurat", "city:ziggurat"))),
        *("farmer", "noble", "river", "river:city", "river:ziggurat", "river:city:ziggurat"),
    ],
    "ishtar": [
        *(f"tile:{shape}" for shape in SHAPES),
        *(f"skill:{skill}" for skill in SKILLS),
        *("assistant", "discard", "reserve", "bloom", "tree"),
    ],
    "amyitis": [
        *CRAFTS,
        *(f"temple:{temple}" for temple in TEMPLES),
        *(f"buy:{kind}" for kind in TYPES),
        *("caravan", "sell", "plant", "pass"),
    ],
    "babylon": [*(f"level:{level}" for level in range(1, 9)), *PIECE_KINDS, "store", "discard"],
}
EXAMPLES = sorted((Path(__file__).parents[3] / "engine/examples").glob("*/*.jsonl"))


class Parts(ReplayVisitor):
    """What the actions of a whole game add to keys."""

    def __init__(self, game: str) -> None:
        self.reader = READERS[game]
        self.found: set[str] = set()

    def on_action(self, line, turn, action, events, state):  # type: ignore[no-untyped-def]
        if action.seat is not None:
            self.found.update(self.reader(action, events, state))


def test_every_part_of_an_opening_has_words() -> None:
    assert PARTS.keys() == GAMES.keys() == READERS.keys()
    for key, parts in PARTS.items():
        titles = [opening_title(GAMES[key], part) for part in parts]
        assert len(set(titles)) == len(titles)
    words = {part for key in ("ishtar", "amyitis", "babylon") for part in PARTS[key]}
    assert {part for part in words if part.partition(":")[0] not in ("skill", "level")} == WORDS.keys()
    both = "farmer:farm+noble:city+noble:city"
    assert opening_title(GAMES["babylonia"], both) == "Farmer on a farm + 2 × noble next to a city"
    assert opening_title(GAMES["ishtar"], "nothing") == "No action"


@each("game", GAMES)
def test_a_game_adds_no_other_parts_to_its_openings(game: str) -> None:
    """The games that the engine's examples tell, and a random one."""
    logs = [path.read_bytes() for path in EXAMPLES if path.parent.name == game][:3]
    logs.append(simulate_game(game, 2, GAMES[game].rulesets[0], ("random",), 7))
    seen = Parts(game)
    for log in logs:
        replay(log, seen)
    assert len(seen.found) > 5
    assert seen.found <= set(PARTS[game])


def test_a_part_without_words_stays_as_it_is() -> None:
    assert opening_title(GAMES["ishtar"], "tile:round") == "Tile:round"
    assert opening_title(GAMES["babylonia"], "farmer:lake+queen:farm") == "Farmer lake + queen on a farm"


def test_the_sums_have_each_turn_of_each_seat_once(event: Event) -> None:
    from nabu.statistics.dashboards.facts.refresh import store_of

    store = store_of(GAMES[GAME])
    assert store.sums().total(OPENINGS)["games"].sum() == len(store.frames().openings) == 3 * 16
    assert store.compare() == []
