"""The outcome model: probabilities, the same for one position and for many."""

import numpy as np
import othellier
import pytest
from conftest import playouts
from othellier import batch, outcome


def test_predictions_are_probabilities_for_the_side_to_move():
    model = outcome.load()
    assert model.name in repr(model) and "WTHOR" in model.lineage
    won = othellier.Position("X" * 40 + "O" * 24 + " O")
    assert model.predict(won) == {"win": 0.0, "draw": 0.0, "loss": 1.0, "score": -16.0}
    positions = [position for game in playouts(8, 3, 1) for position in game if not position.is_over()]
    rows = model.predict(positions, threads=1)
    assert np.allclose(rows[:, :3].sum(axis=1), 1) and (rows[:, :3] > 0).all()
    for position, row in zip(positions, rows):
        assert list(model.predict(position).values()) == row.tolist()
        assert othellier.evaluate(position, "net") == row[3]


def test_bits_and_positions_agree():
    boards = batch.Boards(5)
    for step in range(30):
        boards.step(boards.sample(step))
    model = outcome.load()
    of_bits = model.predict(boards.bits())
    assert (of_bits == model.predict([boards.position(at) for at in range(5)])).all()


def test_the_model_sees_who_is_ahead():
    model = outcome.load()
    # White has all corners and edges that matter.
    bad = "OOOOOOOO" + "OXXXXXXO" * 3 + "OXXX-XXO" + "OXXXXXXO" * 2 + "OOOOOO-- X"
    assert model.predict(bad)["loss"] > 0.6


def test_wrong_files_and_sizes_are_refused(tmp_path):
    wrong = tmp_path / "model.bin"
    wrong.write_bytes(b"no model")
    with pytest.raises(OSError, match="not a file of an outcome model"):
        outcome.load(wrong)
    with pytest.raises(ValueError, match="8×8"):
        outcome.load().predict(othellier.Position(size=6))
    with pytest.raises(ValueError, match="not a file of an outcome model"):
        othellier.evaluate("f5", f"net(file={wrong})")
