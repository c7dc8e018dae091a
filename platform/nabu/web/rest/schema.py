"""What stands at every operation of the API's schema: its scope, and the key against doing it twice."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS

from nabu.accounts.players.scopes import needed_scope

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description=(
        "Chosen by the client, new for each operation. If the same request is sent again within 24 hours, it is not "
        "carried out twice: the first response is returned."
    ),
)


MOST_ID = 2**63 - 1

CRUD = {
    "list": "list",
    "retrieve": "get",
    "create": "create",
    "update": "set",
    "partial_update": "update",
    "destroy": "delete",
}
"""What operations on a list and its objects are called, by the name of the method."""

SINGLE = {"GET": "get", "PUT": "set", "PATCH": "update", "DELETE": "delete"}
"""The same where a view has one object and no actions; a POST there names what it does in its address."""


def path_id(name: str, of: str) -> OpenApiParameter:
    """An id in the address. What `{id}` is, a view says by `id_of`."""
    schema = {"type": "integer", "minimum": 1, "maximum": MOST_ID}
    return OpenApiParameter(name, schema, OpenApiParameter.PATH, description=f"The id of the {of}.")


class ScopedSchema(AutoSchema):
    """Names the scope that a token needs, as `x-scope` and in words, and whose id stands in the address."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """The operation with its scope."""
        operation = super().get_operation(*args, **kwargs)
        scope = needed_scope(self.view, self.method)
        if operation is not None and scope is not None:
            operation["x-scope"] = str(scope)
            operation["description"] = f"{operation.get('description', '')}\n\nScope: `{scope}`.".strip()
        return operation

    def get_operation_id(self) -> str:
        """The words of the address and what is done there: `tables_list`, `tables_get`, but `tables_report` for the
        address `tables/{id}/report/`, which says it already. docs/api.md has the rule."""
        words = [word.replace("-", "_") for word in self._tokenize_path()]
        action = getattr(self.view, "action", None)
        if action is None:
            verb = SINGLE.get(self.method, "")
        elif self.method == "GET" and self._is_list_view():
            verb = "list"
        else:
            verb = CRUD.get(action, "set" if self.method == "PUT" else "")
        return "_".join([*words, verb] if verb else words)

    def get_override_parameters(self) -> list[Any]:
        """The parameters of the view, the id that its `id_of` explains, and the header of every write."""
        parameters = list(super().get_override_parameters())
        if "{id}" in self.path and (of := getattr(self.view, "id_of", "")):
            parameters.append(path_id("id", of))
        return parameters if self.method in SAFE_METHODS else [*parameters, IDEMPOTENCY_KEY]
