"""Names of people, clubs and variants: how they are stored, compared, searched and sorted."""
