"""Whether what is drawn is entered."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.game import Game
from nabu.core.forms import TablerForm


class ChanceForm(TablerForm):
    """Whether draws are recorded, for games in which they may stay hidden.

    At a table of a tournament they stay hidden unless somebody says otherwise: nobody has to show there what others may
    not see. Elsewhere they are recorded, so that the game can be reviewed.
    """

    def __init__(self, *args: Any, game: Game, at_table: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if game.hidden_chance:
            self.fields["chance"] = forms.ChoiceField(
                label=_("Draws"),
                choices=[("hidden", _("stay hidden")), ("recorded", _("are recorded"))],
                initial="hidden" if at_table else "recorded",
                help_text=_(
                    "Hidden: nobody has to show their tokens, but the game cannot be reviewed afterwards. Recorded:"
                    " every draw is entered, and the game can be reviewed."
                ),
            )

    @property
    def chance(self) -> str:
        """The word of the log, of a valid form."""
        return str(self.cleaned_data.get("chance") or "recorded")
