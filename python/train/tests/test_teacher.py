import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

from tests import require_torch

require_torch()
import torch

import teacher
from othellier.train import (
    NO_FORECAST,
    Weights,
    geometry,
    is_searched,
    is_validation,
    read_shard,
    write_shard,
    write_weights,
)
from teacher import Boards, Judgement, Teacher, Training, after_move, as_examples, judge, values_of
from tests.games import BIAS, START, examples_of, squares

SETTINGS = {
    "blocks": 2,
    "channels": 8,
    "epochs": 4,
    "minutes": None,
    "batch": 64,
    "rate": 0.01,
    "validation": 5,
    "seed": 1,
    "examples": [],
}


def board(text):
    """The discs of X and O of a board of eight lines."""
    lines = "".join(text.split())
    return tuple(sum(1 << at for at, disc in enumerate(lines) if disc == side) for side in "XO")


# X must pass; O can play a8.
PASS = board("OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO XXXXXXXX -XXXXXXX")
# Neither can move: 16 discs against 40.
OVER = board("XXXXXXXX XXXXXXXX -------- OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO")


def mirrored(bitboard):
    """The board upside down."""
    return int.from_bytes(bitboard.to_bytes(8, "little"), "big")


def transposed(bitboard):
    return sum(1 << (at % 8 * 8 + at // 8) for at in squares(bitboard))


def images(board):
    """The eight images of a board."""
    found = [board]
    for _ in range(4):
        found.append(tuple(map(mirrored, found[-1])))
        found.append(tuple(map(transposed, found[-1])))
    assert len(set(found)) == 8, "the board must have no symmetry"
    return sorted(set(found))


def uneven():
    """A board without symmetry."""
    found = START
    for name in ("f5", "d6", "c3", "d3", "c4"):
        found = after_move(*found, teacher.square(name))
    return found


def small():
    torch.manual_seed(3)
    return Teacher(blocks=2, channels=8, name="small")


class Rules(unittest.TestCase):
    def test_perft(self):
        def perft(position, depth):
            if depth == 0:
                return 1
            moves = squares(teacher.moves_of(*position))
            return sum(perft(after_move(*position, at), depth - 1) for at in moves)

        self.assertEqual([perft(START, depth) for depth in range(1, 6)], [4, 12, 56, 244, 1396])

    def test_empty_squares_count_for_the_winner(self):
        self.assertEqual(teacher.final_score(*OVER), -32)
        self.assertEqual(teacher.final_score(*OVER[::-1]), 32)
        self.assertEqual(teacher.final_score(15, 240), 0)

    def test_passes_and_ends(self):
        """Where X passes, the value is that of O, negated; where the game is over, the judge is not asked."""
        asked = []

        def judged(examples):
            asked.extend(zip(examples["mover"].tolist(), examples["opponent"].tolist()))
            some = np.arange(1, len(examples) + 1)
            return Judgement(10 * some, 10 * some, None, some)

        values, expected = values_of([START, PASS, OVER], judged)
        self.assertEqual(asked, [START, PASS[::-1]])
        self.assertEqual(values.tolist(), [10, -20, -32])
        self.assertEqual(expected.tolist(), [1, 2, 0])


class Planes(unittest.TestCase):
    def planes(self, boards, view=0):
        boards = Boards.of(as_examples(boards))
        return small().planes(boards, torch.full((len(boards.sets),), view))

    def where(self, plane):
        return ["abcdefgh"[column] + str(row + 1) for row, column in plane.nonzero().tolist()]

    def test_the_start(self):
        (planes,) = self.planes([START])
        self.assertEqual(self.where(planes[0]), ["e4", "d5"])
        self.assertEqual(self.where(planes[1]), ["d4", "e5"])
        self.assertEqual(self.where(planes[2]), ["d3", "c4", "f5", "e6"])
        self.assertEqual(self.where(planes[3]), ["e3", "f4", "c5", "d6"])
        for plane, value in zip(planes[4:], (60 / 32 - 1, 0, 1)):
            self.assertTrue((plane == value).all())

    def test_a_pass(self):
        """The highest bit of the bitboards is set, as a sign."""
        (planes,) = self.planes([PASS])
        self.assertEqual(planes[0].sum(), 15)
        self.assertEqual(planes[1].sum(), 48)
        self.assertEqual(self.where(planes[2]), [])
        self.assertEqual(self.where(planes[3]), ["a8"])
        for plane, value in zip(planes[4:], (1 / 32 - 1, 1, 1)):
            self.assertTrue((plane == value).all())

    def test_views_are_the_images_of_the_board(self):
        def all_views(board):
            return {self.planes([board], view).numpy().tobytes() for view in range(8)}

        views = all_views(uneven())
        self.assertEqual(len(views), 8)
        self.assertEqual(views, {self.planes([image]).numpy().tobytes() for image in images(uneven())})
        self.assertEqual(views, all_views(tuple(map(mirrored, uneven()))))

    def test_eight_views_give_every_image_the_same_value(self):
        network, examples = small(), as_examples(images(uneven()))
        once, all_views = judge(network, examples), judge(network, examples, views=8)
        self.assertGreater(np.ptp(once.value), 1e-3)
        for part in (all_views.value, all_views.error, all_views.result[:, 0]):
            self.assertLess(np.ptp(part), 1e-4)
        np.testing.assert_allclose(all_views.value, once.value.mean(), atol=1e-4)
        np.testing.assert_allclose(once.result.sum(axis=1), 1, atol=1e-6)
        self.assertTrue((once.error > 0).all())


class Labels(unittest.TestCase):
    def test_the_forecast_has_no_bias_and_searched_outcomes_are_forecasts(self):
        examples = examples_of(8)
        boards = Boards.of(examples)
        forecast, searched = examples["forecast"] != NO_FORECAST, is_searched(examples)
        proven = ~forecast & ~searched
        self.assertTrue(min(forecast.sum(), searched.sum(), proven.sum()) > 40)
        outcome = examples["outcome"] / 100
        np.testing.assert_allclose(boards.forecast[forecast], outcome[forecast], atol=1e-4)
        np.testing.assert_allclose(boards.forecast[searched], outcome[searched] - BIAS / 100, atol=1e-4)
        np.testing.assert_allclose(boards.forecast[proven], outcome[proven])
        np.testing.assert_array_equal(boards.outcome.isnan().numpy(), searched)

    def test_unknown_outcomes_do_not_count(self):
        examples = examples_of(2)
        boards = Boards.of(examples)
        views = torch.zeros(len(examples), dtype=torch.long)
        judged = small()(boards, views)
        loss = teacher.loss_of(judged, boards)
        self.assertTrue(loss.isfinite())
        unknown = boards.outcome.isnan()
        changed = judged._replace(outcome=judged.outcome + 50 * unknown, error=judged.error + 50 * unknown)
        self.assertEqual(teacher.loss_of(changed, boards), loss)
        changed = judged._replace(outcome=judged.outcome + 50)
        self.assertNotEqual(teacher.loss_of(changed, boards), loss)
        none_known = boards._replace(outcome=torch.full_like(boards.outcome, torch.nan))
        self.assertTrue(teacher.loss_of(judged, none_known).isfinite())

    def test_labelled(self):
        examples = examples_of(8)
        value = np.linspace(-64, 64, len(examples), dtype=np.float32)
        forecast, searched = examples["forecast"] != NO_FORECAST, is_searched(examples)
        for mix in (0, 0.5, 1):
            after = teacher.labelled(examples, value, mix)
            for part in ("mover", "opponent", "game"):
                self.assertTrue((after[part] == examples[part]).all())
            self.assertTrue((after[~forecast & ~searched] == examples[~forecast & ~searched]).all(), "proven")
            self.assertTrue((after["outcome"] == examples["outcome"])[~searched].all())
            self.assertTrue((is_searched(after) == searched).all())
            for part, some in (("forecast", forecast), ("outcome", searched)):
                wanted = mix * 100 * value[some] + (1 - mix) * examples[part][some]
                self.assertLessEqual(np.abs(after[part][some] - wanted).max(), 1.51)


class Learning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.examples = examples_of(12)

    def training(self, **changes):
        return Training(SETTINGS | changes, "test", Boards.of(self.examples))

    def test_training_reduces_the_loss_and_the_errors(self):
        training, losses = self.training(epochs=12), []
        before = judge(training.teacher, self.examples)
        self.assertTrue(training.train(lambda _, loss: losses.append(loss), self.fail, lambda: False))
        self.assertEqual(len(losses), 12)
        self.assertLess(losses[-1], losses[0] / 2)
        judged = judge(training.teacher, self.examples, views=8)
        known = ~is_searched(self.examples)
        truth = self.examples["outcome"][known] / 100
        mae, first = (np.abs(one.value[known] - truth).mean() for one in (judged, before))
        self.assertLess(mae, first / 2)
        self.assertLess(abs(judged.error[known].mean() - mae), first / 4)
        right = (judged.result[known].argmax(axis=1) == 1 - np.sign(truth)).mean()
        self.assertGreater(right, 0.7)

    def test_an_interrupted_training_ends_as_an_uninterrupted_one(self):
        whole = self.training()
        self.assertTrue(whole.train(lambda *_: None, self.fail, lambda: False))
        self.assertEqual(whole.step, 4 * -(-len(self.examples) // 64))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "checkpoint"
            # In the middle of an epoch, at its end, and after the last step.
            for stops in ((3, 3 + whole.steps_per_epoch), (whole.steps_per_epoch,), (whole.step,)):
                stops = iter((*stops, None))
                done = False
                while not done:
                    training, at = self.training(), next(stops)
                    if path.exists():
                        self.assertTrue(training.resume(teacher.load(path, "checkpoint")))
                    keep = lambda content: teacher.save(content, path)
                    done = training.train(lambda *_: None, keep, lambda: training.step == at)
                self.assertEqual(training.step, whole.step)
                for name, part in whole.teacher.state_dict().items():
                    self.assertTrue(torch.equal(part, training.teacher.state_dict()[name]), name)
                path.unlink()

    def test_a_checkpoint_of_other_settings_is_refused(self):
        checkpoint = self.training().checkpoint()
        self.assertFalse(self.training(seed=2).resume(checkpoint))
        self.assertTrue(self.training().resume(checkpoint))

    def test_minutes_limit_the_time(self):
        training = self.training(minutes=0.5, epochs=None)
        clock = iter(range(10**6))
        with mock.patch("time.time", lambda: next(clock)):
            self.assertTrue(training.train(lambda *_: None, self.fail, lambda: False))
        self.assertTrue(30 <= training.seconds < 33)
        self.assertLess(training.step, 30)

    def test_tf32_is_refused(self):
        self.addCleanup(torch.set_float32_matmul_precision, "highest")
        torch.set_float32_matmul_precision("high")
        with self.assertRaisesRegex(RuntimeError, "TF32"):
            self.training()
        with self.assertRaisesRegex(RuntimeError, "TF32"):
            judge(small(), self.examples)


class Commands(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        (self.folder / "games").mkdir()
        self.examples = [examples_of(6, seed=1), examples_of(6, seed=2)]
        for at, examples in enumerate(self.examples):
            write_shard(self.folder / f"games/games-{at:05}.examples", f"played seed={at}", examples)

    def run_command(self, arguments):
        """The output of a command; words with a slash are paths in the folder."""
        words = [str(self.folder / word[2:]) if word.startswith("./") else word for word in arguments.split()]
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            teacher.main([*words, "--device", "cpu"])
        return output.getvalue()

    def write_small(self):
        teacher.write_teacher(self.folder / "small.pt", small())
        return small().title()

    def test_fit_resumes_with_the_same_command(self):
        command = "fit ./games --blocks 1 --channels 4 --epochs 2 --batch 100 --validation 3 --out ./{}.pt"

        class StopSoon:
            left = 4

            def is_set(self):
                self.left -= 1
                return self.left == 0

        with mock.patch("teacher.stop_event", StopSoon):
            with self.assertRaises(SystemExit) as stopped:
                self.run_command(command.format("b"))
        self.assertEqual(stopped.exception.code, 130)
        self.assertFalse((self.folder / "b.pt").exists())
        with self.assertRaisesRegex(SystemExit, "other settings"):
            self.run_command(command.format("b") + " --seed 2")
        never = mock.patch("teacher.stop_event", lambda: mock.Mock(is_set=lambda: False))
        with never:
            whole, rest = (self.run_command(command.format(name)) for name in "ab")
        self.assertIn("resumed after 4 steps", rest)
        self.assertEqual(sorted(file.name for file in self.folder.glob("*.*")), ["a.pt", "b.pt"])
        a, b = (teacher.read_teacher(self.folder / f"{name}.pt", "cpu") for name in "ab")
        self.assertEqual((a.name, b.name), ("a", "b"))
        self.assertEqual(a.title()[1:], b.title()[1:])
        unseen = sum(is_validation(examples, 3).sum() for examples in self.examples)
        self.assertGreater(unseen, 0)
        self.assertIn(f"{sum(map(len, self.examples))} examples, {unseen} of them in the validation set", whole)
        validation = [line.split(", validation: ")[1].rsplit(",", 1)[0] for line in whole.splitlines()[1:]]
        self.assertEqual(len(validation), 2)
        self.assertIn(validation[-1], rest)

    def test_label(self):
        title = self.write_small()
        command = "label ./games --to ./new --teacher ./small.pt --views 8 --mix 0.5"
        self.assertIn("2 of 2: games-00001.examples", self.run_command(command))
        for at, examples in enumerate(self.examples):
            provenance, after = read_shard(self.folder / f"new/games-{at:05}.examples")
            self.assertEqual(provenance, f"played seed={at}; label teacher={title} views=8 mix=0.5")
            wanted = teacher.labelled(examples, judge(small(), examples, views=8).value, 0.5)
            # The order of additions may change a rounding.
            for part in ("outcome", "forecast"):
                self.assertLessEqual(np.abs(after[part].astype(int) - wanted[part]).max(), 2)
            proven = (examples["forecast"] == NO_FORECAST) & ~is_searched(examples)
            self.assertTrue((after[proven] == examples[proven]).all())
            self.assertFalse((after[~proven] == examples[~proven]).all())
        self.assertEqual(self.run_command(command).count("exists"), 2)
        with self.assertRaisesRegex(SystemExit, "made in another way"):
            self.run_command(command.replace("8", "7"))
        with self.assertRaisesRegex(SystemExit, "the same name"):
            self.run_command("label ./games ./new --to ./other --teacher ./small.pt")

    def test_check(self):
        """The judge counts discs: h1 wins the game of the first problem, the moves of the second are equal."""
        self.write_small()
        (self.folder / "a.obf").write_text(
            "% endgames\n"
            "XXXXXXO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; H1:+64; % only move\n"
            "---------------------------OX------XO--------------------------- X; D3:-6; C4:-8; F5:+0; E6:-2;\n"
            "---------------------------OX------XO--------------------------- O; E3:+4;\n"
            "---------------------------OX------XO--------------------------- X;\n"
        )
        (self.folder / "b.tsv").write_text(
            "board\tside\tscore\tyear\n" + "-" * 27 + "OX------XO" + "-" * 27 + "\tO\t-2.5\t1999\n"
        )

        def count_discs(_, examples, views):
            self.assertEqual(views, 8)
            value = np.bitwise_count(examples["mover"]).astype(float) - np.bitwise_count(examples["opponent"])
            return Judgement(value, value, None, np.full(len(examples), 2.0))

        with mock.patch("teacher.judge", count_discs):
            output = self.run_command("check ./a.obf ./b.tsv --teacher ./small.pt")
        first, header, *rows = output.splitlines()
        self.assertRegex(first, "a.obf: 1 boards have no score$")
        self.assertEqual(header.split(), "empties boards bias MAE (exp.) RMSE choices best lost".split())
        self.assertEqual(
            [row.split() for row in rows],
            [
                # 62 discs against 1, where 64 are won.
                "1 1 -3.00 3.00 2.00 3.00 1 100.0 % 0.00".split(),
                # Errors 0, -4 and 2.5; c4 is the first by name.
                "60 3 -0.50 2.17 2.00 2.72 1 0.0 % 8.00".split(),
                "all 4 -1.12 2.38 2.00 2.80 2 50.0 % 4.00".split(),
            ],
        )

    def test_check_refuses_what_is_no_board(self):
        self.write_small()
        for name, text in (("a.tsv", "X" * 63 + "\tX\t4"), ("a.tsv", "X" * 64 + "\tX"), ("a.obf", "XO X; A1:3;")):
            (self.folder / name).write_text(text)
            with self.assertRaisesRegex(SystemExit, "line 1"):
                self.run_command(f"check ./{name} --teacher ./small.pt")

    def test_choose(self):
        """The evaluation is 0 everywhere, so the boards with the largest values are chosen."""
        title = self.write_small()
        linear = (np.zeros((geometry().anchors, geometry().canonical), np.int16), np.zeros(geometry().mobility, np.int16))
        write_weights(self.folder / "zero.bin", Weights("zero", *linear, None))
        with mock.patch("teacher.CHOSEN", 30):
            command = "choose ./games --to ./hard --teacher ./small.pt --weights ./zero.bin --count 50"
            output = self.run_command(command)
        everything = np.concatenate(self.examples)
        unproven = everything[(everything["forecast"] != NO_FORECAST) | is_searched(everything)]
        self.assertIn(f"50 of {len(unproven)} examples", output)
        shards = [read_shard(self.folder / f"hard/chosen-{at:05}.examples") for at in range(2)]
        self.assertEqual([len(examples) for _, examples in shards], [30, 20])
        self.assertEqual(
            shards[0][0],
            f"played seed=0 + played seed=1; choose teacher={title} views=1 weights=zero count=50",
        )
        chosen = np.concatenate([examples for _, examples in shards])
        self.assertEqual(len(np.unique(chosen[["mover", "opponent"]])), 50)
        self.assertTrue(set(chosen.tolist()) <= set(unproven.tolist()))
        found = np.abs(judge(small(), chosen).value)
        _, once = np.unique(unproven[["mover", "opponent"]], return_index=True)
        wanted = np.sort(np.abs(judge(small(), unproven[once]).value))[::-1][:50]
        np.testing.assert_allclose(found, wanted, atol=1e-4)
        with self.assertRaisesRegex(SystemExit, "shards already"):
            self.run_command(command)

    def test_files_that_are_no_network_are_refused(self):
        path = self.folder / "wrong.pt"
        path.write_bytes(b"no network")
        with self.assertRaisesRegex(SystemExit, "not a teacher"):
            teacher.read_teacher(path, "cpu")
        state = small().state_dict()
        for content, message in (
            ({"teacher": 1, "name": "a"}, "not a teacher"),
            ({"teacher": 2, "name": "a", "state": state}, "another version"),
            ({"teacher": 1, "name": "a", "state": state | {"discs.weight": torch.zeros(3, 256)}}, "another form"),
        ):
            teacher.save(content, path)
            with self.assertRaisesRegex(SystemExit, message):
                teacher.read_teacher(path, "cpu")

    def test_a_bare_state_without_result_and_error_is_read(self):
        """The parts in their order, whatever their names."""
        state = {name: part for name, part in small().state_dict().items() if name.split(".")[0] not in ("result", "error")}
        renamed = {name.replace("hidden", "l1").replace("first", "c1"): part for name, part in state.items()}
        teacher.save(renamed, self.folder / "bare.pt")
        bare = teacher.read_teacher(self.folder / "bare.pt", "cpu")
        examples = self.examples[0]
        judged, wanted = judge(bare, examples), judge(small(), examples)
        np.testing.assert_allclose(judged.value, wanted.value, atol=1e-4)
        self.assertTrue(np.isnan(judged.error).all() and np.isnan(judged.result).all())


if __name__ == "__main__":
    unittest.main()
