"""Pages where records begin."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.registry import GAMES
from nabu.accounts.players.names import name_of
from nabu.board.records import services
from nabu.board.records.access import remember_seat, to_record
from nabu.board.records.chance_form import ChanceForm
from nabu.board.records.models import Record
from nabu.board.records.opening.forms import RecordForms
from nabu.board.records.permissions import can_issue
from nabu.board.records.services import open_record_of
from nabu.catalogue.variants.queries import in_short
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import seat_holder, table_of_token
from nabu.contests.results.permissions import can_see_table
from nabu.contests.results.settling.counting import seats_of
from nabu.contests.results.slip.views import is_open
from nabu.contests.tournaments.variants import rules_of
from nabu.core.errors import NotAllowed, Refused
from nabu.web.pages import account_of, game_or_404

ON_A_PAGE = 30


@login_required
@never_cache
@require_safe
def own_records(request: HttpRequest) -> HttpResponse:
    """What this account has recorded, and what goes on at the tables where its player sits."""
    user = account_of(request)
    mine = Q(opened_by=user) | Q(status=Record.Status.OPEN, table__seats__entry__player__user=user)
    found = Record.objects.filter(pk__in=Record.objects.filter(mine).values("pk")).order_by("-pk")
    related = found.select_related("table__round__stage__tournament", "submission__log")
    page = Paginator(related.defer("submission__log__content"), ON_A_PAGE).get_page(request.GET.get("page"))
    rows = [(record, GAMES.get(record.game)) for record in page]
    return render(request, "board/records/opening/list.html", {"rows": rows, "page": page})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """What is to be recorded? `?table=`: the game of a table, whose rules and players are known."""
    word = request.GET.get("table", "")
    if word:
        if not (word.isascii() and word.isdigit() and len(word) < 18):
            raise Http404
        return _at_table(request, int(word))
    game = game_or_404(request.GET.get("game", next(iter(GAMES))))
    user = account_of(request)
    forms = RecordForms(game, name_of(user), request.POST if request.method == "POST" else None)
    if request.method == "POST" and forms.is_valid():
        try:
            record = services.issue_record(user, forms.spec())
        except Refused as refusal:
            forms.main.add_error(None, _why(refusal))
        else:
            return redirect("records:setup", record.public_id)
    return render(request, "board/records/opening/new.html", {"forms": forms, "game": game, "games": GAMES.values()})


def _why(refusal: Refused) -> str:
    """Why no record was opened; where there are too many, with the way to them."""
    if refusal.code != services.TOO_MANY:
        return refusal.message
    link = '{} <a class="alert-link" href="{}">{}</a>'
    return format_html(link, refusal.message, reverse("records:list"), _("See your recorded games"))


@require_POST
def by_slip(request: HttpRequest, token: str) -> HttpResponse:
    """Record the game of a slip's table, with the code of a seat. The right stays in the session."""
    table = table_of_token(token)
    if table is None or not is_open(table):
        raise Http404
    try:
        holder = seat_holder(table, request.POST.get("record-code", ""))
        record = services.issue_at_table(holder, table)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("table:slip", token)
    remember_seat(request, record, holder)
    return to_record(record) if record.device else redirect("records:setup", record.public_id)


def _at_table(request: HttpRequest, pk: int) -> HttpResponse:
    table = get_object_or_404(Table.objects.select_related("round__stage__tournament", "variant"), pk=pk)
    if not can_see_table(request.user, table):
        raise Http404
    if not can_issue(request.user, table):
        raise NotAllowed
    going_on = open_record_of(table)
    if going_on is not None:
        return to_record(going_on)
    rules = rules_of(table)
    game = game_or_404(rules.game)
    form = ChanceForm(request.POST if request.method == "POST" else None, game=game, at_table=True)
    if request.method == "POST" and form.is_valid():
        try:
            record = services.issue_at_table(account_of(request), table, form.chance)
        except Refused as refusal:
            messages.error(request, _why(refusal))
            return redirect("table:page", table.pk)
        return redirect("records:setup", record.public_id)
    context = {
        "table": table,
        "tournament": table.round.stage.tournament,
        "game": game,
        "form": form,
        "seats": [seat for seat in seats_of(table) if not seat.absent],
        "differences": in_short([rules])[0],
    }
    return render(request, "board/records/opening/new_at_table.html", context)
