"""The schema describes the API without a gap, and its documentation page obeys our content security policy."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import drf_spectacular
import pytest
import rest_framework
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from openapi_spec_validator import OpenAPIV31SpecValidator

from nabu.web.shared_pages.store import store
from tests.platform.scenario import account

SECURED = {"post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def schema() -> dict[str, object]:
    return SchemaGenerator().get_schema(public=True)


def operations(schema: dict[str, object]) -> list[tuple[str, str, dict[str, object]]]:
    return [(path, method, op) for path, methods in schema["paths"].items() for method, op in methods.items()]  # type: ignore[attr-defined]


def test_the_schema_is_made_without_a_warning() -> None:
    call_command("spectacular", fail_on_warn=True, file="/dev/null")


def test_the_schema_is_valid_openapi_3_1(schema: dict[str, object]) -> None:
    assert schema["openapi"] == "3.1.0"
    plain = json.loads(OpenApiJsonRenderer().render(schema, renderer_context={}))
    found = [f"{error.message[:300]} at {list(error.path)}" for error in OpenAPIV31SpecValidator(plain).iter_errors()]
    assert found == []
    assert '"nullable"' not in json.dumps(plain), "that was OpenAPI 3.0: in 3.1 it says nothing"


def test_the_schema_is_made_once_and_asked_for_with_its_etag(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    store.forget()
    caches["pages"].clear()
    made = Counter[str]()
    one_at_a_time = Lock()
    # Made once for the whole test too: it takes half a second, and here only the number counts.
    first = cache(partial(SchemaGenerator.get_schema, SchemaGenerator(), public=True))

    def counted(_generator: SchemaGenerator, **_arguments: Any) -> Any:
        with one_at_a_time:
            made["schemas"] += 1
        return first()

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    ask = partial(Client().get, "/api/schema/?format=json")
    with ThreadPoolExecutor(4) as at_once:
        answers = list(
            at_once.map(lambda language: ask(headers={"Accept-Language": language}), ["en", "es", "de", "en"])
        )
    assert made["schemas"] == 1
    assert len({answer.content for answer in answers}) == 1
    assert {answer.headers["Content-Language"] for answer in answers} == {"en"}
    etag = answers[0].headers["ETag"]
    again = ask(headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    zipped = ask(headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(zipped.content) == answers[0].content
    assert zipped.headers["ETag"] != etag
    yaml = Client().get("/api/schema/")
    assert yaml.content.startswith(b"openapi: 3.1.0\n")
    assert yaml.headers["ETag"] != etag
    assert "Accept" in re.split(r",\s*", yaml.headers["Vary"])
    assert made["schemas"] == 2
    for module, name in ((drf_spectacular, "__version__"), (rest_framework, "VERSION")):
        monkeypatch.setattr(module, name, "another")
        assert ask().content == answers[0].content
    assert made["schemas"] == 4, "another version of the packages may describe it in another way"


def test_every_operation_has_a_name_of_its_own_that_says_what_it_does(schema: dict[str, object]) -> None:
    names = [str(operation["operationId"]) for _path, _method, operation in operations(schema)]
    assert sorted(set(names)) == sorted(names)
    for path, method, operation in operations(schema):
        name = str(operation["operationId"])
        assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", name), name
        assert not re.search(r"_(retrieve|destroy|partial|partial_update|read|post|put|patch|formatted_\w+)$", name), (
            name
        )
        if name.endswith("_create"):
            # What is uploaded or made by a login is a thing too, though it is not answered by 201.
            made = operation["responses"].keys() & {"201", "202"} or path == "/api/v1/token/"  # type: ignore[attr-defined]
            assert method == "post", name
            assert made, name


def test_operations_are_called_as_the_manual_says(schema: dict[str, object]) -> None:
    names = {(method, path): operation["operationId"] for path, method, operation in operations(schema)}
    assert names["get", "/api/v1/tournaments/"] == "tournaments_list"
    assert names["post", "/api/v1/tournaments/"] == "tournaments_create"
    assert names["get", "/api/v1/tournaments/{id}/"] == "tournaments_get"
    assert names["patch", "/api/v1/tournaments/{id}/"] == "tournaments_update"
    assert names["delete", "/api/v1/tournaments/{id}/"] == "tournaments_delete"
    assert names["put", "/api/v1/tournaments/{id}/seeds/"] == "tournaments_seeds_set"
    assert names["post", "/api/v1/tables/{id}/report/"] == "tables_report"
    assert names["post", "/api/v1/rounds/{id}/publish/"] == "rounds_publish"
    assert names["get", "/api/v1/stages/{id}/bracket/"] == "stages_bracket"


def test_every_operation_has_a_summary_a_text_one_tag_and_typed_answers(schema: dict[str, object]) -> None:
    tags = {tag["name"] for tag in schema["tags"]}  # type: ignore[attr-defined]
    for path, method, operation in operations(schema):
        where = f"{method} {path}"
        assert operation.get("summary"), where
        assert operation.get("description"), where
        assert set(operation["tags"]) <= tags, where  # type: ignore[arg-type]
        assert len(operation["tags"]) == 1, where  # type: ignore[arg-type]
        good = [code for code in operation["responses"] if code.startswith("2")]  # type: ignore[attr-defined]
        # What a worker does later is answered by its job (202) beside the answer of what is done at once.
        assert len([code for code in good if code != "202"]) == 1 or good == ["202"], where
        for code in good:
            assert code == "204" or operation["responses"][code]["content"], where  # type: ignore[index]


def test_changing_something_needs_a_login_except_getting_a_token(schema: dict[str, object]) -> None:
    for path, method, operation in operations(schema):
        open_to_all = {} in operation.get("security", [{}])  # type: ignore[operator]
        if method in SECURED:
            assert open_to_all == (path == "/api/v1/token/" and method == "post"), f"{method} {path}"


def test_every_body_has_an_example_but_logs_and_photos(schema: dict[str, object]) -> None:
    without = set()
    for _path, _method, operation in operations(schema):
        body = operation.get("requestBody")
        if body and not any(kind.get("examples") for kind in body["content"].values()):  # type: ignore[index]
            without.add(operation["operationId"])
    assert without == {"submissions_create", "tables_logs_create", "tables_photos_create"}


def test_every_list_comes_in_pages(schema: dict[str, object]) -> None:
    components = schema["components"]["schemas"]  # type: ignore[index]
    for path, method, operation in operations(schema):
        if method != "get":
            continue
        content = operation["responses"]["200"].get("content", {}).get("application/json", {})  # type: ignore[index]
        kind = content.get("schema", {})
        assert kind.get("type") != "array", path
        if "Paginated" in kind.get("$ref", ""):
            assert "results" in components[kind["$ref"].rsplit("/", 1)[1]]["properties"]


def test_the_documentation_is_our_own_and_has_no_inline_script(db: None, client: Client) -> None:
    response = client.get("/api/docs/")
    page = response.content.decode()
    assert response.status_code == 200
    assert re.findall(r"<script(?![^>]*\ssrc=)", page) == []
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(sources) >= 4
    assert all(source.startswith("/") and not source.startswith("//") for source in sources)
    assert not re.search(r"\son\w+=", page)
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    script = next(source for source in sources if "script" in source)
    answer = client.get(script.replace("&amp;", "&"))
    assert answer.status_code == 200
    assert "javascript" in answer.headers["Content-Type"]
    assert '"validatorUrl": null' in answer.content.decode()


def test_unknown_addresses_answer_in_json(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    for address in (
        "/api/",
        "/api/v2/",
        "/api/v1/tournaments",
        "/api/v1/players/-1/",
        f"/api/v1/players/{'9' * 5000}/",
    ):
        response = client.get(address)
        assert response.status_code == 404, address
        assert response.json()["detail"], address
        assert client.post(address).status_code == 404, address


def test_the_index_links_all_lists_for_everybody(db: None, schema: dict[str, object]) -> None:
    answer = Client().get("/api/v1/")
    assert answer.status_code == 200
    index = answer.json()
    linked = [*index["lists"].values(), *index["own"].values()]
    assert [Client().get(link).status_code in (200, 401) for link in linked] == [True] * len(linked)
    tops = {
        path
        for path, method, operation in operations(schema)
        if method == "get" and path.count("/") == 4 and not needs_a_parameter(operation)
    }
    assert {urlsplit(link).path for link in linked} == tops
    assert [Client().get(index[name]).status_code for name in ("schema", "docs")] == [200, 200]
    reader = Client()
    reader.force_login(account("ana"))
    assert [link for link in linked if reader.get(link).status_code != 200] == []


def needs_a_parameter(operation: dict[str, Any]) -> bool:
    return any(given["in"] == "query" and given.get("required") for given in operation.get("parameters", ()))
