"""The learned evaluation of Othellier in NumPy: its geometry, its examples and its weights file.

This reimplements what othellier does: it reads the same shards, looks boards up in the same tables,
evaluates them by the same quantised integers, and reads and writes the same file. `fit.py` and `net.py`
train with it.

The patterns below must be those of crates/eval/src/patterns/geometry.rs: the file contains a checksum
of them, and othellier refuses a file with another one.
"""

import struct
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

# The patterns of the linear evaluation.
PATTERNS = [
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
# The patterns of the network.
NET_PATTERNS = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "b2 c2 d2 b3 c3 d3 b4 c4 d4",
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "a1 b1 c1 d1 a2 b2 c2 d2",
    "c2 d2 e2 f2 c3 d3 e3 f3",
    "c4 d4 e4 f4 c5 d5 e5 f5",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
]
# The move patterns of the network: where a side can move.
MOVE_PATTERNS = ["a1 b1 c1 a2 b2 c2 a3 b3 c3", "a1 b1 c1 d1 e1 f1 g1 h1"]
WIDTH = 64  # outputs of the feature transformer
INPUTS = WIDTH // 2  # products of its first half with its second
HIDDEN = 16  # hidden neurons
OUTPUT_BUCKETS = 61  # one for each number of empty squares
FEATURE_BUCKETS = (0, 16, 23, 35)  # the first output bucket of each feature bucket
ANCHOR_STRIDE = 4  # empty squares from one stage anchor to the next
ANCHORS = 60 // ANCHOR_STRIDE + 1
MOBILITY_BUCKETS = 36  # larger mobilities share the last
MOBILITY_ROW = 2 * MOBILITY_BUCKETS + 1  # mover, opponent, constant
MOBILITY = 61 * MOBILITY_ROW
CHUNK = 1 << 16  # boards processed at a time

# ---------------------------------------------------------------- the geometry


def square(name):
    """a1 is 0, b1 is 1, ..., h8 is 63."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def symmetries():
    """The eight symmetries, each as a permutation of the 64 squares."""
    grid = np.arange(64).reshape(8, 8)
    rotations = [np.rot90(grid, quarters) for quarters in range(4)]
    return [image.ravel() for rotation in rotations for image in (rotation, rotation.T)]


def geometry(patterns, states=3):
    """The instances of the patterns, each as its squares and the canonical index of every configuration;
    and the number of canonical indices. A square has this many states.

    Configurations that are images of each other under a symmetry of the pattern share one canonical
    index; they are numbered in the order of their least configuration, pattern after pattern.
    """
    instances, count = [], 0
    for pattern in patterns:
        squares = np.array([square(name) for name in pattern.split()])
        configurations = np.arange(states ** len(squares))
        digits = [configurations // states**at % states for at in range(len(squares))]
        images, least = {}, configurations
        for symmetry in symmetries():
            image = symmetry[squares]
            images.setdefault(frozenset(image), image)
            if set(image) == set(squares):
                moved = [int(np.flatnonzero(squares == there)[0]) for there in image]
                least = np.minimum(least, sum(digit * states**there for digit, there in zip(digits, moved)))
        _, fold = np.unique(least, return_inverse=True)
        table = (count + fold).astype(np.int32)
        instances += [(image, table) for image in images.values()]
        count = int(table.max()) + 1
    return instances, count


INSTANCES, CANONICAL = geometry(PATTERNS)
NET_INSTANCES, PATTERN_FEATURES = geometry(NET_PATTERNS)
MOVE_INSTANCES, MOVE_FEATURES = geometry(MOVE_PATTERNS, states=2)
# Rows of a feature bucket: the net patterns, then the move patterns of the mover and of the opponent.
FEATURES = PATTERN_FEATURES + 2 * MOVE_FEATURES


def geometry_checksum(version):
    """FNV-1a of the patterns, the anchors and the dimensions of the network, as Rust prints them."""
    listed = lambda patterns: "[" + ", ".join(f'"{pattern}"' for pattern in patterns) + "]"
    checksum = 0xCBF29CE484222325
    text = f"{listed(PATTERNS)} {ANCHORS} {MOBILITY_BUCKETS} {listed(NET_PATTERNS)}"
    if version == VERSION_4:
        text += f" {WIDTH} {OUTPUT_BUCKETS_4} [0, 4, 6, 9]"
    else:
        text += f" {listed(MOVE_PATTERNS)} {WIDTH} {OUTPUT_BUCKETS} {list(FEATURE_BUCKETS)}"
    for byte in text.encode():
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return checksum


# ---------------------------------------------------------------- examples

EXAMPLE = np.dtype(
    [("mover", "<u8"), ("opponent", "<u8"), ("outcome", "<i2"), ("forecast", "<i2"), ("game", "<u4")]
)
NO_FORECAST = -(2**15)
SCORE_STEP = 200  # hundredths of a disc between two final scores, which are even
SHARD_MAGIC, SHARD_VERSION = b"OTHELLEX", 1


def read_shard(path):
    """The provenance and the examples of a shard; crates/train/src/example.rs describes the format."""
    content = Path(path).read_bytes()
    if content[:8] != SHARD_MAGIC:
        sys.exit(f"{path}: it is not a shard of examples")
    version, length = struct.unpack_from("<HH", content, 8)
    if version != SHARD_VERSION or (len(content) - 12 - length) % EXAMPLE.itemsize:
        sys.exit(f"{path}: it has another version, or it is truncated")
    return content[12 : 12 + length].decode(), np.frombuffer(content, EXAMPLE, offset=12 + length)


def write_shard(path, provenance, examples):
    """Writes a shard atomically: to a temporary file, which is then renamed."""
    # The provenance is truncated to what a shard has room for, between characters.
    provenance = provenance.encode()[:65535].decode(errors="ignore").encode()
    header = SHARD_MAGIC + struct.pack("<HH", SHARD_VERSION, len(provenance)) + provenance
    unfinished = Path(path).with_suffix(".unfinished")
    unfinished.write_bytes(header + examples.tobytes())
    unfinished.replace(path)


def shard_files(paths):
    """The shards that these paths name, those in folders included; at least one."""
    files = []
    for path in map(Path, paths):
        files += sorted(path.glob("*.examples")) if path.is_dir() else [path]
    if not files:
        sys.exit("there is no shard of examples")
    return files


def read_shards(paths):
    """The examples of shards and of folders of shards."""
    return np.concatenate([read_shard(file)[1] for file in shard_files(paths)])


def is_validation(examples, one_in):
    """Which examples belong to the validation set: the same games as in `othellier train fit --validation`."""
    if one_in == 0:
        return np.zeros(len(examples), bool)
    scattered = (examples["game"] * np.uint32(0x9E3779B1)) >> np.uint32(16)
    return scattered % one_in == 0


def is_searched(examples):
    """Which examples have the value of a search in place of the outcome, as midgame exploration has.

    They have no forecast, and their outcome is no possible final score. One searched value in two hundred
    equals a final score and is taken for one.
    """
    return (examples["forecast"] == NO_FORECAST) & (examples["outcome"] % SCORE_STEP != 0)


def forecast_bias(examples, empties, kept):
    """The mean error of the forecasts of the kept examples in discs, by number of empty squares."""
    some = kept & (examples["forecast"] != NO_FORECAST)
    number = np.bincount(empties[some], minlength=61)
    excess = (examples["forecast"][some].astype(np.int32) - examples["outcome"][some]) / 100
    return (np.bincount(empties[some], excess, minlength=61) / np.maximum(number, 1)).astype(np.float32)


def targets(examples, empties, kept, blend):
    """The training targets in discs: outcomes, blended with forecasts after removal of their bias.

    The value of a search that stands in place of an outcome loses the same bias.
    """
    outcome = examples["outcome"] / np.float32(100)
    forecast = examples["forecast"] / np.float32(100)
    bias = forecast_bias(examples, empties, kept)[empties]
    blended = outcome + blend * (forecast - bias - outcome)
    unblended = np.where(is_searched(examples), outcome - bias, outcome)
    return np.where(examples["forecast"] != NO_FORECAST, blended, unblended)


# ---------------------------------------------------------------- features


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


def in_chunks(function, examples):
    """The values of a function of examples, by chunks that fit into the cache, one per core at a time."""
    with ThreadPoolExecutor() as cores:
        return list(cores.map(lambda at: function(examples[at : at + CHUNK]), range(0, len(examples), CHUNK)))


def counts(examples):
    """The numbers of empty squares, of the mover's moves, and of the moves the opponent would have."""

    def of_some(some):
        mover, opponent = some["mover"], some["opponent"]
        squares = (~(mover | opponent), legal_moves(mover, opponent), legal_moves(opponent, mover))
        return np.stack([np.bitwise_count(some) for some in squares])

    pieces = in_chunks(of_some, examples)
    return np.concatenate([np.empty((3, 0), np.uint8), *pieces], axis=1).astype(np.int64)


def bits(boards):
    """The 64 squares of many bitboards."""
    return np.unpackbits(np.ascontiguousarray(boards).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")


def indices_of(digits, instances, states):
    """The canonical index of each pattern instance, from the state of each square."""
    indices = np.empty((len(digits), len(instances)), np.int32)
    for instance, (squares, table) in enumerate(instances):
        indices[:, instance] = table[digits[:, squares] @ (states ** np.arange(len(squares), dtype=np.int32))]
    return indices


def canonical_indices(examples, instances):
    """The canonical index of each pattern instance."""
    # 0 for the mover, 1 for empty, 2 for the opponent.
    digits = (1 + bits(examples["opponent"]) - bits(examples["mover"])).astype(np.int32)
    return indices_of(digits, instances, 3)


def active_features(examples):
    """The rows of the network's active features."""
    mover, opponent = examples["mover"], examples["opponent"]
    features = [canonical_indices(examples, NET_INSTANCES)]
    for side, moves in enumerate((legal_moves(mover, opponent), legal_moves(opponent, mover))):
        first = PATTERN_FEATURES + side * MOVE_FEATURES
        features.append(first + indices_of(bits(moves).astype(np.int32), MOVE_INSTANCES, 2))
    return np.concatenate(features, axis=1)


def mobility_of(empties, moves, replies):
    """The indices of the three mobility weights: mover, opponent, constant."""
    row, most = empties * MOBILITY_ROW, MOBILITY_BUCKETS - 1
    own, theirs = np.minimum(moves, most), MOBILITY_BUCKETS + np.minimum(replies, most)
    return np.stack([row + own, row + theirs, row + 2 * MOBILITY_BUCKETS], axis=1).astype(np.int32)


def anchors_of(empties):
    """The two stage anchors between which a board is interpolated; the same twice where it is on one."""
    even = empties // 2 * 2
    return even // ANCHOR_STRIDE, (even + ANCHOR_STRIDE - 1) // ANCHOR_STRIDE


def output_bucket_of(empties):
    """The output bucket of a board."""
    return empties


def feature_bucket_of(empties):
    """The feature bucket of a board."""
    return sum(output_bucket_of(empties) >= first for first in FEATURE_BUCKETS[1:])


# ---------------------------------------------------------------- evaluation


class Net(NamedTuple):
    """The quantised weights of the network; crates/eval/src/patterns/net.rs describes them."""

    feature_weights: np.ndarray  # FEATURE_BUCKETS x FEATURES x WIDTH, in 1/256
    feature_bias: np.ndarray  # FEATURE_BUCKETS x WIDTH
    hidden_weights: np.ndarray  # OUTPUT_BUCKETS x INPUTS x HIDDEN, in 1/256
    move_weights: np.ndarray  # OUTPUT_BUCKETS x HIDDEN, in 1/2^20, and so are the next two
    reply_weights: np.ndarray
    hidden_bias: np.ndarray
    output_weights: np.ndarray  # OUTPUT_BUCKETS x HIDDEN, in 1/4 of a hundredth of a disc
    output_bias: np.ndarray  # OUTPUT_BUCKETS, in 1/4096 of a hundredth of a disc


class Weights(NamedTuple):
    """The learned weights: linear ones in hundredths of a disc, and a network or None."""

    name: str
    anchors: np.ndarray  # ANCHORS x CANONICAL
    mobility: np.ndarray  # MOBILITY
    net: Net | None


def evaluate(weights, examples):
    """The values of many boards in discs, exactly as othellier computes them."""
    values = [np.empty(0)]
    for at in range(0, len(examples), CHUNK):
        some = examples[at : at + CHUNK]
        counted = counts(some)
        value = linear(weights, some, *counted)
        if weights.net:
            value += forward(weights.net, some, *counted)
        values.append(np.clip(value, -6400, 6400) / 100)
    return np.concatenate(values)


def linear(weights, examples, empties, moves, replies):
    """The linear evaluation: the sum of the weights."""
    indices = canonical_indices(examples, INSTANCES)
    before, after = (anchor[:, None] for anchor in anchors_of(empties))
    pairs = weights.anchors[before, indices].astype(np.int64) + weights.anchors[after, indices]
    # The mean of two integers is rounded towards zero.
    means = np.where(pairs < 0, -(-pairs // 2), pairs // 2)
    singles = weights.mobility[mobility_of(empties, moves, replies)].astype(np.int64)
    return means.sum(axis=1) + singles.sum(axis=1)


def forward(net, examples, empties, moves, replies):
    """The output of the network; a shift to the right rounds down."""
    bucket = feature_bucket_of(empties)
    sums = net.feature_bias[bucket]
    for feature in active_features(examples).T:
        sums += net.feature_weights[bucket, feature]
    # Clipped ReLU, and the product of the two halves.
    halves = sums.clip(0, 255)
    products = halves[:, :INPUTS] * halves[:, INPUTS:] >> 4
    values = np.empty(len(examples), np.int64)
    buckets = output_bucket_of(empties)
    for at in range(OUTPUT_BUCKETS):
        some = buckets == at
        hidden = net.hidden_bias[at] + products[some] @ net.hidden_weights[at]
        hidden += np.outer(moves[some], net.move_weights[at]) + np.outer(replies[some], net.reply_weights[at])
        values[some] = (net.output_bias[at] + (hidden.clip(0, 1 << 20) >> 10) @ net.output_weights[at]) >> 12
    return values


# ---------------------------------------------------------------- weights

VERSION = 5  # of the file format
VERSION_4 = 4  # without move features, and with fewer output buckets
OUTPUT_BUCKETS_4 = 16


def write_weights(path, weights):
    """Writes the file that crates/eval/src/patterns/weights.rs describes."""

    def block(numbers):
        halves = numbers.astype("<i2").view(np.uint8).reshape(-1, 2)
        return zlib.compress(halves.T.tobytes(), 9)

    name, anchors, mobility, net = weights
    blocks = [block(anchor) for anchor in anchors] + [block(mobility)]
    if net:
        outputs = [part[at].ravel() for at in range(OUTPUT_BUCKETS) for part in net[2:]]
        parameters = np.concatenate([net.feature_bias.ravel(), *outputs]).astype("<i4")
        rows = [rows.astype(np.int8).tobytes() for rows in net.feature_weights]
        # An empty block is the same as the one before.
        same = [False] + [own == before for before, own in zip(rows, rows[1:])]
        blocks += [b"" if is_same else zlib.compress(own, 9) for own, is_same in zip(rows, same)]
        blocks += [zlib.compress(parameters.tobytes(), 9)]
    else:
        blocks += [b""] * (len(FEATURE_BUCKETS) + 1)
    name = name.encode()[:255]
    body = struct.pack("<QB", geometry_checksum(VERSION), len(name)) + name
    body += b"".join(struct.pack("<I", len(block)) for block in blocks) + b"".join(blocks)
    header = b"OTHELLPW" + struct.pack("<HI", VERSION, zlib.crc32(body))
    Path(path).write_bytes(header + body)


def read_weights(path):
    """The weights of a file."""
    content = Path(path).read_bytes()
    if content[:8] != b"OTHELLPW":
        sys.exit(f"{path}: it is not a file of pattern weights")
    version, checksum = struct.unpack_from("<HI", content, 8)
    body = content[14:]
    if version not in (VERSION, VERSION_4) or zlib.crc32(body) != checksum:
        sys.exit(f"{path}: it has another version, or it is damaged")
    checksum, length = struct.unpack_from("<QB", body)
    if checksum != geometry_checksum(version):
        sys.exit(f"{path}: its weights are for other patterns")
    name = body[9 : 9 + length].decode()
    count = ANCHORS + 1 + len(FEATURE_BUCKETS) + 1
    lengths = struct.unpack_from(f"<{count}I", body, 9 + length)
    ends = np.cumsum(lengths) + 9 + length + 4 * count
    blocks = [body[end - length : end] for end, length in zip(ends, lengths)]

    def table(block):
        halves = np.frombuffer(zlib.decompress(block), np.uint8).reshape(2, -1)
        return np.ascontiguousarray(halves.T).view("<i2").ravel()

    tables = [table(block) for block in blocks[: ANCHORS + 1]]
    net = read_net(*blocks[ANCHORS + 1 :]) if blocks[-1] else None
    return Weights(name, np.stack(tables[:ANCHORS]), tables[ANCHORS], net)


def read_net(*blocks):
    """The network of its blocks: the weights of each feature bucket, and all other parameters."""
    *packed, parameters = blocks
    rows, parameters = [], zlib.decompress(parameters)
    for own in packed:
        # An empty block is the same as the one before.
        rows.append(np.frombuffer(zlib.decompress(own), np.int8).reshape(-1, WIDTH) if own else rows[-1])
    rows = np.stack(rows)
    # Version 4 has no rows for moves.
    rows = np.pad(rows, ((0, 0), (0, FEATURES - rows.shape[1]), (0, 0)))
    parameters = np.frombuffer(parameters, "<i4").astype(np.int64)
    bias, outputs = np.split(parameters, [len(FEATURE_BUCKETS) * WIDTH])
    outputs = outputs.reshape(-1, (INPUTS + 4) * HIDDEN + 1)
    # Version 4 has an output bucket for every few numbers of empty squares.
    bias, outputs = bias.reshape(-1, WIDTH), outputs[np.arange(OUTPUT_BUCKETS) * len(outputs) // OUTPUT_BUCKETS]
    hidden, others, output_bias = np.split(outputs, [INPUTS * HIDDEN, (INPUTS + 4) * HIDDEN], axis=1)
    four = others.reshape(OUTPUT_BUCKETS, 4, HIDDEN).swapaxes(0, 1)
    return Net(rows, bias, hidden.reshape(OUTPUT_BUCKETS, INPUTS, HIDDEN), *four, output_bias[:, 0])
