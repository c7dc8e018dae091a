"""The layout of the house: what would break every process, or leave the machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def test_platform_folder_never_shadows_the_standard_library() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    code = "import platform, uuid, pandas, celery; print(platform.__file__)"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert str(ROOT / "platform") not in found


@pytest.mark.parametrize("name", ["run", "test"])
def test_requirements_are_locked_by_hash_and_name_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "://" not in text
    assert " @ " not in text
    assert "index-url" not in text
    pinned = re.findall(r"^[a-z0-9][^ ]*==[^ ]+", text, re.MULTILINE | re.IGNORECASE)
    assert len(pinned) > 20
    entries = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries if not entry.startswith("#"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_load_nothing_from_elsewhere_and_hold_no_script(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"""(?:src|action|<link[^>]*href)\s*=\s*["'](?:https?:)?//""", text)
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))", text), "inline script"
    assert not re.search(r"""\son[a-z]+\s*=\s*["']""", text), "event attribute"
    assert "javascript:" not in text
    assert "hx-on" not in text
