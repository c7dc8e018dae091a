"""The texts of the script that shows the review of a game (static/nabu/board/reviews), by key. It puts the values into
the braces; what the review says of a decision comes from the engine (`engine.review.words`, `engine.luck.words`)."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

TEXTS: dict[str, str | Promise] = {
    "begin": _("Review in this browser"),
    "continue": _("Continue the review"),
    "stopped": _("{done} of {total} decisions and draws reviewed and stored on this device."),
    "starting": _("Starting the engine…"),
    "on_the_site": _("The server is reviewing this game. You can close this page meanwhile."),
    "progress": _("{done} of {total} decisions and draws · {percent}%"),
    "time_left_one": _("about {count} minute left"),
    "time_left_other": _("about {count} minutes left"),
    "soon": _("less than a minute left"),
    "cancelling": _("Cancelling…"),
    "ready": _("The review is ready."),
    "failed": _("The review has stopped. Progress is kept: start it again to continue."),
    "unusable": _("Games cannot be reviewed in this browser: it does not allow WebAssembly, or has too little memory."),
    "site_failed": _("The server does not answer. Try again."),
    "no_line": _("The alternative could not be loaded. Try again."),
    "no_mark": _("This decision"),
    "sources": _("Where the points were lost"),
    "on_board": _("Show on the board"),
    "back": _("Back to the game"),
    "play_on": _("Play on from here"),
    "play_on_before": _("Choose again and play on"),
    "practise": _("Practise this"),
    "aside": _("Not played"),
    "aside_step": _("Alternative, step {step} of {count}"),
    "accuracy": _("Accuracy"),
    "accuracy_error": _("(± {error})"),
    "lost_a_decision": _("{points} points lost per decision (± {error})"),
    "doubtful_one": _("{count} doubtful (?!)"),
    "doubtful_other": _("{count} doubtful (?!)"),
    "costly_one": _("{count} costly (?)"),
    "costly_other": _("{count} costly (?)"),
    "no_decisions": _("No decisions"),
    "mark_previous": _("‹ Mark"),
    "mark_next": _("Mark ›"),
    "mark_previous_of": _("Previous mark of {name}"),
    "mark_next_of": _("Next mark of {name}"),
    "turning": _("Turn {turn}, {name}"),
    "turning_no_turn": _("{name}, before the first turn"),
    "turning_cost": _("lost {chance} winning chance"),
    "by_phase": _("Accuracy by phase"),
    "phase": _("Phase"),
    "phase_opening": pgettext_lazy("phase of a game", "Opening"),
    "phase_middle": pgettext_lazy("phase of a game", "Middle"),
    "phase_end": pgettext_lazy("phase of a game", "End"),
    "by_source": _("Points lost by source"),
    "source": _("Source"),
    "others": _("Points given to the strongest opponent"),
    "lost": _("Points lost"),
    "draw": _("This draw"),
    "draw_of": _("{mark} for {name}"),
    "draw_worth": _("{name}: {worth}"),
}


def review_texts() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in TEXTS.items()}
