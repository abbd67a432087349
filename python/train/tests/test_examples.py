import tempfile
import unittest
from pathlib import Path

import numpy as np

from othellier.train import (
    EXAMPLE,
    NO_FORECAST,
    forecast_bias,
    is_searched,
    is_validation,
    read_shard,
    read_shards,
    targets,
    write_shard,
)

START = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000)


def labelled(*labels):
    """Examples of the start, which has 60 empty squares, with these outcomes and forecasts."""
    return np.array([(*START, outcome, forecast, 0) for outcome, forecast in labels], EXAMPLE)


class Targets(unittest.TestCase):
    def test_a_searched_outcome_is_no_final_score_and_has_no_forecast(self):
        values = (-6400, -200, 0, 200, 6400, -6399, -101, 100, 199)
        examples = labelled(*((value, NO_FORECAST) for value in values))
        self.assertEqual(is_searched(examples).tolist(), [False] * 5 + [True] * 4)
        examples["forecast"] = 0
        self.assertFalse(is_searched(examples).any())

    def test_values_of_searches_lose_the_bias_of_forecasts(self):
        """As in crates/train/src/target.rs: forecasts are 1.5 discs too high."""
        examples = labelled(
            (400, 600), (-400, -300), (400, 1350), (400, NO_FORECAST), (450, NO_FORECAST), (-301, NO_FORECAST)
        )
        kept = np.arange(len(examples)) != 2
        self.assertEqual(forecast_bias(examples[kept])[60], 1.5)
        found = targets(examples, kept, blend=0.25)
        np.testing.assert_allclose(found[2:], [6, 4, 3, -4.51], rtol=1e-6)

    def test_a_bias_does_not_overflow(self):
        examples = labelled((-6400, 32000))
        self.assertAlmostEqual(forecast_bias(examples)[60], 384)


class Shards(unittest.TestCase):
    def test_a_shard_round_trips(self):
        examples = labelled((400, 600), (-301, NO_FORECAST))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.examples"
            write_shard(path, "éa" * 40000, examples)
            provenance, found = read_shard(path)
            self.assertEqual(provenance, ("éa" * 40000)[: 2 * 65535 // 3])
            self.assertTrue((found == examples).all())
            self.assertEqual(len(read_shards([folder, path])), 4)
            self.assertEqual([file.name for file in Path(folder).iterdir()], ["a.examples"])

    def test_what_is_no_shard_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.examples"
            write_shard(path, "", labelled((0, 0)))
            content = path.read_bytes()
            for wrong in (b"OTHELLPW" + content[8:], content[:-1], content[:8] + b"\2" + content[9:]):
                path.write_bytes(wrong)
                with self.assertRaisesRegex(ValueError, "a.examples"):
                    read_shard(path)
            path.unlink()
            with self.assertRaisesRegex(OSError, "no shards"):
                read_shards([folder])

    def test_impossible_boards_are_not_written(self):
        examples = labelled((0, 0), (0, 0))
        examples["opponent"][1] |= 1 << 28
        with self.assertRaisesRegex(ValueError, "example 1"):
            write_shard("/nowhere/a.examples", "", examples)


class Validation(unittest.TestCase):
    def test_one_game_in_many(self):
        examples = np.zeros(40_000, EXAMPLE)
        examples["game"] = np.repeat(np.arange(20_000), 2)
        chosen = is_validation(examples, 40)
        self.assertAlmostEqual(chosen.mean(), 1 / 40, delta=0.004)
        self.assertTrue((chosen[::2] == chosen[1::2]).all(), "all examples of a game are on one side")
        self.assertFalse(is_validation(examples, 0).any())
