"""Practice events with bots, and the demo."""
