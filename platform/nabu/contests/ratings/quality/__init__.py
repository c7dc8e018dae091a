"""Do the ratings predict? Measured, kept and shown."""
