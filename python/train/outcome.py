"""The outcome model: win, draw or loss and the final score of a game, from any position of it.

    python outcome.py prepare WTHOR --out games.npz             games of the yearly files, split by year
    python outcome.py fit games.npz SHARDS --out FILE           trains, and writes the quantised file
    python outcome.py check games.npz FILE --out report.json    the test years, beside every evaluator
    python outcome.py vectors FILE --out vectors.txt            what a test of the program compares

A game file (`.npz`) gives the outcomes of people's games, shards of `othellier train selfplay` those of our
own; `fit` takes either or both. `prepare` and `check` need the package `othellier`; `fit` needs NumPy and
PyTorch alone, and makes positions and legal moves where it trains.

The model: 256 inputs (discs and legal moves of the mover and of the opponent) feed a feature transformer of
512 sums; the products of its two halves feed two small layers and four outputs, which the number of empty
squares selects. `OutcomeNet` computes in the integers of `crates/eval/src/outcome`, as floats that hold them
exactly, so that training sees the quantisation and the file holds what was trained.
"""

import argparse
import json
import math
import struct
import sys
import time
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

WIDTH = 512  # sums of the feature transformer
INPUTS = 256  # squares of the mover's and the opponent's discs, and of their legal moves
PRODUCTS = WIDTH // 2
HIDDEN = 32  # neurons of each of the two layers
OUTPUTS = 4  # the score, and the logits of win, draw and loss
BUCKETS = 16  # sets of layers, each for four numbers of empty squares

# Steps of the integers in one.
SUM = 512  # feature weights and their sums
ACTIVATION = 128
WEIGHT = 64  # weights of the layers
OUTPUT = 256  # weights of the outputs
SCORE = 32  # discs in one of the score output

MAGIC, VERSION = b"OTHELLOM", 1
DISC_LIMIT, MOVE_LIMIT, BIAS_LIMIT = 0.95, 0.47, 2.0  # so that no sum of the transformer leaves 16 bits

# People's games: trained on, tuned on, and tested on once. 2005 and 2015 are not in the data.
TRAIN, TUNE, TEST = 0, 1, 2
TUNE_YEARS, TEST_YEARS = range(2017, 2020), range(2020, 2100)


# ---------------------------------------------------------------- boards
#
# A board is two numbers of 64 bits, as the package has them: a1 is the lowest bit. These functions are
# those of the rules on a GPU, for millions of boards; a test compares them with the package.

# Directions, and the squares that a shift in them can reach. 64-bit numbers have a sign here.
_A, _H = 0x0101010101010101, 0x8080808080808080 - (1 << 64)
_DIRECTIONS = [(1, ~_A), (-1, ~_H), (8, -1), (-8, -1), (9, ~_A), (-9, ~_H), (7, ~_H), (-7, ~_A)]


def shifted(board, by, mask):
    if by > 0:
        return (board << by) & mask
    # An arithmetic shift copies the sign.
    return (board >> -by) & ((1 << (64 + by)) - 1) & mask


def legal_moves(mover, opponent):
    """The squares where the mover can play, of arrays of boards."""
    empty, moves = ~(mover | opponent), torch.zeros_like(mover)
    for by, mask in _DIRECTIONS:
        run = shifted(mover, by, mask) & opponent
        for _ in range(5):
            run |= shifted(run, by, mask) & opponent
        moves |= shifted(run, by, mask) & empty
    return moves


def after(mover, opponent, square):
    """The boards after a legal move, as the opponent sees them."""
    placed = torch.ones_like(mover) << square
    flips = torch.zeros_like(mover)
    for by, mask in _DIRECTIONS:
        run = shifted(placed, by, mask) & opponent
        for _ in range(5):
            run |= shifted(run, by, mask) & opponent
        flips |= torch.where(shifted(run, by, mask) & mover != 0, run, 0)
    return opponent & ~flips, mover | placed | flips


def count(board):
    """The number of bits."""
    bits = board - ((board >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) >> 56) & 0x7F


class Positions(NamedTuple):
    """Positions in which the mover can move, and how their games ended, for the mover."""

    boards: torch.Tensor  # (n, 4): mover, opponent, legal moves of both
    score: torch.Tensor  # final discs, from -64 to 64
    result: torch.Tensor  # 0 win, 1 draw, 2 loss; -1 where it is not known
    weight: torch.Tensor  # of the result in the loss
    game: torch.Tensor  # the number of the game
    ply: torch.Tensor  # discs placed before

    def __len__(self):
        return len(self.boards)

    def some(self, which):
        return Positions(*(part[which] for part in self))

    def empties(self):
        return 64 - count(self.boards[:, 0] | self.boards[:, 1])


def joined(parts):
    return Positions(*(torch.cat(columns) for columns in zip(*parts)))


def replayed(moves, scores, device):
    """The positions of games before each move; scores are for Black."""
    moves = torch.as_tensor(moves.astype(np.int64), device=device)
    scores = torch.as_tensor(scores.astype(np.int64), device=device)
    mover = torch.full_like(scores, (1 << 28) | (1 << 35))
    opponent = torch.full_like(scores, (1 << 27) | (1 << 36))
    sign = torch.ones_like(scores)
    games = torch.arange(len(scores), device=device)
    parts = []
    for ply in range(moves.shape[1]):
        going = moves[:, ply] < 64
        if not going.all():
            mover, opponent, sign, games = mover[going], opponent[going], sign[going], games[going]
            moves, scores = moves[going], scores[going]
        legal = legal_moves(mover, opponent)
        passes = legal == 0
        mover, opponent = torch.where(passes, opponent, mover), torch.where(passes, mover, opponent)
        sign = torch.where(passes, -sign, sign)
        legal = torch.where(passes, legal_moves(mover, opponent), legal)
        if not bool(((legal >> moves[:, ply]) & 1).all()):
            raise ValueError(f"a game has an illegal move {ply + 1}")
        replies = legal_moves(opponent, mover)
        score = scores * sign
        parts.append(
            Positions(
                torch.stack([mover, opponent, legal, replies], dim=1),
                score.float(),
                1 - score.sign(),
                torch.ones_like(score, dtype=torch.float32),
                games,
                torch.full_like(score, ply),
            )
        )
        mover, opponent = after(mover, opponent, moves[:, ply])
        sign = -sign
    return joined(parts)


# ---------------------------------------------------------------- games and shards


def prepare(options):
    """Games of WTHOR files, each once up to symmetry; a game of the test years is in no other part."""
    import othellier
    from othellier import batch

    moves, scores, years, left_out = [], [], [], 0
    for path in sorted(Path(options.wthor).glob("*.wtb")):
        year = int(path.stem.split("_")[1])
        for game in othellier.read(path):
            if not game.is_over():
                left_out += 1  # its score cannot be derived
                continue
            squares = [move for move in game.move_stack if move < 64]
            moves.append(squares + [255] * (60 - len(squares)))
            scores.append(int(game.score))
            years.append(year)
    moves, years = np.array(moves, dtype=np.uint8), np.array(years, dtype=np.int16)
    part = np.where(np.isin(years, TEST_YEARS), TEST, np.where(np.isin(years, TUNE_YEARS), TUNE, TRAIN))
    # Of equal games the one in the latest part stays.
    order = np.argsort(-part, kind="stable")
    kept = np.sort(order[batch.distinct(np.ascontiguousarray(batch.canonical(moves)[order]))])
    part = part[kept].astype(np.uint8)
    np.savez_compressed(
        options.out, moves=moves[kept], scores=np.array(scores, dtype=np.int8)[kept], years=years[kept], part=part
    )
    parts = ", ".join(f"{name} {np.sum(part == at)}" for at, name in enumerate(("train", "tune", "test")))
    print(f"{len(kept)} games ({parts}); {left_out} unfinished and {len(moves) - len(kept)} repeated left out")


def read_games(path, part, device):
    """The positions of one part of a game file."""
    games = np.load(path)
    chosen = games["part"] == part
    return replayed(games["moves"][chosen], games["scores"][chosen], device)


EXAMPLE = np.dtype(
    [("mover", "<u8"), ("opponent", "<u8"), ("outcome", "<i2"), ("forecast", "<i2"), ("game", "<u4")]
)
NO_FORECAST = -(2**15)


def read_shards(paths, blend, result_weight, device):
    """The positions of shards of self-play. The score is the outcome blended with the forecast; a search in
    place of the outcome gives no result."""
    shards = []
    for path in paths:
        content = Path(path).read_bytes()
        magic, version, length = content[:8], *struct.unpack_from("<HH", content, 8)
        if magic != b"OTHELLEX" or version != 1:
            sys.exit(f"{path}: it is not a shard of examples")
        shards.append(np.frombuffer(content, EXAMPLE, offset=12 + length))
    examples = np.concatenate(shards)
    searched = (examples["forecast"] == NO_FORECAST) & (examples["outcome"] % 200 != 0)
    outcome = examples["outcome"] / np.float32(100)
    forecast = np.where(examples["forecast"] == NO_FORECAST, outcome, examples["forecast"] / np.float32(100))
    tensor = lambda array: torch.as_tensor(np.ascontiguousarray(array), device=device)
    mover, opponent = (tensor(examples[side].view(np.int64)) for side in ("mover", "opponent"))
    boards = torch.stack(
        [mover, opponent, legal_moves(mover, opponent), legal_moves(opponent, mover)], dim=1
    )
    return Positions(
        boards,
        tensor((outcome + blend * (forecast - outcome)).astype(np.float32)),
        tensor(np.where(searched, -1, 1 - np.sign(outcome)).astype(np.int64)),
        tensor(np.full(len(examples), result_weight, dtype=np.float32)),
        tensor(examples["game"].astype(np.int64)),
        60 - (64 - count(mover | opponent)),
    )


# ---------------------------------------------------------------- the model


class Floor(torch.autograd.Function):
    """Whole numbers forward, the identity backward."""

    @staticmethod
    def forward(context, numbers):
        return torch.floor(numbers)

    @staticmethod
    def backward(context, gradient):
        return gradient


def whole(numbers):
    return Floor.apply(numbers + 0.5)


class OutcomeNet(nn.Module):
    """The model. Parameters are in real units; `forward` rounds them to the integers of the file."""

    def __init__(self):
        super().__init__()
        random = lambda *shape, scale: nn.Parameter(torch.randn(shape) * scale)
        self.features = random(INPUTS, WIDTH, scale=0.08)
        self.feature_bias = nn.Parameter(torch.full((WIDTH,), 0.4))
        self.first = random(BUCKETS, PRODUCTS, HIDDEN, scale=2 / math.sqrt(PRODUCTS))
        self.first_bias = nn.Parameter(torch.full((BUCKETS, HIDDEN), 0.2))
        self.second = random(BUCKETS, HIDDEN, HIDDEN, scale=math.sqrt(2 / HIDDEN))
        self.second_bias = nn.Parameter(torch.full((BUCKETS, HIDDEN), 0.2))
        self.output = random(BUCKETS, HIDDEN, OUTPUTS, scale=0.1)
        self.output_bias = nn.Parameter(torch.zeros(BUCKETS, OUTPUTS))
        with torch.no_grad():
            # All buckets start alike.
            for layer in (self.first, self.second, self.output):
                layer.copy_(layer[:1].expand_as(layer))

    def integers(self):
        """The numbers of the file, in its order, as floats that are whole."""
        return {
            "features": whole(self.features * SUM),
            "feature_bias": whole(self.feature_bias * SUM),
            "first": whole(self.first * WEIGHT),
            "first_bias": whole(self.first_bias * ACTIVATION * WEIGHT),
            "second": whole(self.second * WEIGHT),
            "second_bias": whole(self.second_bias * ACTIVATION * WEIGHT),
            "output": whole(self.output * OUTPUT),
            "output_bias": whole(self.output_bias * ACTIVATION * OUTPUT),
        }

    def forward(self, planes, bucket):
        """The outputs in 1 / 32 768: the score in 32 discs, and three logits."""
        return forward(self.integers(), planes, bucket)

    @torch.no_grad()
    def clamp(self):
        """Keeps the parameters within the ranges of the file."""
        self.features[:128].clamp_(-DISC_LIMIT, DISC_LIMIT)
        self.features[128:].clamp_(-MOVE_LIMIT, MOVE_LIMIT)
        self.feature_bias.clamp_(-BIAS_LIMIT, BIAS_LIMIT)
        self.first.clamp_(-127 / WEIGHT, 127 / WEIGHT)
        self.second.clamp_(-127 / WEIGHT, 127 / WEIGHT)
        self.output.clamp_(-127, 127)


def forward(numbers, planes, bucket):
    sums = planes @ numbers["features"] + numbers["feature_bias"]
    clipped = clipped_relu(sums, SUM - 1)
    products = Floor.apply(clipped[:, :PRODUCTS] * clipped[:, PRODUCTS:] / 2048)
    hidden = clipped_relu(Floor.apply(layer(products, numbers, "first", bucket) / WEIGHT), ACTIVATION - 1)
    hidden = clipped_relu(Floor.apply(layer(hidden, numbers, "second", bucket) / WEIGHT), ACTIVATION - 1)
    return layer(hidden, numbers, "output", bucket)


def clipped_relu(numbers, limit):
    return numbers.clamp(0, limit)


def layer(inputs, numbers, name, bucket):
    """Each board in its own bucket: all are computed, which is faster than to collect its weights."""
    weights, bias = numbers[name], numbers[name + "_bias"]
    outputs = weights.shape[2]
    every = inputs @ weights.transpose(0, 1).reshape(-1, BUCKETS * outputs) + bias.reshape(-1)
    at = bucket[:, None, None].expand(-1, 1, outputs)
    return every.view(-1, BUCKETS, outputs).gather(1, at).squeeze(1)


def symmetries():
    """The eight symmetries, each as a permutation of the 64 squares."""
    grid = np.arange(64).reshape(8, 8)
    rotations = [np.rot90(grid, quarters) for quarters in range(4)]
    return [image.ravel().copy() for rotation in rotations for image in (rotation, rotation.T)]


def planes_of(boards, permutation=None):
    """The inputs of boards, turned or mirrored by a permutation of the squares."""
    squares = torch.arange(64, device=boards.device) if permutation is None else permutation
    return ((boards[:, :, None] >> squares) & 1).flatten(1).float()


def bucket_of(empties):
    return empties.clamp(max=60) // 4


# ---------------------------------------------------------------- training


def fit(options):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(options.seed)
    parts, tune, sources = [], None, []
    for path in options.games:
        if path.endswith(".npz"):
            parts.append(read_games(path, TRAIN, device))
            tune = read_games(path, TUNE, device)
            sources.append("WTHOR")
    shards = [file for path in options.games if not path.endswith(".npz") for file in shard_files(path)]
    if shards:
        own = read_shards(shards, options.blend, options.own_weight if parts else 1.0, device)
        is_tune = own.game % 50 == 0
        if tune is None:
            tune = own.some(is_tune & (own.result >= 0))
        parts.append(own.some(~is_tune))
        sources.append("self-play")
    positions = joined(parts)
    print(f"{device}: {len(positions)} positions of {' and '.join(sources)}, {len(tune)} to tune on", flush=True)

    model = OutcomeNet().to(device)
    progress = train(model, positions, tune, options)
    figures = measured(model, tune)
    lineage = (
        f"{options.lineage}\nTrained on {len(positions)} positions of {' and '.join(sources)}"
        f"{' (' + options.data + ')' if options.data else ''}; {progress['epochs']:.1f} epochs of batches of "
        f"{options.batch}, rate {options.rate}, seed {options.seed}. The file holds weights alone, no game."
    ).strip()
    write_model(options.out, options.name, lineage, {k: v.detach() for k, v in model.integers().items()})
    report = {"name": options.name, "positions": len(positions), **progress, "tune": figures}
    print(json.dumps(report), flush=True)
    Path(options.out).with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")


def shard_files(path):
    path = Path(path)
    return sorted(path.glob("*.examples")) if path.is_dir() else [path]


def train(model, positions, tune, options):
    """Adam, the rate warmed up and then decayed along a cosine; the weights are a moving average."""
    device = positions.boards.device
    optimizer = torch.optim.Adam(model.parameters(), lr=options.rate, betas=(0.9, 0.99))
    permutations = [torch.as_tensor(image, device=device) for image in symmetries()]
    average = [parameter.detach().clone() for parameter in model.parameters()]
    batches = max(1, len(positions) // options.batch)
    start, step, shown = time.monotonic(), 0, 0.0
    done = 0.0
    while done < 1:
        order = torch.randperm(len(positions), device=device)
        for at in range(batches):
            passed = (time.monotonic() - start) / options.seconds if options.seconds else 0.0
            done = max(passed, step / (options.epochs * batches)) if options.epochs else passed
            if done >= 1:
                break
            rate = options.rate * min(1, step / 200, 0.005 + 0.5 * (1 + math.cos(math.pi * done)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            batch = positions.some(order[at * options.batch :][: options.batch])
            loss = loss_of(model, batch, permutations, options)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            model.clamp()
            decay = min(0.999, step / (step + 10))
            torch._foreach_lerp_(average, [p.detach() for p in model.parameters()], 1 - decay)
            step += 1
            if done > shown + 0.1:
                shown = done
                figures = measured(model, tune, 200_000)
                print(f"{done:.0%} {time.monotonic() - start:.0f} s, epoch {step / batches:.1f}: {figures}", flush=True)
    with torch.no_grad():
        for parameter, mean in zip(model.parameters(), average):
            parameter.copy_(mean)
    model.clamp()
    return {"epochs": step / batches, "steps": step, "seconds": round(time.monotonic() - start, 1)}


def loss_of(model, batch, permutations, options):
    # An eighth of the batch for each symmetry.
    parts = batch.boards.chunk(8)
    planes = torch.cat([planes_of(part, image) for part, image in zip(parts, permutations)])
    outputs = model(planes, bucket_of(batch.empties())) / (ACTIVATION * OUTPUT)
    score = functional.huber_loss(outputs[:, 0], batch.score / SCORE, delta=0.5)
    known = functional.cross_entropy(outputs[:, 1:], batch.result, ignore_index=-1, reduction="none")
    return options.score_loss * score + (known * batch.weight).mean()


@torch.no_grad()
def outputs_of(numbers, boards, empties):
    """The outputs for every board; `numbers` are those of a model or of a file."""
    chunks = zip(boards.split(1 << 14), empties.split(1 << 14))
    return torch.cat([forward(numbers, planes_of(part), bucket_of(empty)) for part, empty in chunks])


@torch.no_grad()
def measured(model, positions, most=None):
    """The errors on positions; on at most this many, evenly spread."""
    if most and len(positions) > most:
        positions = positions.some(torch.arange(0, len(positions), len(positions) // most, device=positions.boards.device))
    outputs = outputs_of(model.integers(), positions.boards, positions.empties()) / (ACTIVATION * OUTPUT)
    decided = positions.result != 1
    right = (outputs[:, 1] > outputs[:, 3]) == (positions.result == 0)
    return {
        "cross_entropy": round(functional.cross_entropy(outputs[:, 1:], positions.result).item(), 4),
        "winner": round(right[decided].float().mean().item(), 4),
        "score_error": round((SCORE * outputs[:, 0] - positions.score).abs().mean().item(), 3),
    }


# ---------------------------------------------------------------- the test years

# Groups of move numbers, each with its first.
GROUPS = {"1–10": 0, "11–20": 10, "21–30": 20, "31–40": 30, "41–50": 40, "51–60": 50}


def check(options):
    """Accuracy, calibration and errors on one part of the games, beside every evaluator of the program."""
    import othellier

    part = {"train": TRAIN, "tune": TUNE, "test": TEST}[options.part]
    positions = read_games(options.games, part, torch.device("cpu"))
    boards = positions.boards[:, :2].contiguous().numpy().view(np.uint64)
    known = seen(options.games, boards)
    report = {"part": options.part, "games": int(positions.game.max()) + 1, "positions": len(positions)}
    report["unseen_positions"] = int((~known).sum())
    result, score = positions.result.numpy(), positions.score.numpy()
    game, group = positions.game.numpy(), positions.ply.numpy() // 10
    accuracy, unseen, errors = {}, {}, {}

    def add(name, lead, expected=None):
        """`lead` says by its sign who should win; `expected` is the final score."""
        right = np.where(lead == 0, 0.5, (lead > 0) == (result == 0))
        decided = result != 1
        accuracy[name] = by_group(right, game, group, decided)
        unseen[name] = by_group(right, game, group, decided & ~known)
        if expected is not None:
            errors[name] = by_group(np.abs(expected - score), game, group, np.ones(len(score), dtype=bool))

    calibration = {}
    for path in options.models:
        model = othellier.outcome.load(path)
        predicted = model.predict(boards)
        add(model.name, predicted[:, 0] - predicted[:, 2], predicted[:, 3])
        calibration[model.name] = calibrated(predicted[:, :3], result, group)
    for evaluator in othellier.evaluators():
        name = evaluator["name"]
        if name in ("net", "sum"):
            continue
        values = othellier.evaluate(boards, name)
        add(name, values, values if name == "patterns" else None)
    report |= {"accuracy": accuracy, "unseen": unseen, "score_error": errors, "calibration": calibration}
    Path(options.out).write_text(json.dumps(report, indent=1) + "\n")
    for title, table in (("Winner, %", accuracy), ("Winner, unseen positions, %", unseen), ("Score error", errors)):
        scale = 1 if table is errors else 100
        print(f"\n| {title} | " + " | ".join([*GROUPS, "all"]) + " |\n|---" * 1 + "|---" * (len(GROUPS) + 1) + "|")
        for name, cells in table.items():
            print(f"| {name} | " + " | ".join(f"{scale * mean:.1f} ± {scale * error:.1f}" for mean, error in cells) + " |")
    for name, figures in calibration.items():
        print(f"\n{name}: " + json.dumps({key: value for key, value in figures.items() if key != "bins"}))
        for low, count_, predicted, observed in figures["bins"]:
            print(f"| {low:.1f}–{low + 0.1:.1f} | {count_} | {predicted:.3f} | {observed:.3f} |")


def seen(path, boards):
    """Which boards occur in the games that were trained on, up to symmetry."""

    def keys(boards):
        mover, opponent = canonical(boards).T
        return (mover * np.uint64(0x9E3779B97F4A7C15)) ^ (opponent * np.uint64(0xBF58476D1CE4E5B9) + (mover >> np.uint64(29)))

    train = read_games(path, TRAIN, torch.device("cpu")).boards[:, :2].contiguous().numpy().view(np.uint64)
    return np.isin(keys(boards), keys(train))


def by_group(values, game, group, chosen):
    """For each group of moves and for all: the mean, and half of its 95 % interval. Positions of a game are
    not independent: the variance is that of games."""
    cells = []
    for at in [*range(len(GROUPS)), None]:
        which = chosen & (group == at) if at is not None else chosen
        if not which.any():
            cells.append((math.nan, math.nan))
            continue
        sums = np.bincount(game[which], values[which])
        counts = np.bincount(game[which])
        mean = sums.sum() / counts.sum()
        cells.append((mean, 1.96 * math.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum()))
    return cells


def calibrated(predicted, result, group):
    """Log loss, Brier score and expected calibration error of the probabilities; ten bins of that of a win."""
    actual = np.eye(3)[result]
    log_loss = -np.log(np.maximum(predicted[np.arange(len(result)), result], 1e-12))
    brier = ((predicted - actual) ** 2).sum(axis=1)
    bins, error = [], 0.0
    place = np.minimum((10 * predicted[:, 0]).astype(int), 9)
    for at in range(10):
        which = place == at
        if which.any():
            mean, observed = predicted[which, 0].mean(), actual[which, 0].mean()
            bins.append((at / 10, int(which.sum()), float(mean), float(observed)))
            error += which.mean() * abs(mean - observed)
    return {
        "log_loss": float(log_loss.mean()),
        "brier": float(brier.mean()),
        "ece": float(error),
        "log_loss_by_group": [float(log_loss[group == at].mean()) for at in range(len(GROUPS))],
        "brier_by_group": [float(brier[group == at].mean()) for at in range(len(GROUPS))],
        "draws": [float(predicted[:, 1].mean()), float(actual[:, 1].mean())],
        "bins": bins,
    }


# ---------------------------------------------------------------- the file
#
# crates/eval/src/outcome/file.rs describes it.

LAYOUT = {
    "features": ((INPUTS, WIDTH), "<i2"),
    "feature_bias": ((WIDTH,), "<i2"),
    "first": ((BUCKETS, PRODUCTS, HIDDEN), "i1"),
    "first_bias": ((BUCKETS, HIDDEN), "<i4"),
    "second": ((BUCKETS, HIDDEN, HIDDEN), "i1"),
    "second_bias": ((BUCKETS, HIDDEN), "<i4"),
    "output": ((BUCKETS, HIDDEN, OUTPUTS), "<i2"),
    "output_bias": ((BUCKETS, OUTPUTS), "<i4"),
}


def write_model(path, name, lineage, numbers):
    body = struct.pack("<5H", INPUTS, WIDTH, HIDDEN, OUTPUTS, BUCKETS)
    body += struct.pack("<B", len(name.encode())) + name.encode()
    body += struct.pack("<H", len(lineage.encode())) + lineage.encode()
    arrays = (numbers[part].cpu().numpy().astype(kind) for part, (_, kind) in LAYOUT.items())
    body += zlib.compress(b"".join(byte_planes(array) for array in arrays), 9)
    Path(path).write_bytes(MAGIC + struct.pack("<HI", VERSION, zlib.crc32(body)) + body)


def byte_planes(array):
    """All first bytes, then all second ones, and so on: they compress better."""
    return array.reshape(-1, 1).view(np.uint8).T.tobytes()


class Model(NamedTuple):
    name: str
    lineage: str
    numbers: dict


def read_model(path):
    content = Path(path).read_bytes()
    magic, version, checksum = content[:8], *struct.unpack_from("<HI", content, 8)
    body = content[14:]
    if magic != MAGIC or version != VERSION or checksum != zlib.crc32(body):
        raise ValueError(f"{path}: not an outcome model of format {VERSION}, or damaged")
    if struct.unpack_from("<5H", body) != (INPUTS, WIDTH, HIDDEN, OUTPUTS, BUCKETS):
        raise ValueError(f"{path}: a model of another shape")
    at, texts = 10, []
    for length in ("<B", "<H"):
        (size,) = struct.unpack_from(length, body, at)
        at += struct.calcsize(length)
        texts.append(body[at : at + size].decode())
        at += size
    unpacked, numbers, at = zlib.decompress(body[at:]), {}, 0
    for part, (shape, kind) in LAYOUT.items():
        size = np.dtype(kind).itemsize * math.prod(shape)
        planes = np.frombuffer(unpacked[at : at + size], np.uint8).reshape(np.dtype(kind).itemsize, -1)
        numbers[part] = torch.as_tensor(planes.T.copy().view(kind).reshape(shape).astype(np.float32))
        at += size
    return Model(*texts, numbers)


def canonical(boards):
    """The least of the eight images of each board, by the discs of the mover and then of the opponent;
    boards are an array (n, 2) of 64-bit numbers without a sign."""
    least, image = boards, boards
    for turn in range(7):
        image = image.byteswap() if turn % 2 == 0 else transposed(image)
        less = (image[:, 0] < least[:, 0]) | ((image[:, 0] == least[:, 0]) & (image[:, 1] < least[:, 1]))
        least = np.where(less[:, None], image, least)
    return least


def transposed(bits):
    """The board mirrored along a1-h8, by three swaps of blocks."""
    for by, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        swap = (bits ^ (bits >> np.uint64(by))) & np.uint64(mask)
        bits = bits ^ swap ^ (swap << np.uint64(by))
    return bits


def random_boards(count_, seed):
    """Boards of random games in which the mover can move."""
    random = np.random.default_rng(seed)
    mover, opponent = torch.tensor([(1 << 28) | (1 << 35)]), torch.tensor([(1 << 27) | (1 << 36)])
    start, boards = (mover, opponent), []
    while len(boards) < count_:
        legal = int(legal_moves(mover, opponent)[0])
        if legal == 0:
            mover, opponent = opponent, mover
            if int(legal_moves(mover, opponent)[0]) == 0:
                mover, opponent = start
            continue
        boards.append(torch.cat([mover, opponent]))
        squares = [square for square in range(64) if legal >> square & 1]
        mover, opponent = after(mover, opponent, int(random.choice(squares)))
    return torch.stack(boards)


def vectors(options):
    """Boards and the integers that the model computes for them, for a test of the program."""
    model = read_model(options.model)
    boards = random_boards(options.count, options.seed)
    empties = 64 - count(boards[:, 0] | boards[:, 1])
    mover, opponent = torch.as_tensor(canonical(boards.numpy().view(np.uint64)).view(np.int64)).unbind(1)
    images = torch.stack([mover, opponent, legal_moves(mover, opponent), legal_moves(opponent, mover)], dim=1)
    outputs = outputs_of(model.numbers, images, empties).long()
    lines = [f"# {model.name}"]
    for board, numbers in zip(boards.tolist(), outputs.tolist()):
        lines.append(" ".join(f"{bits % 2**64:016x}" for bits in board) + " " + " ".join(map(str, numbers)))
    Path(options.out).write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("prepare")
    command.add_argument("wthor")
    command.add_argument("--out", required=True)
    command.set_defaults(run=prepare)
    command = commands.add_parser("fit")
    command.add_argument("games", nargs="+", help="a file of `prepare`, shards or folders of shards")
    command.add_argument("--out", required=True)
    command.add_argument("--name", default="outcome")
    command.add_argument("--lineage", default="", help="text that the file should hold as well")
    command.add_argument("--data", default="", help="which games, in words")
    command.add_argument("--epochs", type=float, default=0, help="how many; 0: as many as the time allows")
    command.add_argument("--seconds", type=float, default=0, help="the time; 0: as much as the epochs take")
    command.add_argument("--batch", type=int, default=16384)
    command.add_argument("--rate", type=float, default=0.002)
    command.add_argument("--score-loss", type=float, default=2.0, help="weight of the score in the loss")
    command.add_argument("--blend", type=float, default=0.6, help="forecast in the score of self-play")
    command.add_argument("--own-weight", type=float, default=0.2, help="of results of self-play beside WTHOR")
    command.add_argument("--seed", type=int, default=1)
    command.set_defaults(run=fit)
    command = commands.add_parser("check")
    command.add_argument("games")
    command.add_argument("models", nargs="+")
    command.add_argument("--part", choices=["train", "tune", "test"], default="test")
    command.add_argument("--out", required=True)
    command.set_defaults(run=check)
    command = commands.add_parser("vectors")
    command.add_argument("model")
    command.add_argument("--out", required=True)
    command.add_argument("--count", type=int, default=240)
    command.add_argument("--seed", type=int, default=1)
    command.set_defaults(run=vectors)
    options = parser.parse_args()
    if getattr(options, "run") is fit and not options.epochs and not options.seconds:
        options.epochs = 10
    options.run(options)


if __name__ == "__main__":
    main()
