"""The outcome model: how a game will end, from any position of it.

A small network that was trained on games of people and of the engine predicts the probabilities of win, draw
and loss and the final score, for the side to move. `evaluator="net"` of `othellier.evaluate`, and `eval=net` of
any textbook search, use its score. docs/outcome-model.md says how good it is.

>>> from othellier import outcome
>>> model = outcome.load()
>>> prediction = model.predict("f5f6e6f4g5")
>>> abs(prediction["win"] + prediction["draw"] + prediction["loss"] - 1) < 1e-9
True
>>> "WTHOR" in model.lineage
True
"""

from ._othellier import OutcomeModel as Model
from ._othellier import load_outcome_model as load

__all__ = ["Model", "load"]
