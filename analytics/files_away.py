"""The one error of the files of the statistics, in a file of its own: who answers errors need not load pyarrow."""


class FilesAway(Exception):
    """The place of the files does not answer, or has not what it should have."""
