import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from tests import require_torch

require_torch()
import torch

import net
from net import ANCHORS, CANONICAL, INSTANCES
from othellier.train import Weights, evaluate, geometry, is_validation, read_weights, write_shard, write_weights
from tests.games import examples_of

MOBILITY = geometry().mobility


class Precision(unittest.TestCase):
    def model(self, examples):
        """A model whose linear weights are random; even, so that the mean of two is an integer."""
        torch.manual_seed(1)
        rng = np.random.default_rng(1)
        anchors, mobility = (2 * rng.integers(-20, 21, size) for size in ((ANCHORS, CANONICAL), MOBILITY))
        weights = Weights("random", anchors.astype(np.int16), mobility.astype(np.int16), None)
        return weights, net.Model(weights), net.Boards.of(examples, np.zeros(len(examples), bool), 0.6)

    def test_the_indices_of_patterns_are_exact(self):
        examples = examples_of(3)
        weights, model, boards = self.model(examples)
        with torch.no_grad():
            linear, _ = model(boards)
        np.testing.assert_allclose(linear.numpy(), evaluate(weights, examples), atol=1e-3)

    def test_tf32_is_refused(self):
        _, model, boards = self.model(examples_of(1))
        self.addCleanup(torch.set_float32_matmul_precision, "highest")
        for precision in ("high", "medium"):
            torch.set_float32_matmul_precision(precision)
            with self.assertRaisesRegex(RuntimeError, "TF32"):
                model(boards)


class Small(unittest.TestCase):
    def test_what_is_stored_is_what_was_trained(self):
        torch.manual_seed(1)
        rng = np.random.default_rng(1)
        anchors, mobility = (2 * rng.integers(-50, 51, size) for size in ((ANCHORS, CANONICAL), MOBILITY))
        start = Weights("random", anchors.astype(np.int16), mobility.astype(np.int16), None)
        examples = examples_of(3)
        boards = net.Boards.of(examples, np.zeros(len(examples), bool), 0.6)
        model = net.Model(start, is_small=True)
        # Weights that no example has changed become zero, so that all are changed here.
        with torch.no_grad():
            model.feature_weights += 1 / 256
            _, values = model(boards)
        weights = model.quantised("small")
        np.testing.assert_allclose(values.clamp(-64, 64).numpy(), evaluate(weights, examples), atol=0.25)
        self.assertTrue((weights.net.feature_weights == weights.net.feature_weights[0]).all())
        self.assertTrue((weights.net.feature_weights % 4 == 0).all())
        self.assertTrue((weights.anchors % 16 == 0).all())
        large = [table for squares, table in INSTANCES if len(squares) > net.SMALL_SQUARES]
        self.assertFalse(weights.anchors[:, np.concatenate(large)].any())
        self.assertTrue(weights.anchors.any())

    def test_shared_weights_are_stored_once(self):
        rng = np.random.default_rng(1)
        zero = np.zeros((ANCHORS, CANONICAL), np.int16)
        start = Weights("zero", zero, np.zeros(MOBILITY, np.int16), None)
        weights = net.Model(start, is_small=True).quantised("small")
        rows = rng.integers(-31, 32, weights.net.feature_weights[:1].shape)
        shared = weights._replace(net=weights.net._replace(feature_weights=np.repeat(rows, 4, axis=0)))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.bin"
            write_weights(path, shared)
            self.assertLess(path.stat().st_size, 2 * rows.size)
            np.testing.assert_array_equal(read_weights(path).net.feature_weights, shared.net.feature_weights)


class Average(unittest.TestCase):
    def test_it_lies_between_the_start_and_the_end(self):
        examples = examples_of(3)
        boards = net.Boards.of(examples, np.zeros(len(examples), bool), 0.6)
        start = Weights("zero", np.zeros((ANCHORS, CANONICAL), np.int16), np.zeros(MOBILITY, np.int16), None)

        def fitted(average):
            torch.manual_seed(1)
            options = SimpleNamespace(
                epochs=3, batch=32, rate=0.001, linear_rate=0.003, linear_loss=0.3, average=average
            )
            return net.train(net.Model(start), boards, boards.some(slice(0)), options).mobility.detach()

        plain, averaged = fitted(0), fitted(0.9)
        self.assertFalse(torch.equal(plain, averaged))
        self.assertLess(averaged.norm(), plain.norm())


class Commands(unittest.TestCase):
    """From shards to weights, as python/train/generation makes them."""

    def run_command(self, folder, arguments):
        """The output of a command; words with a dot and a slash are paths in the folder."""
        words = [str(folder / word[2:]) if word.startswith("./") else word for word in arguments.split()]
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            net.main(words)
        return output.getvalue()

    def test_fit_mean_and_join(self):
        examples = examples_of(30)
        zero = Weights("zero", np.zeros((ANCHORS, CANONICAL), np.int16), np.zeros(MOBILITY, np.int16), None)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_shard(folder / "a.examples", "test", examples)
            write_weights(folder / "zero.bin", zero)
            fit = "fit ./a.examples --start ./{} --out ./{}.bin --epochs 2 --batch 64 --validation 5 --until 60 --device cpu"
            output = self.run_command(folder, fit.format("zero.bin", "first"))
            # The last line printed is the engine's score from the file.
            weights = read_weights(folder / "first.bin")
            unseen = examples[is_validation(examples, 5)]
            mae = np.abs(evaluate(weights, unseen) - unseen["outcome"] / 100).mean()
            self.assertIn(f"quantised, validation: MAE {mae:.3f}", output)
            start = np.abs(unseen["outcome"] / 100).mean()
            self.assertIn(f"start, validation: MAE {start:.3f}", output)
            first, second = (float(loss) for loss in re.findall(r"epoch .: loss (\S+),", output))
            self.assertLess(second, first)
            with self.assertRaisesRegex(SystemExit, "--until 60 keeps it"):
                self.run_command(folder, fit.format("first.bin", "x").replace("--until 60", "--until 40"))

            self.run_command(folder, "mean ./first.bin ./first.bin --out ./mean.bin --name both")
            found = read_weights(folder / "mean.bin")
            self.assertEqual(found.name, "both")
            np.testing.assert_array_equal(evaluate(found, examples), evaluate(weights, examples))
            self.run_command(folder, "join ./first.bin ./mean.bin --until 15 --out ./join.bin")
            self.assertEqual(read_weights(folder / "join.bin").name, "join")
            for wrong, message in (("mean ./zero.bin --out ./x.bin", "needs a network"), ("mean ./none.bin --out ./x.bin", "none.bin")):
                with self.assertRaisesRegex(SystemExit, message):
                    self.run_command(folder, wrong)
