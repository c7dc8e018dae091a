"""How the game is played, in six sentences for somebody who never saw it."""

SUMMARY = (
    "Move the watering can to the next stack and take its top tile; each stack further costs a gem.",
    "Lay the tile next to a fountain or to an earlier tile, but never join the gardens of two fountains.",
    "Collect the gems on the rocks that the tile covers.",
    "Use its symbol at once: an assistant takes a flowerbed, or two gems unlock a skill.",
    "Buy tree cards with gems and plant their trees on grass.",
    "The round in which two stacks are empty is the last. Trees, flowers, fountains and skills score.",
)
