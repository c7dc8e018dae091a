"""Tournament points in the database: rounded in one column, exactly in two beside it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from competition.points import in_cents
from competition.records import Points


def points_columns(points: Points | None) -> dict[str, Any]:
    """The columns of a seat that store these points."""
    if points is None:
        return {"points": None, "points_numerator": None, "points_denominator": None}
    numerator, denominator = Fraction(points).as_integer_ratio()
    return {"points": in_cents(points), "points_numerator": numerator, "points_denominator": denominator}


@lru_cache(maxsize=4096)
def exact_points(points: Decimal | None, numerator: int | None, denominator: int | None) -> Fraction | None:
    """The points that the columns of a seat store. Equal ones are one object, so standings are quicker.

    Where the exact ones do not round to `points`, an older version of the site, which does not know their columns, has
    written since, or an older change was taken back: then the rounded ones are all there is. So it is where the exact
    ones are missing.
    """
    if points is None:
        return None
    if numerator is not None and denominator:
        exact = Fraction(numerator, denominator)
        if in_cents(exact) == points:
            return exact
    return Fraction(points)
