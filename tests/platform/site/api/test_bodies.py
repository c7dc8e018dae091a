"""Everybody asks for every address of the API (test_permissions.py), and sends bodies that nobody should send to every
write: who may not do a thing hears only that, and a 400 is always an object."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import ValidationError
from rest_framework.test import APIClient

from nabu.web.rest.base import answer_error
from tests.platform.answers import check_answer
from tests.platform.in_turn import VISITOR, asked
from tests.platform.kept import kept_for_file
from tests.platform.scenario import taken_back
from tests.platform.site.api.conftest import World
from tests.platform.site.api.test_permissions import MATRIX, PEOPLE, send
from tests.profiles import LONG

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

JSON = "application/json"
FORM = "multipart/form-data; boundary=x"


def parts(amount: int) -> bytes:
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'
    return part * amount + b"--x--\r\n"


BODIES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", JSON),
    "broken JSON": (b"{", JSON),
    "deep JSON": (b"[" * 100_000, JSON),
    "not UTF-8": (b'{"name": "\xff"}', JSON),
    "an empty object": (b"{}", JSON),
    "a list": (b"[1, 2]", JSON),
    "a list of objects": (b'[{"name": 1}]', JSON),
    "a word": (b'"word"', JSON),
    "null": (b"null", JSON),
    "a form": (parts(1), FORM),
    "a broken form": (b"--y\r\nbroken", FORM),
    "a form without boundary": (b"--x\r\n", "multipart/form-data"),
    "too many fields": (parts(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1), FORM),
    "plain text": (b"\xff\xfe", "text/plain"),
    "another kind": (b"%PDF", "application/pdf"),
    "no kind": (b"{}", "nonsense"),
}
STEP = 1 if LONG else 16
"""The long profile sends every body to every write, the short one a sixteenth of them to each."""
HUGE = {"huge JSON": JSON, "a huge form": FORM, "a huge text": "text/plain", "a huge picture": "image/png"}


class NeverRead(io.BytesIO):
    """A body of many bytes that must not be read."""

    def read(self, *_: object) -> bytes:
        raise AssertionError("nothing of it may be read")


def ask(client: APIClient, method: str, address: str, body: str) -> Any:
    if body in HUGE:
        size = settings.MAX_REQUEST_BYTES + 1
        announced: dict[str, Any] = {"CONTENT_LENGTH": size, "wsgi.input": NeverRead()}
        return client.generic(method, address, content_type=HUGE[body], **announced)
    content, kind = BODIES[body]
    return client.generic(method, address, content, content_type=kind)


def is_object(answer: Any) -> bool:
    """`detail` is a sentence; what else there is, is named by field."""
    if not isinstance(answer, dict) or not answer:
        return False
    return "detail" not in answer or isinstance(answer["detail"], str)


IN_FRONT = ("broken JSON", "another kind", "huge JSON")
"""For those who may not: none of these is looked at. In the short profile one of them sends one, in turn."""


def in_turn(things: Sequence[str], turn: int) -> Sequence[str]:
    return things if LONG or not things else [things[turn % len(things)]]


def sends_what_is_wrong(person: str, people: Sequence[str]) -> bool:
    """Whether this person sends something wrong: a visitor is turned away before anybody knows what to do, so that the
    first row of its kind says enough (tests/platform/in_turn.py)."""
    return person != VISITOR or len(people) == len(PEOPLE)


@dataclass
class Walk:
    """What was otherwise than the matrix says."""

    permissions: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    takes: dict[str, set[str]] = field(default_factory=dict)
    """The parameters that each read names when it refuses one."""


@pytest.fixture(scope="module")
def walks() -> list[Walk]:
    """The one walk of this file, once it is made."""
    return []


@pytest.fixture
def walk(walks: list[Walk], world: World, client_of: Callable[[str], APIClient]) -> Walk:
    """Everybody at every address: what the address is about is made once for both tests, which takes long."""
    if not walks:
        walks.append(walked(world, client_of))
    return walks[0]


def walked(world: World, client_of: Callable[[str], APIClient]) -> Walk:
    accounts = {"player": "ana", "other player": world.elsewhere.username}
    clients = {person: client_of(accounts.get(person, person)) for person in PEOPLE}
    found, writes = Walk(), 0
    asking = asked([case.expected.split() for case in MATRIX.values()], PEOPLE)
    senders = iter(
        asked([case.expected.split() for (method, _name), case in MATRIX.items() if method != "GET"], PEOPLE)
    )
    for ((method, name), case), people in zip(MATRIX.items(), asking, strict=True):
        expected = dict(zip(PEOPLE, case.expected.split(), strict=True))
        with taken_back(world) as here:
            request = case.prepare(here)
            for person in people:
                with transaction.atomic():
                    answer = send(clients[person], method, request)
                    check_answer(answer, signed_in=person != VISITOR)
                    transaction.set_rollback(True)
                if str(answer.status_code) != expected[person]:
                    found.permissions.append(
                        f"{method} {name} of {person}: {answer.status_code} instead of {expected[person]}"
                    )
            if method == "GET":
                readers = [person for person in PEOPLE if expected[person] == "200"]
                if readers:
                    address, _mark, query = f"/api/v1/{request}".partition("?")
                    found.takes[address] = parameters_of(clients[readers[0]].get(f"{address}?{query}&nonsense=1"))
                continue
            address = f"/api/v1/{request[0] if isinstance(request, tuple) else request}"
            for person, may, body in wrong_bodies(expected, next(senders), writes):
                with transaction.atomic():
                    answer = ask(clients[person], method, address, body)
                    transaction.set_rollback(True)
                status = str(answer.status_code)
                wrong_body = {"413", "415"} if body in HUGE else {"400", "409", "415"}
                allowed = {expected[person]} | (wrong_body if may else set())
                if status not in allowed or (status == "400" and not is_object(json.loads(answer.content))):
                    found.bodies.append(f"{method} {name}, {body} of {person}: {status} instead of {expected[person]}")
            writes += 1
    return found


def parameters_of(answer: Any) -> set[str]:
    """What an address takes, by its answer to a parameter `nonsense`."""
    assert answer.status_code == 400, answer.request["PATH_INFO"]
    (sentence,) = answer.json()["nonsense"]
    takes = re.fullmatch(r"Unknown parameter\. This address takes(?:: (.*)| none)\.", sentence)
    assert takes, sentence
    return set(filter(None, (takes[1] or "").split(", ")))


def wrong_bodies(expected: dict[str, str], people: Sequence[str], number: int) -> Iterator[tuple[str, bool, str]]:
    """Who sends what to the write of this number, and whether that person may do it: the first who may sends all that
    can be wrong."""
    may = next(person for person in PEOPLE if expected[person][0] == "2")
    for body in [*BODIES, *HUGE][number % STEP :: STEP]:
        yield may, True, body
    refused = [person for person in people if expected[person][0] == "4"]
    senders = [person for person in refused if sends_what_is_wrong(person, people)]
    for person in in_turn(senders, number):
        for body in in_turn(IN_FRONT, number // len(IN_FRONT)):
            yield person, False, body


def test_each_person_may_do_exactly_what_the_matrix_says(walk: Walk) -> None:
    assert not walk.permissions, "\n".join(walk.permissions)


def test_permission_comes_before_the_body_and_a_400_is_an_object(walk: Walk) -> None:
    """Who may not do it gets the answer of the matrix."""
    assert not walk.bodies, "\n".join(walk.bodies)


def test_every_read_takes_the_parameters_of_the_schema_and_refuses_all_others(walk: Walk) -> None:
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    wrong = {}
    for address, takes in walk.takes.items():
        # Of two paths that fit, the one with fewer names in it.
        path = min(
            (path for path in paths if re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", path), address)),
            key=lambda path: path.count("{"),
        )
        parameters = paths[path]["get"].get("parameters", ())
        assert {"304", "400"} <= paths[path]["get"]["responses"].keys(), path
        if takes != {each["name"] for each in parameters if each["in"] == "query"}:
            wrong[path] = takes
    assert not wrong
    assert len(walk.takes) > 60


def test_a_session_without_its_csrf_token_is_refused_before_the_form_is_read(world: World) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(world.organiser)
    address = f"/api/v1/tournaments/{world.running.pk}/prizes/"
    for body in (*BODIES, *HUGE):
        response = ask(client, "PUT", address, body)
        assert (response.status_code, is_object(response.json())) == (403, True), body


def test_a_key_does_not_make_us_read_a_body_that_is_too_large(
    world: World, client_of: Callable[[str], APIClient]
) -> None:
    for person, status in (("visitor", 401), ("ana", 403), ("organiser", 413)):
        client = client_of(person)
        client.defaults["HTTP_IDEMPOTENCY_KEY"] = "once"
        response = ask(client, "PUT", f"/api/v1/tournaments/{world.running.pk}/prizes/", "huge JSON")
        assert (response.status_code, is_object(response.json())) == (status, True), response.content


@pytest.mark.parametrize("headers", [{"HTTP_HOST": "a b"}, {"HTTP_HOST": "elsewhere.example"}])
def test_what_no_view_gets_to_see_is_an_object_too(db: None, headers: dict[str, Any]) -> None:
    response = APIClient().get("/api/v1/games/", **headers)
    assert (response.status_code, is_object(response.json())) == (400, True)


@pytest.mark.parametrize(
    ("detail", "words"),
    [(["One.", "Two."], "One. Two."), ("One.", "One."), ([{"a": ["One."]}, {"b": "Two."}], "One. Two.")],
)
def test_a_bare_list_of_errors_becomes_a_sentence(detail: Any, words: str) -> None:
    response = answer_error(ValidationError(detail), {"view": None})
    assert response is not None
    assert response.data == {"detail": words}


def test_the_schema_says_so(db: None) -> None:
    paths = APIClient().get("/api/schema/?format=json").json()["paths"]
    found = [
        operation["responses"]["400"]["content"]["application/json"]["schema"]
        for methods in paths.values()
        for operation in methods.values()
        if "400" in operation["responses"]
    ]
    assert found
    assert all(schema["type"] == "object" and schema["minProperties"] == 1 for schema in found)
