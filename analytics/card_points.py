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
    events = events[may_be[events["source"].cat.codes]]
    pair = events["source"].cat.codes.to_numpy(np.int64) * len(causes) + events["cause"].cat.codes.to_numpy(np.int64)
    pairs, places = np.unique(pair, return_inverse=True)
    found = [card_of(str(sources[one // len(causes)]), str(causes[one % len(causes)])) for one in pairs.tolist()]
    number = {card: place for place, card in enumerate(cards)}
    card = np.array([-1 if one is None else number.get(one, -1) for one in found], np.int64)[places]
    games, seats = places_of(frames.games["game_id"], events["game_id"]), events["seat"].to_numpy(np.int64)
    points, named = np.zeros((len(frames), frames.seats, len(cards)), np.int64), card >= 0
    np.add.at(points, (games[named], seats[named], card[named]), events["points"].to_numpy(np.int64)[named])
    return points
