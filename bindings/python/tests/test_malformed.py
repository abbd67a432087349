"""Wrong calls raise exceptions that say what was expected; none ends the interpreter."""

import functools
import random

import numpy as np
import othellier
import pytest
from othellier import batch, gpt, grid

ODD = [
    None, -1, 0, 3, 7, 11, 64, 255, 256, 2**31, 2**63, 2**64, 2**70, -(2**63), 1.5, float("nan"), float("inf"),
    "", "z9", "startpos", "f5f5", "X" * 63, "X" * 64, "X" * 200, "é\0", "champion(", "champion(level=99)",
    "human", "gtp(cmd=\"/nowhere/engine\")", b"f5", True, [], [1], ["f5", 3], (), {}, {"a": 1}, object(), int, len,
    np.zeros(0, np.uint8), np.zeros((0, 60), np.uint8), np.zeros((3, 60), np.uint8), np.full((2, 60), 255, np.uint8),
    np.zeros((2, 60), np.int64), np.zeros((2, 2), np.uint64), np.ones((2, 2), np.uint64), np.zeros((8, 8), np.int8),
    np.full((8, 8), 7, np.int8), np.zeros((8, 8)), np.zeros((2, 3, 4), np.uint8), np.zeros((60, 3), np.uint8).T,
    np.array(["a"]), np.array([object()]), np.float32(1), np.zeros((5, 0), np.uint8),
]

CALLS = {
    "Board": lambda a, b: othellier.Board(a, size=b),
    "Board.push": lambda a, b: othellier.Board().push(a),
    "Board.is_legal": lambda a, b: othellier.Board(size=6).is_legal(a),
    "Position": lambda a, b: othellier.Position(a, size=b),
    "Position.play": lambda a, b: othellier.Position().play(a),
    "Position.flips": lambda a, b: othellier.Position().flips(a),
    "Position.from_bits": lambda a, b: othellier.Position.from_bits(a, b, "black"),
    "Position.from_bits size": lambda a, b: othellier.Position.from_bits(a, 0, "white", size=b),
    "Position.from_numpy": lambda a, b: othellier.Position.from_numpy(a, b),
    "Game": lambda a, b: othellier.Game(a, start=b),
    "Game.parse": lambda a, b: othellier.Game.parse(a, b),
    "Game.to_text": lambda a, b: othellier.Game("f5").to_text(a),
    "Game.push": lambda a, b: othellier.Game("f5").push(a),
    "Player": lambda a, b: othellier.Player(a, size=b),
    "Player seed": lambda a, b: othellier.Player("random", seed=a, size=b),
    "Player.choose": lambda a, b: othellier.Player("random").choose(a, clock=b),
    "search": lambda a, b: othellier.search(a, depth=b, player="minimax"),
    "search options": lambda a, b: othellier.search("f5", depth=1, lines=a, time=b),
    "search threads": lambda a, b: othellier.search("f5", depth=1, threads=a, nodes=b),
    "solve": lambda a, b: othellier.solve(othellier.Position(size=4), threads=a, hash=b),
    "solve selectivity": lambda a, b: othellier.solve(othellier.Position(size=4), selectivity=a),
    "evaluate": lambda a, b: othellier.evaluate(a, b),
    "outcome.load": lambda a, b: othellier.outcome.load(a),
    "outcome.predict": lambda a, b: othellier.outcome.load().predict(a, threads=b),
    "review": lambda a, b: othellier.review(a, level=0, time=b),
    "read": lambda a, b: othellier.read(a, b),
    "write": lambda a, b: othellier.write("/nowhere/games.txt", a, b),
    "match": lambda a, b: othellier.match("random", a, games=1, openings=b),
    "tournament": lambda a, b: othellier.tournament(a, format=b),
    "random_games": lambda a, b: batch.random_games(a, seed=1, size=b),
    "random_games seed": lambda a, b: batch.random_games(1, seed=a, first=b),
    "replay": lambda a, b: batch.replay(a, view=b),
    "replay size": lambda a, b: batch.replay(a, size=b),
    "replay out": lambda a, b: batch.replay(np.full((2, 60), 255, np.uint8), out=[a, b, None]),
    "canonical": lambda a, b: batch.canonical(a, size=b),
    "distinct": lambda a, b: batch.distinct(a),
    "play": lambda a, b: batch.play("random", "random", 1, openings=a, size=b),
    "Boards": lambda a, b: batch.Boards(a, size=b),
    "Boards.step": lambda a, b: batch.Boards(3).step(a),
    "Boards.sample": lambda a, b: batch.Boards(3).sample(a, out=b),
    "Boards.planes": lambda a, b: batch.Boards(3).planes(out=a),
    "Boards.masks": lambda a, b: batch.Boards(3).masks(out=a),
    "Boards.set": lambda a, b: batch.Boards(3).set(a, b),
    "Boards.position": lambda a, b: batch.Boards(3).position(a),
    "Boards.restart": lambda a, b: batch.Boards(3).restart(a),
    "gpt.games": lambda a, b: gpt.games(a, 1, b),
    "gpt.encode": lambda a, b: gpt.encode(a, b),
    "gpt.decode": lambda a, b: gpt.decode(a, b),
    "gpt.states": lambda a, b: gpt.states(a, b),
    "gpt.legal": lambda a, b: gpt.legal(a),
    "gpt.split": lambda a, b: gpt.split(a, b),
    "openings.random": lambda a, b: othellier.openings.random(2, plies=a, seed=1, size=b),
    "stats.interval": lambda a, b: othellier.stats.interval(a, b),
    "batch.legal_moves": lambda a, b: batch.legal_moves(a, threads=b),
    "chart.lines": lambda a, b: othellier.chart.lines({"a": a}, title=b),
    "chart.bars": lambda a, b: othellier.chart.bars({"a": a}, series=b),
    "chart.heat": lambda a, b: othellier.chart.heat(a, title="x", signed=b),
    "grid.run": lambda a, b: grid.run(a, "/nowhere/units", shard=b),
    "grid.merge": lambda a, b: grid.merge(a, "/nowhere/merged"),
    "lab.run": lambda a, b: othellier.lab.run(a, out="/nowhere/results", set=b),
    "lab.tables": lambda a, b: othellier.lab.tables(a),
    "lab.report": lambda a, b: othellier.lab.report(a, to=b),
    "train.read_shard": lambda a, b: othellier.train.read_shard(a),
    "train.write_shard": lambda a, b: othellier.train.write_shard("/nowhere/a.examples", a, b),
    "train.read_weights": lambda a, b: othellier.train.read_weights(a),
    "train.evaluate": lambda a, b: othellier.train.evaluate(othellier.train.Weights("", a, b, None), np.zeros(1, othellier.train.EXAMPLE)),
    "stats.elo": lambda a, b: othellier.stats.elo(a, b, 0),
    "stats.sprt": lambda a, b: othellier.stats.sprt(a, b, 1),
    "Archive": lambda a, b: othellier.Archive("/nowhere/a.db", read_only=a),
    "Book": lambda a, b: othellier.Book(a),
    "square": lambda a, b: othellier.square(a, size=b),
    "square_name": lambda a, b: othellier.square_name(a, size=b),
}

# Not exceptions of a caller's mistake: a panic of ours must fail the test.
EXPECTED = (TypeError, ValueError, OverflowError, IndexError, OSError, MemoryError, othellier.PlayerError,
            AttributeError, BufferError)


@functools.cache
def refused(name):
    """How many of 60 calls with odd values raise an exception."""
    chooser = random.Random(name)
    raised = 0
    for _ in range(60):
        a, b = chooser.choice(ODD), chooser.choice(ODD)
        try:
            CALLS[name](a, b)
        except EXPECTED as error:
            raised += 1
            assert str(error)
    return raised


@pytest.mark.parametrize("name", CALLS)
def test_wrong_calls_raise_exceptions(name):
    # Some of the odd values are right for some of the calls; most are not.
    assert refused(name) > 15


def test_2000_wrong_calls_are_refused():
    assert sum(map(refused, CALLS)) >= 2000


def test_messages_say_what_was_expected():
    for call, expected in [
        (lambda: othellier.Board(size=7), "expected 4, 6, 8 or 10"),
        (lambda: othellier.Board().push("z9"), "expected a square"),
        (lambda: othellier.Board().push("a1"), "not legal here; expected one of d3, c4, f5, e6"),
        (lambda: othellier.Board().push("pass"), "expected one of d3"),
        (lambda: othellier.search("f5", time=-1), "expected 0 or more"),
        (lambda: othellier.write("/tmp/x.foo", []), "format= one of"),
        (lambda: othellier.Board().push(99), "expected 0 to 63"),
        (lambda: othellier.Player("champian"), "champion"),
        (lambda: othellier.search("f5", player="champion(level=99)"), "level"),
        (lambda: batch.replay(np.zeros((2, 60), np.uint8)), "not legal"),
        (lambda: batch.replay(np.full((2, 60), 255, np.uint8), view="white"), "expected 'black' or 'mine'"),
        (lambda: gpt.games(1, vocab="li60"), "expected 'li61'"),
    ]:
        with pytest.raises(ValueError, match=expected):
            call()
    for call, expected in [
        (lambda: othellier.Board(6), "size=8"),
        (lambda: othellier.evaluate(5), "a list of positions"),
        (lambda: batch.replay([[1, 2]]), "array of uint8 in 2 dimensions, not list"),
        (lambda: batch.replay(np.zeros((2, 60))), "array of uint8 in 2 dimensions, not float64 in 2"),
        (lambda: othellier.Position.from_numpy(np.zeros((8, 8))), "array of int8"),
    ]:
        with pytest.raises(TypeError, match=expected):
            call()
