"""A list asks the database the same number of times, however long it is: all pages and all of the API.

Every address of a GET is a list here, or stands among those that are none: a new one fails until somebody has said what
it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from analytics.parts import table_file
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.contests.clubs.models import Season
from nabu.contests.dates.services import RoundSpec, set_dates
from nabu.contests.domain_events import events
from nabu.contests.matches.models import LogSubmission, Seat, Table
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.messages.webhooks.feed import latest_number, save_public_events
from nabu.messages.webhooks.models import PublicEvent
from nabu.statistics.dashboards.facts.refresh import store_of
from tests.cases import each
from tests.conftest import forget_what_is_kept
from tests.platform.amounts import GAME, Amount, make
from tests.platform.contests.ratings.played import measured
from tests.platform.scenario import account, one_transaction
from tests.platform.site.api.test_permissions import MATRIX
from tests.platform.site.pages.test_permissions import PAGES
from tests.profiles import LONG

T = TypeVar("T")
FEW, MANY = 2, 4
PEOPLE = ("owner", "visitor", "player")
"""The short profile asks for each address as its owner, and for half of them as one of the two others in turn."""


Where = Callable[[Amount], list[Any]]


def nothing(_amount: Amount) -> list[Any]:
    return []


def game(_amount: Amount) -> list[Any]:
    return [GAME]


def tournament(amount: Amount) -> list[Any]:
    return [amount.tournament.pk]


def draft(amount: Amount) -> list[Any]:
    return [amount.draft.pk]


def overdue(amount: Amount) -> list[Any]:
    """The tournament after the deadlines of its first rounds."""
    over = timezone.now() - timedelta(days=1)
    set_dates(amount.tournament.organiser, amount.tournament, [RoundSpec(1, number, None, over) for number in (1, 2)])
    return [amount.tournament.pk]


def draft_with_fee(amount: Amount) -> list[Any]:
    update_tournament(amount.draft.organiser, amount.draft, fee=Decimal(5), fee_currency="EUR")
    return [amount.draft.pk]


def announced(amount: Amount) -> list[Any]:
    return [amount.announced.pk]


def guest(amount: Amount) -> list[Any]:
    return [amount.announced.entries.filter(player__user=None)[0].player_id]


def cup(amount: Amount) -> list[Any]:
    return [amount.cup.pk]


def stage(amount: Amount) -> list[Any]:
    return [amount.stage.pk]


def round_(amount: Amount) -> list[Any]:
    return [amount.table.round_id]


def draft_round(amount: Amount) -> list[Any]:
    return [amount.draft_round.pk]


def table(amount: Amount) -> list[Any]:
    return [amount.table.pk]


def proven(amount: Amount) -> list[Any]:
    return [amount.proven.pk]


def player(amount: Amount) -> list[Any]:
    return [amount.player.pk]


def journal(amount: Amount) -> list[Any]:
    return [amount.player.pk, GAME]


def pair(amount: Amount) -> list[Any]:
    """The player and one of those whom the player has met."""
    met = Seat.objects.filter(table__seats__entry__player=amount.player).exclude(entry__player=amount.player)
    return [*journal(amount), met.order_by("pk").values_list("entry__player_id", flat=True)[0]]


def entry_of(amount: Amount) -> Entry:
    return amount.tournament.entries.get(player=amount.player)


def breakdown(amount: Amount) -> list[Any]:
    return [amount.stage.pk, entry_of(amount).pk]


def submission(amount: Amount) -> list[Any]:
    return [LogSubmission.objects.filter(table=amount.table).latest("pk").pk]


def log(amount: Amount) -> list[Any]:
    assert amount.proven.log is not None
    return [amount.proven.log.sha256]


def data_file(_amount: Amount) -> list[Any]:
    [one, *_] = store_of(GAMES[GAME]).version
    return [GAME, "replayed", table_file("offers", one.month, one.tables)]


LISTS: dict[str, list[Where]] = {
    "home": [nothing],
    "players:list": [nothing],
    "players:detail": [player],
    "players:journal": [journal],
    "players:statistics": [journal],
    "players:statistics_csv": [
        lambda a: [*journal(a), "games"],
        lambda a: [*journal(a), "seasons"],
        lambda a: [*journal(a), "percentiles"],
    ],
    "players:against": [pair],
    "players:board": [journal],
    "players:openings": [journal],
    "players:openings_csv": [journal],
    "players:board_csv": [journal],
    "players:against_csv": [lambda a: [*pair(a), "games"]],
    "players:reviews": [journal],
    "players:reviews_csv": [lambda a: [*journal(a), "games"]],
    "players:tokens": [nothing],
    "records:list": [nothing],
    "play:play": [nothing],
    "exercises:games": [nothing],
    "players:consents": [nothing],
    "claims:guests": [announced],
    "claims:merge": [guest],
    "webhooks:list": [tournament],
    "webhooks:detail": [lambda a: [a.webhook.pk]],
    "ratings:leaderboard": [nothing, game],
    "dashboards:game": [game],
    "dashboards:sources": [game],
    "dashboards:games": [game],
    "dashboards:players": [game],
    "dashboards:cards": [game],
    "dashboards:seats": [game],
    "dashboards:openings": [game],
    "dashboards:variants": [game],
    "dashboards:file": [data_file],
    "dashboards:csv": [lambda a: [GAME, "games"]],
    "games:detail": [game],
    "variants:list": [game],
    "lab:list": [nothing],
    "tournaments:list": [nothing],
    "tournaments:detail": [tournament, draft, announced, cup],
    "tournaments:registration": [announced],
    "tournaments:new": [nothing],
    "tournaments:edit": [draft],
    "clubs:list": [nothing],
    "clubs:detail": [lambda a: [a.club.pk]],
    "clubs:season": [lambda a: [a.club.pk]],
    "clubs:season_csv": [lambda a: [a.club.pk]],
    "clubs:suspensions": [lambda a: [a.club.pk]],
    "tournaments:roles": [tournament],
    "series:detail": [lambda a: [a.series.pk]],
    "tournaments:prizes": [tournament],
    "tournaments:prizes_csv": [tournament],
    "dates:dates": [tournament, draft],
    "dates:overdue": [overdue],
    "tournaments:prizes_edit": [tournament],
    "tournaments:standings": [tournament, cup],
    "tournaments:standings_embed": [tournament, cup],
    "tournaments:breakdown": [breakdown],
    "tournaments:bracket": [cup],
    "tournaments:dashboard": [tournament],
    "tournaments:dashboard_sources": [tournament],
    "tournaments:dashboard_games": [tournament],
    "tournaments:dashboard_cards": [tournament],
    "tournaments:dashboard_seats": [tournament],
    "tournaments:dashboard_openings": [tournament],
    "tournaments:dashboard_variants": [tournament],
    "tournaments:reviews": [tournament],
    "tournaments:reviews_csv": [tournament],
    "tournaments:audit": [tournament, draft],
    "tournaments:ratings": [tournament],
    "tournaments:entries": [tournament, draft],
    "tournaments:check_in": [draft],
    "tournaments:fees": [draft_with_fee],
    "tournaments:starting": [draft],
    "tournaments:leaving": [tournament],
    "tournaments:announcements": [tournament],
    "tournaments:penalties": [tournament],
    "tournaments:restrictions": [tournament, draft],
    "tournaments:export_csv": [lambda a: [a.tournament.pk, "players"], lambda a: [a.tournament.pk, "results"]],
    "tournaments:export_json": [tournament],
    "tournaments:export_trf": [tournament],
    "tournaments:prints": [tournament],
    "tournaments:print_people": [tournament],
    "tournaments:print_standings": [tournament],
    "tournaments:print_stage": [lambda a: [a.stage.pk, "standings"]],
    "tournaments:cross_table": [stage],
    "tournaments:cross_table_csv": [stage],
    "tournaments:print_round": [lambda a: [*round_(a), "slips"]],
    "tournaments:round": [round_, draft_round],
    "tournaments:round_seats": [round_],
    "tournaments:projector": [tournament, cup],
    "tournaments:follow": [tournament, announced, cup],
    "tournaments:follow_player": [lambda a: [a.tournament.pk, a.player.pk]],
    "tournaments:round_clock": [round_],
    "tournaments:calls": [tournament],
    "tournaments:call_settings": [tournament],
    "tournaments:contact": [tournament],
    "clubs:contact": [lambda a: [a.club.pk]],
    "table:page": [table],
    "table:rule_by_sheet": [table],
    "table:upload": [nothing],
}

QUERIES = {"claims:merge": "?q=guest", "ratings:leaderboard": "?everybody=1", "tournaments:new": f"?game={GAME}"}
"""What must stand in the address, so that everything is listed."""

CUT = {"tournaments:audit"}
"""The first page of many changes has not all the kinds of them that the whole list of few has."""

OF_KINDS = {"tournaments:dashboard_cards"}
"""Its rows are kinds of cards: there are not more of them because there are more games."""

ELSEWHERE = {
    *("clubs:season", "clubs:season_csv", "api:club-season", "api:season-list", "api:season-table", "dashboards:file"),
    *("clubs:suspensions", "api:suspension-list", "api:my_suspensions", "dates:overdue", "api:dates-overdue"),
    *("exercises:games", "players:against", "players:against_csv", "api:player_against"),
}
"""No tournament of this world is finished: the queries of seasons are counted in pages/test_season.py; those of tables
past their deadline, which all have results here, in contests/dates; those of suspensions in contests/clubs; those of
one's own reviewed games in board/exercises. A file is not larger because others came, and two players have met once."""

NO_LISTS = {
    # Of seasons with results: see `ELSEWHERE`.
    "clubs:year_sums", "clubs:ruled_season", "clubs:ruled_csv", "clubs:ruled_sums",
    "clubs:season_new", "clubs:season_edit", "clubs:suspend",
    "browser_engine:file", "browser_engine:notice", "browser_engine:offline", "browser_engine:words",
    "browser_engine:worker",
    "play:account", "exercises:exercises",
    "records:new", "records:setup", "records:record", "records:state", "records:log",
    "claims:code", "claims:claim", "claims:codes", "claims:helper_code", "claims:helper", "series:repeat", "series:new",
    "series:settings", "proof", "how_it_works", "table:slip",
    "games:list", "variants:games", "tournaments:dashboard_print",
    "healthz", "status", "staff:rated", "staff:site", "setup", "patterns", "metrics", "site_metrics", "no_streams",
    "tournaments:server_time", "set_language", "account_signup", "account_login",
    "players:account", "players:personal_calendar", "players:calendar_page", "account_change_password",
    "tournaments:calendar_feed", "tournaments:atom_feed", "clubs:calendar_feed", "clubs:atom_feed",
    "players:calendar_feed", "players:atom_feed", "tournaments:cancel",
    "account_email", "account_reauthenticate", "account_set_password", "account_reset_password",
    "account_reset_password_done", "account_reset_password_from_key", "account_reset_password_from_key_done",
    "account_confirm_email", "account_email_verification_sent", "account_confirm_login_code", "account_inactive",
    "mfa_index", "mfa_activate_totp", "mfa_deactivate_totp",
    "mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_generate_recovery_codes", "mfa_list_webauthn",
    "mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn", "mfa_authenticate", "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn", "mfa_login_webauthn", "usersessions_list",
    "players:exports", "players:everything", "privacy:policy", "privacy:security_txt", "privacy:export",
    "privacy:delete_account", "privacy:delete_player",
    "notifications:mail", "notifications:stop", "push:worker", "push:manifest", "link_picture",
    # The staff's list; its queries are counted in tests/platform/messages/notifications.
    "notifications:sent",
    "ratings:quality", "dashboards:index", "dashboards:drawing",
    "games:schema", "games:set", "games:set_file", "games:source_drawing",
    "variants:detail", "variants:new", "lab:new", "lab:detail", "lab:csv", "lab:cost", "lab:against",
    "lab:against_csv", "tournaments:practice", "tournaments:old_practice", "tournaments:quick_start",
    # The guests of this world play elsewhere too; the queries are counted in pages/test_quick_start.py.
    "tournaments:names", "tournaments:current_round", "tournaments:tie_breaks",
    "tournaments:announce", "tournaments:announced", "tournaments:announced_at_table",
    "tournaments:undo", "tournaments:entry", "tournaments:own_check_in", "tournaments:import", "tournaments:export",
    "tournaments:calendar", "tournaments:round_prints", "tournaments:job", "table:anatomy", "table:anatomy_csv",
    "table:report_sheet", "table:photo", "table:submission", "table:log", "table:verdict", "table:raw",
    "table:watch", "table:watch_now", "table:watch_moves", "table:watch_picture",
    "table:review", "table:review_line", "table:review_section",
    "tournaments:calls_line", "table:director_call", "table:director_call_slip", "records:director_call",
    "contact:conversation",
    "table:replay", "table:replay_last", "table:replay_moves", "table:replay_picture",
}  # fmt: skip
"""Pages about one thing, whose parts do not grow with the site or the tournament; and those for staff, whose queries
are counted in `ratings/test_rated_pages.py`."""


def feed(amount: Amount) -> str:
    """The address of the feed, with an event of each kind for whatever the tournament has."""
    happened = {
        events.ENTRY_CHANGED: Entry.objects.filter(tournament=amount.tournament),
        events.ROUND_PUBLISHED: Round.objects.filter(stage__tournament=amount.tournament),
        events.TABLE_RESULT: Table.objects.filter(round__stage__tournament=amount.tournament),
        events.LOG_VERDICT: LogSubmission.objects.filter(table__round__stage__tournament=amount.tournament),
        events.STANDINGS_CHANGED: Tournament.objects.filter(pk=amount.tournament.pk),
    }
    begin, at = latest_number(), timezone.now()
    save_public_events(
        [
            PublicEvent(kind=kind, at=at, tournament=amount.tournament, object_id=pk)
            for kind, rows in happened.items()
            for pk in rows.order_by("pk").values_list("pk", flat=True)
        ]
    )
    return f"events/?page_size=200&since={begin}"


def season_of(amount: Amount) -> int:
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    return Season.objects.get_or_create(club=amount.club, name="2026", defaults=days | {"bands": [[None, [1]]]})[0].pk


API_LISTS: dict[str, list[Callable[[Amount], str]]] = {
    "account-token-list": [lambda a: "tokens/"],
    "tournament-webhooks": [lambda a: f"tournaments/{a.tournament.pk}/webhooks/"],
    "webhook-deliveries": [lambda a: f"webhooks/{a.webhook.pk}/deliveries/"],
    "claim-list": [lambda a: "claims/"],
    "events": [feed],
    "player-list": [lambda a: "players/", lambda a: "players/?search=o"],
    "variant-list": [lambda a: f"variants/?game={GAME}"],
    "experiment-list": [lambda a: "experiments/"],
    "component-set-list": [lambda a: f"games/{GAME}/component-sets/"],
    "dashboard_players": [lambda a: f"dashboards/{GAME}/players/"],
    "dashboard_files": [lambda a: f"dashboards/{GAME}/files/"],
    "dashboard_games": [lambda a: f"dashboards/{GAME}/games/"],
    "tournament-list": [lambda a: "tournaments/", lambda a: "tournaments/?status=running"],
    "tournament-standings": [lambda a: f"tournaments/{a.tournament.pk}/standings/"],
    "tournament-entries": [lambda a: f"tournaments/{a.tournament.pk}/entries/"],
    "tournament-export": [lambda a: f"tournaments/{a.tournament.pk}/export/"],
    "check-in-entries": [lambda a: f"tournaments/{a.draft.pk}/check-in/entries/"],
    "fees-entries": [lambda a: f"tournaments/{draft_with_fee(a)[0]}/fees/entries/"],
    "tournament-registration-registrations": [lambda a: f"tournaments/{a.announced.pk}/registrations/"],
    "tournament-role-list": [lambda a: f"tournaments/{a.tournament.pk}/roles/"],
    "tournament-role-invitations": [lambda a: f"tournaments/{a.tournament.pk}/role-invitations/"],
    "series-list": [lambda a: "series/"],
    "prize-prizes": [lambda a: f"tournaments/{a.tournament.pk}/prizes/"],
    "club-list": [lambda a: "clubs/"],
    "club-season": [lambda a: f"clubs/{a.club.pk}/season/"],
    "season-list": [lambda a: f"clubs/{a.club.pk}/seasons/"],
    "season-table": [lambda a: f"clubs/{a.club.pk}/seasons/{season_of(a)}/table/"],
    "suspension-list": [lambda a: f"clubs/{a.club.pk}/suspensions/"],
    "my_suspensions": [lambda a: "me/suspensions/"],
    "club-members": [lambda a: f"clubs/{a.club.pk}/members/"],
    "tournament-announcement-list": [lambda a: f"tournaments/{a.tournament.pk}/announcements/"],
    "tournament-penalty-list": [lambda a: f"tournaments/{a.tournament.pk}/penalties/"],
    "tournament-restriction-list": [lambda a: f"tournaments/{a.tournament.pk}/restrictions/"],
    "dates-dates": [lambda a: f"tournaments/{overdue(a)[0]}/dates/"],
    "dates-overdue": [lambda a: f"tournaments/{overdue(a)[0]}/overdue/"],
    "stage-rounds": [lambda a: f"stages/{a.stage.pk}/rounds/"],
    "stage-standings": [lambda a: f"stages/{a.stage.pk}/standings/"],
    "stage-standing-detail": [lambda a: f"stages/{a.stage.pk}/standings/{entry_of(a).pk}/"],
    "stage-bracket": [lambda a: f"stages/{a.cup.stages.get().pk}/bracket/"],
    "round-detail": [lambda a: f"rounds/{a.table.round_id}/", lambda a: f"rounds/{a.draft_round.pk}/"],
    "table-detail": [lambda a: f"tables/{a.table.pk}/"],
    "table-photos": [lambda a: f"tables/{a.table.pk}/photos/"],
    "table-logs": [lambda a: f"tables/{a.table.pk}/logs/"],
    "submission-list": [lambda a: "submissions/"],
    "objection-list": [lambda a: "objections/", lambda a: f"objections/?open=true&tournament={a.tournament.pk}"],
    "change-list": [lambda a: f"changes/?page_size=200&tournament={a.tournament.pk}"],
    "tournament-rating-objection-list": [lambda a: f"tournaments/{a.tournament.pk}/rating-objections/"],
    "approval-ratings": [lambda a: f"tournaments/{a.tournament.pk}/ratings/"],
    "player_reviews": [lambda a: f"players/{a.player.pk}/reviews/{GAME}/"],
    "tournament_reviews": [lambda a: f"tournaments/{a.tournament.pk}/reviews/"],
    "player_openings": [lambda a: f"players/{a.player.pk}/statistics/{GAME}/openings/"],
    "player_board": [lambda a: f"players/{a.player.pk}/statistics/{GAME}/board/"],
    "player_against": [lambda a: f"players/{a.player.pk}/statistics/{GAME}/against/{pair(a)[2]}/"],
    "player_statistics": [lambda a: f"players/{a.player.pk}/statistics/{GAME}/"],
    "rating-detail": [lambda a: f"ratings/{GAME}/?everybody=true"],
    "tournament-call-list": [lambda a: f"tournaments/{a.tournament.pk}/calls/"],
    "tournament-call-waits": [lambda a: f"tournaments/{a.tournament.pk}/calls/waits/"],
    "tournament-block-list": [lambda a: f"tournaments/{a.tournament.pk}/blocks/"],
    "tournament-conversation-list": [lambda a: f"tournaments/{a.tournament.pk}/conversations/"],
    "club-conversation-list": [lambda a: f"clubs/{a.club.pk}/conversations/"],
    "rating-journal": [lambda a: f"ratings/{GAME}/journal/{a.player.pk}/"],
}

NO_API_LISTS = {
    "index", "claimed-player-merge", "me", "my_archive",
    "mail", "webhook-detail", "player-detail", "game-list", "game-detail", "game-schema", "variant-detail",
    "experiment-detail", "experiment-against",
    "component-set-detail", "component-set-file", "format-list", "dashboard_sources", "dashboard_spread",
    "dashboard_winners", "dashboard_course", "dashboard_cards", "dashboard_card_pairs", "dashboard_seats",
    "dashboard_openings", "dashboard_variants",
    "announcement-detail", "tournament-detail", "entry-detail",
    "series-detail",
    "check-in-state", "fees-state", "setup-forecast", "tournament-registration-state",
    "season-detail", "season-breakdown",
    "club-detail", "stage-detail", "job-detail", "table-photo", "round-clock", "club-rating-consent",
    "report-detail", "submission-detail", "objection-detail", "log-detail", "log-raw", "change-detail", "table_anatomy",
    "director-call-detail", "tournament-call-settings-state", "conversation-detail",
    "rating-quality", "log_review", "log_review_alternative",
}  # fmt: skip
"""One thing each, or a list that the code and not the database makes: games, formats, kinds of points."""

MADE_BY_CODE = {"game-list", "format-list"}
"""Of those, what comes in pages like a list."""


def test_every_address_is_a_list_or_none() -> None:
    pages = {name for name, _where, _expected in PAGES}
    assert pages == LISTS.keys() | (NO_LISTS & pages)
    assert not LISTS.keys() & NO_LISTS
    reads = {name for method, name in MATRIX if method == "GET"}
    assert reads == API_LISTS.keys() | NO_API_LISTS
    assert not API_LISTS.keys() & NO_API_LISTS


EXAMPLES = {"id": "1", "club": "1", "stage": "1", "number": "1", "photo": "1", "player": "1", "sha256": "0" * 64}


def test_whatever_comes_in_pages_is_a_list() -> None:
    schema = APIClient().get("/api/schema/?format=json").json()
    answers = schema["components"]["schemas"].items()
    paged = {name for name, words in answers if {"count", "results"} <= words.get("properties", {}).keys()}
    names = set()
    for address, methods in schema["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        answer = content.get("application/json", {}).get("schema", {})
        if answer.get("type") == "array" or answer.get("$ref", "").rpartition("/")[2] in paged:
            path = re.sub(r"\{(\w+)\}", lambda found: EXAMPLES.get(found[1], GAME), address)
            names.add(resolve(path).url_name)
    assert len(names) > 20
    assert not names - MADE_BY_CODE - API_LISTS.keys()


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One transaction for the whole file."""
    with one_transaction(django_db_blocker):
        yield


def rows(response: Any) -> int:
    """How many lines, parts or places there are in an answer, whatever it is made of."""
    content, kind = response.getvalue() if response.streaming else response.content, response["Content-Type"]
    if "json" in kind:
        return sum(1 for _item in _items(json.loads(content)))
    if "html" in kind:
        return len(re.findall(rb"<(?:tr|li|option|article|a|g|input)\b", content))
    return len(content.splitlines())


def _items(value: Any) -> Iterator[Any]:
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(value, list):
            yield inner
        yield from _items(inner)


def ask(client: Client, address: str, warm: bool) -> tuple[int, int, list[str]]:
    """Status, rows and queries of this address. `warm`: ask once before, so that what a process remembers of the whole
    site is there, whoever asks; of one tournament it remembers nothing."""
    if warm:
        client.get(address)
    forget_what_is_kept()
    queries: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        queries.append(sql)
        return execute(sql, *arguments)

    # Django's own list of queries asks SQLite to quote the values of each, which takes as long as the query.
    with connection.execute_wrapper(note):
        response = client.get(address)
        found = rows(response) if response.status_code == 200 else 0
    return response.status_code, found, queries


def clients(amount: Amount) -> dict[str, Client]:
    made = {}
    for person in PEOPLE:
        made[person] = client = APIClient()
        if person != "visitor":
            user: User = getattr(amount, "user" if person == "player" else person)
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return made


def in_turn(lists: dict[str, T], turn: int) -> list[tuple[str, T]]:
    """The lists that are asked for by the person who has this place among PEOPLE."""
    return [each for number, each in enumerate(lists.items()) if LONG or turn in (0, number % 4)]


Found = dict[tuple[str, int, str], list[tuple[int, int, list[str]]]]


@pytest.fixture(scope="module")
def found(db: None, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What each list of pages and API answers to each person: with little, then with much."""
    settings.FACTS = tmp_path_factory.mktemp("facts")
    # This runs before what is there for each test.
    forget_what_is_kept()
    SimpleRateThrottle.THROTTLE_RATES, before = {"anon": None, "user": None}, SimpleRateThrottle.THROTTLE_RATES
    owner = account("owner")
    measured()
    answers: Found = {}
    for number in (FEW, MANY):
        amount = make(number, owner)
        for person, client in clients(amount).items():
            turn = PEOPLE.index(person)
            for name, places in in_turn(LISTS, turn):
                for index, where in enumerate(places):
                    page = reverse(name, args=where(amount)) + QUERIES.get(name, "")
                    answer = ask(client, page, warm=number == FEW and turn == index == 0)
                    answers.setdefault((name, index, person), []).append(answer)
            for name, addresses in in_turn(API_LISTS, turn):
                for index, address in enumerate(addresses):
                    answer = ask(client, f"/api/v1/{address(amount)}", warm=number == FEW and turn == index == 0)
                    answers.setdefault((f"api:{name}", index, person), []).append(answer)
    SimpleRateThrottle.THROTTLE_RATES = before
    return answers


@each("name", [*LISTS, *(f"api:{name}" for name in API_LISTS)])
def test_more_rows_do_not_cost_more_queries(name: str, found: Found) -> None:
    growth = []
    for (_name, index, person), answers in ((key, answers) for key, answers in found.items() if key[0] == name):
        (status, rows_few, few), (status_many, rows_many, many) = answers
        where = f"{name} ({index}) of {person}"
        assert status == status_many, where
        same = len(many) <= len(few) if name in CUT else len(many) == len(few)
        assert same, f"{where}: {len(few)}, then {len(many)}\n" + "\n".join(sorted(many))
        if person == "owner":
            assert status == 200, where
            growth.append(rows_many - rows_few)
    assert name in OF_KINDS | ELSEWHERE or max(growth) >= MANY - FEW, f"{name} shows only {growth} more rows"
