"""The stacks round the carpet and the tree cards of Ishtar, for the reference implementation."""

from __future__ import annotations

from typing import Any


class Carpet:
    """Six stacks in a ring and the watering can. Of each stack the top tile and the number of tiles are known."""

    def __init__(self, data: dict[str, Any], setup: dict[str, Any], basic_tiles: int) -> None:
        self.tiles = {tile["id"]: tile for tile in data["tiles"]}
        self.cups: list[str] = setup["cups"]
        self.tops: list[str | None] = list(setup["starting"])
        self.left = [basic_tiles + 1] * len(self.cups)
        self.seen = set(setup["starting"])
        self.can: int | None = None

    def filled(self) -> list[int]:
        """The stacks with tiles."""
        return [stack for stack, number in enumerate(self.left) if number > 0]

    def ring(self) -> list[int]:
        """All stacks in the order in which the can comes to them, the one under the can last."""
        start = -1 if self.can is None else self.can
        return [(start + step) % len(self.left) for step in range(1, len(self.left) + 1)]

    def top(self, stack: int) -> dict[str, Any]:
        """The tile that lies face up on a stack with tiles."""
        tile: dict[str, Any] = self.tiles[self.tops[stack] or ""]
        return tile

    def take(self, stack: int) -> dict[str, Any]:
        """Put the can there and take the top tile."""
        tile = self.top(stack)
        self.can, self.tops[stack] = stack, None
        self.left[stack] -= 1
        return tile

    def reveal(self, tile: str) -> None:
        """Turn the new top tile of the stack under the can face up."""
        self.tops[self.can or 0] = tile
        self.seen.add(tile)

    def possible_draws(self) -> list[dict[str, Any]]:
        """Every line that may tell the new top tile: basic tiles of the shape that nobody has seen."""
        stack = self.can or 0
        unseen = [tile for name, tile in self.tiles.items() if name not in self.seen and not tile["starting"]]
        ids = [tile["id"] for tile in unseen if tile["shape"] == self.cups[stack]]
        return [{"chance": "tile", "stack": stack, "tile": name} for name in ids]


class Trees:
    """The row of tree cards, the deck, and the tree tokens in the supply and on cards."""

    def __init__(self, data: dict[str, Any], setup: dict[str, Any]) -> None:
        self.cards = {card["id"]: card for card in data["trees"]}
        self.row: list[str | None] = list(setup["trees"])
        self.seen: set[str] = set(setup["trees"])
        self.tokens: int = data["counts"]["tree_tokens"]["value"]
        self.with_token: set[str] = set()
        for card in setup["trees"]:
            self.give_token(card)

    def deck(self) -> set[str]:
        """The cards that nobody has seen."""
        return self.cards.keys() - self.seen

    def leave_row(self, card: str) -> None:
        """Take a card from the row, which then has a gap."""
        self.row[self.row.index(card)] = None

    def fill(self, cards: list[str]) -> None:
        """Put these cards into the gaps, from the left, each with a token while the supply lasts."""
        self.seen.update(cards)
        for card in cards:
            self.row[self.row.index(None)] = card
            self.give_token(card)

    def has_token(self, card: str) -> bool:
        """Whether there is a token for this card, on it or in the supply."""
        return card in self.with_token or self.tokens > 0

    def give_token(self, card: str) -> None:
        """Put a token from the supply on a card that has none, if there is one."""
        if card not in self.with_token and self.tokens > 0:
            self.with_token.add(card)
            self.tokens -= 1

    def return_token(self, card: str) -> None:
        """Put the token of a card back to the supply, if it has one."""
        if card in self.with_token:
            self.with_token.remove(card)
            self.tokens += 1
