"""What makes a result valid, when two results agree, and whether a log is of the game that was to be played.

Pure functions; the database is in `results.py` and `verification.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.game import BadSetup
from engine.registry import get_game
from nabu.errors import Refused
from nabu.tournaments.points import is_ranking, places_from_scores

HIGHEST_SCORE = 100_000


@dataclass(frozen=True, slots=True)
class Result:
    """Scores and places by seat. Places are kept beside scores because a game may break ties by more than the score."""

    scores: list[int]
    places: list[int]

    def to_json(self) -> dict[str, Any]:
        """As the audit trail shows it."""
        return {"scores": self.scores, "places": self.places}


def checked_result(scores: Sequence[int], places: Sequence[int] | None, seats: int, *, ruling: bool = False) -> Result:
    """A result that somebody typed in. Without places, the scores decide and equal scores share a place.

    Places may break ties between equal scores. Only a ruling may place somebody against the scores (a game that was
    given up). Raises Refused.
    """
    if len(scores) != seats or not all(isinstance(score, int) and not isinstance(score, bool) for score in scores):
        raise Refused(_("Give one whole number for each of the %(seats)s seats.") % {"seats": seats})
    if any(abs(score) > HIGHEST_SCORE for score in scores):
        raise Refused(_("A score has at most %(highest)s points.") % {"highest": HIGHEST_SCORE})
    if places is None:
        return Result(list(scores), places_from_scores(scores))
    whole = all(isinstance(place, int) and not isinstance(place, bool) for place in places)
    if len(places) != seats or not whole or not is_ranking(places):
        raise Refused(_("These places are no ranking: after two first places comes the third, and so on."))
    if not ruling and any(
        scores[one] > scores[other] and places[one] >= places[other] for one in range(seats) for other in range(seats)
    ):
        raise Refused(_("A higher score must have a better place."))
    return Result(list(scores), list(places))


def agrees(reported: Result, verified: Result) -> bool:
    """Whether a verified result says the same as a reported one.

    The scores are equal, and nobody is placed the other way round: where a report shares a place, the game's own
    tie-break may decide.
    """
    seats = range(len(reported.scores))
    return reported.scores == verified.scores and not any(
        reported.places[one] < reported.places[other] and verified.places[one] > verified.places[other]
        for one in seats
        for other in seats
    )


def seat_order(table_names: Sequence[str], log_names: Sequence[str]) -> list[int]:
    """For each seat of a log the position at the table: by name if the names are the same set, else one to one."""
    if len(set(table_names)) == len(table_names) and set(table_names) == set(log_names):
        return [table_names.index(name) for name in log_names]
    return list(range(len(log_names)))


def difference(
    *,
    game: str,
    ruleset: str,
    switches: Mapping[str, Any],
    components: str,
    components_sha256: str | None,
    seats: int,
    header: Mapping[str, Any],
) -> str | None:
    """What makes a log a different game from the one that was to be played, in a sentence; None if nothing does.

    `header` is that of a verified log. A switch that is not named has its default. `components_sha256` is None for a
    built-in set, whose digest a log may leave out.
    """
    if header["game"] != game:
        return _("The log is a game of %(log)s, but %(table)s is played here.") % {"log": header["game"], "table": game}
    if len(header["seats"]) != seats:
        return _("The log has %(log)s players, but %(table)s sit at this table.") % {
            "log": len(header["seats"]),
            "table": seats,
        }
    if header["ruleset"] != ruleset:
        return _("The log was played with the ruleset %(log)s, but %(table)s is played here.") % {
            "log": header["ruleset"],
            "table": ruleset,
        }
    if header["components"] != components:
        return _("The log was played with the component set %(log)s, but %(table)s is played here.") % {
            "log": header["components"],
            "table": components,
        }
    if components_sha256 is not None and header["components_sha256"] != components_sha256:
        return _("The log was played with another component set of the name %(name)s.") % {"name": components}
    try:
        here = get_game(game).ruleset(ruleset, switches).switches
        there = get_game(game).ruleset(ruleset, header["switches"]).switches
    except (BadSetup, KeyError):
        return _("The rules of this tournament are not known to the engine any more.")
    for name, value in here.items():
        if there[name] != value:
            return _("In the log the switch %(name)s is %(log)s, but here it is %(table)s.") % {
                "name": name,
                "log": there[name],
                "table": value,
            }
    return None
