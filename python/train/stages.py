"""Which of the weights a board uses, by its number of empty squares; for arrays of NumPy and of PyTorch."""

import numpy as np

from othellier import batch, train

GEOMETRY = train.geometry()


def counts(examples):
    """The numbers of empty squares, of the mover's moves, and of the moves the opponent would have."""
    boards = train.boards(examples)
    empties = 64 - np.bitwise_count(boards).sum(axis=1, dtype=np.int64)
    return np.stack([empties, *np.bitwise_count(batch.legal_moves(boards)).T.astype(np.int64)])


def mobility_of(empties, moves, replies):
    """The indices of the three mobility weights: mover, opponent, constant."""
    row, most = empties * GEOMETRY.mobility_row, GEOMETRY.mobility_buckets - 1
    own, theirs = np.minimum(moves, most), GEOMETRY.mobility_buckets + np.minimum(replies, most)
    return np.stack([row + own, row + theirs, row + 2 * GEOMETRY.mobility_buckets], axis=1).astype(np.int32)


def anchors_of(empties):
    """The two stage anchors between which a board is interpolated; the same twice where it is on one."""
    even, stride = empties // 2 * 2, GEOMETRY.anchor_stride
    return even // stride, (even + stride - 1) // stride


def feature_bucket_of(empties):
    """The feature bucket of a board. Its output bucket is the number of empty squares."""
    return sum(empties >= first for first in GEOMETRY.feature_buckets[1:])
