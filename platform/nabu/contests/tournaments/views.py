"""Pages of tournaments: overview, edit, start and end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from competition.formats import FORMATS
from engine.registry import GAMES
from nabu.accounts.players.models import Person
from nabu.catalogue.games.words import house_rules, ruleset_words
from nabu.catalogue.variants.queries import in_short
from nabu.contests.tournaments import queries
from nabu.contests.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.contests.tournaments.cancelling.services import reopen_cancelled
from nabu.contests.tournaments.entries.check_in import start_without_missing
from nabu.contests.tournaments.entries.queries import left_tables, own_entry, own_invitation, presence
from nabu.contests.tournaments.fees.queries import own_fee
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.page_queries import tournaments_with_stages
from nabu.contests.tournaments.permissions import can_keep_score, is_organiser, is_owner
from nabu.contests.tournaments.prizes.queries import prize_list
from nabu.contests.tournaments.projector.queries import last_round
from nabu.contests.tournaments.rating_changes import open_objections
from nabu.contests.tournaments.registration.queries import own_registration, places_of
from nabu.contests.tournaments.rounds.jobs import pair_or_ask
from nabu.contests.tournaments.rounds.next_step import next_step
from nabu.contests.tournaments.rounds.seated import OWN_PART, own_tables, states_of
from nabu.contests.tournaments.rounds.views import pairing_message, to_result
from nabu.contests.tournaments.setup import services as setup_services
from nabu.contests.tournaments.setup.forms import NameForm
from nabu.contests.tournaments.setup.preflight import Preflight, preflight_of, whole_number
from nabu.contests.tournaments.setup.tie_breaks import may_change_tie_breaks
from nabu.contests.tournaments.setup.views import edit_draft
from nabu.contests.tournaments.shared import works_in_tournament
from nabu.contests.tournaments.stages import finish_tournament, reopen_tournament
from nabu.contests.tournaments.stale import compare_forms
from nabu.contests.tournaments.standings.finish import finish_of
from nabu.contests.tournaments.suspended import own_suspensions
from nabu.contests.tournaments.topics import topics_of_tournament
from nabu.contests.tournaments.variants import tried_variants
from nabu.web.pages import account_of, perform, perform_form, post_action
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared

MOST_OPEN_ROUNDS = 6
"""Of a finished tournament; more are folded."""

AUDIT_PAGE = 50
Status = Tournament.Status


def _entry_of(person: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The own table and entry, while the tournament runs; before, the check-in and what became of the own
    registration."""
    return _own_of(person, Tournament.objects.get(pk=values["pk"]))


def _own_of(person: Person, tournament: Tournament) -> dict[str, Any]:
    draft, running = tournament.status == Status.DRAFT, tournament.status == Status.RUNNING
    registers, checks_in = draft and tournament.registration, draft and tournament.check_in_open
    entry = own_entry(person, tournament) if running or checks_in else None
    playing = last_round(tournament) if entry and running else None
    return {
        "my_invitation": own_invitation(person, tournament),
        "my_entry": entry if running else None,
        "my_check_in": entry if checks_in else None,
        "own": own_tables(person, playing) if playing and playing.status == Round.Status.PUBLISHED else [],
        "own_registration": own_registration(person, tournament) if registers else None,
        "suspensions": own_suspensions(person, tournament) if registers else [],
        "own_fee": own_fee(person, tournament),
    }


# `players` is a question of those who prepare a draft.
@require_safe
@shared(
    SharedPage(
        topics_of_tournament, {"players": None}, frozenset({OWN_PART}), in_full=works_in_tournament, own=_entry_of
    )
)
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The overview: stages and rounds, and for the organiser what to do next."""
    tournament = visible_tournament(request, pk, tournaments_with_stages())
    if request.headers.get("HX-Target") == OWN_PART:
        return render(request, "contests/tournaments/_own_alone.html", _own_of(request.user, tournament))
    organises = is_organiser(request.user, tournament)
    tried = tried_variants(tournament)
    draft, keeps_score = tournament.status == Status.DRAFT, can_keep_score(request.user, tournament)
    over = tournament.status == Status.FINISHED
    context = {
        **frame(request, tournament, "overview"),
        "owns": is_owner(request.user, tournament),
        "game": GAMES.get(tournament.game),
        "ruleset": ruleset_words(tournament.ruleset),
        "changed_rules": house_rules(tournament.game, tournament.switches),
        "tried": list(zip(tried, in_short(tried), strict=True)),
        "lot_redraws": queries.lot_redraws(tournament),
        "states": _states(tournament),
        "stages": [_stage_shown(stage, organises) for stage in tournament.stages.all()],
        "step": next_step(tournament) if organises else None,
        "finish": finish_of(tournament),
        "won": [line for line in prize_list(tournament) if line.allotments] if over else [],
        "preflight": _preflight(request, tournament) if draft and keeps_score else None,
        "prizes": tournament.prizes.exists(),
        "objections": open_objections(tournament) if organises else 0,
        "places": places_of(tournament),
        "left_tables": left_tables(tournament) if keeps_score and tournament.status == Status.RUNNING else [],
        **_own_of(request.user, tournament),
    }
    return render(request, "contests/tournaments/detail.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything of a draft; name, place, times, clocks and description later."""
    tournament = organised_tournament(request, pk)
    if tournament.status == Status.DRAFT:
        return edit_draft(request, tournament)
    initial = {name: getattr(tournament, name) for name in (*NameForm.base_fields, "rated")} | {
        "club": tournament.club_id
    }
    account = account_of(request)
    forms = [
        NameForm(data, account=account, tournament=tournament, initial=initial)
        for data in (None, *([request.POST] if request.method == "POST" else []))
    ]
    for each in forms:
        each.fields["ratings_need"].disabled = tournament.approved_at is not None
    form = forms[-1]
    form.stale = compare_forms(
        request,
        tournament,
        {Tournament._meta.label_lower: [tournament.pk]},
        [("", forms[0])],
        [("", form)] if form.is_bound else None,
        request.path,
    )
    if form.is_bound and form.is_valid() and not form.stale:
        service = partial(setup_services.update_tournament, account, tournament, **form.cleaned_data)
        if perform_form(request, form, service, _("Tournament saved.")):
            return redirect("tournaments:detail", pk)
    stages = [(stage, FORMATS[stage.format]) for stage in tournament.stages.all() if may_change_tie_breaks(stage)]
    context = {"form": form, "tournament": tournament, "tie_break_stages": stages}
    return render(request, "contests/tournaments/form_name.html", context)


@post_action
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a draft away."""
    tournament = organised_tournament(request, pk)
    perform(request, partial(setup_services.delete_draft, account_of(request), tournament), _("Draft deleted."))
    return redirect("tournaments:list")


@post_action
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """From here on everybody sees the tournament, and directors the draft of round 1.

    First it is asked what about those who are not checked in.
    """
    tournament = organised_tournament(request, pk)
    choice = request.POST.get("missing", "")
    counted = presence(tournament)
    if not choice and counted.used and counted.missing:
        return redirect("tournaments:starting", pk)
    service = start_without_missing if choice == "leave_out" else setup_services.start_tournament
    actor = account_of(request)
    started = perform(request, partial(service, actor, tournament), _("Tournament started."))
    if started is None:
        return redirect("tournaments:detail", pk)
    done = pairing_message(_("Review the draft and publish it."))
    made = perform(request, partial(pair_or_ask, actor, started), done)
    return to_result(made) or redirect("tournaments:detail", pk)


@post_action
def redraw_lot(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw a new lot before the start."""
    tournament = organised_tournament(request, pk)
    perform(request, partial(setup_services.redraw_lot, account_of(request), tournament), _("New random seed drawn."))
    return redirect("tournaments:detail", pk)


@post_action
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the tournament."""
    tournament = organised_tournament(request, pk)
    perform(
        request,
        partial(finish_tournament, account_of(request), tournament),
        _("Tournament finished."),
    )
    return redirect("tournaments:detail", pk)


@post_action
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a finished tournament again, or one that was cancelled."""
    tournament = organised_tournament(request, pk)
    service = reopen_cancelled if tournament.status == Status.CANCELLED else reopen_tournament
    perform(
        request,
        partial(service, account_of(request), tournament),
        _("Tournament reopened."),
    )
    return redirect("tournaments:detail", pk)


def _preflight(request: HttpRequest, tournament: Tournament) -> Preflight:
    """What the number of entries means, or the number that was asked for instead."""
    return preflight_of(tournament, whole_number(request.GET.get("players", "")))


def _states(tournament: Tournament) -> list[str]:
    """What the own part depends on: the check-in of a draft; of a running tournament of `tournaments_with_stages` the
    newest round that everybody may see."""
    if tournament.status == Status.DRAFT:
        return [f"check-in:{tournament.check_in_open}"]
    rounds = [round_ for stage in tournament.stages.all() for round_ in stage.rounds.all() if not _is_draft(round_)]
    return states_of(rounds[-1]) if rounds and tournament.status == Status.RUNNING else []


def _is_draft(round_: Round) -> bool:
    return round_.status == Round.Status.DRAFT


def _stage_shown(stage: Stage, organises: bool) -> dict[str, object]:
    """A stage of `tournaments_with_stages`; draft rounds are for the organiser only. Many that are over are folded."""
    pending = stage.status == Stage.Status.PENDING
    rounds = [r for r in stage.rounds.all() if organises or not _is_draft(r)]
    return {
        "stage": stage,
        "format": FORMATS[stage.format],
        "planned": None if pending else queries.rounds_planned(stage),
        "rounds": rounds,
        "folded": stage.tournament.status == Status.FINISHED and len(rounds) > MOST_OPEN_ROUNDS,
    }
