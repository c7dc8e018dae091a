"""Starting experiments and steering them. One transaction and one audit entry each.

Every function takes the acting account first and raises `nabu.core.errors.NotAllowed` (wrong person) or
`nabu.core.errors.Refused` (with a sentence for the page).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from analytics.experiments import bots_by_version
from engine.game import BadComponents, BadSetup, Game
from engine.game import ComponentSet as Components
from engine.registry import GAMES
from engine.variants import switches_off_default, variant_key
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.catalogue.games.library import sets_named
from nabu.catalogue.games.queries import chosen_set
from nabu.catalogue.games.refusals import impossible_rules
from nabu.catalogue.games.words import english
from nabu.catalogue.variants.models import Variant
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.tidy import tidy
from nabu.core.typed_names import check_typed
from nabu.statistics.lab.costs import MOST_CHUNK_SECONDS, Cost
from nabu.statistics.lab.models import LIVE, Arm, Chunk, Experiment
from nabu.statistics.lab.permissions import can_run_experiments, can_see_experiment, can_steer_experiment
from nabu.statistics.lab.plans import Outdated, plan_to_play
from nabu.statistics.lab.queries import cost_of
from nabu.statistics.lab.runs import ask_for_chunks, lock_live_experiments
from nabu.statistics.lab.words import too_dear, too_slow

MOST_GAMES = 20_000
LEAST_ARMS, MOST_ARMS = 2, 4
NAME_LENGTH, SEED_LENGTH = 80, 40

Status = Experiment.Status


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to play that somebody wants to try: a saved variant, or rules and a component set of their own.

    Without `components` it is the game's first built-in set.
    """

    ruleset: str = ""
    switches: Mapping[str, Any] = field(default_factory=dict)
    components: str = ""
    variant: Variant | None = None


@dataclass(frozen=True, slots=True)
class ExperimentDesign:
    """What is to be played: `games` games in each arm, of which the first is the base. `tell_luck`: margins are also
    counted without the luck of the draws, which takes longer."""

    name: str
    players: int
    games: int
    bots: Sequence[str]
    seed: str
    arms: Sequence[Choice]
    tell_luck: bool = False


def create_experiment(actor: User, game: Game, design: ExperimentDesign) -> Experiment:
    """Queue an experiment. Raises NotAllowed or Refused."""
    if not can_run_experiments(actor):
        raise NotAllowed
    check_typed(design.name)
    return _queue(actor, game, build_experiment(actor, game, design))


def repeat_with_bots(actor: User, experiment: Experiment, bots: Sequence[str], games: int) -> Experiment:
    """Queue the same arms with the same seed for other bots, so that the two can be compared. Raises NotAllowed, or
    Refused if the games would differ by more than the bots.
    """
    if not (can_run_experiments(actor) and can_see_experiment(actor, experiment)):
        raise NotAllowed
    game = GAMES.get(experiment.game)
    if game is None or game.rules_version != experiment.rules_version:
        raise Refused(str(Experiment.Problem.RULES.label))
    arms = [Choice(arm.ruleset, arm.switches, arm.components) for arm in experiment.arm_list]
    ending = f" ({', '.join(dict.fromkeys(bots))})"
    name = experiment.name[: NAME_LENGTH - len(ending)] + ending
    design = ExperimentDesign(name, experiment.players, games, bots, experiment.seed, arms, experiment.tell_luck)
    made = build_experiment(actor, game, design)
    if made.bots == experiment.bots:
        raise Refused(_("These bots already played this experiment. Choose others."))
    for arm, before in zip(made.arm_list, experiment.arm_list, strict=True):
        if arm.components_sha256 != before.components_sha256:
            raise Refused(str(Experiment.Problem.COMPONENTS.label))
        arm.name, arm.variant = before.name, before.variant
    return _queue(actor, game, made)


def _queue(actor: User, game: Game, made: Experiment) -> Experiment:
    cost = cost_of(game, made.players, made.bot_names, made.games, len(made.arm_list), made.tell_luck)
    _check_cost(actor, cost)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)
        _check_one_at_a_time(actor)
        made.save()
        for arm in made.arm_list:
            arm.experiment = made
        Arm.objects.bulk_create(made.arm_list)
        size = cost.chunk_size
        Chunk.objects.bulk_create(
            Chunk(experiment=made, first=first, count=min(size, made.games - first))
            for first in range(0, made.games, size)
        )
        audit(actor, "experiment.created", made, after=_snapshot(made))
        ask_for_chunks()
    return made


def check_players_and_bots(game: Game, players: int, bots: Sequence[str]) -> None:
    """Raises Refused unless so many play this game, and these bots can take the seats."""
    if players not in game.player_counts:
        raise Refused(
            _("%(game)s cannot be played with this number of players: %(players)s.")
            % {"game": game.title, "players": players}
        )
    unknown = [bot for bot in bots if bot not in game.bots]
    if unknown or not 1 <= len(bots) <= players:
        raise Refused(
            _("Choose one bot for each player, or fewer. Available: %(bots)s.") % {"bots": ", ".join(sorted(game.bots))}
        )


def build_experiment(owner: User | None, game: Game, design: ExperimentDesign) -> Experiment:
    """The experiment with its arms, checked and not stored. Raises Refused."""
    name, seed = tidy(design.name), design.seed.strip()
    players, games, bots, arms = design.players, design.games, design.bots, design.arms
    if not name or len(name) > NAME_LENGTH:
        raise Refused(_("An experiment needs a name of at most %(most)s characters.") % {"most": NAME_LENGTH})
    if not seed or len(seed) > SEED_LENGTH or not seed.isprintable():
        raise Refused(_("The seed is a word or a number of at most %(most)s characters.") % {"most": SEED_LENGTH})
    check_players_and_bots(game, players, bots)
    if not 1 <= games <= MOST_GAMES:
        raise Refused(_("Choose between 1 and %(most)s games per variant.") % {"most": MOST_GAMES})
    if not LEAST_ARMS <= len(arms) <= MOST_ARMS:
        raise Refused(_("Compare %(least)s to %(most)s variants.") % {"least": LEAST_ARMS, "most": MOST_ARMS})
    made = Experiment(
        game=game.key,
        name=name,
        players=players,
        games=games,
        bots=bots_by_version(game, bots),
        seed=seed,
        rules_version=game.rules_version,
        tell_luck=design.tell_luck,
    )
    if owner is not None:
        made.owner = owner
    made.arm_list = [_arm(game, players, choice, position) for position, choice in enumerate(arms)]
    if len({arm.key for arm in made.arm_list}) < len(made.arm_list):
        raise Refused(_("Two of the variants are identical."))
    return made


@transaction.atomic
def pause_experiment(actor: User, experiment: Experiment) -> Experiment:
    """Stop after the parts that are being played now. What was played stays."""
    locked = _locked(actor, experiment)
    if locked.status not in LIVE:
        raise Refused(_("Only a running experiment can be paused."))
    return _set_status(actor, locked, Status.PAUSED, "experiment.paused")


@transaction.atomic
def resume_experiment(actor: User, experiment: Experiment) -> Experiment:
    """Go on after a pause. Raises Refused if the engine has changed meanwhile."""
    lock_live_experiments()
    locked = _locked(actor, experiment)
    if locked.status != Status.PAUSED:
        raise Refused(_("Only a paused experiment can be resumed."))
    try:
        plan_to_play(locked)
    except Outdated as outdated:
        raise Refused(str(outdated.problem.label)) from None
    _check_one_at_a_time(actor)
    status = Status.RUNNING if locked.started_at else Status.QUEUED
    _set_status(actor, locked, status, "experiment.resumed")
    ask_for_chunks()
    return locked


@transaction.atomic
def cancel_experiment(actor: User, experiment: Experiment) -> Experiment:
    """End it early. What was played until then is shown, with the number of games."""
    locked = _locked(actor, experiment)
    if locked.status not in (*LIVE, Status.PAUSED):
        raise Refused(_("This experiment has already ended."))
    locked.finished_at = timezone.now()
    return _set_status(actor, locked, Status.CANCELLED, "experiment.cancelled")


@transaction.atomic
def retire_experiment(actor: User, experiment: Experiment) -> Experiment:
    """Show it no more. Raises Refused while it is played."""
    locked = _locked(actor, experiment)
    if locked.status in (*LIVE, Status.PAUSED):
        raise Refused(_("Cancel the experiment first."))
    if locked.retired_at is not None:
        raise Refused(_("This experiment was already removed."))
    locked.retired_at = timezone.now()
    locked.save(update_fields=["retired_at"])
    audit(actor, "experiment.retired", locked, after=_snapshot(locked))
    return locked


def _locked(actor: User, experiment: Experiment) -> Experiment:
    locked = Experiment.objects.select_for_update(of=("self",)).get(pk=experiment.pk)
    if not can_steer_experiment(actor, locked):
        raise NotAllowed
    return locked


def _set_status(actor: User, locked: Experiment, status: Experiment.Status, action: str) -> Experiment:
    before, locked.status = locked.status, status
    locked.save(update_fields=["status", "finished_at"])
    audit(actor, action, locked, before={"status": before}, after={"status": status, "played": locked.played})
    return locked


def _check_cost(actor: User, cost: Cost) -> None:
    """Raises Refused for what would take too long: a single game for the workers, or everything for other people."""
    if cost.a_pair > MOST_CHUNK_SECONDS:
        raise Refused(too_slow(cost))
    if not actor.is_staff and cost.seconds > settings.LAB_MOST_SECONDS:
        raise Refused(too_dear(cost, settings.LAB_MOST_SECONDS))


def _check_one_at_a_time(actor: User) -> None:
    if not actor.is_staff and Experiment.objects.filter(owner=actor, status__in=LIVE).exists():
        raise Refused(_("One of your experiments is running. Wait for it, pause it or cancel it."))


def _arm(game: Game, players: int, choice: Choice, position: int) -> Arm:
    """An arm that can be played, not stored. Raises Refused."""
    variant = choice.variant
    of: Any = variant or choice
    if variant is not None and variant.game != game.key:
        raise Refused(_("“%(name)s” is a variant of another game.") % {"name": variant.name})
    wanted = of.components or game.component_sets[0]
    loaded = variant.component_set if variant is not None else chosen_set(game, wanted)
    components = next(iter(sets_named(game, [wanted])), None)
    if components is None:
        raise Refused(_("The current engine cannot read the component set “%(set)s”.") % {"set": wanted})
    try:
        switches = switches_off_default(game, of.switches)
        _check_playable(game, players, of.ruleset, switches, components)
    except (BadSetup, BadComponents) as problem:
        raise impossible_rules(problem) from None
    own_set = None if wanted == game.component_sets[0] else wanted
    return Arm(
        position=position,
        name=variant.name if variant is not None else _name(of.ruleset, switches, own_set),
        ruleset=of.ruleset,
        switches=switches,
        components=wanted,
        components_sha256=components.sha256,
        component_set=loaded,
        variant=variant,
        key=variant_key(game, of.ruleset, switches, wanted),
    )


def _check_playable(
    game: Game, players: int, ruleset: str, switches: Mapping[str, Any], components: Components
) -> None:
    """Raises BadSetup unless a game can begin."""
    rules = game.ruleset(ruleset, switches)
    game.start(players, rules, components, game.new_setup(players, rules, components, Random(0)))


def _name(ruleset: str, switches: Mapping[str, str | int | bool], components: str | None) -> str:
    """What an arm without a saved variant is called; `components` is None for the game's first set."""
    words = [english(ruleset), *(f"{english(name)}: {english(str(value)).lower()}" for name, value in switches.items())]
    return ", ".join(words if components is None else [*words, components])[:NAME_LENGTH]


def _snapshot(experiment: Experiment) -> dict[str, Any]:
    """The experiment as the audit trail shows it."""
    return {
        "game": experiment.game,
        "name": experiment.name,
        "players": experiment.players,
        "games": experiment.games,
        "bots": experiment.bots,
        "seed": experiment.seed,
        "tell_luck": experiment.tell_luck,
        "arms": [arm.key for arm in experiment.arm_list],
        "status": experiment.status,
    }
