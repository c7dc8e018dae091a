"""What a service raises when it does not do what it was asked to do."""

from django.core.exceptions import PermissionDenied


class NotAllowed(PermissionDenied):
    """This account may not do that. Django answers it with 403."""


class Refused(Exception):
    """The state of things does not allow it. `message` is one plain translated sentence for the person who asked."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
