"""The files of the statistics, for everybody who wants to count something else: docs/data.md."""
