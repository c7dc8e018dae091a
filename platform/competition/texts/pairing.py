"""What the pairing of a round says: its costs, reasons, notes, concerns and forecast."""

from __future__ import annotations

from engine.message import Plural

PAIRING: dict[str, str | Plural] = {
    # --- terms of the cost, and what an alternative would cost or save
    "cost.forbidden": "forbidden pair",
    "cost.second_bye": "another bye",
    "cost.rematch": "repeated meeting",
    "cost.short_again": "short table again",
    "cost.discouraged": "discouraged pair",
    "cost.seat_limit": "same seat too often",
    "cost.bye_score": "points of the bye",
    "cost.bye_missed": "rounds missed before the bye",
    "cost.score_gap": "difference of points",
    "cost.repeated_float": "repeated float",
    "cost.first_seat": "balance of starts",
    "cost.order": "order within the score group",
    "change.forbidden": "a forbidden meeting",
    "change.second_bye": "a bye for a player with more byes before",
    "change.rematch": "one repeated meeting",
    "change.short_again": "a short table for a player who sat at one before",
    "change.discouraged": "a meeting that should be avoided",
    "change.seat_limit": "the same seat too often for a player",
    "change.bye_score": "a bye for a player with more points",
    "change.bye_missed": "a bye for a player who missed more rounds",
    "change.score_gap": "greater differences of points",
    "change.repeated_float": "a repeated float",
    "change.first_seat": "balance of starts",
    "change.order": "some of the order within the score group",
    # --- why a table looks as it does
    "pairing.bye": Plural(
        "Bye: %(name)s with %(points)s point. Byes before this one: %(byes)s.",
        "Bye: %(name)s with %(points)s points. Byes before this one: %(byes)s.",
        "points",
    ),
    "pairing.bye_others_had": "Everybody with fewer points has had a bye already.",
    "pairing.bye_lowest": "Nobody eligible for the bye has fewer points.",
    "pairing.requested_bye": "%(name)s requested a bye in this round.",
    "pairing.stand_in": "Stand-in, who counts for nobody: %(names)s.",
    "pairing.stand_in_alone": "Plays a stand-in, who counts for nobody, and has the points of a bye: %(names)s.",
    "pairing.short_table": ("A table of %(size)s, because the number of players does not fill tables of %(full)s."),
    "pairing.same_points": Plural("Everybody has %(points)s point.", "Everybody has %(points)s points.", "points"),
    "pairing.float": Plural(
        "%(higher)s with %(more)s point floats down to %(lower)s with %(fewer)s.",
        "%(higher)s with %(more)s points floats down to %(lower)s with %(fewer)s.",
        "more",
    ),
    "pairing.points": "They have %(points)s points.",
    "pairing.met": "%(one)s and %(other)s have met before.",
    "pairing.starts": "%(name)s starts (games started before: %(starts)s).",
    "pairing.starts_again": (
        "%(name)s starts (games started before: %(starts)s): two players who meet again swap seats."
    ),
    "pairing.starts_by_seed": "%(name)s starts as the higher seed.",
    "pairing.starts_least": (
        "%(name)s starts (games started before: %(starts)s). Everybody else here has started a larger share of their "
        "games."
    ),
    "pairing.had_byes": Plural("%(name)s has had a bye before.", "%(name)s has had %(count)s byes before."),
    "pairing.bye_not_lowest": "Others have fewer points than %(name)s.",
    "pairing.missed_rounds": Plural("%(name)s has missed a round.", "%(name)s has missed %(count)s rounds."),
    "pairing.short_again": "At a short table again: %(names)s.",
    "pairing.score_gap": Plural("They are %(points)s point apart.", "They are %(points)s points apart.", "points"),
    "pairing.repeated_float": "A player floats the same way as in the last round.",
    "pairing.bye_lower_seeds": "Others with the same points have a lower seed than %(name)s.",
    "pairing.off_order": Plural(
        "One place off the order within the score group.",
        "%(places)s places off the order within the score group.",
        "places",
    ),
    "pairing.seat_limit": "Whichever of them starts, one gets the same seat too often.",
    "pairing.first_seat": "The starts of both players cannot be balanced.",
    "pairing.sentences": "%(first)s %(second)s",
    "alternative.equal": "Next best: %(tables)s; it would be just as good.",
    "alternative.worse": "Next best: %(tables)s; it would cost %(what)s.",
    "alternative.better": "Better: %(tables)s; it would save %(what)s.",
    "alternative.bye": "a bye for %(name)s",
    # --- what is said of the whole round
    "note.extra_byes": Plural(
        "Forbidden pairs force %(count)s extra bye.", "Forbidden pairs force %(count)s extra byes."
    ),
    "note.second_bye": "A player gets another bye, because nobody in this round has had fewer.",
    "note.rematches": (
        "No pairing without a repeated meeting was found for these %(players)s players: %(again)s here."
    ),
    "note.short_again": "A player sits at a short table again.",
    "note.discouraged": "Discouraged pairs that could not be avoided: %(count)s.",
    "note.seat_limit": "A player gets the same seat three times in a row, or more than twice too often.",
    "note.window": ("In a field of this size only opponents within %(window)s places of each other were compared."),
    "note.planned": "Planned schedule: round %(number)s of %(last)s.",
    "note.own_schedule": "The organiser's schedule: round %(number)s of %(last)s.",
    "note.own_schedule_left": (
        "The organiser's schedule does not fit the players of this round, or seats a forbidden pair together, so the "
        "house rules pair it."
    ),
    "note.looked_ahead": (
        "Paired so that the remaining rounds need no repeated meeting. By itself, another pairing would be better."
    ),
    "note.house_rules_instead": "%(problem)s The house rules pair this round instead.",
    "dutch.too_many_players": (
        "The strict FIDE Dutch pairing is for at most %(most)s players; %(players)s play this round."
    ),
    "dutch.no_legal_pairing": "The FIDE Dutch system has no legal pairing for this round.",
    "dutch.none_found": "The FIDE Dutch system found no legal pairing for this round.",
    "dutch.failed": "The FIDE Dutch pairing failed in its library.",
    "pairing.needs_libraries": (
        "Pairing more than %(most)s players at tables of two needs the packages numpy and rustworkx: install them."
    ),
    "dutch.not_installed": "The FIDE Dutch pairing needs the library caissify-pairings, which is not installed.",
    # --- what a director should look at before publishing
    "concern.not_in_round": "%(name)s does not play in this round.",
    "concern.seated_twice": "%(name)s is seated %(times)s times.",
    "concern.stand_in_forbidden": "%(one)s is a stand-in and must not meet %(other)s.",
    "concern.stand_in_left": "%(name)s, a stand-in, has left.",
    "concern.stand_ins_together": "More than one stand-in at a table: %(names)s.",
    "concern.stand_ins_only": "Only stand-ins sit at this table: %(names)s. Nothing counts there.",
    "concern.stand_in_twice": "%(name)s, a stand-in, is seated %(times)s times.",
    "concern.forbidden": "%(one)s and %(other)s must not meet.",
    "concern.discouraged": "%(one)s and %(other)s should not meet if it can be avoided.",
    "concern.missing": "%(name)s plays but has neither a table nor a bye.",
    "concern.late": "Entered after this round was paired: %(names)s. Pair the round again to include them.",
    "concern.fixed_table": "%(name)s needs table %(number)s but sits at table %(here)s.",
    "concern.two_fixed_tables": (
        "%(name)s needs table %(number)s but meets %(other)s, who needs table %(here)s: they sit at table %(here)s."
    ),
    "concern.another_bye": "%(name)s gets another bye (before: %(count)s).",
    "concern.unfair_bye": "%(name)s gets another bye (before: %(count)s). Others have had fewer: %(spared)s.",
    "concern.met_times": "%(one)s and %(other)s have met before (%(times)s times).",
    "concern.same_seat": "%(name)s gets the same seat for the third time in a row.",
    "concern.third_start": "%(name)s starts for at least the third time; never started: %(others)s.",
    "concern.score_gap": Plural(
        "The players at this table are %(points)s point apart.",
        "The players at this table are %(points)s points apart.",
        "points",
    ),
    # --- before the start
    "forecast.forbidden": Plural(
        "%(count)s pair must not meet; this can cause extra byes in a small field.",
        "%(count)s pairs must not meet; this can cause extra byes in a small field.",
    ),
    "forecast.rematches": Plural(
        "%(players)s players in %(rounds)s rounds cannot avoid repeated meetings: a round has %(each)s of the "
        "%(pairs)s possible meetings, so there is at most %(most)s round without a repeat.",
        "%(players)s players in %(rounds)s rounds cannot avoid repeated meetings: a round has %(each)s of the "
        "%(pairs)s possible meetings, so there are at most %(most)s rounds without a repeat.",
        "most",
    ),
    "forecast.least_rematches": Plural(
        "At least %(count)s of the %(meetings)s meetings is a repeat.",
        "At least %(count)s of the %(meetings)s meetings are repeats.",
    ),
    "forecast.planned": Plural(
        "Planned schedule: nobody meets anybody twice in %(rounds)s round.",
        "Planned schedule: nobody meets anybody twice in %(rounds)s rounds.",
        "rounds",
    ),
    "forecast.planned_until": Plural(
        "Planned schedule: nobody meets anybody twice in the first round. Later rounds are paired one by one, with "
        "as few repeats as possible.",
        "Planned schedule: nobody meets anybody twice in the first %(last)s rounds. Later rounds are paired one by "
        "one, with as few repeats as possible.",
        "last",
    ),
    "forecast.planned_again": Plural(
        "Planned schedule: everybody meets everybody once in %(last)s round, then again in the same order.",
        "Planned schedule: everybody meets everybody once in %(last)s rounds, then again in the same order.",
        "last",
    ),
    "forecast.own_schedule": Plural(
        "The organiser's schedule: %(rounds)s round for %(players)s players.",
        "The organiser's schedule: %(rounds)s rounds for %(players)s players.",
        "rounds",
    ),
    "forecast.own_repeats": Plural(
        "The organiser's schedule has %(count)s repeated meeting.",
        "The organiser's schedule has %(count)s repeated meetings.",
    ),
    "forecast.own_byes": "Byes for each player: %(low)s to %(high)s.",
    "forecast.own_starts": "Starts for each player: %(low)s to %(high)s.",
    "forecast.short_tables": Plural(
        "Every round has %(count)s short table.", "Every round has %(count)s short tables."
    ),
    "forecast.short_tables_again": Plural(
        "Every round has %(count)s short table. A player must sit at one %(times)s times.",
        "Every round has %(count)s short tables. A player must sit at one %(times)s times.",
    ),
    "forecast.byes": Plural("%(count)s bye in every round.", "%(count)s byes in every round."),
    "forecast.byes_again": Plural(
        "%(count)s bye in every round. A player must have %(times)s byes.",
        "%(count)s byes in every round. A player must have %(times)s byes.",
    ),
    "forecast.several_winners": Plural(
        "After %(rounds)s round several players can have won every game; one winner takes %(needed)s rounds.",
        "After %(rounds)s rounds several players can have won every game; one winner takes %(needed)s rounds.",
        "rounds",
    ),
}
