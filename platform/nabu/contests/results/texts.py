"""The English text of every message about results that is stored, by key.

A key stands in the database: it keeps its meaning and its placeholders. What is to be said differently gets a new key.
"""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # --- what became of a game log that was sent
    "results.line": "Line %(line)s: %(reason)s",
    "results.error_on_our_side": "The log could not be verified because of an error on our side. Send it again later.",
    "results.is_result_already": "This log was the result of the table already.",
    "results.other_log_proves": "Another verified log with the same result already proves this table.",
    "results.log_proves": "The log proves the result of the table.",
    "results.log_reports": "The log reports the result. Another player of the table or the organiser confirms it.",
    "results.log_objects": "The log contradicts the confirmed result. A director answers this objection.",
    "results.assign_seats": "The names in the log are not those of the table. Assign its seats to the players.",
    "results.sender_left": "The sender of this log no longer plays at this table or keeps its score.",
    "results.seat_cannot_object": (
        "The log contradicts the confirmed result. Sign in to object, or talk to the organiser."
    ),
    "results.reported_otherwise": "A different result was reported instead.",
    "results.other_log_objects": "Replaced in the objection by a later log.",
    "results.objection_rejected": "The director rejected the objection: %(reason)s",
    "results.objections_used_up": "You have objected %(most)s times at this table. Talk to a director.",
    "results.disputed": "The result is disputed. The organiser decides, with this log as evidence.",
    "results.absent_plays": "A player declared absent plays in this log. The organiser decides.",
    "results.win_shared": "The win is shared. In a knockout the organiser decides who advances.",
    "results.contradicts": "The log contradicts the result of the table. The organiser decides.",
    "results.decided_for_log": "The organiser decided in favour of this log.",
    "results.decided_for_other_log": "The organiser decided in favour of another log.",
    "results.decided_otherwise": "The organiser ruled otherwise.",
    "results.taken_back": "The organiser withdrew the result.",
    "results.earlier_corrected": "An earlier result was corrected, so other players sit here now.",
    "results.game_removed": "The game it was sent for was removed.",
    # --- why a log cannot be the result of a table
    "results.not_verified": "This log is not verified.",
    "results.used_here": (
        "This game already belongs to table %(number)s in round %(round)s. A game counts once, whoever sends it."
    ),
    "results.used_at": (
        "This game already belongs to table %(number)s in round %(round)s of “%(tournament)s”. "
        "A game counts once, whoever sends it."
    ),
    "results.used_elsewhere": (
        "This game already belongs to a table in another tournament. A game counts once, whoever sends it."
    ),
    "results.moves_here": (
        "This log has the same moves as the game of table %(number)s in round %(round)s. "
        "A director decides whether it is the same game."
    ),
    "results.moves_at": (
        "This log has the same moves as the game of table %(number)s in round %(round)s of “%(tournament)s”. "
        "A director decides whether it is the same game."
    ),
    "results.moves_elsewhere": (
        "This log has the same moves as the game of a table in another tournament. "
        "A director decides whether it is the same game."
    ),
    "results.said_same": "A director decided that this game already counts at another table: %(reason)s",
    "results.bots_played": "The log says that bots played this game. It can be a result only in a practice event.",
    "results.game_of_bots": "The log says that bots played this game, so it does not count.",
    "results.played_on": (
        "The log says that this game was played on from a position of another game, so it never counts."
    ),
    "results.other_game": "The log is a game of %(log)s, but %(table)s is played here.",
    "results.other_players": "The log has %(log)s players, but %(table)s sit at this table.",
    "results.other_ruleset": "The log was played with the ruleset “%(log)s”, but “%(table)s” is played here.",
    "results.other_components": "The log was played with the component set “%(log)s”, but “%(table)s” is played here.",
    "results.other_digest": "The log was played with another component set named “%(name)s”.",
    "results.rules_unknown": "The engine no longer knows the rules of this tournament.",
    "results.other_switch": "In the log, “%(name)s” is “%(log)s”, but here it is “%(table)s”.",
    "results.one_must_win": "In a knockout one player must win. The organiser decides who advances.",
    "results.needs_correction": (
        "The round is locked, or later rounds depend on this result. Use “Correct result”: it shows first what "
        "else changes."
    ),
    "results.needs_look": (
        "A result or a later round depends on these seats, or a serious problem comes of it. Look at the effects first."
    ),
    "results.later_game": ("Game %(number)s of this match already has a result or a report. Withdraw that first."),
    # --- what followed from a correction
    "results.draft_discarded": "The draft of round %(number)s is discarded.",
    "results.round_gone": "Round %(number)s is removed: it has no players now.",
    "results.table_new": "Round %(round)s: new table for %(names)s.",
    "results.table_gone_with_result": (
        "Round %(round)s, table %(number)s is removed and its result voided: its players are not known yet."
    ),
    "results.table_gone": "Round %(round)s, table %(number)s is removed: its players are not known yet.",
    "results.table_given_with_result": (
        "Round %(round)s, table %(number)s is now for %(names)s. Its result is voided."
    ),
    "results.table_given": "Round %(round)s, table %(number)s is now for %(names)s.",
    # --- the same in a round with a name, like a final
    "results.draft_discarded_named": "%(round)s: the draft is discarded.",
    "results.round_gone_named": "%(round)s: removed, because it has no players now.",
    "results.table_new_named": "%(round)s: new table for %(names)s.",
    "results.table_gone_with_result_named": (
        "%(round)s, table %(number)s: removed and its result voided, because its players are not known yet."
    ),
    "results.table_gone_named": "%(round)s, table %(number)s: removed, because its players are not known yet.",
    "results.table_given_with_result_named": (
        "%(round)s, table %(number)s is now for %(names)s. Its result is voided."
    ),
    "results.table_given_named": "%(round)s, table %(number)s is now for %(names)s.",
    "results.would_go_on": "%(name)s would advance to the next stage.",
    "results.would_not_go_on": "%(name)s would not advance to the next stage.",
    "results.next_stage_stays": (
        "The next stage already has results. It stays as it is, unless you choose to rebuild it."
    ),
    "results.next_stage_rebuilt": "The next stage is seeded again and its rounds are paired again.",
}
