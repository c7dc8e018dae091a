"""The history of a tournament, and taking changes back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from nabu.accounts.audit.history import blocking_entries, effective_entries_after
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.results.history.lines import audit_entries, audit_lines
from nabu.contests.results.history.services import can_be_undone, undo, undo_back_to
from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.core.forms import TablerForm
from nabu.web.pages import account_of, perform_form, post_action

AUDIT_PAGE = 50
MOST_SHOWN = 30
"""So many later changes are listed before the rest is only counted."""


class UndoForm(TablerForm):
    """Why a change is taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Optional. Shown in the history."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


@require_safe
def audit(request: HttpRequest, pk: int) -> HttpResponse:
    """Who did what, when and why: for the directors, with a way back."""
    tournament = organised_tournament(request, pk)
    page = Paginator(audit_entries(tournament), AUDIT_PAGE).get_page(request.GET.get("page"))
    entries = list(page)
    context = {
        **frame(request, tournament, "audit"),
        "page": page,
        "lines": audit_lines(tournament, entries),
    }
    return render(request, "contests/results/history/audit.html", context)


@require_safe
def undo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What would be taken back with a change."""
    return _undo_page(request, _organised_entry(request, pk), UndoForm())


@post_action
def undo_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The change is taken back; with `since` everything that came later too."""
    entry = _organised_entry(request, pk)
    form = UndoForm(request.POST)
    service = undo_back_to if "since" in request.POST else undo
    if form.is_valid() and perform_form(
        request, form, lambda: service(account_of(request), entry, form.cleaned_data["reason"]), _("Change undone.")
    ):
        return redirect("tournaments:audit", entry.tournament_id)
    return _undo_page(request, entry, form)


def _undo_page(request: HttpRequest, entry: AuditEntry, form: UndoForm) -> HttpResponse:
    tournament = organised_tournament(request, _tournament_of(entry))
    possible = can_be_undone(entry)
    obstacles = blocking_entries(entry) if possible else []
    later = effective_entries_after(entry) if obstacles else []
    shown = [entry, *later[:MOST_SHOWN]]
    line, *since = audit_lines(tournament, shown)
    context: dict[str, Any] = {
        **frame(request, tournament, "audit"),
        "entry": entry,
        "line": line,
        "possible": possible,
        "since": since,
        "more": len(later) - len(since),
        "count": len(later) + 1,
        "form": form,
    }
    return render(request, "contests/results/history/undo.html", context)


def _organised_entry(request: HttpRequest, pk: int) -> AuditEntry:
    """The entry, for directors of its tournament. 404 for everybody who may not see that there is one."""
    entry = get_object_or_404(AuditEntry.objects.select_related("actor__player", "entry__player"), pk=pk)
    organised_tournament(request, _tournament_of(entry))
    return entry


def _tournament_of(entry: AuditEntry) -> int:
    if entry.tournament_id is None:
        raise Http404
    return entry.tournament_id
