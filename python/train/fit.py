"""Fits the sum of weights in the learned evaluation of Othellier with PyTorch.

It reads the shards that `othellier train selfplay` and `train label` write, fits the same linear
model as `othellier train fit` by Adam, on a GPU where there is one, and writes the same file of
weights. PyTorch is imported where it learns; all else needs NumPy alone.

    python fit.py fit games --out my.bin --name mine     learn, and write weights
    python fit.py check games --weights my.bin           errors by number of empty squares
    python fit.py copy my.bin copy.bin                   read weights and write them again
"""

import argparse
import time
from pathlib import Path

import numpy as np

from evaluation import (
    CLASSES,
    KNOTS,
    MOBILITY,
    PLACES,
    Weights,
    counts,
    is_held_out,
    judge,
    knots_of,
    look_up,
    mobility_of,
    read_shards,
    read_weights,
    targets,
    write_weights,
)

# ---------------------------------------------------------------- learning


def learn(examples, epochs, batch, rate, penalty, blend, held_out):
    """Finds the weights by Adam; gives the knots and the mobility in hundredths of a disc."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    held = is_held_out(examples, held_out)
    empties, moves, replies = counts(examples)
    classes, mobility = look_up(examples, PLACES), mobility_of(empties, moves, replies)
    truth = targets(examples, empties, ~held, blend)
    before, after = knots_of(empties)
    outcome = examples["outcome"] / np.float32(100)

    def tensors(some):
        arrays = (classes[some], mobility[some], before[some], after[some], truth[some], outcome[some])
        return [torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays]

    learned_from, measured_on = tensors(~held), tensors(held)
    count = len(learned_from[0])
    knots = torch.zeros(KNOTS * CLASSES, device=device, requires_grad=True)
    singles = torch.zeros(MOBILITY, device=device, requires_grad=True)
    adam = torch.optim.Adam([knots, singles], lr=rate)
    steps = epochs * -(-count // batch)
    fading = torch.optim.lr_scheduler.CosineAnnealingLR(adam, steps)

    def judged(some):
        classes, mobility, before, after = some[:4]
        at = classes.long()
        low = knots[at + before[:, None] * CLASSES].sum(dim=1)
        high = knots[at + after[:, None] * CLASSES].sum(dim=1)
        return (low + high) / 2 + singles[mobility.long()].sum(dim=1)

    def errors():
        with torch.no_grad():
            parts = [[part[at : at + batch] for part in measured_on] for at in range(0, len(measured_on[0]), batch)]
            return torch.cat([judged(part).clamp(-64, 64) - part[5] for part in parts])

    for epoch in range(1, epochs + 1):
        started = time.time()
        order = torch.randperm(count, device=device)
        for at in range(0, count, batch):
            some = [part[order[at : at + batch]] for part in learned_from]
            loss = (judged(some) - some[4]).square().mean()
            # As if every weight had been seen so many times without effect.
            loss = loss + penalty / count * (knots.square().sum() + singles.square().sum())
            adam.zero_grad()
            loss.backward()
            adam.step()
            fading.step()
        told = f"epoch {epoch}: loss {loss.item():.3f}"
        if len(measured_on[0]):
            error = errors()
            told += f", held out: MAE {error.abs().mean():.3f}, RMSE {error.square().mean().sqrt():.3f}"
        print(f"{told}, {time.time() - started:.1f} s", flush=True)

    def whole(part):
        return (100 * part.detach()).round().clamp(-32000, 32000).to(torch.int16).cpu().numpy()

    return whole(knots).reshape(KNOTS, CLASSES), whole(singles)


# ---------------------------------------------------------------- the command


def fit(options):
    examples = read_shards(options.shards)
    print(f"{len(examples)} examples")
    knots, mobility = learn(
        examples,
        options.epochs,
        options.batch,
        options.rate,
        options.penalty,
        options.blend,
        options.held_out,
    )
    name = options.name or Path(options.out).stem
    write_weights(options.out, Weights(name, knots, mobility, net=None))


def check(options):
    weights = read_weights(options.weights)
    examples = read_shards(options.shards)
    values, (empties, _, _) = judge(weights, examples), counts(examples)
    outcome = examples["outcome"] / 100
    print("empties   boards    bias     MAE    RMSE")
    for name, some in [(count, empties == count) for count in range(61)] + [("all", empties >= 0)]:
        if some.any():
            error = (values - outcome)[some]
            mae, rmse = np.abs(error).mean(), np.sqrt((error**2).mean())
            print(f"{name:>7} {some.sum():>8} {error.mean():>+7.2f} {mae:>7.2f} {rmse:>7.2f}")


def copy(options):
    write_weights(options.target, read_weights(options.source))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("fit", help="learn from shards, and write weights")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--out", required=True, help="write the weights to this file")
    command.add_argument("--name", help="what the weights are called; by default as the file")
    command.add_argument("--epochs", type=int, default=10, help="passes over the examples (10)")
    command.add_argument("--batch", type=int, default=65536, help="examples of a step (65536)")
    command.add_argument("--rate", type=float, default=0.03, help="first rate of learning (0.03)")
    command.add_argument("--penalty", type=float, default=8, help="keeps weights small (8)")
    command.add_argument("--blend", type=float, default=0, help="share of the forecast (0)")
    command.add_argument("--held-out", type=int, default=40, help="measure on one game in so many (40)")
    command.set_defaults(run=fit)
    command = commands.add_parser("check", help="errors of weights by number of empty squares")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--weights", required=True, help="the file of weights")
    command.set_defaults(run=check)
    command = commands.add_parser("copy", help="read weights and write them again")
    command.add_argument("source")
    command.add_argument("target")
    command.set_defaults(run=copy)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
