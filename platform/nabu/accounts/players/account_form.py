"""Naming an account in a form, and its role."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy

from nabu.accounts.players.models import User
from nabu.core.forms import TablerForm

USERNAME_LENGTH = User._meta.get_field("username").max_length


class AccountForm(TablerForm):
    """An account by its exact user name: nobody can look through the accounts of the site here."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=USERNAME_LENGTH,
        help_text=gettext_lazy("Exactly as the person signs in."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )


class AccountRoleForm(AccountForm):
    """An account and its role, one of `kinds`."""

    kinds: type[TextChoices]

    kind = forms.ChoiceField(label=gettext_lazy("Role"), initial="scorekeeper")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = self.kinds.choices
