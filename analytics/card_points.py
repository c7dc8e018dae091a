"""Which points a card brought: read from source and cause of each score event.

A point belongs to at most one card. Where two cards of a seat work together (nobles that both of Babylonia's cards 8
and 9 link) it belongs to neither, because it would have come with either of them alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analytics.frames import Frames, Ints, places_of

CARD_OF_SOURCE: Mapping[str, str] = {
    "card1": "1",
    "card7": "7",
    "city_nobles_card8": "8",
    "city_nobles_card9": "9",
}
"""Sources that belong to one card (Babylonia's ziggurat cards)."""

CARD_AFTER: Mapping[str, str] = {
    "trees": "tree card ",
    "skill_a": "skill ",
    "skill_b": "skill ",
    "skill_c": "skill ",
    "skill_d": "skill ",
    "skill_e": "skill ",
    "banker": "",
    "palace": "",
}
"""Sources whose cause names the card behind these words: Ishtar's tree cards and skills; Amyitis' court cards, whose
cause is the card itself.

One table for all games: no source of another game has one of these keys.
"""


def card_of(source: str, cause: str) -> str | None:
    """The card that brought a point of this source and cause; None if it was no card."""
    if source in CARD_OF_SOURCE:
        return CARD_OF_SOURCE[source]
    words = CARD_AFTER.get(source)
    if words is None or not cause.startswith(words):
        return None
    return cause.removeprefix(words)


def points_of_cards(frames: Frames, cards: Sequence[str]) -> Ints:
    """The points that each of these cards brought each seat in each game: games x seats x cards.

    Whether the seat took the card is for the caller to see; a card in play without being taken brings points too.
    """
    events = frames.score_events
    sources, causes = (events[name].cat.categories for name in ("source", "cause"))
    may_be = np.array([source in CARD_OF_SOURCE or source in CARD_AFTER for source in sources], bool)
    events = events.iloc[np.flatnonzero(may_be[events["source"].cat.codes])]
    pair = events["source"].cat.codes.to_numpy(), events["cause"].cat.codes.to_numpy()
    used = np.zeros((len(sources), len(causes)), bool)
    used[pair] = True
    place: dict[str | None, int] = {card: number for number, card in enumerate(cards)}
    place_of_pair = np.full(used.shape, -1)
    for source, cause in np.argwhere(used).tolist():
        place_of_pair[source, cause] = place.get(card_of(str(sources[source]), str(causes[cause])), -1)
    card = place_of_pair[pair]
    games, seats = places_of(frames.games["game_id"], events["game_id"]), events["seat"].to_numpy(np.int64)
    points, rows = np.zeros((len(frames), frames.seats, len(cards)), np.int64), np.flatnonzero(card >= 0)
    np.add.at(points, (games[rows], seats[rows], card[rows]), events["points"].to_numpy(np.int64)[rows])
    return points
