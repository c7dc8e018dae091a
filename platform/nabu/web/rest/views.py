"""The base of the API's views, and what they do with every read and every list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers, views, viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.web.rest.defaults import Pages
from nabu.web.rest.deprecation import say_deprecated
from nabu.web.rest.parameters import know, refuse_unknown

M = TypeVar("M", bound=Model, covariant=True)
READS = ("GET", "HEAD")


class ApiView(views.APIView):
    """A view of the API. A read answers nothing to a parameter that it does not know (`parameters.py`)."""

    id_of = ""
    """What the `{id}` of its addresses is the id of, for the schema."""

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """The answer to what was asked for. What a view reads is known when it has answered."""
        if request.method in READS and response.status_code == 200:
            try:
                refuse_unknown(request)
            except ValidationError as error:
                response = self.handle_exception(error)
        say_deprecated(getattr(self, _method_of(self, request), None), response)
        return super().finalize_response(request, response, *args, **kwargs)


def _method_of(view: ApiView, request: Request) -> str:
    """The method of the view that answers the request."""
    return getattr(view, "action", None) or (request.method or "").lower()


class ApiViews(ApiView, viewsets.GenericViewSet[M]):
    """The views of one kind of object: everybody reads, accounts write, unless a view or its service says otherwise."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    lookup_value_converter = "int"

    def paginate_queryset(self, queryset: QuerySet[Any] | Sequence[Any]) -> list[Any] | None:
        """The page that was asked for; before its rows are read, it is known whether anything else was."""
        know(self.request, (Pages.page_query_param, Pages.page_size_query_param))
        refuse_unknown(self.request)
        return super().paginate_queryset(queryset)

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
