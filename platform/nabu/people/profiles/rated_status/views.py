"""Staff grant rated status to organisers and clubs, and revoke it."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nabu.contests.clubs.models import RatedStatus
from nabu.contests.clubs.rated_status import can_grant, grant_status, listed_statuses, revoke_status
from nabu.core.errors import NotAllowed
from nabu.people.profiles.rated_status.forms import GrantForm, ReasonForm
from nabu.web.pages import account_of, perform_form, perform_with_reason, post_action

PAGE = 100


@never_cache
@require_safe
@login_required
def statuses(request: HttpRequest) -> HttpResponse:
    """Who has rated status, since when and why, and who had it."""
    _check_staff(request)
    return _page(request, GrantForm())


@post_action
def grant(request: HttpRequest) -> HttpResponse:
    """An account or a club may run rated tournaments."""
    _check_staff(request)
    form = GrantForm(request.POST)
    if form.is_valid():
        words = form.cleaned_data
        service = partial(
            grant_status, account_of(request), words["reason"], account=words["account"], club=words["holder"]
        )
        if perform_form(request, form, service, _("Rated status granted.")):
            return redirect("staff:rated")
    return _page(request, form)


@post_action
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """The status ends; what was rated stays."""
    _check_staff(request)
    status = get_object_or_404(RatedStatus, pk=pk)
    form = ReasonForm(request.POST)
    perform_with_reason(
        request,
        form,
        lambda: revoke_status(account_of(request), status, form.cleaned_data["reason"]),
        _("Rated status revoked."),
    )
    return redirect("staff:rated")


def _check_staff(request: HttpRequest) -> None:
    if not can_grant(request.user):
        raise NotAllowed


def _page(request: HttpRequest, form: GrantForm) -> HttpResponse:
    page = Paginator(listed_statuses(), PAGE).get_page(request.GET.get("page"))
    rows = [(each, None if each.ended_at else ReasonForm(auto_id=f"revoke-{each.pk}-%s")) for each in page]
    return render(request, "people/profiles/rated_status/rated.html", {"page": page, "rows": rows, "form": form})
