"""What makes a result valid, when two results agree, and whether a log is of the game that was to be played.

Pure functions; the database is in `confirm.py` and `verification.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from competition.points import is_ranking, places_from_scores
from engine.game import BadSetup
from engine.message import Message
from engine.registry import get_game
from nabu.catalogue.games.texts import game_message, option_message, ruleset_message, switch_message
from nabu.catalogue.variants.queries import Rules
from nabu.core.errors import Refused
from nabu.core.name_keys.index import NameIndex

HIGHEST_SCORE = 100_000


@dataclass(frozen=True, slots=True)
class TableResult:
    """Scores and places by seat. Places are kept beside scores because a game may break ties by more than the score.

    `absent` are the positions of those who did not play: they have no score and share the last place. A game that
    fewer than two played has no scores at all.
    """

    scores: list[int | None]
    places: list[int]
    absent: list[int] = field(default_factory=list)

    @property
    def was_played(self) -> bool:
        """At least two sat there."""
        return len(self.places) - len(self.absent) >= 2

    def to_json(self) -> dict[str, Any]:
        """As the audit trail shows it."""
        shown: dict[str, Any] = {"scores": self.scores, "places": self.places}
        return shown | {"absent": self.absent} if self.absent else shown


def checked_result(
    scores: Sequence[int | None],
    places: Sequence[int | None] | None,
    seats: int,
    *,
    ruling: bool = False,
    absent: Sequence[int] = (),
) -> TableResult:
    """A result that somebody typed in. Without places, the scores decide and equal scores share a place.

    Places may break ties between equal scores. Only a ruling may place somebody against the scores (a game that was
    given up). What is given for the `absent` does not matter. Raises Refused.
    """
    absent = checked_positions(absent, seats)
    present = [position for position in range(seats) if position not in absent]
    if len(scores) != seats:
        raise Refused(_("Give one whole number for each of the %(seats)s seats.") % {"seats": seats})
    points = _whole_numbers([scores[position] for position in present])
    if points is None:
        raise Refused(_("Give one whole number for each of the %(seats)s seats.") % {"seats": len(present)})
    if any(abs(score) > HIGHEST_SCORE for score in points):
        raise Refused(_("A score has at most %(highest)s points.") % {"highest": HIGHEST_SCORE})
    if places is None:
        return _spread(points, places_from_scores(points), present, absent)
    ranks = _whole_numbers([places[position] for position in present]) if len(places) == seats else None
    if ranks is None or not is_ranking(ranks):
        raise Refused(_("These places are not a valid ranking: after two first places comes third place, and so on."))
    pairs = list(zip(points, ranks, strict=True))
    if not ruling and any(one[0] > other[0] and one[1] >= other[1] for one in pairs for other in pairs):
        raise Refused(_("A higher score must have a better place."))
    return _spread(points, ranks, present, absent)


def forfeit(absent: Sequence[int], seats: int) -> TableResult:
    """The result where fewer than two came: who came is first. Where nobody came everybody has the last place.

    Raises Refused if two or more came, who can still play.
    """
    absent = checked_positions(absent, seats)
    present = [position for position in range(seats) if position not in absent]
    if len(present) >= 2:
        raise Refused(_("The players who are present can still play."))
    last = 2 if present else seats
    places = [1 if position in present else last for position in range(seats)]
    return TableResult([None] * seats, places, absent)


def unplayed_draw(absent: Sequence[int], seats: int) -> TableResult:
    """The result of a game that was not played and counts as a draw: all share the first place, without scores, but
    for the absent, who share the last one.
    """
    absent = checked_positions(absent, seats)
    last = seats - len(absent) + 1
    return TableResult([None] * seats, [last if position in absent else 1 for position in range(seats)], absent)


def with_absent(scores: Sequence[int], places: Sequence[int], seats: int) -> TableResult:
    """The result of those on the first seats, where nobody came to the other seats of the table."""
    present = list(range(len(scores)))
    return _spread(list(scores), list(places), present, list(range(len(scores), seats)))


def checked_positions(positions: Sequence[int], seats: int) -> list[int]:
    """Positions of seats in order, each once. Raises Refused."""
    if not all(isinstance(position, int) and not isinstance(position, bool) for position in positions):
        raise Refused(_("This table has no such seat."))
    if any(not 0 <= position < seats for position in positions):
        raise Refused(_("This table has no such seat."))
    return sorted(set(positions))


def _whole_numbers(values: Sequence[int | None]) -> list[int] | None:
    """The same values, or None if one of them is no whole number."""
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return numbers if len(numbers) == len(values) else None


def _spread(scores: list[int], places: list[int], present: list[int], absent: list[int]) -> TableResult:
    """The result of those who played, by all seats of the table: the absent share the place after them."""
    seats = len(present) + len(absent)
    all_scores: list[int | None] = [None] * seats
    all_places = [len(present) + 1] * seats
    for position, score, place in zip(present, scores, places, strict=True):
        all_scores[position], all_places[position] = score, place
    return TableResult(all_scores, all_places, absent)


def agrees(reported: TableResult, verified: TableResult) -> bool:
    """Whether a verified result says the same as a reported one.

    The same sat there, the scores are equal, and nobody is placed the other way round: where a report shares a place,
    the game's own tie-break may decide.
    """
    seats = range(len(reported.scores))
    return (reported.scores, reported.absent) == (verified.scores, verified.absent) and not any(
        reported.places[one] < reported.places[other] and verified.places[one] > verified.places[other]
        for one in seats
        for other in seats
    )


def seats_by_name(players: Sequence[tuple[int, str]], log_names: Sequence[str]) -> list[int] | None:
    """The players' keys in the order of the log's seats, if the log has just their names, in any spelling; else None:
    nobody guesses."""
    known = NameIndex((name, key) for key, name in players)
    keys = [key for name in log_names if (key := known.find(name)) is not None]
    all_found = len(keys) == len(log_names) and sorted(keys) == sorted(key for key, _name in players)
    return keys if all_found else None


def difference(rules: Rules, components_sha256: str | None, seats: int, header: Mapping[str, Any]) -> Message | None:
    """What makes a log a different game from the one that was to be played; None if nothing does.

    `header` is that of a verified log. A switch that is not named has its default. `components_sha256` is None for a
    built-in set, whose digest a log may leave out.
    """
    game, ruleset, switches, components = rules.game, rules.ruleset, rules.switches, rules.components
    if header["game"] != game:
        return Message("results.other_game", {"log": game_message(header["game"]), "table": game_message(game)})
    if len(header["seats"]) != seats:
        return Message("results.other_players", {"log": len(header["seats"]), "table": seats})
    if header["ruleset"] != ruleset:
        names = ruleset_message(game, header["ruleset"]), ruleset_message(game, ruleset)
        return Message("results.other_ruleset", {"log": names[0], "table": names[1]})
    if header["components"] != components:
        return Message("results.other_components", {"log": header["components"], "table": components})
    if components_sha256 is not None and header["components_sha256"] != components_sha256:
        return Message("results.other_digest", {"name": components})
    try:
        here = get_game(game).ruleset(ruleset, switches).switches
        there = get_game(game).ruleset(ruleset, header["switches"]).switches
    except (BadSetup, KeyError):
        return Message("results.rules_unknown")
    for name, value in here.items():
        if there[name] != value:
            answers = {"log": option_message(game, name, there[name]), "table": option_message(game, name, value)}
            return Message("results.other_switch", {"name": switch_message(game, name), **answers})
    return None
