"""The demo: tournaments that bots have played, to look at on a new site, and their removal."""
