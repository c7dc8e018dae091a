"""Luck told from skill: what each draw of a finished game was worth to each seat. See docs/luck.md."""
