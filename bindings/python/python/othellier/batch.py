"""Many boards and games at once, in NumPy arrays.

A game is a row of squares (a1 is 0, row by row), 255 after its end, without passes: they are forced. All cores
are used unless `threads` says otherwise, and the result does not depend on their number.

>>> from othellier import batch
>>> moves, scores = batch.random_games(100, seed=1)
>>> states, legal, turns = batch.replay(moves, legal=True, turns=True)
>>> states.shape, legal.shape, turns.shape
((100, 60, 8, 8), (100, 60, 64), (100, 60))
"""

from ._othellier import Boards, canonical, distinct, evaluate, legal_moves, play, random_games, replay

__all__ = [
    "KEEP",
    "PAD",
    "Boards",
    "canonical",
    "distinct",
    "evaluate",
    "legal_moves",
    "play",
    "random_games",
    "replay",
]

#: What follows the last move in the row of a game.
PAD = 255
#: The action that leaves a board as it is.
KEEP = 255
