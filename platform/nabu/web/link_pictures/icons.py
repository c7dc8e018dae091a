"""The icons of the site on home screens, which want dots and no SVG."""

from __future__ import annotations

from dataclasses import dataclass

from engine.svg import tag
from nabu.web.link_pictures.frame import CLAY, mark


@dataclass(frozen=True)
class Icon:
    """One file. `purpose` as in a web app manifest; a device cuts a shape of its own out of a maskable one."""

    name: str
    side: int
    purpose: str

    @property
    def path(self) -> str:
        """Below static/."""
        return f"nabu/web/link_pictures/{self.name}.png"

    def svg(self) -> str:
        """The mark; in a maskable one small enough for a circle, on a ground up to the edges."""
        drawn = mark()
        if self.purpose == "maskable":
            ground = tag("rect", width=32, height=32, fill=CLAY)
            drawn = ground + tag("g", drawn, transform="translate(4.8 4.8) scale(.7)")
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{drawn}</svg>'


APPLE = Icon("apple-180", 180, "maskable")
"""Named in the pages, not in the manifest."""

IN_MANIFEST = (
    Icon("icon-192", 192, "any"),
    Icon("icon-512", 512, "any"),
    Icon("icon-maskable-512", 512, "maskable"),
)
ICONS = (APPLE, *IN_MANIFEST)
