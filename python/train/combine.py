"""Weights made of other weights: the mean of some, one for each part of the game, those of a start where no
example was. It needs NumPy and the package alone."""

import numpy as np

from othellier.train import Net, Weights
from stages import GEOMETRY, feature_bucket_of


def mean_of(name, all_weights):
    """The mean of weights that started from the same ones; ValueError where one has no network."""
    require_nets(all_weights)

    def rounded(parts):
        return np.rint(np.mean(np.stack(parts), axis=0)).astype(np.int64)

    _, anchors, mobility, nets = zip(*all_weights)
    return Weights(name, rounded(anchors), rounded(mobility), Net(*map(rounded, zip(*nets))))


def joined(name, late, early, until):
    """The first of two weights up to `until` empty squares, which must be the end of a feature bucket, and the
    second before."""
    require_nets([late, early])
    features = feature_bucket_of(np.arange(61))
    ends = [int(np.flatnonzero(features == bucket).max()) for bucket in range(len(GEOMETRY.feature_buckets) - 1)]
    if until not in ends:
        raise ValueError(f"--until {until} is inside a feature bucket; buckets end at {ends} empty squares")

    def with_first(count, mine, theirs):
        return np.concatenate([mine[:count], theirs[count:]])

    counts = [ends.index(until) + 1] * 2 + [until + 1] * 6
    net = Net(*map(with_first, counts, late.net, early.net))
    anchors = with_first(until // GEOMETRY.anchor_stride + 1, late.anchors, early.anchors)
    mobility = with_first((until + 1) * GEOMETRY.mobility_row, late.mobility, early.mobility)
    return Weights(name, anchors, mobility, net)


def up_to(until, weights, start):
    """The weights for boards with up to `until` empty squares; for others those of the start.

    Hardly any example comes from the first moves, and an untrained network gives random values.
    """
    anchors, mobility = weights.anchors.copy(), weights.mobility.copy()
    beyond = np.arange(len(anchors)) * GEOMETRY.anchor_stride > until
    anchors[beyond] = start.anchors[beyond]
    row = (until + 1) * GEOMETRY.mobility_row
    mobility[row:] = start.mobility[row:]
    output_weights, output_bias = weights.net.output_weights.copy(), weights.net.output_bias.copy()
    output_weights[until + 1 :], output_bias[until + 1 :] = 0, 0
    net = weights.net._replace(output_weights=output_weights, output_bias=output_bias)
    return weights._replace(anchors=anchors, mobility=mobility, net=net)


def require_nets(all_weights):
    if not all(weights.net for weights in all_weights):
        raise ValueError("each of the weights needs a network")
