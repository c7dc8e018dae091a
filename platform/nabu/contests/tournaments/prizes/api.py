"""REST API: prizes and who has won them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.api_views import OfTournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.prizes import services
from nabu.contests.tournaments.prizes.queries import PrizeLine, prize_list
from nabu.contests.tournaments.prizes.services import MOST_MONEY, MOST_PLACES, MOST_PRIZES, ONLY_LENGTH, TITLE_LENGTH
from nabu.web.rest.base import SentenceField, actor_of, read_body


class PrizeFields(serializers.Serializer[Any]):
    """A prize for each of some places.

    `amount` is for each place; null for a non-cash prize. `only` is empty for all players, "unrated",
    or "club:" and a name.
    """

    title = serializers.CharField(max_length=TITLE_LENGTH)
    place_from = serializers.IntegerField(min_value=1, max_value=MOST_PLACES, default=1)
    place_to = serializers.IntegerField(min_value=1, max_value=MOST_PLACES, required=False)
    amount = serializers.DecimalField(
        max_digits=9, decimal_places=2, min_value=0, max_value=MOST_MONEY, allow_null=True, default=None
    )
    only = serializers.CharField(max_length=ONLY_LENGTH, allow_blank=True, default="")


class NewPrizes(serializers.Serializer[Any]):
    """The whole list, in order."""

    prizes = serializers.ListField(child=PrizeFields(), max_length=MOST_PRIZES)


class Winner(serializers.Serializer[Any]):
    """The winners of a prize: the entries, the amount for each (null: a non-cash prize), and the reason."""

    entries = serializers.SerializerMethodField()
    names = serializers.SerializerMethodField()
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True)
    why = SentenceField()

    def get_entries(self, allotment: Any) -> list[int]:
        """Their ids."""
        return [competitor.id for competitor in allotment.competitors]

    def get_names(self, allotment: Any) -> list[str]:
        """Their names, in the same order."""
        return [competitor.name for competitor in allotment.competitors]


class PrizeInfo(serializers.Serializer[PrizeLine]):
    """A prize and its winners by the current standings."""

    title = serializers.CharField(source="prize.title")
    place_from = serializers.IntegerField(source="prize.place_from")
    place_to = serializers.IntegerField(source="prize.place_to")
    amount = serializers.DecimalField(source="prize.amount", max_digits=9, decimal_places=2, allow_null=True)
    only = serializers.CharField(source="prize.only", allow_blank=True)
    winners = Winner(source="allotments", many=True)


class PrizesInfo(serializers.Serializer[Any]):
    """The prizes in order. `provisional`: the tournament is not finished."""

    provisional = serializers.BooleanField()
    prizes = PrizeInfo(many=True)


@extend_schema(tags=["tournaments"])
class PrizesOfTournament(OfTournament):
    """The list of prizes of a tournament."""

    serializer_class = PrizesInfo
    pagination_class = None

    @extend_schema(summary="List prizes", responses={200: PrizesInfo})
    @action(detail=True, methods=["get"])
    def prizes(self, request: Request, pk: int) -> Response:
        """Each prize with its winner and the reason."""
        return self._answer(self.get_object())

    @extend_schema(
        summary="Set the prizes",
        request=NewPrizes,
        responses={200: PrizesInfo},
        examples=[
            OpenApiExample(
                "Money and a thing",
                {"prizes": [{"title": "First prize", "amount": "100.00"}, {"title": "A box", "only": "unrated"}]},
                request_only=True,
            )
        ],
    )
    @prizes.mapping.put
    def set_prizes(self, request: Request, pk: int) -> Response:
        """Replaces the whole list; directors only, until the tournament is finished."""
        tournament = self.get_object()
        given = read_body(request, NewPrizes, is_organiser(request.user, tournament))
        specs = [
            services.PrizeSpec(**{"place_to": words["place_from"], **words}) for words in given.validated_data["prizes"]
        ]
        services.set_prizes(actor_of(request), tournament, specs)
        return self._answer(tournament)

    def _answer(self, tournament: Tournament) -> Response:
        provisional = tournament.status != Tournament.Status.FINISHED
        return Response(PrizesInfo({"provisional": provisional, "prizes": prize_list(tournament)}).data)
