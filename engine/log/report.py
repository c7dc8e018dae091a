"""What a replay says about a log."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from engine import ENGINE_VERSION
from engine.game import JsonObject
from engine.log.header import Header
from engine.message import Message, Value

VERDICTS = ("verified", "unfinished", "unreadable", "rejected")
MOST_TEXT = 300


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one log, and the game as far as it is valid.

    `line` counts from 1. `seat` is the seat of the failing line, or the seat to move. `legal` names some of what would
    have been allowed. `claim` is the log's result line where it differs from the replay. `places` is by seat, 1 is
    best; it is empty unless the game is over. `reason` is an English sentence, `message` what it says as a key with
    values (`engine.catalogue` has the keys); both are None for a verified log. `legal_messages` says `legal` so.
    """

    verdict: str
    code: str | None = None
    line: int | None = None
    turn: int | None = None
    seat: int | None = None
    reason: str | None = None
    legal: list[str] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    sources: list[dict[str, int]] = field(default_factory=list)
    end: str | None = None
    claim: dict[str, Any] | None = None
    header: Header | None = None
    engine: str = ENGINE_VERSION
    actions: int = 0
    turns: int = 0
    message: Message | None = None
    legal_messages: list[Message] = field(default_factory=list)

    def to_json(self) -> JsonObject:
        """The report as plain JSON."""
        return asdict(self)


def one_line(text: str) -> str:
    """The text as one short line that can be printed: what it quotes from a log may hold line ends and worse."""
    if len(text) > MOST_TEXT:
        text = text[: MOST_TEXT - 1] + "…"
    return _printable(text)


def shortened(message: Message) -> Message:
    """The message with texts that can be printed and kept: no longer than shows that a sentence is too long."""
    return Message(message.key, {name: _short_value(value) for name, value in message.values.items()})


def _short_value(value: Value) -> Value:
    if isinstance(value, Message):
        return shortened(value)
    return _printable(value[: MOST_TEXT + 1]) if isinstance(value, str) else value


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(char if char.isprintable() else "�" for char in text)
