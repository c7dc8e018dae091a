"""Why an action is not allowed: inside a game a small number for each reason, outside a code and a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import IllegalAction

MOST_DETAILS = 160


def explain(texts: Mapping[int, tuple[str, str]], number: int, details: str) -> IllegalAction:
    """The error for a reason; `texts` gives its code and sentence. `details` is the action in words, maybe long."""
    code, text = texts[number]
    if len(details) > MOST_DETAILS:
        details = details[: MOST_DETAILS - 1] + "…"
    return IllegalAction(code, f"{details}: {text}")
