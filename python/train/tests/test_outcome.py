import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from tests import require_torch

require_torch()
import torch

import othellier
import outcome
from othellier import batch

SHIPPED = Path(__file__).parents[3] / "crates/eval/weights/outcome.bin"


def games(count, seed=1):
    """Random games, half of them to train on, the rest to tune and to test on."""
    moves, scores = batch.random_games(count, seed=seed, threads=1)
    part = (np.arange(count) % 4).clip(0, 2).astype(np.uint8)
    return {"moves": moves, "scores": scores, "years": np.full(count, 2000, np.int16), "part": part}


class BoardTest(unittest.TestCase):
    def test_positions_are_those_of_the_package(self):
        moves, scores = batch.random_games(40, seed=3, threads=1)
        positions = outcome.replayed(moves, scores, torch.device("cpu"))
        states, legal, turns = batch.replay(moves, view="mine", legal=True, turns=True, threads=1)
        self.assertEqual(len(positions), int((moves != 255).sum()))
        planes = outcome.planes_of(positions.boards).reshape(-1, 4, 64).numpy()
        for at in range(0, len(positions), 7):
            game, ply = int(positions.game[at]), int(positions.ply[at])
            if ply == 0:
                continue
            # The package gives the board after a move, seen by the side that then moves.
            mine = states[game, ply - 1].ravel()
            self.assertTrue((planes[at, 0] == (mine == 1)).all() and (planes[at, 1] == (mine == -1)).all())
            self.assertTrue((planes[at, 2] == legal[game, ply - 1, :64]).all())
            sign = turns[game, ply - 1]
            self.assertEqual(float(positions.score[at]), float(scores[game]) * sign)

    def test_an_illegal_game_is_refused(self):
        moves = np.full((1, 60), 255, np.uint8)
        moves[0, :2] = 37, 0
        with self.assertRaises(ValueError):
            outcome.replayed(moves, np.zeros(1, np.int8), torch.device("cpu"))

    def test_images_have_the_same_canonical_board(self):
        boards = outcome.random_boards(50, seed=2).numpy().view(np.uint64)
        turned = outcome.transposed(boards).byteswap()
        self.assertFalse((turned == boards).all())
        self.assertTrue((outcome.canonical(turned) == outcome.canonical(boards)).all())


class ModelTest(unittest.TestCase):
    def test_the_package_computes_what_pytorch_computes(self):
        model, loaded = outcome.read_model(SHIPPED), othellier.outcome.load(SHIPPED)
        self.assertEqual((model.name, model.lineage), (loaded.name, loaded.lineage))
        boards = outcome.random_boards(120, seed=5).numpy().view(np.uint64)
        mover, opponent = torch.as_tensor(outcome.canonical(boards).view(np.int64)).unbind(1)
        legal = [outcome.legal_moves(mover, opponent), outcome.legal_moves(opponent, mover)]
        empties = 64 - outcome.count(mover | opponent)
        outputs = outcome.outputs_of(model.numbers, torch.stack([mover, opponent, *legal], dim=1), empties)
        predicted = loaded.predict(boards, threads=1)
        score = torch.div(outputs[:, 0].long() * 25, 256, rounding_mode="floor").clamp(-6400, 6400)
        np.testing.assert_array_equal(predicted[:, 3], score.numpy() / 100)
        odds = torch.softmax(outputs[:, 1:].double() / 32768, dim=1)
        np.testing.assert_allclose(predicted[:, :3], odds.numpy(), atol=1e-9)

    def test_training_learns_and_the_file_holds_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path, out = str(Path(folder) / "games.npz"), str(Path(folder) / "model.bin")
            np.savez(path, **games(160))
            options = SimpleNamespace(
                games=[path], out=out, name="tiny", lineage="a test", data="", epochs=6.0, seconds=0, batch=256,
                rate=0.004, score_loss=2.0, blend=0.6, own_weight=0.2, seed=1,
            )
            torch.manual_seed(1)
            before = outcome.measured(outcome.OutcomeNet(), outcome.read_games(path, outcome.TRAIN, "cpu"))
            with contextlib.redirect_stdout(io.StringIO()):
                outcome.fit(options)
            model, loaded = outcome.read_model(out), othellier.outcome.load(out)
            self.assertEqual(loaded.name, "tiny")
            self.assertIn("no game", loaded.lineage)
            positions = outcome.read_games(path, outcome.TRAIN, "cpu")
            outputs = outcome.outputs_of(model.numbers, positions.boards, positions.empties()) / 32768
            loss = torch.nn.functional.cross_entropy(outputs[:, 1:], positions.result).item()
            self.assertLess(loss, before["cross_entropy"] - 0.1)

    def test_a_damaged_file_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.bin"
            content = bytearray(SHIPPED.read_bytes())
            content[-1] ^= 1
            path.write_bytes(content)
            with self.assertRaises(ValueError):
                outcome.read_model(path)
            with self.assertRaises(OSError):
                othellier.outcome.load(path)


if __name__ == "__main__":
    unittest.main()
