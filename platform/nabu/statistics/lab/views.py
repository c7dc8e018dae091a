"""Pages of the lab: all experiments, a new one, one with its progress or its results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.catalogue.games.notes import note_on
from nabu.catalogue.games.words import short_title
from nabu.core.errors import Refused
from nabu.core.spreadsheet import csv_response
from nabu.statistics.lab import services
from nabu.statistics.lab.against import against_records, against_report
from nabu.statistics.lab.costs import Cost
from nabu.statistics.lab.forms import SAVED, ExperimentForm
from nabu.statistics.lab.models import LIVE, Experiment
from nabu.statistics.lab.permissions import can_see_experiment, can_steer_experiment
from nabu.statistics.lab.queries import cost_of, partners_of, progress_of, shown_experiments
from nabu.statistics.lab.reports import answers_of, command_line, report_of, report_records
from nabu.statistics.lab.words import bot_title, bots_in_words, cost_sentence, duration, not_measured, skill_sentences
from nabu.web.pages import account_of, game_or_404, perform, post_action

ON_A_PAGE = 30

Status = Experiment.Status
OVER = (Status.DONE, Status.CANCELLED)


@require_safe
def experiment_list(request: HttpRequest) -> HttpResponse:
    """Experiments that are over, and one's own; with the games for which a new one can be started."""
    found = shown_experiments(request.user).defer(None).prefetch_related("arms")
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    rows = [
        (
            experiment,
            GAMES.get(experiment.game),
            progress_of(experiment),
            answers_of(experiment) if experiment.status in OVER else [],
        )
        for experiment in page
    ]
    told = {game: skill_sentences(game) for game in GAMES.values()}
    context = {
        "rows": rows,
        "page": page,
        "first_game": next(iter(GAMES)),
        "skill": [(game, sentences) for game, sentences in told.items() if sentences],
        "unmeasured": not_measured([short_title(game.title) for game, sentences in told.items() if not sentences]),
    }
    return render(request, "statistics/lab/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Start an experiment. `?again=` copies one, with another seed; `?variant=` compares one with the base; `?arm=`, as
    often as there are variants, with `?players=` and `?name=` fills in what a page of statistics proposes."""
    found = game_or_404(game)
    form = ExperimentForm(found, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if form.is_valid():
            try:
                made = services.create_experiment(account_of(request), found, form.design())
            except Refused as refusal:
                form.add_error(None, refusal.message)
            else:
                messages.success(request, _("Experiment queued."))
                return redirect("lab:detail", made.pk)
    else:
        form.initial = _initial(request, form)
    context = {"game": found, "form": form, "games": GAMES.values(), "cost": _cost_words(request, form.cost())}
    return render(request, "statistics/lab/new.html", context)


@login_required
@require_safe
def cost(request: HttpRequest, game: str) -> HttpResponse:
    """What the experiment in the form would take: a part of its page, asked for when a field changes."""
    found = game_or_404(game)
    words = _cost_words(request, ExperimentForm(found, request.GET).cost())
    return render(request, "statistics/lab/_cost.html", {"game": found, "cost": words})


@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """While it is played, how far it is, and nothing else: who looks at results early stops at a lucky moment."""
    experiment = _visible(request, pk)
    live = experiment.status in LIVE
    if request.headers.get("HX-Target") == "experiment":
        if not live:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "statistics/lab/_progress.html", _frame(request, experiment))
    report = report_of(experiment) if experiment.status in OVER else None
    context = _frame(request, experiment) | {
        "report": report,
        "seat_rows": list(enumerate(zip(*(line.shares for line in report.seats), strict=True), 1)) if report else [],
        "command": command_line(experiment),
        **_other_bots(request, experiment),
        "notes": [note for arm in experiment.arm_list if (note := note_on(experiment.game, arm.components))][:1],
    }
    return render(request, "statistics/lab/detail.html", context)


@require_safe
def table_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The rows of the tables of results."""
    experiment = _visible(request, pk)
    over = experiment.status in OVER
    report = report_of(experiment) if over else None
    records = report_records(experiment, report) if report else []
    return csv_response(records, f"nabu-experiment-{experiment.pk}")


@require_safe
def against(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """The same variants played by other bots: whether the seat effect survives."""
    report = against_report(_visible(request, pk), _visible(request, other))
    status = 409 if report.problem else 200
    return render(
        request, "statistics/lab/against.html", {"report": report, "game": GAMES.get(report.one.game)}, status=status
    )


@require_safe
def against_csv(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """The rows of its tables."""
    report = against_report(_visible(request, pk), _visible(request, other))
    return csv_response(against_records(report), f"nabu-experiments-{pk}-{other}")


@post_action
def with_bots(request: HttpRequest, pk: int) -> HttpResponse:
    """Play the same experiment with other bots."""
    experiment, games = _visible(request, pk), request.POST.get("games", "")
    service = partial(
        services.repeat_with_bots,
        account_of(request),
        experiment,
        request.POST.get("bots", "").split(","),
        int(games) if games.isdecimal() and len(games) < 10 else 0,
    )
    made = perform(request, service, _("Experiment queued."))
    return redirect("lab:detail", made.pk if made else pk)


@post_action
def pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop after the games that are being played."""
    return _steer(request, pk, services.pause_experiment, _("Experiment paused."))


@post_action
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on after a pause."""
    return _steer(request, pk, services.resume_experiment, _("Experiment resumed."))


@post_action
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """End it early."""
    return _steer(request, pk, services.cancel_experiment, _("Experiment cancelled."))


@post_action
def retire(request: HttpRequest, pk: int) -> HttpResponse:
    """Show it no more."""
    experiment = _visible(request, pk)
    service = partial(services.retire_experiment, account_of(request), experiment)
    removed = perform(request, service, _("Experiment removed."))
    return redirect("lab:list") if removed else redirect("lab:detail", pk)


def _visible(request: HttpRequest, pk: int) -> Experiment:
    experiment = get_object_or_404(Experiment.objects.select_related("owner__player"), pk=pk)
    if not can_see_experiment(request.user, experiment):
        raise Http404
    return experiment


def _steer(request: HttpRequest, pk: int, service: Callable[[User, Experiment], Experiment], done: str) -> HttpResponse:
    perform(request, partial(service, account_of(request), _visible(request, pk)), done)
    return redirect("lab:detail", pk)


def _frame(request: HttpRequest, experiment: Experiment) -> dict[str, object]:
    return {
        "experiment": experiment,
        "game": GAMES.get(experiment.game),
        "owner": name_of(experiment.owner),
        "progress": progress_of(experiment),
        "live": experiment.status in LIVE,
        "may_steer": can_steer_experiment(request.user, experiment),
    }


def _other_bots(request: HttpRequest, experiment: Experiment) -> dict[str, object]:
    """What else has been played, or can be, with other bots, for an experiment that is over."""
    game = GAMES.get(experiment.game)
    if game is None or experiment.status not in OVER:
        return {}
    names = list(game.bots)
    arms = len(experiment.arm_list)
    offered = [
        (
            name,
            bot_title(game, name),
            duration(cost_of(game, experiment.players, [name], experiment.games, arms, experiment.tell_luck).seconds),
        )
        for name in names
        if [name] != experiment.bot_names
    ]
    partners = [
        (other, bots_in_words(other), *_in_order(names, experiment, other))
        for other in partners_of(request.user, experiment)
    ]
    return {
        "partners": partners,
        "offered": offered,
        "default_bot": "greedy" if "greedy" not in experiment.bot_names else "search-32",
    }


def _in_order(names: list[str], *both: Experiment) -> list[int]:
    """Two experiments as they are compared, the one with the weaker bots first: games name theirs from the weakest."""

    def strength(experiment: Experiment) -> float:
        places = [names.index(name) for name in experiment.bot_names if name in names]
        return sum(places) / max(1, len(places))

    return [experiment.pk for experiment in sorted(both, key=strength)]


def _cost_words(request: HttpRequest, found: Cost | None) -> str:
    if found is None:
        return ""
    staff = account_of(request).is_staff
    return cost_sentence(found, None if staff else settings.LAB_MOST_SECONDS)


def _initial(request: HttpRequest, form: ExperimentForm) -> dict[str, object]:
    again, variant = request.GET.get("again", ""), request.GET.get("variant", "")
    if again.isdecimal():
        experiment = Experiment.objects.filter(pk=int(again[:18])).first()
        if experiment is not None and can_see_experiment(request.user, experiment):
            return form.like(experiment)
    if f"{SAVED}{variant}" in form.offered.values():
        return {"arm_1": f"{SAVED}{variant}"}
    return form.proposed(request.GET.get("name", ""), request.GET.get("players", ""), request.GET.getlist("arm"))
