"""Small tournaments that an organiser runs through the API, wherever the balancer sends each request."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load.server import NotReady
from benchmarks.two_hosts.asking import Answer, Client

GAME = "babylonia"
SEATS = 2
RULES = {
    "game": GAME,
    "ruleset": "base",
    "components": "babylonia-2019",
    "stages": [{"format": "swiss", "config": {"table_size": SEATS, "rounds": 1}}],
}
ACCOUNT, PASSWORD = "organiser", "two-hosts-two-hosts"
VERDICT_SECONDS = 600


@dataclass
class Evening:
    """What was played. `verified`: the tables whose log became their result."""

    client: Client
    sent: list[int] = field(default_factory=list)
    """The logs that were accepted, by the number of the submission."""

    refused: list[str] = field(default_factory=list)
    verified: int = 0
    tournaments: int = 0
    waiting: list[int] = field(default_factory=list)
    seconds: float = 0.0
    """How long it took the last time until everything was played and had its verdict."""

    def play(self, tournaments: int, tables: int, in_the_middle: Callable[[], None] | None = None) -> None:
        """Play so many tournaments of so many tables, and do something when half of them are played."""
        begin = time.monotonic()
        for number in range(tournaments):
            if in_the_middle is not None and number == tournaments // 2:
                in_the_middle()
            self.tournaments += 1
            self._tournament(self.tournaments, tables)
        self._wait_for_verdicts()
        self.seconds = time.monotonic() - begin

    def _tournament(self, number: int, tables: int) -> None:
        from engine.simulate import simulate_game

        made = self._done(self.client.send("/api/v1/tournaments/", {"name": f"Evening {number}", **RULES}))
        cup = f"/api/v1/tournaments/{made['id']}"
        names = [f"Guest {number}.{seat + 1}" for seat in range(tables * SEATS)]
        self._done(self.client.send(f"{cup}/entries/", {"names": names}))
        self._done(self.client.send(f"{cup}/start/", {}))
        paired = self._done(self.client.send(f"{cup}/pair/", {}))
        shown = self._done(self.client.send(f"/api/v1/rounds/{paired['id']}/publish/", {}))
        for table in shown["tables"]:
            players = [seat["player"]["name"] for seat in table["seats"]]
            log = simulate_game(
                GAME, SEATS, "base", ["greedy"], f"{number}/{table['id']}", None, players, as_people=True
            )
            answer = self.client.send_log(f"/api/v1/tables/{table['id']}/logs/", log)
            if answer.status == 202:
                self.sent.append(answer.value["id"])
                self.waiting.append(answer.value["id"])
            else:
                self.refused.append(f"{answer.status} {answer.body[:200]}")

    def _wait_for_verdicts(self) -> None:
        end = time.monotonic() + VERDICT_SECONDS
        while self.waiting and time.monotonic() < end:
            answers = {pk: self.client.get(f"/api/v1/submissions/{pk}/") for pk in self.waiting}
            done = [pk for pk, answer in answers.items() if answer.status == 200 and not answer.value["waiting"]]
            self.verified += sum(answers[pk].value["outcome"] == "applied" for pk in done)
            self.waiting = [pk for pk in self.waiting if pk not in done]
            time.sleep(1)

    @staticmethod
    def _done(answer: Answer) -> Any:
        if answer.status not in (200, 201):
            raise NotReady(f"The organiser could not go on: status {answer.status}\n{answer.body[:2000]}")
        return answer.value


def token_of(client: Client) -> str:
    """A token of the API for the organiser. Raises NotReady."""
    answer = client.send("/api/v1/token/", {"username": ACCOUNT, "password": PASSWORD})
    if answer.status not in (200, 201):
        raise NotReady(f"The organiser got no token: status {answer.status}\n{answer.body[:2000]}")
    return str(answer.value["token"])
