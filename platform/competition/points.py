"""Places from scores, and tournament points from places."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from decimal import Decimal

from competition.invalid_config import InvalidInput
from engine.message import Message

CENT = Decimal("0.01")


def places_from_scores(scores: Sequence[int]) -> list[int]:
    """1 for the highest score; equal scores share the better place (90, 80, 80, 70 -> 1, 2, 2, 4)."""
    return [1 + sum(other > score for other in scores) for score in scores]


def check_places(places: Sequence[int], sizes: Container[int]) -> None:
    """Raises InvalidInput unless the places are a ranking of a table that may have so many players."""
    if len(places) not in sizes:
        raise InvalidInput(Message("input.table_size", {"size": len(places)}))
    if not is_ranking(places):
        raise InvalidInput(Message("input.places", {"places": tuple(places)}))


def is_ranking(places: Sequence[int]) -> bool:
    """Whether the places are a ranking with shared places: each is one more than the number of better ones."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def points_with_absent(
    points: Callable[[Sequence[int]], list[Decimal | None]], places: Sequence[int], absent: Container[int]
) -> list[Decimal | None]:
    """Points by seat where those at the positions `absent` did not play: they have none.

    Where nobody is first nobody came, and everybody is absent. `points` are the format's own for a ranking.
    """
    ranking = places if 1 in places else range(1, len(places) + 1)
    amounts = points(list(ranking))
    return [Decimal(0) if at in absent and amount is not None else amount for at, amount in enumerate(amounts)]


def share_points(places: Sequence[int], vector: Sequence[Decimal]) -> list[Decimal]:
    """Points by place, by seat. Who shares a place gets the mean of the places that they fill together.

    With 6, 4, 2, 0: two winners get 5 each. Raises ValueError if the lengths differ or the places are no ranking.
    """
    if len(places) != len(vector) or not is_ranking(places):
        raise ValueError(f"places {list(places)} do not fit {len(vector)} seats")
    points = []
    for place in places:
        sharing = sum(other == place for other in places)
        filled = vector[place - 1 : place - 1 + sharing]
        points.append((sum(filled, Decimal(0)) / sharing).quantize(CENT))
    return points
