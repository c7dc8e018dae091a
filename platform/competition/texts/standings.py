"""What tie-breaks, the sums behind a place, and prizes say."""

from __future__ import annotations

from engine.message import Plural

STANDINGS: dict[str, str | Plural] = {
    # --- the rules that tie-breaks follow
    "rules.fide": "FIDE C.07, 1 March 2026",
    "rules.egf": "EGF tournament system rules, Swiss",
    "rules.magic": "Magic Tournament Rules, appendix C",
    # --- tie-breaks
    "tie_break.of_this_platform": "Nabu, version %(number)s",
    "tie_break.vp_share.name": "Share of victory points",
    "tie_break.vp_share.definition": (
        "The player's share of all victory points scored at the table, averaged over the games played."
    ),
    "tie_break.vp_relative.name": "Relative victory points",
    "tie_break.vp_relative.definition": (
        "The player's victory points divided by the average at the table, averaged over the games played. 1 is exactly "
        "average, whatever the size of the table."
    ),
    "tie_break.opponents.name": "Opponents' average points",
    "tie_break.opponents.definition": (
        "The points per game of everybody met, averaged over all meetings. Byes do not count."
    ),
    "tie_break.wins.name": "Wins",
    "tie_break.wins.definition": "First places at tables; shared first places and wins by forfeit count too.",
    "tie_break.average_place.name": "Average place",
    "tie_break.average_place.definition": (
        "The place at the table, averaged over the games played; lower is better. Players without a game come last."
    ),
    "tie_break.vp_total.name": "Victory points",
    "tie_break.vp_total.definition": "All victory points scored in games.",
    "tie_break.vp_margin.name": "Victory point margin",
    "tie_break.vp_margin.definition": (
        "Victory points above (or below) the average of the others at the table, added up over all games."
    ),
    "tie_break.buchholz.name": "Buchholz",
    "tie_break.buchholz.definition": (
        "The scores of all opponents, added up. A round that was not played counts as one against a dummy opponent "
        "with the player's own score, within limits. At a table of more than two the average of the others counts."
    ),
    "tie_break.buchholz_cut1.name": "Buchholz Cut 1",
    "tie_break.buchholz_cut1.definition": (
        "Buchholz without the lowest round. A round that was not played by choice is cut first."
    ),
    "tie_break.buchholz_cut2.name": "Buchholz Cut 2",
    "tie_break.buchholz_cut2.definition": (
        "Buchholz without the two lowest rounds. Rounds that were not played by choice are cut first."
    ),
    "tie_break.median_buchholz1.name": "Median Buchholz 1",
    "tie_break.median_buchholz1.definition": (
        "Buchholz without the lowest and the highest round. A round that was not played by choice is cut first."
    ),
    "tie_break.median_buchholz2.name": "Median Buchholz 2",
    "tie_break.median_buchholz2.definition": (
        "Buchholz without the two lowest and the two highest rounds. Rounds not played by choice are cut first."
    ),
    "tie_break.fore_buchholz.name": "Fore Buchholz",
    "tie_break.fore_buchholz.definition": (
        "Buchholz as if all tables of the last round had been drawn, so that it can be known before that round."
    ),
    "tie_break.average_opponents_buchholz.name": "Average of opponents' Buchholz",
    "tie_break.average_opponents_buchholz.definition": "The average Buchholz of the opponents actually played.",
    "tie_break.sonneborn_berger.name": "Sonneborn-Berger",
    "tie_break.sonneborn_berger.definition": (
        "For each round the opponent's score times the points scored against them, added up. A round that was not "
        "played counts as one against a dummy opponent; at a table of more than two the average of the others counts."
    ),
    "tie_break.games_won.name": "Rounds won",
    "tie_break.games_won.definition": (
        "Rounds with the points of a win, with or without playing: first places alone, forfeits and byes worth a win."
    ),
    "tie_break.games_won_played.name": "Games won",
    "tie_break.games_won_played.definition": "First places alone in games actually played.",
    "tie_break.second_seat_games.name": "Games in the second seat",
    "tie_break.second_seat_games.definition": (
        "Games actually played in the second seat of the order of play (with the black pieces in chess)."
    ),
    "tie_break.second_seat_wins.name": "Wins in the second seat",
    "tie_break.second_seat_wins.definition": (
        "Games actually played and won in the second seat of the order of play (with the black pieces in chess)."
    ),
    "tie_break.progressive.name": "Progressive score",
    "tie_break.progressive.definition": (
        "The score after each round, added up over all rounds: early points count more often."
    ),
    "tie_break.rounds_elected.name": "Rounds one elected to play in",
    "tie_break.rounds_elected.definition": (
        "The rounds without those not played by choice: requested byes, rounds not paired, forfeit losses."
    ),
    "tie_break.koya.name": "Koya",
    "tie_break.koya.definition": (
        "The points scored against everybody with at least half of the possible points. For round robins."
    ),
    "tie_break.direct_encounter.name": "Direct encounter",
    "tie_break.direct_encounter.definition": (
        "The results of the tied players against each other: 1 for the better place at a common table, 0.5 for "
        "the same place, the average if they met more often. If not all have met, it ranks only a player who "
        "stays first whatever the missing games bring. The value is the number of tied players ranked behind."
    ),
    "tie_break.sos.name": "Sum of opponents' scores",
    "tie_break.sos.definition": (
        "The points of all opponents played, added up; a round without an opponent adds nothing. At a table of more "
        "than two the average of the others counts."
    ),
    "tie_break.sosos.name": "Sum of opponents' SOS",
    "tie_break.sosos.definition": (
        "The SOS of all opponents played, added up; at a table of more than two the average of the others counts."
    ),
    "tie_break.omw.name": "Opponents' match-win percentage",
    "tie_break.omw.definition": (
        "The share of match points (3 a win, 1 a draw) that each opponent made, at least 0.33, averaged. No byes."
    ),
    "tie_break.gw.name": "Game-win percentage",
    "tie_break.gw.definition": (
        "The share of game points (3 a won game, 1 a drawn one), at least 0.33. A bye counts as won 2-0."
    ),
    "tie_break.ogw.name": "Opponents' game-win percentage",
    "tie_break.ogw.definition": ("The game-win percentage of each opponent, at least 0.33, averaged. No byes."),
    "tie_break.average_rating_opponents.name": "Average rating of opponents",
    "tie_break.average_rating_opponents.definition": (
        "The average rating of the opponents actually played, rounded. Opponents without a rating are left out."
    ),
    "tie_break.tpr.name": "Tournament performance rating",
    "tie_break.tpr.definition": (
        "The average rating of the opponents plus the rating difference that belongs to the share of points scored."
    ),
    "tie_break.ptp.name": "Perfect tournament performance",
    "tie_break.ptp.definition": (
        "The lowest rating at which the points scored, or more, would be expected; without a point, 800 below the "
        "lowest opponent."
    ),
    "tie_break.apro.name": "Average performance rating of opponents",
    "tie_break.apro.definition": (
        "The average tournament performance rating of the opponents actually played, rounded."
    ),
    "tie_break.appo.name": "Average perfect performance of opponents",
    "tie_break.appo.definition": (
        "The average perfect tournament performance of the opponents actually played, rounded."
    ),
    "tie_break.lot.name": "Random draw",
    "tie_break.lot.definition": (
        "A number from 0 to 1 drawn with the tournament's published random seed: anybody can compute it again, "
        "and it never changes. The higher one ranks first."
    ),
    "tie_break.seed.name": "Seed",
    "tie_break.seed.definition": "The better seed in this stage; lower is better.",
    # --- the parts of a value, and why they count or do not
    "part.round": "Round %(number)s",
    "part.round_against": "Round %(number)s: %(names)s",
    "part.cut_low": "cut: lowest",
    "part.cut_voluntary": "cut first: not played by choice",
    "part.cut_high": "cut: highest",
    "part.below_half": "below half of the possible points",
    "part.taken_as_drawn": "last round counted as drawn",
    "part.dummy_bye": "bye: own score, at most as many draws as rounds (16.4)",
    "part.dummy_requested": "requested bye: own score, at most as many draws as rounds (16.4)",
    "part.dummy_late": "late entry: own score, at most as many draws as rounds (16.4)",
    "part.dummy_absent": "not paired: own score, at most as many draws as rounds (16.4)",
    "part.dummy_won": "won by forfeit: own score, at most the opponent's (16.4)",
    "part.dummy_lost": "lost by forfeit: own score, at most the opponent's (16.4)",
    "part.not_met": "not met",
    "part.between_them": "%(own)s : %(other)s between them",
    "part.no_opponent": "no opponent: 0",
    "part.no_opponent_yet": "no opponent yet",
    "part.raised": "raised to 0.33",
    "part.no_game": "no game yet",
    "part.nobody_scored": "nobody scored: equal shares",
    "part.points_per_game": "points per game",
    "part.no_rating": "no rating: left out",
    "part.rating_difference": "rating difference for the score",
    "part.expected": "expected score against this opponent",
    "part.from_lowest": "no point: 800 below the lowest opponent",
    "part.bye": "bye",
    "part.requested": "requested bye",
    "part.stand_in": "with a stand-in, who does not count",
    "part.stand_in_alone": "played a stand-in: the points of a bye",
    "part.late": "late entry: points for a missed round",
    "part.won": "won by forfeit",
    "part.lost": "lost by forfeit",
    "part.absent": "not paired",
    "part.penalty": "points deducted",
    # --- prizes
    "prize.place": "Place %(place)s: %(names)s.",
    "prize.place_unrated": "Place %(place)s among the unrated players: %(names)s.",
    "prize.place_club": "Place %(place)s among the players of %(club)s: %(names)s.",
    "prize.shared": "Places %(first)s to %(last)s, shared equally: %(names)s.",
    "prize.shared_unrated": "Places %(first)s to %(last)s among the unrated players, shared equally: %(names)s.",
    "prize.shared_club": "Places %(first)s to %(last)s among the players of %(club)s, shared equally: %(names)s.",
    "prize.odd_cents": (
        "%(why)s Cents that cannot be divided go one each to the players, in the order of the standings."
    ),
    "prize.not_divisible": "%(names)s share the place and the prize cannot be divided: the director decides.",
}
