"""Naming an account in a form."""

from __future__ import annotations

from django import forms
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
