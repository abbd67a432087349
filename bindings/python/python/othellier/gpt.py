"""Data for language models of Othello: tokens, board states, legal moves, splits that do not leak.

Three vocabularies are in use, each with a padding token after the end of a game:

========== ====== ======= ============================================== =============================
vocabulary tokens padding squares                                        used by
========== ====== ======= ============================================== =============================
li61       61     0       1 to 60: the 60 squares that are empty at the  Othello-GPT (Li et al. 2023)
                          start, in ascending order
meta66     66     0       1 to 64; a pass is 65                          MetaOthello
square64   64     255     0 to 63
========== ====== ======= ============================================== =============================

Squares are numbered row by row, a1 = 0, b1 = 1. **The code and the models of Othello-GPT number them column by
column**, a1 = 0, a2 = 1: with `transposed=True` tokens and the columns of the labels are theirs. Both
numberings make legal games, so nothing but this argument tells them apart.

>>> from othellier import gpt
>>> data = gpt.games(1000, seed=1)
>>> data.tokens.shape, data.vocab, int(data.tokens.max()) <= 60
((1000, 60), 'li61', True)
>>> gpt.states(data.moves[:2], view="mine").shape
(2, 60, 8, 8)
>>> train, test = gpt.split(data.moves, (0.9, 0.1), seed=0)
>>> len(train) + len(test)
1000
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _othellier
from ._othellier import Game

__all__ = [
    "PAD",
    "PASS",
    "VOCABULARIES",
    "Data",
    "batches",
    "canonical",
    "decode",
    "encode",
    "from_games",
    "from_play",
    "games",
    "legal",
    "split",
    "states",
    "to_arrow",
    "to_parquet",
    "turns",
    "with_passes",
]

#: What follows the last move in a row of squares.
PAD = 255
#: A pass in a row of squares that names its passes.
PASS = 64

_CENTRE = (27, 28, 35, 36)
#: The transposed number of every square; a pass and the padding stay.
_TRANSPOSED = np.arange(256, dtype=np.uint8)
_TRANSPOSED[:64] = np.arange(64, dtype=np.uint8).reshape(8, 8).T.ravel()


def _vocabulary(name: str) -> NDArray[np.uint8]:
    """The token of every square, of the pass and of the padding; 254 for what has none."""
    table = np.full(256, 254, dtype=np.uint8)
    if name == "li61":
        squares = [square for square in range(64) if square not in _CENTRE]
        table[squares] = np.arange(1, 61, dtype=np.uint8)
        table[PAD] = 0
    elif name == "meta66":
        table[:65] = np.arange(1, 66, dtype=np.uint8)
        table[PAD] = 0
    elif name == "square64":
        table[:64] = np.arange(64, dtype=np.uint8)
        table[PAD] = PAD
    else:
        raise ValueError(f"the vocabulary {name!r}; expected 'li61', 'meta66' or 'square64'")
    return table


VOCABULARIES = ("li61", "meta66", "square64")


@dataclass
class Data:
    """Games as tokens, with the squares they stand for and where they come from."""

    #: (n, plies) tokens of the vocabulary.
    tokens: NDArray[np.uint8]
    #: (n, plies) squares row by row, 255 after the end, 64 for a pass where passes are named.
    moves: NDArray[np.uint8]
    #: Black's discs less White's at the end, the empty squares to the winner.
    scores: NDArray[np.int8]
    vocab: str
    transposed: bool
    #: Whether passes are named in `moves` and `tokens`.
    passes: bool
    #: How the games were made: all that is needed to make them again.
    provenance: dict[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, rows: Any) -> Data:
        """The games of these rows: a slice, numbers, or a mask."""
        if isinstance(rows, (int, np.integer)):
            rows = [rows]
        return Data(
            self.tokens[rows],
            self.moves[rows],
            self.scores[rows],
            self.vocab,
            self.transposed,
            self.passes,
            self.provenance,
        )


def encode(
    moves: NDArray[np.uint8], vocab: str = "li61", *, transposed: bool = False
) -> NDArray[np.uint8]:
    """The tokens of rows of squares.

    >>> import numpy as np
    >>> from othellier import gpt
    >>> gpt.encode(np.array([[37, 43, 255]], dtype=np.uint8)).tolist()
    [[34, 40, 0]]
    """
    moves = np.asarray(moves)
    if moves.dtype != np.uint8:
        raise TypeError(f"moves of type {moves.dtype}; expected uint8")
    table = _vocabulary(vocab)
    if transposed:
        table = table[_TRANSPOSED]
    tokens = table[moves]
    if (tokens == 254).any():
        row = int(np.argwhere(tokens == 254)[0][0])
        raise ValueError(f"game {row} has a move that the vocabulary {vocab} has no token for")
    return tokens


def decode(
    tokens: NDArray[np.integer[Any]], vocab: str = "li61", *, transposed: bool = False
) -> NDArray[np.uint8]:
    """The squares of rows of tokens: the inverse of `encode`."""
    tokens = np.asarray(tokens)
    if not np.issubdtype(tokens.dtype, np.integer):
        raise TypeError(f"tokens of type {tokens.dtype}; expected integers")
    if tokens.size and (tokens.min() < 0 or tokens.max() > 255):
        raise ValueError("a token below 0 or above 255")
    table = _vocabulary(vocab)
    inverse = np.full(256, 254, dtype=np.uint8)
    known = np.flatnonzero(table != 254)
    inverse[table[known]] = known
    moves = inverse[tokens]
    if (moves == 254).any():
        row = int(np.argwhere(moves == 254)[0][0])
        raise ValueError(f"row {row} has a token that is not in the vocabulary {vocab}")
    return _TRANSPOSED[moves] if transposed else moves


def _finish(
    moves: NDArray[np.uint8],
    scores: NDArray[np.int8],
    vocab: str,
    passes: bool | None,
    transposed: bool,
    provenance: dict[str, Any],
) -> Data:
    named = vocab == "meta66" if passes is None else passes
    if named and vocab != "meta66":
        raise ValueError(f"the vocabulary {vocab} has no token for a pass")
    shown = with_passes(moves) if named else moves
    provenance = {
        "othellier": _othellier.__version__,
        **provenance,
        "vocab": vocab,
        "transposed": transposed,
        "passes": named,
    }
    tokens = encode(shown, vocab, transposed=transposed)
    return Data(tokens, shown, scores, vocab, transposed, named, provenance)


def games(
    n: int,
    seed: int = 0,
    vocab: str = "li61",
    *,
    passes: bool | None = None,
    unique: bool = True,
    transposed: bool = False,
    first: int = 0,
    threads: int | None = None,
) -> Data:
    """Random games as tokens.

    `unique` leaves out every game that was there before: there are then exactly n different games. Passes are
    named in meta66 and left out in the others, which have no token for them.
    """
    if n < 0:
        raise ValueError(f"{n} games; expected 0 or more")
    _vocabulary(vocab)
    moves, scores = _othellier.random_games(n, seed=seed, first=first, threads=threads)
    made = n
    if unique and n > 0:
        keep = _othellier.distinct(moves)
        while not keep.all():
            more = n - int(keep.sum())
            extra, extra_scores = _othellier.random_games(
                more, seed=seed, first=first + made, threads=threads
            )
            made += more
            moves = np.concatenate([moves[keep], extra])
            scores = np.concatenate([scores[keep], extra_scores])
            keep = _othellier.distinct(moves)
    provenance = {
        "source": "random",
        "games": n,
        "seed": seed,
        "first": first,
        "played": made,
        "unique": unique,
    }
    return _finish(moves, scores, vocab, passes, transposed, provenance)


def batches(
    n: int,
    seed: int = 0,
    vocab: str = "li61",
    *,
    rows: int = 8192,
    view: str = "black",
    transposed: bool = False,
    threads: int | None = None,
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int8]]]:
    """Random games with all their labels, `rows` games at a time: (tokens, states, legal).

    The arrays of the labels are used again for the next batch: copy what you keep.
    """
    if rows < 1:
        raise ValueError(f"batches of {rows} rows; expected 1 or more")
    out: list[Any] = [None, None, None]
    for first in range(0, n, rows):
        count = min(rows, n - first)
        moves, _ = _othellier.random_games(count, seed=seed, first=first, threads=threads)
        if out[0] is not None and len(out[0]) != count:
            out = [None, None, None]
        out = list(
            _othellier.replay(
                moves, view=view, legal=True, threads=threads, out=out if out[0] is not None else None
            )
        )
        states_, legal_ = out[0], out[1]
        if transposed:
            states_ = states_.swapaxes(-1, -2)
            legal_ = legal_.reshape(*legal_.shape[:2], 8, 8).swapaxes(-1, -2)
        yield encode(moves, vocab, transposed=transposed), states_, legal_


def from_games(
    source: Iterable[Game],
    vocab: str = "li61",
    *,
    passes: bool | None = None,
    unique: bool = True,
    transposed: bool = False,
    provenance: dict[str, Any] | None = None,
) -> Data:
    """Games of files or of an archive as tokens: what `othellier.read` yields.

    Games of other sizes or from other starts are left out and counted in the provenance.
    """
    rows: list[NDArray[np.uint8]] = []
    scores: list[int] = []
    left_out = 0
    start = _othellier.Position()
    for game in source:
        if game.size != 8 or game.start != start:
            left_out += 1
            continue
        row = np.full(60, PAD, dtype=np.uint8)
        squares = [move for move in game.move_stack if move < 64]
        row[: len(squares)] = squares
        rows.append(row)
        scores.append(int(game.score or 0))
    moves = np.array(rows, dtype=np.uint8).reshape(-1, 60)
    values = np.array(scores, dtype=np.int8)
    if unique and len(moves):
        keep = _othellier.distinct(moves)
        moves, values = np.ascontiguousarray(moves[keep]), values[keep]
    facts = {"source": "games", "games": len(moves), "left_out": left_out, "unique": unique}
    return _finish(moves, values, vocab, passes, transposed, {**facts, **(provenance or {})})


def from_play(
    a: str,
    b: str,
    n: int,
    seed: int = 0,
    vocab: str = "li61",
    *,
    openings: int | Sequence[str] | None = 10,
    passes: bool | None = None,
    unique: bool = True,
    transposed: bool = False,
    threads: int | None = None,
) -> Data:
    """Games of two players by their specs as tokens, from random openings of ten plies by default.

    >>> from othellier import gpt
    >>> len(gpt.from_play("level-2", "level-2", 4, seed=1, unique=False, threads=1))
    4
    """
    moves, scores, _, _ = _othellier.play(
        a, b, n, openings=openings, seed=seed, threads=threads
    )
    if unique and len(moves):
        keep = _othellier.distinct(moves)
        moves, scores = np.ascontiguousarray(moves[keep]), scores[keep]
    facts = {
        "source": "play",
        "players": [a, b],
        "games": len(moves),
        "played": n,
        "seed": seed,
        "openings": openings if isinstance(openings, int) or openings is None else list(openings),
        "unique": unique,
    }
    return _finish(moves, scores, vocab, passes, transposed, facts)


def _has_passes(moves: NDArray[np.uint8]) -> bool:
    return bool((moves == PASS).any())


def states(
    moves: NDArray[np.uint8],
    view: str = "black",
    *,
    dtype: Any = np.int8,
    onehot: bool = False,
    transposed: bool = False,
    passes: bool | None = None,
    threads: int | None = None,
    out: NDArray[np.int8] | None = None,
) -> NDArray[Any]:
    """The board after every ply: (n, plies, 8, 8) of 1, -1 and 0.

    With `view="black"` 1 is a black disc; with `view="mine"` a disc of the side that moves next. A side that
    must pass is skipped, so that "mine" is right after a pass too, where flipping the sign at every ply is
    wrong. `onehot` adds an axis of three: yours or white, empty, mine or black.
    """
    named = _has_passes(moves) if passes is None else passes
    given = None if out is None else [out, None, None]
    found = _othellier.replay(moves, view=view, passes=named, threads=threads, out=given)[0]
    if transposed:
        found = found.swapaxes(-1, -2)
    if onehot:
        return (found[..., None] == np.array([-1, 0, 1], dtype=np.int8)).astype(dtype)
    return found if dtype == np.int8 else found.astype(dtype)


def legal(
    moves: NDArray[np.uint8],
    *,
    transposed: bool = False,
    passes: bool | None = None,
    threads: int | None = None,
) -> NDArray[np.int8]:
    """The squares where the side that moves next may play, after every ply: (n, plies, 64) of 1 and 0.

    Where passes are named there is one more column, for the pass.
    """
    named = _has_passes(moves) if passes is None else passes
    found = _othellier.replay(moves, passes=named, states=False, legal=True, threads=threads)[1]
    if transposed:
        found = found.copy()
        found[..., :64] = found[..., _TRANSPOSED[:64]]
    return found


def turns(
    moves: NDArray[np.uint8], *, passes: bool | None = None, threads: int | None = None
) -> NDArray[np.int8]:
    """The side that moves next, after every ply: 1 for Black, -1 for White, 0 when the game is over."""
    named = _has_passes(moves) if passes is None else passes
    return _othellier.replay(moves, passes=named, states=False, turns=True, threads=threads)[2]


def with_passes(moves: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same games with every pass named: rows as long as the longest game."""
    next_side = turns(moves, passes=False)
    played = moves != PAD
    mover = np.ones_like(next_side)
    mover[:, 1:] = next_side[:, :-1]
    # A pass follows a ply after which its own side moves again.
    passes_after = played & (next_side == mover) & (next_side != 0)
    counts = np.cumsum(passes_after, axis=1)
    width = int((played.sum(axis=1) + counts[:, -1]).max()) if len(moves) and moves.shape[1] else 0
    named = np.full((len(moves), width), PAD, dtype=np.uint8)
    shift = np.zeros_like(counts)
    shift[:, 1:] = counts[:, :-1]
    row, column = np.nonzero(played)
    named[row, column + shift[row, column]] = moves[row, column]
    row, column = np.nonzero(passes_after)
    named[row, column + shift[row, column] + 1] = PASS
    return named


def canonical(moves: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The games up to symmetry: equal rows are the same game on a turned or mirrored board."""
    return _othellier.canonical(moves)


def split(
    moves: NDArray[np.uint8], parts: Sequence[float] = (0.9, 0.1), *, seed: int = 0
) -> list[NDArray[np.intp]]:
    """Row numbers of disjoint parts of these shares: all images of a game are in the same part.

    The part of a game follows from the game and the seed alone, so that it is the same in every data set.
    """
    if not len(parts) or min(parts) < 0 or abs(sum(parts) - 1) > 1e-9:
        raise ValueError(f"parts {tuple(parts)}; expected shares that sum up to 1")
    value = _hash(_othellier.canonical(np.ascontiguousarray(moves)), seed)
    bounds = np.cumsum(np.asarray(parts, dtype=np.float64))
    part = np.minimum(np.searchsorted(bounds, value, side="right"), len(parts) - 1)
    return [np.flatnonzero(part == number) for number in range(len(parts))]


def _hash(rows: NDArray[np.uint8], seed: int) -> NDArray[np.float64]:
    """A number from 0 to 1 for every row, by its moves and the seed (multiply and mix, 64 bits)."""
    value = np.full(len(rows), (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64, dtype=np.uint64)
    multiplier, shift = np.uint64(0xBF58476D1CE4E5B9), np.uint64(29)
    for column in range(rows.shape[1]):
        cells = rows[:, column]
        # The padding does not count: a game is the same in rows of any length.
        mixed = (value ^ cells.astype(np.uint64)) * multiplier
        mixed ^= mixed >> shift
        value = np.where(cells == PAD, value, mixed)
    value = value * np.uint64(0x94D049BB133111EB)
    return ((value ^ (value >> np.uint64(31))) >> np.uint64(11)) / np.float64(2**53)


def to_arrow(data: Data) -> Any:
    """The games as an Arrow table with the columns `tokens`, `moves`, `score`, `length` and `text`.

    The provenance is in the metadata of the schema, under "othellier", as JSON. Needs pyarrow.
    """
    import pyarrow as pa

    lengths = (data.moves != PAD).sum(axis=1)
    fixed = pa.list_(pa.uint8(), data.tokens.shape[1])

    def column(array: NDArray[np.uint8]) -> Any:
        flat = pa.array(np.ascontiguousarray(array).ravel(), type=pa.uint8())
        return pa.FixedSizeListArray.from_arrays(flat, array.shape[1])

    table = {
        "tokens": column(data.tokens),
        "moves": column(data.moves),
        "score": pa.array(data.scores, type=pa.int8()),
        "length": pa.array(lengths.astype(np.uint8), type=pa.uint8()),
    }
    schema = pa.schema(
        [
            ("tokens", fixed),
            ("moves", fixed),
            ("score", pa.int8()),
            ("length", pa.uint8()),
        ],
        metadata={"othellier": json.dumps(data.provenance)},
    )
    return pa.table(table, schema=schema)


def to_parquet(data: Data, path: str | os.PathLike[str]) -> None:
    """Writes the games to a Parquet file, with their provenance. Needs pyarrow."""
    import pyarrow.parquet as pq

    pq.write_table(to_arrow(data), path, compression="zstd")
