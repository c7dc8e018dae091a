"""Writing to the organiser of an event or the owners of a club: the page of a person, and the list of who answers."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from nabu.accounts.players.models import User
from nabu.contests.calls.contact import services
from nabu.contests.calls.contact.forms import AnswerForm, MessageForm
from nabu.contests.calls.contact.queries import conversations, conversations_about
from nabu.contests.calls.limits.services import block_writer
from nabu.contests.calls.models import Block, ContactMessage, Conversation
from nabu.contests.calls.permissions import about_of, answers_for, can_read
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.page_queries import listed_tournaments
from nabu.contests.tournaments.setup.preflight import whole_number
from nabu.core.errors import NotAllowed
from nabu.web.pages import account_of, perform, perform_form, post_action

PAGE = 30


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_contact(request: HttpRequest, pk: int) -> HttpResponse:
    """Write to the organiser of an event; its organisers get the list of all who did."""
    return _contact(request, visible_tournament(request, pk))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_contact(request: HttpRequest, pk: int) -> HttpResponse:
    """The same with a club and its owners."""
    return _contact(request, get_object_or_404(Club, pk=pk))


@never_cache
@login_required
@require_safe
def conversation(request: HttpRequest, pk: int) -> HttpResponse:
    """What was written, and the form to go on. 404 for whom it does not concern."""
    return _page(request, _conversation(request, pk))


@post_action
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """An organiser answers."""
    found = _answered(request, pk)
    form = AnswerForm(request.POST)
    if form.is_valid():
        text, seen = form.cleaned_data["text"], whole_number(request.POST.get("seen", ""))
        service = partial(services.answer, account_of(request), found, text, seen)
        if perform_form(request, form, service, _("Answer sent.")):
            return redirect("contact:conversation", pk)
    return _page(request, found, form)


@post_action
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """No answer is needed any more."""
    found = _answered(request, pk)
    perform(request, partial(services.close_conversation, account_of(request), found), _("Conversation closed."))
    return redirect(_list_of(about_of(found)), about_of(found).pk)


@post_action
def block(request: HttpRequest, pk: int) -> HttpResponse:
    """An organiser wants no more calls and messages from the writer."""
    found = _answered(request, pk)
    perform(request, partial(block_writer, account_of(request), found), _("Blocked in this event."))
    return redirect("contact:conversation", pk)


def _contact(request: HttpRequest, about: Tournament | Club) -> HttpResponse:
    person = account_of(request)
    if answers_for(person, about):
        if request.method == "POST":
            raise NotAllowed
        return _list(request, about)
    form = MessageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        words = form.cleaned_data
        service = partial(services.write_to_organiser, person, about, words["text"], words["subject"])
        if perform_form(request, form, service, _("Message sent. The answer appears here.")):
            return redirect(request.path)
    mine = conversations_about(about, person).first()
    context = {
        **_about(request, about),
        "conversation": mine,
        "messages_shown": _messages(mine) if mine else [],
        "why_not": services.why_no_contact(about, person),
        "write_form": form,
        "write_to": request.path,
    }
    return render(request, "contests/calls/contact/conversation.html", context)


def _list(request: HttpRequest, about: Tournament | Club) -> HttpResponse:
    found = conversations_about(about, account_of(request))
    context = {**_about(request, about), "page": Paginator(found, PAGE).get_page(request.GET.get("page"))}
    return render(request, "contests/calls/contact/messages.html", context)


def _page(request: HttpRequest, found: Conversation, form: AnswerForm | None = None) -> HttpResponse:
    about, person, shown = about_of(found), account_of(request), _messages(found)
    context = {**_about(request, about), "conversation": found, "messages_shown": shown}
    if answers_for(person, about) and found.writer_id != person.pk:
        blocked = isinstance(about, Tournament) and Block.objects.filter(tournament=about, user=found.writer).exists()
        context |= {
            "answer_form": form or AnswerForm(),
            # What was written meanwhile is on the page that comes back: by then it has been seen.
            "seen": max((message.pk for message in shown), default=0),
            "blocked": blocked,
            "can_block": isinstance(about, Tournament) and not blocked,
        }
    else:
        context |= {
            "why_not": services.why_no_contact(about, person),
            "write_form": MessageForm(),
            "write_to": reverse_of(about),
        }
    return render(request, "contests/calls/contact/conversation.html", context)


def _about(request: HttpRequest, about: Tournament | Club) -> dict[str, Any]:
    """The head of the page: that of the event, or the name of the club."""
    if isinstance(about, Tournament):
        shown = listed_tournaments().get(pk=about.pk)
        return {**frame(request, shown, "contact"), "list_address": reverse_of(about)}
    return {"club": about, "list_address": reverse_of(about)}


def reverse_of(about: Tournament | Club) -> str:
    """The address of the page for writing about it."""
    return reverse(_list_of(about), args=[about.pk])


def _list_of(about: Tournament | Club) -> str:
    return "tournaments:contact" if isinstance(about, Tournament) else "clubs:contact"


def _messages(found: Conversation) -> list[ContactMessage]:
    return list(found.messages.select_related("author__player").order_by("pk"))


def _conversation(request: HttpRequest, pk: int) -> Conversation:
    found = get_object_or_404(conversations(), pk=pk)
    if not can_read(request.user, found):
        raise Http404
    return found


def _answered(request: HttpRequest, pk: int) -> Conversation:
    found = _conversation(request, pk)
    if not isinstance(request.user, User) or not answers_for(request.user, about_of(found)):
        raise NotAllowed
    return found
