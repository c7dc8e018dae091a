"""Tournaments, their entries, stages and rounds. Tables and seats of a round are in `nabu.contests.matches`."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from nabu.accounts.audit.tracked import Tracked, TrackedQuerySet
from nabu.contests.matches.proof import Proof
from nabu.contests.ratings.models import RatingExclusion
from nabu.core.name_keys.keys import TEXT_KEY_LENGTH
from nabu.core.name_keys.models import Named, NamedQuerySet, TextKeyField
from nabu.core.sentences import in_words


def new_lot() -> str:
    """A lot nobody could have foreseen. Everything that chance decides in a tournament follows from it."""
    return secrets.token_hex(8)


DEFAULT_WATCH_DELAY = 5
"""Minutes: what a spectator could whisper to a player is old by then."""

CURRENCY_LENGTH = 10
MOST_FEE = 999_999
MOST_WATCH_DELAY = 60
FEWEST_EXPECTED, MOST_EXPECTED = 2, 1024
CANCEL_REASON = 500

NEEDED = [(level.value, level.label) for level in Proof if level]
"""Levels of proof that a tournament may ask for."""


class TournamentQuerySet(NamedQuerySet["Tournament"], TrackedQuerySet["Tournament"]):  # type: ignore[override]  # each base has a manager of its own
    """Changes of many rows at once are tracked, and take the keys of the names along."""


class Tournament(Named, Tracked):
    """An event of one game under one ruleset, run by its owner (`organiser`), alone or for a club.

    A draft is seen only by those who have a role in it, and staff. The chain of stages is fixed when the tournament
    starts. `components` is the name of the component set; `component_set` is that set if it is not built in.
    `lot` seeds every draw of lots and is printed, so that everybody can draw again. Its ratings count once a director
    has approved it. `same_club` says what the pairing does about club mates. `round_minutes` 0: no clock. A `practice`
    event is made up: seen only by those who have a role in it, never rated, in no statistics.
    `being_played`: an event of the demo that is still being played, or whose playing was cut off.
    `ratings_need` and `statistics_need` are the levels of proof from which a game counts for them.
    `watchable`: everybody may follow a game that is being recorded, `watch_delay` minutes behind it.

    `registration`: players register themselves, so everybody sees the draft; between `registration_opens_at` and
    `registration_closes_at`, where they are set. `capacity` is how many may play, None for any number; who registers
    after that is on the waiting list. `registration_approval`: a director accepts each registration.
    `fee` is what each player pays to the organiser, in `fee_currency`; None: nothing. Nabu only notes who has paid.
    `expected_players` is how many will probably come; forecasts count with it until more are entered.

    It lasts from `starts_on` to `ends_on`; None: one day, or an end nobody has set. A cancelled event was given up by
    its organiser, for `cancelled_reason`: nothing more is played, tables without a result stay so, and what was played
    stays to be seen; `keeps_ratings` says whether its games still count for ratings once approved. `cancelled_from` is
    the state before, empty for all others.
    """

    class SameClub(models.TextChoices):
        ALLOWED = "", _("can be paired")
        DISCOURAGED = "discouraged", _("paired only if unavoidable")
        FORBIDDEN = "forbidden", _("never paired")

    tournament_path = "pk"

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True, default="")
    game = models.CharField(_("game"), max_length=30)
    ruleset = models.CharField(_("ruleset"), max_length=60)
    switches = models.JSONField(_("switches"), default=dict, blank=True)
    components = models.CharField(_("component set"), max_length=60)
    component_set = models.ForeignKey(
        "games.ComponentSet", null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments")
    club = models.ForeignKey("clubs.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments")
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    starts_on = models.DateField(_("date"), null=True, blank=True)
    starts_at = models.TimeField(_("time"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True, default="")
    place_key = TextKeyField(default="", db_default="")
    description_key = TextKeyField(default="", db_default="", max_length=TEXT_KEY_LENGTH)
    lot = models.CharField(_("random seed"), max_length=32)
    check_in_open = models.BooleanField(_("check-in is open"), default=False)
    self_check_in = models.BooleanField(_("self check-in"), default=True)
    self_drop = models.BooleanField(_("players can drop out themselves"), default=True)
    same_club = models.CharField(_("club mates"), max_length=12, choices=SameClub, blank=True, default="")
    round_minutes = models.PositiveSmallIntegerField(_("round length (minutes)"), default=0)
    no_show_minutes = models.PositiveSmallIntegerField(_("no-show after (minutes)"), default=15)
    share_prizes = models.BooleanField(_("prizes of a shared place are shared"), default=True)
    prizes_pooled = models.BooleanField(_("finished with pooled prizes"), default=False, db_default=False)
    practice = models.BooleanField(_("practice event"), default=False, db_column="rehearsal")
    being_played = models.BooleanField(_("demo event being played"), default=False)
    rated = models.BooleanField(_("rated"), default=False)
    keeps_ratings = models.BooleanField(_("rated games stay after cancelling"), default=True, db_default=True)
    cancelled_from = models.CharField(max_length=10, blank=True, default="", db_default="")
    cancelled_reason = models.CharField(
        _("reason for cancelling"), max_length=CANCEL_REASON, blank=True, default="", db_default=""
    )
    ratings_need = models.CharField(
        _("proof required for ratings"), max_length=10, choices=NEEDED, default=Proof.AGREED
    )
    statistics_need = models.CharField(
        _("proof required for statistics"), max_length=10, choices=NEEDED, default=Proof.REPLAYED
    )
    watchable = models.BooleanField(_("live view of recorded games"), default=True)
    watch_delay = models.PositiveSmallIntegerField(_("live delay (minutes)"), default=DEFAULT_WATCH_DELAY)
    registration = models.BooleanField(_("players register themselves"), default=False)
    registration_opens_at = models.DateTimeField(_("registration opens"), null=True, blank=True)
    registration_closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    registration_approval = models.BooleanField(_("registrations need approval"), default=False)
    capacity = models.PositiveSmallIntegerField(_("capacity"), null=True, blank=True)
    expected_players = models.PositiveSmallIntegerField(_("expected players"), null=True, blank=True)
    fee = models.DecimalField(_("entry fee"), max_digits=8, decimal_places=2, null=True, blank=True)
    fee_currency = models.CharField(_("currency"), max_length=CURRENCY_LENGTH, blank=True, default="")
    approved_at = models.DateTimeField(null=True, blank=True)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["Tournament"]] = TournamentQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["starts_on"], name="tournaments_by_day")]

    def __str__(self) -> str:
        return self.name

    @property
    def exclusion(self) -> RatingExclusion | None:
        """What staff said when they took the tournament out of the ratings; None if it is not taken out."""
        return RatingExclusion.objects.filter(tournament=self.pk, ended_at=None).first()

    @property
    def has_started(self) -> bool:
        """Its first stage was opened, whatever became of it since."""
        return self.Status.DRAFT not in (self.status, self.cancelled_from)

    @property
    def is_over(self) -> bool:
        """Nothing more is played."""
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def may_count_for_ratings(self) -> bool:
        """It is rated, and its organiser did not cancel it with all that was played."""
        return self.rated and (self.status != self.Status.CANCELLED or self.keeps_ratings)

    @property
    def can_be_approved(self) -> bool:
        """It is over, and its games wait for a director's word to count for the ratings."""
        return self.is_over and self.has_started and self.may_count_for_ratings and self.approved_at is None

    @property
    def counts_for_ratings(self) -> bool:
        """Its games count now: it is rated and approved, and staff have not taken it out."""
        return self.may_count_for_ratings and self.approved_at is not None and self.exclusion is None


class Role(Tracked):
    """What an account besides the owner may do in a tournament.

    A director does everything but delete it and give roles; a scorekeeper checks in, enters results and keeps
    the clock.
    """

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(_("role"), max_length=12, choices=Kind)

    class Meta:
        ordering = ["kind", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_account")]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"


class RoleInvitation(models.Model):
    """A code by which so many `people` may take a role in a tournament. Only its keyed digest is kept.

    It is no part of what undo takes back: a role that was accepted is.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="role_invitations")
    kind = models.CharField(_("role"), max_length=12, choices=Role.Kind)
    people = models.PositiveSmallIntegerField(_("people"), default=1)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.kind}"


class RoleInvitationUse(models.Model):
    """An account has accepted an invitation to help: once, also where its role was taken away later."""

    invitation = models.ForeignKey(RoleInvitation, on_delete=models.CASCADE, related_name="uses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "user"], name="one_use_of_role_invitation_per_account")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.invitation}"


class Entry(Tracked):
    """A player in a tournament. `seed` orders entries before the first round (1 is the strongest).

    `club` is the club the player comes from, as text, for the pairing. `rating` is one that the player brought along;
    without it the rating on this platform counts. `fixed_table` is the table of a player who needs always the same.
    `consent` says how somebody with an account agreed to be rated here; until then their games wait unrated. `email` is
    where an invitation to this player goes; only those who manage entries see it. `paid_at` and `paid_to` say when the
    entry fee was noted as paid, and by whom.

    `invited` is the player of an account whom somebody else entered and who has not answered yet. Until then `player`
    is a guest of the same name, so that nothing leads to the account; only directors and that person are told.

    `early_byes` are the rounds of the first stage for which a bye was requested before the start; None for none.

    A `stand_in` fills a table and counts for nobody: no place in the standings, no points, no rating, and the others at
    the table are placed as if the seat were empty.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", _("active")
        DROPPED = "dropped", _("dropped out")
        DISQUALIFIED = "disqualified", _("disqualified")

    class Consent(models.TextChoices):
        NONE = "", _("no consent given")
        INVITATION = "invitation", _("accepted an invitation")
        CLAIM = "claim", _("claimed the player")
        REGISTRATION = "registration", _("registered")
        CLUB = "club", _("standing consent for the club")
        KEPT = "kept", _("rated before consent was required")
        DECLINED = "declined", _("declined")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveIntegerField(_("seed"))
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.ACTIVE)
    club = models.CharField(_("club"), max_length=80, blank=True, default="")
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=12, blank=True, default="")
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    email = models.EmailField(_("e-mail"), blank=True, default="")
    consent = models.CharField(_("consent"), max_length=12, choices=Consent, blank=True, default=Consent.NONE)
    early_byes = models.JSONField(null=True, blank=True)
    stand_in = models.BooleanField(_("stand-in"), default=False, db_default=False)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    invited = models.ForeignKey(
        "players.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="invited_entries"
    )
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["seed", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_per_player"),
        ]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.player} ({self.seed})"

    @property
    def is_guest(self) -> bool:
        """The player has no account. Guests are rated without being asked; they are only known to their organiser."""
        return self.player.user_id is None

    @property
    def agreed(self) -> bool:
        """The games of this entry may be rated: not while somebody with an account has yet to accept it."""
        return self.invited_id is None and (self.is_guest or self.consent not in NOT_AGREED)


NOT_AGREED = (Entry.Consent.NONE, Entry.Consent.DECLINED)
"""Values of `Entry.consent` with which the games of somebody with an account wait unrated."""


class DeclinedInvitation(models.Model):
    """An account's player who did not want to be entered in a tournament, and is not asked there again.

    It says nothing about an entry: the guest who is left has no connection to the player. It is no part of what undo
    takes back.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="declined_invitations")
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="declined_invitations")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_declined_invitation_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.player}"


class Registration(Tracked):
    """A player with an account who registered for a tournament, and what became of it. Accepted: there is an entry.

    `position` orders those who wait. `club` goes into the entry. `rated`: the tournament was rated when they
    registered, so that registering was consent to be rated. The entry takes over `paid_at` and `paid_to`.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting for approval")
        WAITING = "waiting", _("on the waiting list")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="registrations")
    status = models.CharField(_("status"), max_length=10, choices=Status)
    position = models.PositiveIntegerField()
    club = models.CharField(_("club"), max_length=80, blank=True, default="")
    rated = models.BooleanField(default=False)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    registered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_registration_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.status}"


class Restriction(Tracked):
    """Two entries that must not meet (family), or should not (the same club)."""

    class Kind(models.TextChoices):
        FORBIDDEN = "forbidden", _("never paired")
        DISCOURAGED = "discouraged", _("paired only if unavoidable")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="restrictions")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "one", "other"], name="one_restriction_per_pair")]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {self.kind}"


class Penalty(Tracked):
    """What a director held against an entry: a warning, points taken away in a stage, or the disqualification."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        POINTS = "points", _("points deducted")
        DISQUALIFICATION = "disqualification", _("disqualification")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="penalties")
    stage = models.ForeignKey("Stage", null=True, blank=True, on_delete=models.CASCADE, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(_("penalty"), max_length=20, choices=Kind)
    points = models.DecimalField(_("points"), max_digits=7, decimal_places=2, default=0)
    reason = models.TextField(_("reason"))
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"


class Prize(Tracked):
    """A prize for places of the final ranking, or for the best of some players (`only`).

    `only` is empty, "club:NAME" or "unrated". `amount` is in the tournament's own money; None for a thing.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    position = models.PositiveSmallIntegerField()
    title = models.CharField(_("title"), max_length=120)
    place_from = models.PositiveSmallIntegerField(_("from place"), default=1)
    place_to = models.PositiveSmallIntegerField(_("to place"), default=1)
    amount = models.DecimalField(_("amount"), max_digits=9, decimal_places=2, null=True, blank=True)
    only = models.CharField(_("only for"), max_length=100, blank=True, default="")

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.title


class TriedVariant(Tracked):
    """A variant that is tried in a tournament: its tables are given the tried variants by lot (`Table.variant`)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tried_variants")
    variant = models.ForeignKey("variants.Variant", on_delete=models.PROTECT, related_name="tried_in")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "variant"], name="one_trial_per_variant")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.variant}"


class Stage(Tracked):
    """A part of a tournament with one format. Stages follow each other by `position`, from 1.

    `config` holds the format's own settings and is read by that format only (see `competition.formats`):
    table size, number of rounds, points by place, how many entries advance to the next stage.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("stage, round or table", "finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    position = models.PositiveSmallIntegerField()
    format = models.CharField(_("format"), max_length=30)
    config = models.JSONField(default=dict)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PENDING)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["tournament", "position"], name="one_stage_per_position")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.format}"


class StageEntry(Tracked):
    """An entry that takes part in a stage, with its seed in that stage (1 is the best).

    `since` is the first round it can be paired in, more than 1 for a late entry. `rests` are the numbers of the rounds
    for which it asked for a bye. `group` is 0 where the stage has no groups. `late_points` are those that a director
    chose for all the rounds that a late entry missed, where the rule of the stage is that they are chosen.

    A stand-in is in no stage: its entry alone says that it fills tables.
    """

    tournament_path = "stage__tournament"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")
    seed = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    since = models.PositiveSmallIntegerField(default=1)
    rests = models.JSONField(default=list, blank=True)
    late_points = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_stage_entry_per_entry"),
            models.UniqueConstraint(fields=["stage", "seed"], name="one_stage_entry_per_seed"),
        ]
        verbose_name_plural = "stage entries"

    def __str__(self) -> str:
        return f"{self.entry} in {self.stage}"

    @property
    def missed(self) -> int:
        """How many rounds were paired before it came."""
        return self.since - 1


class Round(Tracked):
    """A round of a stage, numbered from 1. A draft is seen by the organisers only; publishing shows it to everyone.

    It is finished when every table of it has a confirmed result. Once it is locked (`locked_at`) its results change
    only by a correction, which shows first what else it changes.

    `name` is the message that names a round with a name of its own, like a final; empty for all others.
    `proposal` is what the engine paired, as lists of entries by table, for comparison with what the director made of
    it; `notes` say what there is to say about the whole round, each table has its own reason. The clock:
    `minutes` from `started_at`, without the time it stood still (`paused_seconds`, and since `paused_at`).
    `featured` is the number of the table that the projector shows beside the clock.
    """

    tournament_path = "stage__tournament"

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", pgettext_lazy("stage, round or table", "published")
        FINISHED = "finished", pgettext_lazy("stage, round or table", "finished")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    name = models.JSONField(default=dict, blank=True)
    notes = models.JSONField(default=list, blank=True)
    proposal = models.JSONField(default=list, blank=True)
    minutes = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    featured = models.PositiveSmallIntegerField(_("table on the projector"), null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stage__position", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"

    @property
    def title(self) -> str:
        """What people call it: "Final", else "Round 3"."""
        return in_words(self.name) or gettext("Round %(number)s") % {"number": self.number}
