"""For maintainers: draw the icons of the site and the pictures of links that never change, into static/."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from nabu.core.pictures.rasterising import to_png
from nabu.web.link_pictures.fixed import STATIC, pictures


class Command(BaseCommand):
    """The files are committed: no site needs to draw them."""

    help = "Draws the icons and the fixed pictures of links again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write all of them."""
        for path, svg, width, height in pictures():
            file = STATIC / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(to_png(svg, width, height))
            self.stdout.write(f"{path} {file.stat().st_size:,} bytes")
