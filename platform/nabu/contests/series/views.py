"""Pages of an event that takes place again: by hand, or as a series."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.contests.series import queries, services
from nabu.contests.series.forms import RepeatForm, SeriesForm, SeriesSettingsForm
from nabu.contests.series.making import dates_of
from nabu.contests.series.models import Series
from nabu.contests.series.permissions import can_manage_series
from nabu.contests.series.repeating import Repeated, left_out_shown, proposed, repeat_tournament
from nabu.contests.tournaments.access import organised_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.web.pages import account_of, perform, perform_form, post_action

SHOWN_DATES = 5
PAST_PAGE = 8


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def repeat(request: HttpRequest, pk: int) -> HttpResponse:
    """The same event again."""
    source = organised_tournament(request, pk)
    form = RepeatForm(request.POST or None, source=source, proposed=proposed(source, services.today()))
    if request.method == "POST" and form.is_valid():
        try:
            made = repeat_tournament(account_of(request), source, form.again)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _made(made))
            if made.left_out:
                messages.warning(request, _("Left out: %(names)s.") % {"names": left_out_shown(made.left_out)})
            return redirect("tournaments:detail", made.tournament.pk)
    return render(request, "contests/series/repeat.html", {"form": form, "tournament": source})


def _made(made: Repeated) -> str:
    if not made.players:
        return _("Draft created.")
    text = ngettext("Draft created with %(count)s player.", "Draft created with %(count)s players.", made.players)
    return text % {"count": made.players}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """A series that begins with this event."""
    source = organised_tournament(request, pk)
    form = SeriesForm(request.POST or None, initial={"name": services.name_for(source)})
    if request.method == "POST" and form.is_valid():
        try:
            made = services.start_series(account_of(request), source, form.spec)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("Series started."))
            return redirect("series:detail", made.pk)
    return render(request, "contests/series/form.html", {"form": form, "tournament": source})


@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """A series: what comes next, and who won before."""
    series = get_object_or_404(Series.objects.select_related("owner__player", "club"), pk=pk)
    manages = can_manage_series(request.user, series)
    events = queries.visible_events(request.user, series)
    if not manages and not events.exists():
        raise Http404
    today = services.today()
    page = Paginator(events.filter(tournament__status__in=queries.OVER), PAST_PAGE).get_page(request.GET.get("page"))
    context = {
        "series": series,
        "organiser": name_of(series.owner),
        "manages": manages,
        "coming": queries.coming(events, today),
        "dates": [day for day in dates_of(series, today, SHOWN_DATES) if day.isoformat() not in series.skipped],
        "left_out": queries.left_out(series, today),
        "page": page,
        "past": queries.past(list(page)),
    }
    return render(request, "contests/series/detail.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """How often, how early, how long."""
    series = _managed(request, pk)
    fields = ("name", "weeks", "opens_days", "ahead", "left", "until", "next_on")
    form = SeriesSettingsForm(request.POST or None, initial={name: getattr(series, name) for name in fields})
    if request.method == "POST" and form.is_valid():
        service = partial(services.change_series, account_of(request), series, **form.changes)
        if perform_form(request, form, service, _("Series saved.")):
            return redirect("series:detail", pk)
    return render(request, "contests/series/form.html", {"form": form, "series": series})


@post_action
def pause(request: HttpRequest, pk: int) -> HttpResponse:
    """No further events for now."""
    done = _("Series paused. No further events are created until you resume it.")
    return _changed(request, pk, services.pause_series, done)


@post_action
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on."""
    return _changed(request, pk, services.resume_series, _("Series resumed."))


@post_action
def skip(request: HttpRequest, pk: int) -> HttpResponse:
    """Not on this date."""
    day = _day(request)
    return _changed(request, pk, lambda actor, series: services.skip_date(actor, series, day), _("Date skipped."))


@post_action
def keep(request: HttpRequest, pk: int) -> HttpResponse:
    """On this date after all."""
    day = _day(request)
    done = _("Date restored.")
    return _changed(request, pk, lambda actor, series: services.keep_date(actor, series, day), done)


@post_action
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """End it for good."""
    series = _managed(request, pk)
    done = _("Series deleted. Its events are kept.")
    perform(request, partial(services.delete_series, account_of(request), series), done)
    return redirect("tournaments:list")


def _changed(request: HttpRequest, pk: int, service: Callable[[User, Series], object], done: str) -> HttpResponse:
    series = _managed(request, pk)
    perform(request, partial(service, account_of(request), series), done)
    return redirect("series:detail", pk)


def _managed(request: HttpRequest, pk: int) -> Series:
    """For those who run it. Raises Http404 where others see nothing of it, else NotAllowed."""
    series = get_object_or_404(Series.objects.select_related("owner", "club"), pk=pk)
    if can_manage_series(request.user, series):
        return series
    if queries.visible_events(request.user, series).exists():
        raise NotAllowed
    raise Http404


def _day(request: HttpRequest) -> date:
    try:
        return date.fromisoformat(request.POST.get("date", ""))
    except ValueError:
        raise Http404 from None
