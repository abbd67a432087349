"""The learned evaluation once more, written to be read: the formulas of crates/eval/src/patterns in NumPy.

It shares with the engine the tables of the geometry, the weights and the legal moves, and nothing of the
arithmetic. A shift to the right rounds down.
"""

import numpy as np

from othellier import batch
from othellier.train import boards, geometry
from stages import anchors_of, counts, feature_bucket_of, mobility_of


def bits(bitboards):
    """The 64 squares of many bitboards."""
    return np.unpackbits(np.ascontiguousarray(bitboards).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")


def indices_of(digits, instances, states):
    """The canonical index of each pattern instance, from the state of each square."""
    powers = states ** np.arange(10)
    return np.stack([table[digits[:, squares] @ powers[: len(squares)]] for squares, table in instances], axis=1)


def evaluate(weights, examples):
    """The values of examples, in hundredths of a disc."""
    empties, moves, replies = counts(examples)
    digits = 1 + bits(examples["opponent"]).astype(np.int64) - bits(examples["mover"])
    value = linear(weights, digits, empties, moves, replies)
    if weights.net:
        value = value + network(weights.net, examples, digits, empties, moves, replies)
    return value.clip(-6400, 6400)


def linear(weights, digits, empties, moves, replies):
    """The sum of the weights."""
    indices = indices_of(digits, geometry().linear, 3)
    before, after = (anchor[:, None] for anchor in anchors_of(empties))
    pairs = weights.anchors[before, indices].astype(np.int64) + weights.anchors[after, indices]
    # The mean of two integers is rounded towards zero.
    means = np.where(pairs < 0, -(-pairs // 2), pairs // 2)
    return means.sum(axis=1) + weights.mobility[mobility_of(empties, moves, replies)].sum(axis=1, dtype=np.int64)


def network(net, examples, digits, empties, moves, replies):
    """The output of the network."""
    sizes = geometry()
    features = [indices_of(digits, sizes.net, 3)]
    for side, squares in enumerate(batch.legal_moves(boards(examples)).T):
        first = sizes.pattern_features + side * sizes.move_features
        features.append(first + indices_of(bits(squares).astype(np.int64), sizes.moves, 2))
    bucket = feature_bucket_of(empties)
    sums = net.feature_bias[bucket].astype(np.int64)
    for feature in np.concatenate(features, axis=1).T:
        sums += net.feature_weights[bucket, feature]
    # Clipped ReLU, and the product of the two halves.
    halves = sums.clip(0, 255)
    products = halves[:, : sizes.inputs] * halves[:, sizes.inputs :] >> 4
    hidden = net.hidden_bias[empties].astype(np.int64)
    hidden += np.einsum("bi,bih->bh", products, net.hidden_weights[empties].astype(np.int64))
    hidden += moves[:, None] * net.move_weights[empties].astype(np.int64)
    hidden += replies[:, None] * net.reply_weights[empties].astype(np.int64)
    shares = hidden.clip(0, 1 << 20) >> 10
    return net.output_bias[empties] + (shares * net.output_weights[empties]).sum(axis=1) >> 12
