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
    "input.table_size": "There are no points for a table of %(size)s: correct the number of players at it.",
    "input.places": "The places %(places)s do not fit: they count from 1, and equal ones share the better place.",
    "input.empty_table": "A table of round %(round)s has no players: remove it.",
    "input.round_number": "There is no round %(round)s: rounds count from 1.",
    "input.round_missing": "Round %(next)s needs all earlier rounds, but round %(round)s has no tables: add them.",
    "input.later_round": (
        "Round %(next)s is to be paired, but there are tables of round %(round)s: leave them out, or pair the round "
        "after it."
    ),
    # --- an event that is played
    "event.no_name": "A player is a name or a competitor: give one of the two.",
    "event.no_pair": "%(name)s is paired with nobody else: a pair has two different players.",
    "event.open_table": "Round %(round)s has no result of %(names)s yet: record it first.",
    "event.no_tables": "Round %(round)s has no tables: a round needs at least one.",
    "event.over": "The event is over after round %(round)s: no further round can be paired.",
    "event.no_result": "A result has places or scores for everybody at a table: give one of the two.",
    "event.not_everybody": "A result names everybody at the table and nobody else: here %(names)s.",
    "event.not_whole": "Places and scores are whole numbers: correct the result of %(names)s.",
    "event.absent_elsewhere": "%(name)s does not sit at this table and cannot be absent from it.",
    "event.not_places": (
        "The places %(places)s of %(names)s do not fit: they count from 1, equal ones share the better place, and "
        "whoever did not come is last."
    ),
    "event.undecided": "The result of %(names)s does not say who advances: break the tie.",
    "event.not_games": "%(names)s play best of %(most)s: the scores are the games won, until one side has won.",
    "event.not_finished": (
        "%(names)s play best of %(most)s, and the games won do not settle their places: "
        "record all games, or give the places too."
    ),
    "event.not_at_a_table": "%(name)s sits at no table of round %(round)s.",
    "event.no_late_entry": "%(format)s takes no players after the start.",
    "event.json_version": "This is no event, or one of another version: version %(version)s is read.",
    "event.json_missing": "The event has no “%(name)s”.",
    "event.json_wrong": "The event cannot be read: %(problem)s",
}
