"""The drop-in for alpha-zero-general."""

import numpy as np
import pytest
from conftest import SIZES, playouts
from othellier import IllegalMoveError
from othellier.alphazero import DRAW, Game


@pytest.mark.parametrize("size", SIZES)
def test_the_nine_methods_follow_positions(size):
    game = Game(size)
    assert game.getBoardSize() == (size, size) and game.getActionSize() == size * size + 1
    for positions in playouts(size, 6, seed=size):
        board, player = game.getInitBoard(), 1
        for position, after in zip(positions, positions[1:]):
            assert (board == position.to_numpy()).all()
            assert player == (1 if position.turn == "black" else -1)
            assert game.getGameEnded(board, player) == 0
            valid = game.getValidMoves(board, player)
            assert np.flatnonzero(valid).tolist() == position.legal_moves
            canonical = game.getCanonicalForm(board, player)
            assert (game.getValidMoves(canonical, 1) == valid).all()
            move = next(m for m in position.legal_moves if position.play(m) == after)
            next_board, next_player = game.getNextState(board, player, move)
            by_one, _ = game.getNextState(canonical, 1, move)
            assert (by_one * player == next_board).all()
            board, player = next_board, next_player
        score = positions[-1].score
        for side in (1, -1):
            expected = DRAW if score == 0 else np.sign(score) * side
            assert game.getGameEnded(board, side) == expected
        assert game.getValidMoves(board, 1)[-1] == 1


def test_a_draw_is_a_draw_for_both():
    board = np.ones((4, 4), int)
    board[:2] = -1
    assert Game(4).getGameEnded(board, 1) == Game(4).getGameEnded(board, -1) == DRAW


def test_symmetries_take_the_policy_along():
    game = Game(4)
    board, _ = game.getNextState(game.getInitBoard(), 1, 1)
    pi = np.zeros(17)
    pi[np.flatnonzero(game.getValidMoves(board, -1))] = 1
    images = game.getSymmetries(board, pi)
    assert len({game.stringRepresentation(image) for image, _ in images}) == len(images) == 8
    for image, policy in images:
        assert np.array_equal(game.getValidMoves(image, -1), policy)


def test_wrong_arguments_are_refused():
    game = Game(8)
    with pytest.raises(ValueError):
        Game(7)
    with pytest.raises(IllegalMoveError):
        game.getNextState(game.getInitBoard(), 1, 0)
    with pytest.raises(IllegalMoveError):
        game.getNextState(game.getInitBoard(), 1, 64)
    with pytest.raises(ValueError):
        game.getValidMoves(np.full((8, 8), 2), 1)
