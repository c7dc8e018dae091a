"""Practice events: make one up, let bots play in it, throw it away."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from nabu.contests.practice.forms import PracticeForm
from nabu.contests.practice.job import ask_for_everything, ask_for_round
from nabu.contests.practice.plans import fitted_stages
from nabu.contests.practice.services import copy_to_practice_event, create_practice_event, delete_practice_event
from nabu.contests.tournaments.access import organised_tournament
from nabu.contests.tournaments.setup.services import TournamentSpec
from nabu.web.pages import account_of, perform, post_action


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A made-up event of a chosen format and size."""
    form = PracticeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        game, players = form.chosen_game, form.cleaned_data["players"]
        titles = dict(form.fields["plan"].choices)  # type: ignore[attr-defined]
        spec = TournamentSpec(
            name=_("Practice: %(name)s") % {"name": titles[form.cleaned_data["plan"]]},
            game=game.key,
            ruleset=game.rulesets[0],
            components=game.component_sets[0],
            stages=fitted_stages(form.cleaned_data["plan"], game, players),
        )
        service = partial(create_practice_event, account_of(request), spec, players)
        made = perform(request, service, _("Practice event created. Its players are made up, and nobody else sees it."))
        if made is not None:
            return redirect("tournaments:detail", made.pk)
    return render(request, "contests/practice/new.html", {"form": form})


@post_action
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    """A practice event of a draft."""
    draft = organised_tournament(request, pk)
    done = _("Practice copy of your draft, with made-up players. The draft is not changed.")
    made = perform(request, partial(copy_to_practice_event, account_of(request), draft), done)
    return redirect("tournaments:detail", made.pk if made else pk)


@post_action
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Let bots play the open round, or the platform everything to the end."""
    tournament = organised_tournament(request, pk)
    ask = ask_for_everything if request.POST.get("what") == "everything" else ask_for_round
    service = partial(ask, account_of(request), tournament, bool(request.POST.get("slowly")))
    job = perform(request, service, _("The bots are playing."))
    return redirect("tournaments:job", job.pk) if job else redirect("tournaments:detail", pk)


@post_action
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a practice event away, at any time."""
    tournament = organised_tournament(request, pk)
    perform(request, partial(delete_practice_event, account_of(request), tournament), _("Practice event deleted."))
    return redirect("tournaments:list")
