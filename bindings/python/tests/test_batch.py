"""Batches and environments against Position, in all sizes, over games with passes."""

import numpy as np
import othellier
import pytest
from conftest import SIZES, playouts
from othellier import batch


@pytest.mark.parametrize("size", SIZES)
def test_random_games_are_games_of_positions(size):
    moves, scores = batch.random_games(30, seed=size, size=size)
    for row, score in zip(moves, scores):
        game = othellier.Game("".join(othellier.square_name(int(m), size=size) for m in row if m < 255), size=size)
        assert game.is_over() and game.score == score
    again, _ = batch.random_games(30, seed=size, size=size, threads=1)
    assert (again == moves).all()


@pytest.mark.parametrize("size", SIZES)
def test_observations_and_masks_are_those_of_positions(size):
    count, squares = 19, size * size
    boards = batch.Boards(count, size=size)
    positions = [othellier.Position(size=size)] * count
    passes = ends = 0
    for step in range(3 * squares):
        planes, masks, over = boards.planes(), boards.masks(), boards.over()
        turns, scores = boards.turns(), boards.scores()
        actions = boards.sample(step)
        for index, position in enumerate(positions):
            mine = 1 if position.turn == "black" else -1
            cells = position.to_numpy()
            assert (planes[index, 0] == (cells == mine)).all()
            assert (planes[index, 1] == (cells == -mine)).all()
            assert np.flatnonzero(masks[index]).tolist() == position.legal_moves
            assert over[index] == position.is_over() and turns[index] == mine
            one, mask = position.board().observe()
            assert (one == planes[index]).all() and (mask == masks[index]).all()
            if position.is_over():
                assert actions[index] == 255 and scores[index] == position.score
                positions[index] = othellier.Position(size=size)
                ends += 1
            else:
                positions[index] = position.play(int(actions[index]))
                passes += actions[index] == squares
        boards.step(actions)
        boards.restart(over)
    assert passes > 0 and ends > count


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", ["black", "mine"])
def test_labels_are_those_of_positions(size, view):
    moves, _ = batch.random_games(25, seed=3, size=size)
    states, legal, turns = batch.replay(moves, view=view, legal=True, turns=True, size=size)
    passed = 0
    for game in range(len(moves)):
        position = othellier.Position(size=size)
        for ply, move in enumerate(moves[game].tolist()):
            if move == 255:
                assert not states[game, ply].any() and not legal[game, ply].any()
                continue
            position = position.play(move)
            if position.legal_moves == [size * size]:
                position = position.play("pass")
                passed += 1
            mine = 1 if view == "black" or position.turn == "black" else -1
            assert (states[game, ply] == position.to_numpy() * mine).all()
            assert np.flatnonzero(legal[game, ply]).tolist() == position.legal_moves
            turn = 0 if position.is_over() else 1 if position.turn == "black" else -1
            assert turns[game, ply] == turn
    assert passed > 0


def test_evaluations_are_the_same_alone_and_together():
    positions = [position for game in playouts(8, 2, seed=2) for position in game]
    for evaluator in ("patterns", "mobility", "phased"):
        together = othellier.evaluate(positions, evaluator)
        alone = [othellier.evaluate(position, evaluator) for position in positions]
        assert together.tolist() == alone
    boards = batch.Boards(50)
    for step in range(30):
        boards.step(boards.sample(step))
    by_bits = batch.evaluate(boards.bits())
    assert by_bits.tolist() == othellier.evaluate([boards.position(i) for i in range(50)]).tolist()


def test_arrays_are_written_in_place():
    boards = batch.Boards(4)
    out = np.empty((4, 65), np.int8)
    assert boards.masks(out=out) is out and out.sum() == 16
