"""What all parts of the REST API share: errors as JSON, pages of lists, the account behind a request, the schema."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, TypeVar

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import bad_request as page_of_bad_request
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers, status, views
from rest_framework.exceptions import APIException, ParseError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.models import User
from nabu.core import outages
from nabu.core.errors import NotAllowed, Refused
from nabu.core.logs import current_fields
from nabu.core.proxies import network_of
from nabu.core.sentences import sentence
from nabu.core.uploads import TooLargeToRead, too_large_sentence
from nabu.web.rest.schema import MOST_ID

SECRET_INSIDE = {"Cache-Control": "no-store"}
"""Headers of an answer with a secret that is shown once: nothing on the way keeps it, and neither do we."""

Schema = dict[str, Any]


class TooLarge(APIException):
    """More bytes than such a file may have."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE


def actor_of(request: Request) -> User:
    """The account that sent the request. Raises NotAllowed for a visitor."""
    if isinstance(request.user, User):
        return request.user
    raise NotAllowed


def address_of(request: Request) -> str:
    """The network that the request comes from, for the quota of what is sent."""
    return network_of(request._request)


Fields = TypeVar("Fields", bound=serializers.BaseSerializer[Any])


def read_body(request: Request, fields: type[Fields], allowed: bool) -> Fields:
    """What was sent, checked. Raises NotAllowed before anything of it is read, else ValidationError or ParseError.

    Whoever may not do a thing hears that, and nothing about how it is done.
    """
    check_allowed(allowed)
    given = fields(data=request.data)
    given.is_valid(raise_exception=True)
    return given


def check_allowed(allowed: bool) -> None:
    """Raises NotAllowed unless it is allowed; stands before a body that is no JSON is read."""
    if not allowed:
        raise NotAllowed


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler, which also knows what services raise.

    `Refused` is a conflict with the state of things (409). For the actions that a view names in `bad_input_actions`
    it can only be the fault of what was sent (400). Whatever it is, the answer is an object.
    """
    if isinstance(error, Refused):
        view = context["view"]
        bad_input = getattr(view, "action", None) in getattr(view, "bad_input_actions", ())
        code = status.HTTP_400_BAD_REQUEST if bad_input else status.HTTP_409_CONFLICT
        return Response({"detail": error.message} | ({"code": error.code} if error.code else {}), status=code)
    if isinstance(error, RequestDataTooBig) or isinstance(error.__cause__, TooLargeToRead):
        error = TooLarge(too_large_sentence())
    if isinstance(error, SuspiciousOperation | MultiPartParserError):
        error = ParseError(_("The request body cannot be read."))
    response = views.exception_handler(error, context)
    if response is not None and not isinstance(response.data, dict):
        response.data = {"detail": " ".join(_sentences(response.data))}
    return response


def _sentences(found: Any) -> Iterator[str]:
    """What stands in a list of errors, however deep."""
    if isinstance(found, dict):
        found = list(found.values())
    if not isinstance(found, list):
        yield str(found)
        return
    for one in found:
        yield from _sentences(one)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that no view gets to see, like one for another host: as JSON under /api/, as a page elsewhere."""
    if request.path.startswith("/api/"):
        return JsonResponse({"detail": _("This request is malformed.")}, status=400)
    return page_of_bad_request(request, exception)


@csrf_exempt
def not_found(request: HttpRequest) -> JsonResponse:
    """Every address under /api/ that does not exist, also one whose last slash is missing."""
    return JsonResponse({"detail": _("Not found. API addresses end with a slash.")}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """An error of ours: as JSON to those who speak to the API, as a page to everybody else.

    It names the request, so that whoever reports it says where in the log to look. An error of the database that passes
    has another answer: it happened to some middleware (`AnswerOutages` sees those of views).
    """
    if found := outages.answer(request, sys.exception()):
        return found
    number = current_fields().get("request", "")
    if request.path.startswith("/api/"):
        text = _("Something went wrong on our side. The error was logged.")
        return JsonResponse({"detail": text, "request_id": number}, status=500)
    # Without the request: its context processors ask for the account, and the database may be what has failed.
    return HttpResponse(render_to_string("500.html", {"request_id": number}), status=500)


class Problem(serializers.Serializer[Any]):
    """Why a request was not carried out."""

    detail = serializers.CharField(help_text="One plain sentence.")
    code = serializers.CharField(
        required=False,
        help_text="Only where a program can react: `unusual_score` asks for `confirm_unusual`.",
    )


class Id(serializers.IntegerField):
    """The number of a stored object."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_ID, **kwargs)


class SentenceField(serializers.CharField):
    """A message, in the language of whoever asks; empty for none."""

    def get_attribute(self, instance: Any) -> str:
        """The message in words."""
        message: Any = super().get_attribute(instance)
        return sentence(message)


class TournamentRef(serializers.Serializer[Any]):
    """A tournament by name."""

    id = serializers.IntegerField(read_only=True)
    name = serializers.CharField(read_only=True)
    game = serializers.CharField(read_only=True)


class NoInput(serializers.Serializer[Any]):
    """An action that needs no body."""


def nullable(text: str = "Null if there is no spread to learn from.") -> serializers.FloatField:
    """A number that may not be known."""
    return serializers.FloatField(allow_null=True, help_text=text)


BAD_REQUEST: Schema = {
    "type": "object",
    "minProperties": 1,
    "properties": {"detail": {"type": "string", "description": "One plain sentence."}},
    "additionalProperties": {"description": "What is wrong with a field: sentences, or the same again by its parts."},
}
"""Why a request was not understood. Always an object, never a bare list or a bare sentence."""

WHY = {
    304: "The answer is the one whose `ETag` was sent as `If-None-Match`.",
    400: (
        "The request is malformed, a field is wrong or a query parameter is unknown: an object with `detail`, or with "
        "the messages by field."
    ),
    401: "No token, or an invalid or expired one.",
    403: "This account does not have permission, or the token does not have the scope.",
    404: "Not found, or not visible to this account.",
    409: "Not possible in the current state; `detail` says why.",
    422: "This Idempotency-Key was used for another request.",
    413: "Too large. A game log has at most 4 MiB, a component set 1 MiB.",
    429: "Too many requests, failed logins or files; wait as long as `Retry-After` says.",
    503: "The database is locked, full or away; try again after `Retry-After` seconds. Nothing was saved.",
    507: "The server is out of space for files. Nothing was saved.",
}


ALWAYS = (400, 401, 403, 429, 503)
ALWAYS_WHEN_WRITING = (400, 401, 403, 409, 415, 422, 429, 503)


def errors(*codes: int) -> dict[int, OpenApiResponse]:
    """The error answers of an action that not all of its kind have (`add_common_answers`), for its schema."""
    return {
        code: OpenApiResponse(response=BAD_REQUEST if code == 400 else Problem, description=WHY[code]) for code in codes
    }


def add_common_answers(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """Schema hook: what can happen with every request of its kind stands at every operation."""
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            codes = ALWAYS if method.upper() in SAFE_METHODS else ALWAYS_WHEN_WRITING
            # Whatever has a name may not exist, and so may a page of a list.
            named = "{" in path or any(parameter["name"] == "page" for parameter in operation.get("parameters", ()))
            for code in (*codes, 404) if named else codes:
                operation["responses"].setdefault(str(code), _common_answer(code))
            if method == "get":
                operation["responses"].setdefault("304", {"description": WHY[304]})
            operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def _common_answer(code: int) -> Schema:
    schema = BAD_REQUEST if code == 400 else {"$ref": "#/components/schemas/Problem"}
    why = WHY.get(code, "This media type is not supported here.")
    return {"description": why, "content": {"application/json": {"schema": schema}}}
