"""What the mails say. Each function gives the subject and the text, in the language that is active."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.matches.models import LogSubmission, Seat, Table
from nabu.notifications.links import site_link
from nabu.players.models import Player, User
from nabu.results.verification import verification_of
from nabu.tournaments.models import Tournament
from nabu.variants.queries import in_short

Words = tuple[str, str]
TableText = Callable[[Seat, Sequence[Seat]], Words]


def pairing(seat: Seat, seated: Sequence[Seat]) -> Words:
    """Where somebody sits, with whom, and how long the round takes."""
    table, names = seat.table, _names(seat)
    subject = _("%(tournament)s, round %(round)s: table %(table)s") % names
    if table.is_bye:
        subject = _("%(tournament)s, round %(round)s: a bye") % names
        return subject, _lines(_greeting(seat), _("you have a bye in this round."), _round_page(table))
    others = [one.entry.player.name for one in seated if one.pk != seat.pk]
    facts = [
        _("Table: %(table)s") % names,
        _("Your seat: %(seat)s") % {"seat": seat.position + 1},
        _("With you: %(names)s") % {"names": ", ".join(others)},
    ]
    if table.variant:
        words = {"name": table.variant.name, "differs": in_short(table.variant)}
        facts.append(_("Variant: %(name)s (%(differs)s)") % words)
    if minutes := table.round.minutes:
        facts.append(ngettext("Time: %(minutes)s minute", "Time: %(minutes)s minutes", minutes) % {"minutes": minutes})
    return subject, _lines(_greeting(seat), "\n".join(facts), _table_page(table))


def confirm(seat: Seat, seated: Sequence[Seat]) -> Words:
    """Another player has reported the result."""
    subject = _("%(tournament)s, table %(table)s: is this result right?") % _names(seat)
    text = _("a result was reported for your table in round %(round)s. Please confirm it, or say that it is wrong.")
    return subject, _lines(_greeting(seat), text % _names(seat), _table_page(seat.table))


def disputed(seat: Seat, seated: Sequence[Seat]) -> Words:
    """The result of the table is disputed."""
    subject = _("%(tournament)s, table %(table)s: the result is disputed") % _names(seat)
    text = _("the result of your table in round %(round)s is disputed. The organiser decides.") % _names(seat)
    return subject, _lines(_greeting(seat), text, _table_page(seat.table))


def reopened(seat: Seat, seated: Sequence[Seat]) -> Words:
    """The result of the table was taken back."""
    subject = _("%(tournament)s, table %(table)s: the result was taken back") % _names(seat)
    text = _("the result of your table in round %(round)s was taken back. It is open again.") % _names(seat)
    return subject, _lines(_greeting(seat), text, _table_page(seat.table))


def decided(seat: Seat, seated: Sequence[Seat]) -> Words:
    """The organiser has decided or changed the result; what it is now."""
    subject = _("%(tournament)s, table %(table)s: the result was decided") % _names(seat)
    text = _("the result of your table in round %(round)s was decided or changed. It is now:") % _names(seat)
    result = "\n".join(_result_line(one) for one in seated)
    return subject, _lines(_greeting(seat), text, result, _table_page(seat.table))


def finished(player: Player, tournament: Tournament) -> Words:
    """The tournament is over."""
    names = {"tournament": tournament.name, "name": player.name}
    standings = site_link("tournaments:standings", tournament.pk)
    return _("%(tournament)s is finished") % names, _lines(
        _("Hello %(name)s,") % names,
        _("the tournament is finished. Thank you for playing! The final standings and the prizes are here:"),
        standings,
    )


def verdict(submission: LogSubmission) -> Words:
    """What the engine says about a log, and what became of it."""
    verification = verification_of(submission.log)
    found = verification.verdict if verification else ""
    subject = {
        "verified": _("Your game log is verified"),
        "unfinished": _("Your game log is not finished"),
        "unreadable": _("Your game log cannot be read"),
        "rejected": _("Your game log is rejected"),
    }.get(found, _("Your game log could not be verified"))
    reason = submission.message or (verification.reason if verification else "")
    page = site_link("matches:submission", submission.pk)
    return subject, _lines(_("Hello,"), f"{subject}.", reason, page)


def webhook_off(tournament: str, url: str, reason: str | Promise, page: str) -> Words:
    """An address could not be reached for so long that nothing is sent there any more."""
    subject = _("%(tournament)s: a webhook was switched off") % {"tournament": tournament}
    text = _("nothing is sent to %(url)s any more: %(reason)s. Repair it, then switch the webhook on again:") % {
        "url": url,
        "reason": reason,
    }
    return subject, _lines(_("Hello,"), text, page)


def confirmation(user: User, link: str) -> Words:
    """Is this address right?"""
    text = _("the account “%(name)s” wants its mails sent to this address. If that is you, open this page and confirm:")
    warning = _("If you do not know anything about it, do nothing: you will not hear from us again.")
    return _("Confirm your address"), _lines(_("Hello,"), text % {"name": user.get_username()}, link, warning)


def footer(link: str) -> str:
    """How to get no more of these."""
    return _("No more mails of this kind: %(link)s") % {"link": link}


def _names(seat: Seat) -> dict[str, object]:
    return {
        "tournament": seat.table.round.stage.tournament.name,
        "round": seat.table.round.number,
        "table": seat.table.number,
    }


def _greeting(seat: Seat) -> str:
    return _("Hello %(name)s,") % {"name": seat.entry.player.name}


def _result_line(seat: Seat) -> str:
    words = {"name": seat.entry.player.name, "score": seat.score, "place": seat.place}
    if seat.absent:
        return _("%(name)s: did not play") % words
    if seat.score is None:
        return _("%(name)s: place %(place)s") % words
    return _("%(name)s: %(score)s points, place %(place)s") % words


def _table_page(table: Table) -> str:
    return site_link("matches:table", table.pk)


def _round_page(table: Table) -> str:
    return site_link("tournaments:round", table.round_id)


def _lines(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
