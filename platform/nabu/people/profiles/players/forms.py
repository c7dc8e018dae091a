"""Forms of accounts and players."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from nabu.accounts.players import tokens
from nabu.accounts.players.models import Player
from nabu.accounts.players.scopes import Scope
from nabu.core.forms import TablerForm

LANGUAGES = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]
"""Each by its own name, which those find who speak it."""

NAME_LENGTH = Player._meta.get_field("name").max_length


class LanguageSelect(forms.Select):
    """Says of each choice in which language it is, for those who hear it."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """An option with its language."""
        option = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"]["lang"] = value
        return option


class AccountForm(TablerForm):
    """What people may change about themselves."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("Everybody sees this name in pairings and standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As set in the browser")), *LANGUAGES],
        widget=LanguageSelect,
    )


class TokenForm(TablerForm):
    """A new token. The boxes of the scopes are drawn by the template."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=tokens.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(label=_("Scopes"), choices=Scope.choices)
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=[(0, _("until it is revoked")), (1, _("one day")), (30, _("30 days")), (365, _("a year"))],
    )


class SearchForm(TablerForm):
    """One search field."""

    q = forms.CharField(
        label=_("Search by name"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
