"""The first tables of a site: all in one transaction, so that none is left between two migrations; and quickly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.migrations.state import ModelState, ProjectState


@contextmanager
def first_tables() -> Iterator[None]:
    """Migrate an empty database inside: it is there whole, or the database is as it was."""
    on_sqlite = connection.vendor == "sqlite"
    if on_sqlite:
        # It cannot be told inside a transaction; the keys are checked at the end.
        connection.disable_constraint_checking()
    try:
        with transaction.atomic(durable=True), new_models_alone():
            yield
            if on_sqlite:
                connection.check_constraints()
    finally:
        if on_sqlite:
            connection.enable_constraint_checking()


@contextmanager
def new_models_alone() -> Iterator[None]:
    """Make the class of a new model without making all others anew.

    For each new model Django makes the classes of all models anew that are related to it in any number of steps. Here
    those are all there are: 2,900 classes for 83 models, three quarters of the time. Nothing can be related *to* a
    model that was not there, so its own class is enough.
    """

    def add_model(self: ProjectState, model_state: ModelState) -> None:
        key = model_state.app_label, model_state.name_lower
        self.models[key] = model_state
        if self._relations is not None:  # type: ignore[attr-defined]
            self.resolve_model_relations(key)
        if "apps" in self.__dict__:
            self.apps.render_multiple([model_state])

    usual = ProjectState.add_model
    ProjectState.add_model = add_model  # type: ignore[method-assign]
    try:
        yield
    finally:
        ProjectState.add_model = usual  # type: ignore[method-assign]
