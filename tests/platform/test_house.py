"""The layout of the house: what would break every process, or leave the machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import plotly
import pytest

from tests.cases import each

ROOT = Path(__file__).resolve().parents[2]


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


@each("path", lambda: (ROOT / "templates").rglob("*.html"))
def test_templates_load_nothing_from_elsewhere_and_hold_no_script(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"""(?:src|action|<link[^>]*href)\s*=\s*["'](?:https?:)?//""", text)
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))", text), "inline script"
    assert not re.search(r"""\son[a-z]+\s*=\s*["']""", text), "event attribute"
    assert "javascript:" not in text
    assert "hx-on" not in text


def test_vendored_files_are_the_ones_in_the_manifest() -> None:
    done = subprocess.run(
        [sys.executable, "static/vendor/refresh.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_vendored_file_is_in_the_manifest_with_its_licence() -> None:
    folder = ROOT / "static" / "vendor"
    listed = [name for package in json.loads((folder / "manifest.json").read_text()) for name in package["files"]]
    found = [path.relative_to(folder).as_posix() for path in folder.glob("*/*")]
    assert sorted(listed) == sorted(found)
    assert {f"{name.split('/')[0]}/LICENSE" for name in listed} <= set(listed)


def test_the_browsers_plotly_is_the_one_that_the_python_package_writes_figures_for() -> None:
    bundled = (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_text()[:300]
    ours = (ROOT / "static" / "vendor" / "plotly" / "plotly-cartesian.min.js").read_text()[:300]
    version = re.search(r"plotly\.js v([0-9.]+)", bundled)
    assert version
    assert f"v{version[1]}" in ours


def test_our_own_scripts_and_styles_ask_nobody_else() -> None:
    files = filter(Path.is_file, (ROOT / "static" / "nabu").rglob("*"))
    for path in (file for file in files if file.suffix != ".png"):
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, path


def test_the_pictures_of_the_shelves_are_the_contracts() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    assert not any("ignore_imports" in contract for contract in contracts)
    layers = {contract["containers"][0]: contract["layers"] for contract in contracts if "containers" in contract}
    page = (ROOT / "docs" / "architecture.md").read_text()
    shelves, insides = re.findall(r"```\n((?:asgi|site:).*?)```", page, re.DOTALL)
    assert [re.split(r"\s{4,}", line)[0].split("  ") for line in shelves.splitlines()] == [
        layer.split(" | ") for layer in layers.pop("nabu")
    ]
    drawn = re.findall(r"^(\w+):\n((?: {4}.*\n)+)", insides, re.MULTILINE)
    assert {f"nabu.{name}": [line.strip().split("  ") for line in lines.splitlines()] for name, lines in drawn} == {
        name: [layer.split(" | ") for layer in inside] for name, inside in layers.items()
    }


NOT_OURS = {"account", "allauth", "usersessions"}
"""Templates under the names that django-allauth looks for."""

SHARED = {"includes", "board/drawing", "board/recorder", "site/home", "web/forms"}
"""What stands for a module or for several parts."""


@pytest.mark.parametrize("tree", ["templates", "static/nabu"])
def test_templates_and_scripts_stand_on_the_shelves_of_their_pages(tree: str) -> None:
    folders = {path.parent.relative_to(ROOT / tree) for path in (ROOT / tree).rglob("*.*")}
    parts = {"/".join(folder.parts[:2]) for folder in folders if folder.parts and folder.parts[0] not in NOT_OURS}
    nabu = ROOT / "platform" / "nabu"
    assert [part for part in sorted(parts - SHARED) if not (nabu / part / "__init__.py").exists()] == []


def test_the_layers_in_contributing_are_the_contracts() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (packages,) = (each["layers"] for each in contracts if each["name"] == "Imports run one way")
    (layers,) = (each["layers"] for each in contracts if each.get("containers") == ["nabu"])
    shelves = [name for name in layers if (ROOT / "platform" / "nabu" / name).is_dir()]
    (picture,) = re.findall(r"```\n(nabu .*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    assert re.findall(r"^(\w+)", picture, re.MULTILINE) == packages
    rows = re.findall(r"^ +(\S+(?: \S+)*)  ", picture, re.MULTILINE)
    assert [name for row in rows for name in row.split(", ")] == shelves


def test_the_readme_names_every_package() -> None:
    text = (ROOT / "README.md").read_text()
    nabu = ROOT / "platform" / "nabu"
    shelves = [path.parent.name for path in nabu.glob("*/__init__.py")]
    parts = [path.parent.name for path in nabu.glob("*/*/__init__.py")]
    assert [name for name in shelves if f"`{name}/`" not in text] == []
    assert [name for name in parts if f"`{name}`" not in text] == []
    assert all(f"`{name}/`" in text for name in ("engine", "analytics", "platform/competition", "platform/nabu"))
