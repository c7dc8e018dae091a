"""For maintainers: fetch the fonts of pictures again, at the version below, and keep the part of them that is used.

    python3 platform/nabu/core/pictures/fonts/refresh.py [--check]

Needs npm, pip and the network: `npm pack` fetches Inter (OFL-1.1) as static files, of which fontTools, installed into a
temporary folder, keeps `RANGES`. `covered.txt` lists the characters that both files have. `--check`, which the tests
run, compares the files with manifest.json.
"""

import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE, FONTTOOLS = "@expo-google-fonts/inter@0.4.2", "fonttools==4.68.0"
FILES = {"Inter-Regular.ttf": "400Regular/Inter_400Regular.ttf", "Inter-Bold.ttf": "700Bold/Inter_700Bold.ttf"}
LICENCE = "LICENSE_FONT"
RANGES = (
    "U+0020-007E,U+00A0-024F,U+0259,U+02B0-02FF,U+0300-036F,U+0370-03FF,U+0400-052F,U+1E00-1FFF,U+2010-2027,"
    "U+2030-205E,U+2070-209F,U+20A0-20C0,U+2100-2193,U+2212,U+2248,U+2260-2265,U+FFFD"
)
"""Latin with all its extensions, Greek, Cyrillic, and the signs that stand beside them."""

COVERED = """
import sys
from fontTools.ttLib import TTFont
print("".join(map(chr, sorted(set.intersection(*(set(TTFont(name).getBestCmap()) for name in sys.argv[1:]))))))
"""


def fetch() -> None:
    """Download, cut and write."""
    with tempfile.TemporaryDirectory() as folder:
        npm = ["npm", "pack", "--silent", "--pack-destination", folder, PACKAGE]
        archive = subprocess.run(npm, check=True, capture_output=True, text=True, cwd=folder).stdout.split()[-1]
        with tarfile.open(Path(folder) / archive) as tar:
            tar.extractall(folder, filter="data")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", f"{folder}/tools", FONTTOOLS]
        subprocess.run(pip, check=True)
        tools = {**os.environ, "PYTHONPATH": f"{folder}/tools"}
        package = Path(folder) / "package"
        for name, source in FILES.items():
            cut = [sys.executable, "-m", "fontTools.subset", str(package / source), f"--unicodes={RANGES}"]
            cut += ["--layout-features=kern,mark,mkmk,ccmp", "--no-hinting", f"--output-file={HERE / name}"]
            subprocess.run(cut, check=True, env=tools)
        (HERE / "LICENSE").write_bytes((package / LICENCE).read_bytes())
        list_covered = [sys.executable, "-c", COVERED, *(str(HERE / name) for name in FILES)]
        covered = subprocess.run(list_covered, check=True, capture_output=True, env=tools, encoding="utf-8")
        (HERE / "covered.txt").write_text(covered.stdout.strip("\n"), encoding="utf-8")
    (HERE / "manifest.json").write_text(json.dumps(describe(), indent=2) + "\n")


def describe() -> dict[str, object]:
    """What manifest.json should hold for the files that are there."""
    names = sorted([*FILES, "LICENSE", "covered.txt"])
    return {
        "package": PACKAGE,
        "licence": "OFL-1.1",
        "files": {name: hashlib.sha256((HERE / name).read_bytes()).hexdigest() for name in names},
    }


if __name__ == "__main__":
    if "--check" not in sys.argv:
        fetch()
    elif json.loads((HERE / "manifest.json").read_text()) != describe():
        sys.exit("the fonts of pictures differ from their manifest.json")
