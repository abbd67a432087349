"""Fits the learned evaluation of Othellier with PyTorch.

It reads the shards that `othellier train selfplay` and `train label` write, fits the same linear
model as `othellier train fit` by Adam, on a GPU where there is one, and writes the same file of
weights. Reading, looking up and writing need NumPy alone; PyTorch is imported where it learns.

    python fit.py fit games --out my.bin --name mine     learn, and write weights
    python fit.py check games --weights my.bin           errors by number of empty squares
    python fit.py copy my.bin copy.bin                   read weights and write them again

The shapes below must be those of crates/eval/src/patterns/shapes.rs: a number made from them stands
in the file, and othellier refuses a file with another one.
"""

import argparse
import struct
import sys
import time
import zlib
from pathlib import Path

import numpy as np

SHAPES = [
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "a1 b1 c1 d1 e1 f1 g1 h1 c2 f2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5",
    "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4",
    "a1 b2 c3 d4 e5 f6 g7 h8 b1 a2",
    "a1 b1 a2 b2 c2 d2 b3 c3 b4 d4",
    "c1 d1 e1 f1 d2 e2 c3 d3 e3 f3",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c2 d3 e4 f5 g6 h7 h8",
    "b1 c1 d2 e3 f4 g5 h6 h7 g2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "d1 e2 f3 g4 h5 b2 g7",
]
SMALL = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "b2 c2 d2 b3 c3 d3 b4 c4 d4",
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "a1 b1 c1 d1 a2 b2 c2 d2",
    "c2 d2 e2 f2 c3 d3 e3 f3",
    "c4 d4 e4 f4 c5 d5 e5 f5",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
]
WIDTH, HEADS = 64, 16  # numbers of a row of the net, and its hidden layers
STRIDE = 4  # empty squares from one knot to the next
KNOTS = 60 // STRIDE + 1
MOBILITIES = 36  # more moves count as the last
MOBILITY_ROW = 2 * MOBILITIES + 1  # mover, opponent, constant
MOBILITY = 61 * MOBILITY_ROW

# ---------------------------------------------------------------- the geometry


def square(name):
    """a1 is 0, b1 is 1, ..., h8 is 63."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def symmetries():
    """The eight symmetries, each as the 64 squares that the squares go to."""
    grid = np.arange(64).reshape(8, 8)
    turns = [np.rot90(grid, turn) for turn in range(4)]
    return [image.ravel() for turn in turns for image in (turn, turn.T)]


def geometry():
    """The squares of all places, and for each shape the class of every contents.

    Contents that are each other's mirror image are one class; classes are numbered in the order
    of their least contents, shape after shape.
    """
    places, folds, first = [], [], 0
    for shape in SHAPES:
        squares = np.array([square(name) for name in shape.split()])
        seen, mirror = [], None
        for symmetry in symmetries():
            image = symmetry[squares]
            if set(image) == set(squares) and not np.array_equal(image, squares):
                mirror = image
            if set(image) not in seen:
                seen.append(set(image))
                places.append(image)
        assert len(seen) == 4 and mirror is not None, shape
        moved = [int(np.flatnonzero(squares == there)[0]) for there in mirror]
        contents = np.arange(3 ** len(squares))
        digits = [contents // 3**at % 3 for at in range(len(squares))]
        images = sum(digit * 3**there for digit, there in zip(digits, moved))
        least = np.minimum(contents, images)
        _, fold = np.unique(least, return_inverse=True)
        folds.append((first + fold).astype(np.int32))
        first += int(fold.max()) + 1
    return places, folds, first


PLACES, FOLDS, CLASSES = geometry()


def geometry_number():
    """FNV-1a of the shapes and the number of knots, as Rust prints them."""
    listed = lambda shapes: "[" + ", ".join(f'"{shape}"' for shape in shapes) + "]"
    number = 0xCBF29CE484222325
    for byte in f"{listed(SHAPES)} {KNOTS} {MOBILITIES} {listed(SMALL)} {WIDTH} {HEADS}".encode():
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return number


# ---------------------------------------------------------------- examples

EXAMPLE = np.dtype(
    [("mover", "<u8"), ("opponent", "<u8"), ("outcome", "<i2"), ("forecast", "<i2"), ("game", "<u4")]
)
NO_FORECAST = -(2**15)


def read_shard(path):
    """The examples of a shard; its head is told in crates/train/src/example.rs."""
    content = Path(path).read_bytes()
    if content[:8] != b"OTHELLEX":
        sys.exit(f"{path}: it is not a shard of examples")
    version, length = struct.unpack_from("<HH", content, 8)
    if version != 1 or (len(content) - 12 - length) % EXAMPLE.itemsize:
        sys.exit(f"{path}: it has another version, or its end is missing")
    return np.frombuffer(content, EXAMPLE, offset=12 + length)


def read_shards(paths):
    """The examples of shards and of folders of shards."""
    files = []
    for path in map(Path, paths):
        files += sorted(path.glob("*.examples")) if path.is_dir() else [path]
    if not files:
        sys.exit("there is no shard of examples")
    return np.concatenate([read_shard(file) for file in files])


def is_held_out(examples, one_in):
    """The same games as `othellier train fit --held-out` leaves out."""
    if one_in == 0:
        return np.zeros(len(examples), bool)
    scattered = (examples["game"] * np.uint32(0x9E3779B1)) >> np.uint32(16)
    return scattered % one_in == 0


def targets(examples, empties, kept, blend):
    """What is to be foretold, in discs: outcomes, blended with forecasts freed of their bias."""
    outcome = examples["outcome"] / np.float32(100)
    forecast = examples["forecast"] / np.float32(100)
    told = examples["forecast"] != NO_FORECAST
    bias = np.zeros(61, np.float32)
    for count in range(61):
        some = told & kept & (empties == count)
        if some.any():
            bias[count] = (forecast - outcome)[some].mean()
    blended = outcome + blend * (forecast - bias[empties] - outcome)
    return np.where(told, blended, outcome).astype(np.float32)


# ---------------------------------------------------------------- looking up


def legal_moves(mover, opponent):
    """The legal moves of many boards at once."""
    inner = np.uint64(0x7E7E7E7E7E7E7E7E)
    moves = np.zeros_like(mover)
    for step, between in ((1, opponent & inner), (8, opponent), (7, opponent & inner), (9, opponent & inner)):
        for shift in (np.left_shift, np.right_shift):
            step = np.uint64(step)
            run = between & shift(mover, step)
            for _ in range(5):
                run |= between & shift(run, step)
            moves |= shift(run, step)
    return moves & ~(mover | opponent)


def look_up(examples):
    """Where boards are looked up: classes of all 64 places, empties, and the mobility numbers."""
    mover, opponent = examples["mover"], examples["opponent"]
    empties = 64 - np.bitwise_count(mover | opponent).astype(np.int64)
    bits = lambda side: np.unpackbits(
        np.ascontiguousarray(side).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little"
    )
    # 0 for the mover, 1 for empty, 2 for the opponent.
    digits = (1 + bits(opponent) - bits(mover)).astype(np.int32)
    classes = np.empty((len(examples), len(PLACES)), np.int32)
    for place, squares in enumerate(PLACES):
        contents = digits[:, squares] @ (3 ** np.arange(len(squares), dtype=np.int32))
        classes[:, place] = FOLDS[place // 4][contents]
    moves = np.bitwise_count(legal_moves(mover, opponent)).astype(np.int64)
    replies = np.bitwise_count(legal_moves(opponent, mover)).astype(np.int64)
    row = empties * MOBILITY_ROW
    most = MOBILITIES - 1
    mobility = np.stack(
        [row + np.minimum(moves, most), row + MOBILITIES + np.minimum(replies, most), row + 2 * MOBILITIES],
        axis=1,
    ).astype(np.int32)
    return classes, empties, mobility


def knots_of(empties):
    """The two knots whose mean a board has; the same twice where it stands on one."""
    even = empties // 2 * 2
    return even // STRIDE, (even + STRIDE - 1) // STRIDE


def judge(weights, examples):
    """The judgements of many boards in discs, as othellier makes them."""
    _, knots, mobility, net = weights
    if net[0]:
        sys.exit("these weights have a net: see net.py")
    classes, empties, rows = look_up(examples)
    before, after = (np.minimum(knot, KNOTS - 1)[:, None] for knot in knots_of(empties))
    # The mean of two whole numbers is rounded towards zero.
    sums = knots[before, classes].astype(np.int32) + knots[after, classes]
    values = np.trunc(sums / 2).sum(axis=1) + mobility[rows].astype(np.int32).sum(axis=1)
    return np.clip(values, -6400, 6400) / 100, empties


# ---------------------------------------------------------------- weights


def write_weights(path, name, knots, mobility, net=(b"", b"")):
    """Writes the file that crates/eval/src/patterns/weights.rs tells of; a net as its two blocks."""

    def block(numbers):
        halves = numbers.astype("<i2").view(np.uint8).reshape(-1, 2)
        return zlib.compress(halves[:, 0].tobytes() + halves[:, 1].tobytes(), 9)

    blocks = [block(knot) for knot in knots] + [block(mobility), *net]
    name = name.encode()[:255]
    body = struct.pack("<QB", geometry_number(), len(name)) + name
    body += b"".join(struct.pack("<I", len(block)) for block in blocks) + b"".join(blocks)
    head = b"OTHELLPW" + struct.pack("<HI", 2, zlib.crc32(body))
    Path(path).write_bytes(head + body)


def read_weights(path):
    """The name, the knots, the mobility and the blocks of the net of a file of weights."""
    content = Path(path).read_bytes()
    if content[:8] != b"OTHELLPW":
        sys.exit(f"{path}: it is not a file of pattern weights")
    version, checksum = struct.unpack_from("<HI", content, 8)
    body = content[14:]
    if version != 2 or zlib.crc32(body) != checksum:
        sys.exit(f"{path}: it has another version, or it is damaged")
    number, length = struct.unpack_from("<QB", body)
    if number != geometry_number():
        sys.exit(f"{path}: its weights are for other shapes")
    name = body[9 : 9 + length].decode()
    lengths = struct.unpack_from(f"<{KNOTS + 3}I", body, 9 + length)
    ends = np.cumsum(lengths) + 9 + length + 4 * (KNOTS + 3)
    blocks = [body[end - length : end] for end, length in zip(ends, lengths)]

    def numbers(block):
        low, high = np.frombuffer(zlib.decompress(block), np.uint8).reshape(2, -1)
        return np.stack([low, high], axis=1).ravel().view("<i2")

    tables = [numbers(block) for block in blocks[: KNOTS + 1]]
    return name, np.stack(tables[:KNOTS]), tables[KNOTS], tuple(blocks[KNOTS + 1 :])


# ---------------------------------------------------------------- learning


def learn(examples, epochs, batch, rate, penalty, blend, held_out):
    """Finds the weights by Adam; gives the knots and the mobility in hundredths of a disc."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    held = is_held_out(examples, held_out)
    classes, empties, mobility = look_up(examples)
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
    write_weights(options.out, options.name or Path(options.out).stem, knots, mobility)


def check(options):
    weights = read_weights(options.weights)
    examples = read_shards(options.shards)
    values, empties = judge(weights, examples)
    outcome = examples["outcome"] / 100
    print("empties   boards    bias     MAE    RMSE")
    for name, some in [(count, empties == count) for count in range(61)] + [("all", empties >= 0)]:
        if some.any():
            error = (values - outcome)[some]
            mae, rmse = np.abs(error).mean(), np.sqrt((error**2).mean())
            print(f"{name:>7} {some.sum():>8} {error.mean():>+7.2f} {mae:>7.2f} {rmse:>7.2f}")


def copy(options):
    write_weights(options.target, *read_weights(options.source))


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
