"""Which addresses we speak to. A webhook is a stranger's wish that our server sends a request somewhere: nothing of
ours that only this server can reach may be reached that way (server-side request forgery)."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from nabu.core.errors import Refused

LONGEST = 500

NAT64 = IPv6Network("64:ff9b::/96")
"""An IPv4 address behind a translator stands in the last 32 bits: networks that have only IPv6 reach the rest so."""

NOT_PUBLIC = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip
"""Special blocks of IPv4. Written down here, because what Python calls global changes from version to version."""

GLOBAL_UNICAST = IPv6Network("2000::/3")
"""The only part of IPv6 that was ever given out. Local, mapped and translated addresses are outside of it."""

NOT_PUBLIC_6 = tuple(IPv6Network(block) for block in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
"""Special blocks inside it: protocols (with Teredo), documentation, 6to4. Nobody receives webhooks over a tunnel, and a
tunnel may end in a private network."""

PRIVILEGED = 1024
SERVICES = frozenset(
    {
        # What browsers refuse to speak to as well (https://fetch.spec.whatwg.org/#port-blocking).
        1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
        10080,
        # Databases, queues, remote control and cluster managers.
        1433, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3268, 3269, 3306, 3389, 5432, 5671, 5672, 5900, 5984, 5985,
        5986, 6379, 6380, 6443, 8883, 9042, 9092, 9200, 9300, 10250, 11211, 26379, 27017, 27018,
    }
)  # fmt: skip
"""Ports above the privileged ones at which something else than a web server listens."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address, taken apart. `host` is ASCII; `target` is what the request line names."""

    secure: bool
    host: str
    port: int
    target: str

    @property
    def host_header(self) -> str:
        """The host as the header has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def read_address(url: str) -> Address:
    """The parts of an address. Raises Refused with what is wrong with it.

    A name is not resolved here: it may lead somewhere else tomorrow, so that is looked at before every attempt.
    """
    if not url or len(url) > LONGEST or not url.isprintable() or " " in url:
        raise Refused(_("The address has at most %(most)s characters, and no spaces.") % {"most": LONGEST})
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Refused(_("This is not a valid address.")) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and (settings.LOCAL or settings.WEBHOOK_PRIVATE)):
        raise Refused(_("The address must begin with https://."))
    if not host:
        raise Refused(_("The address has no host."))
    if parts.username is not None or parts.password is not None:
        raise Refused(_("The address must not contain a user name or a password."))
    if not _port_may_be_reached(port):
        raise Refused(
            _(
                "Webhooks cannot use port %(port)s. Use 443, or a port from 1024 up that is not reserved for "
                "another service."
            )
            % {"port": port}
        )
    literal = _literal(host)
    if literal is not None and not may_be_reached(literal):
        raise Refused(_("This address is not on the public internet."))
    if literal is not None and parts.scheme == "http" and is_public(literal) and not settings.LOCAL:
        raise Refused(_("Addresses outside your own network must begin with https://."))
    target = iri_to_uri(parts.path or "/") + (f"?{iri_to_uri(parts.query)}" if parts.query else "")
    return Address(parts.scheme == "https", host, port, target)


def resolve(address: Address) -> list[str]:
    """The IP addresses of the host now, all of them allowed. Raises OSError.

    The connection is made to one of these and nothing is resolved again, so a name cannot change in between.
    """
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    ips = [ip_address(written.partition("%")[0]) for written in addresses]
    if not all(may_be_reached(ip) for ip in ips):
        raise OSError("the host is not on the public internet")
    if not address.secure and any(is_public(ip) for ip in ips) and not settings.LOCAL:
        raise OSError("the host is outside your own network, so its address must begin with https://")
    return addresses


def may_be_reached(ip: IPv4Address | IPv6Address) -> bool:
    """A public unicast address, or any where the settings allow private ones."""
    return settings.WEBHOOK_PRIVATE or is_public(ip)


def is_public(ip: IPv4Address | IPv6Address) -> bool:
    """A unicast address of the public internet."""
    if isinstance(ip, IPv4Address):
        return not any(ip in block for block in NOT_PUBLIC)
    inner = _inner(ip)
    if inner is not None:
        return is_public(inner)
    return ip in GLOBAL_UNICAST and not any(ip in block for block in NOT_PUBLIC_6)


def _port_may_be_reached(port: int) -> bool:
    """The ports of web servers, and those that anybody may open, without the known services among them."""
    return port in (80, 443) or (port >= PRIVILEGED and port not in SERVICES)


def _inner(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that is connected to when this one is asked for."""
    return IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else ip.ipv4_mapped


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
