"""Two hosts, one database, one broker. `python -m benchmarks.two_hosts --help`; docs/operating.md says what for."""
