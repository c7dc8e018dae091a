"""Swiss: everybody plays every round, against people with about the same points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from competition.formats.rounds_format import DUTCH, HOUSE, SETTINGS, RoundsConfig, RoundsFormat
from competition.formats.settings import Setting
from competition.invalid_config import InvalidConfig
from competition.pairing.costs import ADJACENT, FOLD, RANDOM, SLIDE
from competition.pairing.dutch import MOST_OFFERED, pair_dutch
from competition.pairing.rounds import Rules, pair_round
from competition.records import Pairing, RoundInput
from engine.message import Message


class Swiss(RoundsFormat):
    """Swiss for tables of two, three or four; smaller tables where the number of players does not divide."""

    key = "swiss"
    settings = (
        *SETTINGS.values(),
        Setting("pairing", "option", HOUSE, Message("setting.pairing.help"), options=(HOUSE, DUTCH)),
        Setting(
            "pairing_order",
            "option",
            SLIDE,
            Message("setting.pairing_order.help"),
            options=(SLIDE, FOLD, ADJACENT, RANDOM),
        ),
    )

    def rules(self, config: RoundsConfig) -> Rules:
        return Rules(config.table_size, config.order, rounds=config.rounds)

    def read_config(self, data: Mapping[str, object]) -> RoundsConfig:
        config = super().read_config(data)
        if config.pairing == DUTCH and config.table_size != 2:
            raise InvalidConfig(Message("config.dutch_needs_duels"))
        return config

    def check_field(self, config: RoundsConfig, players: int, sizes: Sequence[int]) -> None:
        super().check_field(config, players, sizes)
        if config.pairing == DUTCH and players > MOST_OFFERED:
            raise InvalidConfig(Message("config.dutch_stage_too_large", {"most": MOST_OFFERED, "players": players}))

    def pair(self, config: RoundsConfig, field: RoundInput) -> Pairing:
        """The next round. Where the FIDE rules know no legal pairing the house rules pair it, and a note says so."""
        if config.pairing != DUTCH or len(field.active()) < 2:
            return super().pair(config, field)
        try:
            strict = pair_dutch(field, config.bye_points, config.rounds)
        except InvalidConfig as problem:
            pairing = super().pair(config, field)
            instead = Message("note.house_rules_instead", {"problem": problem.message})
            return Pairing(pairing.tables, pairing.reasons, (instead, *pairing.notes))
        return self.with_stand_ins(config, field, pair_round(self.rules(config), field, strict))

    def only_pairing(self, config: RoundsConfig, field: RoundInput) -> bool | None:
        """The FIDE rules lead to one pairing, where they lead to one at all."""
        if config.pairing == DUTCH and len(field.active()) >= 2:
            with suppress(InvalidConfig):
                pair_dutch(field, config.bye_points, config.rounds)
                return True
        return super().only_pairing(config, field)
