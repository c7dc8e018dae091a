"""The page of a record: its first paint, which the script goes on from (board/recorder), and the forms that end it.

Recording needs script. Without it the page shows the game, says so, and leads to the score sheet.
"""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.game import JsonObject
from engine.whole_picture import around
from nabu.board.records import services
from nabu.board.records.access import for_writers, instead_of_recording, to_record
from nabu.board.records.models import Record
from nabu.board.records.playing import Recording, recording_of
from nabu.board.records.recorder.state import acked, state_of
from nabu.board.records.recorder.texts import script_texts
from nabu.contests.calls.director.page import ALONE, PART, Asking, act, call_part, sent_form
from nabu.contests.results.reporters import Reporter
from nabu.core.proxies import network_of
from nabu.web.pages import by_htmx, perform


@never_cache
@require_safe
@for_writers
def record(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """The game so far. What can be done is drawn by the script, from the state that stands in the page."""
    recording = recording_of(record)
    state = state_of(recording, "")
    context = {
        "record": record,
        "person": person,
        "tournament": record.table.round.stage.tournament if record.table else None,
        "instead": instead_of_recording(record, person),
        "state": state,
        "state_json": {
            "csrf": get_token(request),
            "header": recording.game.header.to_json(),
            "components": _loaded_set(recording),
            **state,
            # The script has not said which device this is. If it is the one that writes, this much came from it.
            "acked": acked(record, record.device),
            "svg": "",
        },
        "texts": script_texts(),
        "seats": around(state["svg"])["seats"],
        "is_open": record.status == Record.Status.OPEN,
        "unbegun": services.is_unbegun(recording),
        "unseen": services.is_unbegun(recording) and not services.is_set_up(recording),
        "title": recording.game.game.title,
    }
    return render(request, "board/records/recorder/recorder.html", context)


@require_POST
@for_writers
def without_script(request: HttpRequest, record: Record, person: Reporter, form: str) -> HttpResponse:
    """The addresses of forms that recorded without script once: they change nothing, and the page says why."""
    return to_record(record)


@require_POST
@for_writers
def finish(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Send the log of the finished game."""
    done = _("Log sent. It is being verified.")
    submission = perform(request, partial(services.finish_record, person, record, network_of(request)), done)
    if submission is None:
        return to_record(record)
    if submission.table_id is not None:
        return redirect("table:page", submission.table_id)
    return redirect("table:log", submission.log.sha256)


@require_POST
@for_writers
def abandon(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Stop recording."""
    perform(request, partial(services.abandon_record, person, record), _("Record abandoned."))
    return to_record(record)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_writers
def director_call(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Call a director to the table without leaving the game; a GET shows the part about it again."""
    if record.table is None:
        raise Http404
    asking = Asking(person, request.path)
    if request.method != "POST":
        return render(request, PART, call_part(record.table, asking)) if by_htmx(request) else to_record(record)
    form = sent_form(request, person)
    if act(request, record.table, person, form):
        return to_record(record)
    back = reverse("records:record", args=[record.public_id])
    return render(request, ALONE, {**call_part(record.table, asking, form), "back": back})


@never_cache
@require_safe
@for_writers
def log(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """The log so far, as a file."""
    response = HttpResponse(recording_of(record).game.log(), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="nabu-record-{record.public_id[:8]}.jsonl"'
    return response


def _loaded_set(recording: Recording) -> JsonObject | None:
    """The component set for the engine in the browser, which has the built-in ones."""
    game = recording.game
    return None if game.header.components_sha256 is None else game.components.data
