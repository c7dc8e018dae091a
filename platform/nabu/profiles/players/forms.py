"""Forms of accounts and players."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UsernameField
from django.utils.translation import gettext_lazy as _

from nabu.forms import TablerBoundField, TablerForm
from nabu.players import tokens
from nabu.players.models import Player, User
from nabu.players.scopes import Scope

NAME_LENGTH = Player._meta.get_field("name").max_length
USERNAME = User._meta.get_field("username")


class LogInForm(AuthenticationForm):
    """Django's login form in our clothes, and with the words of the form to sign up."""

    bound_field_class = TablerBoundField

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")


class ChangePasswordForm(PasswordChangeForm):
    """Django's password form in our clothes."""

    bound_field_class = TablerBoundField


class SignUpForm(TablerForm):
    """A new account and its player."""

    username = UsernameField(
        label=_("User name"),
        max_length=USERNAME.max_length,
        validators=USERNAME.validators,
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
        help_text=_("Optional. Nobody else sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters, not only digits."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError(_("This user name is taken."))
        return username

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if password := cleaned.get("password"):
            user = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                password_validation.validate_password(password, user)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned


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
        choices=[("", _("As the browser asks for")), *settings.LANGUAGES],
    )


class TokenForm(TablerForm):
    """A new token. The boxes of the scopes are drawn by the template."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=tokens.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(label=_("What it may do"), choices=Scope.choices)
    days = forms.TypedChoiceField(
        label=_("How long it is valid"),
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
