"""For maintainers: makes the packed files anew. `manage.py pack_engine` calls it."""
