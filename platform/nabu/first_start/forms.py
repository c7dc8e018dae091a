"""Forms of the first start."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.forms import TablerForm
from nabu.players.account_form import USERNAME_LENGTH
from nabu.players.services import NAME_LENGTH

PASSWORD_LENGTH = 128


class FirstAdminForm(TablerForm):
    """The code, and the account of whoever runs the site."""

    code = forms.CharField(
        label=_("Setup code"),
        max_length=40,
        help_text=_("It is in the log of the web server. “manage.py setup_code” shows it too."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    username = forms.CharField(
        label=_("User name"),
        max_length=USERNAME_LENGTH,
        help_text=_("For signing in. Letters, digits and @ . + - _ only."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("Everybody sees this name in pairings and standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("For a forgotten password. Nobody else sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=PASSWORD_LENGTH,
        strip=False,
        help_text=_("At least 8 characters, not only digits."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class TestMailForm(TablerForm):
    """Where the test mail goes."""

    __test__ = False

    address = forms.EmailField(label=_("Send a test mail to"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
