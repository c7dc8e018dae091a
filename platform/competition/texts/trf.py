"""What is said of tournament report files, and what is wrong with one."""

from __future__ import annotations

TRF: dict[str, str] = {
    "trf.imported": "Imported from a tournament report file.",
    "trf.too_large": "The file is larger than 2 MB, too large for a tournament report. Choose another file.",
    "trf.no_player": "There is no line with a player (001). Is this a tournament report file?",
    "trf.line": "Line %(line)s: %(problem)s",
    "trf.line_too_long": "it is too long for a tournament report. Is this the right file?",
    "trf.not_text": "there are characters that cannot be printed. Is this a text file?",
    "trf.number_taken": "there is already a player with the number %(number)s.",
    "trf.too_many_players": "there are more than %(most)s players.",
    "trf.too_many_rounds": "there are more than %(most)s rounds.",
    "trf.too_many_others": "there are too many lines without players. Is this the right file?",
    "trf.unknown_opponent": "in round %(round)s the opponent is %(opponent)s, and no such player is in the file.",
    "trf.one_sided": ("in round %(round)s the opponent is %(opponent)s, whose line does not name player %(player)s."),
    "trf.colours": "in round %(round)s the colours of %(player)s and %(opponent)s must be w and b.",
    "trf.results": "in round %(round)s the results of %(player)s and %(opponent)s do not fit.",
    "trf.no_name": "the name (columns 15 to 47) is missing.",
    "trf.column": "round %(round)s does not begin in column %(column)s. Are blanks missing?",
    "trf.unknown_result": "the result “%(result)s” in round %(round)s is unknown. Known are %(known)s.",
    "trf.no_opponent": "round %(round)s has the result of a game without an opponent.",
    "trf.no_game": ("in round %(round)s there is an opponent, so it needs a colour (w or b) and the result of a game."),
    "trf.not_whole_number": "%(what)s is “%(text)s” and must be a whole number from %(low)s to %(high)s.",
    "trf.not_points": "the points (columns 81 to 84) are “%(text)s” and must be a number.",
    "trf.first_colour": "the first colour must be W or B.",
    # --- names of the numbers in a file
    "trf.the_rounds": "the number of rounds",
    "trf.the_number": "the starting rank (columns 5 to 8)",
    "trf.the_rating": "the rating (columns 49 to 52)",
    "trf.the_rank": "the rank (columns 86 to 89)",
    "trf.the_opponent": "the opponent in round %(round)s",
    "trf.a_number": "the starting rank",
}
