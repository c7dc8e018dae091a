"""Rounds: pair, look at the draft, change it, publish it, watch the tables, lock it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments import stages
from nabu.contests.tournaments.access import frame, organised_round, organised_tournament, visible_round
from nabu.contests.tournaments.entries.queries import accepts_late_entries, left_tables
from nabu.contests.tournaments.jobs import live_job
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.permissions import can_keep_score, is_organiser
from nabu.contests.tournaments.rounds import draft
from nabu.contests.tournaments.rounds.cards import cards
from nabu.contests.tournaments.rounds.forms import (
    NEW_TABLE,
    MoveForm,
    NumberForm,
    PublishForm,
    SeatStandInForm,
    UnlockForm,
)
from nabu.contests.tournaments.rounds.jobs import pair_or_ask, repair_or_ask
from nabu.contests.tournaments.rounds.main_action import main_action
from nabu.contests.tournaments.rounds.pages import (
    FILTERED_FROM,
    SHOWN,
    Draft,
    counts_of,
    draft_of,
    draft_tables,
    progress_of,
    tables_of_page,
    tables_with_players,
)
from nabu.contests.tournaments.rounds.pairing import is_only_pairing
from nabu.contests.tournaments.rounds.seated import OWN_PART, own_tables, states_of
from nabu.contests.tournaments.rounds.services import (
    discard_round,
    is_untouched,
    lock_round,
    publish_round,
    unlock_round,
    unpublish_round,
)
from nabu.contests.tournaments.rounds.shared import shared_round
from nabu.contests.tournaments.stale import Stale, Value, compare
from nabu.contests.tournaments.variants import variants_at
from nabu.web.jobs.models import Job
from nabu.web.pages import account_of, perform, perform_form, post_action
from nabu.web.shared_pages.pages import shared

PARTS_OF_DRAFT = ("draft", "mover")
"""What the page of a draft asks for by itself, by its id."""


@require_safe
@shared(shared_round)
def round_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables of a round. The draft is a page of the directors."""
    return _page(request, visible_round(request, pk))


@post_action
def pair(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair the next round; its draft is shown to the directors only. A large round is paired by a worker."""
    tournament = organised_tournament(request, pk)
    made = perform(
        request,
        partial(pair_or_ask, account_of(request), tournament),
        pairing_message(_("Review the draft and publish it.")),
    )
    return to_result(made) or redirect("tournaments:detail", pk)


@post_action
def lock_and_pair(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the round that is finished and pair the next one. A refusal to pair leaves the results open."""
    tournament = organised_tournament(request, pk)
    finished = Round.objects.filter(stage__tournament=tournament, status=Round.Status.FINISHED, locked_at=None).last()
    actor = account_of(request)

    def service() -> Round | Job:
        made = pair_or_ask(actor, tournament)
        if finished is not None:
            lock_round(actor, finished)
        return made

    made = perform(request, service, pairing_message(_("Review the draft and publish it.")))
    return to_result(made) or redirect("tournaments:detail", pk)


@post_action
def repair(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair a draft again, with everything that is known now."""
    found = organised_round(request, pk)
    before = found.proposal
    made = perform(
        request,
        partial(repair_or_ask, account_of(request), found),
        pairing_message(_("Round %(number)s paired again.") % {"number": found.number}),
    )
    if isinstance(made, Round) and made.proposal == before:
        messages.info(request, _why_the_same(made))
    return to_result(made) or redirect("tournaments:round", pk)


def _why_the_same(round_: Round) -> str:
    only = is_only_pairing(round_)
    if only:
        return _("The tables are the same as before: no other pairing is as good.")
    if only is None:
        return _("The tables are the same as before: nothing that the pairing depends on has changed.")
    return _("The tables are the same as before: others are as good, but the tournament's random seed decides.")


@post_action
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Move a player of a draft, or let two change places."""
    found = organised_round(request, pk)
    form = _move_form(found, request.POST.get("seat", ""), request.POST)
    if not form.is_valid():
        return _page(request, found, move_form=form)
    if form.moving is None:
        raise Http404
    kind, _colon, number = form.cleaned_data["to"].partition(":")
    name = form.moving.entry.player.name
    actor = account_of(request)
    if kind == "seat":
        other = get_object_or_404(_seats(found), pk=int(number))
        service = partial(draft.swap_seats, actor, form.moving, other)
        done = _("%(first)s and %(second)s swapped.") % {"first": name, "second": other.entry.player.name}
    else:
        table = None if kind == NEW_TABLE else get_object_or_404(Table, round=found, pk=int(number))
        service = partial(draft.move_seat, actor, form.moving, table)
        done = (
            _("%(name)s has a bye.") % {"name": name}
            if table is None
            else _("%(name)s sits at table %(number)s.") % {"name": name, "number": table.number}
        )
    involved = [form.moving.table_id] + ([other.table_id] if kind == "seat" else [table.pk] if table else [])
    form.stale = _stale_seating(request, found, {f"table-{each}": done for each in involved})
    if not form.stale and perform_form(request, form, service, done):
        return redirect(_address(request, found, moved=form.moving.pk))
    return _page(request, found, move_form=form)


@post_action
def seat_stand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Seat a stand-in at a table of a draft."""
    found = organised_round(request, pk)
    form = _stand_in_form(found, draft_of(found), request.POST)
    if form is not None and form.is_valid():
        table = get_object_or_404(Table, round=found, pk=form.cleaned_data["table"])
        entry = get_object_or_404(
            Entry.objects.select_related("player"), tournament=found.stage.tournament_id, pk=form.cleaned_data["entry"]
        )
        service = partial(draft.seat_stand_in, account_of(request), table, entry)
        perform(request, service, _("%(name)s seated.") % {"name": entry.player.name})
    return redirect(_address(request, found))


@post_action
def take_off_stand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a stand-in off a table of a draft."""
    seat = get_object_or_404(Seat.objects.select_related("table__round", "entry__player"), pk=pk)
    found = organised_round(request, seat.table.round_id)
    done = _("%(name)s taken off the table.") % {"name": seat.entry.player.name}
    perform(request, partial(draft.take_off_stand_in, account_of(request), seat), done)
    return redirect(_address(request, found))


@post_action
def renumber(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a table of a draft another number."""
    table = get_object_or_404(Table.objects.select_related("round__stage"), pk=pk)
    found = organised_round(request, table.round_id)
    form = NumberForm(request.POST)
    if form.is_valid():
        number = form.cleaned_data["number"]
        perform(
            request,
            partial(draft.renumber_table, account_of(request), table, number),
            _("Table number changed to %(number)s.") % {"number": number},
        )
        return redirect(_address(request, found))
    return _page(request, found, number_form=(table.pk, form))


@post_action
def back_to_proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """Seat everybody as the engine proposed it."""
    found = organised_round(request, pk)
    perform(
        request,
        partial(draft.back_to_proposal, account_of(request), found),
        _("Tables reset to the proposal."),
    )
    return redirect("tournaments:round", pk)


@post_action
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a round away that has no result yet."""
    found = organised_round(request, pk)
    tournament = found.stage.tournament_id
    number = found.number
    perform(
        request,
        partial(discard_round, account_of(request), found),
        _("Round %(number)s discarded.") % {"number": number},
    )
    return redirect("tournaments:detail", tournament)


@post_action
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the round to everybody."""
    found = organised_round(request, pk)
    form = PublishForm(request.POST)
    if form.is_valid():
        service = partial(publish_round, account_of(request), found, **form.cleaned_data)
        done = _("Round %(number)s published.") % {"number": found.number}
        if perform_form(request, form, service, done):
            return redirect("tournaments:round", pk)
    return _page(request, found, publish_form=form)


@post_action
def unpublish(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a published round back to a draft."""
    found = organised_round(request, pk)
    perform(
        request,
        partial(unpublish_round, account_of(request), found),
        _("Round %(number)s is a draft again.") % {"number": found.number},
    )
    return redirect("tournaments:round", pk)


@post_action
def lock(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a finished round."""
    found = organised_round(request, pk)
    perform(
        request,
        partial(lock_round, account_of(request), found),
        _("Round %(number)s locked.") % {"number": found.number},
    )
    return redirect("tournaments:round", pk)


@post_action
def unlock(request: HttpRequest, pk: int) -> HttpResponse:
    """Allows changes to the results of a locked round again."""
    found = organised_round(request, pk)
    form = UnlockForm(request.POST)
    if form.is_valid():
        service = partial(unlock_round, account_of(request), found, form.cleaned_data["reason"])
        done = _("Round %(number)s unlocked.") % {"number": found.number}
        if perform_form(request, form, service, done):
            return redirect("tournaments:round", pk)
    return _page(request, found, unlock_form=form)


@post_action
def finish_stage(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a stage; the best go on to the next one."""
    stage = get_object_or_404(Stage, pk=pk)
    organised_tournament(request, stage.tournament_id)
    perform(request, partial(stages.finish_stage, account_of(request), stage), _("Stage finished."))
    return redirect("tournaments:detail", stage.tournament_id)


def pairing_message(done: str) -> Callable[[Round | Job], str]:
    """What to say of a pairing: `done`, unless a worker has yet to make it."""
    return lambda made: _("The round is being paired.") if isinstance(made, Job) else done


def to_result(made: Round | Job | None) -> HttpResponse | None:
    """To the draft, or to the job that makes it."""
    if made is None:
        return None
    return redirect("tournaments:job" if isinstance(made, Job) else "tournaments:round", made.pk)


def _seats(round_: Round) -> Any:
    return Seat.objects.filter(table__round=round_).select_related("table__round__stage__tournament", "entry__player")


def _stale_seating(request: HttpRequest, round_: Round, moves: Mapping[str, str] | None = None) -> Stale:
    """Whether somebody else has moved players at the tables of a move. `moves`: what it does, by the table."""
    now = {}
    for table in tables_with_players().filter(round=round_):
        seats = sorted(table.seats.all(), key=lambda seat: seat.position)
        name = _("Bye") if table.is_bye else _("Table %(number)s") % {"number": table.number}
        who = " ".join(str(seat.entry_id) for seat in seats)
        now[f"table-{table.pk}"] = Value(name, who, ", ".join(seat.entry.player.name for seat in seats))
    rows = {Table._meta.label_lower: None, Seat._meta.label_lower: None}
    typed = None
    if moves is not None:
        typed = {name: Value(value.label, moves[name], moves[name]) for name, value in now.items() if name in moves}
        typed = {name: typed.get(name, value) for name, value in now.items()}
    return compare(request, round_.stage.tournament, rows, now, typed, _address(request, round_))


def _move_form(round_: Round, seat: str, data: Any = None) -> MoveForm:
    """The form for one player. `seat` is what somebody sent."""
    number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 19 else 0
    moving = _seats(round_).filter(pk=number).first()
    tables = list(tables_with_players().filter(round=round_))
    return MoveForm(data, tables=tables, moving=moving, initial={"seat": number})


def _stand_in_form(round_: Round, shown: Draft, data: Any = None) -> SeatStandInForm | None:
    """For stand-ins who sit nowhere in the draft; None if there are none, no chair is free, or tables are planned."""
    if shown.check.fmt.no_stand_ins(shown.check.config) is not None:
        return None
    seated = {player for table in shown.check.tables for player in table.seats}
    stand_ins = [one for one in shown.check.field.stand_ins if one.active and one.id not in seated]
    most = shown.check.fmt.table_size(shown.check.config)
    tables = [
        (row, _("Bye") if row.is_bye else _("Table %(number)s") % {"number": row.number})
        for row, table in zip(shown.check.rows, shown.check.tables, strict=True)
        if len(table.seats) < most and not table.requested
    ]
    return SeatStandInForm(data, stand_ins=stand_ins, tables=tables) if stand_ins and tables else None


def _address(request: HttpRequest, round_: Round, **more: int) -> str:
    """The page of the round, with the search and the page that were open."""
    kept = {name: request.GET[name] for name in ("page", "q") if request.GET.get(name)}
    words = urlencode({**kept, **more})
    return reverse("tournaments:round", args=[round_.pk]) + (f"?{words}" if words else "")


def _page(
    request: HttpRequest,
    found: Round,
    move_form: MoveForm | None = None,
    number_form: tuple[int, BaseForm] | None = None,
    publish_form: PublishForm | None = None,
    unlock_form: UnlockForm | None = None,
) -> HttpResponse:
    if request.headers.get("HX-Target") == OWN_PART:
        return render(request, "contests/tournaments/_own_alone.html", _own(request, found))
    tournament = found.stage.tournament
    organises, keeps = is_organiser(request.user, tournament), can_keep_score(request.user, tournament)
    is_draft, going_on = found.status == Round.Status.DRAFT, tournament.status != Tournament.Status.CANCELLED
    if not is_draft and request.headers.get("HX-Target") in PARTS_OF_DRAFT:
        # Somebody else has published it meanwhile: the part that is asked for is gone, and the whole page is another.
        return HttpResponseClientRefresh()
    words = request.GET.get("q", "").strip()[:80]
    shown = request.GET.get("show", "") if not is_draft and request.GET.get("show", "") in SHOWN else ""
    decides = {"keeps": keeps and not is_draft, "organises": organises and not is_draft}
    page = tables_of_page(found, shown, words, request.GET.get("page"), **decides)
    here, own = list(page), _own(request, found)
    kept = urlencode({name: value for name, value in (("q", words), ("show", shown)) if value})
    counts = counts_of(found)
    context = {
        "round": found,
        "page": page,
        "cards": cards(here, own["mine"], **decides) if not is_draft else [],
        "words": words,
        "shown": shown,
        "kept": kept,
        "here": urlencode({"page": page.number}) + (f"&{kept}" if kept else ""),
        "live": found.status == Round.Status.PUBLISHED and going_on,
        "counts": counts,
        "progress": progress_of(counts),
        "filtered": counts["games"] >= FILTERED_FROM or bool(words or shown),
        "action": main_action(found, keeps=keeps, organises=organises),
        "states": states_of(found) if not is_draft else [],
    }
    if request.headers.get("HX-Target") == "tables":
        # Only the tables are asked for again: a whole page would use up a message that belongs to another window.
        return render(request, "contests/tournaments/rounds/_tables_again.html", context | own | {"again": True})
    context |= {**frame(request, tournament, "round"), "draft": is_draft, "choices": SHOWN, **own}
    context["planned"] = found.stage.config.get("rounds")  # where the format says how many
    context["variants"] = variants_at(
        Table.objects.filter(pk__in=here, variant__isnull=False).select_related("variant")
    )
    if is_draft:
        if move_form is None and request.GET.get("move"):
            move_form = _move_form(found, request.GET["move"])
        seating = _stale_seating(request, found)
        if move_form is not None and move_form.stale is None:
            move_form.stale = seating
        shown_draft = draft_of(found)
        context |= {
            "check": shown_draft,
            "stand_in_form": _stand_in_form(found, shown_draft),
            "seating": seating,
            "draft_tables": draft_tables(found, shown_draft, list(tables_with_players().filter(pk__in=here))),
            "move_form": move_form if move_form is not None and move_form.moving is not None else None,
            "moved": request.GET.get("moved", ""),
            "number_form": number_form,
            "publish_form": publish_form or PublishForm(),
            "job": live_job(tournament),
        }
        return render(request, "contests/tournaments/rounds/round.html", context)
    if keeps and found.status == Round.Status.PUBLISHED and going_on:
        context["left_tables"] = left_tables(tournament)
    if organises:
        context |= {
            "untouched": found.status == Round.Status.PUBLISHED and going_on and is_untouched(found),
            "takes_late": accepts_late_entries(tournament),
            "unlock_form": unlock_form or UnlockForm(),
        }
    return render(request, "contests/tournaments/rounds/round.html", context)


def _own(request: HttpRequest, round_: Round) -> dict[str, Any]:
    tables = own_tables(request.user, round_)
    return {"own": tables, "mine": [at.table.pk for at in tables]}
