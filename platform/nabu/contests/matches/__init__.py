"""Tables, results, game logs and their verification."""
