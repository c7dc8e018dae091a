"""The whole story over HTTP, against a server with a real worker: from the password to the standings."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import pytest
import requests

from nabu.accounts.players.models import User
from nabu.accounts.players.services import sign_up
from tests.platform.scenario import PASSWORD, make_rated
from tests.platform.site.api.conftest import LOG

pytestmark = [pytest.mark.broker, pytest.mark.django_db(transaction=True)]


class Caller:
    """An account at the other end of the line."""

    def __init__(self, address: str, username: str) -> None:
        self.address = f"{address}/api/v1"
        self.headers: dict[str, str] = {}
        token = self.post("token/", {"username": username, "password": PASSWORD}, 200)["token"]
        self.headers = {"Authorization": f"Token {token}"}

    def get(self, path: str, status: int = 200) -> Any:
        return self._answer(requests.get(f"{self.address}/{path}", headers=self.headers, timeout=20), status)

    def post(self, path: str, body: object = None, status: int = 200) -> Any:
        sent = requests.post(f"{self.address}/{path}", json=body, headers=self.headers, timeout=20)
        return self._answer(sent, status)

    def upload(self, path: str, data: bytes) -> Any:
        headers = self.headers | {"Content-Type": "application/x-ndjson"}
        return self._answer(requests.post(f"{self.address}/{path}", data, headers=headers, timeout=20), 202)

    @staticmethod
    def _answer(response: requests.Response, status: int) -> Any:
        assert response.status_code == status, response.text
        return response.json() if response.content else None


def test_from_the_password_to_the_standings(
    live_server: Any, worker: subprocess.Popen[bytes], wait_until: Callable[..., None]
) -> None:
    for username, name in (("org", "Olga"), ("ana", "Ana"), ("bo", "Bo"), ("cem", "Cem"), ("dia", "Dia")):
        sign_up(username, PASSWORD, name)
    make_rated(User.objects.get(username="org"))
    org, *players = (Caller(live_server.url, name) for name in ("org", "ana", "bo", "cem", "dia"))
    by_name = {player.get("me/")["player"]["name"]: player for player in players}

    cup = org.post(
        "tournaments/",
        {
            "name": "Spring cup",
            "game": "babylonia",
            "ruleset": "base",
            "components": "babylonia-2019",
            "stages": [{"format": "swiss", "config": {"table_size": 2, "rounds": 1}}],
        },
        201,
    )
    players[0].get(f"tournaments/{cup['id']}/", 404)
    entered = []
    for player in players:
        known = player.get("me/")
        org.post(f"tournaments/{cup['id']}/entries/", {"player": known["player"]["id"]}, 404)
        made = org.post(f"tournaments/{cup['id']}/entries/", {"username": known["username"]}, 201)
        entered += made["entries"]
    assert org.post(f"tournaments/{cup['id']}/start/")["status"] == "running"
    for player, entry in zip(players, entered, strict=True):
        own = player.get("me/")["player"]["id"]
        assert entry["player"]["id"] != own
        accepted = player.post(f"entries/{entry['id']}/invitation/")
        assert (accepted["player"]["id"], accepted["consent"]) == (own, "invitation")
    round_ = org.post(f"tournaments/{cup['id']}/pair/", status=201)
    players[0].get(f"rounds/{round_['id']}/", 404)
    tables = org.post(f"rounds/{round_['id']}/publish/")["tables"]
    assert [len(table["seats"]) for table in tables] == [2, 2]

    # At the first table one player reports and the other one agrees.
    reporter, other = (by_name[seat["player"]["name"]] for seat in tables[0]["seats"])
    report = reporter.post(f"tables/{tables[0]['id']}/report/", {"scores": [61, 88]}, 201)
    reporter.post(f"reports/{report['id']}/confirm/", status=403)
    assert other.post(f"reports/{report['id']}/confirm/")["status"] == "confirmed"
    table = other.get(f"tables/{tables[0]['id']}/")
    assert (table["status"], table["basis"]) == ("confirmed", "report")
    assert [seat["place"] for seat in table["seats"]] == [2, 1]

    # At the second table a player sends the log of the game, says who is who in it, and the other one agrees.
    player = by_name[tables[1]["seats"][0]["player"]["name"]]
    sent = player.upload(f"tables/{tables[1]['id']}/logs/", LOG.read_bytes())

    def verdict_is_there() -> bool:
        return not player.get(f"submissions/{sent['id']}/")["waiting"]

    wait_until(verdict_is_there, seconds=60, what="the verdict")
    done = player.get(f"submissions/{sent['id']}/")
    assert (done["verification"]["verdict"], done["outcome"]) == ("verified", "seats"), done
    entries = [seat["entry"] for seat in tables[1]["seats"]]
    assert player.post(f"submissions/{sent['id']}/seats/", {"seats": entries})["outcome"] == "reported"
    [reported] = player.get(f"tables/{tables[1]['id']}/")["reports"]
    by_name[tables[1]["seats"][1]["player"]["name"]].post(f"reports/{reported['id']}/confirm/")
    report_of_engine = player.get(f"logs/{sent['sha256']}/")["report"]
    table = player.get(f"tables/{tables[1]['id']}/")
    assert (table["status"], table["basis"], table["log"]) == ("confirmed", "report", sent["sha256"])
    assert [seat["score"] for seat in table["seats"]] == report_of_engine["scores"]

    standings = player.get(f"tournaments/{cup['id']}/standings/")["results"]
    assert [line["points"] for line in standings] == ["6.00", "6.00", "0.00", "0.00"]
    winners = {line["entry"]["player"]["name"] for line in standings[:2]}
    assert tables[0]["seats"][1]["player"]["name"] in winners
    assert org.post(f"tournaments/{cup['id']}/finish/")["status"] == "finished"
    assert player.get("ratings/babylonia/")["results"] == []
    assert org.post(f"tournaments/{cup['id']}/approve/")["approved"] is True
    assert player.get("ratings/babylonia/")["results"] == [], "after one game everybody is provisional"
    board = player.get("ratings/babylonia/?everybody=true")["results"]
    assert {line["player"]["name"] for line in board if line["value"] == board[0]["value"]} == winners
