"""Live pages: whoever looks at a page is told that it has changed, without a thread and without the database."""
