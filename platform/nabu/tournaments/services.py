"""Everything that changes a tournament. One transaction and one audit entry each.

Every function takes the acting account first, locks the tournament's row, and raises `nabu.errors.NotAllowed` (wrong
person) or `nabu.errors.Refused` (wrong state, with a sentence for the page).
"""

from competition.formats import StageSpec
from nabu.tournaments.entries.services import (
    add_entries_by_name,
    add_entry,
    move_entry,
    remove_entry,
    seed_by_draw,
    seed_by_rating,
    set_seeds,
    update_entry,
)
from nabu.tournaments.imports.services import import_entries, import_report
from nabu.tournaments.penalties.services import give_penalty, lift_penalty
from nabu.tournaments.presence.check_in import (
    check_in,
    check_in_everybody,
    check_out,
    close_check_in,
    leave_out_missing,
    open_check_in,
    start_without_missing,
)
from nabu.tournaments.presence.services import ask_for_bye, drop_entry, reinstate_entry, take_back_bye
from nabu.tournaments.prizes.services import PrizeSpec, set_prizes
from nabu.tournaments.restrictions.services import add_restriction, remove_restriction
from nabu.tournaments.roles.services import give_role, hand_over, take_role
from nabu.tournaments.rounds.draft import back_to_proposal, move_seat, renumber_table, swap_seats
from nabu.tournaments.rounds.pairing import pair_round, repair_round
from nabu.tournaments.rounds.services import discard_round, lock_round, publish_round, unlock_round, unpublish_round
from nabu.tournaments.setup.services import (
    create_tournament,
    delete_draft,
    redraw_lot,
    start_tournament,
    update_tournament,
)
from nabu.tournaments.stages import finish_stage, finish_tournament, reopen_tournament
from nabu.tournaments.standings.tie_breaks import change_tie_breaks

__all__ = [
    "PrizeSpec",
    "StageSpec",
    "add_entries_by_name",
    "add_entry",
    "add_restriction",
    "ask_for_bye",
    "back_to_proposal",
    "change_tie_breaks",
    "check_in",
    "check_in_everybody",
    "check_out",
    "close_check_in",
    "create_tournament",
    "delete_draft",
    "discard_round",
    "drop_entry",
    "finish_stage",
    "finish_tournament",
    "give_penalty",
    "give_role",
    "hand_over",
    "import_entries",
    "import_report",
    "leave_out_missing",
    "lift_penalty",
    "lock_round",
    "move_entry",
    "move_seat",
    "open_check_in",
    "pair_round",
    "publish_round",
    "redraw_lot",
    "reinstate_entry",
    "remove_entry",
    "remove_restriction",
    "renumber_table",
    "reopen_tournament",
    "repair_round",
    "seed_by_draw",
    "seed_by_rating",
    "set_prizes",
    "set_seeds",
    "start_tournament",
    "start_without_missing",
    "swap_seats",
    "take_back_bye",
    "take_role",
    "unlock_round",
    "unpublish_round",
    "update_entry",
    "update_tournament",
]
