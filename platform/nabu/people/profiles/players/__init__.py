"""Players and accounts: their pages, forms and API."""
