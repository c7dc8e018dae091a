"""What is said of tournament report files, and what is wrong with one."""

from __future__ import annotations

from engine.message import Plural

TRF: dict[str, str | Plural] = {
    "trf.imported": "Imported from a tournament report file.",
    "trf.imported_table": "Imported from a results table.",
    "trf.too_large": "The file is larger than 2 MB, too large for a tournament report. Choose another file.",
    "trf.no_player": "There is no line with a player (001). Is this a tournament report file?",
    "trf.line": "Line %(line)s: %(problem)s",
    "trf.line_too_long": "it is too long for a tournament report. Is this the right file?",
    "trf.number_taken": "there is already a player with the number %(number)s.",
    "trf.too_many_players": "there are more than %(most)s players.",
    "trf.too_many_rounds": "there are more than %(most)s rounds.",
    "trf.too_many_others": "there are too many lines without players. Is this the right file?",
    "trf.unknown_opponent": (
        "in round %(round)s the opponent is %(opponent)s, but no other player in the file has this number."
    ),
    "trf.one_sided": ("in round %(round)s the opponent is %(opponent)s, whose line does not name player %(player)s."),
    "trf.colours": "in round %(round)s the colours of players %(player)s and %(opponent)s must be w and b.",
    "trf.results": "in round %(round)s the results of players %(player)s and %(opponent)s do not match.",
    "trf.no_name": "the name (columns 15 to 47) is missing.",
    "trf.column": "round %(round)s does not begin in column %(column)s. Are blanks missing?",
    "trf.unknown_result": "the result “%(result)s” in round %(round)s is unknown. Use one of: %(known)s",
    "trf.no_opponent": "round %(round)s has the result of a game but no opponent.",
    "trf.colour_or_result": (
        "round %(round)s has an opponent, so it needs a colour (w or b) and the result of a game. Only a forfeit "
        "(+ or -) needs no colour."
    ),
    "trf.byes": "a line 240 needs the kind of bye (F, H or Z), a round and the starting ranks of the players.",
    "trf.forbidden": "a line 260 needs a first round, a last round not before it, and at least two starting ranks.",
    "trf.too_many_pairs": "more than %(most)s pairs are forbidden. Is this the right file?",
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
    "trf.a_round": "the round",
    # --- what is left out
    "trf.left_out.unprintable": Plural(
        "%(count)s unprintable character (line %(lines)s)",
        "%(count)s unprintable characters (lines %(lines)s)",
    ),
    "trf.left_out.lines": Plural("Line %(tag)s: %(what)s", "%(count)s lines %(tag)s: %(what)s"),
    "trf.left_out.national": Plural("%(count)s national rating (%(tags)s)", "%(count)s national ratings (%(tags)s)"),
    "trf.left_out.unknown": Plural(
        "%(count)s line of an unknown kind (%(tags)s)", "%(count)s lines of unknown kinds (%(tags)s)"
    ),
    "trf.left_out.field": Plural("%(what)s: %(count)s player", "%(what)s: %(count)s players"),
    "trf.left_out.points": Plural(
        "%(count)s player has other points in the file than the results give (1, ½, 0)",
        "%(count)s players have other points in the file than the results give (1, ½, 0)",
    ),
    "trf.left_out.missing": Plural(
        "Byes and forbidden pairs of %(count)s starting rank that is not in the file (%(numbers)s)",
        "Byes and forbidden pairs of %(count)s starting ranks that are not in the file (%(numbers)s)",
    ),
    "trf.left_out.byes": Plural(
        "%(count)s bye (240) that the line of the player (001) contradicts",
        "%(count)s byes (240) that the lines of the players (001) contradict",
    ),
    "trf.lines.name": "tournament name",
    "trf.lines.city": "city",
    "trf.lines.federation": "federation of the tournament",
    "trf.lines.start": "start date",
    "trf.lines.end": "end date",
    "trf.lines.number_of_teams": "number of teams",
    "trf.lines.type": "tournament type",
    "trf.lines.arbiter": "chief arbiter",
    "trf.lines.deputies": "deputy arbiters",
    "trf.lines.time_control": "time control",
    "trf.lines.dates": "round dates",
    "trf.lines.rounds": "number of rounds",
    "trf.lines.first_colour": "first colour",
    "trf.lines.point_system": "point system",
    "trf.lines.ranking_method": "starting rank method",
    "trf.lines.program": "pairing program",
    "trf.lines.coded_type": "coded tournament type",
    "trf.lines.tie_breaks": "tie-breaks",
    "trf.lines.byes_of_teams": "byes of teams",
    "trf.lines.forbidden_teams": "forbidden pairs of teams",
    "trf.lines.acceleration": "accelerated pairing",
    "trf.lines.special_points": "bonus and penalty points",
    "trf.lines.teams": "teams",
    "trf.lines.comments": "comments",
    "trf.lines.player_data": "extra player data",
    "trf.fields.title": "Title",
    "trf.fields.sex": "Sex",
    "trf.fields.federation": "Federation",
    "trf.fields.birth": "Birth date",
    "trf.fields.rank": "Rank in the file",
}
