"""Which points a card brought: read from source and cause of each score event.

A point belongs to at most one card. Where two cards of a seat work together (nobles that both of Babylonia's cards 8
and 9 link) it belongs to neither, because it would have come with either of them alone.

Where no rule names the card (a variant, a new game), the log may show it: a source from which nobody scores who does
not own a certain card is paid by that card (`paid_sources`).
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

Paid = Mapping[str, tuple[str, ...]]
"""By source that no rule names: the cards that pay it."""


def card_of(source: str, cause: str) -> str | None:
    """The card that brought a point of this source and cause; None if it was no card."""
    if source in CARD_OF_SOURCE:
        return CARD_OF_SOURCE[source]
    words = CARD_AFTER.get(source)
    if words is None or not cause.startswith(words):
        return None
    return cause.removeprefix(words)


def paid_sources(frames: Frames) -> Paid:
    """The sources from which only owners of cards score, each with as few cards as its scorers need.

    A source that all its scorers may owe to either of two cards belongs to none.
    """
    events, owners = frames.score_events, _owners(frames)
    cards = [str(card) for card in frames.card_events["card"].cat.categories]
    some: npt.NDArray[np.bool_] = np.asarray(owners.any(axis=2))
    share = some.sum() / max(1, len(frames.player_games))
    paid = {}
    for code, source in enumerate(events["source"].cat.categories):
        scores = np.zeros(some.shape, bool)
        scores[_seats_of(frames, events[(events["source"].cat.codes == code).to_numpy()])] = True
        named = source in CARD_OF_SOURCE or source in CARD_AFTER
        if named or not some[scores].all() or share ** scores.sum() >= BY_ACCIDENT:
            continue
        if owners[scores].all(axis=0).sum() <= 1:
            paid[str(source)] = tuple(cards[place] for place in _fewest(owners[scores], owners.sum(axis=(0, 1))))
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
    may_be = np.array([source in CARD_OF_SOURCE or source in CARD_AFTER for source in sources], bool)
    of_rules = events.iloc[np.flatnonzero(may_be[events["source"].cat.codes])]
    pair = of_rules["source"].cat.codes.to_numpy(), of_rules["cause"].cat.codes.to_numpy()
    used = np.zeros((len(sources), len(causes)), bool)
    used[pair] = True
    place: dict[str | None, int] = {card: number for number, card in enumerate(cards)}
    place_of_pair = np.full(used.shape, -1)
    for code, cause in np.argwhere(used).tolist():
        place_of_pair[code, cause] = place.get(card_of(str(sources[code]), str(causes[cause])), -1)
    points = np.zeros((len(frames), frames.seats, len(cards)), np.int64)
    _add(points, frames, of_rules, place_of_pair[pair])
    for source, its in paid.items():
        if source in sources:
            rows = events[(events["source"] == source).to_numpy()]
            _add(points, frames, rows, _only_card(frames, rows, [place.get(card, -1) for card in its], its))
    return points


def _add(points: Ints, frames: Frames, events: pd.DataFrame, card: Ints) -> None:
    """Add the points of these events to the cards at these places; -1 is none."""
    games, seats = _seats_of(frames, events)
    rows = np.flatnonzero(card >= 0)
    np.add.at(points, (games[rows], seats[rows], card[rows]), events["points"].to_numpy(np.int64)[rows])


def _only_card(frames: Frames, events: pd.DataFrame, places: Sequence[int], cards: Sequence[str]) -> Ints:
    """The place of the card that alone may have paid each event; -1 where its seat owns more of them than one."""
    categories = frames.card_events["card"].cat.categories
    owners = _owners(frames)[_seats_of(frames, events)][:, categories.get_indexer(pd.Index(cards))]
    return np.where(owners.sum(axis=1) == 1, np.array(places)[owners.argmax(axis=1)], -1)


def paid_by_cards(events: pd.DataFrame, paid: Paid) -> npt.NDArray[np.bool_]:
    """Whether a card brought each of these score events."""
    sources = events["source"].cat.categories
    return np.array([one in CARD_OF_SOURCE or one in CARD_AFTER or one in paid for one in sources], bool)[
        events["source"].cat.codes
    ]
