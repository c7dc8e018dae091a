"""The pages of the import: paste or choose a file, look at what it would do, import it.

Nothing is stored in between: the text travels in the form of the preview, with what is corrected in it, and is read
again when it is confirmed.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from competition.trf.values import TrfReport
from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.imports import services
from nabu.contests.tournaments.imports.correcting import Changes, changes_in, with_changes
from nabu.contests.tournaments.imports.forms import ENCODINGS, ImportForm
from nabu.contests.tournaments.imports.not_imported import not_imported
from nabu.contests.tournaments.imports.queries import Preview, preview
from nabu.contests.tournaments.imports.report_files import can_import_results, can_import_rounds, rows_apart
from nabu.contests.tournaments.models import Tournament
from nabu.web.pages import account_of, perform, post_action


@login_required
@require_safe
def import_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the list comes in."""
    tournament = organised_tournament(request, pk)
    context = {**frame(request, tournament, "entries"), "form": ImportForm()}
    return render(request, "contests/tournaments/imports/import.html", context)


@post_action
def import_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """What the list would do. Changes nothing."""
    tournament = organised_tournament(request, pk)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(
            request, "contests/tournaments/imports/import.html", {**frame(request, tournament, "entries"), "form": form}
        )
    text, encoding = form.cleaned_data["text"], form.cleaned_data["encoding"]
    shown = str(ENCODINGS.get(encoding, encoding.upper()))
    return _preview_page(request, tournament, text, preview(tournament, text), shown, form.cleaned_data["notes"])


@post_action
def import_confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """What the buttons of the preview do with its text: check it once more with what was corrected (`check`), show the
    list again (`back`), or import everything, the good rows only, or a report with its rounds.
    """
    tournament = organised_tournament(request, pk)
    form = ImportForm(request.POST)
    if not form.is_valid():
        return render(
            request, "contests/tournaments/imports/import.html", {**frame(request, tournament, "entries"), "form": form}
        )
    typed, what = form.cleaned_data["text"], request.POST.get("what", "all")
    text = _with_changes(typed, changes_in(request.POST))
    if what == "back":
        context = {**frame(request, tournament, "entries"), "form": ImportForm(initial={"text": text})}
        return render(request, "contests/tournaments/imports/import.html", context)
    found = preview(tournament, text)
    # What was typed into a wrong row and is still wrong must not be left out in silence.
    good = found.has_good_rows and (text == typed or found.is_clean)
    if what == "check" or not (good if what == "good" else found.is_clean):
        return _preview_page(request, tournament, text, found)
    actor = account_of(request)
    if what == "rounds" and found.results is not None:
        results = partial(services.import_results, actor, tournament, found.players, found.results)
        if perform(request, results, _("Results imported. The tournament has started.")) is None:
            return _preview_page(request, tournament, text, found)
        return redirect("tournaments:detail", pk)
    if what == "rounds" and found.report is not None:
        report = partial(services.import_report, actor, tournament, found.report)
        if perform(request, report, _("Report file imported. The tournament has started.")) is None:
            return _preview_page(request, tournament, text, found)
        _tell_what_is_left_out(request, tournament, found.report, with_rounds=True)
        return redirect("tournaments:detail", pk)
    count = len(found.players)
    message = ngettext("%(count)s player imported.", "%(count)s players imported.", count) % {"count": count}
    apart = rows_apart(tournament, found.report, with_rounds=False) if found.report else ()
    if perform(request, partial(services.import_entries, actor, tournament, found.players, apart), message) is None:
        return _preview_page(request, tournament, text, found)
    if found.report is not None:
        _tell_what_is_left_out(request, tournament, found.report, with_rounds=False)
    return redirect("tournaments:entries", pk)


def _with_changes(text: str, changes: Changes) -> str:
    try:
        return with_changes(text, changes)
    except csv.Error:
        return text  # it is no table: the preview says why


def _tell_what_is_left_out(
    request: HttpRequest, tournament: Tournament, report: TrfReport, *, with_rounds: bool
) -> None:
    kinds = not_imported(tournament, report, with_rounds=with_rounds)
    if kinds:
        messages.info(request, _("Not imported: %(kinds)s.") % {"kinds": "; ".join(kinds)})


def _preview_page(
    request: HttpRequest,
    tournament: Tournament,
    text: str,
    found: Preview,
    encoding: str = "",
    notes: Sequence[str] = (),
) -> HttpResponse:
    if found.report is not None:
        with_rounds = can_import_rounds(tournament, found.report)
    else:
        with_rounds = found.results is not None and can_import_results(tournament)
    context = {
        **frame(request, tournament, "entries"),
        "preview": found,
        "text": text,
        "errors": sum(bool(row.error) for row in found.rows),
        "has_fields": any(row.fields for row in found.rows),
        "known": sum(row.is_known for row in found.rows),
        "can_import_rounds": with_rounds,
        "encoding": encoding,
        "notes": [*notes, *found.notes],
        "not_imported": not_imported(tournament, found.report, with_rounds=with_rounds) if found.report else [],
    }
    return render(request, "contests/tournaments/imports/preview.html", context)
