"""Drawing a picture, in a worker."""

from __future__ import annotations

from django.utils.translation import override

from nabu.core.background import compute
from nabu.core.pictures.rasterising import to_png
from nabu.web.link_pictures.frame import HEIGHT, WIDTH
from nabu.web.link_pictures.kept import forget, is_kept, keep
from nabu.web.link_pictures.kinds import PictureKind


def draw(kind: PictureKind, subject: str, language: str) -> bool:
    """Draw what a visitor may see now, unless it is drawn. Call it outside any transaction. True for a new picture."""
    version = kind.current(subject, language)
    if version is None:
        forget(kind, subject)
        return False
    if is_kept(kind, subject, language, version):
        return False
    with override(language):
        svg = kind.draw(subject)
    return svg is not None and keep(kind, subject, language, version, compute(to_png, svg, WIDTH, HEIGHT))
