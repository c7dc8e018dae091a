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


class IllegalAction(ValueError):
    """The action is not allowed in this position. `code` is one of the log's rejection codes."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class BadSetup(ValueError):
    """The ruleset, the component set or the setup of a game is not allowed."""


class BadComponents(BadSetup):
    """A component set does not fit its schema, or its counts do not add up. `problems` names everything found."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class BadShape(ValueError):
    """The words of an action or a setup have no known shape: missing, unknown or of the wrong type."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A named ruling. `options` lists the allowed values as they are written in logs, the default among them."""

    name: str
    default: str | int | bool
    options: tuple[str | int | bool, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Source:
    """A score source: `key` is written in logs, `title` is shown to people."""

    key: str
    title: str


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
        "reconstructed": "found nowhere: playable, but not the printed value",
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
    """How a finished game ended. `places` by seat: 1 is best, equal places are shared."""

    end: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]


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
    def text(self) -> str:
        """A short readable form."""


A = TypeVar("A", bound=Action)


class LegalActions(ABC, Generic[A]):
    """The allowed actions of one position, worked out only as far as asked for."""

    __slots__ = ()

    @abstractmethod
    def __iter__(self) -> Iterator[A]:
        """All of them, in a fixed order."""

    @abstractmethod
    def __contains__(self, action: object) -> bool:
        """Asks the rule; lists nothing."""

    @abstractmethod
    def sample(self, rng: Random) -> A:
        """One of them, each with the same chance. Raises IndexError if there is none."""

    def __len__(self) -> int:
        return sum(1 for _ in self)


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
    def due(self) -> str:
        """What is due now, in a few plain words."""

    @abstractmethod
    def draw_seen_by(self) -> int | None:
        """The seat that alone sees the outcome of the draw that is due; None if everybody does."""

    @abstractmethod
    def census(self) -> Mapping[str, Mapping[str, int]]:
        """Where the components are: kind of component -> place -> how many. Counted from the position, not kept.

        The sum of each kind stays the same from the first position to the end. A kind whose supply is unlimited under
        the ruleset is left out.
        """

    @abstractmethod
    def observation(self, seat: int) -> JsonObject:
        """What this seat may know, and nothing else."""

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


class Game(ABC):
    """A game's description and its way in. Stateless.

    `rules_version` changes exactly when the behaviour of the rules changes. `component_sets` names the built-in sets,
    the default first; `sections` are the parts of a set that are marked as more or less sure, with their titles.
    `hidden_chance` says whether a log may leave the draws out: only a game with draws that a seat keeps to itself can.
    """

    key: str
    title: str
    rules_version: int
    player_counts: tuple[int, ...]
    rulesets: tuple[str, ...]
    switches: tuple[Switch, ...]
    component_sets: tuple[str, ...]
    sections: Mapping[str, str]
    sources: tuple[Source, ...]
    bots: Mapping[str, Bot]
    hidden_chance: bool = False

    def ruleset(self, name: str, switches: Mapping[str, object]) -> Ruleset:
        """The named ruleset with every switch that is not named at its default. Raises BadSetup."""
        if name not in self.rulesets:
            raise BadSetup(f"unknown ruleset {name[:40]!r}; known: {', '.join(self.rulesets)}")
        if not switches:
            return _default_ruleset(self, name)
        values: dict[str, str | int | bool] = {switch.name: switch.default for switch in self.switches}
        known = {switch.name: switch for switch in self.switches}
        for key, value in switches.items():
            switch = known.get(key)
            if switch is None:
                raise BadSetup(f"unknown switch {key[:60]!r}; known: {', '.join(known)}")
            for option in switch.options:
                if type(option) is type(value) and option == value:
                    values[key] = option
                    break
            else:
                raise BadSetup(
                    f"switch {key} has no option {json.dumps(value)[:60]}; allowed: {json.dumps(switch.options)}"
                )
        return Ruleset(name, values)

    @abstractmethod
    def read_components(self, data: JsonObject) -> ComponentSet:
        """The component set that this JSON object describes, which fits the game's schema.

        Raises BadComponents, naming all problems, if its counts do not add up or its parts contradict each other.
        """

    def components(self, name: str) -> ComponentSet:
        """The built-in component set of that name. Raises BadSetup."""
        if name not in self.component_sets:
            raise BadSetup(f"unknown component set {name[:60]!r}; built in: {', '.join(self.component_sets)}")
        return _built_in(self, name)

    def check_table(self, players: int, hidden: bool = False) -> None:
        """Raises BadSetup unless so many can play, and unless chance may be hidden if it is to be."""
        if players not in self.player_counts:
            *most, last = map(str, self.player_counts)
            counts = f"{', '.join(most)} or {last}" if most else last
            raise BadSetup(f"{self.title} is for {counts} players, not {players}")
        if hidden and not self.hidden_chance:
            raise BadSetup(f"every draw of {self.title} is open, so its logs have recorded chance")

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
    def picture(self, state: Any, names: Sequence[str], last: Sequence[Action] = ()) -> str:
        """The position as an SVG document with a text alternative. `last` are the actions to point out."""


@cache
def _default_ruleset(game: Game, name: str) -> Ruleset:
    return Ruleset(name, MappingProxyType({switch.name: switch.default for switch in game.switches}))


@cache
def _built_in(game: Game, name: str) -> ComponentSet:
    text = files(f"engine.{game.key}").joinpath("data", f"{name}.json").read_text("utf-8")
    return game.read_components(json.loads(text))
