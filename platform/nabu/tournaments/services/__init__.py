"""Everything that changes a tournament. One transaction and one audit entry each.

Every function takes the acting account first, locks the tournament's row, and raises `nabu.errors.NotAllowed` (wrong
person) or `nabu.errors.Refused` (wrong state, with a sentence for the page).
"""

from nabu.tournaments.formats import StageSpec
from nabu.tournaments.services.entries import (
    add_entries_by_name,
    add_entry,
    drop_entry,
    reinstate_entry,
    remove_entry,
    set_seeds,
)
from nabu.tournaments.services.rounds import discard_round, pair_round, publish_round, swap_seats
from nabu.tournaments.services.setup import create_tournament, delete_draft, start_tournament, update_tournament
from nabu.tournaments.services.stages import finish_stage, finish_tournament, reopen_tournament

__all__ = [
    "StageSpec",
    "add_entries_by_name",
    "add_entry",
    "create_tournament",
    "delete_draft",
    "discard_round",
    "drop_entry",
    "finish_stage",
    "finish_tournament",
    "pair_round",
    "publish_round",
    "reinstate_entry",
    "remove_entry",
    "reopen_tournament",
    "set_seeds",
    "start_tournament",
    "swap_seats",
    "update_tournament",
]
