"""One request to an address of somebody else: checked, pinned, short, and never more than it says.

The standard library's client is enough: one POST, no redirects, no cookies, no proxies from the environment. Its one
connection is made by us, to the IP address that was checked, while the certificate is checked for the name.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from nabu.core.errors import Refused
from nabu.messages.webhooks.addresses import Address, read_address, resolve

SECONDS = 10.0
"""A whole attempt takes no longer: connecting, sending, and reading the answer."""

MOST_READ = 64 * 2**10
KEPT_BYTES = 500


@dataclass(frozen=True, slots=True)
class Answer:
    """How it went. `status` 0: no answer, `error` says why."""

    status: int
    body: str
    error: str
    seconds: float

    @property
    def ok(self) -> bool:
        """The receiver has it."""
        return 200 <= self.status < 300


def post(url: str, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> Answer:
    """Send it and say how it went; raises nothing."""
    started = time.monotonic()
    status, text, error = 0, "", ""
    try:
        status, text = _exchange(read_address(url), body, headers, started + seconds)
    except Refused as refusal:
        error = refusal.message
    except (OSError, http.client.HTTPException, ValueError) as problem:
        error = f"{type(problem).__name__}: {problem}"
    spent = time.monotonic() - started
    if not status and spent >= seconds:
        error = f"no complete answer within {seconds:.0f} s"
    if 300 <= status < 400:
        error = "redirects are not followed"
    return Answer(status, text, error[:300], spent)


def _exchange(address: Address, body: bytes, headers: Mapping[str, str], end: float) -> tuple[int, str]:
    connection = _PinnedConnection(address, resolve(address), end)
    # Each single wait has a limit of its own; this one ends an answer that comes byte by byte.
    watchdog = threading.Timer(max(end - time.monotonic(), 0.01), connection.cut)
    watchdog.daemon = True
    watchdog.start()
    try:
        connection.request("POST", address.target, body, {**headers, "Host": address.host_header})
        response = connection.getresponse()
        if connection.was_cut:
            raise TimeoutError
        status = response.status
        with suppress(OSError, http.client.HTTPException, ValueError):
            # The status counts even if the rest never comes.
            return status, response.read(MOST_READ)[:KEPT_BYTES].decode("utf-8", "replace").replace("\0", "\ufffd")
        return status, ""
    finally:
        watchdog.cancel()
        connection.close()


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to one of the given IP addresses; with TLS, to who can prove to be the host."""

    def __init__(self, address: Address, ips: list[str], end: float) -> None:
        super().__init__(address.host, address.port)
        self._address, self._ips, self._end = address, ips, end
        self.was_cut = False

    def connect(self) -> None:
        """Try the addresses in turn until the time is over."""
        raw = self._connect_to_any()
        if not self._address.secure:
            self.sock = raw
            return
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(raw, server_hostname=self._address.host, do_handshake_on_connect=False)
        self.sock.do_handshake()

    def cut(self) -> None:
        """End whatever waits, from another thread."""
        self.was_cut = True
        if isinstance(self.sock, socket.socket):
            with suppress(OSError):
                # Not the method of the TLS socket, which would take its state away from the thread that waits.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def _connect_to_any(self) -> socket.socket:
        problem = OSError("the host has no address")
        for ip in self._ips:
            left = self._end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                made = socket.create_connection((ip, self._address.port), timeout=left)
            except OSError as error:
                problem = error
                continue
            made.settimeout(max(self._end - time.monotonic(), 0.01))
            return made
        raise problem


def headers_of(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The signature of a message after the Standard Webhooks (https://www.standardwebhooks.com), in three headers.

    Who receives it knows that we sent it. `timestamp`: seconds since 1970, against old messages sent again by others.
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }
