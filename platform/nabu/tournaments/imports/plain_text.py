"""Text out of an uploaded file, whatever program wrote it."""

from __future__ import annotations

MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def decode(data: bytes) -> str:
    """The text: by its byte-order mark, else UTF-8, else Latin-1, which fits any bytes. Never raises."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
