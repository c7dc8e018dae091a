"""What formats, their settings, brackets and ready-made plans say."""

from __future__ import annotations

from engine.message import Plural

FORMATS: dict[str, str | Plural] = {
    # --- formats
    "format.swiss.title": "Swiss",
    "format.swiss.description": (
        "Everybody plays every round, against players with about the same points. Repeat pairings are avoided."
    ),
    "format.league.title": "League",
    "format.league.description": (
        "A fixed number of rounds, for example one a week. Pairings ignore the points: everybody meets as many "
        "different people as possible. Latecomers join from the next round."
    ),
    "format.round_robin.title": "Round robin",
    "format.round_robin.description": (
        "Everybody meets everybody at tables of two, in one group or in several. For tables of three or four choose "
        "Swiss or a league."
    ),
    "format.single_elimination.title": "Single elimination",
    "format.single_elimination.description": (
        "One loss and you're out. Duels for any number of players, or one final table of three or four."
    ),
    "format.double_elimination.title": "Double elimination",
    "format.double_elimination.description": (
        "Two losses and you're out. After one loss you continue in the losers' bracket, whose winner plays the grand "
        "final."
    ),
    "format.pod_elimination.title": "Pod elimination",
    "format.pod_elimination.description": (
        "The best of each table advance until one final table is left. For any number of players."
    ),
    "format.ladder.title": "Ladder",
    "format.ladder.description": (
        "Neighbours on the ladder play for the higher rung. Newcomers start at the bottom. For clubs that play all "
        "year."
    ),
    # --- settings
    "setting.table_size": "Players per table",
    "setting.table_size.help": "Some tables are smaller when the number of players does not divide evenly.",
    "setting.table_size.help_final": "2 for a bracket of duels, 3 or 4 for one final table.",
    "setting.rounds": "Rounds",
    "setting.advance": "Players who advance",
    "setting.advance.help": "How many players advance to the next stage; 0 in the last stage.",
    "setting.advance.help_groups": "From all groups together, the same number from each; 0 in the last stage.",
    "setting.advance.help_bracket": (
        "The knockout ends with this many players left, who play the next stage: 2, 4, 8, ... Enter 0 in the "
        "last stage to play to the end."
    ),
    "setting.advance.help_double": (
        "The bracket ends with this many players left, who play the next stage: 2, 3, 4, 6, 8, 12, ... Enter 0 in the "
        "last stage to play to the end."
    ),
    "setting.advance.help_pods": (
        "The stage ends when no more than this many players are left. Free places go to the best eliminated players. "
        "Enter 0 in the last stage to play to one final table."
    ),
    "setting.best": "Players per table who advance",
    "setting.best.help": "Fewer than the players at a table. At a smaller table the last place is always out.",
    "setting.seeding": "Seeding",
    "setting.seeding.help": "A random draw is repeatable: it follows from the tournament's published random seed.",
    "setting.seeding.order": "order of entry, or of the previous stage",
    "setting.seeding.rating": "by rating",
    "setting.seeding.draw": "by random draw",
    "setting.starts": "Who starts",
    "setting.starts.help": "Balanced: over the whole tournament everybody starts about equally often.",
    "setting.starts.balanced": "balanced, drawn where equal",
    "setting.starts.higher_seed": "the higher seed",
    "setting.best_of": "Games per match",
    "setting.best_of.help": (
        "Best of this many games: games won count, then the sum of places. The match ends once no place can change."
    ),
    "setting.points": "Points by place",
    "setting.points.help": "For each table size, from first to last. Shared places share the points.",
    "setting.points.help_duel": "For the winner and the loser. Shared places share the points.",
    "setting.bye_points": "Points for a bye",
    "setting.rest_points": "Points for a requested bye",
    "setting.rest_points.help": "For a round that a player asked to skip.",
    "format.no_stand_ins": ("%(format)s has no stand-ins: its tables are planned, or decide who meets whom next."),
    "setting.late_points": "Points for late entries",
    "setting.late_points.help": (
        "For each round missed before joining. Half: half of a win at a full table. Average: what the players at the "
        "tables of that round made on average. Chosen: you enter the points of each late entry."
    ),
    "setting.late_points.none": "no points",
    "setting.late_points.half": "half of a win for each missed round",
    "setting.late_points.average": "the average of each missed round",
    "setting.late_points.chosen": "chosen for each player",
    "setting.tie_breaks": "Tie-breaks",
    "setting.tie_breaks.help": "Ties are broken in this order.",
    "setting.groups": "Groups",
    "setting.groups.help": "Snake seeding into the groups: 1, 2, 3, 3, 2, 1.",
    "setting.twice": "Everybody meets twice",
    "setting.twice.help": "The second time with seats swapped.",
    "setting.third_place": "Third-place game",
    "setting.third_place.help": "The losing semi-finalists play for third place.",
    "setting.reset": "Second final",
    "setting.reset.help": "If the winner of the winners' bracket loses the grand final, a second final decides.",
    "setting.pairing": "Pairing system",
    "setting.pairing.help": "The strict FIDE Dutch system is for tables of two and at most 64 players.",
    "setting.pairing.house": "house rules",
    "setting.pairing.dutch": "FIDE Dutch, strict",
    "setting.pairing_order": "Within equal points",
    "setting.pairing_order.help": "How the house rules pair tables of two within a score group, by seed.",
    "setting.pairing_order.slide": "upper half against lower half (1–5, 2–6, 3–7, 4–8)",
    "setting.pairing_order.fold": "first against last (1–8, 2–7, 3–6, 4–5)",
    "setting.pairing_order.adjacent": "neighbours (1–2, 3–4, 5–6, 7–8)",
    "setting.pairing_order.random": "at random",
    "setting.schedule": "Own schedule (CSV)",
    "setting.schedule.help": (
        "Optional. Columns: round, table, seat, number. Numbers are the seeds of this stage; seat 1 starts; a player "
        "without a line in a round has a bye."
    ),
    # --- settings that are refused
    "config.not_text": "%(label)s must be text.",
    "config.unknown_setting": "%(format)s has no setting “%(key)s”.",
    "config.not_yes_or_no": "%(label)s must be yes or no.",
    "config.not_one_of": "%(label)s must be one of %(allowed)s.",
    "config.not_whole_number": "%(label)s must be a whole number.",
    "config.out_of_range": "%(label)s must be between %(low)s and %(high)s.",
    "config.points_table_sizes": "Points by place are given for tables of 2, 3 and 4 players.",
    "config.points_count": "A table of %(size)s needs %(size)s point values.",
    "config.points_order": "A better place must not get fewer points than a worse one.",
    "config.points_not_numbers": "Points must be numbers.",
    "config.points_range": "Points are numbers from 0 to 1000 with at most two decimals.",
    "config.tie_breaks_not_list": "Tie-breaks must be a list of names.",
    "config.unknown_tie_break": "Unknown tie-break “%(key)s”.",
    "config.tie_break_twice": "A tie-break is listed twice.",
    "config.tie_break_needs_duels": "The tie-break “%(name)s” is for tables of two only.",
    "config.dutch_needs_duels": "The FIDE Dutch system pairs tables of two players only.",
    "config.dutch_stage_too_large": (
        "The strict FIDE Dutch pairing is for at most %(most)s players; %(players)s are in this stage."
    ),
    "config.round_robin_points": "A round robin is played at tables of two: give points for two places.",
    "config.advance_uneven": (
        "%(advance)s players cannot advance from %(groups)s groups: the same number must advance from each."
    ),
    "config.pods_advance": "At tables of %(size)s fewer than %(size)s players can advance, not %(best)s.",
    "config.final_third_place": "A final table decides third place itself: switch off the third-place game.",
    "config.final_advance": "A final table is the last stage: nobody advances from it.",
    "config.knock_out_advance": "A knockout can end with 2, 4, 8, 16, ... players left.",
    "config.double_advance": "A double elimination can end with 2, 3, 4, 6, 8, 12, 16, ... players left.",
    "config.third_place_advance": "A third-place game needs a knockout that is played to the end.",
    # --- an organiser's own schedule that is refused
    "schedule.too_long": "The schedule is longer than %(most)s characters.",
    "schedule.too_many": "A schedule has at most %(rounds)s rounds and %(players)s players.",
    "schedule.bad_line": (
        "Line %(line)s of the schedule needs four whole numbers: round, table, seat, number of the player."
    ),
    "schedule.no_lines": (
        "The schedule has no line with four whole numbers: round, table, seat, number of the player."
    ),
    "schedule.zero": "Line %(line)s of the schedule has a 0. Rounds, tables, seats and players are numbered from 1.",
    "schedule.no_round": "The schedule has no round %(number)s, but later ones. Rounds are numbered 1, 2, 3, ...",
    "schedule.no_table": "Round %(round)s of the schedule has no table %(table)s, but others after it.",
    "schedule.no_seat": "Round %(round)s, table %(table)s of the schedule has no seat %(chair)s, but others after it.",
    "schedule.no_player": (
        "Player %(number)s is missing from the schedule. Players are numbered 1, 2, 3, ... without a gap."
    ),
    "schedule.seat_twice": "Round %(round)s, table %(table)s of the schedule has seat %(chair)s twice.",
    "schedule.player_twice": "Round %(round)s of the schedule has player %(number)s twice.",
    "schedule.one_player": (
        "Round %(round)s, table %(table)s of the schedule has one player. Leave the line out to give a bye."
    ),
    "schedule.table_size": (
        "Round %(round)s, table %(table)s of the schedule has %(size)s players. Tables of this stage have %(allowed)s."
    ),
    "schedule.rounds": "Rounds in the schedule: %(schedule)s. Rounds of the stage: %(rounds)s. They must be equal.",
    "schedule.players": "Players in the schedule: %(schedule)s. Players of the stage: %(players)s. They must be equal.",
    "schedule.groups": "A schedule of your own is for a round robin in one group.",
    "schedule.pair": (
        "Meetings of players %(one)s and %(other)s in the schedule: %(times)s. This round robin needs %(due)s."
    ),
    # --- chains of stages and fields of players that are refused
    "stages.unknown_format": "Unknown format “%(key)s”; known: %(known)s.",
    "stages.none": "A tournament needs at least one stage.",
    "stages.too_many": "A tournament has at most %(most)s stages.",
    "stages.last_advances": "Nobody advances from the last stage: set the players who advance to 0.",
    "stages.knock_out_not_last": (
        "Stage %(number)s is a knockout from which nobody advances: it can only be the last one."
    ),
    "stages.too_few_advance": "At least two players must advance from stage %(number)s.",
    "stages.final_size": "Stage %(number)s is one table of %(takes)s, but %(advancing)s players advance to it.",
    "field.too_few": "There are not enough players for a single table.",
    "field.fewer_than_advance": "%(advance)s players should advance, but the field has only %(players)s.",
    "field.nobody_is_out": (
        "This knockout ends with %(advance)s players left, so more than %(advance)s must play in it, not %(players)s."
    ),
    "field.group_fewer_than_advance": (
        "%(advance)s players should advance from each group, but the smallest group has only %(players)s."
    ),
    "field.groups_too_small": (
        "Too few players (%(players)s) for the number of groups (%(groups)s): a group needs at least two."
    ),
    "field.knock_out_too_few": "A knockout needs at least two players.",
    "field.final_size": "A final table of %(size)s cannot be played by %(players)s players.",
    "field.table_size": "This game cannot be played at tables of %(size)s.",
    # --- why a table looks as it does
    "bracket.waits": "%(name)s waits for the next round.",
    "bracket.bye": "%(name)s advances with a bye.",
    "bracket.paired": "%(match)s: %(names)s.",
    "bracket.paired_by_seed": "%(match)s: %(names)s. Paired by seed.",
    "bracket.paired_unbeaten": "%(match)s: %(names)s. Both are unbeaten.",
    "bracket.paired_one_loss": "%(match)s: %(names)s. Both have lost once.",
    "bracket.paired_winners": "%(match)s: %(names)s, the winners of %(one)s and %(other)s.",
    "bracket.dropped": (
        "Dropped from %(lost)s. In this order no two players can meet again before losers' round %(round)s."
    ),
    "bracket.paired_third_place": "Third place: %(names)s, the losing semi-finalists.",
    "bracket.paired_final": "Final: %(names)s.",
    "bracket.paired_grand_final": "Grand final: %(names)s. Winners' bracket against losers' bracket.",
    "bracket.paired_second_final": "Second final: %(names)s. Both have one loss, so one more match decides.",
    "round_robin.group": "Group %(number)s.",
    "round_robin.paired": "Round %(round)s of the Berger table: %(names)s.",
    "round_robin.opponent_left": "%(name)s gets a bye: the opponent, %(other)s, has left.",
    "round_robin.bye": "%(name)s gets a bye: the number of players is odd.",
    "pods.snake": "Snake seeding: %(names)s.",
    "pods.snake_by_place": "Snake seeding by place at the last table, then by seed: %(names)s.",
    "pods.small_tables": "The smaller tables go to the best-placed players.",
    "pods.let_in": "Too few players are left for a table; the best of the eliminated fill the final (%(names)s).",
    "ladder.requested_bye": "%(names)s requested a bye and keeps the rung.",
    "ladder.bye": "%(names)s has no opponent in this round and keeps the rung.",
    "ladder.paired": "Neighbours on the ladder: %(names)s.",
    # --- concerns and forecasts of single formats
    "bracket.met": "%(one)s and %(other)s have met before in this bracket.",
    "bracket.changed": "The bracket has other players here. The winner of this table advances from this slot.",
    "round_robin.all_played": "%(one)s and %(other)s have played all their games against each other.",
    "round_robin.changed": ("This table is not in the schedule: some players will meet too often and others never."),
    "ladder.met": "%(one)s and %(other)s met in the last round.",
    "forecast.size": "Rounds: %(rounds)s. Matches: at most %(matches)s.",
    "forecast.forbidden_ignored": Plural(
        "%(count)s pair must not meet, but this format sets its own pairings: change the tables by hand if needed.",
        "%(count)s pairs must not meet, but this format sets its own pairings: change the tables by hand if needed.",
    ),
    "forecast.bracket_byes": Plural(
        "In the first round the top seed gets a bye.", "In the first round the top %(byes)s seeds get a bye.", "byes"
    ),
    "forecast.round_robin_byes": (
        "A group with an odd number of players has a bye in every round; everybody gets the same number."
    ),
    "forecast.smaller_tables": Plural(
        "Round %(number)s has %(count)s smaller table.", "Round %(number)s has %(count)s smaller tables."
    ),
    "forecast.pod_byes": Plural(
        "In round %(number)s %(byes)s player has a bye.", "In round %(number)s %(byes)s players have a bye.", "byes"
    ),
    "forecast.let_in": Plural(
        "Too few players reach the final: the best eliminated player is added.",
        "Too few players reach the final: the best %(let_in)s eliminated players are added.",
        "let_in",
    ),
    "forecast.odd_rounds": "Rounds 1, 3, 5, ... Tables: %(tables)s. Byes: %(byes)s.",
    "forecast.even_rounds": "Rounds 2, 4, 6, ... Tables: %(tables)s. Byes: %(byes)s.",
    # --- brackets as they are drawn
    "bracket.title": "Bracket",
    "bracket.winners": "Winners' bracket",
    "bracket.losers": "Losers' bracket",
    "bracket.tables": "Tables",
    "bracket.table": "Table %(number)s",
    "bracket.round": "Round %(number)s",
    "bracket.losers_round": "Losers' round %(number)s",
    "bracket.quarter_finals": "Quarter-finals",
    "bracket.semi_finals": "Semi-finals",
    "bracket.final": "Final",
    "bracket.final_table": "Final table",
    "bracket.third_place": "Third place",
    "bracket.winners_final": "Winners' final",
    "bracket.losers_final": "Losers' final",
    "bracket.grand_final": "Grand final",
    "bracket.second_final": "Second final",
    "bracket.second_final_if_needed": "Second final (if needed)",
    "bracket.winner_of": "winner of %(match)s",
    "bracket.loser_of": "loser of %(match)s",
    "bracket.from_round": "from round %(number)s",
    # --- plans
    "plan.swiss.title": "Swiss",
    "plan.swiss.description": "Everybody plays every round. The usual choice for an afternoon.",
    "plan.swiss_final.title": "Swiss and final table",
    "plan.swiss_final.description": "Some rounds for everybody, then the best play one final table.",
    "plan.swiss_cut.title": "Swiss and knockout",
    "plan.swiss_cut.description": "Duels: five rounds for everybody, then quarter-finals.",
    "plan.groups_cut.title": "Groups and knockout",
    "plan.groups_cut.description": ("Duels: everybody against everybody in four groups, then the best two of each."),
    "plan.round_robin.title": "Round robin",
    "plan.round_robin.description": "Duels in one group. For up to about ten players.",
    "plan.double.title": "Double elimination",
    "plan.double.description": "Duels: two losses and you're out.",
    "plan.pods.title": "Pods",
    "plan.pods.description": "The better half of each table advances.",
    "plan.league.title": "League season",
    "plan.league.description": "Ten rounds, for example one a week.",
    "plan.ladder.title": "Ladder",
    "plan.ladder.description": "Duels between neighbours, all year long.",
}
