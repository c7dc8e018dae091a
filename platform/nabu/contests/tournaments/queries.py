"""What pages, the API and the services read about tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import combinations, groupby
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from competition.formats import get_format
from competition.formats.base import Format
from competition.late_entries import NONE
from competition.points import in_cents, points_with_absent
from competition.records import Competitor, Pair, RoundInput, SeatRecord, StandIn, TableRecord, pair_of
from competition.stand_ins import without_stand_ins
from competition.standings import Standing, final_ranking, up_to_round
from engine.registry import get_game
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Person
from nabu.accounts.versions.services import PEOPLE, entries_topic, round_topic
from nabu.contests.clubs.models import Membership
from nabu.contests.matches.best_of import decide, staying_away
from nabu.contests.matches.exact_points import exact_points
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.proof import Proof, level_of, weakest
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.queries import seeding_strength
from nabu.contests.tournaments.kept_results import Key, kept, kept_each, kept_under
from nabu.contests.tournaments.models import Entry, Penalty, Restriction, Role, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.permissions import PUBLIC, is_organiser
from nabu.contests.tournaments.playing import players_of
from nabu.contests.tournaments.topics import results_topics
from nabu.core.name_keys.keys import plain

LOT_DRAWN = "tournament.lot_drawn"
"""The audit entry of another random seed."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings, with its entry. `stage` is the stage that decided the place.

    `tie_breaks` has a value by key of `competition.tie_breaks.TIE_BREAKS`, in their order.
    """

    place: int
    entry: Entry
    points: Fraction
    games: int
    byes: int
    wins: int
    tie_breaks: dict[str, float]
    stage: Stage
    competitor: Competitor


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """All that are public; drafts and practice events in which the user has a role; all for staff."""
    return Tournament.objects.select_related("organiser").filter(visible_to(user))


def visible_to(user: Person) -> Q:
    """The same as a condition. It joins nothing: a list of thousands needs no duplicates taken out."""
    if not user.is_authenticated:
        return PUBLIC
    if user.is_staff:
        return Q()
    helped = Role.objects.filter(user=user.pk).values("tournament")
    clubs = Membership.objects.filter(user=user.pk).values("club")
    return PUBLIC | Q(organiser_id=user.pk) | Q(pk__in=helped) | Q(club__in=clubs)


def visible_rounds(user: Person, stage: Stage) -> QuerySet[Round]:
    """The rounds of a stage in order; drafts only for the organiser and staff."""
    rounds = stage.rounds.order_by("number")
    return rounds if is_organiser(user, stage.tournament) else rounds.exclude(status=Round.Status.DRAFT)


def format_of(stage: Stage) -> tuple[Format[Any], Any]:
    """The format of a stage and its settings."""
    fmt = get_format(stage.format)
    return fmt, fmt.read_config(stage.config)


def competitors_of(stage: Stage) -> list[Competitor]:
    """Everybody in a stage as the pure functions see them, by seed."""
    penalties, ratings = _penalties(stage), _ratings(stage.tournament)
    columns = ("entry", "seed", "since", "group", "late_points", "entry__player", "entry__player__name")
    more = ("entry__status", "entry__rating", "entry__club", "entry__fixed_table", "advanced")
    later = StageEntry.objects.filter(entry=OuterRef("entry"), stage__position__gt=stage.position)
    members = StageEntry.objects.filter(stage=stage).annotate(advanced=Exists(later)).order_by("seed")
    rows = members.values_list(*columns, *more)
    return [
        Competitor(
            id=entry,
            name=name,
            seed=seed,
            active=status == Entry.Status.ACTIVE,
            advanced=advanced,
            since=since,
            group=group,
            **_rated(rating, ratings.get(player)),
            club=club,
            fixed_table=fixed_table,
            penalty=penalties.get(entry, Decimal(0)),
            disqualified=status == Entry.Status.DISQUALIFIED,
            late_points=late or Decimal(0),
        )
        for entry, seed, since, group, late, player, name, status, rating, club, fixed_table, advanced in rows
    ]


def stand_ins_of(tournament: Tournament) -> list[StandIn]:
    """The stand-ins of a tournament, with the number of published tables they have filled."""
    tables = Count("seats__table", filter=~Q(seats__table__round__status=Round.Status.DRAFT), distinct=True)
    found = tournament.entries.filter(stand_in=True).annotate(seated=tables).order_by("seed", "pk")
    return [
        StandIn(pk, name, seated, status == Entry.Status.ACTIVE)
        for pk, name, seated, status in found.values_list("pk", "player__name", "seated", "status")
    ]


def entrants_of(tournament: Tournament) -> list[Competitor]:
    """Everybody who is entered and plays for a place, by seed, before there is a stage for them."""
    ratings = _ratings(tournament)
    entries = players_of(tournament).select_related("player").order_by("seed", "pk")
    return [
        Competitor(
            id=entry.pk,
            name=entry.player.name,
            seed=entry.seed,
            **_rated(entry.rating, ratings.get(entry.player_id)),
            club=entry.club,
            fixed_table=entry.fixed_table,
        )
        for entry in entries
    ]


def _penalties(stage: Stage) -> dict[int, Decimal]:
    """Points taken away in this stage, by entry."""
    given = Penalty.objects.filter(stage=stage, kind=Penalty.Kind.POINTS).order_by()
    return dict(given.values("entry_id").annotate(total=Sum("points")).values_list("entry_id", "total"))


def _ratings(tournament: Tournament) -> dict[int, tuple[float, float, float]]:
    """The ratings of those who are entered on this platform, by player: value, mu and sigma of the second rating."""
    found = Rating.objects.filter(game=tournament.game, player__entries__tournament=tournament)
    rows = found.values_list("player_id", "value", "mu", "sigma")
    return {player: (value, mu, sigma) for player, value, mu, sigma in rows}


def _rated(brought: int | None, known: tuple[float, float, float] | None) -> dict[str, Any]:
    """Rating, in whole points, and strength of a competitor: what was brought along, else what the platform knows."""
    if brought is not None:
        return {"rating": brought, "strength": brought}
    if known is None:
        return {}
    value, mu, sigma = known
    return {"rating": round(value), "strength": seeding_strength(mu, sigma)}


@dataclass(frozen=True, slots=True)
class _Game:
    """What standings and pairing need to know of a table."""

    round: int
    number: int
    confirmed: bool
    is_bye: bool
    slot: int | None
    requested: bool
    proof: Proof
    seats: tuple[SeatRecord, ...]
    stand_ins: frozenset[int]


def tables_of(stage: Stage) -> list[TableRecord]:
    """All matches of the published rounds of a stage as the pure functions see them: without the seats of stand-ins,
    and with the points that late entries have for the rounds they missed."""
    fmt, config = format_of(stage)
    best_of = fmt.best_of(config)
    matches = groupby(_games_of(stage), key=lambda game: (game.round, game.number))
    found = [_match(list(games), best_of, fmt, config) for _key, games in matches]
    tables = [table for table in found if table is not None]
    return [*tables, *_late_tables(stage, fmt, config, tables)]


def _late_tables(stage: Stage, fmt: Format[Any], config: Any, tables: Sequence[TableRecord]) -> list[TableRecord]:
    if getattr(config, "late_points", NONE) == NONE:
        return []
    late = StageEntry.objects.filter(stage=stage, since__gt=1).order_by("seed")
    competitors = [
        Competitor(entry, "", seed, since=since, late_points=points or Decimal(0))
        for entry, seed, since, points in late.values_list("entry", "seed", "since", "late_points")
    ]
    return fmt.late_tables(config, competitors, tables)


def _games_of(stage: Stage) -> Iterator[_Game]:
    """In the order of rounds, tables and games. A round that nobody corrects is read once."""
    published = stage.rounds.exclude(status=Round.Status.DRAFT).order_by("number").values_list("pk", flat=True)
    topics: dict[Key, str] = {("games", pk, None): round_topic(pk) for pk in published}
    found = kept_each(topics, _games_of_rounds)
    for key in topics:
        yield from found[key]


def _games_of_rounds(keys: list[Key]) -> dict[Key, list[_Game]]:
    """By their keys. Plain values: thousands of rows are read for every standings.

    Seats and tables come in one query: between two of them a table may be confirmed, and would have no result.
    """
    if not keys:
        return {}
    rounds = [pk for _what, pk, _after in keys]
    of_table = (
        "table__round_id",
        "table__round__number",
        "table_id",
        "table__number",
        "table__status",
        "table__is_bye",
        "table__bracket_slot",
        "table__requested",
        "table__basis",
        "table__log",
        "table__recorded",
    )
    of_seat = (
        *("entry_id", "entry__stand_in", "score", "place", "absent"),
        *("points", "points_numerator", "points_denominator"),
    )
    taken = Seat.objects.filter(table__round__in=rounds).order_by(
        "table__number", "table__game_number", "table_id", "position"
    )
    rows = taken.values_list(*of_table, *of_seat)
    found: dict[Key, list[_Game]] = {key: [] for key in keys}
    for table, its in groupby(rows, key=lambda row: row[: len(of_table)]):
        round_, of, _pk, number, status, is_bye, slot, requested, basis, log, recorded = table
        seats, stand_ins = [], []
        for row in its:
            entry, stands_in, score, place, absent, *points = row[len(of_table) :]
            seats.append(SeatRecord(entry, score, place, exact_points(*points), absent))
            if stands_in:
                stand_ins.append(entry)
        confirmed = status == Table.Status.CONFIRMED
        proof = level_of(status, basis, log is not None, recorded) if confirmed else Proof.NONE
        game = _Game(of, number, confirmed, is_bye, slot, requested, proof, tuple(seats), frozenset(stand_ins))
        found["games", round_, None].append(game)
    return found


def _match(games: Sequence[_Game], best_of: int, fmt: Format[Any], config: Any) -> TableRecord | None:
    """The games of one match as one record. With more than one, the score of a seat is the number of games won. None
    where only stand-ins sit there."""
    counted = [_counted(game) for game in games]
    games = [game for game in counted if game is not None]
    if not games:
        return None
    first = games[0]
    seats = first.seats
    confirmed = all(game.confirmed for game in games)
    if best_of > 1 and not first.is_bye:
        played = [
            {seat.competitor: seat.place for seat in game.seats if seat.place is not None}
            for game in games
            if game.confirmed
        ]
        players = [seat.competitor for seat in seats]
        # Where all games are confirmed the match is over, and who missed the last one does not come back.
        away = {seat.competitor for seat in games[-1].seats if seat.absent and confirmed}
        match = decide(best_of, players, played, staying_away(players, away))
        places = [match.places[seat.competitor] for seat in seats] if match.decided else []
        # Absent in the match is who came to none of its games; where nobody has won, nobody came to the last one.
        there = {seat.competitor for game in games for seat in game.seats if not seat.absent}
        nobody_won = bool(places) and 1 not in places
        absent = {at for at, seat in enumerate(seats) if nobody_won or seat.competitor not in there}
        points: Sequence[Fraction | None] = [None] * len(seats)
        if places:
            points = points_with_absent(partial(fmt.points, config), places, absent)
        seats = tuple(
            SeatRecord(
                seat.competitor,
                match.wins[seat.competitor],
                places[at] if places else None,
                points[at],
                at in absent,
            )
            for at, seat in enumerate(seats)
        )
        confirmed = match.decided
    return TableRecord(
        round=first.round,
        seats=seats,
        is_bye=first.is_bye,
        slot=first.slot,
        confirmed=confirmed,
        requested=first.requested,
        games=len(games),
        proof=weakest(game.proof for game in games),
        stand_ins=len(first.stand_ins),
    )


def _counted(game: _Game) -> _Game | None:
    """The game without the seats of stand-ins."""
    if not game.stand_ins:
        return game
    record = without_stand_ins(
        TableRecord(game.round, game.seats, game.is_bye, requested=game.requested), game.stand_ins
    )
    if record is None:
        return None
    return replace(game, seats=record.seats, is_bye=record.is_bye, requested=record.requested)


def round_input(stage: Stage, round_number: int) -> RoundInput:
    """Everything that the format needs to pair this round."""
    tournament = stage.tournament
    competitors = tuple(competitors_of(stage))
    stand_ins = stand_ins_of(tournament)
    forbidden, discouraged = restrictions_of(tournament, competitors)
    before = tournament.stages.filter(position__lt=stage.position).order_by("position")
    rests = StageEntry.objects.filter(stage=stage).exclude(rests=[]).values_list("entry_id", "rests")
    return RoundInput(
        competitors=competitors,
        tables=tuple(record for record in tables_of(stage) if record.round < round_number),
        round=round_number,
        sizes=get_game(tournament.game).player_counts,
        lot=draw_seed_of(stage),
        forbidden=forbidden,
        discouraged=discouraged,
        resting=frozenset(entry for entry, rounds in rests if round_number in rounds),
        earlier=tuple(record for each in before for record in tables_of(each)),
        stand_ins=tuple(stand_ins),
    )


def restrictions_of(
    tournament: Tournament, competitors: Sequence[Competitor]
) -> tuple[frozenset[Pair], frozenset[Pair]]:
    """The pairs that never meet, and those that should not: single ones, and club mates."""
    found: dict[str, set[Pair]] = {kind: set() for kind in Restriction.Kind.values}
    for kind, one, other in tournament.restrictions.values_list("kind", "one_id", "other_id"):
        found[kind].add(pair_of(one, other))
    if tournament.same_club:
        clubs: dict[str, list[int]] = {}
        for competitor in competitors:
            if competitor.club:
                clubs.setdefault(plain(competitor.club), []).append(competitor.id)
        for members in clubs.values():
            found[tournament.same_club].update(pair_of(*pair) for pair in combinations(members, 2))
    forbidden = frozenset(found[Restriction.Kind.FORBIDDEN])
    return forbidden, frozenset(found[Restriction.Kind.DISCOURAGED]) - forbidden


def draw_seed_of(stage: Stage) -> str:
    """The words that seed every draw of lots in a stage."""
    return f"{stage.tournament.lot}/{stage.position}"


def lot_redraws(tournament: Tournament) -> int:
    """How often somebody drew another random seed, taken back or not."""
    return AuditEntry.objects.filter(tournament=tournament, action=LOT_DRAWN).count()


def ranking(stage: Stage, after_round: int | None = None) -> list[Standing]:
    """The order of one stage by the rules of its format, now or as it was after a round."""
    return list(kept("ranking", stage, after_round, partial(_computed_ranking, stage, after_round)))


def _computed_ranking(stage: Stage, after_round: int | None, *, cents: bool = False) -> list[Standing]:
    fmt, config = format_of(stage)
    competitors, tables = competitors_of(stage), tables_of(stage)
    if cents:
        tables = list(map(_cut_to_cents, tables))
    if after_round is not None:
        # Who sat at a table later had not left yet.
        stayed = {seat.competitor for table in tables if table.round > after_round for seat in table.seats}
        competitors = [replace(each, active=each.active or each.id in stayed) for each in competitors]
        tables = up_to_round(tables, after_round)
    return fmt.ranking(config, competitors, tables, draw_seed_of(stage))


def _cut_to_cents(table: TableRecord) -> TableRecord:
    cut = [seat if seat.points is None else replace(seat, points=in_cents(seat.points)) for seat in table.seats]
    return replace(table, seats=tuple(cut))


def qualifiers(stage: Stage) -> list[int]:
    """The entries that go on to the next stage, in order of their seeds there."""
    fmt, config = format_of(stage)
    following, settings = format_of(stage.tournament.stages.get(position=stage.position + 1))
    return fmt.qualifiers(
        config, competitors_of(stage), tables_of(stage), draw_seed_of(stage), partial(following.meetings, settings)
    )


def standings(of: Tournament | Stage, after_round: int | None = None) -> list[StandingRow]:
    """The standings of a stage, now or as they were after a round, or the final ranking of a whole tournament.

    In a tournament whoever reached a later stage is ahead of whoever did not. Before the start there are none.
    """
    if isinstance(of, Stage):
        ranked = partial(ranking, after_round=after_round)
        return list(kept("rows", of, after_round, partial(_rows, [of], ranked)))
    topics = results_topics(of.pk)
    final = partial(_final_rows, of)
    return final() if topics is None else list(kept_under(("final", of.pk, None), topics, final))


def standings_in_cents(tournament: Tournament) -> list[StandingRow]:
    """The final ranking as it was when the points of each table were cut to cents, for what was decided by it."""
    return _final_rows(tournament, partial(_computed_ranking, after_round=None, cents=True))


def _final_rows(tournament: Tournament, ranked: Callable[[Stage], list[Standing]] = ranking) -> list[StandingRow]:
    stages = tournament.stages.order_by("-position")
    return _rows([stage for stage in stages if stage.status != Stage.Status.PENDING], ranked)


def _rows(stages: Sequence[Stage], ranked: Callable[[Stage], list[Standing]]) -> list[StandingRow]:
    """Rows of the stages, the latest first; an entry stands where it came furthest, the disqualified come last."""
    if not stages:
        return []
    tournament = stages[0].tournament_id
    entries = kept_under(
        ("entries", tournament, None), [entries_topic(tournament), PEOPLE], partial(_entries, tournament)
    )
    played = stages[::-1]
    return [
        StandingRow(
            place=line.place,
            entry=entries[line.competitor.id],
            points=line.points,
            games=line.games,
            byes=line.byes,
            wins=line.wins,
            tie_breaks=line.tie_breaks,
            stage=played[index],
            competitor=line.competitor,
        )
        for index, line in final_ranking([ranked(stage) for stage in played])
    ]


def _entries(tournament: int) -> dict[int, Entry]:
    found = Entry.objects.filter(tournament=tournament).select_related("player__user")
    return {entry.pk: entry for entry in found}


def current_stage(tournament: Tournament) -> Stage | None:
    """The running stage, else the last one that finished."""
    stages = tournament.stages.order_by("-position")
    running = stages.filter(status=Stage.Status.RUNNING).first()
    return running or stages.filter(status=Stage.Status.FINISHED).first()


def active_players(stage: Stage) -> int:
    """How many players of the stage have not dropped out."""
    return StageEntry.objects.filter(stage=stage, entry__status=Entry.Status.ACTIVE).count()


def rounds_planned(stage: Stage) -> int:
    """The number of the last round of the stage, for those who play in it and as things stand."""
    return kept("rounds planned", stage, None, partial(_computed_rounds, stage))


def rounds_for(stage: Stage, active: int) -> int | None:
    """The same for so many active players, without a query; None for brackets, of whose rounds the results say more."""
    fmt, config = format_of(stage)
    return None if fmt.is_bracket or fmt.length_depends_on_results else fmt.rounds(config, max(2, active))


def _computed_rounds(stage: Stage) -> int:
    fmt, config = format_of(stage)
    if not fmt.length_depends_on_results:
        return fmt.rounds(config, max(2, active_players(stage)))
    return fmt.last_round(config, competitors_of(stage), tables_of(stage))
