"""The base of the API's views, and what they do with every list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers, viewsets
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.response import Response

M = TypeVar("M", bound=Model, covariant=True)


class ApiViews(viewsets.GenericViewSet[M]):
    """The views of one kind of object: everybody reads, accounts write, unless a view or its service says otherwise."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    lookup_value_converter = "int"

    id_of = ""
    """What the `{id}` of its addresses is the id of, for the schema."""

    def paged(
        self,
        line: type[serializers.BaseSerializer[Any]],
        found: QuerySet[Any] | Sequence[Any],
        each: Callable[[Any], Any] = lambda row: row,
        **context: Any,
    ) -> Response:
        """The page of a list that was asked for. A line is drawn of what `each` makes of a row, and of `context`."""
        rows = [each(row) for row in self.paginate_queryset(found) or ()]
        return self.get_paginated_response(line(rows, many=True, context=context).data)
