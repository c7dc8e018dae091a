"""Pictures that somebody sends: looked at before anything is unpacked, and written again by us. Pure.

What we store is a JPEG that we have written: no place, no camera, no hidden data, nothing that is not a picture.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO
from struct import error as StructError

from django.http import HttpResponse
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from nabu.contests.matches.models import Photo
from nabu.core.errors import Refused

FORMATS = ("JPEG", "PNG", "WEBP")
MEDIA_TYPE = "image/jpeg"
MOST_PIXELS = 60_000_000
"""More than any phone makes; a picture of that size takes 180 MB while it is read."""

LONGEST_SIDE = 2000
QUALITY = 82

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class NoPicture(Refused):
    """What was sent is the fault, not the state of things."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as we have written it."""

    content: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        """The digest of its bytes."""
        return hashlib.sha256(self.content).hexdigest()


def read_picture(data: bytes) -> Picture:
    """The picture, turned upright, at most `LONGEST_SIDE` pixels long, without anything else that was in the file.

    Raises NoPicture for what is no JPEG, PNG or WebP picture, is broken, or would be too large when unpacked.
    """
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise NoPicture(_("This picture has too many pixels. Make it smaller."))
            # A JPEG can be unpacked at half or a quarter of its size; other formats ignore this.
            opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            return _written(opened)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NoPicture(_("This picture has too many pixels. Make it smaller.")) from None
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, StructError):
        raise NoPicture(_("This picture cannot be read. Send a JPEG, PNG or WebP file.")) from None


def _written(opened: Image.Image) -> Picture:
    opened.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    upright = ImageOps.exif_transpose(opened)
    # What was transparent becomes white, like paper.
    paper = Image.new("RGB", upright.size, "white")
    paper.paste(upright, mask=upright.convert("RGBA").getchannel("A") if upright.has_transparency_data else None)
    output = BytesIO()
    paper.save(output, "JPEG", quality=QUALITY, optimize=True)
    return Picture(output.getvalue(), paper.width, paper.height)


NOTHING_ELSE = "default-src 'none'; sandbox"


def picture_response(photo: Photo) -> HttpResponse:
    """The bytes of a photo, for nobody's cache but the reader's."""
    response = HttpResponse(bytes(photo.content), content_type=photo.media_type)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = NOTHING_ELSE
    response["Content-Disposition"] = f'inline; filename="score-sheet-{photo.pk}.jpg"'
    response["Cache-Control"] = "private, max-age=86400, immutable"
    return response
