import tempfile
import unittest
from pathlib import Path

import numpy as np

import othellier
from othellier.train import (
    Net,
    Weights,
    boards,
    evaluate,
    geometry,
    pattern_indices,
    read_weights,
    write_weights,
)
from combine import joined, mean_of, up_to
from stages import counts, feature_bucket_of
from tests import reference
from tests.games import examples_of

SHIPPED = Path(__file__).parents[3] / "crates/weights/patterns.bin"


def random_weights(seed, name="random"):
    """Weights of which every part is random, within the limits of a file."""
    rng, sizes = np.random.default_rng(seed), geometry()
    buckets, outputs = len(sizes.feature_buckets), (sizes.output_buckets, sizes.hidden)
    net = Net(
        rng.integers(-40, 41, (buckets, sizes.features, sizes.width)),
        rng.integers(-99, 300, (buckets, sizes.width)),
        rng.integers(-200, 201, (sizes.output_buckets, sizes.inputs, sizes.hidden)),
        rng.integers(-9000, 9001, outputs),
        rng.integers(-9000, 9001, outputs),
        rng.integers(-99_999, 100_000, outputs),
        rng.integers(-3000, 3001, outputs),
        rng.integers(-99_999, 100_000, sizes.output_buckets),
    )
    anchors = rng.integers(-60, 61, (sizes.anchors, sizes.canonical))
    return Weights(name, anchors, rng.integers(-60, 61, sizes.mobility), net)


def sparse(weights):
    """The weights with most of them zero: packing random numbers takes long."""

    def thin(part):
        kept = np.arange(part.size).reshape(part.shape) % 97 == 0
        return part * kept

    return Weights(weights.name, thin(weights.anchors), thin(weights.mobility), Net(*map(thin, weights.net)))


def same(a, b):
    """Whether weights have the same numbers."""
    nets = [a.net, b.net]
    return (
        np.array_equal(a.anchors, b.anchors)
        and np.array_equal(a.mobility, b.mobility)
        and (nets == [None, None] or all(map(np.array_equal, *nets)))
    )


class Evaluation(unittest.TestCase):
    """The engine agrees with its formulas to the last hundredth of a disc."""

    @classmethod
    def setUpClass(cls):
        cls.examples = examples_of(40)

    def check(self, weights):
        found = np.rint(100 * evaluate(weights, self.examples)).astype(int)
        wanted = reference.evaluate(weights, self.examples)
        self.assertGreater(np.unique(wanted).size, 100)
        np.testing.assert_array_equal(found, wanted)

    def test_shipped_weights(self):
        weights = read_weights(SHIPPED)
        self.check(weights)
        self.check(weights._replace(net=None))
        np.testing.assert_array_equal(
            evaluate(weights, self.examples), othellier.evaluate(boards(self.examples), "patterns")
        )

    def test_random_weights(self):
        self.check(random_weights(1))

    def test_random_weights_without_a_network(self):
        self.check(random_weights(2)._replace(net=None))

    def test_the_indices_of_patterns(self):
        digits = 1 + reference.bits(self.examples["opponent"]).astype(int) - reference.bits(self.examples["mover"])
        np.testing.assert_array_equal(
            pattern_indices(self.examples), reference.indices_of(digits, geometry().linear, 3)
        )

    def test_counts(self):
        empties, moves, replies = counts(self.examples)
        for example, *found in list(zip(self.examples, empties, moves, replies))[::97]:
            sides = [int(example[side]) for side in ("mover", "opponent")]
            own, other = (othellier.Position.from_bits(*sides, turn) for turn in ("black", "white"))
            legal = [sum(move < 64 for move in one.legal_moves) for one in (own, other)]
            self.assertEqual(found, [own.empties, *legal])


class Files(unittest.TestCase):
    def test_weights_round_trip(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.bin"
            for weights in (sparse(random_weights(3, "é")), sparse(random_weights(4))._replace(net=None)):
                write_weights(path, weights)
                found = read_weights(path)
                self.assertEqual(found.name, weights.name)
                self.assertTrue(same(found, weights))
            with self.assertRaisesRegex(OSError, "b.bin"):
                read_weights(Path(folder) / "b.bin")
            path.write_bytes(path.read_bytes()[:-1])
            with self.assertRaisesRegex(ValueError, "damaged"):
                read_weights(path)

    def test_what_does_not_fit_is_refused(self):
        weights = random_weights(5)
        net = weights.net

        def with_net(**parts):
            return weights._replace(net=net._replace(**parts))

        for wrong, message in (
            (weights._replace(anchors=weights.anchors + 40_000), "int16"),
            (weights._replace(anchors=weights.anchors[1:]), "wrong length"),
            (weights._replace(mobility=weights.mobility[1:]), "wrong length"),
            (with_net(feature_weights=net.feature_weights + 128), "int8"),
            (with_net(feature_bias=net.feature_bias + 20_000), "too large"),
            (with_net(feature_bias=net.feature_bias[1:]), "shapes"),
            (with_net(output_weights=net.output_weights + 70_000), "too large"),
            (with_net(output_bias=net.output_bias + 0.5), "int32"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                evaluate(wrong, examples_of(1))


class Combining(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.a, cls.b = random_weights(6), random_weights(7)
        cls.examples = examples_of(20)
        cls.empties = counts(cls.examples)[0]
        cls.values = [evaluate(weights, cls.examples) for weights in (cls.a, cls.b)]

    def test_the_mean(self):
        self.assertTrue(same(mean_of("m", [self.a] * 3), self.a))
        mean = mean_of("m", [self.a, self.b, self.b])
        wanted = (self.a.anchors + 2 * self.b.anchors) / 3
        self.assertLessEqual(np.abs(mean.anchors - wanted).max(), 0.5)
        wanted = (self.a.net.hidden_weights + 2 * self.b.net.hidden_weights) / 3
        self.assertLessEqual(np.abs(mean.net.hidden_weights - wanted).max(), 0.5)
        with self.assertRaisesRegex(ValueError, "needs a network"):
            mean_of("m", [self.a, self.b._replace(net=None)])

    def test_joined_weights_are_one_near_the_end_and_the_other_before(self):
        end = 22
        self.assertNotEqual(*feature_bucket_of(np.array([end, end + 1])))
        value = evaluate(joined("j", self.a, self.b, end), self.examples)
        # A number of empty squares between two stage anchors uses both: there the two are mixed.
        near, far = self.empties <= 20, self.empties >= 24
        self.assertTrue(near.any() and far.any())
        np.testing.assert_array_equal(value[near], self.values[0][near])
        np.testing.assert_array_equal(value[far], self.values[1][far])
        with self.assertRaisesRegex(ValueError, "inside a feature bucket"):
            joined("j", self.a, self.b, end + 1)

    def test_beyond_what_was_trained_the_start_stays(self):
        start = self.b._replace(net=None)
        value = evaluate(up_to(40, self.a, start), self.examples)
        near, far = self.empties <= 40, self.empties >= 44
        np.testing.assert_array_equal(value[near], self.values[0][near])
        np.testing.assert_array_equal(value[far], evaluate(start, self.examples)[far])
