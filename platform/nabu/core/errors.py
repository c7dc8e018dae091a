"""What a service raises when it does not do what it was asked to do."""

from django.core.exceptions import PermissionDenied

from engine.message import Message, verbatim
from nabu.core.sentences import sentence


class NotAllowed(PermissionDenied):
    """This account may not do that. Django answers it with 403."""


class Refused(Exception):
    """The state of things does not allow it. `why` says it in one plain sentence.

    What may be stored, because it is found by a worker, is a message; what the person who asked reads at once may be a
    translated sentence. `code` names what a program can answer by itself.
    """

    def __init__(self, why: Message | str, code: str = "") -> None:
        super().__init__(why)
        self.code = code
        self.why = why if isinstance(why, Message) else verbatim(why)

    @property
    def message(self) -> str:
        """Why, in the language of whoever reads it."""
        return sentence(self.why)

    def __str__(self) -> str:
        return self.message


class TryLater(Exception):
    """Not now, whatever the state of things: too much was sent, or the disk is full. `nabu.core.outages` answers it."""

    def __init__(self, message: str, status: int, seconds: int) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.seconds = seconds
