"""Whether what is drawn is entered."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.game import Game
from nabu.forms import TablerForm


class ChanceForm(TablerForm):
    """Whether draws are recorded, for games in which they may stay hidden."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if game.hidden_chance:
            self.fields["chance"] = forms.ChoiceField(
                label=_("Draws"),
                choices=[("hidden", _("stay hidden")), ("recorded", _("are recorded"))],
                initial="hidden",
                help_text=_("Hidden: draws are not entered, so nobody has to show their tokens."),
            )

    @property
    def chance(self) -> str:
        """The word of the log, of a valid form."""
        return str(self.cleaned_data.get("chance") or "recorded")
