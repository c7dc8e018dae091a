"""Forms of rated status."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.accounts.players.account_form import USERNAME_LENGTH
from nabu.accounts.players.models import User
from nabu.contests.clubs.queries import clubs_named
from nabu.contests.clubs.services import NAME_LENGTH
from nabu.core.forms import TablerForm

LONGEST = 500


class ReasonForm(TablerForm):
    """Why the status ends."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST)


class GrantForm(ReasonForm):
    """Who gets the status, and why: an account by its exact user name, or a club by its name."""

    username = forms.CharField(label=gettext_lazy("User name"), max_length=USERNAME_LENGTH, required=False)
    club = forms.CharField(label=gettext_lazy("or club name"), max_length=NAME_LENGTH, required=False)
    field_order = ("username", "club", "reason")

    def clean(self) -> dict[str, Any]:
        """The account or the club."""
        cleaned = super().clean() or {}
        username, name = cleaned.get("username", "").strip(), cleaned.get("club", "").strip()
        account = User.objects.filter(username=username, is_active=True).first() if username else None
        club = clubs_named(name).find(name) if name else None
        if username and account is None:
            self.add_error("username", _("No account has exactly this user name."))
        if name and club is None:
            self.add_error("club", _("No club has this name."))
        return cleaned | {"account": account, "holder": club}
