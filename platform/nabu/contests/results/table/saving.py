"""The way of every form of a table's page, from who sends it to the page that follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from nabu.accounts.players.models import Person, User
from nabu.contests.matches.models import Table
from nabu.contests.results.corrections.views import CorrectingForm, correct, needs_correction
from nabu.contests.results.permissions import can_see_table
from nabu.contests.results.table.forms import is_outdated
from nabu.contests.results.table.page import render_table
from nabu.contests.results.table.queries import tables_with_everything, tables_with_players
from nabu.core.errors import NotAllowed
from nabu.core.forms import TablerForm
from nabu.web.pages import account_of, perform_form


def visible_table(request: HttpRequest, pk: int | None, tables: QuerySet[Table] | None = None) -> Table:
    """The table, or 404: who may not see a table does not learn that it exists. `pk` is None for a log that belongs to
    none; `tables`: with what else is shown.
    """
    found = get_object_or_404(tables_with_players() if tables is None else tables, pk=pk)
    if not can_see_table(request.user, found):
        raise Http404
    return found


def table_for(request: HttpRequest, pk: int | None, may: Callable[[Person, Table], bool]) -> Table:
    """The same for whoever may do that there."""
    found = visible_table(request, pk)
    if not may(request.user, found):
        raise NotAllowed
    return found


def back_to(found: Table) -> HttpResponse:
    """To the page of the table."""
    return redirect("table:page", found.pk)


def save(
    request: HttpRequest,
    found: Table,
    form: TablerForm,
    service: Callable[[User], object],
    done: str | Callable[[object], str],
    *,
    field: str | None = None,
    leads_to: Callable[[Table], HttpResponse] = back_to,
) -> HttpResponse:
    """Carry out what a form asks for, and go on. The page comes back with the form if the result is another one than
    its sender has seen, if something is wrong with it, or if the service refuses it; `field` is then to blame. A
    director who rules about a table that something later is built on sees first what that changes.
    """
    again = partial(render_again, request, found, form)
    if is_outdated(request, found, form) or not form.is_valid():
        return again()
    if isinstance(form, CorrectingForm) and needs_correction(request, found):
        return correct(request, found, form) or again()
    if not perform_form(request, form, partial(service, account_of(request)), done, field):
        return again()
    return leads_to(found)


def render_again(request: HttpRequest, found: Table, form: TablerForm) -> HttpResponse:
    """The page as it is by now, with the form that was sent in its place."""
    return render_table(request, tables_with_everything().get(pk=found.pk), form)
