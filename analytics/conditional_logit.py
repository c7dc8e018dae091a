"""Conditional logit: which one of the seats of a game wins, as a softmax of a linear score of each seat.

McFadden (1974), "Conditional logit analysis of qualitative choice behavior". The chances of the seats of a game sum to
1, so whatever all seats have in common drops out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

MOST_STEPS = 50
GOOD_ENOUGH = 1e-12
"""The search ends when a step would gain less than this share of the penalised log likelihood."""


def softmax(scores: Array) -> Array:
    """The chances of the seats (last axis). Not a number where a score of the row is none."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def fit(features: Array, shares: Array, ridge: Array, known: Array | float = 0.0) -> Array:
    """The coefficients that maximise sum(shares * log chances) - sum(ridge * coefficients^2) / 2.

    `features`: moments x seats x features; `shares`: moments x seats, the share of the win of each seat, 1 a moment;
    `ridge`: one weight a feature; `known`: what stands in the scores of the seats beforehand, moments x seats.
    Newton's method with halved steps; the function is concave, so it finds the one maximum.
    """
    problem = _Problem(features.reshape(-1, features.shape[2]), shares, ridge, known)
    coefficients = np.zeros(features.shape[2])
    value = problem.value(coefficients)
    for _ in range(MOST_STEPS):
        gradient, curvature = problem.slope(coefficients)
        step: Array = np.asarray(np.linalg.solve(curvature, gradient))
        if gradient @ step <= GOOD_ENOUGH * abs(value):
            return coefficients
        while True:
            tried = coefficients + step
            reached = problem.value(tried)
            if reached >= value or np.array_equal(tried, coefficients):
                break
            step = step / 2
        coefficients, value = tried, reached
    raise ArithmeticError("the conditional logit did not settle")


def information(features: Array, chances: Array) -> Array:
    """The variance of the features over the seats, summed over the moments: what the moments tell of each coefficient.

    `features` has a row for each seat of each moment, as one matrix; `chances`: moments x seats.
    """
    weighted = features * chances.reshape(-1, 1)
    means = weighted.reshape(*chances.shape, features.shape[1]).sum(axis=1)
    return np.asarray(weighted.T @ features - means.T @ means)


@dataclass(frozen=True, slots=True)
class _Problem:
    """`features` has a row for each seat of each moment, as one matrix."""

    features: Array
    shares: Array
    ridge: Array
    known: Array | float

    def value(self, coefficients: Array) -> float:
        """The penalised log likelihood."""
        scores = self._scores(coefficients)
        top = scores.max(axis=1)
        normal = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
        likelihood = float((self.shares * scores).sum() - normal.sum())
        return likelihood - float(self.ridge @ coefficients**2) / 2

    def slope(self, coefficients: Array) -> tuple[Array, Array]:
        """Its first derivative, and minus its second."""
        chances = softmax(self._scores(coefficients))
        gradient = (self.shares - chances).ravel() @ self.features - self.ridge * coefficients
        return gradient, information(self.features, chances) + np.diag(self.ridge)

    def _scores(self, coefficients: Array) -> Array:
        return np.asarray((self.features @ coefficients).reshape(self.shares.shape) + self.known)
