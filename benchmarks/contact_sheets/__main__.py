"""Contact sheets of all kinds of pages, and what has changed since the last ones.

    python -m benchmarks.contact_sheets [--keep DIR] [--only PART ...]

Starts a site of its own with the demo, waits until it is played, and opens each page at 360 and 1,280 pixels, in light
and dark, in English and German. In DIR (var/contact-sheets) stand the pages, one sheet for each way of looking at them,
and the pages of the time before; it prints which pages look different and by how much. Times of the day differ always.
It takes some minutes. Look at every sheet: a figure does not say whether a page is good.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from benchmarks import PLATFORM, ROOT
from benchmarks.contact_sheets.demo_pages import SheetPage, demo_pages

WIDTHS = {360: 740, 1280: 900}
"""Widths of the window, and its heights."""

THEMES, LANGUAGES = ("light", "dark"), ("en", "de")
LONGEST = 3
"""So many windows of a page are on the sheet; what is longer is cut."""

COLUMNS = {360: 8, 1280: 5}
THUMB = {360: 270, 1280: 480}
NOTICED = 0.002
"""The share of pixels from which a page counts as changed."""

PATIENCE = 900
"""Seconds for the demo to be played."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, default=ROOT / "var" / "contact-sheets")
    parser.add_argument("--only", nargs="+", default=[], metavar="PART", help="pages with this in their name")
    parser.add_argument("--port", type=int, default=8481)
    options = parser.parse_args()
    now, before = options.keep / "pages", options.keep / "before"
    if now.exists() and not options.only:
        shutil.rmtree(before, ignore_errors=True)
        now.rename(before)
    now.mkdir(parents=True, exist_ok=True)
    with demo_site(options.port) as site:
        pages = [page for page in demo_pages() if not options.only or any(part in page.name for part in options.only)]
        sideways = take_pictures(site, pages, now)
    for width, theme, language in product(WIDTHS, THEMES, LANGUAGES):
        sheet(pages, now, width, theme, language).save(options.keep / f"{width}-{theme}-{language}.png")
    for told in (*sideways, *changes(now, before)):
        print(told)
    print(f"{len(pages)} pages, {len(list(now.glob('*.png')))} pictures: {options.keep}")


@contextmanager
def demo_site(port: int) -> Iterator[str]:
    """The address of a site of its own on which the demo has been played; it ends with the block."""
    with tempfile.TemporaryDirectory(prefix="nabu-sheets-") as folder:
        os.environ.update(NABU_LOCAL="1", NABU_VAR=folder, NABU_PORT=str(port), DJANGO_ALLOW_ASYNC_UNSAFE="true")
        os.environ["DJANGO_SETTINGS_MODULE"] = "nabu.settings"
        os.environ["PYTHONPATH"] = os.pathsep.join((str(PLATFORM), str(ROOT)))
        log = Path(folder) / "up.log"
        with log.open("w") as out:
            command = [sys.executable, "manage.py", "up"]
            site = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
        try:
            until = time.monotonic() + PATIENCE
            while "demo: done" not in log.read_text("utf-8"):
                if site.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"the demo was not played:\n{log.read_text('utf-8')[-2000:]}")
                time.sleep(0.5)
            import django

            django.setup()
            found = [line for line in log.read_text("utf-8").splitlines() if "Nabu is at " in line]
            yield found[0].split("Nabu is at ")[1].rstrip("/")
        finally:
            site.send_signal(signal.SIGINT)
            site.wait(60)


def take_pictures(site: str, pages: list[SheetPage], folder: Path) -> list[str]:
    """A picture of each page in each way; which of them are wider than the window."""
    from django.conf import settings
    from playwright.sync_api import sync_playwright

    from nabu.core.browser_engine.pack.browser import find_chromium
    from nabu.operations.demo.state import LOCAL_PASSWORD, ORGANISER
    from tests.browser.conftest import FLAGS

    sideways = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for width, theme, language in product(WIDTHS, THEMES, LANGUAGES):
            window = {"width": width, "height": WIDTHS[width]}
            looks = {"viewport": window, "color_scheme": theme, "locale": language, "reduced_motion": "reduce"}
            cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site}
            visitor, organiser = browser.new_context(**looks), browser.new_context(**looks)
            for context in (visitor, organiser):
                context.add_cookies([cookie])
            page = organiser.new_page()
            page.goto(f"{site}/accounts/login/")
            page.fill("#id_login", ORGANISER[0])
            page.fill("#id_password", LOCAL_PASSWORD)
            page.press("#id_password", "Enter")
            page.wait_for_load_state("networkidle")
            opened = {True: page, False: visitor.new_page()}
            for one in pages:
                page = opened[one.organiser]
                answer = page.goto(site + one.address)
                page.wait_for_timeout(400)
                wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                if wide > 0 or answer is None or not answer.ok:
                    sideways.append(f"{one.name}, {width} {theme} {language}: {wide} too wide, {answer}")
                height = page.evaluate("document.documentElement.scrollHeight")
                page.set_viewport_size(window | {"height": min(height, LONGEST * WIDTHS[width])})
                page.screenshot(path=picture_of(folder, one, width, theme, language))
                page.set_viewport_size(window)
        browser.close()
    return sideways


def picture_of(folder: Path, page: SheetPage, width: int, theme: str, language: str) -> Path:
    """The file of a page."""
    name = page.name.replace(",", "").replace(" ", "-")
    return folder / f"{name}-{width}-{theme}-{language}.png"


def sheet(pages: list[SheetPage], folder: Path, width: int, theme: str, language: str) -> Image.Image:
    """All pages in rows, with their names."""
    wide, columns, head, gap = THUMB[width], COLUMNS[width], 22, 12
    thumbs = []
    for page in pages:
        with Image.open(picture_of(folder, page, width, theme, language)) as picture:
            thumbs.append(picture.convert("RGB").resize((wide, round(picture.height * wide / picture.width))))
    rows = [thumbs[start : start + columns] for start in range(0, len(thumbs), columns)]
    heights = [max(thumb.height for thumb in row) + head + gap for row in rows]
    whole = Image.new("RGB", (columns * (wide + gap), sum(heights)), "#888888")
    draw = ImageDraw.Draw(whole)
    y, names = 0, iter(pages)
    for row, height in zip(rows, heights, strict=True):
        for column, thumb in enumerate(row):
            x = column * (wide + gap)
            draw.text((x + 2, y + 4), next(names).name, fill="white")
            whole.paste(thumb, (x, y + head))
        y += height
    return whole


def changes(now: Path, before: Path) -> Iterator[str]:
    """What looks different from the last time, the most first."""
    found = []
    for path in sorted(now.glob("*.png")):
        old = before / path.name
        if not old.exists():
            found.append((1.0, f"new: {path.stem}"))
            continue
        with Image.open(path) as one, Image.open(old) as other:
            share = difference(one.convert("RGB"), other.convert("RGB"))
        if share > NOTICED:
            found.append((share, f"{share:6.1%} {path.stem}"))
    gone = [f"gone: {path.stem}" for path in sorted(before.glob("*.png")) if not (now / path.name).exists()]
    yield from (told for _share, told in sorted(found, reverse=True))
    yield from gone


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of the larger picture that differs."""
    size = (max(one.width, other.width), max(one.height, other.height))
    grown = [Image.new("RGB", size, "#ff00ff") for _picture in range(2)]
    for ground, picture in zip(grown, (one, other), strict=True):
        ground.paste(picture, (0, 0))
    differs = ImageChops.difference(*grown).convert("L").point(lambda value: 255 if value > 12 else 0)
    return differs.histogram()[255] / (size[0] * size[1])


if __name__ == "__main__":
    main()
