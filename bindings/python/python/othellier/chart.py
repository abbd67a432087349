"""Figures with error bars for notebooks and reports: SVG and PNG, without another package.

>>> from othellier import chart
>>> chart.bars({"alpha-beta": (0.8, 0.7, 0.9), "random": 0.1}, title="Score")
Figure('Score')
"""

from ._othellier import Figure, bars, heat, lines

__all__ = ["Figure", "bars", "heat", "lines"]
