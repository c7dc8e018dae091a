"""The examples of the schema are what the API takes and answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from nabu.web.rest.examples import FILE
from nabu.web.rest.schema import ScopedSchema
from tests.platform.kept import kept_for_file
from tests.platform.site.api.conftest import World

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

Operation = dict[str, Any]


class Described:
    """The schema, and the serializer of the body of each operation."""

    def __init__(self) -> None:
        self.serializers: dict[str, Any] = {}
        described = ScopedSchema.get_operation

        def noted(schema: ScopedSchema, *args: Any, **kwargs: Any) -> Any:
            operation = described(schema, *args, **kwargs)
            if operation is not None and "requestBody" in operation:
                self.serializers[operation["operationId"]] = schema.get_request_serializer()
            return operation

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ScopedSchema, "get_operation", noted)
            made = SchemaGenerator().get_schema(public=True)
        self.schema = json.loads(OpenApiJsonRenderer().render(made, renderer_context={}))

    def operations(self) -> Iterator[Operation]:
        for methods in self.schema["paths"].values():
            yield from methods.values()

    def problems(self, kind: dict[str, Any], value: Any) -> list[str]:
        """How this value differs from what its schema says."""
        checked = Draft202012Validator({**kind, "components": self.schema["components"]})
        return [f"{error.message[:200]} at {list(error.path)}" for error in checked.iter_errors(value)]


@pytest.fixture(scope="module")
def described() -> Described:
    return Described()


def examples_in(content: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Schema and value of each example in JSON."""
    for media, body in content.items():
        if media == "application/json":
            for example in body.get("examples", {}).values():
                if "value" in example:
                    yield body["schema"], example["value"]


def test_what_a_write_shows_as_its_body_is_accepted(described: Described) -> None:
    accepted = 0
    for operation in described.operations():
        name = operation["operationId"]
        for schema, value in examples_in(operation.get("requestBody", {}).get("content", {})):
            assert described.problems(schema, value) == [], name
            serializer = described.serializers[name]
            if not isinstance(serializer, dict):
                kind = serializer if isinstance(serializer, type) else type(serializer)
                kind(data=value).is_valid(raise_exception=True)
            accepted += 1
    assert accepted > 60


def test_what_a_read_shows_as_its_answer_is_one(described: Described) -> None:
    shown = set()
    for operation in described.operations():
        for code, answer in operation["responses"].items():
            for schema, value in examples_in(answer.get("content", {})):
                assert described.problems(schema, value) == [], operation["operationId"]
                shown.add((operation["operationId"], code))
    assert {(name, "200") for name in json.loads(FILE.read_text())} | {
        ("index", "200"),
        ("events_list", "200"),
    } <= shown


READS: dict[str, Callable[[World], str]] = {
    "tournaments_list": lambda w: "tournaments/",
    "tournaments_get": lambda w: f"tournaments/{w.running.pk}/",
    "tournaments_entries_list": lambda w: f"tournaments/{w.running.pk}/entries/",
    "tournaments_standings_list": lambda w: f"tournaments/{w.running.pk}/standings/",
    "entries_get": lambda w: f"entries/{w.seats[0].entry_id}/",
    "stages_get": lambda w: f"stages/{w.stage.pk}/",
    "rounds_get": lambda w: f"rounds/{w.round.pk}/",
    "tables_get": lambda w: f"tables/{w.table.pk}/",
    "submissions_get": lambda w: f"submissions/{w.submit().pk}/",
    "players_list": lambda w: "players/",
    "players_get": lambda w: f"players/{w.player('ana').pk}/",
    "me_get": lambda w: "me/",
    "ratings_leaderboard": lambda w: "ratings/babylonia/?everybody=true",
}


def test_the_examples_have_the_fields_of_real_answers(world: World) -> None:
    client = APIClient()
    client.force_authenticate(world.users["staff"])
    examples = json.loads(FILE.read_text())
    assert examples.keys() == READS.keys()
    for name, address in READS.items():
        answer = client.get(f"/api/v1/{address(world)}")
        assert answer.status_code == 200, name
        assert differences(examples[name], answer.json(), name) == []


def differences(shown: Any, real: Any, where: str) -> list[str]:
    """Where the fields of one are not those of the other; what is empty in one of them says nothing."""
    if isinstance(shown, list) and isinstance(real, list):
        return differences(shown[0], real[0], f"{where}[]") if shown and real else []
    if not isinstance(shown, dict) or not isinstance(real, dict):
        return []
    if where.endswith((".config", ".tie_breaks")):
        return []
    found = [f"{where}: {sorted(shown.keys() ^ real.keys())}"] if shown.keys() != real.keys() else []
    for name in shown.keys() & real.keys():
        found += differences(shown[name], real[name], f"{where}.{name}")
    return found
