"""The parts of the ASGI protocol, by name."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: bytes) -> bytes:
    """The value of a header (its name in lower case), empty if it was not sent."""
    return next((value for known, value in scope["headers"] if known.lower() == name), b"")
