"""Places from scores, tournament points from places, and how exact points are written."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from functools import lru_cache

from competition.records import Points

CENT = Decimal("0.01")


def places_from_scores(scores: Sequence[int]) -> list[int]:
    """1 for the highest score; equal scores share the better place (90, 80, 80, 70 -> 1, 2, 2, 4)."""
    return [1 + sum(other > score for other in scores) for score in scores]


def is_ranking(places: Sequence[int]) -> bool:
    """Whether the places are a ranking with shared places: each is one more than the number of better ones."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def points_with_absent(
    points: Callable[[Sequence[int]], list[Fraction | None]], places: Sequence[int], absent: Container[int]
) -> list[Fraction | None]:
    """Points by seat where those at the positions `absent` did not play: they have none.

    Where nobody is first nobody came, and everybody is absent. `points` are the format's own for a ranking.
    """
    ranking = places if 1 in places else range(1, len(places) + 1)
    amounts = points(list(ranking))
    return [Fraction(0) if at in absent and amount is not None else amount for at, amount in enumerate(amounts)]


def share_points(places: Sequence[int], vector: Sequence[Points]) -> list[Fraction]:
    """Points by place, by seat. Who shares a place gets exactly the mean of the places that they fill together.

    With 6, 4, 2, 0: two winners get 5 each. With 3, 1, 0: three winners get 4/3 each. Raises ValueError if the lengths
    differ or the places are no ranking.
    """
    return list(_shared(tuple(places), tuple(vector)))


@lru_cache(maxsize=4096)
def _shared(places: tuple[int, ...], vector: tuple[Points, ...]) -> tuple[Fraction, ...]:
    """As above, made once: an event asks for the same few again and again, and equal points are one object then."""
    if len(places) != len(vector) or not is_ranking(places):
        raise ValueError(f"places {list(places)} do not fit {len(vector)} seats")
    of_place = {
        place: sum([Fraction(amount) for amount in vector[place - 1 : place - 1 + sharing]], Fraction(0)) / sharing
        for place in set(places)
        for sharing in [places.count(place)]
    }
    return tuple(of_place[place] for place in places)


def in_cents(points: Points) -> Decimal:
    """The points with two decimals, as pages, files and JSON have them; half a cent goes to the even one."""
    exact = Fraction(points)
    if 100 % exact.denominator == 0:
        return Decimal(exact.numerator * (100 // exact.denominator)).scaleb(-2)
    return (Decimal(exact.numerator) / exact.denominator).quantize(CENT, ROUND_HALF_EVEN)


def spelled(points: Points) -> str:
    """The points exactly: "4", "5/2", "4/3"."""
    return str(Fraction(points))
