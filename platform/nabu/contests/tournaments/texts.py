"""The English text of every message about tournaments that is stored, by key.

A key stands in the database: it keeps its meaning and its placeholders. What is to be said differently gets a new key.
"""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "acting.automatic": "%(name)s (automatic)",
    "acting.director": "director",
    "acting.organiser": "organiser",
    "acting.person": "%(name)s (%(role)s)",
    "acting.player": "player",
    "acting.player_at_table": "player, table %(table)s",
    "acting.scorekeeper": "scorekeeper",
    "acting.staff": "staff",
    "acting.token": "API token of %(name)s (%(role)s)",
    "acting.token_only": "API token of %(name)s",
    "tournaments.cancelled": "The tournament is cancelled, so this is no longer possible.",
    "tournaments.not_started": "The tournament has not started yet.",
    "tournaments.running": "The tournament has started, so this is no longer possible.",
    "tournaments.not_finished": "The tournament is still running. Finish it first.",
    "tournaments.finished": "The tournament is finished. Reopen it first.",
    "tournaments.over": "The tournament is finished, so this is no longer possible.",
}
