"""Where a record begins: own records, a new one, the one of a table, with an account or the code of a seat."""
