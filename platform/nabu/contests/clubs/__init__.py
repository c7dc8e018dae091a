"""Clubs that organise tournaments together: who belongs to one sees its drafts and works in its tournaments."""
