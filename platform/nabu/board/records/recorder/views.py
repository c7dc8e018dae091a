"""The page of a record and its forms, all of which work without script."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.game import JsonObject
from engine.table.choices import Choices, Draw
from engine.table.table import Table as Playing
from nabu.board.records import services
from nabu.board.records.access import device_of, for_writers, to_record
from nabu.board.records.leases import answer_request, lease_is_over, take_over
from nabu.board.records.models import Branch, Record
from nabu.board.records.playing import Recording, recording_of
from nabu.board.records.recorder.json_views import body_of, for_devices, json_state, record_again
from nabu.board.records.recorder.paths import dealt_line, draw_level, drawn_line, level_of
from nabu.board.records.recorder.state import acked, state_of
from nabu.board.records.recorder.texts import script_texts
from nabu.board.records.spec import BadEntries, Device, SentEntry, SentJournal, read_device
from nabu.board.records.writing import write
from nabu.contests.results.reporters import Reporter
from nabu.core.errors import Refused
from nabu.core.proxies import network_of
from nabu.web.pages import perform


@never_cache
@require_safe
@for_writers
def record(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """The game so far, and what can be done."""
    return _page(request, record)


@require_POST
@for_writers
def move(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """One more choice: the next level of the tree, or the move."""
    recording = recording_of(record)
    try:
        line, level = _chosen(request, recording.game)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return to_record(record)
    if line is None:
        return _page(request, record, level=level)
    _write(request, record, person, "append", lines=(line,))
    return to_record(record)


@require_POST
@for_writers
def change(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Another choice in the place of a past one."""
    recording = recording_of(record)
    number = _whole(request, "change" if "change" in request.POST else "number")
    if number >= recording.count:
        raise Http404
    try:
        before = recording.game.at(number)
        line, level = (None, None) if "change" in request.POST else _chosen(request, before)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return to_record(record)
    if line is None:
        return _page(request, record, level=level, number=number)
    _write(request, record, person, "replace", n=number, lines=(line,))
    return to_record(record)


@require_POST
@for_writers
def undo(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Keep so many moves."""
    _write(request, record, person, "undo_to", n=_whole(request, "to"))
    return to_record(record)


@require_POST
@for_writers
def redo(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Bring the next undone move back."""
    _write(request, record, person, "redo")
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
@require_safe
@for_writers
def log(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """The log so far, as a file."""
    response = HttpResponse(recording_of(record).game.log(), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="nabu-record-{record.public_id[:8]}.jsonl"'
    return response


def take_over_record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write on this device, or ask the one that does."""
    return _of_both_kinds(request, public_id, _take_over)


def consent(request: HttpRequest, public_id: str) -> HttpResponse:
    """The writer answers the device that asks."""
    return _of_both_kinds(request, public_id, _consent)


def branch(request: HttpRequest, public_id: str, number: int, do: str) -> HttpResponse:
    """Adopt or drop the late moves of another device."""

    def decide(request: HttpRequest, record: Record, person: Reporter, device: Device, data: Any) -> str:
        found = Branch.objects.select_related("record").filter(record=record, pk=number).first()
        if found is None:
            raise Http404
        if do == "adopt":
            services.adopt_branch(person, found)
            return _("Moves adopted.")
        services.drop_branch(person, found)
        return _("Moves dropped.")

    return _of_both_kinds(request, public_id, decide)


def _take_over(request: HttpRequest, record: Record, person: Reporter, device: Device, data: Any) -> str:
    if take_over(person, record, device, own=device_of(request).key):
        return _("You are recording on this device.")
    return _(
        "Takeover requested. You can record as soon as the other device agrees, or one minute after its last activity."
    )


def _consent(request: HttpRequest, record: Record, person: Reporter, device: Device, data: Any) -> str:
    yes = data.get("yes") in (True, "yes")
    answer_request(person, record, device, yes)
    return _("The other device is now recording.") if yes else _("You are recording on this device.")


@require_POST
def _of_both_kinds(request: HttpRequest, public_id: str, act: Any) -> HttpResponse:
    """A form of the page, or the same asked for by its script, which gets the state as JSON."""
    if request.accepts("text/html"):
        return for_writers(partial(_by_form, act=act))(request, public_id)
    return for_devices(partial(_by_script, act=act))(request, public_id)


def _by_form(request: HttpRequest, record: Record, person: Reporter, act: Any) -> HttpResponse:
    device = device_of(request, make=True)
    try:
        messages.success(request, act(request, record, person, device, request.POST))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return to_record(record)


def _by_script(request: HttpRequest, record: Record, person: Reporter, act: Any) -> HttpResponse:
    data = body_of(request)
    if data is None:
        raise BadEntries("the body is too large")
    device = read_device(data)
    try:
        act(request, record, person, device, data)
    except Refused as refusal:
        state = json_state(request, recording_of(record_again(record)), device.key)
        return JsonResponse({"why": "refused", "detail": refusal.message, "state": state}, status=409)
    return JsonResponse(json_state(request, recording_of(record_again(record)), device.key))


def _chosen(request: HttpRequest, game: Playing) -> tuple[JsonObject | None, Any]:
    """The line that the form says; else None and the next level. Raises Refused."""
    if request.POST.get("count") != str(len(game.moves)):
        raise Refused(_("The record has changed meanwhile. Check the last moves, then try again."))
    choices = game.choices()
    if isinstance(choices, Draw):
        if request.POST.get("deal"):
            return dealt_line(game), None
        if "drawn" not in request.POST:
            return None, draw_level(choices)
        return drawn_line(choices, request.POST), None
    if choices is None:
        raise Refused(_("The game is over."))
    steps = [int(word) for word in request.POST.getlist("step") if word.isascii() and word.isdigit() and len(word) < 6]
    level = level_of(choices, steps)
    return level.line, level


def _write(
    request: HttpRequest,
    record: Record,
    person: Reporter,
    op: str,
    n: int | None = None,
    lines: tuple[JsonObject, ...] = (),
) -> None:
    """An entry of this browser's journal, which is written on the server."""
    device = device_of(request, make=True)
    entry = SentEntry(acked(record, device.key) + 1, _whole(request, "base"), op, n, lines, None)
    _recording, refusal = write(person, record, SentJournal(device, _whole(request, "epoch"), (entry,)))
    if refusal is not None:
        messages.error(request, refusal.detail)


def _whole(request: HttpRequest, name: str) -> int:
    word = request.POST.get(name, "")
    if not (word.isascii() and word.isdigit() and len(word) < 9):
        raise Http404
    return int(word)


def _page(request: HttpRequest, record: Record, *, level: Any = None, number: int | None = None) -> HttpResponse:
    """The page, with the choices of this level; `number` is the move that is being changed."""
    recording = recording_of(record)
    device = device_of(request).key
    state = state_of(recording, device, at=number)
    shown = recording.game if number is None else recording.game.at(number)
    choices = shown.choices()
    level = level or _first_level(choices)
    context = {
        "record": record,
        "tournament": record.table.round.stage.tournament if record.table else None,
        "recording": recording,
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
        "level": None if isinstance(choices, Draw) else level,
        "draw": level if isinstance(choices, Draw) else None,
        "draw_by": recording.names[choices.seen_by]
        if isinstance(choices, Draw) and choices.seen_by is not None
        else "",
        "number": number,
        "shown_count": recording.count if number is None else number,
        "moves": list(reversed(state["moves"])),
        "last": state["moves"][-1] if state["moves"] else None,
        "undo_to": _last_choice(recording),
        "is_open": record.status == Record.Status.OPEN,
        "unbegun": services.is_unbegun(recording),
        "unseen": services.is_unbegun(recording) and not services.is_set_up(recording),
        "may_write": state["writer"]["mine"] or not record.device,
        "may_take_over": lease_is_over(record),
        "title": recording.game.game.title,
    }
    return render(request, "board/records/recorder/recorder.html", context)


def _loaded_set(recording: Recording) -> JsonObject | None:
    """The component set for the engine in the browser, which has the built-in ones."""
    game = recording.game
    return None if game.header.components_sha256 is None else game.components.data


def _first_level(choices: Choices | Draw | None) -> Any:
    if choices is None:
        return None
    return draw_level(choices) if isinstance(choices, Draw) else level_of(choices, ())


def _last_choice(recording: Recording) -> int | None:
    """How many moves stay if the last one is undone that somebody chose."""
    moves = recording.game.moves
    chosen = [number for number in range(len(moves)) if not moves[number].forced]
    return chosen[-1] if chosen else None
