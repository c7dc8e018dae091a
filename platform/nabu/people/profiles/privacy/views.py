"""Pages about personal data: the policy, one's own data, deleting an account."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from nabu.accounts.players.models import Player
from nabu.core.errors import NotAllowed
from nabu.people.profiles.privacy.blocks import blocks_of
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.people.profiles.privacy.downloads import archive_for_staff, own_archive
from nabu.people.profiles.privacy.forms import PasswordForm, TypedNameForm
from nabu.people.profiles.privacy.retention import kept_for_days, kept_with_the_account
from nabu.people.profiles.privacy.security_text import contact_address
from nabu.web.pages import account_of, perform_form, post_action


@require_safe
def policy(request: HttpRequest) -> HttpResponse:
    """What the site stores about people, for how long, and what they can ask for."""
    context = {
        "owner": settings.SITE_OWNER,
        "contact": settings.SITE_CONTACT,
        "contact_address": contact_address(),
        "stays": kept_with_the_account(),
        "ends": kept_for_days(),
    }
    return render(request, "people/profiles/privacy/policy.html", context)


@login_required
@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """What happens to the own account, and the form that does it."""
    user = account_of(request)
    data = request.POST if request.method == "POST" else None
    name = user.get_username()
    form = PasswordForm(data, request, user) if user.has_usable_password() else TypedNameForm(data, name)
    if data is not None and form.is_valid():
        done = _("Account deleted.")
        if perform_form(request, form, lambda: delete_person(user, user=user), done):
            logout(request)
            messages.success(request, done)
            return redirect("home")
    context = {"form": form, "own": True, "name": name, "blocks": blocks_of(user)}
    return render(request, "people/profiles/privacy/delete.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_player(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for somebody who asked staff for it."""
    staff, player = account_of(request), _player_for_staff(request, pk)
    if player.deleted_at is not None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = TypedNameForm(data, player.name)
    if data is not None and form.is_valid():
        deleted = perform_form(request, form, lambda: delete_person(staff, player=player), _("Person deleted."))
        if deleted:
            return redirect("players:list")
    blocks = blocks_of(player.user) if player.user else []
    context = {"form": form, "own": False, "player": player, "name": player.name, "blocks": blocks}
    return render(request, "people/profiles/privacy/delete.html", context)


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Everything about oneself."""
    return own_archive(account_of(request))


@post_action
def export_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything about somebody who asked staff for it."""
    return archive_for_staff(account_of(request), _player_for_staff(request, pk))


def _player_for_staff(request: HttpRequest, pk: int) -> Player:
    if not account_of(request).is_staff:
        raise NotAllowed
    return get_object_or_404(Player.objects.select_related("user"), pk=pk)
