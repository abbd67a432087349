"""Trains the network of the learned evaluation of Othellier with PyTorch, together with its linear weights.

The network (crates/eval/src/patterns/net.rs) is added to the linear evaluation and trained together with
it: the linear weights start from those that `othellier train fit` or `fit.py` found, the network from
theirs, or at random where there is none. The linear evaluation must also be good by itself, since moves
are ordered by it. Both are trained in floating point and quantised once, at the end. TF32 must stay off
(see `precision.py`).

    python net.py fit games --start sum.bin --out my.bin --name mine

Runs that started from the same weights are close to each other, and their mean is often better than any:

    python net.py mean sum.bin my.bin other.bin --out mean.bin

and one may be best near the end of the game, another before:

    python net.py join late.bin early.bin --until 15 --out both.bin

With `--small` the weights are fitted for a file of a sixth of the size: the largest patterns have no linear
weights, all feature buckets share their weights, and both have coarser steps, which the training sees:

    python net.py fit games --start shipped.bin --small --out small.bin
"""

import argparse
import math
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from othellier import batch
from othellier.train import (
    Net,
    Weights,
    boards,
    evaluate,
    is_validation,
    read_shards,
    read_weights,
    targets,
    write_weights,
)
from combine import joined, mean_of, up_to
from precision import require_full_precision
from stages import GEOMETRY, anchors_of, counts, feature_bucket_of, mobility_of

# Of the evaluation: its patterns, their canonical indices, the dimensions of the network.
INSTANCES, NET_INSTANCES, MOVE_INSTANCES = GEOMETRY.linear, GEOMETRY.net, GEOMETRY.moves
CANONICAL, PATTERN_FEATURES, MOVE_FEATURES = GEOMETRY.canonical, GEOMETRY.pattern_features, GEOMETRY.move_features
FEATURES, WIDTH, INPUTS, HIDDEN = GEOMETRY.features, GEOMETRY.width, GEOMETRY.inputs, GEOMETRY.hidden
FEATURE_BUCKETS, OUTPUT_BUCKETS = GEOMETRY.feature_buckets, GEOMETRY.output_buckets
ANCHORS = GEOMETRY.anchors

WARM_UP = 200  # steps until the peak learning rate
FINAL_RATE = 0.01  # share of the learning rate that is left at the end
HUBER = 16  # the loss is quadratic below this error in discs, and linear above
MAX_FEATURE_WEIGHT = 0.496  # a feature weight must fit into a byte, in 1/256

# ---------------------------------------------------------------- the examples


class Boards(NamedTuple):
    """Many examples as tensors. Pattern indices are computed in each step: they would fill the memory."""

    mover: torch.Tensor
    opponent: torch.Tensor
    empties: torch.Tensor
    moves: torch.Tensor
    replies: torch.Tensor
    move_squares: torch.Tensor  # where the mover can move
    reply_squares: torch.Tensor  # where the opponent could
    mobility: torch.Tensor  # indices of the three mobility weights
    target: torch.Tensor  # training target, in discs
    outcome: torch.Tensor  # outcome of the game, in discs

    @staticmethod
    def of(examples, validation, blend):
        """All examples; the validation set is not used for the bias of forecasts."""
        counted = counts(examples)
        sides = [examples[side].astype(np.int64) for side in ("mover", "opponent")]
        target = targets(examples, ~validation, blend)
        small = [part.astype(np.int32) for part in counted]
        squares = [np.ascontiguousarray(side).view(np.int64) for side in batch.legal_moves(boards(examples)).T]
        outcome = examples["outcome"] / np.float32(100)
        return Boards(*map(torch.from_numpy, [*sides, *small, *squares, mobility_of(*counted), target, outcome]))

    def some(self, which):
        return Boards(*(part[which] for part in self))

    def to(self, device):
        return Boards(*(part.to(device) for part in self))

    def batches(self, size, order=None):
        """All of them, in batches of this size, in this order."""
        for at in range(0, len(self.mover), size):
            piece = slice(at, at + size)
            yield self.some(piece if order is None else order[piece])


# ---------------------------------------------------------------- the model

# The quantisation scale of each part of the network, and the largest quantised number.
SCALES = Net(256, 256, 256, 2**20 / 16, 2**20 / 16, 2**20, 3200 * 4, 3200 * 4096)
LIMITS = Net(127, 2**14 - 1, 2**12 - 1, 2**22 - 1, 2**22 - 1, 2**28 - 1, 2**15 - 1, 2**30 - 1)


# Of small weights: the most squares of a pattern with linear weights, and the steps of linear weights in
# discs and of feature weights, in their own units.
SMALL_SQUARES = 9
SMALL_LINEAR_STEP = 16 / 100
SMALL_FEATURE_STEP = 4 / 256


class Model(nn.Module):
    """The evaluation in floating point. One unit of the network's output is 32 discs."""

    def __init__(self, start, is_small=False):
        super().__init__()
        self.is_small = is_small
        self.register_tables("", INSTANCES + NET_INSTANCES, 3)
        self.register_tables("move_", MOVE_INSTANCES, 2)
        self.register_buffer("shifts", torch.arange(64))

        self.anchors = nn.Parameter(torch.from_numpy(start.anchors.ravel() / np.float32(100)))
        self.mobility = nn.Parameter(torch.from_numpy(start.mobility / np.float32(100)))

        tables = 1 if is_small else len(FEATURE_BUCKETS)
        self.feature_weights = nn.Parameter(0.02 * torch.randn(tables, FEATURES, WIDTH))
        self.feature_bias = nn.Parameter(torch.full((len(FEATURE_BUCKETS), WIDTH), 0.3))
        # Inputs: the products, a sixteenth of the moves, and a sixteenth of the replies.
        self.hidden_weights = nn.Parameter(torch.randn(OUTPUT_BUCKETS, INPUTS + 2, HIDDEN) / INPUTS**0.5)
        self.hidden_bias = nn.Parameter(torch.full((OUTPUT_BUCKETS, HIDDEN), 0.1))
        self.output_weights = nn.Parameter(torch.randn(OUTPUT_BUCKETS, HIDDEN) / HIDDEN**0.5 / 2)
        self.output_bias = nn.Parameter(torch.zeros(OUTPUT_BUCKETS))
        if start.net:
            self.load(start.net)
        self.initial = None if start.net else self.feature_weights.detach().clone()
        if is_small:
            kept = np.zeros(CANONICAL, np.float32)
            for squares, table in INSTANCES:
                kept[table] = len(squares) <= SMALL_SQUARES
            self.register_buffer("kept", torch.from_numpy(np.tile(kept, ANCHORS)))

    def register_tables(self, prefix, instances, states):
        """What turns the states of the squares into configurations, and these into canonical indices."""
        powers = np.zeros((64, len(instances)), np.float32)
        for instance, (squares, _) in enumerate(instances):
            powers[squares, instance] = float(states) ** np.arange(len(squares))
        tables = [table for _, table in instances]
        firsts = np.cumsum([0] + [len(table) for table in tables[:-1]])
        self.register_buffer(prefix + "powers", torch.from_numpy(powers))
        self.register_buffer(prefix + "firsts", torch.from_numpy(firsts))
        self.register_buffer(prefix + "tables", torch.from_numpy(np.concatenate(tables)))

    @torch.no_grad()
    def load(self, net):
        """Loads a network; an output bucket whose output is zero keeps its random start."""
        trained = torch.from_numpy(net.output_weights.any(axis=1))
        for scale, mine, theirs in self.paired(net):
            theirs = torch.from_numpy(theirs / np.float64(scale)).float()
            if mine is self.feature_weights and self.is_small:
                theirs = theirs.mean(dim=0, keepdim=True)
            if len(theirs) == OUTPUT_BUCKETS:
                mine[trained] = theirs[trained]
            else:
                mine.copy_(theirs)

    def paired(self, net):
        """The parts of the network with those of another one, and their quantisation scales."""
        hidden, moves, replies = self.hidden_weights.split([INPUTS, 1, 1], dim=1)
        mine = Net(
            self.feature_weights,
            self.feature_bias,
            hidden,
            moves[:, 0],
            replies[:, 0],
            self.hidden_bias,
            self.output_weights,
            self.output_bias,
        )
        return zip(SCALES, mine, net)

    def linear_parameters(self):
        return [self.anchors, self.mobility]

    def net_parameters(self):
        return [
            self.feature_weights,
            self.feature_bias,
            self.hidden_weights,
            self.hidden_bias,
            self.output_weights,
            self.output_bias,
        ]

    def forward(self, boards):
        """The linear values of boards and the full values, in discs."""
        require_full_precision()
        mover, opponent = ((side[:, None] >> self.shifts) & 1 for side in (boards.mover, boards.opponent))
        # A float represents every configuration exactly; in TF32 it would not.
        configurations = (1 + opponent - mover).float() @ self.powers
        indices = self.tables[configurations.long() + self.firsts]
        linear = self.linear(boards, indices[:, : len(INSTANCES)])
        features = [indices[:, len(INSTANCES) :]]
        for side, squares in enumerate((boards.move_squares, boards.reply_squares)):
            configurations = ((squares[:, None] >> self.shifts) & 1).float() @ self.move_powers
            first = PATTERN_FEATURES + side * MOVE_FEATURES
            features.append(first + self.move_tables[configurations.long() + self.move_firsts])
        return linear, linear + 32 * self.net(boards, torch.cat(features, dim=1))

    def stored_anchors(self):
        """The linear weights of patterns as the file has them, but for the last rounding."""
        if not self.is_small:
            return self.anchors
        return in_steps(self.anchors * self.kept, SMALL_LINEAR_STEP)

    def stored_features(self):
        """The feature weights as the file has them, but for the last rounding."""
        return in_steps(self.feature_weights, SMALL_FEATURE_STEP) if self.is_small else self.feature_weights

    def linear(self, boards, indices):
        anchors = self.stored_anchors()
        before, after = (indices + anchor[:, None] * CANONICAL for anchor in anchors_of(boards.empties))
        means = (looked_up(anchors, before) + looked_up(anchors, after)) / 2
        return means.sum(dim=1) + looked_up(self.mobility, boards.mobility).sum(dim=1)

    def net(self, boards, features):
        bucket, output = feature_bucket_of(boards.empties), boards.empties.long()
        # Few parameters with many gradients each: a product with a one-hot matrix is faster than a lookup.
        buckets = ((bucket, len(FEATURE_BUCKETS)), (output, OUTPUT_BUCKETS))
        of_bucket, of_output = (functional.one_hot(*which).float() for which in buckets)
        # Feature transformer, clipped ReLU, product of the two halves.
        if not self.is_small:
            features = features + bucket[:, None] * FEATURES
        sums = functional.embedding_bag(features, self.stored_features().view(-1, WIDTH), mode="sum")
        sums = sums + of_bucket @ self.feature_bias
        halves = sums.clamp(0, 1)
        products = halves[:, :INPUTS] * halves[:, INPUTS:]
        counted = torch.stack([boards.moves, boards.replies], dim=1) / 16
        hidden = torch.cat([products, counted], dim=1) @ self.hidden_weights.swapaxes(0, 1).reshape(INPUTS + 2, -1)
        own = hidden.view(-1, OUTPUT_BUCKETS, HIDDEN).take_along_dim(output[:, None, None], dim=1).squeeze(1)
        own = own + of_output @ self.hidden_bias
        return (own.clamp(0, 1) * (of_output @ self.output_weights)).sum(dim=1) + of_output @ self.output_bias

    def quantised(self, name):
        """The quantised weights, within the limits of the file format."""

        def rounded(part, scale, limit):
            numbers = part.detach().double() * scale
            return numbers.round().clamp(-limit, limit).long().cpu().numpy()

        net = Net(*(rounded(mine, scale, limit) for scale, mine, limit in self.paired(LIMITS)))
        if self.is_small:
            limit = LIMITS.feature_weights // 4 * 4
            shared = rounded(self.stored_features(), SCALES.feature_weights, limit)
            net = net._replace(feature_weights=np.repeat(shared, len(FEATURE_BUCKETS), axis=0))
        if self.initial is not None:
            # Weights that no example has changed are random: they become zero.
            unchanged = (self.feature_weights.detach().cpu() == self.initial).numpy()
            net.feature_weights[np.broadcast_to(unchanged, net.feature_weights.shape)] = 0
        anchors = rounded(self.stored_anchors(), 100, 32000).reshape(-1, CANONICAL)
        return Weights(name, anchors, rounded(self.mobility, 100, 32000), net)


def in_steps(numbers, step):
    """The numbers rounded to multiples of a step; their gradients are those before it."""
    return numbers + ((numbers / step).round() * step - numbers).detach()


def looked_up(numbers, which):
    """The numbers at many indices; their gradients are added up without being sorted first."""
    return numbers.index_select(0, which.ravel()).view(which.shape)


# ---------------------------------------------------------------- training


def train(model, boards, validation, options):
    """Trains the model by Adam; the learning rate warms up and decays along a cosine. Returns what was learned:
    the model, or the moving average of its weights."""
    count = len(boards.mover)
    steps = options.epochs * -(-count // options.batch)

    def schedule(step):
        cosine = (1 + math.cos(math.pi * step / steps)) / 2
        return min(1, (step + 1) / WARM_UP) * (FINAL_RATE + (1 - FINAL_RATE) * cosine)

    groups = [
        {"params": model.linear_parameters(), "lr": options.linear_rate},
        {"params": model.net_parameters(), "lr": options.rate},
    ]
    adam = torch.optim.Adam(groups, betas=(0.9, 0.99))
    rates = torch.optim.lr_scheduler.LambdaLR(adam, schedule)
    average = None
    if options.average:
        average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(options.average))
    for epoch in range(1, options.epochs + 1):
        started, losses = time.time(), []
        order = torch.randperm(count, device=boards.mover.device)
        for some in boards.batches(options.batch, order):
            linear, full = (functional.smooth_l1_loss(value, some.target, beta=HUBER) for value in model(some))
            loss = full + options.linear_loss * linear
            adam.zero_grad()
            loss.backward()
            adam.step()
            rates.step()
            with torch.no_grad():
                model.feature_weights.clamp_(-MAX_FEATURE_WEIGHT, MAX_FEATURE_WEIGHT)
            if average:
                average.update_parameters(model)
            losses.append(full.detach())
        line = f"epoch {epoch}: loss {torch.stack(losses).mean():.4f}"
        if len(validation.mover):
            latest = average.module if average else model
            line += f", validation: {errors(values(latest, validation), validation.outcome.cpu().numpy())}"
        print(f"{line}, {time.time() - started:.1f} s", flush=True)
    return average.module if average else model


def values(model, boards):
    """The values of the model, in discs."""
    with torch.no_grad():
        parts = [model(part)[1].clamp(-64, 64) for part in boards.batches(1 << 16)]
    return torch.cat(parts).cpu().numpy()


def errors(values, outcome):
    error = values - outcome
    return f"MAE {np.abs(error).mean():.3f}, RMSE {np.sqrt((error**2).mean()):.3f}"


# ---------------------------------------------------------------- the command


def fit(options):
    torch.manual_seed(options.seed)
    start = read_weights(options.start)
    if start.net and start.net.output_weights[options.until + 1 :].any():
        sys.exit(f"{options.start}: its network is trained beyond {options.until} empty squares; --until 60 keeps it")
    examples = read_shards(options.shards)
    chosen = is_validation(examples, options.validation)
    boards = Boards.of(examples, chosen, options.blend)
    unseen, outcome = examples[chosen], examples["outcome"][chosen] / 100
    print(f"{len(examples)} examples, {len(unseen)} of them in the validation set")

    def report(what, weights):
        if len(unseen):
            print(f"{what}, validation: {errors(evaluate(weights, unseen), outcome)}", flush=True)

    report("start", start)
    model = Model(start, options.small).to(options.device)
    training, validation = (boards.some(torch.from_numpy(some)).to(options.device) for some in (~chosen, chosen))
    model = train(model, training, validation, options)
    weights = up_to(options.until, model.quantised(options.name or Path(options.out).stem), start)
    report("quantised", weights)
    report("linear part", weights._replace(net=None))
    write_weights(options.out, weights)


def mean(options):
    name = options.name or Path(options.out).stem
    write_weights(options.out, mean_of(name, [read_weights(path) for path in options.weights]))


def join(options):
    late, early = map(read_weights, (options.late, options.early))
    name = options.name or Path(options.out).stem
    write_weights(options.out, joined(name, late, early, options.until))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("fit", help="train on shards, and write weights")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--start", required=True, help="initial weights: the linear part, and the network if there is one")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="name of the weights; by default that of the file")
    command.add_argument("--epochs", type=int, default=19, help="epochs (19)")
    command.add_argument("--batch", type=int, default=65536, help="examples of a batch (65536)")
    command.add_argument("--rate", type=float, default=0.001, help="peak learning rate of the network (0.001)")
    command.add_argument("--linear-rate", type=float, default=0.003, help="peak learning rate of the linear weights (0.003)")
    command.add_argument("--linear-loss", type=float, default=0.3, help="weight of the loss of the linear part alone (0.3)")
    command.add_argument("--blend", type=float, default=0.6, help="weight of the search forecast in the target (0.6)")
    command.add_argument("--validation", type=int, default=50, help="one game in N is the validation set (50)")
    command.add_argument("--until", type=int, default=49, help="most empty squares of the boards to train for (49)")
    command.add_argument("--small", action="store_true", help="fit weights for a file of a sixth of the size")
    command.add_argument("--average", type=float, default=0, metavar="DECAY", help="moving average of the weights over the steps, such as 0.999 (none)")
    command.add_argument("--seed", type=int, default=1, help="random seed (1)")
    found = "cuda" if torch.cuda.is_available() else "cpu"
    command.add_argument("--device", default=found, help=f"device to train on ({found})")
    command.set_defaults(run=fit)
    command = commands.add_parser("mean", help="write the mean of weights that started from the same ones")
    command.add_argument("weights", nargs="+", help="weights, each with a network")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="name of the weights; by default that of the file")
    command.set_defaults(run=mean)
    command = commands.add_parser("join", help="write weights that are one near the end of the game and another before")
    command.add_argument("late", help="weights for boards with few empty squares, with a network")
    command.add_argument("early", help="weights for the others, with a network")
    command.add_argument("--until", type=int, required=True, help="most empty squares of a board near the end")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="name of the weights; by default that of the file")
    command.set_defaults(run=join)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
