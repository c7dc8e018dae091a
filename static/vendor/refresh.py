"""For maintainers: fetch the vendored browser files again, at the versions below, and write manifest.json.

    python3 static/vendor/refresh.py [--check]

Needs npm. Of Tabler we ship what our pages use: of the stylesheet the rules whose classes are named in templates,
scripts or Python (PurgeCSS), of the scripts the parts that some `data-bs-toggle` or `data-bs-dismiss` asks for
(esbuild, from Tabler's own sources). Run this again when a page uses a class or a part that is not shipped yet:
`--check`, which the tests run, says so and compares the files with the manifest. The other vendored files are the
published ones except for their last line naming a source map, which is not shipped: Django's manifest storage would
look for it.
"""

import ast
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Package(NamedTuple):
    """An npm package and the files of it that we ship. `licence_file` is empty when the package carries none."""

    folder: str
    name: str
    version: str
    licence: str
    licence_file: str
    files: tuple[str, ...]


# The version of plotly.js must be the one inside the plotly package of requirements/run.txt; a test compares them.
TABLER = Package("tabler", "@tabler/core", "1.6.1", "MIT", "", ("tabler.min.css", "tabler.min.js", "left_out.txt"))
PLOTLY = Package("plotly", "plotly.js-cartesian-dist-min", "4.1.1", "MIT", "LICENSE", ("plotly-cartesian.min.js",))
PACKAGES = (TABLER, PLOTLY)
TOOLS = ("purgecss@8.0.0", "esbuild@0.28.2", "@popperjs/core@2.11.8")
"""PurgeCSS and esbuild run here only; Popper places menus and is part of Tabler's script."""

LEFT_OUT = HERE / "tabler" / "left_out.txt"
"""The classes of Tabler's whole stylesheet that nothing named when the part of it was made."""

BUILT = re.compile(
    r"(?:bg|text)-(?:primary|secondary|success|info|warning|danger|blue|azure|green|yellow|orange|red)(?:-lt|-fg)?"
    r"|(?:alert|btn)-(?:success|info|warning|danger)"
)
"""Classes that templates put together from a tone (`bg-{{ words.tone }}-lt`) are kept whether or not one is named."""

WORD = re.compile(r"[\w-]+")
STRING = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""")
"""A text in a script."""
PROSE = re.compile(r"\{#.*?#\}|\{% (?:translate|trans) .*?%\}|(?<=%\})[^<>{}]*(?=\{% endblocktrans)", re.DOTALL)
MARKUP = re.compile(r"<[^<>]*>|\{[%{].*?[%}]\}|\"[^\"]*\"", re.DOTALL)
"""Of a template: elements, tags, and attributes that are cut by a tag."""
CLASS_LIST = re.compile(r"[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*")
CLASS = re.compile(r"\.(-?[a-zA-Z_](?:[\w-]|\\.)*)")
PART = re.compile(r"""data-bs-(?:toggle|dismiss)["']?\s*[=,:]\s*["']([a-z]+)""")
VARIABLE = re.compile(r"--tblr-[\w-]+")
QUOTED = r"\"[^\"]*\"|'[^']*'"


# --- What our pages use -----------------------------------------------------------------------------------------------


def sources(folder: str, kind: str) -> list[Path]:
    """The files in which classes may be named."""
    return sorted(path for path in (ROOT / folder).rglob(f"*.{kind}") if "packed" not in path.parts)


def used_words() -> dict[str, str]:
    """Every word that may be a class, an element or an attribute of a page, with a file that names it."""
    used: dict[str, str] = {}
    for folder, kind, read in (("templates", "html", in_template), ("static/nabu", "js", in_script)):
        for path in sources(folder, kind):
            for text in read(path.read_text()):
                used.update(dict.fromkeys(WORD.findall(text), str(path.relative_to(ROOT))))
    for folder in ("platform/nabu", "analytics", "engine"):
        for path in sources(folder, "py"):
            for text in in_python(path.read_text()):
                used.update(dict.fromkeys(WORD.findall(text), str(path.relative_to(ROOT))))
    return used


def in_template(text: str) -> Iterator[str]:
    """What is no sentence."""
    yield from MARKUP.findall(PROSE.sub(" ", text))


def in_script(text: str) -> Iterator[str]:
    """Texts in quotes."""
    yield from STRING.findall(text)


def in_python(text: str) -> Iterator[str]:
    """Texts that look like a list of classes or like HTML."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if CLASS_LIST.fullmatch(node.value.strip()):
                yield node.value
            elif "<" in node.value:
                yield from MARKUP.findall(node.value)


def used_parts() -> list[str]:
    """The parts of Tabler's script that our pages ask for: `dropdown`, `collapse`, ..."""
    pages = [*sources("templates", "html"), *sources("static/nabu", "js")]
    return sorted({part for path in pages for part in PART.findall(path.read_text())})


# --- Fetching ---------------------------------------------------------------------------------------------------------


def fetch(package: Package, target: Path) -> None:
    """Download one package with npm and copy its files to `target`. A missing licence file must be there already."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", "--pack-destination", folder, f"{package.name}@{package.version}"]
        archive = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout.split()[-1]
        target.mkdir(exist_ok=True)
        with tarfile.open(Path(folder) / archive) as tar:
            if package is TABLER:
                tar.extractall(folder, filter="data")
                make_parts_of_tabler(Path(folder), target)
            else:
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


def make_parts_of_tabler(folder: Path, target: Path) -> None:
    """Write the part of its script and the part of its stylesheet that our pages use, and what was left out."""
    subprocess.run(["npm", "install", "--silent", "--no-save", *TOOLS], check=True, cwd=folder)
    note = f"Tabler {TABLER.version}, the part that is used (static/vendor/refresh.py). MIT, see LICENSE."
    script = target / "tabler.min.js"
    entry = folder / "entry.js"
    entry.write_text("".join(f'import "./package/js/src/bootstrap/{part}"\n' for part in used_parts()))
    bundle = [
        "npx",
        "esbuild",
        entry,
        "--bundle",
        "--minify",
        "--format=iife",
        "--target=es2022",
        f"--outfile={script}",
    ]
    subprocess.run([*bundle, "--legal-comments=none", "--log-level=error"], check=True, cwd=folder)
    script.write_text(f"/*! {note} With Popper, MIT. */\n{script.read_text()}")

    whole = (folder / "package/dist/css/tabler.min.css").read_text()
    names = {re.sub(r"\\(.)", r"\1", name) for name in CLASS.findall(re.sub(QUOTED, "", whole))}
    # What Tabler's script puts on elements stands in it.
    used = {*used_words(), *WORD.findall(script.read_text())}
    kept = {name for name in names if used.issuperset(WORD.findall(name)) or BUILT.fullmatch(name)}
    (folder / "purge.cjs").write_text(
        f"module.exports = {{css: ['package/dist/css/tabler.min.css'], keyframes: true, fontFace: true,"
        f" content: [{{raw: {json.dumps(' '.join(sorted(used | kept)))}, extension: 'html'}}],"
        f" output: 'used.css'}}"
    )
    subprocess.run(["npx", "purgecss", "--config", "purge.cjs"], check=True, cwd=folder, capture_output=True)
    part = without_unused_variables(without_source_map((folder / "used.css").read_bytes()).decode())
    part = selection_within_the_body(part)
    (target / "tabler.min.css").write_text(f'@charset "UTF-8";/*! {note} */\n{part.removeprefix(CHARSET).strip()}\n')
    LEFT_OUT.write_text("".join(f"{name}\n" for name in sorted(names - kept)))


def selection_within_the_body(css: str) -> str:
    """With the colours of what is selected from the body on: while the root has some too, Chromium styles the whole
    page again whenever anything changes at the root."""
    return re.sub(r"(?<=\})::selection\{", ":where(body) ::selection{", css)


CHARSET = '@charset "UTF-8";'


def without_unused_variables(css: str) -> str:
    """Without the custom properties that neither it nor a file of ours reads."""
    ours = "".join(path.read_text() for kind in ("css", "js") for path in sources("static/nabu", kind))
    ours += "".join(path.read_text() for path in sources("templates", "html"))
    while True:
        read = set(VARIABLE.findall(ours)) | set(re.findall(r"var\(\s*(--tblr-[\w-]+)", css))

        def keep(found: re.Match[str], read: set[str] = read) -> str:
            return found[0] if found[1] in read else ""

        shorter = re.sub(rf"(?<=[{{;])(--tblr-[\w-]+):(?:{QUOTED}|[^;{{}}\"'])*;?", keep, css)
        shorter = re.sub(r"(?<=[}{;])[^{}@;]+\{\}", "", shorter)
        if shorter == css:
            return css
        css = shorter


# --- The manifest -----------------------------------------------------------------------------------------------------


def describe() -> list[dict[str, object]]:
    """Return what manifest.json should hold for the files that are there."""
    return [
        {
            "name": package.name,
            "version": package.version,
            "licence": package.licence,
            **({"parts": used_parts()} if package is TABLER else {}),
            "files": {
                f"{package.folder}/{name}": hashlib.sha256((HERE / package.folder / name).read_bytes()).hexdigest()
                for name in sorted([*(Path(file).name for file in package.files), "LICENSE"])
            },
        }
        for package in PACKAGES
    ]


def missing_classes() -> list[str]:
    """Classes of Tabler that a page uses and that are not shipped, each with a file that names it."""
    used = used_words()
    left_out = LEFT_OUT.read_text().split()
    return [f"{name} ({used[name]})" for name in left_out if name in used]


def main() -> None:
    """Fetch and write, or compare."""
    manifest = HERE / "manifest.json"
    if "--check" not in sys.argv:
        for package in PACKAGES:
            print(f"{package.name} {package.version}")
            fetch(package, HERE / package.folder)
        manifest.write_text(json.dumps(describe(), indent=2) + "\n")
    elif missing := missing_classes():
        sys.exit(f"not in the shipped part of Tabler, run static/vendor/refresh.py: {', '.join(missing)}")
    elif json.loads(manifest.read_text()) != describe():
        sys.exit("static/vendor differs from its manifest.json")


if __name__ == "__main__":
    main()
