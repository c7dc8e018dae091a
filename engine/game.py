"""The contract that every game fulfils; the log, the simulator and the platform know nothing else about a game.

A game is two objects. `Game` describes itself: players, rulesets, switches, component sets, score sources, cards. It
starts a `State` from a `Setup`. `State` is one position: who is to move, which actions are allowed, what they do.

Points exist only as `ScoreEvent`s, so the breakdown of a score can never disagree with its total. Chance is an action
with its outcome written down, so a replay needs no random generator.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from engine import picture_sentences, sentences
from engine.bags import Bag, SetupPart
from engine.bounds import Bounds
from engine.for_people import ForPeople
from engine.message import Catalogue, Message, Say, verbatim
from engine.pieces import Piece
from engine.sentence import Sentence, message_of
from engine.shown import Shown
from engine.steps import Step
from engine.whole_picture import board_picture, screen_picture, whole_picture

JsonObject = dict[str, Any]

CHANCE = -1
"""`State.to_move` when a chance action (a draw) is due."""

NOBODY = -2
"""`State.to_move` when the game is over."""


class ScoreEvent(NamedTuple):
    """A seat scored. `source` is one of the game's score sources, `cause` names the place or the card in words."""

    seat: int
    source: str
    points: int
    cause: str


class CardEvent(NamedTuple):
    """Something happened to a card: `what` is "taken", "used" or "declined".

    `offered` are the cards that could have been taken instead, the taken one included; empty unless taken.
    """

    seat: int
    card: str
    what: str
    offered: tuple[str, ...]


Event = ScoreEvent | CardEvent


class EngineError(ValueError):
    """An error that says why in one sentence. `message` is what the sentence says, for those who translate it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def message(self) -> Message:
        """The reason as a key with values."""
        return message_of(self.reason)


class IllegalAction(EngineError):
    """The action is not allowed in this position. `code` is one of the log's rejection codes."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class BadSetup(EngineError):
    """The ruleset, the component set or the setup of a game is not allowed."""


class BadComponents(BadSetup):
    """A component set does not fit its schema, or its counts do not add up. `problems` names everything found."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class BadShape(EngineError):
    """The words of an action or a setup have no known shape: missing, unknown or of the wrong type."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A named ruling. `options` lists the allowed values as they are written in logs, the default among them.

    People read `title`, and of each option its word in `labels`, in the same order; where all are true or false there
    are none. `note` is the question in a sentence.
    `added`: the ruling became a switch when there were logs already. Its default is what the rules said before, and the
    game digest names it only when another option is played, so that old games keep their digests.
    """

    name: str
    default: str | int | bool
    options: tuple[str | int | bool, ...]
    title: str
    labels: tuple[str, ...]
    note: str
    added: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A score source: `key` is written in logs, `title` is shown to people.

    `symbol` is its drawing (`engine.symbols`): the piece that makes the points, or a sign of its own where none does.
    `ink` is the colour of the symbol on a plate; "" for the symbol of a thing with a ground of its own: a tile, a card.
    """

    key: str
    title: str
    symbol: str
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that players may own, with its effect in one sentence.

    `kind` says in words which cards it belongs to ("ziggurat cards"): cards are compared with cards of their kind.
    """

    key: str
    title: str
    effect: str
    kind: str


CONFIDENCE_LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "rulebook": "stated in a rulebook",
        "confirmed": "several independent sources agree",
        "secondary": "stated by a review or a page of the publisher, or deduced from one",
        "one source": "from one source only, not compared with a printed copy",
        "reconstructed": "reconstructed: playable, but not the printed value",
    }
)
"""How sure a value of a component set is, the surest first."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure a section of a component set is: `level` is a key of `CONFIDENCE_LEVELS`, `source` says why."""

    level: str
    source: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ComponentSet:
    """What comes in the box, read from a JSON object (`data`). Each game keeps its own tables in a subclass.

    `sha256` is the digest of the canonical JSON. `confidence` has an entry for each of the game's sections, the weakest
    mark of the values in it. `cards` are the cards that players may own, in the order of the data. Compared by
    identity.
    """

    name: str
    sha256: str
    data: JsonObject
    confidence: Mapping[str, Confidence]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """A named ruleset with every switch set. Compared by identity; one without named switches is made once."""

    name: str
    switches: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended. `places` by seat: 1 is best, equal places are shared. `second` by seat: what decides
    between equal scores, in words ("5 city tiles"); empty where nothing does.
    """

    end: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    second: tuple[Message, ...] = ()


class Action(ABC):
    """One step of a game. Immutable, comparable, hashable; `seat` is None for chance."""

    __slots__ = ()
    seat: int | None

    @property
    @abstractmethod
    def kind(self) -> str:
        """The word of the action as it stands in a log."""

    @abstractmethod
    def to_json(self) -> JsonObject:
        """The action as it stands in a log."""

    @abstractmethod
    def words(self) -> str:
        """What is done in a few words, such as `place priest 0810`, without the seat."""

    def text(self) -> str:
        """A short readable form, such as `seat 1: place priest 0810`, cut if the words are many."""
        words = self.words()
        if len(words) > MOST_WORDS:
            words = words[: MOST_WORDS - 1] + "…"
        return words if self.seat is None else sentences.ACTS(seat=self.seat, words=words)


MOST_WORDS = 150
"""The most characters of an action in its short form."""

A = TypeVar("A", bound=Action)


class LegalActions(ABC, Generic[A]):
    """The allowed actions of one position, worked out only as far as asked for.

    `list(actions)` makes an iterator, asks for the length and only then begins to iterate. So that it does not list
    everything twice, the length hands what it has listed to an iterator that has not begun.
    """

    __slots__ = ("_waiting",)
    _waiting: list[list[A]] | None
    """What the length hands to the iterator made last: nothing, or everything listed. None once that has begun."""

    @abstractmethod
    def listing(self) -> Iterator[A]:
        """All of them, in a fixed order, worked out one by one."""

    def __iter__(self) -> Iterator[A]:
        """All of them, in a fixed order."""
        handed: list[list[A]] = []
        self._waiting = handed
        return self._begin(handed)

    def _begin(self, handed: list[list[A]]) -> Iterator[A]:
        if self._waiting is handed:
            self._waiting = None
        yield from handed[0] if handed else self.listing()

    @abstractmethod
    def __contains__(self, action: object) -> bool:
        """Asks the rule; lists nothing."""

    @abstractmethod
    def sample(self, rng: Random) -> A:
        """One of them, each with the same chance. Raises IndexError if there is none."""

    def __len__(self) -> int:
        waiting = getattr(self, "_waiting", None)
        if waiting is None:
            return self.count()
        waiting[:] = [list(self.listing())]
        return len(waiting[0])

    def count(self) -> int:
        """How many there are."""
        return sum(1 for _ in self.listing())


class State(ABC, Generic[A]):
    """One position of one game. `scores` are the points so far by seat; `turn` counts turns from 1 (0: none begun)."""

    __slots__ = ()

    to_move: int
    turn: int
    scores: list[int]

    @abstractmethod
    def check(self, action: A) -> IllegalAction | None:
        """None if the action is allowed now, else why not. Changes nothing."""

    @abstractmethod
    def apply(self, action: A) -> Sequence[Event]:
        """Carry the action out and return what happened, in order. Raises IllegalAction and then changes nothing."""

    @abstractmethod
    def legal_actions(self) -> LegalActions[A]:
        """The allowed actions of the seat to move; empty when chance or nobody is to move."""

    @abstractmethod
    def draw(self, rng: Random) -> A:
        """A chance action with a random outcome. Only when `to_move` is CHANCE."""

    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def due(self) -> Sentence:
        """What is due now, in a few plain words."""

    @abstractmethod
    def draw_seen_by(self) -> int | None:
        """The seat that alone sees the outcome of the draw that is due; None if everybody does."""

    @abstractmethod
    def bag(self) -> Bag:
        """What the draw that is due may bring. Only when `to_move` is CHANCE."""

    @abstractmethod
    def census(self) -> Mapping[str, Mapping[str, int]]:
        """Where the components are: kind of component -> place -> how many. Counted from the position, not kept.

        The sum of each kind stays the same from the first position to the end. A kind whose supply is unlimited under
        the ruleset is left out.
        """

    @abstractmethod
    def observation(self, seat: int) -> JsonObject:
        """What this seat may know, and nothing else."""

    def standing(self) -> Sequence[float]:
        """What the position is worth to each seat in points: those it has, and what it would get for the rest.

        A finished game is worth its scores. Games that score at the end add what would be scored now.
        """
        return self.scores

    def projected(self) -> Sequence[int] | None:
        """By seat the points if the game ended now, in games that score at the end; None elsewhere, and when over."""
        return None

    def determinize(self, seat: int, rng: Random) -> None:
        """Deal anew, in place, what this seat cannot know: the position becomes one that it cannot tell from the true
        one. The outcome depends on what the seat knows and on the generator, not on what is hidden.
        """

    @abstractmethod
    def copy(self) -> State[A]:
        """An independent copy."""

    @abstractmethod
    def to_json(self) -> JsonObject:
        """The whole state, hidden parts included; `Game.state_from_json` reads it back."""


class Bot(ABC):
    """A named player that chooses by itself. `name` and `version` identify it in experiments."""

    name: str
    version: int

    @abstractmethod
    def choose(self, state: Any, rng: Random) -> Action:
        """One allowed action of the seat to move."""

    def suggest(self, state: Any, most: int, rng: Random) -> list[Any]:
        """Allowed actions that it would consider, at most so many, the one that it would choose first."""
        return [self.choose(state, rng)]

    def reason(self, state: Any, action: Any) -> Message:
        """Why it prefers this action, which is allowed now, in a few words without saying who: "scores 7 points now".

        It uses only what the seat to move may know. For an action that it would not choose there may be no reason.
        """
        return sentences.NO_REASON.message()


class Game(ABC):
    """A game's description and its way in. Stateless.

    `rules_version` changes exactly when the behaviour of the rules changes. `summary` says in six sentences how the
    game is played. `component_sets` names the built-in sets, the default first; `sections` are the parts of a set that
    are marked as more or less sure, with their titles. `messages` has the English of everything that the game may have
    to say, by key: refusals, what is due, what is wrong with a line or a setup. `hidden_chance` says whether a log may
    leave the draws out: only a game with draws that a seat keeps to itself can.
    """

    key: str
    title: str
    summary: tuple[str, ...]
    rules_version: int
    player_counts: tuple[int, ...]
    rulesets: tuple[str, ...]
    switches: tuple[Switch, ...]
    component_sets: tuple[str, ...]
    sections: Mapping[str, str]
    sources: tuple[Source, ...]
    bots: Mapping[str, Bot]
    messages: Catalogue
    hidden_chance: bool = False
    listed_keys: frozenset[str] = frozenset()
    """The keys of log lines whose lists are chosen element by element."""
    piece_style: str = ""
    """The style sheet of the pieces, beside `SHARED_STYLE`."""
    piece_shapes: str = ""
    """The shapes that the pieces use, beside symbols."""

    def ruleset(self, name: str, switches: Mapping[str, object]) -> Ruleset:
        """The named ruleset with every switch that is not named at its default. Raises BadSetup."""
        if name not in self.rulesets:
            raise BadSetup(sentences.UNKNOWN_RULESET(ruleset=repr(name[:40]), known=", ".join(self.rulesets)))
        if not switches:
            return _default_ruleset(self, name)
        values: dict[str, str | int | bool] = {switch.name: switch.default for switch in self.switches}
        known = {switch.name: switch for switch in self.switches}
        for key, value in switches.items():
            switch = known.get(key)
            if switch is None:
                raise BadSetup(sentences.UNKNOWN_SWITCH(switch=repr(key[:60]), known=", ".join(known)))
            for option in switch.options:
                if type(option) is type(value) and option == value:
                    values[key] = option
                    break
            else:
                option, allowed = json.dumps(value)[:60], json.dumps(switch.options)
                raise BadSetup(sentences.UNKNOWN_OPTION(switch=key, option=option, allowed=allowed))
        return Ruleset(name, values)

    @abstractmethod
    def read_components(self, data: JsonObject) -> ComponentSet:
        """The component set that this JSON object describes, which fits the game's schema.

        Raises BadComponents, naming all problems, if its counts do not add up or its parts contradict each other.
        """

    def components(self, name: str) -> ComponentSet:
        """The built-in component set of that name. Raises BadSetup."""
        if name not in self.component_sets:
            built_in = ", ".join(self.component_sets)
            raise BadSetup(sentences.UNKNOWN_COMPONENTS(components=repr(name[:60]), known=built_in))
        return _built_in(self, name)

    def check_table(self, players: int, hidden: bool = False) -> None:
        """Raises BadSetup unless so many can play, and unless chance may be hidden if it is to be."""
        if players not in self.player_counts:
            *most, last = map(str, self.player_counts)
            allowed = sentences.OR(first=", ".join(most), last=last) if most else last
            raise BadSetup(sentences.PLAYERS(game=self.title, allowed=allowed, players=players))
        if hidden and not self.hidden_chance:
            raise BadSetup(sentences.DRAWS_ARE_OPEN(game=self.title))

    @abstractmethod
    def new_setup(self, players: int, ruleset: Ruleset, components: Any, rng: Random) -> JsonObject:
        """A random setup in the form that stands in a log's header. Raises BadSetup."""

    @abstractmethod
    def start(
        self, players: int, ruleset: Ruleset, components: Any, setup: JsonObject, *, hidden: bool = False
    ) -> State[Any]:
        """The first position. `hidden`: chance is not recorded, only with `hidden_chance`.

        Raises BadSetup for what the rules do not allow, BadShape for wrong keys or types.
        """

    @abstractmethod
    def action_from_json(self, words: JsonObject, components: Any) -> Action:
        """The action that a log line describes, with the ids of this component set. Raises BadShape."""

    @abstractmethod
    def state_from_json(self, data: JsonObject, components: Any) -> State[Any]:
        """The inverse of `State.to_json`, for the component set that the state was played with."""

    @abstractmethod
    def setup_parts(self, players: int, ruleset: Ruleset, components: Any) -> tuple[SetupPart, ...]:
        """What somebody who lays out the table may put where. Filled slots are the setup of a log. Raises BadSetup."""

    @abstractmethod
    def bounds(self, players: int, ruleset: Ruleset, components: Any) -> Bounds:
        """What the rules allow a score to be. Raises BadSetup for a number of players that the game does not have."""

    def label(self, components: Any, key: str, value: Any) -> Message:
        """What stands behind a word of a log line, in words: ("token", "priest") is "priest".

        `key` is a key of an action or a draw; "do" and "chance" have the names of the actions themselves. `value` is
        JSON, of a list one element.
        """
        return verbatim(str(value))

    def symbol(self, components: Any, key: str, value: Any) -> str:
        """The symbol of what stands behind a word of a log line (see `label` and `engine.symbols`), "" for none."""
        return ""

    def piece(self, components: Any, key: str, value: Any, seat: int | None = None) -> Piece | None:
        """The drawing of what stands behind a word of a log line (see `label`) or of a thing of a part of the setup
        (`key` is that of the part), as it lies on the table; None for what is only a word or a number.

        `seat`: whose it is. What looks different for each seat has no piece without it.
        """
        return None

    def places(self, state: Any, seat: int, key: str, value: Any) -> tuple[str, ...]:
        """The elements of the picture that show what stands behind a word of a log line (see `Step.places`)."""
        return ()

    def steps(self, state: Any, action: Action) -> tuple[Step, ...]:
        """The path of choices that leads to an action which is allowed now.

        Two actions have different paths. A path may be the beginning of another one.
        """
        line = action.to_json()
        seat = line.pop("seat")
        components = state.components
        steps = []
        for key, value in line.items():
            if type(value) is list and value and key in self.listed_keys:
                steps += [
                    Step(key, each, self.label(components, key, each), self.places(state, seat, key, each), True)
                    for each in value
                ]
            else:
                steps.append(Step(key, value, self.label(components, key, value), self.places(state, seat, key, value)))
        return tuple(steps)

    def told(self, components: Any, action: Action) -> Message:
        """What an action or a draw does, in words, without saying who: "places a priest on 0216"."""
        return message_of(action.text())

    def line_for_onlookers(self, state: Any, action: Action) -> JsonObject:
        """The log line of an action that is allowed now, as somebody knows it who sees no rack and no face-down token.

        Where it says less than the log, it is a line of the same game with hidden chance (`hidden_chance`).
        """
        return action.to_json()

    def move_line(self, state: Any, action: Action) -> JsonObject:
        """The log line of an action that was just carried out, without what another log can say differently about the
        same move: for recognising a game (`engine.log.digest`), not for replaying it.
        """
        return action.to_json()

    def seen_by(self, state: Any, seat: int | None) -> Any:
        """The position to draw for a seat (None: for an onlooker): what lies face down to it has no kind in it.

        Only for pictures: nobody can go on with it. The state itself stays as it is.
        """
        return state

    def hand(self, state: Any, seat: int) -> tuple[Message, ...]:
        """What a seat holds that no picture shows, in words, each kind once with its number."""
        return ()

    def explained(self, components: Any, event: Event) -> Message:
        """What an event is and why, in words, without saying who: "7 points for the farm 0612"."""
        return verbatim(event.cause if isinstance(event, ScoreEvent) else f"{event.card} {event.what}")

    def places_of(self, components: Any, event: Event) -> tuple[str, ...]:
        """The elements of the picture where an event happened (see `Step.places`); none for what is nowhere."""
        return ()

    def picture(self, state: Any, names: Sequence[str], last: Sequence[Action] = (), say: Say | None = None) -> str:
        """The position as an SVG document with a text alternative. `last` are the actions to point out.

        `say` puts what the picture says into the reader's words; without it it is English.
        """
        say = say or _english(self)
        return whole_picture(self.show(state, names, last, say), self.title, names, say)

    def screen_picture(
        self, state: Any, names: Sequence[str], last: Sequence[Action] = (), say: Say | None = None
    ) -> str:
        """The board with its tray as an SVG document for a page, which finds panels and legend in it as data."""
        say = say or _english(self)
        return screen_picture(self.show(state, names, last, say), self.title, names, say)

    def board_picture(self, state: Any, names: Sequence[str]) -> str:
        """The board alone as an SVG document, which follows a light or dark page by itself and names nobody."""
        return board_picture(self.show(state, names, (), _english(self)), self.title)

    @abstractmethod
    def show(self, state: Any, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
        """What there is to see of a position. `last` are the actions to point out."""


@cache
def _english(game: Game) -> Say:
    return ForPeople(sentences.templates.catalogue, picture_sentences.templates.catalogue, game.messages).render


@cache
def _default_ruleset(game: Game, name: str) -> Ruleset:
    return Ruleset(name, MappingProxyType({switch.name: switch.default for switch in game.switches}))


@cache
def _built_in(game: Game, name: str) -> ComponentSet:
    text = files(f"engine.{game.key}").joinpath("data", f"{name}.json").read_text("utf-8")
    return game.read_components(json.loads(text))
