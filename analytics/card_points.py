"""Which points a card brought: read from source and cause of each score event.

A point belongs to at most one card. Where two cards of a seat work together (nobles that both of Babylonia's cards 8
and 9 link) it belongs to neither, because it would have come with either of them alone.

Where no rule names the card (a variant, a new game), the log may show it: a source, or a source with a certain cause,
from which nobody scores who does not own a certain card is paid by that card (`paid_sources`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

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


BY_ACCIDENT = 1e-6
"""A source is taken to be paid by cards if all who score from it own one, and would do so by accident less often."""

ANY = ""
"""Whatever the cause."""

Paid = Mapping[tuple[str, str], tuple[str, ...]]
"""By source that no rule names, and cause or `ANY`: the cards that pay it."""


def card_of(source: str, cause: str) -> str | None:
    """The card that brought a point of this source and cause; None if it was no card."""
    if source in CARD_OF_SOURCE:
        return CARD_OF_SOURCE[source]
    words = CARD_AFTER.get(source)
    if words is None or not cause.startswith(words):
        return None
    return cause.removeprefix(words)


def paid_sources(frames: Frames) -> Paid:
    """The sources from which only owners of cards score, each with as few cards as its scorers need; of the others the
    causes of which that holds.

    A source that all its scorers may owe to either of two cards belongs to none.
    """
    events, owners = frames.score_events, _owners(frames)
    named = _of_rules(events["source"].cat.categories)
    events = events[~named[events["source"].cat.codes]]
    some: npt.NDArray[np.bool_] = np.asarray(owners.any(axis=2))
    share = some.sum() / max(1, len(frames.player_games))
    of_owners = events[some[_seats_of(frames, events)]]
    paid: dict[tuple[str, str], tuple[str, ...]] = {}
    for keys in (["source"], ["source", "cause"]):
        everybody, only = (table.groupby(keys, observed=True).size() for table in (events, of_owners))
        for key in only[only == everybody.reindex(only.index)].index:
            source, cause = (str(key), ANY) if len(keys) == 1 else map(str, key)
            rows = (of_owners["source"] == source) & ((cause == ANY) | (of_owners["cause"] == cause))
            scores = np.zeros(some.shape, bool)
            scores[_seats_of(frames, of_owners[rows.to_numpy()])] = True
            if (source, ANY) in paid or share ** scores.sum() >= BY_ACCIDENT or owners[scores].all(axis=0).sum() > 1:
                continue
            places = _fewest(owners[scores], owners.sum(axis=(0, 1)))
            categories = frames.card_events["card"].cat.categories
            paid[source, cause] = tuple(str(categories[place]) for place in places)
    return paid


def _fewest(scorers: npt.NDArray[np.bool_], owned: Ints) -> list[int]:
    """Cards of which each scorer owns one. They are taken up one by one, each time the card of whose owners the
    greatest part scores and has none yet."""
    found = []
    while len(scorers):
        found.append(int(np.argmax(scorers.sum(axis=0) / np.maximum(owned, 1))))
        scorers = scorers[~scorers[:, found[-1]]]
    return sorted(found)


def _owners(frames: Frames) -> npt.NDArray[np.bool_]:
    """Whether a seat took a card in a game: games x seats x cards, these in the order of their categories."""
    taken = frames.card_events[(frames.card_events["what"] == "taken").to_numpy()]
    owners = np.zeros((len(frames), frames.seats, len(taken["card"].cat.categories)), bool)
    owners[(*_seats_of(frames, taken), taken["card"].cat.codes.to_numpy(np.int64))] = True
    return owners


def _seats_of(frames: Frames, rows: pd.DataFrame) -> tuple[Ints, Ints]:
    return places_of(frames.games["game_id"], rows["game_id"]), rows["seat"].to_numpy(np.int64)


def points_of_cards(frames: Frames, cards: Sequence[str], paid: Paid) -> Ints:
    """The points that each of these cards brought each seat in each game: games x seats x cards.

    Whether the seat took the card is for the caller to see; a card in play without being taken brings points too.
    """
    events = frames.score_events
    sources, causes = (events[name].cat.categories for name in ("source", "cause"))
    of_rules = events.iloc[np.flatnonzero(_of_rules(sources)[events["source"].cat.codes])]
    pair = of_rules["source"].cat.codes.to_numpy(), of_rules["cause"].cat.codes.to_numpy()
    used = np.zeros((len(sources), len(causes)), bool)
    used[pair] = True
    place: dict[str | None, int] = {card: number for number, card in enumerate(cards)}
    place_of_pair = np.full(used.shape, -1)
    for code, cause in np.argwhere(used).tolist():
        place_of_pair[code, cause] = place.get(card_of(str(sources[code]), str(causes[cause])), -1)
    points = np.zeros((len(frames), frames.seats, len(cards)), np.int64)
    _add(points, frames, of_rules, place_of_pair[pair])
    for key, its in paid.items():
        rows = events[_paid_by(events, key)]
        if len(rows):
            _add(points, frames, rows, _only_card(frames, rows, [place.get(card, -1) for card in its], its))
    return points


def _add(points: Ints, frames: Frames, events: pd.DataFrame, card: Ints) -> None:
    """Add the points of these events to the cards at these places; -1 is none."""
    games, seats = _seats_of(frames, events)
    rows = np.flatnonzero(card >= 0)
    np.add.at(points, (games[rows], seats[rows], card[rows]), events["points"].to_numpy(np.int64)[rows])


def _only_card(frames: Frames, events: pd.DataFrame, places: Sequence[int], cards: Sequence[str]) -> Ints:
    """The place of the card that alone may have paid each event; -1 where its seat owns more of them than one."""
    at = frames.card_events["card"].cat.categories.get_indexer(pd.Index(cards))
    owners = np.zeros((len(events), len(cards)), bool)
    # These games may not have every card.
    owners[:, at >= 0] = _owners(frames)[_seats_of(frames, events)][:, at[at >= 0]]
    return np.where(owners.sum(axis=1) == 1, np.array(places)[owners.argmax(axis=1)], -1)


def paid_by_cards(events: pd.DataFrame, paid: Paid) -> npt.NDArray[np.bool_]:
    """Whether a card brought each of these score events."""
    found: npt.NDArray[np.bool_] = _of_rules(events["source"].cat.categories)[events["source"].cat.codes]
    for key in paid:
        found |= _paid_by(events, key)
    return found


def _paid_by(events: pd.DataFrame, key: tuple[str, str]) -> npt.NDArray[np.bool_]:
    source, cause = key
    rows = (events["source"] == source).to_numpy(np.bool_)
    return rows if cause == ANY else rows & (events["cause"] == cause).to_numpy(np.bool_)


def _of_rules(sources: pd.Index[str]) -> npt.NDArray[np.bool_]:
    return np.array([source in CARD_OF_SOURCE or source in CARD_AFTER for source in sources], bool)
