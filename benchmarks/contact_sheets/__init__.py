"""Contact sheets: every kind of page of the demo as a picture, on phones and wide screens, light and dark, in two
languages; laid beside those of the last time."""
