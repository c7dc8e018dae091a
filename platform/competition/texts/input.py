"""What is said about players, tables and results that do not fit together."""

from __future__ import annotations

from engine.message import Plural

INPUT: dict[str, str | Plural] = {
    "input.unknown_player": "No player has the number %(player)s: add the player or correct the number.",
    "input.number_twice": "Several players have the number %(player)s: give each player a different one.",
    "input.inexact_points": (
        "The points %(points)s of %(name)s are not exact: use a whole number, a Decimal or a Fraction."
    ),
    "input.no_points": (
        "The result of %(name)s in round %(round)s has no points: set them, or mark the table as not confirmed."
    ),
    "input.twice_in_round": "%(name)s sits twice in round %(round)s: keep one of the two seats.",
    "input.empty_table": "A table of round %(round)s has no players: remove it.",
    "input.round_number": "There is no round %(round)s: rounds count from 1.",
    "input.round_missing": "Round %(next)s needs all earlier rounds, but round %(round)s has no tables: add them.",
    "input.later_round": (
        "Round %(next)s is to be paired, but there are tables of round %(round)s: leave them out, or pair the round "
        "after it."
    ),
}
