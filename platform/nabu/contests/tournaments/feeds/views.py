"""The feeds of the site: public events to come, with the filters of the list."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.feeds.events import current, feed_events
from nabu.contests.tournaments.feeds.making import Feed, as_atom, as_calendar, in_chosen_language
from nabu.contests.tournaments.finding.forms import FindForm
from nabu.contests.tournaments.finding.narrowing import narrowed
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import PUBLIC

OWN_PERIOD = frozenset({"state", "starts_from", "starts_until"})
"""Whoever asks for these says what is current."""


@require_safe
@in_chosen_language
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """As a calendar to subscribe to."""
    return _feed(request, as_calendar)


@require_safe
@in_chosen_language
def atom_feed(request: HttpRequest) -> HttpResponse:
    """For feed readers."""
    return _feed(request, as_atom)


def _feed(request: HttpRequest, answer: Callable[[HttpRequest, Feed], HttpResponse]) -> HttpResponse:
    form = FindForm(request.GET)
    wanted = form.wanted
    if form.errors:
        problems = [f"{name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
        return HttpResponse("\n".join(problems), content_type="text/plain; charset=utf-8", status=400)
    public = Tournament.objects.filter(PUBLIC)
    found = narrowed(public if OWN_PERIOD & wanted.keys() else public.filter(current()), **wanted)
    return answer(request, Feed(_("Tournaments"), reverse("tournaments:list"), feed_events(found)))
