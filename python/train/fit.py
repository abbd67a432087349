"""Fits the linear weights of the learned evaluation of Othellier with PyTorch.

It reads the shards that `othellier train selfplay` and `train label` write, fits the same linear
model as `othellier train fit` by Adam, on a GPU where there is one, and writes the same weights file.
PyTorch is imported only for training; everything else needs the package `othellier` alone.

    python fit.py fit games --out my.bin --name mine     train, and write weights
    python fit.py check games --weights my.bin           errors by number of empty squares
    python fit.py copy my.bin copy.bin                   read weights and write them again
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from othellier.train import (
    Weights,
    evaluate,
    is_validation,
    pattern_indices,
    read_shards,
    read_weights,
    targets,
    write_weights,
)
from stages import GEOMETRY, anchors_of, counts, mobility_of

ANCHORS, CANONICAL, MOBILITY = GEOMETRY.anchors, GEOMETRY.canonical, GEOMETRY.mobility

# ---------------------------------------------------------------- training


def train(examples, epochs, batch, rate, penalty, blend, validation_one_in):
    """Fits the weights by Adam; returns the anchors and the mobility in hundredths of a disc."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    validation = is_validation(examples, validation_one_in)
    empties, moves, replies = counts(examples)
    indices, mobility = pattern_indices(examples), mobility_of(empties, moves, replies)
    target = targets(examples, ~validation, blend)
    before, after = anchors_of(empties)
    outcome = examples["outcome"] / np.float32(100)

    def tensors(some):
        arrays = (indices[some], mobility[some], before[some], after[some], target[some], outcome[some])
        return [torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays]

    training, validating = tensors(~validation), tensors(validation)
    count = len(training[0])
    anchors = torch.zeros(ANCHORS * CANONICAL, device=device, requires_grad=True)
    singles = torch.zeros(MOBILITY, device=device, requires_grad=True)
    adam = torch.optim.Adam([anchors, singles], lr=rate)
    steps = epochs * -(-count // batch)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(adam, steps)

    def values(some):
        indices, mobility, before, after = some[:4]
        at = indices.long()
        low = anchors[at + before[:, None] * CANONICAL].sum(dim=1)
        high = anchors[at + after[:, None] * CANONICAL].sum(dim=1)
        return (low + high) / 2 + singles[mobility.long()].sum(dim=1)

    def errors():
        with torch.no_grad():
            parts = [[part[at : at + batch] for part in validating] for at in range(0, len(validating[0]), batch)]
            return torch.cat([values(part).clamp(-64, 64) - part[5] for part in parts])

    for epoch in range(1, epochs + 1):
        started = time.time()
        order = torch.randperm(count, device=device)
        for at in range(0, count, batch):
            some = [part[order[at : at + batch]] for part in training]
            loss = (values(some) - some[4]).square().mean()
            # The L2 penalty: as if every weight had been seen `penalty` times without effect.
            loss = loss + penalty / count * (anchors.square().sum() + singles.square().sum())
            adam.zero_grad()
            loss.backward()
            adam.step()
            schedule.step()
        line = f"epoch {epoch}: loss {loss.item():.3f}"
        if len(validating[0]):
            error = errors()
            line += f", validation: MAE {error.abs().mean():.3f}, RMSE {error.square().mean().sqrt():.3f}"
        print(f"{line}, {time.time() - started:.1f} s", flush=True)

    def quantised(part):
        return (100 * part.detach()).round().clamp(-32000, 32000).to(torch.int16).cpu().numpy()

    return quantised(anchors).reshape(ANCHORS, CANONICAL), quantised(singles)


# ---------------------------------------------------------------- the command


def fit(options):
    examples = read_shards(options.shards)
    print(f"{len(examples)} examples")
    anchors, mobility = train(
        examples,
        options.epochs,
        options.batch,
        options.rate,
        options.penalty,
        options.blend,
        options.validation,
    )
    name = options.name or Path(options.out).stem
    write_weights(options.out, Weights(name, anchors, mobility, net=None))


def check(options):
    weights = read_weights(options.weights)
    examples = read_shards(options.shards)
    values, (empties, _, _) = evaluate(weights, examples), counts(examples)
    outcome = examples["outcome"] / 100
    print("empties   boards    bias     MAE    RMSE")
    for name, some in [(count, empties == count) for count in range(61)] + [("all", empties >= 0)]:
        if some.any():
            error = (values - outcome)[some]
            mae, rmse = np.abs(error).mean(), np.sqrt((error**2).mean())
            print(f"{name:>7} {some.sum():>8} {error.mean():>+7.2f} {mae:>7.2f} {rmse:>7.2f}")


def copy(options):
    write_weights(options.target, read_weights(options.source))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("fit", help="train on shards, and write weights")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="name of the weights; by default that of the file")
    command.add_argument("--epochs", type=int, default=10, help="epochs (10)")
    command.add_argument("--batch", type=int, default=65536, help="examples of a batch (65536)")
    command.add_argument("--rate", type=float, default=0.03, help="initial learning rate (0.03)")
    command.add_argument("--penalty", type=float, default=8, help="L2 penalty (8)")
    command.add_argument("--blend", type=float, default=0, help="weight of the search forecast in the target (0)")
    command.add_argument("--validation", type=int, default=40, help="one game in N is the validation set (40)")
    command.set_defaults(run=fit)
    command = commands.add_parser("check", help="errors of weights by number of empty squares")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--weights", required=True, help="the weights file")
    command.set_defaults(run=check)
    command = commands.add_parser("copy", help="read weights and write them again")
    command.add_argument("source")
    command.add_argument("target")
    command.set_defaults(run=copy)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
