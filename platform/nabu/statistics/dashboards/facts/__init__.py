"""The verified games that count: the filter, their facts, and the store that the statistics are read from."""
