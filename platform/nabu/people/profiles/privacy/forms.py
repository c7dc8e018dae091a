"""Confirming that an account is deleted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from nabu.accounts.players.models import User
from nabu.core.forms import TablerForm


class PasswordForm(TablerForm):
    """The password of the signed-in account; wrong ones count as failed sign-ins."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Any, request: HttpRequest, user: User) -> None:
        super().__init__(data)
        self.request, self.user = request, user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if authenticate(self.request, username=self.user.get_username(), password=password) != self.user:
            raise forms.ValidationError(_("Wrong password."))
        return password


class TypedNameForm(TablerForm):
    """The name, typed as it stands above: for staff, and for accounts without a password."""

    typed = forms.CharField(
        label=_("Name, exactly as shown above"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, data: Any, name: str) -> None:
        super().__init__(data)
        self.name = name

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if typed != str(self.name):
            raise forms.ValidationError(_("The name does not match."))
        return typed
