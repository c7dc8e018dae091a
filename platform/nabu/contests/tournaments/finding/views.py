"""The list of tournaments: by state, or those that somebody looks for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.finding.forms import FindForm
from nabu.contests.tournaments.finding.narrowing import State, by_day, narrowed
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.page_queries import listed_tournaments, organised_tournaments
from nabu.contests.tournaments.permissions import PUBLIC
from nabu.contests.tournaments.queries import visible_to
from nabu.contests.tournaments.registration.queries import phase_of
from nabu.core import database_clock
from nabu.web.pages import account_of

PAGE = 20
NEXT_DAYS = 30
MOST_SHOWN = 50
"""Announced tournaments and running ones on the page without filters."""

BY_DAY = frozenset({"starts_from", "starts_until", "state"})
"""Whoever asks for these looks ahead."""

Status = Tournament.Status


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """With filters in the address what matches them; else announced, running and finished tournaments, and an account's
    drafts and practice events."""
    form = FindForm(request.GET)
    asked = {name: value for name in form.fields if (value := request.GET.get(name, "").strip())}
    context = _found(request, form, asked) if asked else _by_state(request)
    context |= {"form": form, "asked": asked, "quick": _quick(asked), "query": urlencode(asked)}
    return render(request, "contests/tournaments/list.html", context)


def _by_state(request: HttpRequest) -> dict[str, Any]:
    tournaments = listed_tournaments().filter(practice=False).prefetch_related("stages")
    drafts = helped = practice_events = tournaments.none()
    if request.user.is_authenticated:
        practice_events = listed_tournaments().filter(practice=True, organiser=request.user)
        practice_events = practice_events.prefetch_related("stages")
        drafts = tournaments.filter(visible_to(request.user), status=Status.DRAFT, registration=False)
        helped = organised_tournaments(account_of(request)).prefetch_related("stages")
    announced = by_day(Tournament.objects.filter(PUBLIC, status=Status.DRAFT))
    running = Tournament.objects.filter(PUBLIC, status=Status.RUNNING).order_by("-created_at", "-id")
    over = Tournament.objects.filter(practice=False, status__in=(Status.FINISHED, Status.CANCELLED))
    return {
        "drafts": drafts,
        "helped": helped,
        "practice_events": practice_events,
        "announced": first_of(announced),
        "running": first_of(running),
        "most": MOST_SHOWN,
        "page": page_of(over.order_by("-created_at", "-id"), request.GET.get("page")),
    }


def _found(request: HttpRequest, form: FindForm, asked: dict[str, str]) -> dict[str, Any]:
    found = narrowed(Tournament.objects.filter(visible_to(request.user)), **form.wanted)
    found = by_day(found) if BY_DAY & asked.keys() else found.order_by("-created_at", "-id")
    loosen = [(form.fields[name].label, _without(request.GET, name)) for name in asked]
    return {"page": page_of(found, request.GET.get("page")), "loosen": loosen}


def page_of(found: QuerySet[Tournament], number: str | None) -> Page[Tournament]:
    """A page of a long list. The players of the tournaments on it are counted, and no others."""
    page = Paginator(found.only("pk"), PAGE).get_page(number)
    page.object_list = as_listed([each.pk for each in page.object_list])
    return page


def first_of(found: QuerySet[Tournament]) -> list[Tournament]:
    """The first ones of a list; a filter shows all of them."""
    return as_listed(list(found.values_list("pk", flat=True)[:MOST_SHOWN]))


def as_listed(pks: Sequence[int]) -> list[Tournament]:
    """These tournaments as lists show them, in this order, each with the `phase` of its registration."""
    rows = listed_tournaments().filter(pk__in=pks).prefetch_related("stages").in_bulk()
    now = database_clock.now()
    for row in rows.values():
        row.__dict__["phase"] = phase_of(row, now)
    return [rows[pk] for pk in pks if pk in rows]


def _without(query: QueryDict, name: str) -> str:
    return urlencode([(key, value) for key, value in query.items() if key not in (name, "page") and value])


def _quick(asked: dict[str, str]) -> list[tuple[str, str, bool]]:
    """Choices of one tap: what they are called, their query, and whether that is shown now."""
    today = timezone.localdate()
    week = today + timedelta(days=6 - today.weekday())
    offered: list[tuple[str, dict[str, str]]] = [
        (_("This week"), _period(today, week)),
        (_("Next 30 days"), _period(today, today + timedelta(days=NEXT_DAYS))),
        (_("Registration open"), {"state": State.OPEN.value}),
    ]
    return [(words, urlencode({**asked, **values}), values.items() <= asked.items()) for words, values in offered]


def _period(first: date, last: date) -> dict[str, str]:
    return {"starts_from": first.isoformat(), "starts_until": last.isoformat()}
