"""How the game is played, in six sentences for somebody who never saw it."""

SUMMARY = (
    "On your turn, place two tokens of any kind, or three or more farmers on land.",
    "A farmer on a farm next to one of your tokens scores the number of the farm.",
    "A token next to a ziggurat scores one point for every ziggurat that your tokens touch.",
    "When all land around a city is taken, every noble of its kinds that is linked to it scores two points.",
    "Most tokens around the city win its tile, and each tile then scores one point; around a ziggurat they win a card.",
    "Refill your rack to five. The game ends with one city tile left, or when a rack is empty after a turn.",
)
