"""Creating, changing, deleting and starting a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.clock import MOST_MINUTES
from competition.formats import StageSpec, check_chain, get_format
from competition.invalid_config import InvalidConfig
from competition.records import Competitor
from engine.game import BadSetup, Game
from engine.registry import get_game
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.accounts.versions.services import table_topic, touch
from nabu.catalogue.games.queries import chosen_set
from nabu.catalogue.games.refusals import impossible_rules
from nabu.catalogue.variants.models import Variant
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.queries import clubs_to_organise_for
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import REACHED, Proof
from nabu.contests.tournaments.consent import follow_club
from nabu.contests.tournaments.entering import FEWEST_PLACES, HOPES, MOST_ENTRIES
from nabu.contests.tournaments.jobs import delete_jobs
from nabu.contests.tournaments.late import check_takes_stand_ins
from nabu.contests.tournaments.locks import ANY_STATE, DRAFT, RUNNING, lock_as
from nabu.contests.tournaments.models import (
    CURRENCY_LENGTH,
    DEFAULT_WATCH_DELAY,
    FEWEST_EXPECTED,
    MOST_EXPECTED,
    MOST_FEE,
    MOST_WATCH_DELAY,
    Entry,
    Registration,
    Stage,
    StageEntry,
    Tournament,
    new_lot,
)
from nabu.contests.tournaments.permissions import Level, can_create_tournament, is_owner
from nabu.contests.tournaments.queries import LOT_DRAWN, draw_seed_of, entrants_of, format_of
from nabu.contests.tournaments.rated_status import check_may_be_rated, may_be_rated
from nabu.contests.tournaments.signals import stages_replaced
from nabu.contests.tournaments.variants import tried_variants, try_variants
from nabu.contests.tournaments.waiting_list import move_up
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.tidy import tidy
from nabu.core.sentences import sentence
from nabu.core.typed_names import check_typed

NAME_LENGTH = 120
PLACE_LENGTH = 120
MOST_DAYS = 366
"""From the first day of an event to its last."""

ALWAYS = {
    "name",
    "description",
    "place",
    "starts_on",
    "starts_at",
    "ends_on",
    "round_minutes",
    "no_show_minutes",
    "watchable",
    "watch_delay",
    "self_drop",
    "rated",
    "ratings_need",
    "statistics_need",
    "fee",
    "fee_currency",
    "club",
}
"""What may still be changed after the start."""

FEE = {"fee", "fee_currency"}
REGISTRATION = {"registration", "registration_opens_at", "registration_closes_at", "registration_approval", "capacity"}
BEFORE = {"self_check_in", "same_club", "share_prizes", "expected_players"} | REGISTRATION
RULES = {"game", "ruleset", "switches", "components"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSpec:
    """What an organiser decides about a new tournament.

    `variants` are tried against each other: each table gets one of them by lot. `rated` None: rated where the owner or
    the club has rated status.
    """

    name: str
    game: str
    ruleset: str
    switches: Mapping[str, Any] = field(default_factory=dict)
    components: str
    description: str = ""
    place: str = ""
    starts_on: date | None = None
    starts_at: time | None = None
    ends_on: date | None = None
    round_minutes: int = 0
    no_show_minutes: int = 15
    watchable: bool = True
    watch_delay: int = DEFAULT_WATCH_DELAY
    self_check_in: bool = True
    self_drop: bool = True
    ratings_need: str = Proof.AGREED
    statistics_need: str = Proof.REPLAYED
    same_club: str = ""
    share_prizes: bool = True
    registration: bool = False
    registration_opens_at: datetime | None = None
    registration_closes_at: datetime | None = None
    registration_approval: bool = False
    capacity: int | None = None
    expected_players: int | None = None
    fee: Decimal | None = None
    fee_currency: str = ""
    club: Club | None = None
    rated: bool | None = None
    variants: Sequence[Variant] = ()
    stages: Sequence[StageSpec]


@audited
def create_tournament(
    actor: User, spec: TournamentSpec, *, draw_seed: str = "", practice: bool = False, being_played: bool = False
) -> Tournament:
    """A draft that only the actor, the members of the club and staff see, unless players register themselves.

    `draw_seed` is given only where everything must be repeatable, in practice events and the demo, which also marks its
    events as `being_played`.
    Raises Refused for rules or stages that do not fit the game.
    """
    if not can_create_tournament(actor):
        raise NotAllowed
    tournament = Tournament(
        name=_checked_name(spec.name, ""),
        description=spec.description.strip(),
        place=" ".join(spec.place.split()),
        game=spec.game,
        ruleset=spec.ruleset,
        switches=dict(spec.switches),
        components=spec.components,
        organiser=actor,
        club=spec.club,
        starts_on=spec.starts_on,
        starts_at=spec.starts_at,
        ends_on=spec.ends_on,
        round_minutes=spec.round_minutes,
        no_show_minutes=spec.no_show_minutes,
        watchable=spec.watchable,
        watch_delay=spec.watch_delay,
        self_check_in=spec.self_check_in,
        self_drop=spec.self_drop,
        ratings_need=spec.ratings_need,
        statistics_need=spec.statistics_need,
        same_club=spec.same_club,
        share_prizes=spec.share_prizes,
        registration=spec.registration,
        registration_opens_at=spec.registration_opens_at,
        registration_closes_at=spec.registration_closes_at,
        registration_approval=spec.registration_approval,
        capacity=spec.capacity,
        expected_players=spec.expected_players,
        fee=spec.fee,
        fee_currency=spec.fee_currency.strip(),
        practice=practice,
        being_played=being_played,
        lot=draw_seed or new_lot(),
    )
    if spec.club is not None:
        _check_club(actor, spec.club)
    _check_settings(tournament)
    _check_currency(tournament)
    _check_start(tournament)
    check_days(tournament.starts_on, tournament.ends_on)
    _check_rules(tournament)
    tournament.rated = may_be_rated(tournament) if spec.rated is None else spec.rated
    if tournament.rated:
        check_may_be_rated(tournament)
    tournament.save()
    try_variants(tournament, spec.variants)
    _set_stages(tournament, spec.stages)
    audit(actor, "tournament.created", tournament, after=_snapshot(tournament), tournament=tournament)
    return tournament


@audited
def update_tournament(actor: User, tournament: Tournament, **fields: Any) -> Tournament:
    """Change a draft in everything (`stages` included); later only what is in `ALWAYS`. Raises Refused.

    Only an owner gives the tournament to a club, because its members get their roles in it.
    """
    locked = lock_as(actor, tournament.pk, ANY_STATE)
    unknown = fields.keys() - ALWAYS - BEFORE - RULES - {"stages", "variants"}
    if unknown:
        raise TypeError(f"unknown fields: {sorted(unknown)}")
    if locked.status != DRAFT and fields.keys() - ALWAYS:
        raise Refused(
            _(
                "After the start you can only change name, description, venue, dates, time, clocks, live view, "
                "dropping out, rated or not, proof required, entry fee and club."
            )
        )
    if locked.approved_at is not None and fields.get("ratings_need", locked.ratings_need) != locked.ratings_need:
        raise Refused(
            _("The tournament is approved. Withdraw the approval before changing the proof required for ratings.")
        )
    _check_fee_kept(locked, fields)
    before, starts = _snapshot(locked), (locked.starts_on, locked.starts_at)
    stages, variants = fields.pop("stages", None), fields.pop("variants", None)
    if "club" in fields and fields["club"] != locked.club:
        if not is_owner(actor, locked):
            raise NotAllowed
        if fields["club"] is not None:
            _check_club(actor, fields["club"])
    for key, value in fields.items():
        if key == "name":
            value = _checked_name(value, locked.name)
        elif key in ("place", "fee_currency"):
            value = " ".join(value.split())
        setattr(locked, key, value)
    _check_settings(locked)
    if fields.keys() & FEE:
        _check_currency(locked)
    if (locked.starts_on, locked.starts_at) != starts:
        _check_start(locked)
    if fields.keys() & {"starts_on", "ends_on"}:
        check_days(locked.starts_on, locked.ends_on)
    _follow_rated_status(locked, before, fields)
    if locked.status == DRAFT:
        _check_rules(locked)
        if variants is not None or "game" in fields:
            try_variants(locked, tried_variants(locked) if variants is None else variants)
        if stages is not None or fields.keys() & RULES:
            _set_stages(locked, stages if stages is not None else _specs(locked))
    locked.save()
    moved_up = _let_registered_in(locked) if fields.keys() & REGISTRATION else []
    if before["rated"] != locked.rated or "club" in fields:
        follow_club(locked)
    after = _snapshot(locked) | ({"moved_up": moved_up} if moved_up else {})
    if before["watchable"] != locked.watchable:
        touch(
            *(
                table_topic(pk)
                for pk in Table.objects.filter(round__stage__tournament=locked, records__status="open").values_list(
                    "pk", flat=True
                )
            )
        )
    audit(actor, "tournament.changed", locked, before, after, tournament=locked)
    return locked


@audited
def redraw_lot(actor: User, tournament: Tournament) -> str:
    """Draw a new lot for a draft, and so another order of everything that chance decides in it. Raises Refused."""
    locked = lock_as(actor, tournament.pk, {DRAFT})
    before, locked.lot = locked.lot, new_lot()
    locked.save(update_fields=["lot"])
    audit(actor, LOT_DRAWN, locked, {"lot": before}, {"lot": locked.lot}, tournament=locked)
    return locked.lot


@audited
def delete_draft(actor: User, tournament: Tournament) -> None:
    """Delete a tournament that has not started, and the players who are there by it alone. The audit trail keeps what
    it was."""
    locked = lock_as(actor, tournament.pk, {DRAFT}, Level.OWNER)
    gone = _players_of_draft_alone(locked)
    audit(actor, "tournament.deleted", locked, before=_snapshot(locked) | {"removed_players": gone})
    delete_jobs(locked)
    locked.delete()
    Player.objects.filter(pk__in=gone).delete()


@audited
def start_tournament(actor: User, tournament: Tournament) -> Tournament:
    """Fix the entries and the stages, and open the first stage with everybody by seed."""
    locked = lock_as(actor, tournament.pk, {DRAFT})
    game = get_game(locked.game)
    entrants = entrants_of(locked)
    stage = locked.stages.get(position=1)
    fmt = get_format(stage.format)
    try:
        check_chain(_specs(locked), game.player_counts)
        fmt.check_field(fmt.read_config(stage.config), len(entrants), game.player_counts)
    except InvalidConfig as problem:
        raise Refused(sentence(problem.message)) from None
    if locked.entries.filter(stand_in=True, status=Entry.Status.ACTIVE).exists():
        check_takes_stand_ins(locked)
    seeded = open_stage(stage, entrants)
    locked.status = RUNNING
    locked.save(update_fields=["status"])
    audit(
        actor,
        "tournament.started",
        locked,
        {"status": DRAFT},
        {"status": RUNNING, "entries": seeded},
        tournament=locked,
    )
    return locked


def open_stage(stage: Stage, entrants: Sequence[Competitor]) -> list[int]:
    """Let these play the stage, seeded by its setting from the order they come in. Returns entry ids by seed."""
    fmt, config = format_of(stage)
    byes = _early_byes(stage, fmt.rounds(config, max(2, len(entrants)))) if fmt.accepts_late else {}
    seeded = [c.id for c in fmt.seeded(stage.config.get("seeding", "order"), entrants, draw_seed_of(stage))]
    StageEntry.objects.filter(stage=stage).delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry_id=entry, seed=seed, group=group, rests=byes.get(entry, []))
        for seed, (entry, group) in enumerate(zip(seeded, fmt.groups(config, len(seeded)), strict=True), start=1)
    )
    stage.status = Stage.Status.RUNNING
    stage.save(update_fields=["status"])
    return seeded


def _early_byes(stage: Stage, rounds: int) -> dict[int, list[int]]:
    """The byes that were requested before the start, by entry: for the first stage, and those of its rounds that there
    are."""
    if stage.position > 1:
        return {}
    asked = Entry.objects.filter(tournament=stage.tournament_id, early_byes__isnull=False)
    return {entry.pk: [number for number in entry.early_byes or [] if number <= rounds] for entry in asked}


def _players_of_draft_alone(draft: Tournament) -> list[int]:
    """Players without an account who are, or once were, entered in this draft and in no other tournament."""
    label = Entry._meta.label_lower
    changes = draft.audit_entries.values_list("changes", flat=True)
    rows = [after for entry in changes for model, _pk, _before, after in entry if model == label and after]
    people = {row["player_id"] for row in rows if "player_id" in row}
    people |= set(draft.entries.values_list("player", flat=True))
    elsewhere = Entry.objects.exclude(tournament=draft).values("player")
    alone = Player.objects.filter(pk__in=people, user=None, rating_entries=None).exclude(pk__in=elsewhere)
    return sorted(alone.values_list("pk", flat=True))


def _checked_name(name: str, before: str) -> str:
    name = tidy(name)
    check_typed(name, before)
    if not name:
        raise Refused(_("A tournament needs a name."))
    if len(name) > NAME_LENGTH:
        raise Refused(_("A name has at most %(length)s characters.") % {"length": NAME_LENGTH})
    return name


def _check_club(actor: User, club: Club) -> None:
    """Raises Refused unless the actor organises for the club."""
    if not clubs_to_organise_for(actor).filter(pk=club.pk).exists():
        raise Refused(_("Only an owner or a director of the club “%(club)s” can do this.") % {"club": club.name})


def _follow_rated_status(tournament: Tournament, before: dict[str, Any], fields: Mapping[str, Any]) -> None:
    """Raises Refused where it is asked to be rated without the status, and for any change after the approval.

    A draft that loses the club with the status becomes unrated; later that is refused.
    """
    if tournament.rated != before["rated"] and tournament.approved_at is not None:
        raise Refused(_("The tournament is approved. Withdraw the approval first."))
    if not tournament.rated or (tournament.rated == before["rated"] and "club" not in fields):
        return
    if before["rated"] and tournament.status == DRAFT and not may_be_rated(tournament) and not fields.get("rated"):
        tournament.rated = False
    else:
        check_may_be_rated(tournament)


def _check_start(tournament: Tournament) -> None:
    """Raises Refused for a time that the clocks skip on that day: pages would show another time than calendars."""
    if tournament.starts_on is None or tournament.starts_at is None:
        return
    start = timezone.make_aware(datetime.combine(tournament.starts_on, tournament.starts_at))
    if timezone.localtime(start.astimezone(UTC)).time() != tournament.starts_at:
        raise Refused(_("The clocks go forward that day and skip this time. Choose another time."))


def check_days(first: date | None, last: date | None) -> None:
    """Raises Refused for a last day without a first one, before it, or more than a year after it."""
    if last is None:
        return
    if first is None:
        raise Refused(_("Enter the first day too."))
    if last < first:
        raise Refused(_("The last day is before the first day."))
    if (last - first).days > MOST_DAYS:
        raise Refused(_("An event lasts at most %(days)s days.") % {"days": MOST_DAYS})


def _check_settings(tournament: Tournament) -> None:
    """Raises Refused for a setting that is out of its bounds."""
    if len(tournament.place) > PLACE_LENGTH:
        raise Refused(_("A venue has at most %(length)s characters.") % {"length": PLACE_LENGTH})
    for minutes in (tournament.round_minutes, tournament.no_show_minutes):
        if not 0 <= minutes <= MOST_MINUTES:
            raise Refused(_("A clock is 0 to %(minutes)s minutes.") % {"minutes": MOST_MINUTES})
    if not 0 <= tournament.watch_delay <= MOST_WATCH_DELAY:
        raise Refused(_("A delay is 0 to %(minutes)s minutes.") % {"minutes": MOST_WATCH_DELAY})
    for need in (tournament.ratings_need, tournament.statistics_need):
        if need not in REACHED:
            raise Refused(_("Unknown level of proof “%(level)s”.") % {"level": need})
    if tournament.same_club not in Tournament.SameClub.values:
        raise Refused(_("Unknown rule “%(rule)s” for club mates.") % {"rule": tournament.same_club})
    opens, closes = tournament.registration_opens_at, tournament.registration_closes_at
    if opens is not None and closes is not None and closes <= opens:
        raise Refused(_("Registration must close after it opens."))
    if tournament.fee is not None and not 0 < tournament.fee <= MOST_FEE:
        raise Refused(_("An entry fee is more than 0 and at most %(most)s.") % {"most": MOST_FEE})
    if len(tournament.fee_currency) > CURRENCY_LENGTH:
        raise Refused(_("A currency has at most %(length)s characters.") % {"length": CURRENCY_LENGTH})
    expected = tournament.expected_players
    if expected is not None and not FEWEST_EXPECTED <= expected <= MOST_EXPECTED:
        raise Refused(_("Expect %(fewest)s to %(most)s players.") % {"fewest": FEWEST_EXPECTED, "most": MOST_EXPECTED})
    if tournament.capacity is not None and not FEWEST_PLACES <= tournament.capacity <= MOST_ENTRIES:
        raise Refused(
            _("The capacity is %(fewest)s to %(most)s players.") % {"fewest": FEWEST_PLACES, "most": MOST_ENTRIES}
        )


def _check_currency(tournament: Tournament) -> None:
    """An amount says in which money it is. A fee from before that was asked for stays as it is until it is edited.

    Raises Refused.
    """
    if tournament.fee is not None and not tournament.fee_currency:
        raise Refused(_("Enter the currency of the entry fee, for example EUR."))


def _check_fee_kept(tournament: Tournament, fields: dict[str, Any]) -> None:
    """Sums follow from the fee, so it is kept once somebody has paid it; a missing currency is added at any time.

    Raises Refused.
    """
    currency = fields.get("fee_currency", tournament.fee_currency).strip()
    if fields.get("fee", tournament.fee) == tournament.fee and tournament.fee_currency in ("", currency):
        return
    payers = (tournament.entries, tournament.registrations)
    paid = sum(each.filter(paid_at__isnull=False).count() for each in payers)
    if paid:
        raise Refused(
            ngettext(
                "%(paid)s payment of the entry fee is noted. Cancel it before you change the fee.",
                "%(paid)s payments of the entry fee are noted. Cancel them before you change the fee.",
                paid,
            )
            % {"paid": paid}
        )


def _let_registered_in(tournament: Tournament) -> list[str]:
    """Follow changed settings of the registration: who waits moves up. Raises Refused. Returns names."""
    registrations = Registration.objects.filter(tournament=tournament)
    if not tournament.registration:
        if registrations.filter(status__in=(*HOPES, Registration.Status.ACCEPTED)).exists():
            raise Refused(_("Players have already registered. Set a closing time instead of turning registration off."))
        return []
    if not tournament.registration_approval:
        registrations.filter(status=Registration.Status.PENDING).update(status=Registration.Status.WAITING)
    return move_up(tournament)


def _check_rules(tournament: Tournament) -> Game:
    """Raises Refused unless game, ruleset, switches and component set are known; finds a set that is not built in."""
    try:
        game = get_game(tournament.game)
    except KeyError:
        raise Refused(_("Unknown game “%(game)s”.") % {"game": tournament.game}) from None
    try:
        game.ruleset(tournament.ruleset, tournament.switches)
    except BadSetup as problem:
        raise impossible_rules(problem) from None
    tournament.component_set = chosen_set(game, tournament.components, tournament.component_set_id)
    return game


def _set_stages(tournament: Tournament, specs: Sequence[StageSpec]) -> None:
    """Replace the stages of a draft. The settings are stored in full, so that later defaults change nothing."""
    try:
        check_chain(specs, get_game(tournament.game).player_counts)
        configs = [get_format(spec.format).complete(spec.config) for spec in specs]
    except InvalidConfig as problem:
        raise Refused(sentence(problem.message)) from None
    tournament.stages.all().delete()
    Stage.objects.bulk_create(
        Stage(tournament=tournament, position=position, format=spec.format, config=config)
        for position, (spec, config) in enumerate(zip(specs, configs, strict=True), start=1)
    )
    stages_replaced.send(None, tournament=tournament)


def _registration_shown(tournament: Tournament) -> dict[str, Any]:
    opens, closes = tournament.registration_opens_at, tournament.registration_closes_at
    return {
        "registration_opens_at": opens.isoformat() if opens else None,
        "registration_closes_at": closes.isoformat() if closes else None,
        "registration_approval": tournament.registration_approval,
        "capacity": tournament.capacity,
    }


def _specs(tournament: Tournament) -> list[StageSpec]:
    return [StageSpec(stage.format, stage.config) for stage in tournament.stages.order_by("position")]


def _snapshot(tournament: Tournament) -> dict[str, Any]:
    """The tournament as the audit trail shows it."""
    tried = [variant.name for variant in tried_variants(tournament)]
    return {
        "name": tournament.name,
        "description": tournament.description,
        "game": tournament.game,
        "ruleset": tournament.ruleset,
        "switches": tournament.switches,
        "components": tournament.components,
        "components_sha256": tournament.component_set.sha256 if tournament.component_set else None,
        **({"variants": tried} if tried else {}),
        "place": tournament.place,
        "starts_on": str(tournament.starts_on) if tournament.starts_on else None,
        "starts_at": f"{tournament.starts_at:%H:%M}" if tournament.starts_at else None,
        **({"ends_on": str(tournament.ends_on)} if tournament.ends_on else {}),
        "round_minutes": tournament.round_minutes,
        "no_show_minutes": tournament.no_show_minutes,
        "watchable": tournament.watchable,
        "watch_delay": tournament.watch_delay,
        "self_check_in": tournament.self_check_in,
        "self_drop": tournament.self_drop,
        "ratings_need": tournament.ratings_need,
        "statistics_need": tournament.statistics_need,
        "same_club": tournament.same_club,
        "share_prizes": tournament.share_prizes,
        "expected_players": tournament.expected_players,
        **(_registration_shown(tournament) if tournament.registration else {}),
        **({"fee": f"{tournament.fee} {tournament.fee_currency}".strip()} if tournament.fee is not None else {}),
        "rated": tournament.rated,
        "organised_for": tournament.club.name if tournament.club else None,
        "lot": tournament.lot,
        "status": tournament.status,
        "stages": [{"format": spec.format, "config": spec.config} for spec in _specs(tournament)],
    }
