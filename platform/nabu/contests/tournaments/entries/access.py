"""How the pages about the people of a tournament find what they show, and whom they turn away."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.contests.tournaments.access import visible_tournament
from nabu.contests.tournaments.entries.queries import in_draft, open_tables_of
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import (
    Level,
    can_see_tournament,
    is_invited,
    is_organiser,
    is_own_entry,
    level_of,
)
from nabu.core.errors import NotAllowed


def kept_tournament(request: HttpRequest, pk: int) -> Tournament:
    """The tournament for those who keep score in it. 404 for a hidden draft, else raises NotAllowed."""
    found = visible_tournament(request, pk)
    if level_of(request.user, found) < Level.SCOREKEEPER:
        raise NotAllowed
    return found


def entry_for(request: HttpRequest, pk: int, level: Level = Level.DIRECTOR, *, own: bool = False) -> Entry:
    """The entry for somebody of at least this level; with `own` also for the player. 404 or NotAllowed as above."""
    entry = get_object_or_404(Entry.objects.select_related("tournament__organiser", "player__user"), pk=pk)
    is_own = is_own_entry(request.user, entry)
    # While the check-in is open, those who are entered know of the draft.
    knows = is_own and own and entry.tournament.check_in_open
    if not can_see_tournament(request.user, entry.tournament) and not knows:
        raise Http404
    if level_of(request.user, entry.tournament) < level and not (own and is_own):
        raise NotAllowed
    return entry


def invited_entry(request: HttpRequest, pk: int) -> Entry:
    """The entry for the person who is invited, or has accepted. 404 or NotAllowed as above."""
    entry = get_object_or_404(Entry.objects.select_related("tournament__organiser", "player", "invited"), pk=pk)
    is_own = is_invited(request.user, entry) or is_own_entry(request.user, entry)
    if not can_see_tournament(request.user, entry.tournament) and not (is_own and entry.tournament.check_in_open):
        raise Http404
    if not is_own:
        raise NotAllowed
    return entry


def warn_of_seats(request: HttpRequest, entry: Entry) -> None:
    """Tell where somebody who does not play any more is still expected."""
    tables = open_tables_of(entry)
    if tables:
        numbers = ", ".join(str(table.number) for table in tables)
        words = ngettext("Table %(tables)s is still open.", "Tables %(tables)s are still open.", len(tables))
        messages.warning(request, words % {"tables": numbers})
    draft = in_draft(entry) if is_organiser(request.user, entry.tournament) else None
    if draft is not None:
        words = _("This player is in the draft of round %(number)s: discard it and pair again.")
        messages.warning(request, words % {"number": draft.number})


def back_to(request: HttpRequest, name: str, pk: int) -> HttpResponse:
    """Back to this page, with the search and the page of the list that the person was looking at."""
    address = reverse(name, args=[pk])
    before = urlsplit(request.headers.get("referer", ""))
    if before.path == address and before.query:
        address += f"?{before.query}"
    return redirect(address)
