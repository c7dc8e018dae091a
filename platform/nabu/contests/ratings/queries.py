"""What pages and the API read about ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    DateTimeField,
    F,
    FloatField,
    Func,
    IntegerField,
    Q,
    QuerySet,
    Value,
    When,
    Window,
)
from django.db.models.functions import Floor, Greatest, Least, Rank, Sqrt
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone

from competition.ratings.elo import START
from competition.ratings.prediction import SYSTEM, expected_places, win_chances
from competition.ratings.uncertainty import (
    DRIFT_A_DAY,
    PROVISIONAL_ABOVE,
    SPREAD,
    SkillEstimate,
    conservative_strength,
    margin,
)
from nabu.accounts.players.models import Player
from nabu.accounts.versions.services import ratings_topic
from nabu.contests.ratings.models import INACTIVE_AFTER, Rating, RatingEntry, RatingQuality
from nabu.web.shared_pages.making import known_before


@dataclass(frozen=True, slots=True)
class Outlook:
    """One player's chance to win and expected place. `provisional`: little is known of this player."""

    chance: float
    expected_place: float
    provisional: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is said about a match, in the order of the players who were asked for. `informed` is False as long as the
    ratings of the game are not shown to predict: then everybody has the same chance."""

    outlooks: Sequence[Outlook]
    informed: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a rating on the leaderboard, of `listed`. From `best` to `worst`: the places that are left if only
    those count as better or worse whose interval lies wholly above or below."""

    place: int
    best: int
    worst: int
    listed: int


def rating_of(player: Player, game: str) -> Rating | None:
    """The current rating, or None before the first rated game."""
    return Rating.objects.filter(player=player, game=game).first()


def seeding_strength(mu: float, sigma: float) -> float:
    """What seeding goes by: a strength that the player very probably has, by the second rating as the last game left
    it, so that the order of seeds is the same tomorrow.

    Two lucky games put nobody above those who have shown the same in fifty.
    """
    return conservative_strength(SkillEstimate(mu, sigma))


class _Days(Func):
    """The days from the second moment to the first. Django's own difference calls Python for each row of SQLite."""

    arity = 2
    output_field = FloatField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "(julianday(%(expressions)s))"
        return self.as_sql(compiler, connection, template=template, arg_joiner=") - julianday(", **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "(EXTRACT(EPOCH FROM (%(expressions)s))::double precision / 86400)"
        return self.as_sql(compiler, connection, template=template, arg_joiner=" - ", **context)


def sigma_now() -> Least:
    """`Rating.estimate.sigma` as the database works it out."""
    away = Greatest(0.0, Floor(_Days(Value(timezone.now(), DateTimeField()), "last_game_at")))
    return Least(SPREAD, Sqrt(F("sigma") * F("sigma") + DRIFT_A_DAY**2 * away))


def settled() -> Q:
    """Which ratings the leaderboards list: those that are neither provisional nor inactive."""
    return Q(LessThanOrEqual(sigma_now(), PROVISIONAL_ABOVE), last_game_at__gte=timezone.now() - INACTIVE_AFTER)


def standing_of(rating: Rating) -> Standing | None:
    """Where the rating stands; None for one that is not listed. One query."""
    if rating.provisional or rating.inactive:
        return None
    half = margin(1.0) * sigma_now()
    low, high = rating.value - rating.margin, rating.value + rating.margin
    others = Rating.objects.filter(settled(), game=rating.game).annotate(low=F("value") - half, high=F("value") + half)
    counts = others.aggregate(
        listed=Count("pk"),
        better=Count("pk", filter=Q(value__gt=rating.value)),
        surely_better=Count("pk", filter=Q(low__gt=high)),
        surely_worse=Count("pk", filter=Q(high__lt=low)),
    )
    return Standing(
        place=counts["better"] + 1,
        best=counts["surely_better"] + 1,
        worst=counts["listed"] - counts["surely_worse"],
        listed=counts["listed"],
    )


def leaderboard(game: str, everybody: bool = False) -> QuerySet[Rating]:
    """Ratings of a game, the highest first: of those who are neither provisional nor inactive, or of everybody.

    `rank` counts the former only and is None for the others; equal ratings share a rank.
    """
    ratings = Rating.objects.filter(game=game).select_related("player")
    if not everybody:
        ratings = ratings.filter(settled())
    return ratings.annotate(
        listed=Case(When(settled(), then=Value(True)), default=Value(False), output_field=BooleanField()),
        place=Window(Rank(), partition_by=F("listed"), order_by=F("value").desc()),
        rank=Case(When(listed=True, then=F("place")), default=None, output_field=IntegerField()),
    ).order_by("-value", "player__name_key", "player_id")


def journal(player: Player, game: str) -> QuerySet[RatingEntry]:
    """The player's journal, the latest game first, with everybody at the table of each game."""
    return (
        RatingEntry.objects.filter(player=player, rated_game__game=game)
        .select_related("rated_game__table__round__stage__tournament")
        .prefetch_related("rated_game__entries__player")
        .order_by("-rated_game__sequence")
    )


def quality_of(game: str) -> RatingQuality | None:
    """The latest report on the ratings as they are made now; None before there is one."""
    return RatingQuality.objects.filter(game=game, system=SYSTEM).first()


def temperature_of(game: str) -> float | None:
    """The temperature with which ratings of this game become chances to win (`competition.ratings.prediction`).

    None as long as they have not been shown to predict: then everybody has the same chance. A page that is made under a
    version of the ratings asks once for each.
    """
    version = known_before().versions.get(ratings_topic(game))
    return _read_temperature(game) if version is None else temperature_at(game, version)


@lru_cache(maxsize=64)
def temperature_at(game: str, _version: int) -> float | None:
    """The temperature under a version of the ratings, or a later one: whoever knows that asks for the later one."""
    return _read_temperature(game)


def _read_temperature(game: str) -> float | None:
    found = quality_of(game)
    return None if found is None else found.temperature


def forecast(game: str, players: Sequence[int]) -> Forecast:
    """The chances of these players against each other, by their ratings now. Two queries."""
    known = {rating.player_id: rating for rating in Rating.objects.filter(game=game, player__in=players)}
    temperature = temperature_of(game)
    ratings = [known[player].value if player in known else START for player in players]
    return Forecast(
        [
            Outlook(chance, place, player not in known or known[player].provisional)
            for chance, place, player in zip(
                win_chances(ratings, temperature), expected_places(ratings, temperature), players, strict=True
            )
        ],
        informed=temperature is not None and bool(known),
    )
