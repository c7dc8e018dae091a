"""The texts of the recorder's script (static/nabu/board/recorder), by key. It puts the values into the braces."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.board.records.table_texts import TABLE_TEXTS

TEXTS: dict[str, str | Promise] = TABLE_TEXTS | {
    "draw": _("What was drawn? {chosen} of {take}"),
    "draw_ordered": _("What was drawn, in order? {chosen} of {take}"),
    "draw_seen_by": _("Only {who} may see this draw."),
    "drawn": _("Drawn"),
    "add_thing": _("Add {thing}, {left} left"),
    "remove_thing": _("Remove {thing}"),
    "deal": _("Deal for me"),
    "at_once": _("At once"),
    "undo": _("Undo"),
    "redo": _("Redo"),
    "undo_to_here": _("Undo back to here"),
    "change_move": _("Change move"),
    "changing_move": _("You are changing move {number}: {move}"),
    "cancel_change": _("Cancel change"),
    "loading_position": _("Loading the position…"),
    "position_needs_network": _("Past moves can only be changed while you are online."),
    "move": _("{who} {move}"),
    "move_of_nobody": _("{move}"),
    "undone": _("Undone moves"),
    "dropped": _("Replaced moves"),
    "aside": _("Set aside by the change"),
    "swapped": _("Swapped to keep the later moves"),
    "swapped_move": _("Move {number} was swapped too: “{after}” instead of “{before}”. Check that this is right."),
    "game_over": _("The game is over. {result}"),
    "saved": _("Saved"),
    "saving": _("Saving…"),
    "offline_one": _("No connection. {count} change is on this device only."),
    "offline_other": _("No connection. {count} changes are on this device only."),
    "offline_none": _("No connection. Everything so far is saved."),
    "waits_for_position": _("Your move is stored on this device. The next choices need a connection: waiting."),
    "server_busy_one": _("The site is busy. {count} change is on this device only; next try in {seconds} s."),
    "server_busy_other": _("The site is busy. {count} changes are on this device only; next try in {seconds} s."),
    "server_error_one": _("The site has a problem. {count} change is on this device only; next try in {seconds} s."),
    "server_error_other": _(
        "The site has a problem. {count} changes are on this device only; next try in {seconds} s."
    ),
    "server_trouble_none": _("The site has a problem. Everything so far is saved."),
    "arrive_together": _(
        "Moves made now arrive later, together: they count as replayed, not recorded. If more than a third of the moves"
        " arrive like that, the whole game counts as replayed."
    ),
    "what_this_means": _("What this means"),
    "try_now": _("Try now"),
    "signed_out": _("You are signed out. Your moves are kept on this device. Sign in, then come back to this page."),
    "sign_in": _("Sign in"),
    "not_yours": _(
        "You cannot write to this record. Your moves are kept on this device: save the log if you need them."
    ),
    "refused_shape": _("Move not saved: the site does not understand it."),
    "refused_illegal": _("Move not saved: {detail}"),
    "refused_base": _("Moves not saved: the record was changed elsewhere. Check the last moves and enter yours again."),
    "refused_closed": _("Moves not saved: this record is closed."),
    "refused_large": _("Move not saved: it is too large."),
    "refused_moves": _("Moves that were not saved"),
    "dismiss": _("Dismiss"),
    "in_branch": _(
        "Another device took over the record. The moves you made meanwhile are kept under “Moves from another device”."
    ),
    "no_storage": _(
        "This browser stores nothing on the device. Leave this page open until everything is saved, or save the log."
    ),
    "storage_full": _(
        "The storage of this device is full. Leave this page open until everything is saved, or save the log."
    ),
    "other_tab": _("This record is open in another tab of this browser. Continue there, or close that tab."),
    "safety_unsafe": _("Not offline-safe on this device."),
    "end_needs_network": _("This needs a connection: try again when everything is saved."),
    "request_failed": _("That did not work. Try again."),
    "recording_here": _("You are recording on this device."),
    "recording_elsewhere": _("{device} is recording."),
    "recording_idle": _("{device} was recording, last seen {ago} ago."),
    "recording_nobody": _("Nobody is recording."),
    "a_device": _("Another device"),
    "seconds_one": _("{count} second"),
    "seconds_other": _("{count} seconds"),
    "minutes_one": _("{count} minute"),
    "minutes_other": _("{count} minutes"),
    "take_over": _("Take over"),
    "ask_to_take_over": _("Request takeover"),
    "asked_to_take_over": _(
        "Takeover requested. You can record as soon as the other device agrees, or one minute after its last activity."
    ),
    "start_recording": _("Record on this device"),
    "asks": _("{device} asks to take over the record."),
    "hand_over": _("Hand over"),
    "keep_recording": _("Keep recording"),
    "branches": _("Moves from another device"),
    "branch": _("{device}: from move {number} on"),
    "adopt_branch": _("Adopt moves"),
    "drop_branch": _("Drop moves"),
    "phone": _("Phone"),
    "tablet": _("Tablet"),
    "computer": _("Computer"),
    "device_with": _("{kind} with {browser}"),
}


def script_texts() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in TEXTS.items()}
