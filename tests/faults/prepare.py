"""Makes the hall one where more can go wrong: every result is rated at once and told by mail and by a webhook.

Run as a module in the environment of the site, before it starts: `python -m tests.faults.prepare HALL ADDRESS`. Prints
the last entry of the history as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.load.hall import Hall


def main() -> None:
    """Mails of this site go to the log."""
    import django

    django.setup()
    from celery import current_app

    from nabu.accounts.audit.models import AuditEntry
    from nabu.contests.tournaments.models import Tournament
    from nabu.messages.webhooks.events import EVENTS
    from nabu.messages.webhooks.services import create_webhook
    from nabu.web.jobs.kinds import KINDS
    from tests.platform.by_hand import do_jobs

    # There is no broker and no worker yet.
    current_app.conf.update(broker_url="memory://")
    current_app.loader.import_default_modules()
    file, address = sys.argv[1:]
    hall = Hall.read(Path(file))
    make_mailboxes()
    for tournament in (hall.tournament, hall.second):
        approve(tournament)
    while do_jobs(*KINDS):
        pass
    main = Tournament.objects.get(pk=hall.tournament)
    create_webhook(main.organiser, main, address, list(EVENTS))
    print(json.dumps(AuditEntry.objects.latest("pk").pk))


def make_mailboxes() -> None:
    """Every player has a confirmed address."""
    from nabu.accounts.players.models import User
    from nabu.messages.notifications.models import Mailbox

    players = list(User.objects.filter(username__startswith="player"))
    for user in players:
        user.email = f"{user.username}@example.org"
    User.objects.bulk_update(players, ["email"])
    Mailbox.objects.bulk_create(Mailbox(user=user, confirmed=user.email) for user in players)


def approve(pk: int) -> None:
    """As a director does after the end."""
    from django.utils import timezone

    from nabu.accounts.audit.changes import audited
    from nabu.accounts.audit.services import audit
    from nabu.contests.tournaments.models import Entry, Tournament
    from nabu.contests.tournaments.rating_changes import rate_tournament

    @audited
    def rate(tournament: Tournament) -> Tournament:
        tournament.approved_at, tournament.rated = timezone.now(), True
        tournament.save(update_fields=["approved_at", "rated"])
        Entry.objects.filter(tournament=tournament).update(consent=Entry.Consent.KEPT)
        rate_tournament(tournament)
        audit(tournament.organiser, "tournament.approved", tournament, tournament=tournament)
        return tournament

    rate(Tournament.objects.get(pk=pk))


if __name__ == "__main__":
    main()
