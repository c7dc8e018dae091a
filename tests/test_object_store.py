"""The S3 server of the tests."""

from __future__ import annotations

from pyarrow.fs import FileSelector, FileSystem


def test_what_is_written_is_read_by_another_connection(object_store: str) -> None:
    files, path = FileSystem.from_uri(object_store)
    with files.open_output_stream(f"{path}/folder/a.bin") as out:
        out.write(b"some bytes")

    others, path = FileSystem.from_uri(object_store)
    found = others.get_file_info(FileSelector(path, recursive=True))

    assert [(each.path, each.size) for each in found if each.is_file] == [(f"{path}/folder/a.bin", 10)]


def test_each_test_has_a_bucket_of_its_own(object_store: str) -> None:
    files, path = FileSystem.from_uri(object_store)

    assert not files.get_file_info(FileSelector(path, recursive=True))
