"""Who asks for a record: an account, or somebody whose session keeps the right that the code of a seat gave."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.board.records.models import Record
from nabu.board.records.permissions import can_write
from nabu.contests.matches.slips import SeatHolder, serials, slip_token
from nabu.contests.results.reporters import Reporter

SEATS = "record_seats"
"""In the session: the seat whose code gave the right to a record."""


def record_or_404(public_id: str) -> Record:
    """The record of an address. Raises Http404."""
    related = ("table__round__stage__tournament", "writer__player", "writer_entry__player")
    asking = ("asked_by__player", "asked_entry__player")
    found = Record.objects.select_related(*related, *asking).filter(public_id=public_id).first()
    if found is None:
        raise Http404
    return found


def person_of(request: HttpRequest, public_id: str) -> tuple[Record, Reporter] | None:
    """The record, and who may write it. None for a visitor who has no right; Http404 for an account that has none."""
    found = Record.objects.filter(public_id=public_id).exists()
    if found:
        record = record_or_404(public_id)
        if isinstance(request.user, User) and can_write(request.user, record):
            return record, request.user
        holder = _holder(request, record)
        if holder is not None and can_write(holder, record):
            return record, holder
    if isinstance(request.user, User):
        raise Http404
    return None


def remember_seat(request: HttpRequest, record: Record, holder: SeatHolder) -> None:
    """Whoever has shown the code of a seat may write this record, and no other one, as long as the slip is valid."""
    kept = dict(request.session.get(SEATS, {}))
    kept[record.public_id] = [holder.entry_id, serials([holder.seat.table])[holder.seat.table_id]]
    request.session[SEATS] = dict(list(kept.items())[-10:])


def for_writers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page or a form of a record: the view gets record and person. A visitor is sent to the login."""

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, **more: Any) -> HttpResponse:
        found = person_of(request, public_id)
        if found is None:
            back = request.get_full_path() if request.method in ("GET", "HEAD") else f"/records/{public_id}/"
            return redirect_to_login(back)
        return view(request, *found, **more)

    return wrapped


def to_record(record: Record) -> HttpResponse:
    """Back to the page of the record."""
    return redirect("records:record", record.public_id)


def instead_of_recording(record: Record, person: Reporter) -> str:
    """Where a browser without script finds the score sheet of the table; without a table, where a log is uploaded."""
    if record.table is None:
        return reverse("table:upload")
    if isinstance(person, SeatHolder):
        return reverse("table:slip", args=[slip_token(record.table, serials([record.table])[record.table.pk])])
    return reverse("table:page", args=[record.table.pk])


def _holder(request: HttpRequest, record: Record) -> SeatHolder | None:
    kept = request.session.get(SEATS, {}).get(record.public_id)
    if kept is None or record.table is None:
        return None
    entry, serial = kept
    if serials([record.table])[record.table.pk] != serial:
        return None
    seats = record.table.seats.select_related("entry__player", "table__round__stage__tournament")
    seat = seats.filter(entry=entry).first()
    return None if seat is None else SeatHolder(seat)
