"""Limits by address are limits by network: what that is, that all of them use it, and that a hall fits in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from allauth.core import ratelimit
from allauth.core.internal.ratelimit import get_ip
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt, AccessLog
from django.conf import settings as site
from django.http import HttpRequest
from django.test import RequestFactory, override_settings
from rest_framework.request import Request

from nabu.accounts.players.attempts import UNDER_ATTACK, Attempts
from nabu.accounts.players.models import User
from nabu.core.errors import Refused
from nabu.core.proxies import network_of
from nabu.people.claims import codes
from nabu.people.claims.models import WrongCode
from nabu.web.rest.rates import VisitorRate
from tests.cases import each

ROOT = Path(__file__).resolve().parents[4]
PROXY = "192.0.2.1"


def request_from(forwarded: str = "", peer: str = PROXY) -> HttpRequest:
    return RequestFactory().post("/", headers={"x-forwarded-for": forwarded}, REMOTE_ADDR=peer)


@each(
    ("proxies", "forwarded", "expected"),
    [
        (0, "203.0.113.9", PROXY),  # nobody of ours wrote that
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "10.9.9.9, 203.0.113.9", "203.0.113.9"),  # the left one is what the client made up
        (2, "10.9.9.9, 203.0.113.9, 198.51.100.7", "203.0.113.9"),
        (2, "203.0.113.9", PROXY),
        (1, "", PROXY),
        (1, "10.9.9.9, ", PROXY),
        (1, "10.9.9.9, unknown", PROXY),
        (1, "10.9.9.9, 7.7.7.7:", PROXY),
        (1, "10.9.9.9, 7.7.7.777", PROXY),
        (1, "10.9.9.9, " + "x" * 9999, PROXY),
    ],
)
def test_whose_word_counts_for_the_clients_address(proxies: int, forwarded: str, expected: str) -> None:
    with override_settings(NABU_PROXIES=proxies):
        assert network_of(request_from(forwarded)) == expected


WRITTEN = [
    ("7.7.7.7", "7.7.7.7"),
    ("7.7.7.7:1234", "7.7.7.7"),
    ("::ffff:7.7.7.7", "7.7.7.7"),
    ("[::ffff:7.7.7.7]:1234", "7.7.7.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
    ("2001:DB8:1:2::9", "2001:db8:1:2::"),
    ("[2001:db8:1:2::9]", "2001:db8:1:2::"),
    ("[2001:db8:1:2::9]:443", "2001:db8:1:2::"),
    ('"[2001:db8:1:2::9]:443"', "2001:db8:1:2::"),
    ("fe80::1%eth0", "fe80::"),
]


@each(("written", "network"), WRITTEN)
def test_the_network_of_an_address(written: str, network: str) -> None:
    with override_settings(NABU_PROXIES=1):
        assert network_of(request_from(written)) == network
    assert network_of(request_from(peer=written)) == network


def test_who_has_no_address_shares_one_allowance() -> None:
    """A proxy that speaks to us through a socket of the machine, and is not counted in NABU_PROXIES."""
    assert network_of(request_from(peer="")) == network_of(request_from(peer="unix:")) == "0.0.0.0"


READS = re.compile(
    r"REMOTE_ADDR|REMOTE_HOST|FORWARDED_FOR|FORWARDED-FOR|REAL-IP|CLIENT_IP|GET_IDENT|IPWARE|NUM_PROXIES|PEERNAME"
    r"""|[\"']CLIENT[\"']"""
)
USES = re.compile(r"network_of\(")
MAY = {
    "core/proxies.py": {"REMOTE_ADDR", "FORWARDED-FOR"},
    "operations/operating/checks.py": {"FORWARDED-FOR"},  # says what a proxy has to send
    "settings.py": {"CLIENT_IP"},  # names network_of for axes
    "people/profiles/accounts/adapter.py": {"CLIENT_IP"},  # gives it to allauth
    "web/rest/rates.py": {"GET_IDENT"},  # and to the API
}


def test_no_other_file_reads_an_address() -> None:
    """Where a network counts is here too: registering for a tournament, for one, has no limit by network."""
    folder = ROOT / "platform/nabu"
    texts = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.py")}
    others = [*(ROOT / "platform/competition").rglob("*.py"), *(ROOT / "templates").rglob("*.*")]
    found = {
        name: set(READS.findall(text.upper()))
        for name, text in (texts | {str(path): path.read_text() for path in others}).items()
    }
    assert {name: words for name, words in found.items() if words} == MAY
    assert {name for name, text in texts.items() if USES.search(text)} == {
        "core/proxies.py",
        "web/rest/base.py",
        "web/rest/rates.py",
        "accounts/players/attempts.py",
        "people/profiles/accounts/adapter.py",
        "operations/first_start/views.py",
        "people/claims/helper_views.py",
        "people/claims/views.py",
        "catalogue/games/views.py",
        "board/play/views.py",
        "board/records/recorder/views.py",
        "board/replay/verify_here.py",
        "contests/results/table/photo_views.py",
        "contests/results/table/views.py",
        "catalogue/variants/views.py",
    }


def of_axes(request: HttpRequest) -> str:
    AxesProxyHandler.update_request(request)
    return str(request.axes_ip_address)  # type: ignore[attr-defined]


def of_api(request: HttpRequest) -> str:
    return VisitorRate().get_ident(Request(request))


@each(("written", "network"), WRITTEN)
@each("limit", [of_axes, of_api, get_ip])
def test_libraries_limit_by_network(limit: Callable[[HttpRequest], str], written: str, network: str) -> None:
    with override_settings(NABU_PROXIES=1):
        assert limit(request_from(written)) == network


HALL, PEOPLE = "203.0.113.7", 500


def is_locked(name: str, network: str = HALL) -> bool:
    request = request_from(peer=network)
    AxesProxyHandler.update_request(request)
    return Attempts().get_failures(request, {"username": name}) >= site.AXES_FAILURE_LIMIT


def fail(names: Iterable[str], network: str, times: int) -> None:
    AccessAttempt.objects.bulk_create(
        AccessAttempt(username=name, ip_address=network, failures_since_start=times) for name in names
    )


def counts_of(action: str, times: int) -> list[bool]:
    """What allauth says to so many requests from the hall at the same moment."""
    return [ratelimit.consume(request_from(peer=HALL), action=action, key=str(number)) for number in range(times)]


@pytest.mark.django_db
def test_five_hundred_people_behind_one_address_sign_in() -> None:
    """Every tenth has forgotten the password and fails three times. Meanwhile 1,000 guesses fail elsewhere, and two
    more for every account of the hall."""
    fail([f"stranger{number}" for number in range(UNDER_ATTACK)], "198.51.100.1", 1)
    fail([f"player{number}" for number in range(PEOPLE)], "198.51.100.2", 2)
    for first in range(0, PEOPLE, 10):
        forgetful, *others = [f"player{number}" for number in range(first, first + 10)]
        fail([forgetful], HALL, 3)
        assert not any(is_locked(name) for name in (forgetful, others[0])), first
        AccessLog.objects.bulk_create(AccessLog(username=name.title(), ip_address=HALL) for name in others)


def test_five_hundred_people_behind_one_address_sign_up(counting: None) -> None:
    """Every one of them sends the form twice, signs in twice, and every tenth asks for a new password."""
    assert all(counts_of("signup", 2 * PEOPLE))
    assert all(counts_of("login", 2 * PEOPLE))
    assert all(counts_of("reset_password", PEOPLE // 10))
    assert all(counts_of("reset_password_from_key", PEOPLE // 10))


@pytest.mark.django_db
def test_five_hundred_people_behind_one_address_claim() -> None:
    """Every one of them has mistyped a code before the last one comes."""
    people = User.objects.bulk_create(User(username=f"player{number}") for number in range(PEOPLE))
    WrongCode.objects.bulk_create(WrongCode(account=person, network=HALL) for person in people)
    with pytest.raises(Refused):
        codes.invitation_of(people[-1], "a wrong one", HALL)
