"""What the luck of a game comes to for each seat: where its margin came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from engine.game import JsonObject
from engine.search.rollouts import margin


def luck_of(scores: Sequence[int], told: Sequence[JsonObject]) -> list[JsonObject]:
    """By seat the `margin` to the best other and its parts, in points: `start` (`setup` and `seat`), `luck` and
    `decisions`.

    `luck` is what all draws gave to the seat's margin: `own` by the draws that belong to it (`owner_of`), `others` by
    those of the others. `decisions` is the rest, everybody's: what the parts leave of the margin. Each part has its
    standard error (`…_error`).
    """
    setup, draws = told[0], told[1:]
    found = []
    for seat in range(len(scores)):
        own = [each for each in draws if each["seat"] == seat]
        others = [each for each in draws if each["seat"] != seat]
        parts = {
            "setup": (setup["setup"][seat], setup["setup_error"][seat]),
            "seat": (setup["seat"][seat], setup["seat_error"][seat]),
            "start": (setup["start"][seat], setup["start_error"][seat]),
            "own": _sum(own, seat),
            "others": _sum(others, seat),
            "luck": _sum(draws, seat),
        }
        of_seat = margin(scores, seat)
        known = [parts[name] for name in ("start", "luck")]
        parts["decisions"] = of_seat - sum(points for points, _ in known), _root(error for _, error in known)
        found.append(
            {
                "margin": of_seat,
                **{name: round(points, 2) for name, (points, _) in parts.items()},
                **{f"{name}_error": round(error, 2) for name, (_, error) in parts.items()},
            }
        )
    return found


def _sum(draws: Sequence[JsonObject], seat: int) -> tuple[float, float]:
    return sum(each["points"][seat] for each in draws), _root(each["error"][seat] for each in draws)


def _root(errors: Iterable[float]) -> float:
    return sqrt(sum(error * error for error in errors))
