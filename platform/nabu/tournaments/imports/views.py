"""The pages of the import: paste or choose a file, look at what it would do, import it.

Nothing is stored in between: the text travels in the form of the preview, and is read again when it is confirmed.
"""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from nabu.pages import account_of, perform, post_action
from nabu.tournaments.access import frame, organised_tournament
from nabu.tournaments.imports import services
from nabu.tournaments.imports.forms import ImportForm
from nabu.tournaments.imports.queries import Preview, preview
from nabu.tournaments.imports.report_files import can_import_rounds
from nabu.tournaments.models import Tournament


@login_required
@require_safe
def import_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the list comes in."""
    tournament = organised_tournament(request, pk)
    context = {**frame(request, tournament, "entries"), "form": ImportForm()}
    return render(request, "tournaments/import.html", context)


@post_action
def import_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """What the list would do. Changes nothing."""
    tournament = organised_tournament(request, pk)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "tournaments/import.html", {**frame(request, tournament, "entries"), "form": form})
    text = form.cleaned_data["text"]
    return _preview_page(request, tournament, text, preview(tournament, text))


@post_action
def import_confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Import the text of the preview: everything, the good rows only, or a report with its rounds."""
    tournament = organised_tournament(request, pk)
    form = ImportForm(request.POST)
    if not form.is_valid():
        return render(request, "tournaments/import.html", {**frame(request, tournament, "entries"), "form": form})
    text, what = form.cleaned_data["text"], request.POST.get("what", "all")
    found = preview(tournament, text)
    if not (found.has_good_rows if what == "good" else found.is_clean):
        return _preview_page(request, tournament, text, found)
    actor = account_of(request)
    if what == "rounds" and found.report is not None:
        done = perform(
            request,
            partial(services.import_report, actor, tournament, found.report),
            _("The tournament is imported with all its rounds."),
        )
        return redirect("tournaments:detail", pk) if done else _preview_page(request, tournament, text, found)
    count = len(found.players)
    message = ngettext("%(count)s player is imported.", "%(count)s players are imported.", count) % {"count": count}
    if perform(request, partial(services.import_entries, actor, tournament, found.players), message) is None:
        return _preview_page(request, tournament, text, found)
    return redirect("tournaments:entries", pk)


def _preview_page(request: HttpRequest, tournament: Tournament, text: str, found: Preview) -> HttpResponse:
    context = {
        **frame(request, tournament, "entries"),
        "preview": found,
        "text": text,
        "errors": sum(bool(row.error) for row in found.rows),
        "known": sum(row.is_known for row in found.rows),
        "can_import_rounds": found.report is not None and can_import_rounds(tournament, found.report),
    }
    return render(request, "tournaments/import_preview.html", context)
