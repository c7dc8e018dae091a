"""Django's PostgreSQL backend, with time limits and cursors that are right behind a connection pooler too."""
