"""What the mails say, by key, and the mails made of it: messages, put into words when they are sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.timezone import localtime

from engine.message import Message, Plural
from nabu.accounts.players.models import Player
from nabu.accounts.players.names import name_of
from nabu.catalogue.variants.queries import short_differences
from nabu.contests.announcements.models import Announcement
from nabu.contests.calls.models import ContactMessage
from nabu.contests.clubs.models import Suspension
from nabu.contests.matches.models import LogSubmission, Objection, Seat, Table
from nabu.contests.results.settling.verification import reason_of, verification_of
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.messages.notifications.links import site_link

TEXTS: dict[str, str | Plural] = {
    "mails.hello": "Hello,",
    "mails.hello_name": "Hello %(name)s,",
    "mails.stop": "Unsubscribe from mails of this kind: %(link)s",
    "mails.sentence": "%(text)s.",
    # --- what became of a registration
    "mails.accepted": "%(tournament)s: you are registered",
    "mails.accepted_text": "You have a place in this tournament. If you cannot come, withdraw so that others can play:",
    "mails.declined": "%(tournament)s: registration declined",
    "mails.declined_text": "The organiser declined your registration.",
    "mails.waiting": "%(tournament)s: you are on the waiting list",
    "mails.waiting_text": (
        "The tournament is full. You will get a mail if a place becomes yours. See your position in the list:"
    ),
    # --- suspended from the events of a club
    "mails.suspended": "%(club)s: you are suspended from its events",
    "mails.suspended_text": (
        "You cannot enter events of %(club)s from %(since)s to %(until)s. Events that are running are not affected. "
        "The reason: %(reason)s"
    ),
    "mails.suspended_object": "If you object, contact the club:",
    "mails.suspension_lifted": "%(club)s: your suspension is lifted",
    "mails.suspension_lifted_text": "You can enter events of %(club)s again. The reason: %(reason)s",
    # --- a round is published
    "mails.table": "%(tournament)s, round %(round)s: table %(table)s",
    "mails.bye": "%(tournament)s, round %(round)s: bye",
    "mails.table_named": "%(tournament)s, %(name)s: table %(table)s",
    "mails.bye_named": "%(tournament)s, %(name)s: bye",
    "mails.reseated_text": "Seats or tables of this round were changed. This is what holds now:",
    "mails.bye_text": "You have a bye in this round.",
    "mails.your_table": "Table: %(table)s",
    "mails.your_seat": "Your seat: %(seat)s",
    "mails.with_you": "At your table: %(names)s",
    "mails.variant": "Variant: %(name)s (%(differs)s)",
    "mails.minutes": Plural("Time: %(minutes)s minute", "Time: %(minutes)s minutes", "minutes"),
    "mails.begins": "Starts: %(moment)s",
    "mails.until": "Play until: %(moment)s",
    # --- deadlines
    "mails.deadline": "%(tournament)s, round %(round)s: play until %(moment)s",
    "mails.deadline_named": "%(tournament)s, %(name)s: play until %(moment)s",
    "mails.deadline_text": (
        "Your table has no result yet. If there is none at the deadline, the organiser decides what happens."
    ),
    "mails.more_time": "%(tournament)s, table %(table)s: new deadline",
    "mails.more_time_text": "The organiser has moved the deadline of your table in round %(round)s.",
    "mails.more_time_named": "The organiser has moved the deadline of your table (%(name)s).",
    # --- the result of a table
    "mails.confirm": "%(tournament)s, table %(table)s: is this result right?",
    "mails.confirm_text": ("A result was reported for your table in round %(round)s. Please confirm or dispute it."),
    "mails.confirm_named": "A result was reported for your table (%(name)s). Please confirm or dispute it.",
    "mails.disputed": "%(tournament)s, table %(table)s: the result is disputed",
    "mails.disputed_text": "The result of your table in round %(round)s is disputed. The organiser will decide.",
    "mails.disputed_named": "The result of your table (%(name)s) is disputed. The organiser will decide.",
    "mails.reopened": "%(tournament)s, table %(table)s: the result was withdrawn",
    "mails.reopened_text": "The result of your table in round %(round)s was withdrawn. The table is open again.",
    "mails.reopened_named": "The result of your table (%(name)s) was withdrawn. The table is open again.",
    "mails.decided": "%(tournament)s, table %(table)s: the result was decided",
    "mails.decided_text": "The result of your table in round %(round)s was decided or changed. It is now:",
    "mails.decided_named": "The result of your table (%(name)s) was decided or changed. It is now:",
    "mails.absent": "%(name)s: did not play",
    "mails.place": "%(name)s: place %(place)s",
    "mails.points": Plural(
        "%(name)s: %(score)s point, place %(place)s", "%(name)s: %(score)s points, place %(place)s", "score"
    ),
    "mails.objection": "%(tournament)s, table %(table)s: your objection was answered",
    "mails.objection_accepted": (
        "A director accepted your objection to the result of round %(round)s. The reason given:"
    ),
    "mails.objection_accepted_named": (
        "A director accepted your objection to the result of your table (%(name)s). The reason given:"
    ),
    "mails.objection_rejected": (
        "A director rejected your objection to the result of round %(round)s. The result stands. The reason given:"
    ),
    "mails.objection_rejected_named": (
        "A director rejected your objection to the result of your table (%(name)s). The result stands. "
        "The reason given:"
    ),
    # --- the end of a tournament
    "mails.finished": "%(tournament)s is finished",
    "mails.finished_text": (
        "The tournament is finished. Thank you for playing! The final standings and the prizes are here:"
    ),
    # --- a tournament is cancelled
    "mails.cancelled": "%(tournament)s is cancelled",
    "mails.cancelled_text": "The organiser cancelled this tournament. The reason given:",
    "mails.cancelled_not": "%(tournament)s takes place after all",
    "mails.cancelled_not_text": "This tournament is no longer cancelled. Your place in it is the same as before:",
    # --- the ratings of a tournament
    "mails.approved": "%(tournament)s: the ratings are approved",
    "mails.approved_text": (
        "The results of the tournament are approved and count for your rating. If something is wrong, you can object "
        "until %(until)s:"
    ),
    "mails.approval_withdrawn": "%(tournament)s: the approval was withdrawn",
    "mails.approval_withdrawn_text": (
        "The approval of the tournament was withdrawn. Its games no longer count for your rating:"
    ),
    "mails.excluded": "%(tournament)s was removed from the ratings",
    "mails.excluded_text": "The site staff removed the tournament from the ratings. The reason: %(reason)s",
    "mails.restored": "%(tournament)s counts for the ratings again",
    "mails.restored_text": "The site staff restored the tournament to the ratings. The reason: %(reason)s",
    # --- the verdict on a game log
    "mails.log_verified": "Your game log is verified",
    "mails.log_unfinished": "Your game log is not finished",
    "mails.log_unreadable": "Your game log cannot be read",
    "mails.log_rejected": "Your game log was rejected",
    "mails.log_not_verified": "Your game log could not be verified",
    # --- messages to organisers and their answers
    "mails.contact": "%(about)s: a message from %(name)s",
    "mails.contact_text": "%(name)s wrote to you as an organiser of %(about)s. Read it and answer here:",
    "mails.contact_answer": "%(about)s: your message was answered",
    "mails.contact_answer_text": "Your message to the organiser of %(about)s was answered. Read the answer here:",
    # --- webhooks
    "mails.webhook_off": "%(tournament)s: a webhook was switched off",
    "mails.webhook_off_text": (
        "Messages to %(url)s have stopped: %(reason)s. Fix the problem, then switch the webhook on again:"
    ),
    # --- announcements
    "mails.announcement": "%(tournament)s: announcement",
    "mails.announcement_round": "%(tournament)s, round %(round)s: announcement",
    "mails.announcement_named": "%(tournament)s, %(name)s: announcement",
    "mails.announcement_table": "%(tournament)s, table %(table)s: announcement",
    "mails.announcement_text": "The organiser announces:",
    "mails.announcement_all": "All announcements:",
}

Part = Message | str
"""A message, or what is the same in every language: a link, somebody's words."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says. Each paragraph has one or more lines."""

    subject: Message
    paragraphs: Sequence[Sequence[Part]]

    def signed(self, stop_link: str) -> Letter:
        """The same with the way to get no more of these."""
        footer: list[Part] = ["-- ", Message("mails.stop", {"link": stop_link})]
        return Letter(self.subject, [*self.paragraphs, footer])

    def to_json(self) -> dict[str, Any]:
        """As a mail keeps it."""
        paragraphs = [
            [line.to_json() if isinstance(line, Message) else line for line in lines] for lines in self.paragraphs
        ]
        return {"subject": self.subject.to_json(), "paragraphs": paragraphs}


TableText = Callable[[Seat, Sequence[Seat]], Letter]


def pairing(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """Where somebody sits, with whom, and how long the round takes."""
    return _where(seat, seated)


def reseated(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """The same after seats or table numbers of a published round were changed."""
    return _where(seat, seated, [Message("mails.reseated_text")])


def _where(seat: Seat, seated: Sequence[Seat], *first: Sequence[Part]) -> Letter:
    table, names = seat.table, _names(seat.table)
    if table.is_bye:
        return Letter(
            _of_round(table, "mails.bye", "mails.bye_named"),
            [[_greeting(seat)], *first, [Message("mails.bye_text")], [_round_page(table)]],
        )
    others = [one.entry.player.name for one in seated if one.pk != seat.pk]
    facts = [
        Message("mails.your_table", names),
        Message("mails.your_seat", {"seat": str(seat.position + 1)}),
        Message("mails.with_you", {"names": ", ".join(others)}),
    ]
    if table.variant:
        differs = tuple(short_differences(table.variant))
        facts.append(Message("mails.variant", {"name": table.variant.name, "differs": differs}))
    facts += _dates(table)
    if minutes := table.round.minutes:
        facts.append(Message("mails.minutes", {"minutes": minutes}))
    return Letter(
        _of_round(table, "mails.table", "mails.table_named"), [[_greeting(seat)], *first, facts, [_table_page(table)]]
    )


def deadline(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """The deadline is near, and there is no result."""
    table, others = seat.table, [one.entry.player.name for one in seated if one.pk != seat.pk]
    subject = _of_round(table, "mails.deadline", "mails.deadline_named")
    facts = [Message("mails.with_you", {"names": ", ".join(others)}), *_dates(table)]
    said = Message("mails.deadline_text")
    values = {**subject.values, "moment": _moment(table.due_at)}  # type: ignore[attr-defined]  # from `with_dates`
    return Letter(Message(subject.key, values), [[_greeting(seat)], [said], facts, [_table_page(table)]])


def more_time(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """A director has given the table another deadline."""
    texts = "mails.more_time_text", "mails.more_time_named"
    return _about_table(seat, "mails.more_time", *texts, _dates(seat.table))


def confirm(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """Another player has reported the result."""
    return _about_table(seat, "mails.confirm", "mails.confirm_text", "mails.confirm_named")


def disputed(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """The result of the table is disputed."""
    return _about_table(seat, "mails.disputed", "mails.disputed_text", "mails.disputed_named")


def reopened(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """The result of the table was taken back."""
    return _about_table(seat, "mails.reopened", "mails.reopened_text", "mails.reopened_named")


def decided(seat: Seat, seated: Sequence[Seat]) -> Letter:
    """The organiser has decided or changed the result; what it is now."""
    lines = [_result_line(one) for one in seated]
    return _about_table(seat, "mails.decided", "mails.decided_text", "mails.decided_named", lines)


def objection_answered(objection: Objection) -> Letter:
    """What a director says to somebody's objection."""
    table = objection.table
    if objection.answer == Objection.Answer.ACCEPTED:
        text = _of_round(table, "mails.objection_accepted", "mails.objection_accepted_named")
    else:
        text = _of_round(table, "mails.objection_rejected", "mails.objection_rejected_named")
    said: list[Sequence[Part]] = [[Message("mails.hello")], [text], [objection.answer_reason], [_table_page(table)]]
    return Letter(Message("mails.objection", _names(table)), said)


def finished(player: Player, tournament: Tournament) -> Letter:
    """The tournament is over."""
    hello = Message("mails.hello_name", {"name": player.name})
    standings = site_link("tournaments:standings", tournament.pk)
    subject = Message("mails.finished", {"tournament": tournament.name})
    return Letter(subject, [[hello], [Message("mails.finished_text")], [standings]])


def cancelled(player: Player, tournament: Tournament) -> Letter:
    """The organiser gave the tournament up, and why."""
    said: list[Sequence[Part]] = [[Message("mails.cancelled_text")], [tournament.cancelled_reason]]
    return _about_event(player, tournament, "mails.cancelled", said)


def not_cancelled(player: Player, tournament: Tournament) -> Letter:
    """The organiser took the cancellation back."""
    return _about_event(player, tournament, "mails.cancelled_not", [[Message("mails.cancelled_not_text")]])


def _about_event(player: Player, tournament: Tournament, subject: str, said: Sequence[Sequence[Part]]) -> Letter:
    hello = Message("mails.hello_name", {"name": player.name})
    page = site_link("tournaments:detail", tournament.pk)
    return Letter(Message(subject, {"tournament": tournament.name}), [[hello], *said, [page]])


def registration(found: Registration) -> Letter | None:
    """What became of a registration; None where there is nothing to tell."""
    keys = {
        Registration.Status.ACCEPTED: ("mails.accepted", "mails.accepted_text"),
        Registration.Status.DECLINED: ("mails.declined", "mails.declined_text"),
        Registration.Status.WAITING: ("mails.waiting", "mails.waiting_text"),
    }.get(Registration.Status(found.status))
    if keys is None:
        return None
    hello = Message("mails.hello_name", {"name": found.player.name})
    page = site_link("tournaments:registration", found.tournament_id)
    subject = Message(keys[0], {"tournament": found.tournament.name})
    return Letter(subject, [[hello], [Message(keys[1])], [page]])


def suspension(found: Suspension) -> Letter:
    """Somebody may not enter the events of a club, or may again."""
    club, hello = found.club.name, Message("mails.hello_name", {"name": found.who.name})
    page = site_link("clubs:detail", found.club_id)
    if found.lifted_at is not None:
        text = Message("mails.suspension_lifted_text", {"club": club, "reason": found.lift_reason})
        return Letter(Message("mails.suspension_lifted", {"club": club}), [[hello], [text], [page]])
    days = {"since": found.since.isoformat(), "until": found.until.isoformat()}
    text = Message("mails.suspended_text", {"club": club, "reason": found.reason, **days})
    return Letter(
        Message("mails.suspended", {"club": club}), [[hello], [text], [Message("mails.suspended_object"), page]]
    )


def approved(player: Player, tournament: Tournament, until: str) -> Letter:
    """The ratings of somebody have changed, and may be objected to."""
    return _about_ratings(player, tournament, "mails.approved", Message("mails.approved_text", {"until": until}))


def approval_withdrawn(player: Player, tournament: Tournament) -> Letter:
    """The ratings of somebody went back."""
    return _about_ratings(player, tournament, "mails.approval_withdrawn", Message("mails.approval_withdrawn_text"))


def exclusion(player: Player, tournament: Tournament, reason: str, ended: bool) -> Letter:
    """Staff took a tournament out of the ratings, or put it back."""
    if ended:
        text = Message("mails.restored_text", {"reason": reason})
        return _about_ratings(player, tournament, "mails.restored", text)
    return _about_ratings(player, tournament, "mails.excluded", Message("mails.excluded_text", {"reason": reason}))


def _about_ratings(player: Player, tournament: Tournament, subject: str, text: Message) -> Letter:
    hello = Message("mails.hello_name", {"name": player.name})
    page = site_link("tournaments:ratings", tournament.pk)
    return Letter(Message(subject, {"tournament": tournament.name}), [[hello], [text], [page]])


def verdict(submission: LogSubmission) -> Letter:
    """What the engine says about a log, and what became of it."""
    verification = verification_of(submission.log)
    subject = {
        "verified": Message("mails.log_verified"),
        "unfinished": Message("mails.log_unfinished"),
        "unreadable": Message("mails.log_unreadable"),
        "rejected": Message("mails.log_rejected"),
    }.get(verification.verdict if verification else "", Message("mails.log_not_verified"))
    why = Message.from_json(submission.note) if submission.note else verification and reason_of(verification)
    page = site_link("table:submission", submission.pk)
    found = [[Message("mails.sentence", {"text": subject})], *([[why]] if why else [])]
    return Letter(subject, [[Message("mails.hello")], *found, [page]])


def announcement(said: Announcement) -> Letter:
    """What an organiser says, in their own words."""
    tournament = str(said.tournament.name)
    if said.table is not None:
        subject = Message("mails.announcement_table", {"tournament": tournament, "table": said.table.number})
    elif said.round is None:
        subject = Message("mails.announcement", {"tournament": tournament})
    elif said.round.name:
        name = Message.from_json(said.round.name)
        subject = Message("mails.announcement_named", {"tournament": tournament, "name": name})
    else:
        subject = Message("mails.announcement_round", {"tournament": tournament, "round": said.round.number})
    page = site_link("tournaments:announcements", said.tournament_id)
    all_of_them: list[Part] = [Message("mails.announcement_all"), page]
    words = said.text.split("\n")
    return Letter(subject, [[Message("mails.hello")], [Message("mails.announcement_text")], words, all_of_them])


def contact(message: ContactMessage) -> Letter:
    """Somebody wrote to an organiser, or an organiser answered. What they wrote is read on the site."""
    conversation = message.conversation
    about = conversation.tournament or conversation.club
    values = {"about": about.name if about else "", "name": name_of(message.author)}
    subject, text = ("mails.contact", "mails.contact_text")
    if message.is_answer:
        subject, text = ("mails.contact_answer", "mails.contact_answer_text")
    page = site_link("contact:conversation", conversation.pk)
    return Letter(Message(subject, values), [[Message("mails.hello")], [Message(text, values)], [page]])


def webhook_off(tournament: str, url: str, reason: Message, page: str) -> Letter:
    """An address could not be reached for so long that nothing is sent there any more."""
    text = Message("mails.webhook_off_text", {"url": url, "reason": reason})
    subject = Message("mails.webhook_off", {"tournament": tournament})
    return Letter(subject, [[Message("mails.hello")], [text], [page]])


def _about_table(seat: Seat, subject: str, numbered: str, named: str, *more: Sequence[Part]) -> Letter:
    table = seat.table
    text = _of_round(table, numbered, named)
    return Letter(Message(subject, _names(table)), [[_greeting(seat)], [text], *more, [_table_page(table)]])


def _dates(table: Any) -> list[Message]:
    """When a table of `nabu.contests.dates.queries.with_dates` begins, and until when it is due."""
    dates = (("mails.begins", table.starts_at), ("mails.until", table.due_at))
    return [Message(key, {"moment": _moment(at)}) for key, at in dates if at is not None]


def _moment(at: datetime) -> str:
    """In the zone of the site, the same in every language."""
    return f"{localtime(at):%Y-%m-%d %H:%M %Z}"


def _names(table: Table) -> dict[str, str | int]:
    return {"tournament": table.round.stage.tournament.name, "round": table.round.number, "table": table.number}


def _of_round(table: Table, numbered: str, named: str) -> Message:
    """A message about the round of a table: by its name if it has one, like a final, else by its number."""
    name, names = table.round.name, _names(table)
    return Message(named, {**names, "name": Message.from_json(name)}) if name else Message(numbered, names)


def _greeting(seat: Seat) -> Message:
    return Message("mails.hello_name", {"name": seat.entry.player.name})


def _result_line(seat: Seat) -> Message:
    key = "mails.absent" if seat.absent else "mails.place" if seat.score is None else "mails.points"
    return Message(key, {"name": seat.entry.player.name, "score": seat.score, "place": seat.place})


def _table_page(table: Table) -> str:
    return site_link("table:page", table.pk)


def _round_page(table: Table) -> str:
    return site_link("tournaments:round", table.round_id)
