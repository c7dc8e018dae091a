"""Forms of allauth in the words and with the rules of this site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, LoginForm, SignupForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from nabu.accounts.players import services
from nabu.accounts.players.attempts import may_try
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.two_factor import use_code
from nabu.core.errors import Refused

USED = _("This code was used already. Wait for the next one.")


class LogInForm(LoginForm):  # type: ignore[misc]
    """User name or e-mail, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("User name or e-mail")
        self.fields["login"].widget = forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"})


class SignUpForm(SignupForm):  # type: ignore[misc]
    """A new account and its player."""

    field_order = ["username", "name", "email", "password1"]

    name = forms.CharField(
        label=_("Your name"),
        max_length=Player._meta.get_field("name").max_length,
        help_text=_("Everybody sees this name in pairings and standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        username, email, password = (self.fields[name] for name in ("username", "email", "password1"))
        username.label = _("User name")
        username.help_text = _("For signing in. Letters, digits and @ . + - _ only.")
        username.widget.attrs["autocapitalize"] = "none"
        email.label = _("E-mail")
        email.help_text = _("For a forgotten password. Never shown publicly.")
        password.help_text = _("At least 8 characters, not only digits.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_username(self) -> str:
        """A user name that is free and misleads nobody."""
        return _or_invalid(services.own_username, self.cleaned_data["username"])

    def clean_name(self) -> str:
        """A name that misleads nobody."""
        return _or_invalid(services.own_name, self.cleaned_data["name"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponseBase | None]:
        """The new account. Somebody else may have taken the name since the form was looked at."""
        try:
            user, response = super().try_save(request)
        except Refused as refusal:
            messages.error(request, refusal.message)
            return None, redirect("account_signup")
        return user, response


class NewPasswordForm(ChangePasswordForm):  # type: ignore[misc]
    """Asks for the password of now, which may be wrong as seldom as when signing in."""

    def clean_oldpassword(self) -> str:
        """The right one."""
        password: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password


class _Limited(forms.Form):
    """A code from an app or from the list of recovery codes, which may be wrong as seldom as a password."""

    user: User
    authenticator: Authenticator

    def clean_code(self) -> str:
        """The right code, for the first time: one that somebody else has seen being used is a wrong one."""
        if not may_try(context.request, self.user):
            raise forms.ValidationError(_("Too many attempts"))
        code: str = super().clean_code()  # type: ignore[misc]
        if self.authenticator.type == Authenticator.Type.TOTP and not use_code(self.user, code):
            self._emit_authentication_failed(self.authenticator)  # type: ignore[attr-defined]
            raise forms.ValidationError(USED)
        return code


class CodeForm(_Limited, AuthenticateForm):  # type: ignore[misc]
    """A code while signing in."""


class CodeAgainForm(_Limited, ReauthenticateForm):  # type: ignore[misc]
    """A code before something that matters."""


class NewAppForm(ActivateTOTPForm):  # type: ignore[misc]
    """A code that shows that the app knows the secret. It is used up by that."""

    def clean_code(self) -> str:
        """The right code, for the first time."""
        code: str = super().clean_code()
        if not use_code(self.user, code):
            raise forms.ValidationError(USED)
        return code


def _or_invalid(check: Any, value: str) -> str:
    try:
        checked: str = check(value)
    except Refused as refusal:
        raise forms.ValidationError(refusal.message) from None
    return checked
