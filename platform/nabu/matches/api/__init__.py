"""REST API of tables, results and game logs."""
