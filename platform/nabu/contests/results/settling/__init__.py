"""How the result of a table is settled: by reports, rulings, logs and forfeits, and what follows from it."""
