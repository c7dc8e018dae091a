"""Result slips: the right to report at one table without an account, and the code of each seat.

The QR code of a slip opens one table of one round; whoever has the slip has that right and nothing else. It is signed,
so nobody makes one up, and it ends with the round or when the slips are replaced. A slip says nothing about who holds
it, so each seat has a code of its own on a strip that the player tears off: the code shows which seat reports, and
another seat's code is needed to confirm. A code is 5 of 30 letters and digits; after 20 wrong ones a table takes none
until its slip is replaced, so guessing one of four seats succeeds once in 300,000 tries of that kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from nabu.contests.matches.models import Seat, Table, TableSlip
from nabu.core.errors import Refused

SALT = "nabu.contests.matches.slips"
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without 0, 1, I, L, O and U: they are read as each other, or as a word."""

CODE_LENGTH = 5
MOST_WRONG_CODES = 20


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Somebody without an account who has shown the code of a seat."""

    seat: Seat

    @property
    def entry_id(self) -> int:
        """Whose seat it is."""
        return self.seat.entry_id


def slip_token(table: Table, serial: int) -> str:
    """What the QR code of a slip holds: the table and the slip's serial number, signed."""
    return Signer(salt=SALT).sign(f"{table.pk}-{serial}")


def table_of_token(token: str) -> Table | None:
    """The table of a slip; None for a token that is not ours, was replaced, or whose table is gone."""
    try:
        pk, serial = Signer(salt=SALT).unsign(token).split("-")
    except (BadSignature, ValueError):
        return None
    table = Table.objects.select_related("round__stage__tournament").filter(pk=int(pk)).first()
    return table if table is not None and serials([table])[table.pk] == int(serial) else None


def serials(tables: Sequence[Table]) -> dict[int, int]:
    """The serial number of the valid slip of each table: how often it was replaced."""
    found = TableSlip.objects.filter(table__in=tables).values_list("table_id", "serial")
    return {table.pk: 0 for table in tables} | dict(found)


def seat_code(seat: Seat, serial: int) -> str:
    """The code of a player's seat at this table, for the slip with this serial number.

    It goes with the player, not with the position: who is moved to another table has another code there.
    """
    digest = salted_hmac(SALT, f"{seat.table_id}-{serial}-{seat.entry_id}", algorithm="sha256").digest()
    number, code = int.from_bytes(digest), ""
    for _position in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        code += LETTERS[letter]
    return code


def seat_holder(table: Table, code: str) -> SeatHolder:
    """Whose seat at the table this code is. Wrong codes are counted. Raises Refused."""
    given = "".join(code.split()).upper()
    slip, _created = TableSlip.objects.get_or_create(table=table)
    if slip.wrong_codes >= MOST_WRONG_CODES:
        raise Refused(_("Too many wrong codes were entered for this table. Ask the organiser for a new slip."))
    for seat in table.seats.select_related("entry__player").order_by("position"):
        if constant_time_compare(seat_code(seat, slip.serial).encode(), given.encode()):
            return SeatHolder(seat)
    TableSlip.objects.filter(pk=slip.pk).update(wrong_codes=F("wrong_codes") + 1)
    raise Refused(_("No seat at this table has this code. Check the strip of your slip."))


@transaction.atomic
def replace_slips(tables: Sequence[Table]) -> None:
    """The slips printed so far open nothing any more, and their codes are worth nothing."""
    for table in tables:
        TableSlip.objects.get_or_create(table=table)
    TableSlip.objects.filter(table__in=tables).update(serial=F("serial") + 1, wrong_codes=0)
