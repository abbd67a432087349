"""Statistics of matches: Elo with its error, sequential tests.

>>> from othellier import stats
>>> stats.sprt([10, 30, 60, 50, 25], 0, 10)["state"]
'undecided'
"""

from ._othellier import elo, sprt

__all__ = ["elo", "sprt"]
