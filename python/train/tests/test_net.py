import unittest

import numpy as np
import torch

import net
from evaluation import ANCHORS, CANONICAL, MOBILITY, Weights, evaluate
from tests.games import examples_of


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
