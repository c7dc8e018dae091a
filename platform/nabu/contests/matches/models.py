"""Tables and seats, reported results, game logs and their verification.

The walk of one log: `LogSubmission` (who sent which bytes for which table) -> `GameLog` (the bytes, stored once) ->
`Verification` (what the engine says about them) -> `PlayedGame` (the game, the same in every file) -> `ResultReport`
(what it reports) -> `Table.log` (the log that proves this table's result).
"""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from nabu.accounts.audit.tracked import Tracked
from nabu.contests.matches.exact_points import exact_points
from nabu.core.sentences import in_words


class Table(Tracked):
    """One game of a round, or a bye (one seat, confirmed at once).

    The games of a best-of-n match have the same `number` and follow each other by `game_number`, from 1.
    `bracket_slot` is the place in a bracket round, counted from 0 from the top; empty outside brackets. `requested`
    marks a bye that the player asked for. `extra_seconds` are added to the clock of the round for this table. `reason`
    says why these people sit here (`competition.records.Reason` as JSON); directors read it. `variant` is what is
    played here where the tournament tries variants; empty: the rules of the tournament. `basis` says who stands behind
    the result, `log` what proves it; the basis "log" is that of old tables which a log alone has decided. `recorded`:
    the log was written down at this table, with the facts about that (`nabu.contests.matches.recorded`); None for other
    logs.
    """

    tournament_path = "round__stage__tournament"

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        REPORTED = "reported", _("reported")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")

    class Basis(models.TextChoices):
        NONE = "", _("none")
        REPORT = "report", _("report confirmed by another player")
        LOG = "log", _("verified game log only")
        RULING = "ruling", _("organiser's ruling")
        FORFEIT = "forfeit", _("no-show")
        BYE = "bye", _("bye")

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    game_number = models.PositiveSmallIntegerField(default=1)
    bracket_slot = models.PositiveIntegerField(null=True, blank=True)
    is_bye = models.BooleanField(default=False)
    requested = models.BooleanField(default=False)
    extra_seconds = models.IntegerField(default=0)
    reason = models.JSONField(default=dict, blank=True)
    variant = models.ForeignKey(
        "variants.Variant", null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    basis = models.CharField(_("basis of the result"), max_length=10, choices=Basis, blank=True, default=Basis.NONE)
    log = models.OneToOneField("GameLog", null=True, blank=True, on_delete=models.PROTECT, related_name="table")
    recorded = models.JSONField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "number", "game_number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number", "game_number"], name="one_table_per_number_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.round} table {self.number}"

    @property
    def basis_in_words(self) -> str:
        """The basis of the result; a draw without a game, which two or more share, is no no-show."""
        if self.basis == Table.Basis.FORFEIT and sum(not seat.absent for seat in self.seats.all()) >= 2:
            return gettext("game not played")
        return str(self.get_basis_display())


class Seat(Tracked):
    """An entry's seat at a table. `position` 0 starts the game. `place` 1 is best; equal places share it.

    `score`, `place` and `points` (tournament points) are empty until the table's result is confirmed. A bye has
    points but no score. `points` are rounded to cents; `exact_points` are what counts. `absent`: the player did not
    play this game (no-show, forfeit), whatever the place says.
    """

    tournament_path = "table__round__stage__tournament"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="seats")
    score = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    points_numerator = models.IntegerField(null=True, blank=True)
    points_denominator = models.PositiveIntegerField(null=True, blank=True)
    absent = models.BooleanField(default=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="one_seat_per_position"),
            models.UniqueConstraint(fields=["table", "entry"], name="one_seat_per_entry_at_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} at {self.table}"

    @property
    def exact_points(self) -> Fraction | None:
        """The tournament points, not rounded."""
        return exact_points(self.points, self.points_numerator, self.points_denominator)


class ResultReport(Tracked):
    """A result as a player reported it or the organiser ruled it.

    `scores` and `places` are lists by seat position. Places are kept because a game may break ties by more than the
    score. A report is confirmed by another player of the table, or set aside by a newer report or a ruling.
    `is_ruling` marks what the organiser decided, `reason` says why. `dispute_reason` is what the player says who
    disputes the report. `absent` are the positions of those who did not play, in a ruling. `submission` is the log
    that was sent with it, its proof.

    Who has no account acts with the code of a seat (`nabu.contests.matches.slips`): then the account is empty and the
    entry says whose seat it was.
    """

    tournament_path = "table__round__stage__tournament"

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for confirmation")
        CONFIRMED = "confirmed", _("confirmed")
        SET_ASIDE = "set_aside", _("set aside")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reported_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reported_at = models.DateTimeField(auto_now_add=True)
    scores = models.JSONField()
    places = models.JSONField()
    absent = models.JSONField(default=list, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    confirmed_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    is_ruling = models.BooleanField(default=False)
    reason = models.TextField(blank=True, default="")
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    disputed_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    dispute_reason = models.TextField(blank=True, default="")
    submission = models.ForeignKey(
        "LogSubmission", null=True, blank=True, on_delete=models.SET_NULL, related_name="reports"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"report {self.pk} for {self.table}"


class ScoreSheet(Tracked):
    """The points by source that somebody typed in with a result, in place of a log.

    `points` has for each score source of the game a list by seat position, None for who did not play; a seat's points
    sum to its score in the report. It stands and falls with its report; where a log proves the table, the facts of the
    log count and the sheet is evidence. Who typed it has an account or a seat's code, as with the report.
    """

    tournament_path = "report__table__round__stage__tournament"

    report = models.OneToOneField(ResultReport, on_delete=models.CASCADE, related_name="sheet")
    points = models.JSONField()
    typed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    typed_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    typed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"score sheet of {self.report}"


class TableSlip(models.Model):
    """The printed result slip of a table (`nabu.contests.matches.slips`); a table without a row has its first one.

    `serial` is how often it was replaced, `wrong_codes` how many codes were tried in vain since.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="slip")
    serial = models.PositiveIntegerField(default=0)
    wrong_codes = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"slip {self.serial} of {self.table}"


class Objection(Tracked):
    """Somebody says that a confirmed result is wrong. It stands until a director has answered, with a reason.

    Made by a player with a `reason`, or by a verified log (`submission`) that gives another result. Nobody has more
    than one open objection at a table.
    """

    tournament_path = "table__round__stage__tournament"

    class Answer(models.TextChoices):
        NONE = "", pgettext_lazy("objection", "open")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="objections")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    reason = models.TextField(blank=True, default="")
    submission = models.ForeignKey(
        "LogSubmission", null=True, blank=True, on_delete=models.SET_NULL, related_name="objections"
    )
    answer = models.CharField(_("answer"), max_length=10, choices=Answer, blank=True, default=Answer.NONE)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    answer_reason = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "made_by"], condition=models.Q(answer=""), name="one_open_objection_each"
            )
        ]

    def __str__(self) -> str:
        return f"objection {self.pk} at {self.table}"


class DuplicateAnswer(Tracked):
    """What a director said about logs at a table whose moves (a moves digest) are those of a game at another table:
    that it is the `same` game, so they do not count, or a different one, so they do.
    """

    tournament_path = "table__round__stage__tournament"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="duplicate_answers")
    moves = models.CharField(max_length=64)
    same = models.BooleanField()
    reason = models.TextField()
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["table", "moves"], name="one_answer_per_table_and_moves")]

    def __str__(self) -> str:
        return f"{'same game' if self.same else 'different game'} at {self.table}"


class Photo(models.Model):
    """A picture of the score sheet. It is evidence, not state: nothing that is undone takes it away.

    `content` was read and written again by us, so it is a picture and carries no place or camera.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="photos")
    content = models.BinaryField()
    media_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["table", "sha256"], name="one_photo_of_these_bytes")]

    def __str__(self) -> str:
        return f"photo {self.pk} of {self.table}"


class GameMoves(models.Model):
    """The moves of games, by their moves digest (docs/game-log.md): several games with the same moves can be one that
    was altered. Whoever locks the row decides alone to which table these games belong.
    """

    digest = models.CharField(max_length=64, primary_key=True)

    class Meta:
        ordering = ["digest"]
        verbose_name_plural = "game moves"

    def __str__(self) -> str:
        return self.digest[:12]


class PlayedGame(models.Model):
    """A game, however many logs tell it: it counts once. `digest` is the game digest (docs/game-log.md).

    `moves` is empty for a game that was recognised before there was a digest of the moves, until a log tells it
    again.
    """

    digest = models.CharField(max_length=64, unique=True)
    moves = models.ForeignKey(GameMoves, null=True, blank=True, on_delete=models.PROTECT, related_name="games")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.digest[:12]


class GameLog(models.Model):
    """The bytes of a game log exactly as received, stored once by their SHA-256.

    `game` is the game that a verified log tells; it is empty until that was worked out. `hidden_names` has for seats of
    deleted players what is handed out in place of the name (`served_logs`).
    """

    sha256 = models.CharField(max_length=64, unique=True)
    content = models.BinaryField()
    hidden_names = models.JSONField(default=dict, blank=True, editable=False)
    size = models.PositiveIntegerField()
    received_at = models.DateTimeField(auto_now_add=True)
    game = models.ForeignKey(PlayedGame, null=True, blank=True, on_delete=models.PROTECT, related_name="logs")

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.sha256[:12]


class LogSubmission(models.Model):
    """Somebody sent a log, for a table or just to have it verified. The same log may be sent many times.

    `outcome` says what the verified log did to the table; `note` is the message (as JSON) that explains it, if any.
    `seats` are the entries in the order of the log's seats, as they are known: by the names in the log, because
    `assigned_by` said so, or because the game was recorded here. `recorded` is set if the log was written down in a
    record that was issued for this table: the facts about it, without what only a confirmation can say.

    `shared`: sent without a table, and shown to whoever has the link; whoever sent it said so.

    Who has no account sends with the code of a seat: then the account is empty and the entry says whose seat it was.
    """

    class Outcome(models.TextChoices):
        PENDING = "pending", _("waiting for the verdict")
        NO_TABLE = "no_table", _("verified, not for a table")
        SEATS = "seats", _("waiting for seats")
        SAME_MOVES = "same_moves", _("waiting for a director: same moves as another game")
        REPORTED = "reported", _("reports the result")
        OBJECTION = "objection", _("objects to the confirmed result")
        APPLIED = "applied", _("proves the result of the table")
        DISPUTE = "dispute", _("contradicts the reported result")
        NOT_USED = "not_used", _("not used")

    log = models.ForeignKey(GameLog, on_delete=models.PROTECT, related_name="submissions")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="submissions")
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    submitted_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    submitted_at = models.DateTimeField(auto_now_add=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.PENDING)
    note = models.JSONField(null=True, blank=True)
    seats = models.JSONField(null=True, blank=True)
    assigned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    recorded = models.JSONField(null=True, blank=True)
    shared = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["table"], condition=models.Q(outcome="same_moves"), name="logs_with_moves_of_others")
        ]

    def __str__(self) -> str:
        return f"{self.log} by {self.submitted_by or self.submitted_entry}"

    @property
    def message(self) -> str:
        """The note in the language of whoever reads it; empty for none."""
        return in_words(self.note) or ""


LOGS_IN_USE = (
    LogSubmission.Outcome.REPORTED,
    LogSubmission.Outcome.OBJECTION,
    LogSubmission.Outcome.APPLIED,
    LogSubmission.Outcome.DISPUTE,
)
"""Outcomes of logs that mean something for their table."""


class Verification(models.Model):
    """What one engine version says about one log. Its fields mirror `engine.log.report.Report`.

    `failed` means that the engine itself broke (or its worker was ended) on every attempt; it says nothing about the
    log. What is queued and has an end was asked for by a web host during an update, and answered by another version
    (`is_answered_elsewhere`). `seconds` is the worker's wall time for the replay. What is still to be replayed stands
    in `nabu.web.jobs`.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    log = models.ForeignKey(GameLog, on_delete=models.CASCADE, related_name="verifications")
    engine = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    verdict = models.CharField(max_length=20, blank=True, default="")
    code = models.CharField(max_length=20, blank=True, default="")
    line = models.PositiveIntegerField(null=True, blank=True)
    turn = models.PositiveIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.TextField(blank=True, default="")
    report = models.JSONField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["log", "engine"], name="one_verification_per_engine")]

    def __str__(self) -> str:
        return f"{self.log}: {self.verdict or self.status}"

    @property
    def is_answered_elsewhere(self) -> bool:
        """Nobody replays the log for this version: the verdict of another one counts."""
        return self.status == self.Status.QUEUED and self.finished_at is not None


class UsualScores(models.Model):
    """The middle 99.9 % of the scores in verified games of so many players, counted again every day.

    What somebody types in beyond it is asked about once (`nabu.contests.results.settling.plausibility`).
    """

    game = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    scores = models.PositiveIntegerField()
    low = models.IntegerField()
    high = models.IntegerField()
    counted_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["game", "players"]
        constraints = [models.UniqueConstraint(fields=["game", "players"], name="one_span_per_game_and_players")]

    def __str__(self) -> str:
        return f"{self.game}, {self.players} players: {self.low} to {self.high}"
