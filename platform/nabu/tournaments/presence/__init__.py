"""Who is there: check-in, byes asked for, players who drop out."""
