"""League: a season in which everybody plays the declared rounds, against as many different people as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from competition.formats.own_schedule import check_players, check_table_sizes, schedule_concerns
from competition.formats.rounds_format import SETTINGS, RoundsConfig, RoundsFormat
from competition.formats.settings import SCHEDULE
from competition.invalid_config import InvalidConfig
from competition.pairing.costs import RANDOM
from competition.pairing.rounds import Rules
from competition.records import Concern
from engine.message import Message


class League(RoundsFormat):
    """Points rank, but they do not decide who meets whom: only repeated meetings count, and the rest is drawn, unless
    the organiser has a schedule."""

    key = "league"
    settings = (*SETTINGS.values(), SCHEDULE)
    new_settings = (*RoundsFormat.new_settings, "schedule")

    def rules(self, config: RoundsConfig) -> Rules:
        return Rules(config.table_size, RANDOM, by_points=False, rounds=config.rounds, schedule=config.schedule)

    def read_config(self, data: Mapping[str, object]) -> RoundsConfig:
        config = super().read_config(data)
        if config.schedule and len(config.schedule) != config.rounds:
            values = {"schedule": len(config.schedule), "rounds": config.rounds}
            raise InvalidConfig(Message("schedule.rounds", values))
        return config

    def check_game(self, config: RoundsConfig, sizes: Sequence[int]) -> None:
        super().check_game(config, sizes)
        check_table_sizes(config.schedule, [size for size in sizes if size <= config.table_size])

    def check_field(self, config: RoundsConfig, players: int, sizes: Sequence[int]) -> None:
        super().check_field(config, players, sizes)
        check_players(config.schedule, players)

    def forecast(
        self, config: RoundsConfig, players: int, sizes: Sequence[int], *, forbidden: int = 0
    ) -> list[Concern]:
        if config.schedule:
            return schedule_concerns(config.schedule)
        return super().forecast(config, players, sizes, forbidden=forbidden)
