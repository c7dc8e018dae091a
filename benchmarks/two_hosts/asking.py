"""What a visitor, a monitor and a staff member are told by one host, or by whichever the balancer chooses."""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

TIMEOUT = 120
SAMPLE = re.compile(r"([\d,. ]*\d)\s+verified games?\b(?! (?:is|are) still)")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|"X-CSRFToken": *"[^"]+"')


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, whatever its status; 0: there was none."""

    status: int
    headers: Mapping[str, str]
    body: str
    seconds: float

    @property
    def value(self) -> Any:
        """The JSON in it; None if it holds none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def games(self) -> int | None:
        """How many games it counts: of the API's answer, or as the page says it."""
        value = self.value
        if isinstance(value, dict):
            return value.get("games")
        found = SAMPLE.search(plain(self.body))
        return int(re.sub(r"\D", "", found[1])) if found else None

    @property
    def digest(self) -> str:
        """A short digest of the body: equal answers have equal ones, whatever their forms have for a token."""
        return hashlib.sha256(TOKEN.sub("", self.body).encode()).hexdigest()[:8]

    @property
    def counted(self) -> str:
        """The number of games, or the status if there is none."""
        return str(self.games) if self.status == 200 and self.games is not None else f"status {self.status}"


@dataclass
class Client:
    """Somebody who asks at this port. `authorization` is the header of this name, if there is to be one. Whoever goes
    on at another port takes the same `cookies` along."""

    port: int
    authorization: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        """Fetch something."""
        return self._ask("GET", path, headers)

    def send(self, path: str, value: object) -> Answer:
        """Send JSON to the API."""
        return self._ask("POST", path, {"Content-Type": "application/json"}, json.dumps(value).encode())

    def send_log(self, path: str, log: bytes) -> Answer:
        """Send a game log to the API."""
        return self._ask("POST", path, {"Content-Type": "application/x-ndjson"}, log)

    def submit(self, path: str, fields: bytes) -> Answer:
        """Send a form."""
        return self._ask("POST", path, {"Content-Type": "application/x-www-form-urlencoded"}, fields)

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        head = {"Connection": "close", **headers}
        if self.cookies:
            head["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.authorization:
            head["Authorization"] = self.authorization
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        begin = time.monotonic()
        try:
            connection.request(method, path, body, head)
            response = connection.getresponse()
            text = response.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            return Answer(0, {}, "", time.monotonic() - begin)
        finally:
            connection.close()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _equals, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        found = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, found, text, time.monotonic() - begin)


def plain(page: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def checks_of(page: str) -> dict[str, tuple[str, str]]:
    """What the status page says, by the name of the part: its badge (empty: none) and its sentence."""
    found = {}
    for item in re.findall(r"<dt>(.*?)</dt>(.*?)</div>", page, re.DOTALL):
        badge = re.search(r'class="badge[^>]*>(.*?)<', item[1])
        said = re.findall(r"<dd[^>]*>(.*?)</dd>", item[1], re.DOTALL)
        found[plain(item[0]).strip()] = (badge[1] if badge else "", plain(said[-1]).strip() if said else "")
    return found


def samples_of(metrics: str, begin: str) -> dict[str, float]:
    """The samples of an exposition whose names begin like this, with their labels."""
    lines = [line.rpartition(" ") for line in metrics.splitlines() if line.startswith(begin)]
    return {name: float(value) for name, _space, value in lines}
