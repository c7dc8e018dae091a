"""Facts of verified games and the pages that show them."""
