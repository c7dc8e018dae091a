"""Practice events with bots."""
