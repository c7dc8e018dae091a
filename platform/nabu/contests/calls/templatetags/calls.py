"""Calls for a director on pages of lower apps: the line of those on duty, the button of a table, the waits."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.contests.calls.director.page import PART, Asking, call_part
from nabu.contests.calls.director.queries import open_calls, waits_of
from nabu.contests.calls.director.services import caller_name
from nabu.contests.calls.director.views import line_context
from nabu.contests.calls.models import Conversation, DirectorCall
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("contests/calls/director/_line.html")
def calls_line(tournament: Tournament) -> dict[str, Any]:
    """Which tables wait, for those on duty. One query."""
    found = open_calls(tournament) if tournament.status != Tournament.Status.DRAFT else []
    return {**line_context(tournament, found), "first": True}


@register.simple_tag(takes_context=True)
def director_call(
    context: dict[str, Any], table: Table, person: SeatHolder | None = None, address: str = ""
) -> SafeString:
    """{% director_call table %}: the open call, or the way to call; nothing for whoever neither sits nor works there.

    `person`: who acts, if not the account of the page; `address` is then where the forms go.
    """
    person = person or context["request"].user
    return _part(context, table, Asking(person, address or reverse("table:director_call", args=[table.pk])))


@register.simple_tag(takes_context=True)
def director_call_by_slip(context: dict[str, Any], table: Table, token: str) -> SafeString:
    """The same on the page of a slip, where a code says who calls."""
    return _part(context, table, Asking(None, reverse("table:director_call_slip", args=[token])))


def _part(context: dict[str, Any], table: Table, asking: Asking) -> SafeString:
    shown = call_part(table, asking)
    if not shown["call"] and not shown["form"]:
        return SafeString("")
    return render_to_string(PART, shown, context["request"])


@register.inclusion_tag("contests/calls/director/_waits.html")
def call_waits(tournament: Tournament) -> dict[str, Any]:
    """How long tables waited, round by round; nothing if nobody called."""
    return {"waits": waits_of(tournament)}


@register.simple_tag
def contact_link(tournament: Tournament, organises: bool) -> SafeString:
    """Beside the name of the organiser: the way to write, or what waits. At most one query."""
    announced = tournament.status != Tournament.Status.DRAFT or tournament.registration
    if tournament.practice or not announced:
        return SafeString("")
    words = _("Contact the organiser")
    if organises:
        number = Conversation.objects.filter(tournament=tournament, state=Conversation.State.OPEN).count()
        if not number:
            return SafeString("")
        waiting = ngettext("%(number)s message waits for an answer", "%(number)s messages wait for an answer", number)
        words = waiting % {"number": number}
    address = reverse("tournaments:contact", args=[tournament.pk])
    return format_html(' <a class="d-print-none" href="{}">{}</a>', address, words)


@register.filter
def made_by(call: DirectorCall) -> str:
    """The name of the caller."""
    return caller_name(call)


@register.filter
def account_name(user: User | None) -> str:
    """The name of the player of an account."""
    return name_of(user)


@register.filter
def minutes_since(moment: datetime) -> int:
    """Whole minutes from then to now."""
    return int((timezone.now() - moment).total_seconds() // 60)


@register.filter
def in_minutes(seconds: float | None) -> str:
    """Minutes and seconds, as a clock shows them: 4:05; a dash for none."""
    if seconds is None:
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
