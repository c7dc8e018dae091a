"""Which network a request comes from, when reverse proxies of ours stand before the web server.

Whatever counts or limits by address counts these networks, and no other file reads an address.
"""

import re
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "0.0.0.0"
"""The network of everybody whose address nobody has written down: they share one allowance."""

_WITH_PORT = re.compile(r"\[([^\[\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+")


def network_of(request: HttpRequest) -> str:
    """What one household or hall sends from: an IPv4 address, or the first one of the 64 bits of an IPv6 address.

    X-Forwarded-For grows to the right, and whatever the client wrote into it stands on the left: with n proxies of
    ours, the n-th entry from the right is the first that a client cannot forge. If that entry is missing, empty or no
    address ("unknown"), the network is that of whoever has connected to us, a proxy of ours: all such requests share
    one allowance, and no entry further left, which may be invented, is ever taken instead.
    """
    peer = str(request.META.get("REMOTE_ADDR", ""))
    entries = request.headers.get("X-Forwarded-For", "").split(",")
    proxies = settings.NABU_PROXIES
    forwarded = entries[-proxies] if 0 < proxies <= len(entries) else ""
    return _network(forwarded) or _network(peer) or UNKNOWN


def _network(written: str) -> str | None:
    """Of an address as proxies write it: 7.7.7.7, 7.7.7.7:1234, 2001:db8::1, [2001:db8::1]:443, fe80::1%eth0."""
    written = written.strip().strip('"')
    if found := _WITH_PORT.fullmatch(written):
        written = found[1] or found[2]
    try:
        address = ip_address(written.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        # The one way to write it that a column for addresses takes too, unlike 2001:db8::/64.
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)
