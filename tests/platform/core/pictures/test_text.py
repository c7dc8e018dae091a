"""Names on pictures, whatever people have typed."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from nabu.core.pictures.fonts import FONTS
from nabu.core.pictures.rasterising import MOST_SVG, to_png
from nabu.core.pictures.text import drawable, fit, width_of
from nabu.web.link_pictures.frame import EDGE, HEIGHT, ROOM, WIDTH, document, line, rows, signature, title

HOSTILE = (
    "\u202egnp.exe\u2066\x00\x07\r\n",
    '</text><script>alert("1")</script>&amp;',
    "W" * 500,
    "a b " * 200,
    "😀👩‍👩‍👧‍👦",
    "Z̷̢̛͓̮̣̦̓̔̊a̸̧̛͓̮l̵g̶o" * 40,
    "محمد بن موسى الخوارزمي",
    "株式会社ナブー",
    "\ud800",
    "",
)


def test_the_fonts_are_the_ones_in_their_manifest() -> None:
    done = subprocess.run(
        [sys.executable, FONTS / "refresh.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert sum(path.stat().st_size for path in FONTS.glob("*.ttf")) <= 1_000_000


@pytest.mark.parametrize("name", ["Zoë Žižek-Łukasiewicz", "Ελένη Παπαδοπούλου", "Владимир Шевченко", "Đặng Thị Ḥạ"])
def test_latin_greek_and_cyrillic_names_stay_as_they_are(name: str) -> None:
    assert drawable(name) == name


def test_other_scripts_become_latin_letters_that_no_line_turns_around() -> None:
    assert drawable("דוד") == "dvd"
    assert drawable("山田 太郎").isascii()
    assert drawable("محمد Ana \u202e") == "mhmd Ana"


def test_what_cannot_be_read_out_is_left_out() -> None:
    assert drawable("😀 Zoë\x00\x07\u200f") == "Zoë"
    assert drawable("😀") == "–"
    assert drawable("") == ""


def test_accents_do_not_pile_up() -> None:
    assert len(drawable("a" + "\u0353" * 50)) == 3


def test_a_text_is_never_wider_than_its_place() -> None:
    for name in HOSTILE:
        assert width_of(fit(drawable(name), 40, True, 300), 40, bold=True) <= 300


@pytest.mark.parametrize("name", HOSTILE)
def test_a_picture_with_any_name_is_a_picture(name: str) -> None:
    heading, below = title(EDGE, 196, name)
    svg = document(signature(), heading, rows(below, [(1, name, name)]), line(0, 600, name, 20))
    root = ET.fromstring(svg)
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    shown = [element for element in root.iter() if element.tag.endswith("text")]
    for element in shown:
        found = re.match(r"font:(\d+) ([\d.]+)px", element.get("style", ""))
        assert found is not None
        assert width_of(element.text or "", float(found[2]), bold=found[1] == "700") <= ROOM
    with Image.open(BytesIO(to_png(svg, WIDTH, HEIGHT))) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))


def test_no_picture_takes_more_memory_than_one_of_ours() -> None:
    for svg, width in ((" " * (MOST_SVG + 1), WIDTH), (document(), 20_000)):
        with pytest.raises(ValueError, match="too large"):
            to_png(svg, width, HEIGHT)
    with pytest.raises(ValueError):  # noqa: PT011 - the library's own words
        to_png("no picture", WIDTH, HEIGHT)


@pytest.mark.parametrize("element", ["image", "svg:image", "feImage"])
def test_a_picture_opens_no_file(tmp_path: Path, element: str) -> None:
    secret = tmp_path / "secret.png"
    Image.new("RGB", (1200, 630), "red").save(secret)
    with pytest.raises(ValueError, match="names a file"):
        to_png(document(f'<{element} width="1200" height="630" href="{secret}"/>'), WIDTH, HEIGHT)
