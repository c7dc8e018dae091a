"""The header Idempotency-Key of the API and of forms, after the IETF draft "The Idempotency-Key HTTP Header Field".

A client that got no answer does not know whether its request was carried out. With a key it just sends it again.

The row of a key is inserted, and seen by everybody, before the request is carried out; the unique constraint lets one
of many simultaneous requests through, on every database. A request is never carried out twice: if the server died in
the middle, the key stays without an answer, and the client is told to look for itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.accounts.players.tokens import token_of_key
from nabu.core.uploads import TOO_LARGE
from nabu.web.idempotency.models import KeyedRequest
from nabu.web.sent_forms import SENT

KEPT_FOR = timedelta(days=settings.KEEP_DAYS["answers"])
RUNS_AT_MOST = timedelta(minutes=5)
"""No request takes that long; one that has no answer by then has lost its server."""

LARGEST_ANSWER = 2**20
KEY_LENGTH = 255
METHODS = ("POST", "PUT", "PATCH", "DELETE")
KEPT_HEADERS = ("Content-Type", "Content-Disposition", "Location")
NOT_CARRIED_OUT = (401, 429)
"""Answers from before anything was tried: the same request may succeed later."""

View = Callable[[HttpRequest], HttpResponse]


class IdempotencyKeys:
    """Middleware. Wants the account of the session in `request.user`; reads the account of a token by itself."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Carry the request out once, or repeat what was answered."""
        given = request.headers.get("Idempotency-Key")
        if given is None or request.method not in METHODS or not _may_have_one(request):
            return self.get_response(request)
        key = _bare(given)
        if key is None:
            return _problem(_("An Idempotency-Key has 1 to 255 printable ASCII characters."), 400)
        user, scopes = _account(request)
        if user is None:
            # Nobody to keep an answer for. Getting a token makes one more token, and that is all.
            return self.get_response(request)
        fingerprint = _fingerprint(request, scopes)
        try:
            with transaction.atomic():
                # An old row that the purge has not reached yet does not count any more.
                KeyedRequest.objects.filter(user=user, key=key, asked_at__lt=timezone.now() - KEPT_FOR).delete()
                row = KeyedRequest.objects.create(user=user, key=key, fingerprint=fingerprint)
        except IntegrityError:
            return _again(KeyedRequest.objects.filter(user=user, key=key).first(), fingerprint)
        return self._first_time(request, row)

    def _first_time(self, request: HttpRequest, row: KeyedRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        except BaseException:
            row.delete()
            raise
        shown_again = SENT in request.headers and response.status_code != 302
        if response.status_code >= 500 or response.status_code in NOT_CARRIED_OUT or shown_again:
            # Nothing was done, so the same key may try again. A form that is shown again was not saved.
            row.delete()
            return response
        secret = "no-store" in response.get("Cache-Control", "") and SENT not in request.headers
        row.kept = not (secret or response.streaming or len(response.content) > LARGEST_ANSWER)
        row.status = response.status_code
        if row.kept:
            row.headers = {name: response[name] for name in KEPT_HEADERS if name in response}
            row.body = response.content
        row.save()
        return response


def _may_have_one(request: HttpRequest) -> bool:
    """Writes of the API, and forms that a page sends in the background."""
    return request.path.startswith("/api/") or SENT in request.headers


def _again(row: KeyedRequest | None, fingerprint: str) -> HttpResponse:
    """The answer to a key that was used before."""
    if row is None:
        # The first request failed and gave the key back in this moment.
        return _running()
    if row.fingerprint != fingerprint:
        return _problem(_("This Idempotency-Key was used for another request. Use a new key for each operation."), 422)
    if not row.status:
        if row.asked_at > timezone.now() - RUNS_AT_MOST:
            return _running()
        return _problem(
            _("The first request with this key was interrupted. Check whether it was carried out, then use a new key."),
            409,
        )
    if not row.kept:
        return _problem(
            _("This request was carried out with status %(status)s, but its response is no longer stored.")
            % {"status": row.status},
            409,
        )
    response = HttpResponse(bytes(row.body), status=row.status, headers=row.headers)
    response["Idempotency-Replayed"] = "true"
    return response


def _running() -> HttpResponse:
    response = _problem(_("The first request with this key is still running. Try again in a moment."), 409)
    response["Retry-After"] = "1"
    return response


def _bare(given: str) -> str | None:
    """The key without the quotes of a structured header; None if it is no key."""
    key = given.strip()
    if len(key) > 1 and key[0] == key[-1] == '"':
        key = key[1:-1]
    return key if 1 <= len(key) <= KEY_LENGTH and all("!" <= letter <= "~" for letter in key) else None


def _account(request: HttpRequest) -> tuple[User | None, str]:
    """Who sends it, and the scopes. A bad token is none: the view says so itself."""
    words = request.headers.get("Authorization", "").split()
    if len(words) == 2 and words[0].lower() == "token":
        token = token_of_key(words[1])
        return (token.user, " ".join(token.scopes)) if token else (None, "")
    return (request.user, "session") if isinstance(request.user, User) else (None, "")


def _fingerprint(request: HttpRequest, scopes: str) -> str:
    """What makes a request the same: method, address, body, and what its sender may do.

    Every form has another boundary between its parts, so that does not count.
    """
    kind, body = request.content_type or "", b"" if TOO_LARGE in request.META else request.body
    if boundary := (request.content_params or {}).get("boundary"):
        body = body.replace(boundary.encode(), b"boundary")
    digest = hashlib.sha256()
    for part in (request.method or "", request.get_full_path(), kind, scopes):
        digest.update(part.encode() + b"\0")
    digest.update(body)
    return digest.hexdigest()


def _problem(text: str, status: int) -> HttpResponse:
    return JsonResponse({"detail": text}, status=status)
