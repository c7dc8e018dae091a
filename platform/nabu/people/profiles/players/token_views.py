"""The page of an account's tokens for the API."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from nabu.accounts.players import tokens
from nabu.accounts.players.scopes import Scope
from nabu.people.profiles.players.forms import TokenForm
from nabu.web.pages import account_of, perform, perform_form, post_action

NEW_KEY = "key of the new token"
"""Where the session keeps the key from the form to the page that shows it once."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account_tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of the signed-in account, and a new one."""
    user = account_of(request)
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        words, made = form.cleaned_data, []
        ends = timezone.now() + timedelta(days=words["days"]) if words["days"] else None
        done = perform_form(
            request,
            form,
            lambda: made.append(tokens.create_token(user, words["name"], words["scopes"], ends)[1]),
            _("Token created. Copy its key now: it is shown only once."),
        )
        if done:
            request.session[NEW_KEY] = made[0]
            return redirect("players:tokens")
    context = {
        "form": form,
        "scopes": [(scope.value, scope.label) for scope in Scope],
        "chosen": request.POST.getlist("scopes") if request.method == "POST" else [Scope.READ.value],
        "tokens": tokens.active_tokens(user),
        "key": request.session.pop(NEW_KEY, None),
    }
    return render(request, "people/profiles/players/tokens.html", context)


@post_action
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """End a token of the own account."""
    token = get_object_or_404(account_of(request).api_tokens, pk=pk)
    perform(request, lambda: tokens.revoke_token(token), _("Token revoked."))
    return redirect("players:tokens")
