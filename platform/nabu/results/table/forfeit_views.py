"""Who did not come: declared by whoever keeps score, called by a player who waits."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from nabu.errors import NotAllowed
from nabu.pages import account_of, perform, perform_form, post_action
from nabu.results import services
from nabu.results.corrections.views import correct, needs_correction
from nabu.results.permissions import can_rule, sits_at
from nabu.results.table.page import absent_form, back_to, render_table, visible_table


@post_action
def declare(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody did not play: a forfeit, or the others play on."""
    found = visible_table(request, pk)
    if not can_rule(request.user, found):
        raise NotAllowed
    form = absent_form(found, request.POST)
    if form.is_valid() and needs_correction(request, found):
        return correct(request, found, form) or render_table(request, found, absent_form=form)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.forfeit_seats(account_of(request), found, form.absent, form.cleaned_data["reason"]),
        _("It is written down who did not come."),
    ):
        return back_to(found)
    return render_table(request, found, absent_form=form)


@post_action
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """A player says that somebody is missing."""
    found = visible_table(request, pk)
    if not sits_at(request.user, found):
        raise NotAllowed
    perform(
        request,
        partial(services.call_no_show, account_of(request), found),
        _("The organisers know now that somebody is missing at your table."),
    )
    return back_to(found)
