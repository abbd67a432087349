"""The learned evaluation for training in Python: its examples, its geometry and its weights as arrays.

Examples are the records of the shards that `othellier train selfplay` writes; `weights=` and `patterns(file=…)`
read the files that `write_weights` writes. What is computed here is computed by the engine: `evaluate` gives the
integers of the search, on every machine. `python/train` trains with it.

>>> import numpy as np
>>> from othellier import train
>>> geometry = train.geometry()
>>> len(geometry.linear), len(geometry.net), geometry.width
(64, 32, 64)
>>> squares, table = geometry.net[0]
>>> len(table) == 3 ** len(squares)
True
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _othellier

__all__ = [
    "EXAMPLE",
    "NO_FORECAST",
    "SCORE_STEP",
    "Geometry",
    "Net",
    "Weights",
    "boards",
    "evaluate",
    "forecast_bias",
    "geometry",
    "is_searched",
    "is_validation",
    "pattern_indices",
    "read_shard",
    "read_shards",
    "read_weights",
    "shard_files",
    "targets",
    "write_shard",
    "write_weights",
]

PathLike = str | os.PathLike[str]

#: An example: the discs of the side to move and of the other side as bits (a1 is the lowest), the outcome and
#: the forecast of a search for the side to move in hundredths of a disc, and the number of the game.
EXAMPLE = np.dtype(
    [("mover", "<u8"), ("opponent", "<u8"), ("outcome", "<i2"), ("forecast", "<i2"), ("game", "<u4")]
)
#: The forecast of an example that has none.
NO_FORECAST = -(2**15)
#: Hundredths of a disc between two final scores, which are even.
SCORE_STEP = 200

# ---------------------------------------------------------------- examples


def shard_files(paths: Iterable[PathLike]) -> list[Path]:
    """The shards that these paths name, those in folders included; OSError where there are none."""
    return _othellier.shard_files(list(paths))


def read_shard(path: PathLike) -> tuple[str, NDArray[Any]]:
    """The provenance and the examples of a shard."""
    provenance, records = _othellier.read_shard(path)
    return provenance, records.view(EXAMPLE).reshape(-1)


def read_shards(paths: Iterable[PathLike]) -> NDArray[Any]:
    """The examples of shards and of folders of shards."""
    return np.concatenate([read_shard(path)[1] for path in shard_files(paths)])


def write_shard(path: PathLike, provenance: str, examples: NDArray[Any]) -> None:
    """Writes a shard, atomically. A long provenance is truncated."""
    _othellier.write_shard(path, provenance, _records(examples))


def _records(examples: NDArray[Any]) -> NDArray[np.uint8]:
    """The bytes of examples."""
    examples = np.ascontiguousarray(examples, EXAMPLE)
    return examples.view(np.uint8).reshape(len(examples), EXAMPLE.itemsize)


def boards(examples: NDArray[Any]) -> NDArray[np.uint64]:
    """The boards of examples, an array (n, 2) as `othellier.evaluate` and `batch.legal_moves` take it."""
    return np.stack([examples["mover"], examples["opponent"]], axis=1)


def is_validation(examples: NDArray[Any], one_in: int) -> NDArray[np.bool_]:
    """Which examples belong to the validation set: the same games as in `othellier train fit --validation`."""
    return _othellier.is_validation(np.ascontiguousarray(examples["game"]), one_in)


def is_searched(examples: NDArray[Any]) -> NDArray[np.bool_]:
    """Which examples have the value of a search in place of the outcome, as midgame exploration has."""
    return _othellier.is_searched(_records(examples))


def forecast_bias(examples: NDArray[Any]) -> NDArray[np.float32]:
    """The mean error of the forecasts in discs, by number of empty squares: 61 numbers."""
    return _othellier.forecast_bias(_records(examples))


def targets(examples: NDArray[Any], kept: NDArray[np.bool_], blend: float) -> NDArray[np.float32]:
    """The training targets in discs: outcomes, blended with forecasts after removal of the bias that the kept
    examples have. The value of a search that stands in place of an outcome loses the same bias."""
    bias = forecast_bias(examples[kept])
    return _othellier.targets(_records(examples), bias.tolist(), blend)


# ---------------------------------------------------------------- geometry


class Geometry(NamedTuple):
    """The patterns of the learned evaluation and the dimensions of its network.

    An instance of a pattern is `(squares, table)`: the numbers of its squares, and the canonical index of every
    configuration, which is a number in base 3 (0 for the mover, 1 for empty, 2 for the opponent; in base 2 for
    `moves`, 1 where a side can move), the first square the lowest digit.
    """

    linear: list[tuple[NDArray[np.uint8], NDArray[np.int32]]]
    net: list[tuple[NDArray[np.uint8], NDArray[np.int32]]]
    moves: list[tuple[NDArray[np.uint8], NDArray[np.int32]]]
    canonical: int  #: canonical indices of the linear patterns: weights of an anchor
    pattern_features: int  #: features of the net patterns
    move_features: int  #: features of the move patterns, for one side
    anchors: int  #: stage anchors
    anchor_stride: int  #: empty squares from one stage anchor to the next
    mobility_buckets: int  #: mobilities with a weight of their own; larger ones share the last
    width: int  #: outputs of the feature transformer
    hidden: int  #: hidden neurons
    output_buckets: int  #: one for each number of empty squares
    feature_buckets: list[int]  #: the first output bucket of each feature bucket

    @property
    def inputs(self) -> int:
        """Inputs of the hidden layer: the products of the halves of the feature transformer."""
        return self.width // 2

    @property
    def features(self) -> int:
        """Rows of a feature bucket: the net patterns, then the move patterns of the mover and of the opponent."""
        return self.pattern_features + 2 * self.move_features

    @property
    def mobility_row(self) -> int:
        """Mobility weights of a number of empty squares: mover, opponent, constant."""
        return 2 * self.mobility_buckets + 1

    @property
    def mobility(self) -> int:
        """All mobility weights."""
        return 61 * self.mobility_row


@lru_cache(maxsize=1)
def geometry() -> Geometry:
    """The geometry of the learned evaluation."""
    return Geometry(**_othellier.geometry())


def pattern_indices(examples: NDArray[Any]) -> NDArray[np.int32]:
    """The canonical index of each instance of the linear patterns: (n, 64)."""
    return _othellier.pattern_indices(boards(examples))


# ---------------------------------------------------------------- weights


class Net(NamedTuple):
    """The quantised weights of the network; crates/eval/src/patterns/net.rs describes them."""

    feature_weights: NDArray[Any]  #: feature buckets x features x width, in 1/256
    feature_bias: NDArray[Any]  #: feature buckets x width
    hidden_weights: NDArray[Any]  #: output buckets x inputs x hidden, in 1/256
    move_weights: NDArray[Any]  #: output buckets x hidden, in 1/2^20, and so are the next two
    reply_weights: NDArray[Any]
    hidden_bias: NDArray[Any]
    output_weights: NDArray[Any]  #: output buckets x hidden, in 1/4 of a hundredth of a disc
    output_bias: NDArray[Any]  #: output buckets, in 1/4096 of a hundredth of a disc


class Weights(NamedTuple):
    """The learned weights: linear ones in hundredths of a disc, and a network or None."""

    name: str
    anchors: NDArray[Any]  #: anchors x canonical
    mobility: NDArray[Any]
    net: Net | None


def read_weights(path: PathLike) -> Weights:
    """The weights of a file."""
    name, anchors, mobility, net = _othellier.read_weights(os.fspath(path))
    return Weights(name, anchors, mobility, None if net is None else _unpacked(*net))


def write_weights(path: PathLike, weights: Weights) -> None:
    """Writes weights to a file; ValueError where a number is too large for it."""
    _othellier.write_weights(path, weights.name, *_packed(weights))


def evaluate(weights: Weights, examples: NDArray[Any], *, threads: int | None = None) -> NDArray[np.float64]:
    """The values of examples by weights, in discs, for the side to move."""
    return _othellier.evaluate_weights(*_packed(weights), boards(examples), threads=threads)


def _unpacked(features: NDArray[Any], bias: NDArray[Any], outputs: NDArray[Any]) -> Net:
    """The parts of the network; the parameters of an output bucket stand one after the other."""
    sizes, count = geometry(), len(outputs)
    hidden = sizes.inputs * sizes.hidden
    weights, rows, output_bias = np.split(outputs, [hidden, hidden + 4 * sizes.hidden], axis=1)
    rows = rows.reshape(count, 4, sizes.hidden).swapaxes(0, 1)
    return Net(features, bias, weights.reshape(count, sizes.inputs, sizes.hidden), *rows, output_bias[:, 0])


def _packed(weights: Weights) -> tuple[Any, ...]:
    """The arrays that the extension module takes."""
    anchors, mobility = _exact(weights.anchors, np.int16), _exact(weights.mobility, np.int16)
    net = weights.net
    if net is None:
        return anchors, mobility, None
    outputs = np.concatenate([np.reshape(part, (len(part), -1)) for part in net[2:]], axis=1)
    packed = (_exact(net.feature_weights, np.int8), _exact(net.feature_bias, np.int16), _exact(outputs, np.int32))
    return anchors, mobility, packed


def _exact(numbers: ArrayLike, kind: type) -> NDArray[Any]:
    """The numbers in a smaller type; ValueError where that changes one."""
    numbers = np.asarray(numbers)
    with np.errstate(invalid="ignore"):
        small = np.ascontiguousarray(numbers, kind)
    if not np.array_equal(small, numbers):
        raise ValueError(f"a weight does not fit in {np.dtype(kind).name}")
    return small
