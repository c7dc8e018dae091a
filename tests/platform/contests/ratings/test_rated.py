"""Ratings that nobody can make up: who may run rated tournaments, who agreed, what staff take out and put back."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from competition.formats import StageSpec
from engine.registry import get_game
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs import services as clubs
from nabu.contests.clubs.models import RatedStatus
from nabu.contests.clubs.rated_status import grant_status, revoke_status
from nabu.contests.ratings.models import RatedGame, Rating, RatingEntry
from nabu.contests.ratings.services import rebuild
from nabu.contests.results import services as results
from nabu.contests.results.approval.objections import (
    answer_objection,
    is_rated_in,
    object_to_approval,
    rating_objections_to_answer,
)
from nabu.contests.results.approval.services import approve_tournament, withdraw_approval
from nabu.contests.results.history.services import undo, undo_back_to
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.consent import (
    consents_to_give,
    give_consent,
    give_standing_consent,
    not_agreed,
    withdraw_consent,
    withdraw_standing_consent,
)
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry
from nabu.contests.tournaments.exclusion import exclude_tournament, restore_tournament
from nabu.contests.tournaments.imports.player_list import ListedPlayer
from nabu.contests.tournaments.imports.services import import_entries
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.rating_changes import rating_changes, waiting_games
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import (
    TournamentSpec,
    create_tournament,
    start_tournament,
    update_tournament,
)
from nabu.contests.tournaments.stages import finish_tournament, reopen_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import account, all_agree, enter_account, make_rated

pytestmark = pytest.mark.django_db

GAME = "babylonia"
Consent = Entry.Consent


def event(organiser: User, *players: User | str, club: Any = None, rated: bool | None = None) -> Tournament:
    """A tournament of two at a table with one round, started; guests are given by name."""
    stages = [StageSpec("swiss", {"table_size": 2, "rounds": 1})]
    rules = {"game": GAME, "ruleset": "base", "components": get_game(GAME).component_sets[0]}
    made = create_tournament(organiser, TournamentSpec(name="Duel", stages=stages, club=club, rated=rated, **rules))
    for player in players:
        if isinstance(player, str):
            add_entries_by_name(organiser, made, [player])
        else:
            enter_account(organiser, made, player)
    return start_tournament(organiser, made)


def play(organiser: User, tournament: Tournament) -> Tournament:
    """100:0 at every table, typed in by the organiser, and the end."""
    round_ = publish_round(organiser, pair_round(organiser, tournament))
    for table in round_.tables.filter(is_bye=False).order_by("number"):
        results.rule_result(organiser, table, Ruling([100, 0]))
    return finish_tournament(organiser, tournament)


def ratings() -> dict[str, tuple[str, int]]:
    """Every rating with all its bits, by name."""
    found = Rating.objects.select_related("player")
    return {each.player.name: (f"{each.value.hex()} {each.mu.hex()} {each.sigma.hex()}", each.games) for each in found}


@pytest.fixture
def boss() -> User:
    return account("boss", is_staff=True)


@pytest.fixture
def ana() -> User:
    """An organiser with rated status."""
    return make_rated(account("ana"))


def test_a_fresh_account_moves_no_rating() -> None:
    """The attack: three tournaments, somebody entered by number without being asked, 100:0 without a log."""
    mallory, victim = account("mallory"), account("victim")
    for _number in range(3):
        tournament = play(mallory, event(mallory, mallory, victim))
        with pytest.raises(Refused, match="unrated"):
            approve_tournament(mallory, tournament)
        with pytest.raises(Refused, match="rated status"):
            update_tournament(mallory, tournament, rated=True)
    assert not RatedGame.objects.exists()
    assert not Rating.objects.exists()


@pytest.mark.both_databases
def test_even_a_rated_organiser_rates_nobody_who_has_not_agreed(ana: User) -> None:
    victim, friend = account("victim"), account("friend")
    tournament = play(ana, event(ana, ana, victim))
    assert tournament.rated
    approve_tournament(ana, tournament)
    assert not RatedGame.objects.exists()
    assert [len(waiting_games(tournament)), list(not_agreed(tournament))] == [1, [tournament.entries.get(seed=2)]]
    entry = tournament.entries.get(seed=2)
    for somebody in (ana, friend):
        with pytest.raises(NotAllowed):
            give_consent(somebody, entry, Consent.INVITATION)
    assert consents_to_give(victim) == [entry]
    give_consent(victim, entry, Consent.INVITATION)
    assert RatedGame.objects.count() == 1
    assert consents_to_give(victim) == []
    assert set(ratings()) == {"Ana", "Victim"}
    assert rebuild(GAME) == []
    with pytest.raises(Refused, match="object"):
        withdraw_consent(victim, entry)


@pytest.mark.both_databases
def test_games_that_waited_are_rated_in_the_order_in_which_they_were_confirmed(ana: User) -> None:
    people = [account(f"p{number}") for number in range(4)]
    tournament = play(ana, event(ana, *people))
    approve_tournament(ana, tournament)
    entries = {entry.player.user_id: entry for entry in tournament.entries.select_related("player")}
    for user in people:
        give_consent(user, entries[user.pk], Consent.INVITATION)
    rated = list(RatedGame.objects.order_by("sequence"))
    assert len(rated) == 2
    assert rebuild(GAME) == []
    assert not waiting_games(tournament)


def test_declining_and_taking_consent_back_before_the_approval(ana: User) -> None:
    one, two = account("one"), account("two")
    tournament = event(ana, one, two)
    all_agree(tournament)
    entry = tournament.entries.get(player=one.player)
    withdraw_consent(one, entry)
    entry.refresh_from_db()
    assert (entry.consent, entry.agreed) == (Consent.DECLINED, False)
    assert consents_to_give(one) == [], "who has declined is not asked again"
    play(ana, tournament)
    approve_tournament(ana, tournament)
    assert not RatedGame.objects.exists()
    give_consent(one, entry, Consent.INVITATION)
    assert RatedGame.objects.count() == 1


@pytest.mark.both_databases
def test_the_organiser_cannot_undo_or_redo_what_a_player_said_about_being_rated(ana: User) -> None:
    one, two = account("one"), account("two")
    tournament = event(ana, one, two)
    start = AuditEntry.objects.filter(action="tournament.started").latest("pk")
    entry = tournament.entries.get(player=one.player)
    give_consent(one, entry, Consent.INVITATION)
    withdraw_consent(one, entry)
    for said in AuditEntry.objects.filter(action__startswith="entry.consent"):
        with pytest.raises(Refused):
            undo(ana, said)
    undo_back_to(ana, start)
    entry.refresh_from_db()
    assert entry.consent == Consent.DECLINED, "going back leaves it alone"


def test_consent_in_an_unrated_event_means_nothing_if_it_becomes_rated(ana: User) -> None:
    one, two = account("one"), account("two")
    tournament = event(ana, one, two, rated=False)
    give_consent(one, tournament.entries.get(player=one.player), Consent.REGISTRATION)
    update_tournament(ana, tournament, rated=True)
    assert list(not_agreed(tournament)) == list(tournament.entries.order_by("seed"))


@pytest.mark.both_databases
def test_rated_status_comes_from_staff_and_ends_with_them(boss: User) -> None:
    bo = account("bo")
    for somebody in (bo, account("other")):
        with pytest.raises(NotAllowed):
            grant_status(somebody, "me", account=bo)
    with pytest.raises(Refused, match="reason"):
        grant_status(boss, "  ", account=bo)
    with pytest.raises(Refused, match="rated status"):
        event(bo, "A", "B", rated=True)
    status = grant_status(boss, "Runs the league of Ur.", account=bo)
    with pytest.raises(Refused, match="already"):
        grant_status(boss, "Again.", account=bo)
    first = approve_tournament(bo, play(bo, event(bo, "A", "B")))
    second = play(bo, event(bo, "A", "B"))
    assert first.rated
    assert second.rated
    with pytest.raises(NotAllowed):
        revoke_status(bo, status, "why not")
    revoke_status(boss, status, "Wants no more.")
    with pytest.raises(Refused, match="rated status"):
        approve_tournament(bo, second)
    assert not event(bo, "A", "B").rated
    assert RatedGame.objects.count() == 1, "what was rated stays"
    actions = list(AuditEntry.objects.filter(action__startswith="rated_status").values_list("action", "reason"))
    assert sorted(actions) == [
        ("rated_status.granted", "Runs the league of Ur."),
        ("rated_status.revoked", "Wants no more."),
    ]
    grant_status(boss, "Back.", account=bo)
    approve_tournament(bo, second)


@pytest.mark.both_databases
def test_the_status_of_a_club_is_for_its_own_tournaments(boss: User) -> None:
    bo = account("bo")
    club, other = clubs.create_club(bo, "Ur"), clubs.create_club(bo, "Uruk")
    grant_status(boss, "A club of long standing.", club=club)
    assert event(bo, "A", "B", club=club).rated
    assert not event(bo, "A", "B", club=other).rated
    assert not event(bo, "A", "B").rated
    draft = create_tournament(
        bo,
        TournamentSpec(
            name="Draft", game=GAME, ruleset="base", components=get_game(GAME).component_sets[0], club=club,
            stages=[StageSpec("swiss")],
        ),
    )  # fmt: skip
    assert draft.rated
    assert not update_tournament(bo, draft, club=other).rated
    with pytest.raises(Refused, match="rated status"):
        update_tournament(bo, draft, rated=True)
    assert update_tournament(bo, draft, club=club, rated=True).rated


def test_whether_it_is_rated_can_be_changed_until_the_approval(ana: User) -> None:
    tournament = play(ana, event(ana, "A", "B"))
    update_tournament(ana, tournament, rated=False)
    assert rating_changes(Tournament.objects.get(pk=tournament.pk)) == []
    change = AuditEntry.objects.filter(action="tournament.changed").latest("pk")
    assert (change.before["rated"], change.after["rated"]) == (True, False)
    update_tournament(ana, tournament, rated=True)
    back = AuditEntry.objects.filter(action="tournament.changed").latest("pk")
    approve_tournament(ana, tournament)
    with pytest.raises(Refused, match="approved"):
        update_tournament(ana, tournament, rated=False)
    with pytest.raises(Refused):
        undo(ana, back)
    assert RatedGame.objects.count() == 1


@pytest.mark.both_databases
def test_standing_consent_for_a_club_covers_its_events_and_no_others(boss: User, ana: User) -> None:
    """A club evening stays six taps: nobody is asked twice."""
    one, two = account("one"), account("two")
    club, other = clubs.create_club(ana, "Ur"), clubs.create_club(ana, "Uruk")
    for each in (club, other):
        grant_status(boss, "Known.", club=each)
    before = event(ana, one, two, club=club)
    give_standing_consent(one, club)
    assert before.entries.get(player=one.player).consent == Consent.CLUB, "also where it was still open"
    with pytest.raises(Refused, match="already"):
        give_standing_consent(one, club)
    give_standing_consent(two, club)
    evening = play(ana, event(ana, one, two, club=club))
    assert set(evening.entries.values_list("consent", flat=True)) == {Consent.CLUB}
    approve_tournament(ana, evening)
    assert RatedGame.objects.count() == 1
    assert list(not_agreed(event(ana, one, two, club=other)).values_list("player__name", flat=True)) == ["One", "Two"]
    assert len(list(not_agreed(event(ana, one, two)))) == 2
    withdraw_standing_consent(one, club)
    assert [entry.player.name for entry in not_agreed(event(ana, one, two, club=club))] == ["One"]


@pytest.mark.both_databases
def test_standing_consent_does_not_follow_a_tournament_to_another_club(boss: User, ana: User) -> None:
    one = account("one")
    club, other = clubs.create_club(ana, "Ur"), clubs.create_club(ana, "Uruk")
    for each in (club, other):
        grant_status(boss, "Known.", club=each)
    give_standing_consent(one, club)
    draft = create_tournament(
        ana,
        TournamentSpec(
            name="Draft", game=GAME, ruleset="base", components=get_game(GAME).component_sets[0], club=club,
            stages=[StageSpec("swiss")],
        ),
    )  # fmt: skip
    entry = add_entry(ana, draft, one.player)
    assert entry.consent == Consent.CLUB
    update_tournament(ana, draft, club=other)
    entry.refresh_from_db()
    assert entry.consent == Consent.NONE


@pytest.mark.both_databases
def test_a_name_never_leads_to_somebody_with_an_account(ana: User) -> None:
    """Not even to one who has played for this organiser before."""
    cleo = account("cleo", "Cleo")
    event(ana, cleo, "Dan")
    dan = Player.objects.get(name="Dan")
    later = event(ana, "Cleo", "Dan")
    assert cleo.player.pk not in later.entries.values_list("player_id", flat=True)
    assert dan.pk in later.entries.values_list("player_id", flat=True), "a guest of this organiser is known again"
    draft = create_tournament(
        ana,
        TournamentSpec(
            name="Draft", game=GAME, ruleset="base", components=get_game(GAME).component_sets[0],
            stages=[StageSpec("swiss")],
        ),
    )  # fmt: skip
    guests = import_entries(ana, draft, [ListedPlayer(row=1, name="Cleo"), ListedPlayer(row=2, name="Dan")])
    assert [entry.is_guest for entry in guests] == [True, True]
    with pytest.raises(Refused, match="Already in the tournament"):
        add_entries_by_name(ana, draft, ["Dan"])


def test_guests_of_another_organiser_or_club_are_other_people(boss: User, ana: User) -> None:
    bo = make_rated(account("bo"))
    club, other = clubs.create_club(ana, "Ur"), clubs.create_club(ana, "Uruk")
    made = [event(ana, "Dan", "Eve"), event(bo, "Dan", "Eve")]
    made += [event(ana, "Dan", "Eve", club=each) for each in (club, other)]
    assert len({each.entries.get(player__name="Dan").player_id for each in made}) == 4
    with pytest.raises(Refused, match="guest of another organiser"):
        add_entry(bo, event(bo, "Fay", "Gus"), made[0].entries.get(player__name="Dan").player)
    again = event(ana, "Dan", "Eve", club=club)
    assert again.entries.get(player__name="Dan").player_id == made[2].entries.get(player__name="Dan").player_id


def rated_twice(organiser: User) -> tuple[Tournament, Tournament]:
    """Two approved tournaments of the same guests, one after the other."""
    found = [approve_tournament(organiser, play(organiser, event(organiser, "A", "B"))) for _number in range(2)]
    return found[0], found[1]


@pytest.mark.both_databases
def test_staff_take_a_tournament_out_and_put_it_back_bit_for_bit(boss: User, ana: User) -> None:
    first, second = rated_twice(ana)
    before, journal = ratings(), list(RatedGame.objects.values_list("sequence", "table", "played_at"))
    with pytest.raises(NotAllowed):
        exclude_tournament(ana, first, "mine")
    with pytest.raises(Refused, match="reason"):
        exclude_tournament(boss, first, " ")
    exclude_tournament(boss, first, "Two of the tables were never played.")
    assert RatedGame.objects.get().table.round.stage.tournament == second
    assert {games for _bits, games in ratings().values()} == {1}
    assert rebuild(GAME) == []
    first.refresh_from_db()
    assert first.approved_at is not None
    assert first.exclusion is not None
    with pytest.raises(Refused, match="already"):
        exclude_tournament(boss, first, "again")
    with pytest.raises(NotAllowed):
        restore_tournament(ana, first, "back")
    restore_tournament(boss, first, "They were.")
    assert ratings() == before
    assert list(RatedGame.objects.values_list("sequence", "table", "played_at")) == journal
    assert rebuild(GAME) == []
    with pytest.raises(Refused, match="not removed"):
        restore_tournament(boss, first, "again")


@pytest.mark.both_databases
def test_the_organiser_does_not_get_around_it(boss: User, ana: User) -> None:
    """Not by undoing, nor by taking the approval back and approving again."""
    first, second = rated_twice(ana)
    exclude_tournament(boss, first, "Being looked at.")
    staff_deed = AuditEntry.objects.get(action="tournament.ratings_excluded")
    with pytest.raises(Refused):
        undo(ana, staff_deed)
    withdraw_approval(ana, first, "again")
    with pytest.raises(Refused, match="removed this tournament"):
        approve_tournament(ana, first)
    undo(ana, AuditEntry.objects.filter(action="tournament.approval_withdrawn").latest("pk"))
    assert list(RatedGame.objects.values_list("table__round__stage__tournament", flat=True)) == [second.pk]
    restore_tournament(boss, first, "Right now.")
    assert RatedGame.objects.count() == 2
    assert rebuild(GAME) == []


def test_a_tournament_that_was_reopened_meanwhile_is_put_back_without_its_games(boss: User, ana: User) -> None:
    first, _second = rated_twice(ana)
    exclude_tournament(boss, first, "Being looked at.")
    reopen_tournament(ana, first)
    restore_tournament(boss, first, "Fine.")
    assert RatedGame.objects.count() == 1
    approve_tournament(ana, finish_tournament(ana, first))
    assert RatedGame.objects.count() == 2
    assert rebuild(GAME) == []


def approved_event(ana: User) -> tuple[Tournament, User, User]:
    one, two = account("one"), account("two")
    tournament = play(ana, event(ana, one, two))
    all_agree(tournament)
    return approve_tournament(ana, tournament), one, two


@pytest.mark.both_databases
def test_a_rated_player_objects_and_a_director_answers(boss: User, ana: User) -> None:
    tournament, one, two = approved_event(ana)
    stranger = account("stranger")
    with pytest.raises(NotAllowed):
        object_to_approval(stranger, tournament, "me too")
    with pytest.raises(Refused, match="reason"):
        object_to_approval(one, tournament, "  ")
    objection = object_to_approval(one, tournament, "We never played.")
    with pytest.raises(Refused, match="already"):
        object_to_approval(one, tournament, "Really.")
    assert [rating_objections_to_answer(user) for user in (boss, ana, one, stranger)] == [
        [objection],
        [objection],
        [],
        [],
    ]
    for somebody in (one, two, stranger):
        with pytest.raises(NotAllowed):
            answer_objection(somebody, objection, True, "yes")
    with pytest.raises(Refused, match="reason"):
        answer_objection(ana, objection, True, " ")
    answered = answer_objection(ana, objection, True, "Right, it was the other table.")
    assert (answered.status, answered.answered_by) == ("accepted", ana)
    assert rating_objections_to_answer(boss) == []
    withdraw_approval(ana, tournament, "An objection was accepted.")
    assert not RatingEntry.objects.exists()


def test_an_objection_outlives_the_approval_it_is_about(ana: User) -> None:
    """A director may withdraw first and answer then; approved again, it is still there."""
    tournament, one, two = approved_event(ana)
    first, second = (object_to_approval(user, tournament, "We never played.") for user in (one, two))
    withdraw_approval(ana, tournament, "Right.")
    assert rating_objections_to_answer(ana) == []
    answer_objection(ana, first, True, "Right, it is withdrawn.")
    approve_tournament(ana, tournament)
    assert rating_objections_to_answer(ana) == [second]


def test_after_the_period_only_staff_act(boss: User, ana: User, settings: Any) -> None:
    tournament, one, two = approved_event(ana)
    objection = object_to_approval(one, tournament, "We never played.")
    settings.OBJECTION_DAYS = 0
    with pytest.raises(Refused, match="over"):
        object_to_approval(two, tournament, "Too late?")
    with pytest.raises(NotAllowed):
        answer_objection(ana, objection, False, "no")
    answer_objection(boss, objection, False, "The log shows it.")
    approval = AuditEntry.objects.get(action="tournament.approved")
    for late in (
        lambda actor: withdraw_approval(actor, tournament, "It went badly."),
        lambda actor: reopen_tournament(actor, tournament),
        lambda actor: undo(actor, approval),
    ):
        with pytest.raises(Refused, match="Only site staff"):
            late(ana)
    assert is_rated_in(one, tournament)
    withdraw_approval(boss, tournament, "It was the other table.")
    assert not is_rated_in(one, tournament)


@pytest.mark.both_databases
def test_what_is_granted_has_one_holder(boss: User, ana: User) -> None:
    with pytest.raises(Refused, match="either"):
        grant_status(boss, "Both.")
    assert RatedStatus.objects.get(account=ana).granted_by is None
    assert timezone.now() > RatedStatus.objects.get().granted_at
