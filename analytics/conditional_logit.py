"""Conditional logit: which one of the seats of a game wins, as a softmax of a linear score of each seat.

McFadden (1974), "Conditional logit analysis of qualitative choice behavior". The chances of the seats of a game sum to
1, so whatever all seats have in common drops out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

MOST_STEPS = 50
GOOD_ENOUGH = 1e-8
"""The search ends when a step would gain less than this share of the penalised log likelihood."""


def softmax(scores: Array) -> Array:
    """The chances of the seats (last axis). Not a number where a score of the row is none."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def fit(features: Array, shares: Array, ridge: Array) -> Array:
    """The coefficients that maximise sum(shares * log chances) - sum(ridge * coefficients^2) / 2.

    `features`: moments x seats x features; `shares`: moments x seats, the share of the win of each seat, 1 a moment;
    `ridge`: one weight a feature.
    Newton's method with halved steps; the function is concave, so it finds the one maximum.
    """
    coefficients = np.zeros(features.shape[2])
    value = _value(features, shares, coefficients, ridge)
    for _ in range(MOST_STEPS):
        chances = softmax(features @ coefficients)
        gradient = np.tensordot(shares - chances, features, axes=2) - ridge * coefficients
        step = np.asarray(np.linalg.solve(_curvature(features, chances, ridge), gradient))
        if gradient @ step <= GOOD_ENOUGH * abs(value):
            return coefficients
        coefficients, value = _halved(features, shares, ridge, coefficients, value, step)
    raise ArithmeticError("the conditional logit did not settle")


def _curvature(features: Array, chances: Array, ridge: Array) -> Array:
    """Minus the second derivative: the variance of the features over the seats, summed over the moments."""
    count = features.shape[2]
    weighted = features * np.sqrt(chances)[:, :, None]
    flat = weighted.reshape(-1, count)
    means = np.einsum("ms,msf->mf", chances, features)
    return np.asarray(flat.T @ flat - means.T @ means + np.diag(ridge))


def _halved(
    features: Array, shares: Array, ridge: Array, coefficients: Array, value: float, step: Array
) -> tuple[Array, float]:
    """The step, or as much of it as does not lead down."""
    while True:
        tried = coefficients + step
        reached = _value(features, shares, tried, ridge)
        if reached >= value or not np.any(tried != coefficients):
            return tried, reached
        step = step / 2


def _value(features: Array, shares: Array, coefficients: Array, ridge: Array) -> float:
    scores = features @ coefficients
    top = scores.max(axis=1)
    normal = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
    likelihood = float((shares * scores).sum() - normal.sum())
    return likelihood - float(ridge @ coefficients**2) / 2
