"""Openings for matches and training: balanced ones, and random ones.

>>> from othellier import openings
>>> [len(game) for game in openings.balanced(2, seed=1)]
[8, 8]
>>> [len(game) for game in openings.random(3, plies=4, seed=1)]
[4, 4, 4]
"""

from ._othellier import balanced, random

__all__ = ["balanced", "random"]
