"""How allauth works here: accounts have players, mails go into the outbox, addresses are networks behind proxies."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from nabu.accounts.players import services
from nabu.accounts.players.models import User
from nabu.core.proxies import network_of
from nabu.messages.notifications.accounts import write_account_mail, write_nothing
from nabu.messages.notifications.links import site_link


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """See the module."""

    def save_user(self, request: HttpRequest, user: Any, form: BaseForm, commit: bool = True) -> User:
        """A new account and its player. Raises Refused."""
        words = form.cleaned_data
        made = services.sign_up(words["username"], words["password1"], words["name"], words.get("email") or "")
        messages.success(request, _("Welcome, %(name)s. Your account is ready.") % {"name": words["name"]})
        return made

    def get_client_ip(self, request: HttpRequest) -> str:
        """The network, which is what allauth counts by and shows beside a session."""
        return network_of(request)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Under the site's own address, whatever name the request used."""
        return site_link("account_reset_password_from_key", *key.split("-", 1))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Under the site's own address, whatever name the request used."""
        return site_link("account_confirm_email", emailconfirmation.key)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the account."""
        return reverse("players:account")

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """With the account, which our mails want to know."""
        super().send_notification_mail(template_prefix, user, {**(context or {}), "user": user}, email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Into the outbox: a worker sends it, so no request waits for a mail server or fails with it."""
        link = context.get("password_reset_url") or context.get("activate_url") or ""
        user = context.get("user")
        if user is None:
            write_nothing()
        else:
            write_account_mail(user, email, template_prefix.rpartition("/")[2], link)


class TwoFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """QR codes as on slips."""

    def build_totp_svg(self, url: str) -> str:
        """On white, which scanners need in the dark look too."""
        output = BytesIO()
        segno.make(url).save(output, kind="svg", scale=5, light="white", xmldecl=False)
        return output.getvalue().decode()
