"""REST API: experiments of the lab."""

from __future__ import annotations

from typing import Any, get_args

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.bot_comparison import Survival
from analytics.findings import FINDINGS
from engine.registry import GAMES
from nabu.accounts.players.names import name_of
from nabu.catalogue.games.api import Option
from nabu.catalogue.variants.models import Variant
from nabu.core.errors import Refused
from nabu.statistics.lab import services
from nabu.statistics.lab.against import against_as_json, against_report
from nabu.statistics.lab.costs import MOST_CHUNK_SECONDS
from nabu.statistics.lab.models import Arm, Experiment
from nabu.statistics.lab.permissions import can_run_experiments, can_see_experiment
from nabu.statistics.lab.queries import cost_of, progress_of, shown_experiments
from nabu.statistics.lab.reports import records_as_json, report_of
from nabu.statistics.lab.words import cost_sentence
from nabu.web.rest.base import actor_of, errors, nullable, read_body
from nabu.web.rest.parameters import GameKey, read_query
from nabu.web.rest.schema import MOST_ID, path_id
from nabu.web.rest.views import ApiViews

EXAMPLE = {
    "game": "babylonia",
    "name": "Is seven of nine shorter?",
    "players": 4,
    "games": 400,
    "bots": ["greedy"],
    "seed": "7",
    "arms": [{"ruleset": "base"}, {"ruleset": "seven_of_nine"}],
}

COST_EXAMPLE = {"game": "babylonia", "players": 4, "games": 400, "bots": ["search-72"], "arms": 2}

Status = Experiment.Status


class ArmLine(serializers.ModelSerializer[Arm]):
    """A way to play as it was when the experiment started. `variant` is the saved variant it was copied from."""

    switches = serializers.DictField(child=Option())

    class Meta:
        model = Arm
        fields: tuple[str, ...] = (
            "position",
            "name",
            "key",
            "ruleset",
            "switches",
            "components",
            "components_sha256",
            "variant",
        )
        read_only_fields = fields


class ExperimentLine(serializers.ModelSerializer[Experiment]):
    """An experiment. `games` are those of each arm; `played` and `total` count the games of all arms."""

    owner = serializers.SerializerMethodField()
    bots = serializers.ListField(child=serializers.CharField(), help_text="With their versions: greedy/1.")
    arms = ArmLine(many=True, source="arm_list")
    total = serializers.SerializerMethodField()
    problem = serializers.SerializerMethodField()
    games_per_second = serializers.SerializerMethodField()

    class Meta:
        model = Experiment
        fields: tuple[str, ...] = (
            "id",
            "game",
            "name",
            "owner",
            "players",
            "games",
            "bots",
            "seed",
            "tell_luck",
            "rules_version",
            "arms",
            "status",
            "problem",
            "played",
            "total",
            "games_per_second",
            "created_at",
            "started_at",
            "finished_at",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.CharField())
    def get_owner(self, experiment: Experiment) -> str:
        """Who started it."""
        return name_of(experiment.owner)

    @extend_schema_field(serializers.IntegerField())
    def get_total(self, experiment: Experiment) -> int:
        """The games of all arms."""
        return progress_of(experiment).total

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_problem(self, experiment: Experiment) -> str | None:
        """Why it failed; null if it did not."""
        return str(experiment.get_problem_display()) if experiment.problem else None

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_games_per_second(self, experiment: Experiment) -> float | None:
        """The speed of one worker; null before anything was played."""
        return progress_of(experiment).speed


class ResultRow(serializers.Serializer[Any]):
    """One measure of one arm against the base, over pairs of games with the same seed."""

    arm = serializers.IntegerField()
    variant = serializers.CharField()
    base_variant = serializers.CharField()
    measure = serializers.CharField(
        help_text="length, margin, lead_changes, score, seat:1, source:KEY, taken:CARD …; with tell_luck also "
        "seat_margin:1, seat_margin_without_luck:1, bot_margin:BOT, bot_margin_without_luck:BOT"
    )
    kind = serializers.ChoiceField(["turns", "times", "points", "share", "above_par"])
    pairs = serializers.IntegerField(help_text="Pairs of games in which both arms have the measure.")
    base = nullable("Mean in the base.")
    base_low = nullable("Lower end of the 95% interval.")
    base_high = nullable("Upper end of the 95% interval.")
    value = nullable("Mean in the arm.")
    value_low = nullable("Lower end of the 95% interval.")
    value_high = nullable("Upper end of the 95% interval.")
    difference = nullable("Mean of arm minus base.")
    difference_low = nullable("Lower end of the 95% interval.")
    difference_high = nullable("Upper end of the 95% interval.")
    effect = nullable("The difference in standard deviations of a single game.")
    matters = serializers.FloatField(help_text="The smallest difference worth knowing, in the unit of the measure.")
    detectable = nullable("The true difference that gets the finding differs in four of five such experiments.")
    bound = nullable("The largest difference, in either direction, that the interval leaves possible.")
    p = nullable("Two-sided p-value.")
    q = nullable("Benjamini and Hochberg's q-value over all measures and arms.")
    finding = serializers.ChoiceField(FINDINGS)
    forced = serializers.BooleanField(help_text="The rules of one of the two variants decide it.")
    sentence = serializers.CharField()


class ArmCount(serializers.Serializer[Any]):
    """The games of an arm."""

    variant = serializers.CharField()
    name = serializers.CharField()
    played = serializers.IntegerField()
    unfinished = serializers.IntegerField(help_text="Games that did not finish; not counted elsewhere.")


class ArmSeats(serializers.Serializer[Any]):
    """The shares of wins by seat in one arm."""

    arm = serializers.IntegerField()
    games = serializers.IntegerField()
    shares = serializers.ListField(child=nullable("Share of the wins of a seat."))
    spread = nullable("Largest share minus smallest.")
    p = nullable("P-value for all seats winning equally often.")


class ArmSkill(serializers.Serializer[Any]):
    """How much of the variance of the margin in one arm comes from which bot it is."""

    arm = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField(help_text="Lower end of the 95% interval.")
    high = serializers.FloatField(help_text="Upper end of the 95% interval.")


class ArmLuck(serializers.Serializer[Any]):
    """What measuring luck did for the difference of a margin between an arm and the base."""

    arm = serializers.IntegerField()
    measure = serializers.CharField()
    pairs = serializers.IntegerField()
    left = serializers.FloatField(help_text="The share of the variance that is left without luck.")
    left_low = serializers.FloatField(help_text="Lower end of the 95% interval.")
    left_high = serializers.FloatField(help_text="Upper end of the 95% interval.")
    worth = serializers.IntegerField(help_text="Pairs of the same precision without measuring luck.")


class ExperimentResults(serializers.Serializer[Any]):
    """What was found. `conclusion` is the same in plain sentences."""

    played = serializers.IntegerField()
    conclusion = serializers.ListField(child=serializers.CharField())
    sample_ratio_p = nullable("Below 0.001 the arms did not finish equally many games: do not compare them.")
    arms = ArmCount(many=True)
    seats = ArmSeats(many=True)
    skill = ArmSkill(many=True, help_text="Two different bots at tables of two; empty otherwise.")
    luck = ArmLuck(many=True, help_text="With tell_luck, from 20 pairs on; empty otherwise.")
    rows = ResultRow(many=True)


class ExperimentDetail(ExperimentLine):
    """An experiment with its results; these are null until it is done or cancelled."""

    results = serializers.SerializerMethodField()

    class Meta(ExperimentLine.Meta):
        fields = (*ExperimentLine.Meta.fields, "results")
        read_only_fields = fields

    @extend_schema_field(ExperimentResults(allow_null=True))
    def get_results(self, experiment: Experiment) -> Any:
        """No look at results while it is played: who looks early stops at a lucky moment."""
        if experiment.status not in (Status.DONE, Status.CANCELLED):
            return None
        return records_as_json(experiment, report_of(experiment))


class ArmFields(serializers.Serializer[Any]):
    """A saved variant, or a ruleset with switches and a component set."""

    variant = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ID)
    ruleset = serializers.CharField(required=False, max_length=60)
    switches = serializers.DictField(child=Option(), required=False)
    components = serializers.CharField(required=False, max_length=60)


class ExperimentFields(serializers.Serializer[Any]):
    """A new experiment. The first arm is the base with which the others are compared."""

    game = serializers.ChoiceField(list(GAMES))
    name = serializers.CharField(max_length=services.NAME_LENGTH)
    players = serializers.IntegerField(min_value=2, max_value=20)
    games = serializers.IntegerField(min_value=1, max_value=services.MOST_GAMES)
    bots = serializers.ListField(child=serializers.CharField(max_length=60), min_length=1, max_length=20)
    seed = serializers.CharField(max_length=services.SEED_LENGTH)
    tell_luck = serializers.BooleanField(
        default=False, help_text="Measure luck: also count margins without the luck of the draws. Takes longer."
    )
    arms = serializers.ListField(child=ArmFields(), min_length=services.LEAST_ARMS, max_length=services.MOST_ARMS)


class CostFields(serializers.Serializer[Any]):
    """The size of an experiment."""

    game = serializers.ChoiceField(list(GAMES))
    players = serializers.IntegerField(min_value=2, max_value=20)
    games = serializers.IntegerField(min_value=1, max_value=services.MOST_GAMES)
    bots = serializers.ListField(child=serializers.CharField(max_length=60), min_length=1, max_length=20)
    arms = serializers.IntegerField(
        min_value=services.LEAST_ARMS, max_value=services.MOST_ARMS, default=services.LEAST_ARMS
    )
    tell_luck = serializers.BooleanField(default=False)


class CostLine(serializers.Serializer[Any]):
    """The estimated cost."""

    seconds = serializers.FloatField(help_text="Computing time of all games, estimated for this machine.")
    seconds_a_game = serializers.FloatField()
    limit = nullable("Seconds that an experiment may take; null for staff.")
    games_within_limit = serializers.IntegerField(allow_null=True, help_text="Games in each arm that the limit allows.")
    allowed = serializers.BooleanField()
    sentence = serializers.CharField()


class OtherBotsFields(serializers.Serializer[Any]):
    """Who plays the experiment again. Without `games` as many as before."""

    bots = serializers.ListField(child=serializers.CharField(max_length=60), min_length=1, max_length=20)
    games = serializers.IntegerField(min_value=1, max_value=services.MOST_GAMES, required=False)


class AgainstSide(serializers.Serializer[Any]):
    """One of the two experiments."""

    id = serializers.IntegerField()
    bots = serializers.ListField(child=serializers.CharField())


class AgainstArm(serializers.Serializer[Any]):
    """The seat effect in one variant under both line-ups. `games` holds one number for each experiment."""

    variant = serializers.CharField()
    name = serializers.CharField()
    games = serializers.ListField(child=serializers.IntegerField())
    unfinished = serializers.ListField(child=serializers.IntegerField())
    seat = serializers.IntegerField(
        allow_null=True, help_text="From 1: the seat whose wins are furthest from even in both together."
    )
    survival = serializers.ChoiceField(get_args(Survival))
    warnings = serializers.ListField(child=serializers.CharField())
    conclusion = serializers.ListField(child=serializers.CharField())


class AgainstRow(serializers.Serializer[Any]):
    """One measure under both line-ups: wins and points of a seat, or the share of points from a source."""

    variant = serializers.CharField()
    measure = serializers.CharField(help_text="seat:1, seat_points:1, source_share:KEY …")
    bots = serializers.CharField()
    games = serializers.IntegerField()
    value = nullable("Mean with the first bots.")
    value_low = nullable("Lower end of the 95% interval.")
    value_high = nullable("Upper end of the 95% interval.")
    other_bots = serializers.CharField()
    other_games = serializers.IntegerField()
    other_value = nullable("Mean with the other bots.")
    other_value_low = nullable("Lower end of the 95% interval.")
    other_value_high = nullable("Upper end of the 95% interval.")
    difference = nullable("The other bots' mean minus the first ones'.")
    difference_low = nullable("Lower end of the 95% interval.")
    difference_high = nullable("Upper end of the 95% interval.")
    matters = serializers.FloatField(help_text="The smallest difference worth knowing.")
    detectable = nullable("The smallest true difference that four of five such comparisons find.")
    q = nullable("Benjamini and Hochberg's q-value over all rows.")
    finding = serializers.ChoiceField(FINDINGS)


class AgainstLine(serializers.Serializer[Any]):
    """Two experiments that played the same variants with other bots."""

    one = AgainstSide()
    other = AgainstSide()
    strengths = serializers.ListField(child=serializers.CharField(), help_text="How strong the bots are, as measured.")
    arms = AgainstArm(many=True)
    rows = AgainstRow(many=True)


class ExperimentFilter(serializers.Serializer[Any]):
    """What the list of experiments can be narrowed down to."""

    game = GameKey(help_text="Only experiments in this game.")


@extend_schema(tags=["lab"])
class ExperimentViewSet(ApiViews[Experiment]):
    """Experiments: bots play the same games under several variants."""

    id_of = "experiment"
    serializer_class = ExperimentLine
    bad_input_actions = {"create", "cost", "with_bots"}

    def get_queryset(self) -> QuerySet[Experiment]:
        """What this account may see, the latest first."""
        return shown_experiments(self.request.user).prefetch_related("arms")

    def get_object(self) -> Experiment:
        """The experiment, or 404 for whoever may not see it."""
        return self._seen(self.kwargs["pk"])

    def _seen(self, pk: int) -> Experiment:
        found = get_object_or_404(Experiment.objects.select_related("owner__player"), pk=pk)
        if not can_see_experiment(self.request.user, found):
            raise Http404
        return found

    @extend_schema(
        summary="List experiments", parameters=[ExperimentFilter], responses={200: ExperimentLine(many=True)}
    )
    def list(self, request: Request) -> Response:
        """All finished experiments, and this account's own."""
        return self.paged(ExperimentLine, self.get_queryset().filter(**read_query(request, ExperimentFilter)))

    @extend_schema(
        summary="Start an experiment",
        request=ExperimentFields,
        responses={201: ExperimentDetail},
        examples=[OpenApiExample("Two rulesets", EXAMPLE, request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """Runs in the background; poll until it is done. Each account can run one at a time."""
        given = read_body(request, ExperimentFields, can_run_experiments(request.user))
        values = dict(given.validated_data)
        game = GAMES[values.pop("game")]
        values["arms"] = [_choice(arm) for arm in values["arms"]]
        made = services.create_experiment(actor_of(request), game, services.ExperimentDesign(**values))
        return Response(ExperimentDetail(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(summary="Get an experiment", responses={200: ExperimentDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Progress, and the findings once it is done."""
        return Response(ExperimentDetail(self.get_object()).data)

    @extend_schema(
        summary="Estimate the cost of an experiment",
        request=CostFields,
        responses={200: CostLine},
        examples=[OpenApiExample("Four search bots", COST_EXAMPLE, request_only=True)],
    )
    @action(detail=False, methods=["post"], url_path="cost")
    def cost(self, request: Request) -> Response:
        """Estimates the time from measured games and recent run times on this machine. Nothing is started."""
        given = read_body(request, CostFields, can_run_experiments(request.user)).validated_data
        game, staff = GAMES[given["game"]], actor_of(request).is_staff
        services.check_players_and_bots(game, given["players"], given["bots"])
        found = cost_of(game, given["players"], given["bots"], given["games"], given["arms"], given["tell_luck"])
        limit = None if staff else settings.LAB_MOST_SECONDS
        return Response(
            {
                "seconds": round(found.seconds, 1),
                "seconds_a_game": round(found.a_game, 4),
                "limit": limit,
                "games_within_limit": None if limit is None else found.games_within(limit),
                "allowed": found.a_pair <= MOST_CHUNK_SECONDS and (limit is None or found.seconds <= limit),
                "sentence": cost_sentence(found, limit),
            }
        )

    @extend_schema(
        summary="Repeat an experiment with other bots",
        request=OtherBotsFields,
        responses={201: ExperimentDetail},
        examples=[OpenApiExample("A bot that looks ahead", {"bots": ["search-32"], "games": 400}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="with-bots")
    def with_bots(self, request: Request, pk: int) -> Response:
        """Uses the same variants and the same seed, so that the two experiments can be compared."""
        given = read_body(request, OtherBotsFields, can_run_experiments(request.user)).validated_data
        experiment = self.get_object()
        games = given.get("games", experiment.games)
        made = services.repeat_with_bots(actor_of(request), experiment, given["bots"], games)
        return Response(ExperimentDetail(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Compare two experiments with different bots",
        parameters=[path_id("other", "other experiment")],
        responses={200: AgainstLine, **errors(409)},
    )
    @action(detail=True, methods=["get"], url_path="against/<int:other>")
    def against(self, request: Request, pk: int, other: int) -> Response:
        """Whether the seat effect of the first experiment holds with the bots of the other."""
        report = against_report(self.get_object(), self._seen(other))
        if report.problem:
            raise Refused(report.problem)
        return Response(AgainstLine(against_as_json(report)).data)

    @extend_schema(summary="Pause an experiment", request=None, responses={200: ExperimentDetail})
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, pk: int) -> Response:
        """Pauses after the games in progress."""
        return Response(ExperimentDetail(services.pause_experiment(actor_of(request), self.get_object())).data)

    @extend_schema(summary="Resume an experiment", request=None, responses={200: ExperimentDetail})
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, pk: int) -> Response:
        """Refused if the engine or the bots have changed: the games would not be comparable."""
        return Response(ExperimentDetail(services.resume_experiment(actor_of(request), self.get_object())).data)

    @extend_schema(summary="Cancel an experiment", request=None, responses={200: ExperimentDetail})
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: int) -> Response:
        """The games played so far become its result."""
        return Response(ExperimentDetail(services.cancel_experiment(actor_of(request), self.get_object())).data)

    @extend_schema(summary="Remove an experiment", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Removes the experiment from all lists."""
        services.retire_experiment(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)


def _choice(arm: dict[str, Any]) -> services.Choice:
    if "variant" not in arm:
        return services.Choice(arm.get("ruleset", ""), arm.get("switches", {}), arm.get("components", ""))
    variant = Variant.objects.filter(pk=arm["variant"]).first()
    if variant is None:
        raise Refused(_("Unknown variant."))
    return services.Choice(variant=variant)
