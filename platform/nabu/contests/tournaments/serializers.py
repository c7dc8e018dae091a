"""What the API shows of tournaments, and what it reads."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from competition.clock import MOST_MINUTES
from competition.formats import StageSpec
from nabu.accounts.players.names import name_of
from nabu.accounts.players.serializers import PlayerRef
from nabu.catalogue.games.api import Option
from nabu.catalogue.variants.models import Variant
from nabu.contests.clubs.models import Club
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import REACHED
from nabu.contests.matches.serializers import ExactPointsField, PointsField, TableLine
from nabu.contests.tournaments.entering import FEWEST_PLACES, MOST_ENTRIES
from nabu.contests.tournaments.models import (
    CANCEL_REASON,
    CURRENCY_LENGTH,
    FEWEST_EXPECTED,
    MOST_EXPECTED,
    MOST_FEE,
    MOST_WATCH_DELAY,
    Entry,
    Round,
    Stage,
    Tournament,
)
from nabu.contests.tournaments.permissions import can_see_lot, is_organiser
from nabu.contests.tournaments.queries import lot_redraws
from nabu.contests.tournaments.round_dates import dates_of
from nabu.contests.tournaments.variants import tried_variants
from nabu.web.rest.base import Id, TournamentRef

MOST_NAMES = 1024


LEVELS = [(level.value, level.label) for level in REACHED]


class TournamentLine(serializers.ModelSerializer[Tournament]):
    """A tournament in the list; `players` is the number of entries. `being_played`: an event of the demo in which more
    is to come by itself."""

    organiser = serializers.SerializerMethodField()
    players = serializers.IntegerField(read_only=True)

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "id",
            "name",
            "game",
            "ruleset",
            "status",
            "being_played",
            "rated",
            "starts_on",
            "ends_on",
            "organiser",
            "players",
            "created_at",
        )
        read_only_fields = fields

    def get_organiser(self, tournament: Tournament) -> str:
        """The name of the organiser."""
        return name_of(tournament.organiser)


class Cancellation(serializers.Serializer[Any]):
    """Why a tournament is cancelled, for everybody to read, and whether its games may still be rated."""

    reason = serializers.CharField(max_length=CANCEL_REASON)
    keeps_ratings = serializers.BooleanField(default=True)


class KeptRatings(serializers.Serializer[Any]):
    """Whether the games of a cancelled tournament may be rated."""

    keeps_ratings = serializers.BooleanField()


class ConfigField(serializers.DictField):
    """The settings of a format by name; the format checks them (see /api/v1/formats/)."""

    child = serializers.JSONField()


class StageLine(serializers.ModelSerializer[Stage]):
    """A stage and its settings."""

    config = ConfigField(read_only=True)

    class Meta:
        model = Stage
        fields: tuple[str, ...] = ("id", "position", "format", "config", "status")
        read_only_fields = fields


@extend_schema_field({"type": "string", "pattern": r"^\d\d:\d\d(:\d\d(\.\d+)?)?", "example": "10:30:00"})
class ClockTime(serializers.TimeField):
    """A time on the clock of the place. The format "time" of JSON Schema would ask for a time zone."""


class TournamentDetail(TournamentLine):
    """A tournament with its rules and stages. `is_organiser` says whether this account organises it.

    `components_sha256` is the digest of a loaded component set; null for a built-in one. `lot` is empty before the
    start for those who do not work in the tournament; `lot_redraws` says how often it was drawn again. `keeps_ratings`
    says of a cancelled tournament whether its games may be rated.
    """

    starts_at = ClockTime(read_only=True, allow_null=True)
    switches = serializers.DictField(child=Option(), read_only=True)
    components_sha256 = serializers.SerializerMethodField()
    lot = serializers.SerializerMethodField()
    lot_redraws = serializers.SerializerMethodField()
    variants = serializers.SerializerMethodField()
    stages = StageLine(many=True, read_only=True)
    is_organiser = serializers.SerializerMethodField()

    class Meta(TournamentLine.Meta):
        fields = (
            *TournamentLine.Meta.fields,
            "cancelled_reason",
            "keeps_ratings",
            "description",
            "place",
            "starts_at",
            "round_minutes",
            "no_show_minutes",
            "watchable",
            "watch_delay",
            "self_check_in",
            "self_drop",
            "ratings_need",
            "statistics_need",
            "same_club",
            "share_prizes",
            "registration",
            "registration_opens_at",
            "registration_closes_at",
            "registration_approval",
            "capacity",
            "expected_players",
            "fee",
            "fee_currency",
            "club",
            "lot",
            "lot_redraws",
            "components",
            "components_sha256",
            "switches",
            "variants",
            "stages",
            "is_organiser",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_components_sha256(self, tournament: Tournament) -> str | None:
        """The digest that logs of this tournament must name."""
        return tournament.component_set.sha256 if tournament.component_set else None

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_variants(self, tournament: Tournament) -> list[int]:
        """The ids of the variants that are tried against each other; empty if its own rules are played."""
        return [variant.pk for variant in tried_variants(tournament)]

    def get_lot(self, tournament: Tournament) -> str:
        """Everything that chance decides follows from it."""
        return tournament.lot if can_see_lot(self.context["request"].user, tournament) else ""

    def get_lot_redraws(self, tournament: Tournament) -> int:
        """How often another random seed was drawn before the start."""
        return lot_redraws(tournament)

    def get_is_organiser(self, tournament: Tournament) -> bool:
        """Whether this account organises it."""
        return is_organiser(self.context["request"].user, tournament)


class NewStage(serializers.Serializer[Any]):
    """A stage to be created. Settings that `config` leaves out have the format's defaults."""

    format = serializers.CharField(max_length=30)
    config = ConfigField(default=dict)


class TournamentFields(serializers.Serializer[Any]):
    """The settings of a tournament. `club` is the id of a club that the account organises for.

    `rated` needs the rated status of the owner or the club; left out, a new tournament is rated where that is allowed.

    `variants` are the ids of 2 to 4 variants of the game that are tried against each other: each table plays one of
    them, by lot, instead of the rules of the tournament. None: all tables play these.

    `registration`: players register themselves, and everybody sees the draft; see the registration of a tournament.
    """

    name = serializers.CharField(max_length=120)
    description = serializers.CharField(max_length=5000, allow_blank=True, required=False)
    place = serializers.CharField(max_length=120, allow_blank=True, required=False)
    starts_on = serializers.DateField(allow_null=True, required=False)
    starts_at = ClockTime(allow_null=True, required=False)
    ends_on = serializers.DateField(
        allow_null=True, required=False, help_text="The last day of an event of several days, at most 366 later."
    )
    round_minutes = serializers.IntegerField(min_value=0, max_value=MOST_MINUTES, required=False)
    no_show_minutes = serializers.IntegerField(min_value=0, max_value=MOST_MINUTES, required=False)
    watchable = serializers.BooleanField(required=False, help_text="Recorded games can be watched live.")
    watch_delay = serializers.IntegerField(
        min_value=0,
        max_value=MOST_WATCH_DELAY,
        required=False,
        help_text="Delay of live games for spectators, in minutes.",
    )
    self_check_in = serializers.BooleanField(required=False)
    self_drop = serializers.BooleanField(required=False)
    ratings_need = serializers.ChoiceField(
        choices=LEVELS,
        required=False,
        help_text="The level of proof from which games are rated; fixed at the approval.",
    )
    statistics_need = serializers.ChoiceField(
        choices=LEVELS, required=False, help_text="The level of proof from which games count in the statistics."
    )
    same_club = serializers.ChoiceField(choices=Tournament.SameClub.choices, allow_blank=True, required=False)
    share_prizes = serializers.BooleanField(required=False)
    registration = serializers.BooleanField(required=False)
    registration_opens_at = serializers.DateTimeField(allow_null=True, required=False)
    registration_closes_at = serializers.DateTimeField(allow_null=True, required=False)
    registration_approval = serializers.BooleanField(required=False)
    capacity = serializers.IntegerField(
        min_value=FEWEST_PLACES, max_value=MOST_ENTRIES, allow_null=True, required=False
    )
    expected_players = serializers.IntegerField(
        min_value=FEWEST_EXPECTED,
        max_value=MOST_EXPECTED,
        allow_null=True,
        required=False,
        help_text="How many will probably come: the forecast counts with it until more are entered.",
    )
    fee = serializers.DecimalField(
        max_digits=8,
        decimal_places=2,
        min_value=Decimal("0.01"),
        max_value=MOST_FEE,
        allow_null=True,
        required=False,
        help_text="The entry fee. Payments are only recorded, never taken.",
    )
    fee_currency = serializers.CharField(
        max_length=CURRENCY_LENGTH,
        allow_blank=True,
        required=False,
        help_text="The currency of the entry fee and the prizes. A fee needs one.",
    )
    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all(), allow_null=True, required=False)
    rated = serializers.BooleanField(required=False)
    game = serializers.CharField(max_length=30)
    ruleset = serializers.CharField(max_length=60)
    components = serializers.CharField(max_length=60)
    switches = serializers.DictField(child=Option(), required=False)
    variants = serializers.PrimaryKeyRelatedField(queryset=Variant.objects.all(), many=True, required=False)
    stages = NewStage(many=True, allow_empty=False)

    def validate_stages(self, stages: list[dict[str, Any]]) -> list[StageSpec]:
        """As the services want them."""
        return [StageSpec(**stage) for stage in stages]


class TournamentChanges(TournamentFields):
    """Only the fields to change; stages are always given as the whole list."""

    def get_fields(self) -> dict[str, Any]:
        """The same fields, none of them needed."""
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class EntryLine(serializers.ModelSerializer[Entry]):
    """A player in a tournament; seed 1 is the strongest. `guest`: the player has no account. `stand_in`: they fill
    tables and count for nobody."""

    player = PlayerRef(read_only=True)
    guest = serializers.BooleanField(source="is_guest", read_only=True)

    class Meta:
        model = Entry
        fields: tuple[str, ...] = (
            "id",
            "tournament",
            "player",
            "guest",
            "seed",
            "status",
            "stand_in",
            "entered_at",
        )
        read_only_fields = fields


class NewEntries(serializers.Serializer[Any]):
    """One player whom this account can see, one account by its exact user name, or people by name (existing ones, or
    new players). `stand_in`: they fill tables and count for nobody."""

    player = Id(required=False)
    username = serializers.CharField(max_length=150, required=False)
    names = serializers.ListField(
        child=serializers.CharField(max_length=80), required=False, allow_empty=False, max_length=MOST_NAMES
    )
    stand_in = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the three."""
        if len(attrs.keys() - {"stand_in"}) != 1:
            raise serializers.ValidationError("Give either `player`, `username` or `names`.")
        return attrs


class Entered(serializers.Serializer[Any]):
    """The new entries."""

    entries = EntryLine(many=True)


class Seeds(serializers.Serializer[Any]):
    """The ids of all entries, the strongest first."""

    entries = serializers.ListField(child=Id(), max_length=MOST_NAMES)


class StageDetail(StageLine):
    """A stage of a tournament."""

    tournament = TournamentRef(read_only=True)

    class Meta(StageLine.Meta):
        fields = (*StageLine.Meta.fields, "tournament")
        read_only_fields = fields


class RoundLine(serializers.ModelSerializer[Round]):
    """A round. `title` is its name, such as "Final" or "Round 3"; `notes` explain the pairing in plain sentences.
    `starts_at` and `due_at`: when it begins, and the deadline of its results; null where nobody has set them.
    """

    title = serializers.CharField(read_only=True)
    starts_at = serializers.SerializerMethodField()
    due_at = serializers.SerializerMethodField()

    notes = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Round
        fields: tuple[str, ...] = (
            "id",
            "stage",
            "number",
            "title",
            "status",
            "starts_at",
            "due_at",
            "notes",
            "created_at",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_starts_at(self, round_: Round) -> str | None:
        """When it begins."""
        return as_text(dates_of(round_.stage.tournament).of(round_).starts_at)

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_due_at(self, round_: Round) -> str | None:
        """Until when its results are due."""
        return as_text(dates_of(round_.stage.tournament).of(round_).due_at)


class DatedTable(TableLine):
    """A table of a round with its deadline: that of the round, or a later one of its own; null without one."""

    due_at = serializers.SerializerMethodField()

    class Meta(TableLine.Meta):
        fields = (*TableLine.Meta.fields, "due_at")
        read_only_fields = fields

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_due_at(self, table: Table) -> str | None:
        """Until when its result is due."""
        return as_text(dates_of(table.round.stage.tournament).due(table))


def as_text(moment: datetime | None) -> str | None:
    """A time as the API writes it."""
    return None if moment is None else str(serializers.DateTimeField().to_representation(moment))


class StandingLine(serializers.Serializer[Any]):
    """A line of the standings; `points_exact` are the points as a fraction, `tie_breaks` in the order in which they
    decide. `stage` decided the place.
    """

    place = serializers.IntegerField()
    entry = EntryLine()
    points = PointsField()
    points_exact = ExactPointsField(source="points", read_only=True)
    games = serializers.IntegerField()
    byes = serializers.IntegerField()
    wins = serializers.IntegerField()
    tie_breaks = serializers.DictField(child=serializers.FloatField())
    stage = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.INT)
    def get_stage(self, row: Any) -> int:
        """The id of the stage."""
        return int(row.stage.pk)


class Swap(serializers.Serializer[Any]):
    """The ids of two seats of a draft round."""

    first = Id()
    second = Id()
