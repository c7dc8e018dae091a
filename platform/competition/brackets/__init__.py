"""Brackets: who can meet whom, who goes where, who has come how far. Pure, no format and no database."""
