"""A game against bots on the page that plays it. People and bots have the seats; chance is dealt here.

Every question but `hint` and `log` is answered with the position as the person at the device may see it. Where racks
are hidden and several people share the device, nobody has looked until `look` says who does.

A draw and a bot's choice follow from the seed and the number of the move alone: whoever takes a move back or goes on
another day finds the same game.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from engine.browser.games import position_of, table_of
from engine.browser.library import library_of
from engine.browser.record import header_of
from engine.for_people import ForPeople
from engine.game import BadSetup, Bot, IllegalAction, JsonObject
from engine.log.digest import game_digests
from engine.log.header import Header, Origin, find_components, origin_of
from engine.message import Message
from engine.registry import GAMES
from engine.search.analysis import Line, analyse
from engine.search.bot import SearchBot
from engine.steps import places_of
from engine.table import sentences as table_sentences
from engine.table.chance import cannot_branch, deal_on
from engine.table.choices import choices_of
from engine.table.ending import end_in_words
from engine.table.seat_view import SeatView
from engine.table.table import Table
from engine.table.words import due_in_words, points_by_source

ADVISER = "search-32"
"""The bot that gives hints."""

MOST_MOVES = 25
"""So many moves of bots are made for one question, so that an answer never takes long. A bot that looks ahead takes
longer for one move than others for all of these."""


class PlayCounter:
    """The game of a page."""

    def __init__(self, language: ForPeople) -> None:
        self._language = language
        self._playing: Playing | None = None

    def start(self, asked: JsonObject) -> JsonObject:
        """A new game: `game`, `ruleset`, `switches`, `set` (the name of the component set), `components` (its JSON if
        it is not built in), `seats` ([{"name", "bot"}], `bot` null for a person) and `seed`. Says its `header`, too."""
        header = new_header(asked)
        self._playing = Playing(self._language, header, asked["seed"], asked.get("components"))
        return {"header": header.to_json(), **self._playing.go_on()}

    def resume(self, asked: JsonObject) -> JsonObject:
        """Go on with a game that the page has kept: `header`, `lines`, `seed` and `components`."""
        header = header_of(asked["header"])
        self._playing = Playing(self._language, header, asked["seed"], asked.get("components"))
        self._playing.game.apply_all(asked["lines"])
        return self._playing.go_on()

    def origin(self, asked: JsonObject) -> JsonObject:
        """What a game would be played on from: the position of a `log` (its text, with its `components` if they are not
        built in) after `move` moves and the lines of a side `line`. `mover` is the seat that has a choice next.

        Refuses logs that leave out the draws, and positions in which nobody has a choice any more.
        """
        game = branch_of(asked)
        turn = game.state.turn
        deal_on(game, lambda: Random("to see who is next"))
        if game.state.to_move < 0:
            raise IllegalAction("after_end", table_sentences.NOTHING_LEFT())
        return {"game": game.game.key, "turn": turn, "mover": game.state.to_move}

    def branch(self, asked: JsonObject) -> JsonObject:
        """A new game from that position on: as for `origin`, with `seats` and `seed` as for a new game. The seed deals
        all draws that come. Says its `header`, which says where it started."""
        game = branch_of(asked)
        digests = game_digests(asked["log"].encode(), library_of(asked.get("components")))
        origin = Origin(digests.game if digests else None, asked["move"], len(asked["line"]))
        header = replace(
            game.header,
            seats=[seat["name"] for seat in asked["seats"]],
            rules=game.game.rules_version,
            meta={"bots": [seat["bot"] for seat in asked["seats"]], "from": origin.to_json()},
        )
        self._playing = Playing(self._language, header, asked["seed"], asked.get("components"))
        self._playing.game.apply_all(game.lines)
        return {"header": header.to_json(), **self._playing.go_on()}

    def look(self, asked: JsonObject) -> JsonObject:
        """The person of this `seat` has the device now."""
        self._now.look(asked["seat"])
        return self._now.go_on()

    def move(self, asked: JsonObject) -> JsonObject:
        """The person to move has chosen this `line`."""
        self._now.game.apply(asked["line"])
        return self._now.go_on()

    def bot(self, asked: JsonObject) -> JsonObject:
        """The bot to move makes one move; `many`: bots move until a person has to, or for many moves."""
        return self._now.let_bots_move(MOST_MOVES if asked.get("many") else 1)

    def take_back(self, asked: JsonObject) -> JsonObject:
        """Back to where a person chose last. Nothing changes if nobody has chosen yet; moves that a game has taken over
        from another one stay."""
        return self._now.take_back()

    def hint(self, asked: JsonObject) -> JsonObject:
        """What a bot would do here that knows what this person knows, why, and where that is."""
        return self._now.hint()

    def log(self, asked: JsonObject) -> JsonObject:
        """The log of the game so far, as text."""
        return {"log": self._now.game.log().decode("utf-8")}

    @property
    def _now(self) -> Playing:
        assert self._playing is not None, "no game was begun"
        return self._playing


class Playing:
    """One game between people at one device and bots. `eyes` is the game as the person who looks knows it."""

    def __init__(self, language: ForPeople, header: Header, seed: str, components: JsonObject | None) -> None:
        self._language = language
        self.game = Table(header, library_of(components))
        self._seed = seed
        self._bots: list[Bot | None] = [name and self.game.game.bots[name] for name in header.meta["bots"]]
        origin = origin_of(header.meta)
        self._start = origin.start if origin else 0
        people = [seat for seat, bot in enumerate(self._bots) if bot is None]
        self._covered = self.game.game.hidden_chance and len(people) > 1
        self._eyes = SeatView(language, self.game, None if self._covered else people[0])
        self._kept = 0

    def look(self, seat: int) -> None:
        """This person looks now."""
        self._eyes = SeatView(self._language, self.game, seat)

    def go_on(self) -> JsonObject:
        """Do what nobody chooses, and say what came of it."""
        self._do_the_rest()
        return self._position()

    def let_bots_move(self, most: int) -> JsonObject:
        """Bots move, until a person has to or `most` moves were made."""
        count = 0
        while count < most and (bot := self._bot_to_move()) is not None:
            self.game.apply(bot.choose(self.game.state, self._rng()).to_json())
            self._do_the_rest()
            count += MOST_MOVES if isinstance(bot, SearchBot) else 1
        return self._position()

    def take_back(self) -> JsonObject:
        """Back to the last position in which a person had a choice."""
        count = self._last_choice()
        if count is not None:
            self.game.undo_to(count)
            self._eyes.back_to(count)
            self._kept = min(self._kept, count)
        return self._position()

    def hint(self) -> JsonObject:
        """What the adviser would do."""
        game, state = self.game.game, self.game.state
        assert state.to_move == self._eyes.seat or not self._covered, "another person has the device"
        adviser = game.bots[ADVISER]
        assert isinstance(adviser, SearchBot)
        found = analyse(state, adviser.policy, adviser.effort(self.game.players), self._rng())[0]
        # The reason at first sight is none for a move that only looking ahead has found.
        reason = gain_in_words(found) or adviser.reason(state, found.action)
        return {
            "text": self._language.render(game.told(self.game.components, found.action)),
            "reason": self._language.render(reason),
            "places": places_of(game.steps(state, found.action)),
        }

    def _do_the_rest(self) -> None:
        """Deal what is to be drawn, and do what is forced."""
        deal_on(self.game, self._rng, self._may_be_forced)

    def _may_be_forced(self, seat: int) -> bool:
        """Where racks are hidden, whoever moves at once without a choice would show something of the rack."""
        return not self.game.game.hidden_chance or seat == self._eyes.seat

    def _rng(self) -> Random:
        return Random(f"{self._seed}/{len(self.game.moves)}")

    def _bot_to_move(self) -> Bot | None:
        seat = self.game.state.to_move
        return self._bots[seat] if seat >= 0 else None

    def _last_choice(self) -> int | None:
        """How many moves there were when a person had a choice last."""
        for number in range(len(self.game.moves) - 1, self._start - 1, -1):
            move = self.game.moves[number]
            if move.action.seat is not None and self._bots[move.action.seat] is None and not move.forced:
                return number
        return None

    def _position(self) -> JsonObject:
        game, eyes, language = self.game, self._eyes, self._language
        names, state = game.header.seats, game.state
        lines = [move.action.to_json() for move in game.moves[self._kept :]]
        kept = {"keep": self._kept, "lines": lines}
        self._kept = len(game.moves)
        since = eyes.told
        moves = eyes.moves()
        person = state.to_move if state.to_move >= 0 and self._bots[state.to_move] is None else None
        covered = self._covered and person is not None and person != eyes.seat
        return {
            "kept": kept,
            "since": since,
            "count": eyes.told,
            "moves": moves,
            "turn": state.turn,
            "due": due_in_words(language, game, names),
            "choices": None if person is None or covered else self._choices(),
            "mover": state.to_move if state.to_move >= 0 else None,
            "bot": person is None and state.to_move >= 0,
            "cover": person if covered else None,
            "looks": eyes.seat,
            "hand": [] if covered else eyes.hand(),
            "back": self._last_choice() is not None,
            "scores": list(game.scores),
            "sources": points_by_source(language, game),
            "names": list(names),
            "over": end_in_words(language, game, names, eyes.told_of),
            "svg": eyes.picture(),
        }

    def _choices(self) -> Any:
        choices = choices_of(self.game.game, self.game.state)
        return choices and choices.to_json(self._language.render)


def gain_in_words(line: Line) -> Message | None:
    """How much better a choice is than the one at first sight; None if it is the same one."""
    points = round(line.gain, 1)
    return table_sentences.GAIN.message(points=points, count=line.count) if points > 0 else None


def branch_of(asked: JsonObject) -> Table:
    """The position that a page asks to play on from. Raises EngineError."""
    table = table_of(asked)
    reason = cannot_branch(table)
    if reason is not None:
        raise BadSetup(reason)
    game = position_of(table, asked["move"])
    game.apply_all(asked["line"])
    return game


def new_header(asked: JsonObject) -> Header:
    """The header of a new game, dealt from its seed. Raises EngineError."""
    game = GAMES[asked["game"]]
    built_in = asked["set"] in game.component_sets
    digest = None if built_in else game.read_components(asked["components"]).sha256
    seats = asked["seats"]
    header = Header(
        game=game.key,
        ruleset=asked["ruleset"],
        switches=asked["switches"],
        components=asked["set"],
        components_sha256=digest,
        seats=[seat["name"] for seat in seats],
        chance="recorded",
        setup={},
        rules=game.rules_version,
        meta={"bots": [seat["bot"] for seat in seats]},
    )
    components = find_components(game, header, library_of(asked.get("components")))
    rules = game.ruleset(header.ruleset, header.switches)
    header.setup.update(game.new_setup(len(seats), rules, components, Random(f"{asked['seed']}/setup")))
    return header
