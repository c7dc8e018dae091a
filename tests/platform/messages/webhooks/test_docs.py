"""What docs/webhooks.md says holds: its code checks our signatures, its table lists our events, its times are ours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from nabu.contests.domain_events import events
from nabu.messages.webhooks.events import EVENTS, PING
from nabu.messages.webhooks.models import new_secret
from nabu.messages.webhooks.sending import headers_of
from nabu.messages.webhooks.tasks import DELAYS

PAGE = (Path(__file__).parents[4] / "docs/webhooks.md").read_text()


@pytest.fixture
def check() -> Any:
    names: dict[str, Any] = {}
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code
    exec(code[1], names)
    return names["check"]


def test_the_example_accepts_what_we_sign_and_nothing_else(check: Any) -> None:
    secret, body = new_secret(), '{"type": "ping", "name": "Šulgi"}'.encode()
    headers = headers_of(secret, "msg_1", 1_000_000, body)
    assert check(secret, headers, body, now=1_000_299)
    assert not check(secret, headers, body, now=1_000_301), "too old"
    assert not check(secret, headers, body + b" ", now=1_000_000)
    assert not check(new_secret(), headers, body, now=1_000_000)
    assert not check(secret, headers | {"webhook-id": "msg_2"}, body, now=1_000_000)
    assert not check(secret, headers | {"webhook-timestamp": "1000001"}, body, now=1_000_000)
    rotated = headers | {"webhook-signature": "v1,bm9uc2Vuc2U= " + headers["webhook-signature"]}
    assert check(secret, rotated, body, now=1_000_000), "one of several signatures is enough"


def test_every_event_is_in_the_table_and_every_kind_is_an_event() -> None:
    listed = set()
    for cell in re.findall(r"^\| (`[^|]*) \|", PAGE.partition("## Events")[2].partition("## ")[0], re.MULTILINE):
        names = re.findall(r"`([a-z_.]+)`", cell)
        group = names[0].split(".")[0]
        listed |= {group + name if name.startswith(".") else name for name in names}
    assert listed == {*EVENTS, PING}
    kinds = {value for name, value in vars(events).items() if name.isupper() and isinstance(value, str)}
    private = {events.REGISTRATION_CHANGED, events.TABLE_ANNOUNCEMENT, events.TABLE_DEADLINE}
    assert kinds - private == set(EVENTS), (
        "what becomes of a registration only its player is told, what is said to a table and of its deadline "
        "only those who sit there"
    )


def test_the_times_are_the_ones_of_the_code() -> None:
    assert DELAYS == (5, 30, 120, 600, 3600, 21600)
    assert "5 s, 30 s, 2 min, 10 min, 1 h and 6 h" in " ".join(PAGE.split())
