"""Statistics of matches: Elo with its error, intervals of a score, sequential tests.

>>> from othellier import stats
>>> stats.sprt([10, 30, 60, 50, 25], 0, 10)["state"]
'undecided'
"""

from ._othellier import elo, interval, sprt

__all__ = ["elo", "interval", "sprt"]
