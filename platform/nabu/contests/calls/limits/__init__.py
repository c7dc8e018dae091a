"""What an organiser switches off, and whom they block."""
