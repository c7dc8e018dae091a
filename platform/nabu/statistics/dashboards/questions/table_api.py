"""What the tables of the API share: the filter of the pages, and the same rows as in CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError as BadRequest
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.models import NEEDED
from nabu.core.spreadsheet import Record
from nabu.statistics.dashboards.facts.filters import LEFT_OUT, GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.filter_form import FilterForm, filter_form
from nabu.web.pages import game_or_404
from nabu.web.rest.base import errors
from nabu.web.rest.parameters import know, refuse_unknown, unknown_value
from nabu.web.rest.views import ApiView

PROOF = OpenApiParameter(
    "proof",
    OpenApiTypes.STR,
    enum=[level for level, _label in NEEDED],
    description="Only games whose result has at least this level of proof. Default: what each tournament requires.",
)
TYPED = OpenApiParameter(
    "typed",
    OpenApiTypes.STR,
    enum=[LEFT_OUT],
    description="Excludes typed score sheets, which otherwise count for points by source.",
)
OPPONENT = OpenApiParameter(
    "opponent",
    OpenApiTypes.INT,
    description="Only games of the player in which this other player sat too. Needs `player`.",
)
FILTER = [
    OpenApiParameter("variant", OpenApiTypes.STR, description="Only games in this variant."),
    OpenApiParameter("players", OpenApiTypes.INT, description="Only games with this many players."),
    OpenApiParameter(
        "band", OpenApiTypes.INT, description="Only games of this rating band: 0 unknown, 1 the lowest, 4 the highest."
    ),
    OpenApiParameter("since", OpenApiTypes.INT, description="Only games from this month on, as 202611."),
    OpenApiParameter("until", OpenApiTypes.INT, description="Only games until this month, included."),
    OpenApiParameter("tournament", OpenApiTypes.INT, description="Only games of this tournament."),
    OpenApiParameter("player", OpenApiTypes.INT, description="Only games in which this player sat."),
    OPPONENT,
    PROOF,
    TYPED,
]
F = TypeVar("F", bound=Callable[..., Any])

Rows = Callable[[Statistics], Iterable[Record]]
"""What a table has to say about the games of a filter."""


WAITING = (
    "Verified games of this game, tournament, player, opponent and level of proof that are still waiting to be counted."
)


class CountedTable(serializers.Serializer[Any]):
    """What every table says about its games."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    games_waiting = serializers.IntegerField(help_text=WAITING)


class TableView(ApiView):
    """What all tables share: whoever may see the page may read them."""

    permission_classes = [AllowAny]

    def answer(self, request: Request, game: str, rows: Rows, *, typed: bool = False) -> Response:
        """The rows of the filter in the address; `typed`: they count typed score sheets too.

        Raises 404 for an unknown game, 400 for an unknown filter value.
        """
        form = filter_form(request.query_params, game_or_404(game))
        know(request, form.fields)
        refuse_unknown(request)
        statistics = Statistics(chosen_filter(form))
        found = {"games": statistics.count, "games_waiting": statistics.waiting, "rows": list(rows(statistics))}
        return Response(found | {"typed_games": statistics.typed.count} if typed else found)


def chosen_filter(form: FilterForm) -> GameFilter:
    """The filter of an address. Raises 400 with the messages by field for an unknown value."""
    try:
        return form.game_filter()
    except ValidationError:
        found = form.errors.as_data().items()
        raise BadRequest({name: [_in_words(form, name, error) for error in errors] for name, errors in found}) from None


def _in_words(form: FilterForm, name: str, error: ValidationError) -> str:
    """Whoever asks for what there is not is told what there is, unless these are people or tournaments."""
    field = form.fields.get(name)
    if error.code != "invalid_choice" or not isinstance(field, forms.ChoiceField) or hasattr(field, "queryset"):
        return str(error.messages[0])
    choices: Any = field.choices
    return unknown_value(form.data.get(name), [key for key, _title in choices if key != ""])


def described(summary: str, name: str, rows: type[serializers.Serializer[Any]]) -> Callable[[F], F]:
    """The documentation of the `get` of a table."""
    return extend_schema(
        tags=["dashboards"],
        parameters=FILTER,
        summary=summary,
        operation_id=f"dashboards_{name}",
        responses={200: rows, **errors(400, 404)},
    )
