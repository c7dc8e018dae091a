"""For maintainers: fetch the vendored browser files again, at the versions below, and write manifest.json.

    python3 static/vendor/refresh.py [--check]

Needs npm. `--check` only compares the files with the manifest, as the tests do. A vendored file is the published one
except for its last line naming a source map, which is not shipped: Django's manifest storage would look for it.
"""

import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent


class Package(NamedTuple):
    """An npm package and the files of it that we ship. `licence_file` is empty when the package carries none."""

    folder: str
    name: str
    version: str
    licence: str
    licence_file: str
    files: tuple[str, ...]


# The version of plotly.js must be the one inside the plotly package of requirements/run.txt; a test compares them.
PACKAGES = (
    Package("tabler", "@tabler/core", "1.6.1", "MIT", "", ("dist/css/tabler.min.css", "dist/js/tabler.min.js")),
    Package("plotly", "plotly.js-cartesian-dist-min", "4.1.1", "MIT", "LICENSE", ("plotly-cartesian.min.js",)),
)


def fetch(package: Package, target: Path) -> None:
    """Download one package with npm and copy its files to `target`. A missing licence file must be there already."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", "--pack-destination", folder, f"{package.name}@{package.version}"]
        archive = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout.split()[-1]
        target.mkdir(exist_ok=True)
        with tarfile.open(Path(folder) / archive) as tar:
            for name in filter(None, (*package.files, package.licence_file)):
                file = tar.extractfile(f"package/{name}")
                assert file is not None, f"{package.name} has no file {name}"
                (target / Path(name).name).write_bytes(without_source_map(file.read()))
    if not (target / "LICENSE").exists():
        sys.exit(f"{package.name} carries no licence file: put it at {target / 'LICENSE'} by hand")


def without_source_map(content: bytes) -> bytes:
    """Cut the last line if it names a source map."""
    head, _, last = content.rstrip().rpartition(b"\n")
    return head + b"\n" if b"sourceMappingURL=" in last and len(last) < 200 else content


def describe() -> list[dict[str, object]]:
    """Return what manifest.json should hold for the files that are there."""
    return [
        {
            "name": package.name,
            "version": package.version,
            "licence": package.licence,
            "files": {
                f"{package.folder}/{name}": hashlib.sha256((HERE / package.folder / name).read_bytes()).hexdigest()
                for name in sorted([*(Path(file).name for file in package.files), "LICENSE"])
            },
        }
        for package in PACKAGES
    ]


def main() -> None:
    """Fetch and write, or compare."""
    manifest = HERE / "manifest.json"
    if "--check" not in sys.argv:
        for package in PACKAGES:
            print(f"{package.name} {package.version}")
            fetch(package, HERE / package.folder)
        manifest.write_text(json.dumps(describe(), indent=2) + "\n")
    elif json.loads(manifest.read_text()) != describe():
        sys.exit("static/vendor differs from its manifest.json")


if __name__ == "__main__":
    main()
