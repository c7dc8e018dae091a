"""The page of an account's sessions."""

from __future__ import annotations

from allauth.usersessions.forms import ManageUserSessionsForm
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from nabu.accounts.players.passwords import sign_out_everywhere
from nabu.web.pages import account_of


class Sessions(ListUserSessionsView):  # type: ignore[misc]
    """Where the account is signed in. Signing out elsewhere ends the tokens too."""

    def form_valid(self, form: ManageUserSessionsForm) -> HttpResponse:
        """Sign out everywhere but here."""
        sign_out_everywhere(account_of(self.request), self.request.session.session_key)
        messages.success(self.request, _("Signed out everywhere else. All API tokens are revoked."))
        return redirect("usersessions_list")
