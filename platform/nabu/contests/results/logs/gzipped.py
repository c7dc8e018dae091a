"""A game log that comes packed by gzip, which mail programs and websites like to do with text files.

Only forms unpack it: the format of logs, the API and the command line know no packed logs, and what is stored, replayed
and signed is the log inside.
"""

from __future__ import annotations

import zlib

from engine.log.lines import MOST_BYTES

MAGIC = b"\x1f\x8b"
GZIP = 16 + zlib.MAX_WBITS
"""For zlib: a gzip header, and the largest window that there is."""


class NotUnpacked(ValueError):
    """The file is damaged, or holds more than one file."""


class TooLarge(ValueError):
    """The file would unpack to more than a log may have."""


def is_gzipped(data: bytes) -> bool:
    """Whether a file says of itself that it is packed. No game log begins like that."""
    return data.startswith(MAGIC)


def unpacked(data: bytes) -> bytes:
    """The log inside. Never more than `MOST_BYTES` and one are unpacked, whatever the file claims (a zip bomb).

    Raises NotUnpacked or TooLarge.
    """
    packed = zlib.decompressobj(GZIP)
    try:
        found = packed.decompress(data, MOST_BYTES + 1)
    except zlib.error as error:
        raise NotUnpacked from error
    if len(found) > MOST_BYTES:
        raise TooLarge
    if not packed.eof or packed.unused_data:
        raise NotUnpacked
    return found
