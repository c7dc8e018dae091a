"""Photos of score sheets: what is read, what is left of it, who sends and removes it."""

from __future__ import annotations

import struct
import zlib
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import Photo, Table
from nabu.contests.results.photos import services as photos
from nabu.contests.results.photos.pictures import LONGEST_SIDE, read_picture
from nabu.core.errors import NotAllowed, Refused
from tests.cases import each
from tests.platform.scenario import Event, account, make_event, users
from tests.profiles import examples

GPS, ORIENTATION, CAMERA = 0x8825, 0x0112, 0x0110


def picture(kind: str = "JPEG", size: tuple[int, int] = (60, 40), colour: object = "red", **options: object) -> bytes:
    """A picture in one colour."""
    output = BytesIO()
    mode = "RGBA" if isinstance(colour, tuple) else "RGB"
    Image.new(mode, size, colour).save(output, kind, **options)  # type: ignore[arg-type]
    return output.getvalue()


def read(data: bytes) -> Image.Image:
    return Image.open(BytesIO(read_picture(data).content))


def huge_png(side: int = 60_000) -> bytes:
    """The head of a picture of 3,600 megapixels in a few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 100)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


class TestPictures:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_every_format_becomes_a_jpeg(self, kind: str) -> None:
        made = read(picture(kind))
        assert (made.format, made.size, made.mode) == ("JPEG", (60, 40), "RGB")

    def test_place_and_camera_are_gone_and_the_picture_stands_upright(self) -> None:
        exif = Image.Exif()
        exif[ORIENTATION], exif[CAMERA] = 6, "Tablet 7"
        exif.get_ifd(GPS)[1] = "N"
        data = picture(exif=exif, comment=b"secret")
        assert b"Tablet 7" in data
        written = read_picture(data)
        assert (written.width, written.height) == (40, 60), "turned by a quarter"
        assert b"Tablet 7" not in written.content
        assert b"secret" not in written.content
        assert not dict(Image.open(BytesIO(written.content)).getexif())

    def test_a_large_picture_becomes_smaller(self) -> None:
        made = read_picture(picture(size=(5000, 2500)))
        assert (made.width, made.height) == (LONGEST_SIDE, LONGEST_SIDE // 2)

    def test_what_is_transparent_becomes_white(self) -> None:
        assert read(picture("PNG", colour=(0, 0, 0, 0))).getpixel((5, 5)) == (255, 255, 255)

    @pytest.mark.parametrize("side", [60_000, 8_000])
    def test_a_bomb_is_not_unpacked(self, side: int) -> None:
        with pytest.raises(Refused, match="too many pixels"):
            read_picture(huge_png(side))

    @each(
        "data",
        [b"", b"GIF89a" + b"\0" * 50, picture("GIF"), picture()[:200], picture("PNG")[:60], b"<svg/>", b"%PDF-1.7"],
    )
    def test_what_is_no_picture_is_refused(self, data: bytes) -> None:
        with pytest.raises(Refused, match="This picture cannot be read"):
            read_picture(data)

    @examples(40)
    @given(st.sampled_from(["JPEG", "PNG", "WEBP"]), st.integers(0, 400), st.integers(1, 255))
    def test_a_broken_picture_is_read_or_refused(self, kind: str, at: int, change: int) -> None:
        data = bytearray(picture(kind))
        data[at % len(data)] ^= change
        with suppress(Refused):
            assert read_picture(bytes(data)).content


@pytest.fixture
def event(db: None) -> Event:
    return make_event(4, table_size=2)


@pytest.fixture
def table(event: Event) -> Table:
    return event.pair().tables.order_by("number")[0]


def test_players_and_organisers_send_photos_and_nobody_else(event: Event, table: Table) -> None:
    photos.add_photo(users(table)[0], table, picture())
    photos.add_photo(event.organiser, table, picture(colour="blue"))
    with pytest.raises(NotAllowed):
        photos.add_photo(account("stranger"), table, picture(colour="green"))
    assert table.photos.count() == 2
    assert AuditEntry.objects.filter(action="photo.sent").count() == 2


def test_the_same_photo_is_kept_once_and_six_at_most(table: Table) -> None:
    player = users(table)[0]
    for shade in range(6):
        photos.add_photo(player, table, picture(colour=(shade * 40, 0, 0, 255), kind="PNG"))
    first = photos.add_photo(player, table, picture(colour=(0, 0, 0, 255), kind="PNG"))
    assert first == table.photos.first()
    with pytest.raises(Refused, match="already has 6 photos"):
        photos.add_photo(player, table, picture(colour="white"))


def test_a_director_takes_a_photo_away_with_a_reason(event: Event, table: Table) -> None:
    photo = photos.add_photo(users(table)[0], table, picture())
    with pytest.raises(NotAllowed):
        photos.remove_photo(users(table)[0], photo, "I look tired")
    with pytest.raises(Refused, match="Enter a reason for removing the photo"):
        photos.remove_photo(event.organiser, photo, " ")
    photos.remove_photo(event.organiser, photo, "shows a child")
    assert not Photo.objects.exists()
