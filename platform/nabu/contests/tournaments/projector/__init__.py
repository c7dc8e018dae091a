"""The page for a projector: what a hall looks up, in turn, under the clock."""
