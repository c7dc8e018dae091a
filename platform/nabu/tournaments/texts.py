"""The English text of every message about tournaments that is stored, by key.

A key stands in the database: it keeps its meaning and its placeholders. What is to be said differently gets a new key.
"""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "tournaments.not_started": "The tournament has not started yet.",
    "tournaments.running": "The tournament has started, so this is no longer possible.",
    "tournaments.finished": "The tournament is finished. Reopen it first.",
}
