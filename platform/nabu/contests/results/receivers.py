"""What results do when something happens below them."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from nabu.accounts.players.models import User
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.signals import components_loaded
from nabu.contests.results.settling.forfeits import forfeit_games_of
from nabu.contests.results.settling.submission import verify_refused_again
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.signals import games_given_up


@receiver(components_loaded)
def verify_logs_that_name_it(components: ComponentSet, **kwargs: Any) -> None:
    """Logs that were refused because they name a set that was not here are verified again."""
    verify_refused_again(components)


@receiver(games_given_up)
def forfeit_open_games(actor: User, entry: Entry, **kwargs: Any) -> None:
    """Who drops out and gives up, forfeits what is still to be played."""
    forfeit_games_of(actor, entry)
