"""Who may do what in a tournament."""
