"""Trains the net of the learned evaluation of Othellier with PyTorch, and its sum of weights anew.

The net (crates/eval/src/patterns/net.rs) is added to the sum of weights and learned together with it:
the sum begins at weights that `othellier train fit` or `fit.py` found, the net at theirs, or at random
where they have none. The sum shall also be good by itself, since moves are ordered by it alone. Both
are learned in floating point and rounded once, at the end, to the whole numbers of the file.

    python net.py fit games --start sum.bin --out my.bin --name mine

Fits that began at the same weights lie near each other, and their mean is often better than any:

    python net.py mean sum.bin my.bin other.bin --out mean.bin

and one may be best near the end of the game, another before:

    python net.py join late.bin early.bin --until 15 --out both.bin
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

from evaluation import (
    CLASSES,
    HEADS,
    HIDDEN,
    INPUTS,
    MOBILITY_ROW,
    PARTS,
    PLACES,
    ROWS,
    SMALL_PLACES,
    STRIDE,
    WIDTH,
    Net,
    Weights,
    counts,
    head_of,
    is_held_out,
    judge,
    knots_of,
    mobility_of,
    part_of,
    read_shards,
    read_weights,
    targets,
    write_weights,
)

WARM_UP = 200  # steps until the rate is whole
LEAST_RATE = 0.01  # what it fades to
ROBUST = 16  # discs from which on an error counts as itself, not as its square
BOUND = 0.496  # a number of a row must fit into a byte, in 1/256

# ---------------------------------------------------------------- the examples


class Boards(NamedTuple):
    """Many examples as tensors. What a step looks up is made in the step: it would fill the memory."""

    mover: torch.Tensor
    opponent: torch.Tensor
    empties: torch.Tensor
    moves: torch.Tensor
    replies: torch.Tensor
    mobility: torch.Tensor  # where the three numbers stand
    target: torch.Tensor  # what is to be foretold, in discs
    outcome: torch.Tensor  # what came out, in discs

    @staticmethod
    def of(examples, held, blend):
        """All examples; those held out say nothing about the bias of forecasts."""
        counted = counts(examples)
        sides = [examples[side].astype(np.int64) for side in ("mover", "opponent")]
        target = targets(examples, counted[0], ~held, blend)
        small = [part.astype(np.int32) for part in counted]
        outcome = examples["outcome"] / np.float32(100)
        return Boards(*map(torch.from_numpy, [*sides, *small, mobility_of(*counted), target, outcome]))

    def some(self, which):
        return Boards(*(part[which] for part in self))

    def to(self, device):
        return Boards(*(part.to(device) for part in self))

    def parts(self, size, order=None):
        """All of them, in pieces of this size, in this order."""
        for at in range(0, len(self.mover), size):
            piece = slice(at, at + size)
            yield self.some(piece if order is None else order[piece])


# ---------------------------------------------------------------- the model

# How many units of a file are a one in each part of the net, and how many a number may have.
UNITS = Net(256, 256, 256, 2**20 / 16, 2**20 / 16, 2**20, 3200 * 4, 3200 * 4096)
MOST = Net(127, 2**14 - 1, 2**12 - 1, 2**22 - 1, 2**22 - 1, 2**28 - 1, 2**15 - 1, 2**30 - 1)


class Model(nn.Module):
    """The evaluation in floating point. A one in the net is 32 discs."""

    def __init__(self, start):
        super().__init__()
        places = PLACES + SMALL_PLACES
        powers = np.zeros((64, len(places)), np.float32)
        for place, (squares, _) in enumerate(places):
            powers[squares, place] = 3.0 ** np.arange(len(squares))
        tables = [table for _, table in places]
        firsts = np.cumsum([0] + [len(table) for table in tables[:-1]])
        self.register_buffer("powers", torch.from_numpy(powers))
        self.register_buffer("firsts", torch.from_numpy(firsts))
        self.register_buffer("tables", torch.from_numpy(np.concatenate(tables)))
        self.register_buffer("shifts", torch.arange(64))

        self.knots = nn.Parameter(torch.from_numpy(start.knots.ravel() / np.float32(100)))
        self.mobility = nn.Parameter(torch.from_numpy(start.mobility / np.float32(100)))

        self.rows = nn.Parameter(0.02 * torch.randn(len(PARTS), ROWS, WIDTH))
        self.start = nn.Parameter(torch.full((len(PARTS), WIDTH), 0.3))
        # The products, a sixteenth of the moves, and a sixteenth of the replies go in.
        self.hidden = nn.Parameter(torch.randn(HEADS, INPUTS + 2, HIDDEN) / INPUTS**0.5)
        self.constants = nn.Parameter(torch.full((HEADS, HIDDEN), 0.1))
        self.worth = nn.Parameter(torch.randn(HEADS, HIDDEN) / HIDDEN**0.5 / 2)
        self.last = nn.Parameter(torch.zeros(HEADS))
        if start.net:
            self.take(start.net)
        self.chance = None if start.net else self.rows.detach().clone()

    @torch.no_grad()
    def take(self, net):
        """Begins with the numbers of a net; a head that is silent stays at chance."""
        heard = torch.from_numpy(net.worth.any(axis=1))
        for unit, mine, theirs in self.in_units(net):
            theirs = torch.from_numpy(theirs / np.float64(unit)).float()
            if len(theirs) == HEADS:
                mine[heard] = theirs[heard]
            else:
                mine.copy_(theirs)

    def in_units(self, net):
        """The parts of the net with the parts of a file, and how many of their units are a one."""
        products, moves, replies = self.hidden.split([INPUTS, 1, 1], dim=1)
        mine = Net(self.rows, self.start, products, moves[:, 0], replies[:, 0], self.constants, self.worth, self.last)
        return zip(UNITS, mine, net)

    def parameters_of_sum(self):
        return [self.knots, self.mobility]

    def parameters_of_net(self):
        return [self.rows, self.start, self.hidden, self.constants, self.worth, self.last]

    def forward(self, boards):
        """The judgements of boards by the sum alone and by all of it, in discs."""
        mover, opponent = ((side[:, None] >> self.shifts) & 1 for side in (boards.mover, boards.opponent))
        # A float holds every contents exactly.
        contents = (1 + opponent - mover).float() @ self.powers
        classes = self.tables[contents.long() + self.firsts]
        summed = self.summed(boards, classes[:, : len(PLACES)])
        return summed, summed + 32 * self.said(boards, classes[:, len(PLACES) :])

    def summed(self, boards, classes):
        before, after = (classes + knot[:, None] * CLASSES for knot in knots_of(boards.empties))
        means = (looked_up(self.knots, before) + looked_up(self.knots, after)) / 2
        return means.sum(dim=1) + looked_up(self.mobility, boards.mobility).sum(dim=1)

    def said(self, boards, rows):
        part, head = part_of(boards.empties), head_of(boards.empties).long()
        # Few numbers with many slopes each: as products they are added up faster than looked up.
        of_part, of_head = (functional.one_hot(*which).float() for which in ((part, len(PARTS)), (head, HEADS)))
        rows = rows + part[:, None] * ROWS
        sums = functional.embedding_bag(rows, self.rows.view(-1, WIDTH), mode="sum") + of_part @ self.start
        halves = sums.clamp(0, 1)
        products = halves[:, :INPUTS] * halves[:, INPUTS:]
        counted = torch.stack([boards.moves, boards.replies], dim=1) / 16
        hidden = torch.cat([products, counted], dim=1) @ self.hidden.swapaxes(0, 1).reshape(INPUTS + 2, -1)
        own = hidden.view(-1, HEADS, HIDDEN).take_along_dim(head[:, None, None], dim=1).squeeze(1)
        own = own + of_head @ self.constants
        return (own.clamp(0, 1) * (of_head @ self.worth)).sum(dim=1) + of_head @ self.last

    def whole(self, name):
        """The whole numbers of a file, none larger than othellier takes it."""

        def rounded(part, unit, most):
            numbers = part.detach().double() * unit
            return numbers.round().clamp(-most, most).long().cpu().numpy()

        net = Net(*(rounded(mine, unit, most) for unit, mine, most in self.in_units(MOST)))
        if self.chance is not None:
            # What no example has changed says nothing.
            net.rows[(self.rows.detach().cpu() == self.chance).numpy()] = 0
        knots = rounded(self.knots, 100, 32000).reshape(-1, CLASSES)
        return Weights(name, knots, rounded(self.mobility, 100, 32000), net)


def looked_up(numbers, which):
    """The numbers at many places; their slopes are added up without being sorted first."""
    return numbers.index_select(0, which.ravel()).view(which.shape)


# ---------------------------------------------------------------- learning


def learn(model, boards, held_out, options):
    """Finds the numbers of the model by Adam; the rate rises, and fades along a cosine."""
    count = len(boards.mover)
    steps = options.passes * -(-count // options.batch)

    def share(step):
        fading = (1 + math.cos(math.pi * step / steps)) / 2
        return min(1, (step + 1) / WARM_UP) * (LEAST_RATE + (1 - LEAST_RATE) * fading)

    groups = [
        {"params": model.parameters_of_sum(), "lr": options.linear_rate},
        {"params": model.parameters_of_net(), "lr": options.rate},
    ]
    adam = torch.optim.Adam(groups, betas=(0.9, 0.99))
    rates = torch.optim.lr_scheduler.LambdaLR(adam, share)
    for number in range(1, options.passes + 1):
        started, losses = time.time(), []
        order = torch.randperm(count, device=boards.mover.device)
        for some in boards.parts(options.batch, order):
            alone, whole = (functional.smooth_l1_loss(said, some.target, beta=ROBUST) for said in model(some))
            loss = whole + options.alone * alone
            adam.zero_grad()
            loss.backward()
            adam.step()
            rates.step()
            with torch.no_grad():
                model.rows.clamp_(-BOUND, BOUND)
            losses.append(whole.detach())
        told = f"pass {number}: loss {torch.stack(losses).mean():.4f}"
        if len(held_out.mover):
            told += f", held out: {errors(judged(model, held_out), held_out.outcome.cpu().numpy())}"
        print(f"{told}, {time.time() - started:.1f} s", flush=True)


def judged(model, boards):
    """The judgements of the model, in discs."""
    with torch.no_grad():
        values = [model(part)[1].clamp(-64, 64) for part in boards.parts(1 << 16)]
    return torch.cat(values).cpu().numpy()


def errors(values, outcome):
    error = values - outcome
    return f"MAE {np.abs(error).mean():.3f}, RMSE {np.sqrt((error**2).mean()):.3f}"


# ---------------------------------------------------------------- the command


def up_to(until, weights, start):
    """The weights for boards with so many empty squares and fewer; for others those of the start.

    Hardly an example comes from the first moves, and a net says anything where it learned nothing.
    """
    knots, mobility = weights.knots.copy(), weights.mobility.copy()
    beyond = np.arange(len(knots)) * STRIDE > until
    knots[beyond] = start.knots[beyond]
    row = (until + 1) * MOBILITY_ROW
    mobility[row:] = start.mobility[row:]
    worth, last = weights.net.worth.copy(), weights.net.last.copy()
    silent = heads_beyond(until)
    worth[silent], last[silent] = 0, 0
    return weights._replace(knots=knots, mobility=mobility, net=weights.net._replace(worth=worth, last=last))


def heads_beyond(until):
    """The hidden layers that no board with so many empty squares or fewer goes through."""
    return [head for head in range(HEADS) if head not in head_of(np.arange(until + 1))]


def fit(options):
    torch.manual_seed(options.seed)
    start = read_weights(options.start)
    if start.net and start.net.worth[heads_beyond(options.until)].any():
        sys.exit(f"{options.start}: its net speaks beyond {options.until} empty squares; --until 60 keeps it speaking")
    examples = read_shards(options.shards)
    held = is_held_out(examples, options.held_out)
    boards = Boards.of(examples, held, options.blend)
    unseen, outcome = examples[held], examples["outcome"][held] / 100
    print(f"{len(examples)} examples, {len(unseen)} of them held out")

    def tell(what, weights):
        if len(unseen):
            print(f"{what}, held out: {errors(judge(weights, unseen), outcome)}", flush=True)

    tell("start", start)
    model = Model(start).to(options.device)
    learned_from, held_out = (boards.some(torch.from_numpy(some)).to(options.device) for some in (~held, held))
    learn(model, learned_from, held_out, options)
    weights = up_to(options.until, model.whole(options.name or Path(options.out).stem), start)
    tell("rounded", weights)
    tell("its sum alone", weights._replace(net=None))
    write_weights(options.out, weights)


def mean(options):
    all_weights = [read_weights(path) for path in options.weights]
    if not all(weights.net for weights in all_weights):
        sys.exit("each of the weights needs a net")

    def mean_of(parts):
        return np.rint(np.mean(np.stack(parts), axis=0)).astype(np.int64)

    _, knots, mobility, nets = zip(*all_weights)
    net = Net(*map(mean_of, zip(*nets)))
    name = options.name or Path(options.out).stem
    write_weights(options.out, Weights(name, mean_of(knots), mean_of(mobility), net))


def join(options):
    late, early = map(read_weights, (options.late, options.early))
    if not (late.net and early.net):
        sys.exit("each of the weights needs a net")
    near = np.arange(61) <= options.until
    heads, parts = head_of(np.arange(61)), part_of(np.arange(61))
    if set(parts[near]) & set(parts[~near]):
        ends = [int(np.flatnonzero(parts == part).max()) for part in range(len(PARTS) - 1)]
        sys.exit(f"--until {options.until} is inside a part of the game; parts end at {ends} empty squares")

    def with_first(count, mine, theirs):
        return np.concatenate([mine[:count], theirs[count:]])

    counts_of = [parts[near].max() + 1] * 2 + [heads[near].max() + 1] * 6
    net = Net(*map(with_first, counts_of, late.net, early.net))
    knots = with_first(options.until // STRIDE + 1, late.knots, early.knots)
    mobility = with_first((options.until + 1) * MOBILITY_ROW, late.mobility, early.mobility)
    name = options.name or Path(options.out).stem
    write_weights(options.out, Weights(name, knots, mobility, net))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("fit", help="learn from shards, and write weights")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--start", required=True, help="weights to begin with: their sum, and their net if there is one")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="what the weights are called; by default as the file")
    command.add_argument("--passes", type=int, default=19, help="passes over the examples (19)")
    command.add_argument("--batch", type=int, default=65536, help="examples of a step (65536)")
    command.add_argument("--rate", type=float, default=0.001, help="rate of the net (0.001)")
    command.add_argument("--linear-rate", type=float, default=0.003, help="rate of the sum (0.003)")
    command.add_argument("--alone", type=float, default=0.3, help="share of the error of the sum without the net (0.3)")
    command.add_argument("--blend", type=float, default=0.6, help="share of the forecast (0.6)")
    command.add_argument("--held-out", type=int, default=50, help="measure on one game in so many (50)")
    command.add_argument("--until", type=int, default=49, help="empty squares of the boards it is for, at most (49)")
    command.add_argument("--seed", type=int, default=1, help="where chance begins (1)")
    found = "cuda" if torch.cuda.is_available() else "cpu"
    command.add_argument("--device", default=found, help=f"where to learn ({found})")
    command.set_defaults(run=fit)
    command = commands.add_parser("mean", help="write the mean of weights that began at the same ones")
    command.add_argument("weights", nargs="+", help="weights, each with a net")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="what the weights are called; by default as the file")
    command.set_defaults(run=mean)
    command = commands.add_parser("join", help="write weights that are one near the end of the game and another before")
    command.add_argument("late", help="weights for boards with few empty squares, with a net")
    command.add_argument("early", help="weights for the others, with a net")
    command.add_argument("--until", type=int, required=True, help="most empty squares of a board near the end")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="what the weights are called; by default as the file")
    command.set_defaults(run=join)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
