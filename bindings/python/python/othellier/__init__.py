"""Othello for students and researchers.

Rules on boards of size 4, 6, 8 and 10, players from random to champion, an exact solver, reviews
of games with reasons, every usual file format, and batches of millions of positions in NumPy arrays.

>>> import othellier
>>> board = othellier.Board()
>>> board.push("f5")
>>> result = othellier.search(board, depth=8, seed=1)
>>> result["lines"][0]["move"] in ("d6", "f4", "f6")
True

Dictionaries have the fields of the one JSON dialect (docs/json.md). The modules: `batch` (arrays of boards and
games), `gpt` (data for language models of Othello), `alphazero` (a drop-in `Game`), `envs` (PettingZoo and
Gymnasium), `openings`, `outcome` (how a game will end), `stats`, `lab` (experiments), `chart` (figures),
`train` (the learned evaluation as arrays), `grid` (long jobs on many machines; `work` does one here).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import batch, chart, gpt, grid, lab, openings, outcome, stats, train
from ._othellier import (
    FORMATS,
    Archive,
    Board,
    Book,
    Game,
    Games,
    IllegalMoveError,
    Player,
    PlayerError,
    Position,
    __version__,
    evaluate,
    evaluators,
    levels,
    match,
    players,
    read,
    review,
    search,
    solve,
    square,
    square_name,
    tournament,
    version,
    write,
)
from .grid import work

if TYPE_CHECKING:
    from . import alphazero, envs
    from .envs import VectorEnv, env

__all__ = [
    "FORMATS",
    "Archive",
    "Board",
    "Book",
    "Game",
    "Games",
    "IllegalMoveError",
    "Player",
    "PlayerError",
    "Position",
    "VectorEnv",
    "__version__",
    "alphazero",
    "batch",
    "chart",
    "env",
    "envs",
    "evaluate",
    "evaluators",
    "gpt",
    "grid",
    "lab",
    "levels",
    "match",
    "openings",
    "outcome",
    "players",
    "read",
    "review",
    "search",
    "solve",
    "square",
    "square_name",
    "stats",
    "tournament",
    "train",
    "version",
    "work",
    "write",
]

_MODULES = {"alphazero", "envs"}
_OF_ENVS = {"env", "VectorEnv"}


def __getattr__(name: str) -> Any:
    # PettingZoo and Gymnasium are imported only where they are used.
    import importlib

    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _OF_ENVS:
        return getattr(importlib.import_module(f"{__name__}.envs"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
