"""So many of everything that lists show: what is drawn from it must not cost more queries when there is more."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from competition.formats import StageSpec
from engine.registry import GAMES
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.tokens import create_token
from nabu.board.records.services import GameSpec, issue_record
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.services import load_component_set, withdraw_component_set
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.contests.announcements.services import make_announcement
from nabu.contests.calls.contact.services import write_to_organiser
from nabu.contests.calls.models import Block, DirectorCall
from nabu.contests.clubs import services as clubs
from nabu.contests.clubs.models import Club
from nabu.contests.matches.models import Table
from nabu.contests.results import services as results
from nabu.contests.results.approval.objections import object_to_approval
from nabu.contests.results.photos.services import add_photo
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.series import services as series
from nabu.contests.series.models import Series
from nabu.contests.tournaments.clock.services import set_minutes
from nabu.contests.tournaments.consent import give_standing_consent
from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.byes import ask_for_bye
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import add_entries_by_name, update_entry
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.prizes.services import PrizeSpec, set_prizes
from nabu.contests.tournaments.registration.services import accept, decline, register
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.roles.invitations import accept_invitation, make_invitation
from nabu.contests.tournaments.roles.services import give_role
from nabu.contests.tournaments.rounds.draft import swap_seats
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.messages.webhooks.models import Webhook
from nabu.messages.webhooks.services import create_webhook, ping
from nabu.people.claims import invitations, requests
from nabu.statistics.lab import services as lab
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.scenario import (
    Event,
    account,
    approved,
    component_file,
    game_log,
    log_of,
    make_event,
    users,
)
from tests.platform.statistics.dashboards.proven import counted, prove

GAME = "babylonia"


@dataclass
class Amount:
    """A running tournament with so many rounds played and so many of all that hangs on it, a draft, a tournament with a
    draft round, a bracket, and so many of what an account has."""

    number: int
    owner: User
    event: Event
    table: Table
    proven: Table
    draft: Tournament
    announced: Tournament
    draft_round: Round
    cup: Tournament
    club: Club
    webhook: Webhook
    series: Series

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    @property
    def stage(self) -> Stage:
        return self.tournament.stages.get()

    @property
    def user(self) -> User:
        """The first player, who sits at the table of all the reports and logs."""
        return self.event.players[0]

    @property
    def player(self) -> Player:
        return self.user.player


def make(number: int, owner: User) -> Amount:
    """So many of everything, of this account."""
    name = f"of{number}"
    # Whose ratings meet, and so how many bands there are in the statistics, must not depend on the draw.
    event = make_event(2 * number + 6, table_size=2, rounds=number + 2, prefix=name, organiser=owner, draw_seed=name)
    event = approved(event)
    proven = _play(event, number)
    table = _talk_about(event, number)
    for user in event.players[:number]:
        object_to_approval(user, event.tournament, "Not so.")
    _people(event, number)
    webhook = _webhooks(event.tournament, number)
    draft = make_event(2 * number, table_size=2, prefix=f"draft{name}", organiser=owner, start=False).tournament
    check_in.open_check_in(owner, draft)
    for entry in draft.entries.order_by("seed")[:number]:
        check_in.check_in(owner, entry)
    second = make_event(2 * number, table_size=2, prefix=f"second{name}", organiser=owner)
    draft_round = pair_round(owner, second.tournament)
    one, other = [made.seats.order_by("position")[0] for made in draft_round.tables.order_by("number")[:2]]
    swap_seats(owner, one, other)
    for first, last in _pairs(draft, number):
        add_restriction(owner, draft, first, last, "forbidden")
    elimination = [StageSpec("single_elimination", {"table_size": 2})]
    cup = make_event(2 * number, stages=elimination, prefix=f"cup{name}", organiser=owner)
    for made in cup.pair().tables.filter(is_bye=False):
        results.rule_result(owner, made, Ruling([7, 5]))
    for position in range(number):
        _belongings(owner, name, position)
    counted(GAME)
    return Amount(
        number=number,
        owner=owner,
        event=event,
        table=Table.objects.get(pk=table.pk),
        proven=Table.objects.get(pk=proven.pk),
        draft=draft,
        announced=_announced(owner, name, number),
        draft_round=draft_round,
        cup=cup.tournament,
        club=_club(owner, name, number),
        webhook=webhook,
        series=_series(owner, name, number),
    )


def _play(event: Event, rounds: int) -> Table:
    """The games of the first player are proven by logs and objected to, the others are ruled. Returns the last proven
    table.
    """
    for number in range(rounds):
        for table in event.pair().tables.filter(is_bye=False):
            if event.players[0] in users(table):
                prove(table, seed=1_000_000 * rounds + number)
                store_review(Table.objects.get(pk=table.pk).log)
                results.object_to_result(event.players[0], table, "That was another game.")
                proven = table
            else:
                results.rule_result(event.organiser, table, Ruling([30 + table.number, 20]))
    return proven


def _talk_about(event: Event, number: int) -> Table:
    """The first player's table of a new round with so many reports, logs that contradict them, logs that wait for
    their seats, and photos.
    """
    round_ = set_minutes(event.organiser, event.pair(), 50)
    user = event.players[0]
    table = round_.tables.get(seats__entry__player__user=user)
    for position in range(number):
        results.report_result(user, table, [50 + position, 1])
        output = BytesIO()
        Image.new("RGB", (20, 20 + position), "red").save(output, "PNG")
        add_photo(user, table, output.getvalue())
    for position in range(number):
        for data in (log_of(table, seed=2000 * number + position), game_log(2, seed=4000 * number + position)):
            sent = results.submit_log(user, data, table)
            for verification in sent.log.verifications.all():
                verify_log(verification.pk)
    return table


def _announced(owner: User, name: str, number: int) -> Tournament:
    """So many players in it, as many on the waiting list, waiting for approval and declined."""
    tournament = make_event(number, prefix=f"announced{name}", organiser=owner, start=False).tournament
    update_tournament(owner, tournament, registration=True, registration_approval=True, capacity=2)
    add_entries_by_name(owner, tournament, [f"Guest {at} {name}" for at in range(number)])
    for entry in tournament.entries.filter(player__user=None).select_related("player"):
        update_entry(owner, entry, email="guest@example.org")
        requests.ask(account(f"claims{entry.pk}", entry.player.name), entry.player)
    invitations.invite_all(owner, tournament)
    asked = [register(account(f"asks{name}{at}"), tournament) for at in range(3 * number)]
    for at, registration in enumerate(asked):
        if at % 3:
            (accept if at % 3 == 1 else decline)(owner, registration)
    return tournament


def _series(owner: User, name: str, number: int) -> Series:
    """So many series, the last one with so many events ahead."""
    for position in range(number):
        first = make_event(1, prefix=f"series{name}{position}", organiser=owner, start=False).tournament
        Tournament.objects.filter(pk=first.pk).update(starts_on=series.today())
        ahead = number if position == number - 1 else 1
        made = series.start_series(owner, first, series.SeriesSpec(f"Series {name} {position}", ahead=ahead))
    return made


def _people(event: Event, number: int) -> None:
    owner, tournament = event.organiser, event.tournament
    for position in range(number):
        helper = account(f"helper{number}{position}")
        give_role(owner, tournament, helper.username, "scorekeeper")
        invitation, _code = make_invitation(owner, tournament, "director", number)
        accept_invitation(helper, invitation)
    entries = list(tournament.entries.order_by("seed"))
    for entry in entries[:number]:
        give_penalty(owner, entry, PenaltySpec("warning", reason="noise"))
        make_announcement(owner, tournament, f"Entry {entry.pk}, please come to the desk.")
        ask_for_bye(owner, entry, number + 2)
    for one, other in _pairs(tournament, number):
        add_restriction(owner, tournament, one, other, "forbidden")
    for entry in entries[number:]:
        drop_entry(owner, entry)
    _calls(event, number)
    set_prizes(owner, tournament, [PrizeSpec(f"Box {place}", place, place) for place in range(1, number + 1)])


def _calls(event: Event, number: int) -> None:
    """A call in each of so many rounds, as many blocked people, and as many who wrote to the organiser."""
    tournament = event.tournament
    for round_ in Round.objects.filter(stage__tournament=tournament).order_by("number")[:number]:
        DirectorCall.objects.create(
            tournament=tournament, table=round_.tables.order_by("number")[0], made_by=event.players[0]
        )
    for position, user in enumerate(event.players[:number]):
        Block.objects.create(tournament=tournament, user=user, made_by=event.organiser)
        write_to_organiser(account(f"asks{number}{position}"), tournament, "Is there food?")


def _pairs(tournament: Tournament, number: int) -> list[tuple[Entry, Entry]]:
    entries = list(tournament.entries.order_by("seed"))
    return list(zip(entries[:number], entries[number : 2 * number], strict=True))


def _webhooks(tournament: Tournament, number: int) -> Webhook:
    made = [
        create_webhook(tournament.organiser, tournament, f"https://example.org/{position}", ["round.published"])
        for position in range(number)
    ]
    for _position in range(number):
        ping(tournament.organiser, made[0])
    return made[0]


def _belongings(owner: User, name: str, position: int) -> None:
    make_event(2, table_size=2, prefix=f"small{name}{position}", organiser=owner)
    create_token(owner, f"Screen {position}", ["read"])
    person = account(f"loader{name}{position}")
    for kind in ("loaded", "withdrawn"):
        load_component_set(person, component_file(f"{kind}-{name}-{position}"))
    withdraw_component_set(person, ComponentSet.objects.get(name=f"withdrawn-{name}-{position}"))
    worth = position + 10 * int(name.removeprefix("of"))
    changes = {"scoring/city_tile": worth}
    save_variant(person, GAMES[GAME], VariantSpec(name=f"Cities of {worth}", ruleset="base", changes=changes))
    give_standing_consent(owner, clubs.create_club(person, f"Club {name} {position}"))
    arms = [lab.Choice(ruleset="base"), lab.Choice(ruleset="seven_of_nine")]
    words = {"players": 2, "games": 2, "bots": ["random"], "seed": secrets.token_hex(4), "arms": arms}
    made = lab.create_experiment(person, GAMES[GAME], lab.ExperimentDesign(name=f"{name} {position}", **words))
    lab.cancel_experiment(person, made)
    results.submit_log(owner, game_log(2, seed=3000 * worth))
    issue_record(owner, GameSpec("ishtar", "base", "ishtar-2019", ["Ana", "Bo"]))


def _club(owner: User, name: str, number: int) -> Club:
    club = clubs.create_club(owner, f"Players {name}")
    for position in range(number):
        member = account(f"member{name}{position}")
        clubs.set_member(owner, club, member.username, "scorekeeper")
        write_to_organiser(member, club, "When do we play?")
    return club
