"""Experiments described by files: run, resumed, their tables and their reports.

`run` plays what a file describes and returns the results as dictionaries; `tables` are all rows of a finished
experiment, ready for a data frame; `report` writes a page with figures. docs/lab.md describes the files.

>>> from othellier import lab
>>> [experiment["name"] for experiment in lab.experiments()][:3]
['b1', 'b2', 'b3']
"""

from ._othellier import experiment_report as report
from ._othellier import experiment_tables as tables
from ._othellier import experiments
from ._othellier import run_experiment as run

__all__ = ["experiments", "report", "run", "tables"]
