"""Trains a large network that teaches the evaluation of Othellier, and labels examples with it.

The teacher is a residual network. It is far too slow for a search and much more accurate than the
evaluation: its values are better forecasts than those of a shallow search, and positions where it
disagrees with the evaluation are worth a deep search.

    python teacher.py fit games --out teacher.pt                    train the network on shards
    python teacher.py check endgames.obf --teacher teacher.pt       errors against known scores
    python teacher.py label games --to labelled --teacher teacher.pt
    python teacher.py choose games --teacher teacher.pt --weights my.bin --count 100000 --to hard

`fit` may be interrupted with Ctrl-C; the same command resumes it. `label` skips the shards it has written.
TF32 must stay off (see `precision.py`).
"""

import argparse
import math
import os
import pickle
import signal
import sys
import threading
import time
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from othellier import Position, batch, square
from othellier.train import (
    EXAMPLE,
    NO_FORECAST,
    SCORE_STEP,
    boards as boards_of,
    evaluate,
    forecast_bias,
    is_searched,
    is_validation,
    read_shard,
    read_shards,
    read_weights,
    shard_files,
    write_shard,
)
from precision import require_full_precision
from stages import counts

WARM_UP = 200  # steps until the peak learning rate, unless that is more than
SHORT_WARM_UP = 0.05  # this part of the training
FINAL_RATE = 0.01  # share of the learning rate that is left at the end
HUBER = 16  # the losses are quadratic below this error in discs, and linear above
RESULT_LOSS = 1.0  # weight of the cross-entropy of win, draw and loss
ERROR_LOSS = 0.25  # weight of the loss of the expected error
CHECKPOINT_SECONDS = 300  # between two checkpoints
JUDGED = 4096  # boards judged at a time
CHOSEN = 10000  # examples of a shard of chosen ones

# ---------------------------------------------------------------- the boards


class Boards(NamedTuple):
    """Many boards as tensors, and what the network should say about them."""

    sets: torch.Tensor  # N x 4 bitboards: mover, opponent, moves, replies
    empties: torch.Tensor
    forecast: torch.Tensor  # in discs
    outcome: torch.Tensor  # in discs; not a number where the outcome of the game is unknown

    @staticmethod
    def of(examples, kept=None):
        """The boards of examples. Their forecasts lose the bias that the kept examples have (all of them by default).

        Where there is no forecast, the outcome is proven, or it is the value of a search: it is the forecast.
        """
        discs = boards_of(examples)
        sets = np.concatenate([discs, batch.legal_moves(discs)], axis=1)
        empties = 64 - np.bitwise_count(discs).sum(axis=1, dtype=np.int64)
        bias = forecast_bias(examples if kept is None else examples[kept])[empties]
        outcome, searched = examples["outcome"] / np.float32(100), is_searched(examples)
        has_forecast = examples["forecast"] != NO_FORECAST
        forecast = np.where(has_forecast, examples["forecast"] / np.float32(100), outcome)
        forecast = forecast - np.where(has_forecast | searched, bias, 0)
        outcome[searched] = np.nan
        return Boards(*map(torch.from_numpy, (sets.view(np.int64), empties.astype(np.uint8), forecast, outcome)))

    def some(self, which):
        return Boards(*(part[which] for part in self))

    def to(self, device):
        return Boards(*(part.to(device) for part in self))


# ---------------------------------------------------------------- the network

PLANES = 7


def symmetries():
    """The eight symmetries, each as a permutation of the 64 squares."""
    grid = np.arange(64).reshape(8, 8)
    rotations = [np.rot90(grid, quarters) for quarters in range(4)]
    return [image.ravel() for rotation in rotations for image in (rotation, rotation.T)]


class Residual(nn.Module):
    """Two convolutions and the identity. Every other block is gated: the means of its channels, over the
    board, scale and shift them (squeeze and excitation)."""

    def __init__(self, channels, is_gated):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        nn.init.constant_(self.second_norm.weight, 0.2)
        squeezed = channels // 4
        layers = (nn.Linear(channels, squeezed), nn.ReLU(), nn.Linear(squeezed, 2 * channels))
        self.gate = nn.Sequential(*layers) if is_gated else None

    def forward(self, x):
        y = functional.relu(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        if self.gate is not None:
            scale, shift = self.gate(y.mean((2, 3)))[:, :, None, None].chunk(2, dim=1)
            y = y * torch.sigmoid(scale) + shift
        return functional.relu(x + y)


class Judgement(NamedTuple):
    """What the network says about boards, for the side to move, in discs."""

    forecast: torch.Tensor  # the value of a search, without its bias
    outcome: torch.Tensor  # the outcome of the game
    result: torch.Tensor  # N x 3: win, draw, loss; logits in the network, probabilities from `judge`
    error: torch.Tensor  # the expected absolute error of the value

    @property
    def value(self):
        """The value of a board is the mean of forecast and outcome: it is better than each of them."""
        return ((self.forecast + self.outcome) / 2).clip(-64, 64)


class Teacher(nn.Module):
    """The residual network. One unit of its outputs is 20 discs."""

    def __init__(self, blocks, channels, name="teacher"):
        super().__init__()
        self.name = name
        # Not part of the state: the same for all.
        self.register_buffer("symmetries", torch.from_numpy(np.stack(symmetries())), persistent=False)
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Residual(channels, is_gated=at % 2 == 1) for at in range(blocks))
        self.head = nn.Conv2d(channels, 32, 1, bias=False)
        self.head_norm = nn.BatchNorm2d(32)
        self.hidden = nn.Linear(32 * 64, 256)
        self.discs = nn.Linear(256, 2)
        self.result = nn.Linear(256, 3)
        self.error = nn.Linear(256, 1)
        for output in (self.discs, self.result, self.error):
            nn.init.normal_(output.weight, std=0.02)
            nn.init.zeros_(output.bias)

    def planes(self, boards, views):
        """The inputs, N x PLANES x 8 x 8, each board seen through the symmetry that `views` has for it.

        They are the discs of mover and opponent, the moves of both, the number of empty squares, its parity,
        and ones, which show where the board ends.
        """
        shifts = self.symmetries[views]
        squares = ((boards.sets[:, :, None] >> shifts[:, None, :]) & 1).float()
        empties = boards.empties.float()
        constants = torch.stack([empties / 32 - 1, empties % 2, torch.ones_like(empties)], dim=1)
        return torch.cat([squares, constants[:, :, None].expand(-1, -1, 64)], dim=1).view(-1, PLANES, 8, 8)

    def forward(self, boards, views):
        x = self.planes(boards, views).to(memory_format=torch.channels_last)
        with torch.autocast(x.device.type, torch.bfloat16, enabled=x.device.type == "cuda"):
            x = functional.relu(self.stem_norm(self.stem(x)))
            for block in self.blocks:
                x = block(x)
            x = functional.relu(self.head_norm(self.head(x)))
        x = functional.relu(self.hidden(x.float().permute(0, 2, 3, 1).flatten(1)))
        forecast, outcome = (20 * self.discs(x)).unbind(dim=1)
        return Judgement(forecast, outcome, self.result(x), 20 * functional.softplus(self.error(x)[:, 0]))

    def device(self):
        return self.symmetries.device

    def title(self):
        """The name in provenances, with a checksum of the weights."""
        checksum = 0
        for part in self.state_dict().values():
            checksum = zlib.crc32(part.cpu().contiguous().numpy().tobytes(), checksum)
        return f"{self.name}-{checksum:08x}"


@torch.no_grad()
def judge(teacher, examples, views=1):
    """The judgement of boards in NumPy: the mean over the first symmetries, and probabilities of the results."""
    require_full_precision()
    teacher.eval()
    everything = Boards.of(examples)
    found = Judgement(*(np.zeros((len(examples), *shape), np.float32) for shape in ((), (), (3,), ())))
    for at in range(0, len(examples), JUDGED):
        piece = slice(at, at + JUDGED)
        boards = everything.some(piece).to(teacher.device())
        for view in range(views):
            one = teacher(boards, torch.full_like(boards.empties, view, dtype=torch.int64))
            one = one._replace(result=one.result.softmax(dim=1))
            for mean, part in zip(found, one):
                mean[piece] += part.cpu().numpy() / views
    return found


# ---------------------------------------------------------------- files

TEACHER_VERSION = 1  # of the file format


def save(content, path):
    """Writes a file of PyTorch atomically."""
    unfinished = f"{path}.unfinished"
    torch.save(content, unfinished)
    os.replace(unfinished, path)


def load(path, what):
    """Reads a file of PyTorch; plain numbers alone, no code."""
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, KeyError, pickle.UnpicklingError):
        sys.exit(f"{path}: it is not a {what}")


def write_teacher(path, teacher):
    state = teacher.state_dict()
    save({"teacher": TEACHER_VERSION, "name": teacher.name, "state": state}, path)


def read_teacher(path, device):
    """The network of a file: one that `fit` wrote, or the bare state of a network of the same form that has
    no outputs for result and expected error, which then are not numbers."""
    content = load(path, "teacher")
    if not isinstance(content, dict) or "stem.weight" not in content.get("state", content):
        sys.exit(f"{path}: it is not a teacher")
    if content.get("teacher", TEACHER_VERSION) != TEACHER_VERSION:
        sys.exit(f"{path}: it has another version")
    name, state = content.get("name", Path(path).stem), content.get("state", content)
    blocks = len({key.split(".")[1] for key in state if key.startswith("blocks.")})
    teacher = Teacher(blocks, len(state["stem.weight"]), name)
    own = teacher.state_dict()
    if "state" not in content:
        missing = list(own)[len(state) :]
        state = dict(zip(own, state.values())) | {key: torch.full_like(own[key], math.nan) for key in missing}
    try:
        teacher.load_state_dict(state)
    except RuntimeError:
        sys.exit(f"{path}: its network has another form")
    return teacher.to(device).to(memory_format=torch.channels_last)


# ---------------------------------------------------------------- training


class Training:
    """A training in progress. What it does in a step depends on the settings and on the number of the step
    alone, so that one that was interrupted continues as if it had not been."""

    def __init__(self, settings, name, boards):
        require_full_precision()
        self.settings, self.boards = settings, boards
        torch.manual_seed(settings["seed"])
        device = boards.sets.device
        teacher = Teacher(settings["blocks"], settings["channels"], name)
        self.teacher = teacher.to(device).to(memory_format=torch.channels_last)
        self.adam = torch.optim.AdamW(self.teacher.parameters(), lr=settings["rate"], weight_decay=0.01)
        self.steps_per_epoch = -(-len(boards.sets) // settings["batch"])
        self.step, self.seconds = 0, 0.0

    def checkpoint(self):
        return {
            "settings": self.settings,
            "step": self.step,
            "seconds": self.seconds,
            "teacher": self.teacher.state_dict(),
            "adam": self.adam.state_dict(),
        }

    def resume(self, checkpoint):
        """Continues from a checkpoint; returns whether that has the same settings."""
        if checkpoint["settings"] != self.settings:
            return False
        self.teacher.load_state_dict(checkpoint["teacher"])
        self.adam.load_state_dict(checkpoint["adam"])
        self.step, self.seconds = checkpoint["step"], checkpoint["seconds"]
        return True

    def progress(self):
        """The part of the training that is done: of the time where that is limited, of the steps otherwise."""
        minutes, epochs = self.settings["minutes"], self.settings["epochs"]
        return self.seconds / (60 * minutes) if minutes else self.step / (epochs * self.steps_per_epoch)

    def train(self, report, keep, is_stopped):
        """Trains to the end, and returns True; or keeps a checkpoint when it is stopped, and returns False.

        `report` receives the number of the epoch and the mean loss after every epoch, and at the end.
        """
        started, kept = time.time() - self.seconds, time.time()
        shuffled, losses = None, []
        while self.progress() < 1:
            epoch, at = divmod(self.step, self.steps_per_epoch)
            if at == 0 or shuffled is None:
                shuffled = self.shuffled(epoch)
            piece = slice(at * self.settings["batch"], (at + 1) * self.settings["batch"])
            losses.append(self.learn(*(part[piece] for part in shuffled)))
            self.step += 1
            self.seconds = time.time() - started
            if at + 1 == self.steps_per_epoch or self.progress() >= 1:
                report(epoch + 1, torch.stack(losses).mean().item())
                losses = []
            if is_stopped():
                keep(self.checkpoint())
                return False
            if time.time() - kept > CHECKPOINT_SECONDS:
                keep(self.checkpoint())
                kept = time.time()
        return True

    def shuffled(self, epoch):
        """The order of the examples in an epoch, and the symmetry through which each of its places is seen."""
        device = self.boards.sets.device
        generator = torch.Generator(device).manual_seed(1_000_003 * self.settings["seed"] + epoch)
        order = torch.randperm(len(self.boards.sets), generator=generator, device=device)
        return order, torch.randint(8, order.shape, generator=generator, device=device)

    def learn(self, which, views):
        """One step of Adam; the learning rate warms up and decays along a cosine."""
        progress = self.progress()
        warm_up = min(1, max((self.step + 1) / WARM_UP, progress / SHORT_WARM_UP))
        cosine = (1 + math.cos(math.pi * progress)) / 2
        rate = warm_up * (FINAL_RATE + (1 - FINAL_RATE) * cosine)
        for group in self.adam.param_groups:
            group["lr"] = rate * self.settings["rate"]
        self.teacher.train()
        boards = self.boards.some(which)
        loss = loss_of(self.teacher(boards, views), boards)
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        return loss.detach()


def loss_of(judged, boards):
    """The loss of forecast, outcome, result and expected error; the last three where the outcome is known."""
    is_known = ~boards.outcome.isnan()
    outcome = boards.outcome.nan_to_num()

    def huber(found, wanted):
        return functional.smooth_l1_loss(found, wanted, beta=HUBER, reduction="none")

    result = functional.cross_entropy(judged.result, 1 - outcome.sign().long(), reduction="none")
    error = huber(judged.error, (judged.value.detach() - outcome).abs())
    known = huber(judged.outcome, outcome) + RESULT_LOSS * result + ERROR_LOSS * error
    known = (known * is_known).sum() / is_known.sum().clamp(min=1)
    return huber(judged.forecast, boards.forecast).mean() + known


def errors(judged, examples):
    """The errors on examples whose outcome is known, as text."""
    known = ~is_searched(examples)
    if not known.any():
        return "none"
    outcome = examples["outcome"][known] / 100
    error = (judged.value[known] - outcome).astype(np.float64)
    right = judged.result[known].argmax(axis=1) == 1 - np.sign(outcome)
    return (
        f"MAE {np.abs(error).mean():.3f} (expected {judged.error[known].mean():.3f}), "
        f"RMSE {np.sqrt((error**2).mean()):.3f}, results {100 * right.mean():.1f} %"
    )


def stop_event():
    """An event that Ctrl-C and the end of the session set."""
    event = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: event.set())
    return event


def fit(options):
    examples = read_shards(options.shards)
    validation = is_validation(examples, options.validation)
    unseen = examples[validation]
    print(f"{len(examples)} examples, {len(unseen)} of them in the validation set")
    if len(unseen) == len(examples):
        sys.exit("there is no example to train on")
    names = ("blocks", "channels", "epochs", "minutes", "batch", "rate", "validation", "seed")
    settings = {name: getattr(options, name) for name in names}
    settings["examples"] = [len(examples), zlib.crc32(examples)]
    boards = Boards.of(examples, ~validation).some(torch.from_numpy(~validation)).to(options.device)
    training = Training(settings, Path(options.out).stem, boards)
    checkpoint = Path(f"{options.out}.checkpoint")
    if checkpoint.exists():
        if not training.resume(load(checkpoint, "checkpoint")):
            sys.exit(f"{checkpoint}: it has other settings or examples; remove it to start anew")
        print(f"resumed after {training.step} steps")

    def report(epoch, loss):
        line = f"epoch {epoch}: loss {loss:.4f}"
        if len(unseen):
            line += f", validation: {errors(judge(training.teacher, unseen), unseen)}"
        print(f"{line}, {training.seconds:.0f} s", flush=True)

    stop = stop_event()
    if not training.train(report, lambda content: save(content, checkpoint), stop.is_set):
        print(f"stopped after {training.step} steps; the same command resumes")
        sys.exit(130)
    write_teacher(options.out, training.teacher)
    checkpoint.unlink(missing_ok=True)


# ---------------------------------------------------------------- labelling


def labelled(examples, value, mix):
    """The examples with the teacher's values as forecasts, or mixed with the values of the searches.

    Outcomes of games stay, and so do examples without a forecast, whose outcome is proven. The value of a
    search in place of an outcome is replaced as a forecast would be.
    """

    def mixed(own, some):
        hundredths = mix * 100 * value[some].astype(np.float64) + (1 - mix) * own[some]
        return np.rint(hundredths).astype(np.int16)

    after = examples.copy()
    some = examples["forecast"] != NO_FORECAST
    after["forecast"][some] = mixed(examples["forecast"], some)
    some = is_searched(examples)
    searched = mixed(examples["outcome"], some)
    # It must not be taken for a final score.
    aside = np.where(searched > 0, -1, 1) * (searched % SCORE_STEP == 0)
    after["outcome"][some] = searched + aside
    return after


def label(options):
    teacher = read_teacher(options.teacher, options.device)
    own_provenance = f"label teacher={teacher.title()} views={options.views} mix={options.mix:g}"
    files = shard_files(options.shards)
    folder = Path(options.to)
    folder.mkdir(parents=True, exist_ok=True)
    if len({file.name for file in files}) < len(files):
        sys.exit("two shards have the same name; label their folders one by one")
    for done, file in enumerate(files, 1):
        provenance, examples = read_shard(file)
        provenance, target = f"{provenance}; {own_provenance}", folder / file.name
        if target.exists():
            found, _ = read_shard(target)
            if found != provenance:
                sys.exit(f"{target}: it was made in another way: {found}")
            print(f"{done} of {len(files)}: {file.name} exists")
            continue
        after = labelled(examples, judge(teacher, examples, options.views).value, options.mix)
        write_shard(target, provenance, after)
        changed = (after != examples).sum()
        print(f"{done} of {len(files)}: {file.name}, {changed} of {len(examples)} examples relabelled", flush=True)


# ---------------------------------------------------------------- known scores


def after_move(mover, opponent, at):
    """The board after a legal move, for the side that moves next."""
    after = Position.from_bits(mover, opponent).play(at)
    return after.white, after.black


def final_score(mover, opponent):
    """The score of a finished game; empty squares count for the winner."""
    return Position.from_bits(mover, opponent).score


def moves_of(mover, opponent):
    """The legal moves of one board, as a bitboard."""
    return int(batch.legal_moves(np.array([[mover, opponent]], np.uint64))[0, 0])


def as_examples(boards):
    """Boards, pairs of the discs of mover and opponent, as examples without labels."""
    examples = np.zeros(len(boards), EXAMPLE)
    examples["mover"], examples["opponent"] = zip(*boards) if boards else ((), ())
    return examples


def values_of(boards, judged):
    """The values of boards, pairs of mover and opponent, and their expected errors: those of `judged`, which
    judges examples, after a pass where only the opponent can move; the final score where the game is over."""
    can, could = (batch.legal_moves(boards_of(as_examples(boards))) != 0).T
    turned = [board if moves else board[::-1] for board, moves in zip(boards, can)]
    sign = np.where(can, 1, -1)
    over = ~can & ~could
    values = np.array([final_score(*board) if ends else 0 for board, ends in zip(boards, over)], np.float64)
    expected = np.zeros(len(boards))
    judgement = judged(as_examples([board for board, ends in zip(turned, over) if not ends]))
    values[~over], expected[~over] = sign[~over] * judgement.value, judgement.error
    return values, expected


class Problem(NamedTuple):
    """A board with its score, and the scores of its moves where they are known."""

    board: tuple[int, int]
    score: float
    moves: dict[str, float]


def parse_board(board, side):
    """The discs of mover and opponent; None where the text is no board."""
    black, white = "X*B", "OW"
    board, side = board.strip().upper(), side.strip().upper()
    if len(board) != 64 or len(side) != 1 or side not in black + white or set(board) - set(black + white + "-."):
        return None
    own, other = (black, white) if side in black else (white, black)
    return tuple(sum(1 << at for at, disc in enumerate(board) if disc in discs) for discs in (own, other))


def read_problems(path):
    """The problems of a table (`.tsv`: board, side, score) or of a problem file (OBF), and how many had no score."""
    problems, skipped, is_table = [], 0, Path(path).suffix == ".tsv"
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        if is_table:
            text, *fields = line.split("\t")
            is_header = number == 1 and text.startswith("board")
        else:
            text, *fields = line.split("%")[0].strip().split(";")
            is_header = False
        if is_header or not text.strip():
            continue
        try:
            if is_table:
                board, scores = parse_board(text, fields[0]), {"": float(fields[1])}
            else:
                board = parse_board(text.strip()[:-1], text.strip()[-1])
                scores = dict(scored(field) for field in fields if field.strip())
                # An old program ended its lines with this.
                scores = {move: score for move, score in scores.items() if (move, score) != ("--", -127)}
        except (IndexError, ValueError):
            board = None
        if board is None:
            sys.exit(f"{path}: line {number} has no board, side and scores")
        if not scores:
            skipped += 1
            continue
        moves = {move: score for move, score in scores.items() if move not in ("", "ps", "--")}
        problems.append(Problem(board, max(moves.values() if moves else scores.values()), moves))
    return problems, skipped


def scored(field):
    """A field of a problem: a move and its score, or the score of the position."""
    move, _, score = field.strip().rpartition(":")
    return move.strip().lower(), float(score)


def lost_discs(problems, judged):
    """For each problem, the discs that the move loses which is best by 1 ply; NaN where not every move has a
    score. Of equal moves, the first by name is chosen."""
    lost, boards, choices = np.full(len(problems), np.nan), [], []
    for at, problem in enumerate(problems):
        legal = moves_of(*problem.board)
        names = sorted(problem.moves)
        if legal and sum(1 << square(name) for name in names) == legal:
            choices.append((at, len(boards), names))
            boards += [after_move(*problem.board, square(name)) for name in names]
    values = -values_of(boards, judged)[0]
    for at, first, names in choices:
        chosen = names[int(values[first : first + len(names)].argmax())]
        lost[at] = problems[at].score - problems[at].moves[chosen]
    return lost


def check(options):
    teacher = read_teacher(options.teacher, options.device)
    problems = []
    for path in options.files:
        found, skipped = read_problems(path)
        problems += found
        if skipped:
            print(f"{path}: {skipped} boards have no score")
    if not problems:
        sys.exit("there is no board with a score")

    boards = [problem.board for problem in problems]
    empties = counts(as_examples(boards))[0]
    value, expected = values_of(boards, lambda some: judge(teacher, some, options.views))
    error = value - [problem.score for problem in problems]
    lost = lost_discs(problems, lambda some: judge(teacher, some, options.views))
    print("empties   boards    bias     MAE  (exp.)    RMSE  choices    best    lost")
    for name, some in [(count, empties == count) for count in range(61)] + [("all", empties >= 0)]:
        if not some.any():
            continue
        own, choices = error[some], lost[some][~np.isnan(lost[some])]
        row = f"{name:>7} {some.sum():>8} {own.mean():>+7.2f} {np.abs(own).mean():>7.2f} {expected[some].mean():>7.2f}"
        row += f" {np.sqrt((own**2).mean()):>7.2f} {len(choices):>8}"
        if len(choices):
            row += f" {100 * (choices == 0).mean():>5.1f} % {choices.mean():>7.2f}"
        print(row)


# ---------------------------------------------------------------- choosing


def choose(options):
    """Writes the examples on which teacher and student differ most. Proven ones need no search: they are left out."""
    teacher, weights = read_teacher(options.teacher, options.device), read_weights(options.weights)
    folder = Path(options.to)
    if list(folder.glob("*.examples")):
        sys.exit(f"{folder}: there are shards already")
    seen, sources = 0, {}
    best, differences = np.empty(0, EXAMPLE), np.empty(0)
    for file in shard_files(options.shards):
        provenance, examples = read_shard(file)
        sources[provenance] = None
        examples = examples[(examples["forecast"] != NO_FORECAST) | is_searched(examples)]
        seen += len(examples)
        difference = np.abs(judge(teacher, examples, options.views).value - evaluate(weights, examples))
        best, differences = np.concatenate([best, examples]), np.concatenate([differences, difference])
        # Equal boards count once.
        order = np.argsort(-differences, kind="stable")
        _, first = np.unique(best[["mover", "opponent"]][order], return_index=True)
        order = order[np.sort(first)][: options.count]
        best, differences = best[order], differences[order]
    if not len(best):
        sys.exit("every outcome is proven: there is nothing to choose")
    provenance = f"choose teacher={teacher.title()} views={options.views} weights={weights.name} count={options.count}"
    provenance = f"{' + '.join(sources)}; {provenance}"
    folder.mkdir(parents=True, exist_ok=True)
    for shard, at in enumerate(range(0, len(best), CHOSEN)):
        write_shard(folder / f"chosen-{shard:05}.examples", provenance, best[at : at + CHOSEN])
    print(f"{len(best)} of {seen} examples; they differ by {differences[-1]:.2f} to {differences[0]:.2f} discs")


# ---------------------------------------------------------------- the command


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    found = "cuda" if torch.cuda.is_available() else "cpu"

    def add(name, run, help):
        command = commands.add_parser(name, help=help)
        command.add_argument("--device", default=found, help=f"device to compute on ({found})")
        command.set_defaults(run=run)
        return command

    def add_teacher(command, views):
        command.add_argument("--teacher", required=True, help="the network, a file of `fit`")
        help = f"symmetries whose mean is taken, 1 to 8 ({views})"
        command.add_argument("--views", type=int, choices=range(1, 9), default=views, metavar="N", help=help)

    command = add("fit", fit, "train a network on shards")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--out", required=True, help="write the network to this file")
    command.add_argument("--blocks", type=positive(int), default=10, help="residual blocks (10)")
    command.add_argument("--channels", type=positive(int), default=128, help="channels (128)")
    length = command.add_mutually_exclusive_group()
    length.add_argument("--epochs", type=positive(int), default=4, help="epochs (4)")
    length.add_argument("--minutes", type=positive(float), help="train for so long instead, whatever the number of epochs")
    command.add_argument("--batch", type=positive(int), default=4096, help="examples of a batch (4096)")
    command.add_argument("--rate", type=float, default=0.001, help="peak learning rate (0.001)")
    command.add_argument("--validation", type=int, default=50, help="one game in N is the validation set (50)")
    command.add_argument("--seed", type=int, default=1, help="random seed (1)")
    command = add("label", label, "write shards with the forecasts of the network")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--to", required=True, help="write the shards to this folder")
    add_teacher(command, 1)
    help = "weight of the network in the forecast; the rest is the old forecast (1)"
    command.add_argument("--mix", type=share, default=1.0, help=help)
    command = add("check", check, "errors of the network against known scores")
    command.add_argument("files", nargs="+", help="tables of boards with scores (.tsv), or problem files (OBF)")
    add_teacher(command, 8)
    command = add("choose", choose, "write the examples on which the network and weights differ most")
    command.add_argument("shards", nargs="+", help="shards, or folders of shards")
    command.add_argument("--to", required=True, help="write the shards to this folder")
    add_teacher(command, 1)
    command.add_argument("--weights", required=True, help="the weights of the evaluation")
    command.add_argument("--count", type=positive(int), required=True, help="how many examples to choose")
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


def positive(kind):
    """Parses numbers above zero."""

    def parse(text):
        if not (number := kind(text)) > 0:
            raise argparse.ArgumentTypeError(f"{text} is not above zero")
        return number

    return parse


def share(text):
    """A number from 0 to 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return number


if __name__ == "__main__":
    main()
