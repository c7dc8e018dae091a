"""The one filter of the dashboards: it stands in the address and decides what page, table, CSV and API count.

Its form is in `nabu.statistics.dashboards.filter_form`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from analytics.frames import BANDS
from analytics.sums import Cells
from engine.game import Game
from nabu.accounts.players.models import Player
from nabu.contests.matches.proof import Proof, rank_of
from nabu.contests.tournaments.models import Tournament
from nabu.statistics.dashboards.facts.components import variant_names

LEFT_OUT = "no"
"""How an address says that typed score sheets do not count."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which verified games count. None means all.

    `variant` is a key of `engine.variants`, `band` a rating band (`analytics.frames.BANDS`), `since` and `until` are
    months such as 202611, both included. `player` keeps the games in which this player sat, `opponent` those of them in
    which that other player sat too; everybody at those tables is counted. `proof` is the level of proof from which
    games count; None: what each tournament asks for. `typed`: points by source count typed score sheets too.
    """

    game: Game
    variant: str | None = None
    players: int | None = None
    band: int | None = None
    since: int | None = None
    until: int | None = None
    tournament: Tournament | None = None
    player: Player | None = None
    opponent: Player | None = None
    proof: str | None = None
    typed: bool = True

    @property
    def people(self) -> list[Player]:
        """The player and the opponent, as far as they are set: all of them sat at the table."""
        return [person for person in (self.player, self.opponent) if person is not None]

    @property
    def cells(self) -> Cells:
        """The part of the filter that needs no look at single games."""
        proof = rank_of(self.proof) if self.proof is not None else None
        return Cells(self.variant, self.players, self.band, self.since, self.until, proof, counts=proof is None)

    def values(self) -> dict[str, str | int]:
        """What is set, as it stands in an address, always in the same order."""
        values: dict[str, str | int | None] = {
            "variant": self.variant,
            "players": self.players,
            "band": self.band,
            "since": self.since,
            "until": self.until,
            "tournament": self.tournament.pk if self.tournament else None,
            "player": self.player.pk if self.player else None,
            "opponent": self.opponent.pk if self.opponent else None,
            "proof": self.proof,
            "typed": None if self.typed else LEFT_OUT,
        }
        return {name: value for name, value in values.items() if value is not None}

    def address(self, **more: str | int) -> str:
        """The filter as a query string, with further values behind it; "" if empty.

        A further value takes the place of the filter's own value of that name.
        """
        values = self.values() | more
        return f"?{urlencode(values)}" if values else ""

    def games_address(self, **more: str | int) -> str:
        """Where the games of the filter are listed, those with further values only."""
        return reverse("dashboards:games", args=[self.game.key]) + self.address(**more)

    def only(self, **changed: Any) -> GameFilter:
        """The same filter with other values."""
        return replace(self, **changed)

    def words(self) -> list[str]:
        """The filter in words, one for each part that is set."""
        words = []
        if self.tournament is not None:
            words.append(_("tournament: %(name)s") % {"name": self.tournament.name})
        if self.variant is not None:
            words.append(_("variant: %(name)s") % {"name": variant_names(self.game, [self.variant])[self.variant]})
        if self.players is not None:
            words.append(_("%(count)s players") % {"count": self.players})
        if self.band is not None:
            words.append(_("ratings: %(band)s") % {"band": band_title(self.band)})
        if self.since is not None:
            words.append(_("from %(month)s") % {"month": month_title(self.since)})
        if self.until is not None:
            words.append(_("until %(month)s") % {"month": month_title(self.until)})
        if self.player is not None:
            words.append(_("games of %(name)s") % {"name": self.player.name})
        if self.opponent is not None:
            words.append(_("against %(name)s") % {"name": self.opponent.name})
        if self.proof is not None:
            words.append(_("level of proof: at least %(level)s") % {"level": Proof(self.proof).label})
        if not self.typed:
            words.append(_("without typed score sheets"))
        return words


def public_tournaments(game: Game) -> QuerySet[Tournament]:
    """The tournaments of the game that have started, without practice events. Everybody may see them."""
    return Tournament.objects.filter(game=game.key, practice=False).exclude(status=Tournament.Status.DRAFT)


def band_title(band: int) -> str:
    """A rating band in words."""
    if band == 0:
        return _("a player is unrated")
    if band == 1:
        return _("below %(rating)s") % {"rating": BANDS[0]}
    if band > len(BANDS):
        return _("%(rating)s and more") % {"rating": BANDS[-1]}
    return _("%(low)s to %(high)s") % {"low": BANDS[band - 2], "high": BANDS[band - 1] - 1}


def month_title(month: int) -> str:
    """A month in words. The statistics write 202611 for November 2026, UTC. Raises ValueError for no month."""
    return date_format(date(month // 100, month % 100, 1), "YEAR_MONTH_FORMAT")
