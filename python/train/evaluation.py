"""The learned evaluation of Othellier in NumPy: its geometry, its examples and its file of weights.

This is the twin of what othellier does: it reads the same shards, looks boards up in the same tables,
judges them by the same whole numbers, and reads and writes the same file. `fit.py` and `net.py` learn
with it.

The shapes below must be those of crates/eval/src/patterns/shapes.rs: a number made from them stands
in the file, and othellier refuses a file with another one.
"""

import struct
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

# The shapes of the sum of weights.
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
# The shapes of the net.
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
WIDTH = 64  # numbers of a row of the net
INPUTS = WIDTH // 2  # products of the first half of a row with the second
HIDDEN = 16  # hidden sums
HEADS = 16  # hidden layers, each for some numbers of empty squares
PARTS = (0, 4, 6, 9)  # the first hidden layer of each part of the game, which has rows of its own
STRIDE = 4  # empty squares from one knot to the next
KNOTS = 60 // STRIDE + 1
MOBILITIES = 36  # more moves count as the last
MOBILITY_ROW = 2 * MOBILITIES + 1  # mover, opponent, constant
MOBILITY = 61 * MOBILITY_ROW
PIECE = 1 << 16  # boards that are worked on at a time

# ---------------------------------------------------------------- the geometry


def square(name):
    """a1 is 0, b1 is 1, ..., h8 is 63."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def symmetries():
    """The eight symmetries, each as the 64 squares that the squares go to."""
    grid = np.arange(64).reshape(8, 8)
    turns = [np.rot90(grid, turn) for turn in range(4)]
    return [image.ravel() for turn in turns for image in (turn, turn.T)]


def geometry(shapes):
    """The places of the shapes, each as its squares and the class of every contents; and the classes.

    Contents that are each other's image under a symmetry which keeps the shape in its place are one
    class; classes are numbered in the order of their least contents, shape after shape.
    """
    places, classes = [], 0
    for shape in shapes:
        squares = np.array([square(name) for name in shape.split()])
        contents = np.arange(3 ** len(squares))
        digits = [contents // 3**at % 3 for at in range(len(squares))]
        images, least = {}, contents
        for symmetry in symmetries():
            image = symmetry[squares]
            images.setdefault(frozenset(image), image)
            if set(image) == set(squares):
                moved = [int(np.flatnonzero(squares == there)[0]) for there in image]
                least = np.minimum(least, sum(digit * 3**there for digit, there in zip(digits, moved)))
        _, fold = np.unique(least, return_inverse=True)
        table = (classes + fold).astype(np.int32)
        places += [(image, table) for image in images.values()]
        classes = int(table.max()) + 1
    return places, classes


PLACES, CLASSES = geometry(SHAPES)
SMALL_PLACES, ROWS = geometry(SMALL)


def geometry_number():
    """FNV-1a of the shapes, the knots and the measures of the net, as Rust prints them."""
    listed = lambda shapes: "[" + ", ".join(f'"{shape}"' for shape in shapes) + "]"
    number = 0xCBF29CE484222325
    told = f"{listed(SHAPES)} {KNOTS} {MOBILITIES} {listed(SMALL)} {WIDTH} {HEADS} {list(PARTS)}"
    for byte in told.encode():
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
    some = told & kept
    number = np.bincount(empties[some], minlength=61)
    optimism = np.bincount(empties[some], (forecast - outcome)[some], minlength=61)
    bias = (optimism / np.maximum(number, 1)).astype(np.float32)
    blended = outcome + blend * (forecast - bias[empties] - outcome)
    return np.where(told, blended, outcome)


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


def counts(examples):
    """The empty squares of boards, the moves of the mover, and those the opponent would have."""

    def of_some(at):
        mover, opponent = (examples[side][at : at + PIECE] for side in ("mover", "opponent"))
        squares = (~(mover | opponent), legal_moves(mover, opponent), legal_moves(opponent, mover))
        return np.stack([np.bitwise_count(some) for some in squares])

    # In pieces: they stay in the cache, and every core has its own.
    with ThreadPoolExecutor() as cores:
        pieces = list(cores.map(of_some, range(0, len(examples), PIECE)))
    return np.concatenate([np.empty((3, 0), np.uint8), *pieces], axis=1).astype(np.int64)


def look_up(examples, places):
    """The class of what stands at each of the places."""

    def bits(side):
        return np.unpackbits(np.ascontiguousarray(side).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")

    # 0 for the mover, 1 for empty, 2 for the opponent.
    digits = (1 + bits(examples["opponent"]) - bits(examples["mover"])).astype(np.int32)
    classes = np.empty((len(examples), len(places)), np.int32)
    for place, (squares, table) in enumerate(places):
        classes[:, place] = table[digits[:, squares] @ (3 ** np.arange(len(squares), dtype=np.int32))]
    return classes


def mobility_of(empties, moves, replies):
    """Where the three numbers of the mobility stand: the mover's, the opponent's, the constant."""
    row, most = empties * MOBILITY_ROW, MOBILITIES - 1
    own, theirs = np.minimum(moves, most), MOBILITIES + np.minimum(replies, most)
    return np.stack([row + own, row + theirs, row + 2 * MOBILITIES], axis=1).astype(np.int32)


def knots_of(empties):
    """The two knots whose mean a board has; the same twice where it stands on one."""
    even = empties // 2 * 2
    return even // STRIDE, (even + STRIDE - 1) // STRIDE


def head_of(empties):
    """The hidden layer of the net that a board goes through."""
    return empties * HEADS // 61


def part_of(empties):
    """The part of the game whose rows a board has."""
    return sum(head_of(empties) >= first for first in PARTS[1:])


# ---------------------------------------------------------------- judging


class Net(NamedTuple):
    """The whole numbers of a net, as crates/eval/src/patterns/net.rs tells of them."""

    rows: np.ndarray  # PARTS x ROWS x WIDTH, in 1/256
    start: np.ndarray  # PARTS x WIDTH
    products: np.ndarray  # HEADS x INPUTS x HIDDEN, in 1/256
    moves: np.ndarray  # HEADS x HIDDEN, in 1/2^20, and so are the next two
    replies: np.ndarray
    constants: np.ndarray
    worth: np.ndarray  # HEADS x HIDDEN, in 1/4 of a hundredth of a disc
    last: np.ndarray  # HEADS, in 1/4096 of a hundredth of a disc


class Weights(NamedTuple):
    """What was learned: a sum of weights in hundredths of a disc, and a net or None."""

    name: str
    knots: np.ndarray  # KNOTS x CLASSES
    mobility: np.ndarray  # MOBILITY
    net: Net | None


def judge(weights, examples):
    """The judgements of many boards in discs, as othellier makes them."""
    values = [np.empty(0)]
    for at in range(0, len(examples), PIECE):
        some = examples[at : at + PIECE]
        counted = counts(some)
        value = summed(weights, some, *counted)
        if weights.net:
            value += said(weights.net, some, *counted)
        values.append(np.clip(value, -6400, 6400) / 100)
    return np.concatenate(values)


def summed(weights, examples, empties, moves, replies):
    """The sum of the weights."""
    classes = look_up(examples, PLACES)
    before, after = (knot[:, None] for knot in knots_of(empties))
    pairs = weights.knots[before, classes].astype(np.int64) + weights.knots[after, classes]
    # The mean of two whole numbers is rounded towards zero.
    means = np.where(pairs < 0, -(-pairs // 2), pairs // 2)
    singles = weights.mobility[mobility_of(empties, moves, replies)].astype(np.int64)
    return means.sum(axis=1) + singles.sum(axis=1)


def said(net, examples, empties, moves, replies):
    """What the net says; a shift to the right rounds down."""
    part = part_of(empties)
    sums = net.start[part]
    for row in look_up(examples, SMALL_PLACES).T:
        sums += net.rows[part, row]
    halves = sums.clip(0, 255)
    products = halves[:, :INPUTS] * halves[:, INPUTS:] >> 4
    values = np.empty(len(examples), np.int64)
    heads = head_of(empties)
    for head in range(HEADS):
        some = heads == head
        hidden = net.constants[head] + products[some] @ net.products[head]
        hidden += np.outer(moves[some], net.moves[head]) + np.outer(replies[some], net.replies[head])
        values[some] = (net.last[head] + (hidden.clip(0, 1 << 20) >> 10) @ net.worth[head]) >> 12
    return values


# ---------------------------------------------------------------- weights

VERSION = 4  # of the file


def write_weights(path, weights):
    """Writes the file that crates/eval/src/patterns/weights.rs tells of."""

    def block(numbers):
        halves = numbers.astype("<i2").view(np.uint8).reshape(-1, 2)
        return zlib.compress(halves.T.tobytes(), 9)

    name, knots, mobility, net = weights
    blocks = [block(knot) for knot in knots] + [block(mobility)]
    if net:
        heads = [part[head].ravel() for head in range(HEADS) for part in net[2:]]
        numbers = np.concatenate([net.start.ravel(), *heads]).astype("<i4")
        blocks += [zlib.compress(rows.astype(np.int8).tobytes(), 9) for rows in net.rows]
        blocks += [zlib.compress(numbers.tobytes(), 9)]
    else:
        blocks += [b""] * (len(PARTS) + 1)
    name = name.encode()[:255]
    body = struct.pack("<QB", geometry_number(), len(name)) + name
    body += b"".join(struct.pack("<I", len(block)) for block in blocks) + b"".join(blocks)
    head = b"OTHELLPW" + struct.pack("<HI", VERSION, zlib.crc32(body))
    Path(path).write_bytes(head + body)


def read_weights(path):
    """The weights of a file."""
    content = Path(path).read_bytes()
    if content[:8] != b"OTHELLPW":
        sys.exit(f"{path}: it is not a file of pattern weights")
    version, checksum = struct.unpack_from("<HI", content, 8)
    body = content[14:]
    if version != VERSION or zlib.crc32(body) != checksum:
        sys.exit(f"{path}: it has another version, or it is damaged")
    number, length = struct.unpack_from("<QB", body)
    if number != geometry_number():
        sys.exit(f"{path}: its weights are for other shapes")
    name = body[9 : 9 + length].decode()
    count = KNOTS + 1 + len(PARTS) + 1
    lengths = struct.unpack_from(f"<{count}I", body, 9 + length)
    ends = np.cumsum(lengths) + 9 + length + 4 * count
    blocks = [body[end - length : end] for end, length in zip(ends, lengths)]

    def table(block):
        halves = np.frombuffer(zlib.decompress(block), np.uint8).reshape(2, -1)
        return np.ascontiguousarray(halves.T).view("<i2").ravel()

    tables = [table(block) for block in blocks[: KNOTS + 1]]
    net = read_net(*blocks[KNOTS + 1 :]) if blocks[-1] else None
    return Weights(name, np.stack(tables[:KNOTS]), tables[KNOTS], net)


def read_net(*blocks):
    """The net of its blocks: the rows of each part of the game, and all other numbers."""
    *rows, numbers = map(zlib.decompress, blocks)
    rows = np.stack([np.frombuffer(own, np.int8).reshape(ROWS, WIDTH) for own in rows])
    numbers = np.frombuffer(numbers, "<i4").astype(np.int64)
    start, heads = np.split(numbers, [len(PARTS) * WIDTH])
    start, heads = start.reshape(-1, WIDTH), heads.reshape(HEADS, -1)
    products, others, last = np.split(heads, [INPUTS * HIDDEN, (INPUTS + 4) * HIDDEN], axis=1)
    four = others.reshape(HEADS, 4, HIDDEN).swapaxes(0, 1)
    return Net(rows, start, products.reshape(HEADS, INPUTS, HIDDEN), *four, last[:, 0])
