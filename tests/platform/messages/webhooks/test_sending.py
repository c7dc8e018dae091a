"""One request to a stranger: signed, short, pinned to the address that was checked, and never to our own network."""

from __future__ import annotations

import base64
import socket
import time
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

import pytest

from nabu.core.errors import Refused
from nabu.messages.webhooks import addresses
from nabu.messages.webhooks.addresses import SERVICES, may_be_reached, read_address
from nabu.messages.webhooks.models import new_secret
from nabu.messages.webhooks.sending import KEPT_BYTES, headers_of, post
from tests.cases import each
from tests.platform.messages.webhooks.receiver import Receiver, receiver


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as state:
        yield state


def test_the_signature_is_the_one_of_the_specification() -> None:
    """The vector that the specification's reference libraries test themselves with."""
    headers = headers_of(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
    )
    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_the_receiver_gets_the_bytes_and_the_headers(there: Receiver) -> None:
    answer = post(f"{there.address}/a b?c=ü".replace(" ", "%20"), b"{}", {"webhook-id": "msg_1"})
    assert (answer.status, answer.body, answer.error, answer.ok) == (200, "thank you", "", True)
    headers, body = there.got[0]
    assert body == b"{}"
    assert headers["webhook-id"] == "msg_1"
    assert headers["host"] == there.address.removeprefix("http://")
    assert there.paths == ["/a%20b?c=%C3%BC"]


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(there: Receiver, status: int) -> None:
    there.status = status
    answer = post(there.address, b"{}", {})
    assert (answer.status, answer.ok, answer.error) == (status, False, "redirects are not followed")
    assert there.paths == ["/"]


@pytest.mark.parametrize("behaviour", ["hang", "drip"])
def test_a_receiver_that_does_not_come_to_an_end_is_left(there: Receiver, behaviour: str) -> None:
    there.behaviour = behaviour
    started = time.monotonic()
    answer = post(there.address, b"{}", {}, seconds=0.5)
    assert time.monotonic() - started < 8, "the receiver would keep us for 20 seconds or for ever"
    assert (answer.status, answer.ok) == (0, False)
    assert "no complete answer" in answer.error


def test_a_huge_answer_is_not_read_to_its_end(there: Receiver) -> None:
    there.body = b"x" * (8 * 2**20)
    answer = post(there.address, b"{}", {})
    assert answer.ok
    assert answer.body == "x" * KEPT_BYTES


def test_an_answer_that_is_no_text_can_be_stored(there: Receiver) -> None:
    there.status, there.body = 500, b"\x00\xff"
    assert post(there.address, b"{}", {}).body == "\ufffd\ufffd"


def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    answer = post(f"http://127.0.0.1:{port}/", b"{}", {})
    assert (answer.status, answer.ok) == (0, False)
    assert "refused" in answer.error.lower()
    assert "gaierror" in post("http://does-not-exist.invalid/", b"{}", {}).error


NOT_PUBLIC = {
    "this network": ("0.0.0.0", "0.255.255.255"),
    "private": ("10.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
    "carrier": ("100.64.0.1", "100.127.255.255"),
    "loopback": ("127.0.0.1", "127.255.255.255"),
    "link local, with the metadata of clouds": ("169.254.169.254",),
    "192.0.0.0/24": ("192.0.0.0", "192.0.0.9", "192.0.0.170", "192.0.0.255"),
    "documentation": ("192.0.2.1", "198.51.100.7", "203.0.113.255"),
    "192.88.99.0/24": ("192.88.99.0", "192.88.99.1", "192.88.99.255"),
    "benchmarks": ("198.18.0.1", "198.19.255.255"),
    "multicast": ("224.0.0.1", "239.255.255.255"),
    "reserved": ("240.0.0.1", "255.255.255.255"),
    "loopback of IPv6": ("::1", "::"),
    "IPv4-compatible": ("::7f00:1", "::a00:1"),
    "mapped": ("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:192.88.99.1"),
    "translated without state": ("::ffff:0:7f00:1",),
    "64:ff9b::/96": ("64:ff9b::7f00:1", "64:ff9b::10.1.2.3", "64:ff9b::169.254.169.254", "64:ff9b::c000:9"),
    "64:ff9b:1::/48": ("64:ff9b:1::1", "64:ff9b:1::101:101", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"),
    "nothing": ("100::1",),
    "2001::/23, with Teredo": ("2001:0:4136:e378:8000:63bf:f5ff:fffe", "2001:0:101:101::fefe:fefe", "2001:1::1"),
    "2001:db8::/32": ("2001:db8::1",),
    "2002::/16, 6to4": ("2002:7f00:1::", "2002:a01:203::1", "2002:101:101::1"),
    "3fff::/20": ("3fff::1", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
    "5f00::/16": ("5f00::1",),
    "local of IPv6": ("fc00::1", "fd00::1"),
    "link local of IPv6": ("fe80::1", "febf::1"),
    "fec0::/10": ("fec0::1", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    "multicast of IPv6": ("ff02::1",),
}


@each("block", NOT_PUBLIC)
def test_addresses_that_are_not_public_are_refused_in_production(
    block: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written in the address, and found behind a name."""
    settings.WEBHOOK_PRIVATE, settings.LOCAL = False, False
    for ip in NOT_PUBLIC[block]:
        with pytest.raises(Refused, match="public internet"):
            read_address(f"https://{f'[{ip}]' if ':' in ip else ip}/hook")
        resolves_to(monkeypatch, ["1.1.1.1", ip])
        assert "public internet" in post("https://innocent.example/hook", b"{}", {}).error


BESIDE = (
    "1.1.1.1", "93.184.216.34", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255",
    "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.88.98.255", "192.88.100.0", "198.17.255.255", "198.20.0.0",
    "2606:4700::1111", "2001:200::1", "2003::1", "3fff:1000::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
)  # fmt: skip


@each("ip", BESIDE)
def test_public_addresses_are_allowed(ip: str, settings: Any) -> None:
    settings.WEBHOOK_PRIVATE = False
    assert may_be_reached(ip_address(ip))


@each("port", [1, 21, 22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 636, 993, 1023, *sorted(SERVICES)])
def test_ports_of_other_services_are_refused(port: int, settings: Any) -> None:
    """Also where private addresses are allowed."""
    for settings.WEBHOOK_PRIVATE in (True, False):
        with pytest.raises(Refused, match=f"port {port}"):
            read_address(f"https://example.org:{port}/hook")
        assert f"port {port}" in post(f"https://example.org:{port}/hook", b"{}", {}).error


@each("port", [80, 443, 1024, 3000, 5000, 8000, 8080, 8443, 9000, 65535])
def test_ports_of_web_servers_are_allowed(port: int) -> None:
    assert read_address(f"https://example.org:{port}/hook").port == port


@each(
    "url",
    [
        "", "ftp://example.org/", "http://example.org/", "https://", "https:///x", "https://a:b@example.org/",
        "https://example.org:99999/", "https://example.org/a b", "https://example.org/\r\nHost: x", "example.org",
        "file:///etc/passwd", "https://[::1", "https://" + "a" * 500,
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str, settings: Any) -> None:
    settings.LOCAL = settings.WEBHOOK_PRIVATE = False
    with pytest.raises(Refused):
        read_address(url)


def test_a_name_that_leads_to_a_private_address_is_not_asked(
    there: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_PRIVATE = False
    port = there.address.rsplit(":", 1)[1]
    for found in (["127.0.0.1"], ["1.1.1.1", "127.0.0.1"]):
        resolves_to(monkeypatch, found)
        answer = post(f"http://innocent.example:{port}/", b"{}", {})
        assert "public internet" in answer.error
    assert there.got == []


def test_http_leads_into_the_own_network_and_nowhere_else(
    there: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the operator allows private addresses: a receiver there seldom has a certificate."""
    settings.WEBHOOK_PRIVATE, settings.LOCAL = True, False
    port = there.address.rsplit(":", 1)[1]
    assert post(f"http://127.0.0.1:{port}/", b"{}", {}).ok
    for url in ("http://1.1.1.1/", "http://[2606:4700::1111]/"):
        with pytest.raises(Refused, match="outside your own network"):
            read_address(url)
    inside = f"http://receiver.example:{port}/"
    resolves_to(monkeypatch, ["127.0.0.1"])
    assert post(inside, b"{}", {}).ok
    resolves_to(monkeypatch, ["127.0.0.1", "1.1.1.1"])
    assert "outside your own network" in post(inside, b"{}", {}).error
    settings.WEBHOOK_PRIVATE = False
    assert "https://" in post(inside, b"{}", {}).error
    assert len(there.got) == 2


def test_the_name_is_resolved_once_and_the_connection_goes_there(
    there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that changes between the check and the connection (DNS rebinding) changes nothing."""
    asked = resolves_to(monkeypatch, ["127.0.0.1"])
    port = there.address.rsplit(":", 1)[1]
    assert post(f"http://rebinding.example:{port}/", b"{}", {}).ok
    assert asked == ["rebinding.example"]
    assert there.got[0][0]["host"] == f"rebinding.example:{port}"


def resolves_to(monkeypatch: pytest.MonkeyPatch, ips: list[str]) -> list[str]:
    """Names lead to these addresses; the names that were asked for."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def resolve(host: str, port: int, *args: Any, **options: Any) -> Any:
        if host.endswith(".example"):
            asked.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in ips]
        return real(host, port, *args, **options)

    monkeypatch.setattr(addresses.socket, "getaddrinfo", resolve)
    return asked


def test_secrets_are_long_and_random() -> None:
    one, other = new_secret(), new_secret()
    assert one != other
    assert len(base64.b64decode(one.removeprefix("whsec_"))) == 32
