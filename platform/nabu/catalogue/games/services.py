"""Loading, withdrawing and restoring component sets. One transaction and one audit entry each.

Every function takes the acting account first and raises `nabu.core.errors.NotAllowed` (wrong person) or
`nabu.core.errors.Refused` (with a sentence for the page). Nothing here deletes a set: old logs name it by its digest.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.component_files import MOST_BYTES, read_component_file
from engine.game import BadComponents, Game
from engine.game import ComponentSet as Components
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.permissions import can_load_components, can_restore_components, can_withdraw_components
from nabu.catalogue.games.signals import components_loaded
from nabu.core.errors import NotAllowed, Refused
from nabu.web.quotas.services import check_quota, note_upload


class BadFile(Refused):
    """The file is no component set that can be used. `problems` names what is wrong in it, in the engine's English."""

    def __init__(self, problems: list[str], message: str = "") -> None:
        super().__init__(message or _("This file is not a usable component set."))
        self.problems = problems


def load_component_set(actor: User, content: bytes, wanted: Game | None = None, sent_from: str = "") -> ComponentSet:
    """Take in a component set as it stands in a file; the file says which game it is for and what it is called.

    `wanted`: take no set of another game. Logs that were refused because they name a set with this digest are verified
    again. Raises BadFile with everything that is wrong in the file, Refused for a name or a digest that is there
    already, TryLater for too much from one account or network (`sent_from`).
    """
    if not can_load_components(actor):
        raise NotAllowed
    check_quota(actor, sent_from)
    game, components = _read(content)
    if wanted is not None and game is not wanted:
        raise BadFile([f"$.game: this is a component set of {game.key}, not of {wanted.key}"])
    try:
        return _store(actor, game, components, content.strip().decode(), sent_from)
    except IntegrityError:
        # Somebody was faster by the blink of an eye; now the set is there to be named.
        _check_new(game, components)
        raise


@transaction.atomic
def withdraw_component_set(actor: User, components: ComponentSet) -> ComponentSet:
    """Offer the set no more for new tournaments. Logs that name it stay verifiable."""
    locked = ComponentSet.objects.select_for_update().get(pk=components.pk)
    if not can_withdraw_components(actor, locked):
        raise NotAllowed
    if locked.withdrawn_at is not None:
        raise Refused(_("This component set is already withdrawn."))
    locked.withdrawn_at, locked.withdrawn_by = timezone.now(), actor
    locked.save(update_fields=["withdrawn_at", "withdrawn_by"])
    audit(actor, "components.withdrawn", locked, _snapshot(locked, withdrawn=False), _snapshot(locked, withdrawn=True))
    return locked


@transaction.atomic
def restore_component_set(actor: User, components: ComponentSet) -> ComponentSet:
    """Offer a withdrawn set again."""
    locked = ComponentSet.objects.select_for_update().get(pk=components.pk)
    if not can_restore_components(actor, locked):
        raise NotAllowed
    if locked.withdrawn_at is None:
        raise Refused(_("This component set is not withdrawn."))
    locked.withdrawn_at = locked.withdrawn_by = None
    locked.save(update_fields=["withdrawn_at", "withdrawn_by"])
    audit(actor, "components.restored", locked, _snapshot(locked, withdrawn=True), _snapshot(locked, withdrawn=False))
    return locked


def _read(content: bytes) -> tuple[Game, Components]:
    if not content.strip():
        raise BadFile([], _("The file is empty."))
    if len(content) > MOST_BYTES:
        raise BadFile([], _("This file is larger than 1 MB. A component set has at most 1 MB."))
    try:
        return read_component_file(content)
    except BadComponents as error:
        raise BadFile(list(error.problems)) from None


@transaction.atomic
def _store(actor: User, game: Game, components: Components, text: str, sent_from: str) -> ComponentSet:
    _check_new(game, components)
    made = ComponentSet.objects.create(
        game=game.key, name=components.name, sha256=components.sha256, data=text, uploaded_by=actor
    )
    note_upload(actor, sent_from, len(text.encode()))
    audit(actor, "components.loaded", made, after=_snapshot(made, withdrawn=False))
    components_loaded.send(sender=ComponentSet, components=made)
    return made


def _check_new(game: Game, components: Components) -> None:
    """Raises Refused for a set that is there already, and for a name that another one has."""
    if components.name in game.component_sets:
        raise Refused(_("“%(name)s” is built in. You do not need to load it.") % {"name": components.name})
    # One question: between two of them somebody else could load the same set, and the answers would not fit together.
    found = list(ComponentSet.objects.filter(Q(sha256=components.sha256) | Q(name=components.name), game=game.key))
    same = next((each for each in found if each.sha256 == components.sha256), None)
    if same is not None:
        if same.withdrawn_at is not None:
            raise Refused(
                _("This component set was loaded before and then withdrawn. Restore “%(name)s” instead.")
                % {"name": same.name}
            )
        raise Refused(_("This component set is already loaded as “%(name)s”.") % {"name": same.name})
    if found:
        raise Refused(
            _("Another component set is called “%(name)s”. Give this one a different name.") % {"name": components.name}
        )


def _snapshot(components: ComponentSet, *, withdrawn: bool) -> dict[str, Any]:
    """The set as the audit trail shows it."""
    return {
        "game": components.game,
        "components": components.name,
        "sha256": components.sha256,
        "withdrawn": withdrawn,
    }
