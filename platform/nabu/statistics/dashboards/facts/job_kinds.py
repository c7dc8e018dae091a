"""What the jobs about all games of a title are called. Whoever only asks for one need not import pandas."""

FIT, RECOUNT, EXTRACT = "fit", "recount", "extract"
