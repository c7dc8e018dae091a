"""Makes the hall one where more can go wrong: everybody gets mails, and every result is rated at once.

Run as a module in the environment of the site.
"""

from __future__ import annotations


def main() -> None:
    """Change the only hall of the database. Mails of this site go to the log."""
    import django

    django.setup()
    from django.utils import timezone

    from nabu.audit.changes import audited
    from nabu.audit.services import record
    from nabu.notifications.models import Mailbox
    from nabu.players.models import User
    from nabu.results.approval.services import rate_tournament
    from nabu.tournaments.models import Tournament

    @audited
    def approve(tournament: Tournament) -> Tournament:
        """As a director does after the end."""
        tournament.approved_at = timezone.now()
        tournament.save(update_fields=["approved_at"])
        rate_tournament(tournament)
        record(tournament.organiser, "tournament.approved", tournament, tournament=tournament)
        return tournament

    players = list(User.objects.filter(username__startswith="player"))
    for user in players:
        user.email = f"{user.username}@example.org"
    User.objects.bulk_update(players, ["email"])
    Mailbox.objects.bulk_create(Mailbox(user=user, confirmed=user.email) for user in players)
    for tournament in Tournament.objects.order_by("pk"):
        approve(tournament)


if __name__ == "__main__":
    main()
