"""QR codes for paper."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET_ZONE = 4
"""Modules of white around the code (ISO/IEC 18004)."""


def qr_svg(text: str) -> SafeString:
    """The text as a QR code: an SVG without a size of its own. Error correction M survives a stain on a slip."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    # Only path data and numbers are in it, so it is safe in a page.
    return mark_safe(code.svg_inline(omitsize=True, border=QUIET_ZONE, svgclass="qr", lineclass=None))
