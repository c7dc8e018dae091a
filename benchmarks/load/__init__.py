"""The load of a full hall, with figures. `python -m benchmarks.load --help`; docs/operating.md says what they mean."""
