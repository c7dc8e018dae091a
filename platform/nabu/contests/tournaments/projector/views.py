"""The page for a projector. One address for the whole day: it goes on to the next round when that is published."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.access import visible_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.prints.sheets import by_name, tables_of_round
from nabu.contests.tournaments.projector.queries import last_round, open_bracket, projected_standings
from nabu.contests.tournaments.rounds.pages import counts_of
from nabu.contests.tournaments.shared import works_in_tournament
from nabu.contests.tournaments.topics import topics_of_entries
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared

VIEWS = {
    "names": gettext_lazy("Pairings by name"),
    "standings": gettext_lazy("Standings"),
    "bracket": gettext_lazy("Bracket"),
}
"""What is shown in turn; without a choice all of it."""

SECONDS, USUAL_SECONDS = (8, 12, 20, 30, 60), 12
SIZES = {"": gettext_lazy("normal"), "large": gettext_lazy("large")}


def seconds_to_choose() -> list[tuple[int, str]]:
    """How long a page may be shown, in the reader's language: a text with a number cannot be made when the module is
    loaded."""
    return [
        (number, ngettext("%(number)s second", "%(number)s seconds", number) % {"number": number}) for number in SECONDS
    ]


class ProjectorForm(forms.Form):
    """What is shown, for how long, and how large."""

    names = forms.BooleanField(required=False, label=VIEWS["names"])
    standings = forms.BooleanField(required=False, label=VIEWS["standings"])
    bracket = forms.BooleanField(required=False, label=VIEWS["bracket"])
    seconds = forms.ChoiceField(required=False, label=gettext_lazy("Time per page"), choices=seconds_to_choose)
    size = forms.ChoiceField(required=False, label=gettext_lazy("Text size"), choices=list(SIZES.items()))


shared_projector = SharedPage(
    topics_of_entries,
    {
        "|".join(VIEWS): re.compile("1"),
        "seconds": re.compile("|".join(map(str, SECONDS))),
        "size": re.compile("large"),
    },
    in_full=works_in_tournament,
)


@require_safe
@shared(shared_projector)
def projector(request: HttpRequest, pk: int) -> HttpResponse:
    """The clock of the newest published round, and under it one view after another. Without a script it is one long
    page. Nobody is sent to a table of a cancelled tournament any more."""
    tournament = visible_tournament(request, pk)
    asked = [key for key in VIEWS if request.GET.get(key)]
    views = asked or list(VIEWS)
    shown = ["standings"] if tournament.status == Tournament.Status.CANCELLED else views
    seconds = request.GET.get("seconds", "")
    chosen = int(seconds) if seconds in map(str, SECONDS) else USUAL_SECONDS
    size = request.GET.get("size", "") if request.GET.get("size", "") in SIZES else ""
    round_ = last_round(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "round": round_,
        "seconds": chosen,
        "size": size,
        "form": ProjectorForm(initial={**dict.fromkeys(views, True), "seconds": chosen, "size": size}),
    }
    if round_ is not None:
        context["counts"] = counts_of(round_)
        if "names" in shown:
            context["lines"] = by_name(tables_of_round(round_))
        if "standings" in shown:
            context["standings"] = projected_standings(tournament, round_.stage)
        if "bracket" in shown:
            context["sections"] = open_bracket(round_.stage)
    return render(request, "contests/tournaments/projector/projector.html", context)
