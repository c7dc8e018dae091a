"""A site whose answers take their time: NABU_TESTS_DELAY=0.8 holds each one back by 0 to 0.8 s, at random.

A test that looks before an answer is there passes on a quick machine, and by chance fails on a busy one.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from typing import Protocol, runtime_checkable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

DELAY = float(os.environ.get("NABU_TESTS_DELAY") or 0)
"""Seconds: the longest that an answer to a browser is held back."""


@runtime_checkable
class Closing(Protocol):
    """What a server must close when it is sent (PEP 3333)."""

    def close(self) -> None: ...


def held_back(site: WSGIApplication) -> WSGIApplication:
    """The same site. It makes an answer at once and sends its beginning later, and its end once more later: there is a
    time in which a browser has only a part of a page."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        response = site(environ, start_response)
        try:
            time.sleep(random.uniform(0, DELAY / 2))
            for number, part in enumerate(response):
                cut = random.randrange(len(part)) if number == 0 and part else 0
                if cut:
                    yield part[:cut]
                    time.sleep(random.uniform(0, DELAY / 2))
                yield part[cut:]
        finally:
            if isinstance(response, Closing):
                response.close()

    return answer
