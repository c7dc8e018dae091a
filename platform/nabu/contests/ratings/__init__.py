"""The journal of ratings, and the pages that show them. The formulas: `competition.ratings`."""
