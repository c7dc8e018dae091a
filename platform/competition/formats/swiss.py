"""Swiss: everybody plays every round, against people with about the same points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.formats.rounds_format import DUTCH, HOUSE, SETTINGS, RoundsConfig, RoundsFormat
from competition.formats.settings import Setting
from competition.invalid_config import InvalidConfig
from competition.pairing.costs import ADJACENT, FOLD, RANDOM, SLIDE
from competition.pairing.dutch import MOST_PLAYERS, pair_dutch
from competition.pairing.rounds import Rules, pair_round
from competition.records import Pairing, RoundInput


class Swiss(RoundsFormat):
    """Swiss for tables of two, three or four; smaller tables where the number of players does not divide."""

    key = "swiss"
    title = gettext_lazy("Swiss")
    description = gettext_lazy(
        "Everybody plays every round and meets people with about the same points. Nobody meets twice if it can be "
        "avoided."
    )
    settings = (
        *SETTINGS.values(),
        Setting(
            "pairing",
            gettext_lazy("Pairing system"),
            gettext_lazy("The strict FIDE Dutch system is for tables of two and at most 100 players."),
            "option",
            HOUSE,
            options=((HOUSE, gettext_lazy("house rules")), (DUTCH, gettext_lazy("FIDE Dutch, strict"))),
        ),
        Setting(
            "pairing_order",
            gettext_lazy("Within equal points"),
            gettext_lazy("Who meets whom at tables of two by the house rules, from the order of seeds."),
            "option",
            SLIDE,
            options=(
                (SLIDE, gettext_lazy("upper half against lower half (1–5, 2–6, 3–7, 4–8)")),
                (FOLD, gettext_lazy("first against last (1–8, 2–7, 3–6, 4–5)")),
                (ADJACENT, gettext_lazy("neighbours (1–2, 3–4, 5–6, 7–8)")),
                (RANDOM, gettext_lazy("by lot")),
            ),
        ),
    )

    def rules(self, config: RoundsConfig) -> Rules:
        return Rules(config.table_size, config.order)

    def read_config(self, data: Mapping[str, object]) -> RoundsConfig:
        config = super().read_config(data)
        if config.pairing == DUTCH and config.table_size != 2:
            raise InvalidConfig(_("The FIDE Dutch system pairs tables of two players only."))
        return config

    def check_field(self, config: RoundsConfig, players: int, sizes: Sequence[int]) -> None:
        super().check_field(config, players, sizes)
        if config.pairing == DUTCH and players > MOST_PLAYERS:
            raise InvalidConfig(
                _("The strict FIDE Dutch pairing is for at most %(most)s players; %(players)s are in this stage.")
                % {"most": MOST_PLAYERS, "players": players}
            )

    def pair(self, config: RoundsConfig, field: RoundInput) -> Pairing:
        """The next round. Where the FIDE rules know no legal pairing the house rules pair it, and a note says so."""
        if config.pairing != DUTCH or len(field.active()) < 2:
            return super().pair(config, field)
        try:
            strict = pair_dutch(field, config.bye_points, config.rounds)
        except InvalidConfig as problem:
            pairing = super().pair(config, field)
            instead = _("%(problem)s The house rules pair this round instead.") % {"problem": problem}
            return Pairing(pairing.tables, pairing.reasons, (instead, *pairing.notes))
        return pair_round(self.rules(config), field, strict)
