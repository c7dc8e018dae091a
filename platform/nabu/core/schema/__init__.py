"""The tables of the database: whether this version can go on from them, and how `migrate` makes and changes them."""
