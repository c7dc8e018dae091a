"""Long work that workers do: one table, one sweep."""
