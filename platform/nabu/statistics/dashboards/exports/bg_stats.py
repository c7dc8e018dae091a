"""A finished game as a link that the app BG Stats saves as a play.

The format is the one that the makers of the app publish for other sites: one play, as JSON in the address
(https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/). Nothing is sent from here:
whoever opens the link hands the play to the app on the own device, which asks before it saves.
"""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any
from urllib.parse import quote

from engine.registry import GAMES
from nabu.contests.matches.models import Table

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"

SOURCE = "Nabu"
"""The app remembers by this name which of its games and players are ours: it must not change."""


def play_of(table: Table) -> dict[str, Any] | None:
    """The play of a table with `with_players`; None unless the game was played and its result is confirmed.

    `playDate` is in UTC. Seat 0 started. Who was absent is left out.
    """
    seats = [seat for seat in table.seats.all() if not seat.absent]
    if table.status != Table.Status.CONFIRMED or table.is_bye or len(seats) < 2 or table.confirmed_at is None:
        return None
    tournament = table.round.stage.tournament
    game = GAMES[tournament.game]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(table.pk),
        "playDate": f"{table.confirmed_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "location": tournament.name,
        "game": {"name": game.title, "sourceGameId": game.key, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": seat.entry.player.name,
                "sourcePlayerId": str(seat.entry.player_id),
                "startPlayer": number == 0,
                "rank": seat.place,
                "score": seat.score,
                "winner": seat.place == 1,
            }
            for number, seat in enumerate(sorted(seats, key=lambda seat: seat.position))
        ],
    }


def play_link(table: Table) -> str | None:
    """The address that hands the play over; None where there is no play."""
    play = play_of(table)
    if play is None:
        return None
    data = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return f"{CREATE_PLAY}?data={quote(data, safe='')}"
