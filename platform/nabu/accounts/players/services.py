"""Accounts and players: what changes them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.reserved import is_reserved, mixes_scripts, skeleton
from nabu.accounts.versions.services import own_players_topic, touch
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.tidy import is_printable, tidy
from nabu.core.typed_names import check_typed

NAME_LENGTH = 80


def checked_name(name: str) -> str:
    """The name as it is stored. Raises Refused if nothing is left, it is too long, or it cannot be printed."""
    name = tidy(name)
    if not name:
        raise Refused(_("A player needs a name."))
    if len(name) > NAME_LENGTH:
        raise Refused(_("A name has at most %(length)s characters.") % {"length": NAME_LENGTH})
    if not is_printable(name):
        raise Refused(_("A name must not contain control characters."))
    return name


def typed_name(name: str) -> str:
    """A name that somebody types. Raises Refused like `checked_name`, and for markup."""
    name = checked_name(name)
    check_typed(name)
    return name


def own_name(name: str, *, speaks_for_site: bool = False) -> str:
    """A name that somebody chooses for themselves. Raises Refused like `typed_name`, and for one that misleads."""
    name = typed_name(name)
    _refuse_misleading(name, speaks_for_site)
    return name


def own_username(username: str, *, speaks_for_site: bool = False) -> str:
    """A user name that is free. Raises Refused if it is not valid, misleads, or looks like a taken one."""
    username = User.normalize_username(username)
    try:
        User(username=username).clean_fields(exclude=["password", "last_login", "date_joined"])
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    _refuse_misleading(username, speaks_for_site)
    if _is_taken(username):
        raise Refused(_("This user name is taken."))
    return username


def sign_up(username: str, password: str, name: str, email: str = "", *, speaks_for_site: bool = False) -> User:
    """Make an account and its player. Raises Refused for a taken user name or a weak password.

    Whoever runs the site speaks for it, and may be called “admin”.
    """
    name = own_name(name, speaks_for_site=speaks_for_site)
    username = own_username(username, speaks_for_site=speaks_for_site)
    user = User(username=username, email=email.lower(), is_active=True)
    try:
        user.clean_fields(exclude=["password", "last_login", "date_joined"])
        validate_password(password, user)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
            player = Player.objects.create(name=name, user=user)
            audit(user, "player.signed_up", player, after={"username": user.username, "name": name})
    except IntegrityError:
        raise Refused(_("This user name is taken.")) from None
    return user


@transaction.atomic
def create_player(actor: User, name: str) -> Player:
    """Make a player without an account. Any account may do that: organisers enter people by name."""
    if not actor.is_active:
        raise NotAllowed
    player = Player.objects.create(name=typed_name(name), created_by=actor)
    audit(actor, "player.created", player, after={"name": player.name})
    touch(own_players_topic(actor.pk))
    return player


@transaction.atomic
def update_account(user: User, *, name: str, language: str) -> User:
    """Change the name of the account's player (made if there is none yet) and the language of its pages."""
    name = checked_name(name)
    if not Player.objects.filter(user=user, name=name).exists():
        own_name(name)
    if language and language not in dict(settings.LANGUAGES):
        raise Refused(_("This language is not available."))
    player, _created = Player.objects.select_for_update().get_or_create(user=user, defaults={"name": name})
    before = {"name": player.name, "language": user.language}
    player.name = name
    player.save(update_fields=["name"])
    user.language = language
    user.save(update_fields=["language"])
    audit(user, "account.changed", player, before=before, after={"name": name, "language": language})
    return user


def named_account(username: str) -> User:
    """The open account of exactly this user name; accounts are never listed to strangers. Raises Refused."""
    found = User.objects.filter(username=username.strip(), is_active=True).first()
    if found is None:
        raise Refused(_("No account has exactly this user name. Ask the person how it is spelled."))
    return found


def _refuse_misleading(name: str, speaks_for_site: bool) -> None:
    if is_reserved(name) and not speaks_for_site:
        raise Refused(_("This name is reserved. Choose another one."))
    if mixes_scripts(name):
        raise Refused(_("Use the letters of one script only, for example Latin or Cyrillic."))


def _is_taken(username: str) -> bool:
    """Somebody has this user name, in whatever case, or one that looks the same."""
    seen = skeleton(username)
    if User.objects.filter(Q(username__iexact=username) | Q(username__iexact=seen)).exists():
        return True
    others = User.objects.values_list("username", flat=True).iterator()
    return any(skeleton(other) == seen for other in others if not other.isascii())
