"""The record for devices: its state, the journal that they send, and which of them writes. docs/recording.md."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from nabu.board.records import access, leases, services
from nabu.board.records.models import Branch, Record
from nabu.board.records.playing import Recording, recording_of
from nabu.board.records.recorder.state import state_of
from nabu.board.records.spec import BadEntries, Device, is_key, read_device, read_journal
from nabu.board.records.writing import write
from nabu.contests.results.reporters import Reporter
from nabu.core.errors import Refused, TryLater

MOST_BYTES = 64 * 2**10


def for_devices(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A JSON address of a record: the view gets record and person; what goes wrong is told as JSON."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, **more: Any) -> HttpResponse:
        found = access.person_of(request, public_id)
        if found is None:
            login = f"{reverse('account_login')}?next={reverse('records:record', args=[public_id])}"
            return JsonResponse({"why": "login", "url": login}, status=401)
        try:
            return view(request, *found, **more)
        except BadEntries as error:
            return JsonResponse({"why": "shape", "detail": str(error)}, status=400)
        except Refused as refusal:
            return JsonResponse({"why": "closed", "detail": refusal.message}, status=409)
        except TryLater as later:
            headers = {"Retry-After": str(later.seconds)}
            return JsonResponse({"why": "later", "detail": later.message}, status=later.status, headers=headers)

    return wrapped


@require_safe
@for_devices
def state(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """The record as it is. `since`: the first move that is wanted; `at`: with the position after so many moves."""
    device = Device(request.GET.get("device", "")[:64])
    if request.GET.get("alive") == "1" and is_key(device.key):
        leases.sign_of_life(person, record, device)
    recording = recording_of(record)
    at = _number(request, "at", recording.count)
    return JsonResponse(_state(request, recording, device.key, at))


@require_POST
@for_devices
def journal(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Entries of a journal. Each is taken once, however often it is sent."""
    body = _body_of(request)
    if body is None:
        return JsonResponse({"why": "large", "detail": f"more than {MOST_BYTES} bytes"}, status=413)
    sent = read_journal(body)
    recording, refusal = write(person, record, sent)
    if refusal is None:
        return JsonResponse(_state(request, recording, sent.device.key))
    told = {"why": refusal.why, "detail": refusal.detail, "seq": refusal.seq}
    return JsonResponse(told | {"state": _state_again(request, record, sent.device)}, status=409)


@require_POST
@for_devices
def take_over(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """Write on this device, or ask the one that does."""
    return _act(request, record, lambda device, _body: leases.take_over(person, record, device))


@require_POST
@for_devices
def consent(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """The writer answers the device that asks."""

    def answer(device: Device, body: Any) -> None:
        leases.answer_request(person, record, device, body.get("yes") in (True, "yes"))

    return _act(request, record, answer)


@require_POST
@for_devices
def branch(request: HttpRequest, record: Record, person: Reporter, number: int, do: str) -> HttpResponse:
    """Adopt or drop the late moves of another device."""
    found = get_object_or_404(Branch.objects.select_related("record"), record=record, pk=number)
    decide = services.adopt_branch if do == "adopt" else services.drop_branch
    return _act(request, record, lambda _device, _body: decide(person, found))


def _act(request: HttpRequest, record: Record, act: Callable[[Device, Any], object]) -> HttpResponse:
    """What a device asks for besides the journal. The answer has the state after it."""
    body = _body_of(request)
    if body is None:
        raise BadEntries("the body is too large")
    device = read_device(body)
    try:
        act(device, body)
    except Refused as refusal:
        told = {"why": "refused", "detail": refusal.message}
        return JsonResponse(told | {"state": _state_again(request, record, device)}, status=409)
    return JsonResponse(_state_again(request, record, device))


def _body_of(request: HttpRequest) -> Any:
    """The JSON of a request; None if it is too large. Raises BadEntries."""
    if int(request.headers.get("Content-Length") or 0) > MOST_BYTES or len(request.body) > MOST_BYTES:
        return None
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise BadEntries("the body is not JSON") from error


def _state_again(request: HttpRequest, record: Record, device: Device) -> dict[str, Any]:
    """The record as it is now."""
    return _state(request, recording_of(access.record_or_404(record.public_id)), device.key)


def _state(request: HttpRequest, recording: Recording, device: str, at: int | None = None) -> dict[str, Any]:
    """What every address answers."""
    since = _number(request, "since", 2**31) or 0
    return {"csrf": get_token(request), **state_of(recording, device, since=since, at=at)}


def _number(request: HttpRequest, name: str, most: int) -> int | None:
    word = request.GET.get(name, "")
    if not (word.isascii() and word.isdigit() and len(word) < 11):
        return None
    return min(int(word), most)
