"""The texts of the script of the exercises (static/nabu/board/exercises), by key. It puts the values into the braces;
what a move is and why the bot prefers it comes from the engine."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from nabu.board.records.table_texts import TABLE_TEXTS

TEXTS: dict[str, str | Promise] = TABLE_TEXTS | {
    "due_one": _("{count} due today"),
    "due_other": _("{count} due today"),
    "learned_one": _("{count} learned"),
    "learned_other": _("{count} learned"),
    "confirmed_one": _("{confirmed} of {checked} mistake was confirmed in new continuations."),
    "confirmed_other": _("{confirmed} of {checked} mistakes were confirmed in new continuations."),
    "unchecked_one": _("{count} mistake has not been checked yet."),
    "unchecked_other": _("{count} mistakes have not been checked yet."),
    "unusable_mistakes_one": _("{count} mistake cannot be shown with the current rules."),
    "unusable_mistakes_other": _("{count} mistakes cannot be shown with the current rules."),
    "looking": _("Looking for your games…"),
    "say_seat_first": _("Choose your seat in this game first."),
    "not_yours": _("This decision is not one of your marked decisions."),
    "not_confirmed": _("Checked in new continuations, this decision was not clearly a mistake."),
    "none_confirmed": _("No position here to practise."),
    "again_today": _("Due again today."),
    "again_in_one": _("Due again tomorrow."),
    "again_in_other": _("Due again in {count} days."),
    "choose_seat": _("Choose a seat"),
    "no_seat": _("None of these"),
    "your_seat_in": _("Your seat in {game}"),
    "sign_in_note": _("Sign in to practise your games that were reviewed on the server as well."),
    "sign_in": _("Sign in"),
    "site_away": _("The server does not answer: only games stored on this device are here."),
    "game_deleted": _("A game is no longer on the server. Its mistakes were removed here."),
    "no_log": _("A game could not be loaded. Check your connection and try again."),
    "unusable": _("Practising does not work in this browser: it does not allow WebAssembly, or has too little memory."),
    "gone": _("The engine has stopped. Reload the page to continue: your answers are stored."),
    "other_tab": _("You are practising in another tab of this browser. Continue there, or close that tab."),
    "forgotten": _("All answers and dates deleted from this device."),
    "about": _("{game} · turn {turn} · you are {name}"),
    "about_no_turn": _("{game} · before the first turn · you are {name}"),
    "hand": _("Only you see: {things}"),
    "move": _("{who}: {move}"),
    "move_of_nobody": _("{move}"),
    "hint": _("Hint"),
    "hint_text": _("Hint: {reason}."),
    "hint_none": _("No hint here: only looking ahead finds the bot's choice."),
    "show_answer": _("Show answer"),
    "judging": _("Comparing your choice with the bot's…"),
    "judging_game": _("Comparing the move in the game with the bot's…"),
    "cancel": _("Cancel"),
    "is_best": _("Right: the bot's choice"),
    "is_better": _("Right: better than the bot's choice"),
    "is_right": _("Right: not clearly worse than the bot's choice"),
    "is_helped": _("Right, with a hint"),
    "is_wrong": _("Not as good as the bot's choice"),
    "is_shown": _("Answer shown: counts as wrong"),
    "choice_mine": _("Your choice"),
    "choice_bot": _("The bot's choice"),
    "choice_game": _("In the game"),
    "as_the_bot": _("the same as the bot's"),
    "points_error": _("{points} points (± {error})"),
    "reason": _("Why: {reason}."),
    "next": _("Next"),
    "again": _("Try again"),
    "play_on": _("Play on from here"),
    "no_room": _("This browser has no room to hand the game over. Download the log, and free some storage."),
    "in_the_replay": _("Open in the replay"),
    "lines": _("How bots would go on after"),
    "line_bot": _("The bot's choice"),
    "line_mine": _("Your choice"),
    "line_game": _("The move in the game"),
    "line_step": _("Not played, step {step} of {count}"),
    "before": _("Before this decision"),
    "previous_step": _("‹ Step"),
    "next_step": _("Step ›"),
    "back_to_position": _("Back to the position"),
    "phase_opening": pgettext_lazy("phase of a game", "Opening"),
    "phase_middle": pgettext_lazy("phase of a game", "Middle"),
    "phase_end": pgettext_lazy("phase of a game", "End"),
}


def script_texts() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in TEXTS.items()}
