"""Which addresses we speak to. A webhook is a stranger's wish that our server sends a request somewhere: nothing of
ours that only this server can reach may be reached that way (server-side request forgery)."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from nabu.errors import Refused

LONGEST = 500
NAT64 = IPv6Network("64:ff9b::/96")


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
        raise Refused(_("This is not an address that we can read.")) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.LOCAL):
        raise Refused(_("The address must begin with https://."))
    if not host:
        raise Refused(_("The address names no host."))
    if parts.username is not None or parts.password is not None:
        raise Refused(_("The address must not hold a user name or a password."))
    literal = _literal(host)
    if literal is not None and not may_be_reached(literal):
        raise Refused(_("This address is not on the public internet."))
    target = iri_to_uri(parts.path or "/") + (f"?{iri_to_uri(parts.query)}" if parts.query else "")
    return Address(parts.scheme == "https", host, port, target)


def resolve(address: Address) -> list[str]:
    """The IP addresses of the host now, all of them allowed. Raises OSError.

    The connection is made to one of these and nothing is resolved again, so a name cannot change in between.
    """
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not all(may_be_reached(ip_address(ip.partition("%")[0])) for ip in addresses):
        raise OSError("the host is not on the public internet")
    return addresses


def may_be_reached(ip: IPv4Address | IPv6Address) -> bool:
    """A public unicast address, or any where the settings allow private ones."""
    if settings.WEBHOOK_PRIVATE:
        return True
    inner = _inner(ip)
    if inner is not None:
        return may_be_reached(inner)
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def _inner(ip: IPv4Address | IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for."""
    if isinstance(ip, IPv4Address):
        return None
    if ip in NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
