"""Files lie in a folder or in an object store; whoever reads them sees no difference."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from analytics import files as files_module
from analytics.files import Files, without_secrets
from analytics.files_away import FilesAway
from analytics.frames import build_frames, no_frames
from analytics.store import GameStore
from tests.analytics.test_store import GAMES, MODEL, content

NAMES = ["models/a.json", "facts/games/month=202611/b.parquet"]


@pytest.fixture(params=["folder", "object store"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    """An empty place of each kind."""
    if request.param == "folder":
        return Files(str(tmp_path / "place"), "site/title")
    return Files(request.getfixturevalue("object_store"), "site/title", str(tmp_path / "copies"))


def test_what_was_written_is_read_listed_and_removed(files: Files) -> None:
    assert list(files.listed()) == []
    files.write({name: name.encode() for name in NAMES})
    assert [files.read(name) for name in NAMES] == [name.encode() for name in NAMES]
    assert sorted(name for name, _written in files.listed()) == sorted(NAMES)
    assert files.has(NAMES[0])
    files.remove([NAMES[0], "models/never.json"])
    assert not files.has(NAMES[0])
    assert [name for name, _written in files.listed()] == NAMES[1:]
    with pytest.raises(FilesAway, match="never"):
        files.read("models/never.json")


def test_a_store_is_the_same_wherever_its_files_are(files: Files, tmp_path: Path) -> None:
    """Changed in the same way in both, read by another machine with copies of its own."""
    stores = []
    for place in (files, Files(str(tmp_path / "other"))):
        store = GameStore(place).with_model(MODEL).updated(build_frames(GAMES[:4]))
        stores.append(store.updated(build_frames(GAMES[4:]), [1]).updated(no_frames(), [2]).recounted())
    here, there = stores
    another = GameStore(Files(files.place, files.folder, str(tmp_path / "of-another")), here.content)
    assert content(another.sums()) == content(here.sums()) == content(there.sums())
    assert sorted(another.games()["game_id"]) == [3, 4, 5, 6]
    assert another.people().sort_values(["game_id", "seat"]).to_dict("list") == there.people().sort_values(
        ["game_id", "seat"]
    ).to_dict("list")
    assert (another.model, another.compare()) == (MODEL, [])


def test_copies_make_room_for_new_ones(object_store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = tmp_path / "copies"
    files = Files(object_store, "site", str(copies))
    names = [f"models/{number}.json" for number in range(8)]
    files.write({name: bytes(1000) for name in names})
    monkeypatch.setattr(files_module, "COPIES_BYTES", 5000)
    monkeypatch.setattr(files_module, "LOOK_AFTER", 1)
    for number, name in enumerate(names):
        [path] = files.paths([name])
        os.utime(path, (number, number))
    left = {path.name for path in copies.rglob("*.json")}
    assert "7.json" in left
    assert "0.json" not in left
    assert len(left) <= 5
    assert files.read(names[0]) == bytes(1000), "it is fetched again"


def test_a_place_that_does_not_answer_is_away(tmp_path: Path) -> None:
    nobody = "s3://bucket/facts?scheme=http&endpoint_override=127.0.0.1:9&region=here"
    files = Files(nobody, "site", str(tmp_path))
    with pytest.raises(FilesAway) as raised:
        files.write({"models/a.json": b"{}"})
    assert "endpoint" not in str(raised.value).partition(":")[0]
    with pytest.raises(FilesAway):
        files.has("models/a.json")


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("s3://key:secret@bucket/facts?region=here", "s3://bucket/facts"),
        ("/srv/facts", "/srv/facts"),
    ],
)
def test_keys_are_never_shown(place: str, shown: str) -> None:
    assert without_secrets(place) == shown
