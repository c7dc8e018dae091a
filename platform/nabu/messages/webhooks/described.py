"""What messages look like, for the schema: a description and an example of each kind of event.

Nothing is read or written with these serializers: `payloads.py` makes the messages, and tests compare both.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, OpenApiWebhook, extend_schema, extend_schema_field
from rest_framework import serializers

from nabu.contests.domain_events import events
from nabu.contests.matches.models import LogSubmission, Objection, Table
from nabu.contests.matches.proof import Proof
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.messages.webhooks.events import EVENTS, PING

Fields = dict[str, serializers.Field[Any, Any, Any, Any]]
Example = dict[str, Any]

GONE = "gone"
AT = "2026-11-21T18:05:12.345678+00:00"
SITE = "https://nabu.example.org/api/v1"
LOG = "b4f1fca4c1b0f4a8f5a9f3f1f1c8a2e8c7a3d9d2a1f4b6e0c9d8e7f6a5b4c3d2"


def one_of(*values: str) -> serializers.Field[Any, Any, Any, Any]:
    """One of these texts. Spelled out where it stands: as a component it would need a name of its own."""

    @extend_schema_field({"type": "string", "enum": list(values)})
    class OneOf(serializers.CharField):
        pass

    return OneOf()


class MessageTournament(serializers.Serializer[Any]):
    """The tournament in which it happened."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    status = one_of(*Tournament.Status.values)


class MessageRound(serializers.Serializer[Any]):
    """A round."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    stage = serializers.IntegerField(help_text="The id of its stage.")
    status = one_of(*Round.Status.values)


class MessageGone(serializers.Serializer[Any]):
    """What nobody sees any more."""

    id = serializers.IntegerField()
    status = one_of(GONE)


class MessageRoundNumber(serializers.Serializer[Any]):
    """The round of a table."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()


class MessagePlayer(serializers.Serializer[Any]):
    """A player by name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class MessageSeat(serializers.Serializer[Any]):
    """A seat. Score, place and points are null until there is a result; `points_exact` is a fraction, such as "4/3"."""

    player = MessagePlayer()
    score = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField(allow_null=True)
    points_exact = serializers.CharField(allow_null=True)
    absent = serializers.BooleanField()


class MessageTable(serializers.Serializer[Any]):
    """A table and its result."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    game_number = serializers.IntegerField()
    round = MessageRoundNumber()
    status = one_of(*Table.Status.values)
    basis = serializers.ChoiceField(choices=Table.Basis.choices)
    proof = one_of(*Proof.values)
    seats = MessageSeat(many=True)


class MessageObjection(serializers.Serializer[Any]):
    """An objection to a confirmed result."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(help_text="The id of its table.")
    submission = serializers.IntegerField(allow_null=True, help_text="The id of the log that contradicts the result.")
    answer = one_of(*Objection.Answer.values)


class MessageLog(serializers.Serializer[Any]):
    """The verdict on a game log."""

    sha256 = serializers.CharField()
    table = serializers.IntegerField(help_text="The id of its table.")
    verdict = serializers.CharField(help_text="`verified`, `unfinished`, `unreadable` or `rejected`.")
    code = serializers.CharField(help_text="Why; empty if it is verified.")
    line = serializers.IntegerField(allow_null=True, help_text="The line of the log that is wrong.")
    outcome = one_of(*LogSubmission.Outcome.values)


class MessageAnnouncement(serializers.Serializer[Any]):
    """What an organiser said to the event, or to a round."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True, help_text="The id of the round; null: the whole event.")
    text = serializers.CharField(help_text="As typed, at most 280 characters, with line breaks.")
    made_at = serializers.DateTimeField()


class MessageTableNumber(serializers.Serializer[Any]):
    """A table by number."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()


class MessageCall(serializers.Serializer[Any]):
    """A table's call for a director."""

    id = serializers.IntegerField()
    status = one_of("open", "taken", "closed", "cancelled")
    table = MessageTableNumber()
    round = MessageRoundNumber()


class MessageEntry(serializers.Serializer[Any]):
    """An entry. One that was deleted has only its id and the status `gone`."""

    id = serializers.IntegerField()
    player = MessagePlayer(required=False)
    status = one_of(*Entry.Status.values, GONE)


def _address(of: str, required: bool = True) -> serializers.URLField:
    return serializers.URLField(required=required, help_text=f"Where to read {of}.")


DATA: dict[str, tuple[Fields, Example]] = {
    events.ROUND_PUBLISHED: (
        {"round": MessageRound(), "address": _address("the round")},
        {"round": {"id": 9, "number": 1, "stage": 4, "status": "published"}, "address": f"{SITE}/rounds/9/"},
    ),
    events.ROUND_WITHDRAWN: ({"round": MessageGone()}, {"round": {"id": 9, "status": "gone"}}),
    events.ANNOUNCEMENT_MADE: (
        {"announcement": MessageAnnouncement(), "address": _address("the announcement")},
        {
            "announcement": {"id": 8, "round": None, "text": "Lunch until 14:00.", "made_at": AT},
            "address": f"{SITE}/announcements/8/",
        },
    ),
    events.ANNOUNCEMENT_WITHDRAWN: (
        {"announcement": MessageGone()},
        {"announcement": {"id": 8, "status": "gone"}},
    ),
    events.STANDINGS_CHANGED: ({"address": _address("the standings")}, {"address": f"{SITE}/tournaments/3/standings/"}),
    events.ENTRY_CHANGED: (
        {"entry": MessageEntry(), "address": _address("the entry", required=False)},
        {
            "entry": {"id": 12, "player": {"id": 5, "name": "Ana"}, "status": "dropped"},
            "address": f"{SITE}/entries/12/",
        },
    ),
    events.LOG_VERDICT: (
        {"log": MessageLog(), "address": _address("the report of the engine")},
        {
            "log": {
                "sha256": LOG,
                "table": 41,
                "verdict": "verified",
                "code": "",
                "line": None,
                "outcome": "applied",
            },
            "address": f"{SITE}/logs/{LOG}/",
        },
    ),
    PING: ({}, {}),
}
"""The fields of `data` beside the tournament, and an example of them."""

DATA |= {
    kind: ({"address": _address("the tournament")}, {"address": f"{SITE}/tournaments/3/"})
    for kind in EVENTS
    if kind.startswith("tournament.")
}


def _seat(player: int, name: str, score: int | None, place: int | None) -> Example:
    points = None if place is None else 6 if place == 1 else 0
    return {
        "player": {"id": player, "name": name},
        "score": None if place is None else score,
        "place": place,
        "points": None if points is None else float(points),
        "points_exact": None if points is None else str(points),
        "absent": False,
        "stand_in": False,
    }


def _table(status: str, basis: str, proof: str, places: tuple[int, int] | None = None) -> Example:
    first, second = places or (None, None)
    return {
        "table": {
            "id": 41,
            "number": 2,
            "game_number": 1,
            "round": {"id": 9, "number": 1},
            "status": status,
            "basis": basis,
            "proof": proof,
            "seats": [_seat(5, "Ana", 61, first), _seat(6, "Bo", 88, second)],
        },
        "address": f"{SITE}/tables/41/",
    }


DATA |= {
    kind: ({"table": MessageTable(), "address": _address("the table")}, example)
    for kind, example in {
        events.TABLE_SEATS: _table("open", "", ""),
        events.TABLE_REPORTED: _table("reported", "", "reported"),
        events.TABLE_RESULT: _table("confirmed", "report", "agreed", (2, 1)),
        events.TABLE_DISPUTED: _table("disputed", "", ""),
        events.TABLE_REOPENED: _table("open", "", ""),
    }.items()
}
DATA |= {
    kind: (
        {"objection": MessageObjection(), "address": _address("the objection")},
        {
            "objection": {"id": 2, "table": 41, "submission": None, "answer": answer},
            "address": f"{SITE}/objections/2/",
        },
    )
    for kind, answer in {events.OBJECTION_MADE: "", events.OBJECTION_ANSWERED: "rejected"}.items()
}


DATA |= {
    kind: (
        {"call": MessageCall(), "address": _address("the call")},
        {
            "call": {"id": 7, "status": status, "table": {"id": 41, "number": 2}, "round": {"id": 9, "number": 1}},
            "address": f"{SITE}/calls/7/",
        },
    )
    for kind, status in {events.CALL_MADE: "open", events.CALL_TAKEN: "taken", events.CALL_CLOSED: "closed"}.items()
}


def _message(kind: str) -> type[serializers.Serializer[Any]]:
    """The serializer of the messages of one kind."""
    name = "".join(word.title() for word in kind.replace(".", "_").split("_"))
    data = type(f"{name}Data", (serializers.Serializer,), {"tournament": MessageTournament(), **DATA[kind][0]})
    fields = {"type": one_of(kind), "timestamp": serializers.DateTimeField(), "data": data()}
    return type(f"{name}Message", (serializers.Serializer,), {"__doc__": f"A message `{kind}`.", **fields})


KINDS = (*EVENTS, PING)
MESSAGES = {kind: _message(kind) for kind in KINDS}
"""The serializer of each kind of message."""


def example_of(kind: str) -> Example:
    """A message of this kind, as it is sent."""
    status = {events.TOURNAMENT_FINISHED: "finished", events.TOURNAMENT_APPROVED: "finished"}
    status |= {events.APPROVAL_WITHDRAWN: "finished", events.TOURNAMENT_CANCELLED: "cancelled"}
    about = {"id": 3, "name": "Spring cup", "status": status.get(kind, "running")}
    return {"type": kind, "timestamp": AT, "data": {"tournament": about, **DATA[kind][1]}}


WEBHOOKS = [
    OpenApiWebhook(
        name=kind,
        decorator=extend_schema(
            operation_id=f"on_{kind.replace('.', '_')}",
            summary=str(EVENTS.get(kind, "A test message")),
            description="Sent to the webhooks of a tournament that ask for this event; `ping` to any, by hand.",
            tags=["webhooks"],
            request=MESSAGES[kind],
            responses={"2XX": OpenApiResponse(description="Received. Otherwise the message is sent again.")},
            examples=[OpenApiExample(kind, example_of(kind))],
        ),
    )
    for kind in KINDS
]

HEADERS = {
    "webhook-id": "The id of the message, the same in every attempt.",
    "webhook-timestamp": "When this attempt began, in seconds since 1970.",
    "webhook-signature": "`v1,` and the signature, as Standard Webhooks has it.",
}


def add_headers(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:
    """Schema hook: the headers of every message."""
    parameters = [
        {"in": "header", "name": name, "required": True, "schema": {"type": "string"}, "description": what}
        for name, what in HEADERS.items()
    ]
    for methods in result["webhooks"].values():
        methods["post"]["parameters"] = parameters
    return result
