"""What lies on the table before the first move."""
