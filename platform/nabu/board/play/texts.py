"""The texts of the script that plays (static/nabu/board/play), by key. It puts the values into the braces."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.board.records.table_texts import TABLE_TEXTS

TEXTS: dict[str, str | Promise] = TABLE_TEXTS | {
    "seat_number": _("Seat {number}"),
    "name_of_seat": _("Name of seat {number}"),
    "player_one": _("Player"),
    "player_other": _("Player {number}"),
    "needs_both": _("Choose at least one person and one bot. To write down a game between people, record it."),
    "needs_one_of_both": _("Choose at least one person and one bot."),
    "origin": _("{game}, after move {move} (turn {turn})"),
    "origin_side": _("{game}, after move {move} and a side line (turn {turn})"),
    "was": _("Seat {number}: {name}"),
    "was_to_move": _("Seat {number}: {name}, to move"),
    "played_on": _("Played on from move {move} of another game"),
    "loading": _("Loading the rules…"),
    "no_set": _("The edition could not be loaded. Check your connection and try again."),
    "unusable": _("Games cannot be played in this browser: it does not allow WebAssembly, or has too little memory."),
    "gone": _("The game has stopped: {why}. Reload the page to continue from the last move."),
    "gone_fault": _("program error"),
    "gone_slow": _("this device takes too long"),
    "gone_lost": _("the connection broke off while the rules were loading"),
    "go_on": _("Continue"),
    "kept_game": _("{game} against {bots}, turn {turn}"),
    "kept_over": _("{game} against {bots}, finished"),
    "kept_refused": _("This game cannot be continued: {why}"),
    "delete_game": _("Delete"),
    "no_storage": _("This browser stores nothing on the device: the game is lost when you leave this page."),
    "storage_full": _("The storage of this device is full: the last moves are lost when you leave this page."),
    "other_tab": _("You are playing in another tab of this browser. Continue there, or close that tab."),
    "move": _("{who}: {move}"),
    "move_of_nobody": _("{move}"),
    "take_back": _("Undo"),
    "hint": _("Hint"),
    "hint_text": _("Hint: {move} – {reason}."),
    "hint_busy": _("Looking ahead…"),
    "bot_moves": _("{name} is playing…"),
    "bot_thinks": _("{name} is thinking…"),
    "hand": _("Only you see: {things}"),
    "cover": _("{name}, it is your turn. Nobody else should see the board."),
    "i_am": _("I am {name}"),
    "you_won": _("You win!"),
    "store_busy": _("Saving…"),
    "store_sign_in": _("Sign in to save this game. Until then it stays on this device."),
    "sign_in": _("Sign in"),
    "stored": _("Game saved. It is being verified."),
    "see_log": _("See the saved game"),
    "store_failed": _("The game could not be saved. Check your connection and try again."),
}


def script_texts() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in TEXTS.items()}
