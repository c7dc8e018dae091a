"""Other tie-breaks after the start: choose, see whose place changes, give a reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from competition.formats import FORMATS
from competition.formats.base import Format
from nabu.contests.tournaments.access import organised_tournament
from nabu.contests.tournaments.models import Stage, Tournament
from nabu.contests.tournaments.setup import tie_break_choice, tie_breaks
from nabu.contests.tournaments.setup.tie_break_choice import AnotherTieBreak
from nabu.contests.tournaments.setup.tie_breaks import may_change_tie_breaks, moved_by
from nabu.contests.tournaments.stale import FIELD, Stale, Value, compare
from nabu.core.errors import Refused
from nabu.core.forms import TablerForm
from nabu.core.sentences import sentence
from nabu.web.pages import account_of, perform_form

REASON_LENGTH = 200


class TieBreaksForm(TablerForm):
    """Why, and the tie-break that is added next; the chosen ones are drawn by the template."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, fmt: Format[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["more"] = AnotherTieBreak(fmt)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_tie_breaks(request: HttpRequest, pk: int) -> HttpResponse:
    """The page and all its buttons. Only the one that saves changes something."""
    stage = get_object_or_404(Stage.objects.select_related("tournament"), pk=pk)
    tournament = organised_tournament(request, stage.tournament_id)
    if tournament.status != Tournament.Status.RUNNING or not may_change_tie_breaks(stage):
        raise Http404
    keys = request.POST.getlist("tie_breaks") if request.method == "POST" else stage.config["tie_breaks"]
    words = request.POST.get("do", "").split(":")
    if words[0] == "tie" and len(words) > 1:
        keys = tie_break_choice.rearranged(keys, words[1], words[2] if len(words) > 2 else request.POST.get("more", ""))
    fmt = FORMATS[stage.format]
    form = TieBreaksForm(initial={"reason": request.POST.get("reason", "")}, fmt=fmt)
    typed = _as_value(keys) if request.method == "POST" else None
    rows = {Stage._meta.label_lower: [stage.pk]}
    stale = compare(request, tournament, rows, _as_value(stage.config["tie_breaks"]), typed, request.path)
    if words[0]:  # rearranged: nothing is saved, and the page goes on from what it was drawn with
        stale = Stale(request.POST.get(FIELD, ""))
    if request.method == "POST" and not words[0]:
        form = TieBreaksForm(request.POST, fmt=fmt)
        if form.is_valid() and not stale:
            reason = form.cleaned_data["reason"]
            service = partial(tie_breaks.change_tie_breaks, account_of(request), stage, keys, reason)
            if perform_form(request, form, service, _("Tie-breaks changed.")):
                return redirect("tournaments:standings", tournament.pk)
    try:
        moved = moved_by(stage, keys)
    except Refused:
        moved = []
    context = {
        "tournament": tournament,
        "stage": stage,
        "format": fmt,
        "chosen": tie_break_choice.chosen(keys),
        "is_changed": list(keys) != stage.config["tie_breaks"],
        "moved": moved,
        "form": form,
        "stale": stale,
    }
    return render(request, "contests/tournaments/setup/tie_breaks.html", context)


def _as_value(keys: Sequence[str]) -> dict[str, Value]:
    names = [sentence(each.name) for each in tie_break_choice.chosen(keys)]
    return {"tie_breaks": Value(_("Tie-breaks"), " ".join(keys), ", ".join(names))}
