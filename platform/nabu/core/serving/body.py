"""Reading the body of a request before a thread is taken for it: a slow sender holds nobody up."""

from __future__ import annotations

from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO

from nabu.core.serving.asgi_types import Receive

# A browser shows the answer only after it has sent everything, so a too large body is read to its end and thrown
# away; from here on the client is not a person with a wrong file.
MOST_BYTES_THROWN_AWAY = 256 * 2**20
KEPT_IN_MEMORY = 2**20


class Gone(Exception):
    """The client has gone before it had sent everything."""


async def read_body(receive: Receive, limit: int) -> IO[bytes] | None:
    """The whole body as a file at its beginning; None if it has more than `limit` bytes.

    Raises Gone, and OSError if a large body finds no room on the disk.
    """
    message = await receive()
    if message["type"] == "http.request" and not message.get("more_body") and len(message.get("body", b"")) <= limit:
        return BytesIO(message.get("body", b""))
    body: IO[bytes] = SpooledTemporaryFile(max_size=KEPT_IN_MEMORY)  # noqa: SIM115 - whoever asked for it closes it
    size = 0
    while message["type"] == "http.request":
        part = message.get("body", b"")
        size += len(part)
        if size <= limit:
            body.write(part)
        if not message.get("more_body"):
            if size > limit:
                body.close()
                return None
            body.seek(0)
            return body
        if size > MOST_BYTES_THROWN_AWAY:
            break
        message = await receive()
    body.close()
    raise Gone
