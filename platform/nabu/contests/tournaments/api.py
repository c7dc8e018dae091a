"""REST API: tournaments."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import GAMES
from nabu.accounts.players.visibility import enterable_players
from nabu.contests.tournaments.cancelling.services import cancel_tournament, reopen_cancelled, set_keeps_ratings
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, set_seeds
from nabu.contests.tournaments.exports.api import Everything, Imported, PlayerFile, import_file
from nabu.contests.tournaments.exports.everything import everything
from nabu.contests.tournaments.finding.narrowing import State, narrowed
from nabu.contests.tournaments.jobs_api import JobLine
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.page_queries import listed_tournaments
from nabu.contests.tournaments.permissions import can_create_tournament, is_organiser
from nabu.contests.tournaments.queries import standings, visible_to, visible_tournaments
from nabu.contests.tournaments.rounds.api import RoundDetail, round_detail
from nabu.contests.tournaments.rounds.jobs import pair_or_ask
from nabu.contests.tournaments.serializers import (
    Cancellation,
    Entered,
    EntryLine,
    KeptRatings,
    NewEntries,
    Seeds,
    StandingLine,
    TournamentChanges,
    TournamentDetail,
    TournamentFields,
    TournamentLine,
)
from nabu.contests.tournaments.setup.services import (
    TournamentSpec,
    create_tournament,
    delete_draft,
    start_tournament,
    update_tournament,
)
from nabu.contests.tournaments.stages import finish_tournament, reopen_tournament
from nabu.core.name_keys.search import named
from nabu.web.jobs.models import Job
from nabu.web.rest.base import Id, actor_of, errors, read_body
from nabu.web.rest.parameters import GameKey, KnownChoice, Moment, Ordering, Words, read_query
from nabu.web.rest.views import ApiViews


def _example() -> dict[str, Any]:
    """A tournament of the first game, with one ruling that is not its default."""
    game = next(iter(GAMES.values()))
    switch = next(switch for switch in game.switches if len(switch.options) > 1)
    return {
        "name": "Spring cup",
        "game": game.key,
        "ruleset": game.rulesets[0],
        "components": game.component_sets[0],
        "switches": {switch.name: next(option for option in switch.options if option != switch.default)},
        "starts_on": "2027-03-20",
        "stages": [
            {"format": "swiss", "config": {"table_size": 3, "rounds": 3, "advance": 4}},
            {"format": "single_elimination", "config": {"table_size": 2}},
        ],
    }


TOURNAMENT_ORDER = Ordering(
    {"created_at": ("created_at", "id"), "starts_on": ("starts_on", "id"), "name": ("name_key", "id")}
)


class TournamentFilter(serializers.Serializer[Any]):
    """What the list of tournaments can be narrowed down to."""

    game = GameKey(help_text="Only tournaments of this game.")
    status = KnownChoice(Tournament.Status.values, required=False, help_text="Only tournaments in this state.")
    club = Id(required=False, help_text="Only tournaments of this club.")
    state = KnownChoice(
        State.values, required=False, help_text="`open`: players can register; `upcoming`: not started."
    )
    search = Words(help_text="Only tournaments with each of these words in their name or description.")
    place = Words(help_text="Only tournaments with these words in their place.")
    rated = serializers.BooleanField(required=False, allow_null=True, default=None, help_text="Rated, or unrated.")
    free = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="With seats to register for now, or without."
    )
    starts_from = serializers.DateField(required=False, help_text="Only tournaments that start on or after this day.")
    starts_until = serializers.DateField(required=False, help_text="Only tournaments that start on or before this day.")
    changed_since = Moment(help_text="Only tournaments with an entry in their history from this moment on.")
    ordering = TOURNAMENT_ORDER

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A period that ends before it begins has no tournaments."""
        if "starts_from" in attrs and "starts_until" in attrs and attrs["starts_until"] < attrs["starts_from"]:
            raise serializers.ValidationError({"starts_until": [_("The period ends before it begins.")]})
        return attrs


class EntryFilter(serializers.Serializer[Any]):
    """What the list of entries can be narrowed down to."""

    status = KnownChoice(Entry.Status.values, required=False, help_text="Only entries in this state.")
    search = Words(help_text="Only players with these words in their name.")


@extend_schema(tags=["tournaments"])
class TournamentViewSet(ApiViews[Any]):
    """Tournaments. A draft is seen by its organiser only."""

    id_of = "tournament"
    serializer_class = TournamentDetail
    bad_input_actions = {"create"}

    def get_queryset(self) -> QuerySet[Tournament]:
        """What this account may see."""
        shown = listed_tournaments().filter(visible_to(self.request.user)).prefetch_related("stages")
        return shown.order_by("-created_at", "-id")

    @extend_schema(
        summary="List tournaments",
        parameters=[TournamentFilter],
        responses={200: TournamentLine(many=True), **errors(400)},
    )
    def list(self, request: Request) -> Response:
        """Tournaments that this account may see, latest first."""
        wanted = read_query(request, TournamentFilter)
        ordering = wanted.pop("ordering", None)
        return self.paged(TournamentLine, TOURNAMENT_ORDER.sort(narrowed(self.get_queryset(), **wanted), ordering))

    @extend_schema(summary="Get a tournament", responses={200: TournamentDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """A tournament with its rules and stages."""
        return self._answer(self.get_object())

    @extend_schema(
        summary="Create a tournament",
        request=TournamentFields,
        responses={201: TournamentDetail},
        examples=[OpenApiExample("Swiss and final", _example(), request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """Creates a draft, organised by this account."""
        given = read_body(request, TournamentFields, can_create_tournament(request.user))
        made = create_tournament(actor_of(request), TournamentSpec(**given.validated_data))
        return self._answer(self._again(made), status.HTTP_201_CREATED)

    @extend_schema(
        summary="Change a tournament",
        request=TournamentChanges,
        responses={200: TournamentDetail},
        examples=[OpenApiExample("New date", {"starts_on": "2027-03-27"}, request_only=True)],
    )
    def partial_update(self, request: Request, pk: int) -> Response:
        """After the start only name, description, place, times, clocks, live games, `self_drop` and `club`."""
        tournament = self.get_object()
        given = read_body(request, TournamentChanges, is_organiser(request.user, tournament))
        return self._answer(self._again(update_tournament(actor_of(request), tournament, **given.validated_data)))

    @extend_schema(summary="Delete a draft", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Only before the start."""
        delete_draft(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Start a tournament", request=None, responses={200: TournamentDetail})
    @action(detail=True, methods=["post"])
    def start(self, request: Request, pk: int) -> Response:
        """Fixes entries and stages and opens the first stage."""
        return self._answer(self._again(start_tournament(actor_of(request), self.get_object())))

    @extend_schema(summary="Finish a tournament", request=None, responses={200: TournamentDetail})
    @action(detail=True, methods=["post"])
    def finish(self, request: Request, pk: int) -> Response:
        """Finishes the tournament and its last stage."""
        return self._answer(self._again(finish_tournament(actor_of(request), self.get_object())))

    @extend_schema(summary="Reopen a tournament", request=None, responses={200: TournamentDetail})
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, pk: int) -> Response:
        """Reopens a finished tournament, or takes a cancellation back: then it is what it was before."""
        tournament = self.get_object()
        service = reopen_cancelled if tournament.status == Tournament.Status.CANCELLED else reopen_tournament
        return self._answer(self._again(service(actor_of(request), tournament)))

    @extend_schema(
        summary="Cancel a tournament",
        request=Cancellation,
        responses={200: TournamentDetail},
        examples=[OpenApiExample("Too few players", {"reason": "Only three players registered."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: int) -> Response:
        """Gives up a running tournament, or a draft with registration. Open tables stay without a result."""
        tournament = self.get_object()
        given = read_body(request, Cancellation, is_organiser(request.user, tournament))
        return self._answer(self._again(cancel_tournament(actor_of(request), tournament, **given.validated_data)))

    @extend_schema(
        summary="Say whether the games of a cancelled tournament are rated",
        request=KeptRatings,
        responses={200: TournamentDetail},
        examples=[OpenApiExample("They do not count", {"keeps_ratings": False}, request_only=True)],
    )
    @action(detail=True, methods=["put"], url_path="kept-ratings")
    def kept_ratings(self, request: Request, pk: int) -> Response:
        """Until they are approved."""
        tournament = self.get_object()
        given = read_body(request, KeptRatings, is_organiser(request.user, tournament))
        keeps = given.validated_data["keeps_ratings"]
        return self._answer(self._again(set_keeps_ratings(actor_of(request), tournament, keeps)))

    @extend_schema(
        summary="Pair the next round", tags=["rounds"], request=None, responses={201: RoundDetail, 202: JobLine}
    )
    @action(detail=True, methods=["post"])
    def pair(self, request: Request, pk: int) -> Response:
        """Creates a draft round, visible to directors only. A large round is paired by a job (202)."""
        made = pair_or_ask(actor_of(request), self.get_object())
        if isinstance(made, Job):
            return Response(JobLine(made).data, status=status.HTTP_202_ACCEPTED)
        return Response(round_detail(request.user, made.pk), status=status.HTTP_201_CREATED)

    @extend_schema(summary="Get the standings of a tournament", responses={200: StandingLine(many=True)}, filters=True)
    @action(detail=True, methods=["get"])
    def standings(self, request: Request, pk: int) -> Response:
        """The standings of the whole tournament; empty before its start."""
        return self.paged(StandingLine, standings(self.get_object()))

    @extend_schema(
        summary="List entries",
        tags=["entries"],
        operation_id="tournaments_entries_list",
        parameters=[EntryFilter],
        responses={200: EntryLine(many=True)},
        filters=True,
    )
    @action(detail=True, methods=["get"])
    def entries(self, request: Request, pk: int) -> Response:
        """Players by seed."""
        tournament = get_object_or_404(visible_tournaments(request.user), pk=pk)
        wanted = read_query(request, EntryFilter)
        found = tournament.entries.filter(named(wanted.pop("search", ""), "player__name_key"), **wanted)
        return self.paged(EntryLine, found.select_related("player").order_by("seed", "id"))

    @extend_schema(
        summary="Add players",
        tags=["entries"],
        operation_id="tournaments_entries_create",
        request=NewEntries,
        responses={201: Entered},
        examples=[
            OpenApiExample("By name", {"names": ["Ana", "Bo", "Cem"]}, request_only=True),
            OpenApiExample("A known player", {"player": 17}, request_only=True),
            OpenApiExample("An account", {"username": "ana"}, request_only=True),
            OpenApiExample("A stand-in", {"names": ["Dara"], "stand_in": True}, request_only=True),
        ],
    )
    @entries.mapping.post
    def enter(self, request: Request, pk: int) -> Response:
        """Adds all or none. A name means a guest of the organiser or club, never a player with an account."""
        tournament = self.get_object()
        given = read_body(request, NewEntries, is_organiser(request.user, tournament))
        actor, words = actor_of(request), given.validated_data
        if "names" in words:
            made = add_entries_by_name(actor, tournament, words["names"], stand_in=words["stand_in"])
        else:
            known = enterable_players(request.user, words.get("username", ""))
            which = {"pk": words["player"]} if "player" in words else {"user__username": words["username"]}
            player = get_object_or_404(known, **which)
            made = [add_entry(actor, tournament, player, stand_in=words["stand_in"])]
        return Response(Entered({"entries": made}).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Set the seeds",
        tags=["entries"],
        request=Seeds,
        responses={204: None},
        examples=[OpenApiExample("Three entries", {"entries": [3, 1, 2]}, request_only=True)],
    )
    @action(detail=True, methods=["put"])
    def seeds(self, request: Request, pk: int) -> Response:
        """Takes all entries in order, strongest first."""
        tournament = self.get_object()
        given = read_body(request, Seeds, is_organiser(request.user, tournament))
        set_seeds(actor_of(request), tournament, given.validated_data["entries"])
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Import players or a report file",
        tags=["entries"],
        operation_id="tournaments_import",
        request=PlayerFile,
        responses={201: Imported},
        examples=[OpenApiExample("Names and ratings", {"text": "Name;Rating\nAna;1850\nBo;"}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="import")
    def import_players(self, request: Request, pk: int) -> Response:
        """Imports players from CSV or a FIDE report file (TRF), optionally with all rounds. Errors come by row."""
        tournament = self.get_object()
        given = read_body(request, PlayerFile, is_organiser(request.user, tournament))
        made = import_file(actor_of(request), tournament, **given.validated_data)
        return Response(Imported(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(summary="Export a tournament", operation_id="tournaments_export", responses={200: Everything})
    @action(detail=True, methods=["get"])
    def export(self, request: Request, pk: int) -> Response:
        """The whole tournament: rules, players, published rounds with results, standings."""
        tournament = self.get_object()
        return Response(everything(tournament, is_organiser(request.user, tournament)))

    def _again(self, tournament: Tournament) -> Tournament:
        return self.get_queryset().get(pk=tournament.pk)

    def _answer(self, tournament: Tournament, code: int = status.HTTP_200_OK) -> Response:
        return Response(TournamentDetail(tournament, context=self.get_serializer_context()).data, status=code)
