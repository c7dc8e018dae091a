"""The form of an announcement."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from nabu.contests.announcements.models import MOST_CHARACTERS
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round, Tournament
from nabu.core.forms import TablerForm

ALL = "all"


class AnnouncementForm(TablerForm):
    """What is said, to whom. Who is reached is chosen already; `table` is one that was asked for."""

    # No maxlength: a browser would cut off what is pasted without a word. The service says how much is too much.
    text = forms.CharField(
        label=gettext_lazy("Announcement"),
        required=False,
        widget=forms.Textarea(
            attrs={
                "rows": 4,
                "dir": "auto",
                "autofocus": True,
                "data-most": MOST_CHARACTERS,
            }
        ),
    )
    reach = forms.ChoiceField(label=pgettext_lazy("of an announcement", "To"))
    by_mail = forms.BooleanField(
        label=gettext_lazy("Also send by mail"),
        required=False,
        help_text=gettext_lazy("Players who switched these mails off get none."),
    )

    def __init__(self, data: Any, tournament: Tournament, round_: Round | None, table: Table | None) -> None:
        chosen = f"table:{table.pk}" if table else f"round:{round_.pk}" if round_ else ALL
        super().__init__(data, initial={"reach": chosen})
        self.rounds = {f"round:{each.pk}": each for each in _rounds_to_address(tournament, round_)}
        self.tables = {f"table:{table.pk}": table} if table else {}
        reach = self.fields["reach"]
        assert isinstance(reach, forms.ChoiceField)
        reach.choices = [
            (ALL, _("Everybody in the event")),
            *((key, _("Players of %(round)s") % {"round": each.title}) for key, each in self.rounds.items()),
            *((key, _at(each)) for key, each in self.tables.items()),
        ]
        if tournament.practice:
            del self.fields["by_mail"]

    def words(self) -> dict[str, Any]:
        """What the service is given."""
        chosen = self.cleaned_data["reach"]
        return {
            "text": self.cleaned_data["text"],
            "round_": self.rounds.get(chosen),
            "table": self.tables.get(chosen),
            "by_mail": self.cleaned_data.get("by_mail", False),
        }


def _at(table: Table) -> str:
    return _("Table %(number)s, %(round)s") % {"number": table.number, "round": table.round.title}


def _rounds_to_address(tournament: Tournament, asked: Round | None) -> list[Round]:
    """Those that are being played, and one that was asked for."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.Status.DRAFT)
    found = rounds.order_by("stage__position", "number")
    return [each for each in found if each.status == Round.Status.PUBLISHED or (asked and each.pk == asked.pk)]
