"""Data for language models of Othello."""

import json

import numpy as np
import othellier
import pytest
from othellier import gpt

# The example of the TransformerLens demo of Othello-GPT (Nanda 2023), as tokens, and its moves as Li's code
# names them: letter = number // 8, digit = number % 8 + 1.
PUBLISHED = [
    20, 19, 18, 10, 2, 1, 27, 3, 41, 42, 34, 12, 4, 40, 11, 29, 43, 13, 48, 56,
    33, 39, 22, 44, 24, 5, 46, 6, 32, 36, 51, 58, 52, 60, 21, 53, 26, 31, 37, 9,
    25, 38, 23, 50, 45, 17, 47, 28, 35, 30, 54, 16, 59, 49, 57, 14, 15, 55, 7,
]
SQUARES = [square for square in range(64) if square not in (27, 28, 35, 36)]


def test_the_published_game_is_read_as_published():
    tokens = np.array([PUBLISHED], dtype=np.uint8)
    numbers = [SQUARES[token - 1] for token in PUBLISHED]
    names = ["abcdefgh"[number // 8] + str(number % 8 + 1) for number in numbers]
    assert "".join(names[:6]) == "c4c3c2b2a2a1"
    moves = gpt.decode(tokens, "li61", transposed=True)
    assert [othellier.square_name(int(move)) for move in moves[0]] == names
    assert (gpt.encode(moves, "li61", transposed=True) == tokens).all()
    # The rows of Li's boards are our columns.
    states = gpt.states(moves, transposed=True)
    position = othellier.Game("".join(names)).position
    assert (states[0, -1] == position.to_numpy().T).all()
    legal = gpt.legal(moves, transposed=True)[0]
    for ply in range(len(PUBLISHED) - 1):
        assert legal[ply, numbers[ply + 1]] == 1
    # The other numbering is a legal game too, and another one.
    other = gpt.decode(tokens, "li61")
    assert gpt.states(other).shape == (1, 59, 8, 8) and (other != moves).any()


@pytest.mark.parametrize("vocab", gpt.VOCABULARIES)
@pytest.mark.parametrize("transposed", [False, True])
def test_tokens_are_decoded(vocab, transposed):
    data = gpt.games(300, seed=2, vocab=vocab, transposed=transposed)
    assert (gpt.decode(data.tokens, vocab, transposed=transposed) == data.moves).all()
    assert data.passes == (vocab == "meta66")
    assert ((data.moves == 64).any()) == data.passes
    if vocab != "square64":
        assert data.tokens.max() <= {"li61": 60, "meta66": 65}[vocab]
    states = gpt.states(data.moves)
    plies = (data.moves != 255).sum(axis=1)
    final = states[np.arange(300), plies - 1].reshape(300, -1).sum(axis=1)
    assert (np.sign(final) == np.sign(data.scores)).all()


def test_mine_is_right_after_passes():
    moves = gpt.games(200, seed=5, vocab="square64").moves
    black, mine, turns = gpt.states(moves), gpt.states(moves, "mine"), gpt.turns(moves)
    flipped = black * np.where(np.arange(60) % 2 == 0, -1, 1)[None, :, None, None]
    live = turns != 0
    assert (mine[live] == black[live] * turns[live][:, None, None]).all()
    # Flipping the sign at every ply, as is often done, is wrong in many games.
    wrong = (flipped != mine).any(axis=(1, 2, 3))
    assert 0.1 < wrong.mean() < 1
    onehot = gpt.states(moves[:3], "mine", onehot=True, dtype=np.float32)
    assert onehot.shape == (3, 60, 8, 8, 3) and (onehot.sum(axis=-1) == 1).all()


def test_passes_are_named():
    data = gpt.games(300, seed=6, vocab="meta66")
    free = gpt.games(300, seed=6, vocab="square64")
    for row, plain in zip(data.moves, free.moves):
        assert [m for m in row.tolist() if m < 64] == [m for m in plain.tolist() if m < 64]
    legal = gpt.legal(data.moves)
    assert legal.shape[2] == 65
    rows, plies = np.nonzero(data.moves[:, 1:] == 64)
    assert len(rows) and (legal[rows, plies, 64] == 1).all()
    assert (legal[rows, plies, :64] == 0).all()


def test_unique_games_are_different():
    data = gpt.games(3000, seed=1, vocab="square64")
    assert len(np.unique(data.moves, axis=0)) == 3000 == len(data)
    # Games of the 4x4 board repeat; here rows are made to.
    twice = othellier.batch.distinct(np.concatenate([data.moves[:5], data.moves[:5]]))
    assert twice.tolist() == [True] * 5 + [False] * 5


def images(moves):
    """The four images of games that keep the start."""
    columns, rows = moves % 8, moves // 8
    yield moves
    for column, row in ((rows, columns), (7 - columns, 7 - rows), (7 - rows, 7 - columns)):
        yield np.where(moves == 255, 255, row * 8 + column).astype(np.uint8)


def test_no_image_of_a_game_leaks_into_another_part():
    moves = gpt.games(2000, seed=3, vocab="square64").moves
    parts = gpt.split(moves, (0.8, 0.1, 0.1), seed=1)
    assert sorted(np.concatenate(parts).tolist()) == list(range(2000))
    shares = [len(part) / 2000 for part in parts]
    assert np.allclose(shares, (0.8, 0.1, 0.1), atol=0.03)
    for image in images(moves):
        assert (gpt.canonical(image) == gpt.canonical(moves)).all()
        again = gpt.split(image, (0.8, 0.1, 0.1), seed=1)
        assert all((a == b).all() for a, b in zip(parts, again))
    other = gpt.split(moves, (0.8, 0.1, 0.1), seed=2)
    assert len(other[0]) != len(parts[0]) or (other[0] != parts[0]).any()


def test_batches_are_the_same_games():
    whole = gpt.games(50, seed=9, vocab="square64", unique=False)
    at = 0
    for tokens, states, legal in gpt.batches(50, seed=9, vocab="square64", rows=16, view="mine"):
        moves = whole.moves[at : at + len(tokens)]
        assert (tokens == moves).all()
        assert (states == gpt.states(moves, "mine")).all() and (legal == gpt.legal(moves)).all()
        at += len(tokens)
    assert at == 50


def test_games_of_files_and_of_players(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3d3\nf5d6c3d3\nf5f6\n")
    data = gpt.from_games(othellier.read(path), provenance={"file": "games.txt"})
    assert len(data) == 2 and data.provenance["file"] == "games.txt"
    assert gpt.decode(data.tokens)[0, :4].tolist() == [37, 43, 18, 19]
    data = gpt.from_play("level-2", "random", 6, seed=1, openings=4)
    assert 0 < len(data) <= 6 and data.provenance["players"] == ["level-2", "random"]


def test_parquet_keeps_the_games_and_their_provenance(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    data = gpt.games(100, seed=8, vocab="meta66", transposed=True)
    gpt.to_parquet(data, tmp_path / "games.parquet")
    table = pq.read_table(tmp_path / "games.parquet")
    tokens = np.array(table["tokens"].to_pylist(), dtype=np.uint8)
    assert (tokens == data.tokens).all()
    assert table["score"].to_pylist() == data.scores.tolist()
    facts = json.loads(table.schema.metadata[b"othellier"])
    assert facts["seed"] == 8 and facts["vocab"] == "meta66" and facts["transposed"] is True
    again = gpt.games(facts["games"], facts["seed"], facts["vocab"], transposed=facts["transposed"])
    assert (again.tokens == tokens).all()
