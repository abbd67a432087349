"""`Game`: a drop-in for the `OthelloGame` of alpha-zero-general, with its nine methods, at native speed.

Boards are square arrays of 1, -1 and 0; players are 1 and -1; an action is the number of a square, row by row,
and the last one is the pass. A draw is a draw here (a small number, as that project's search needs one that is
not 0), where the original calls it a loss of the player who asks.

>>> from othellier.alphazero import Game
>>> game = Game(6)
>>> board = game.getInitBoard()
>>> game.getBoardSize(), game.getActionSize()
((6, 6), 37)
>>> game.getValidMoves(board, 1).nonzero()[0].tolist()
[8, 13, 22, 27]
>>> board, player = game.getNextState(board, 1, 8)
>>> player, game.getGameEnded(board, player)
(-1, 0)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._othellier import Position

__all__ = ["DRAW", "Game"]

Cells = NDArray[np.integer[Any]]

#: The value of a draw: not 0, which means that the game is not over.
DRAW = 1e-4


class Game:
    """The rules of Othello on n x n for alpha-zero-general."""

    def __init__(self, n: int = 8) -> None:
        self.n = n
        self._start = Position(size=n).to_numpy()

    @staticmethod
    def _position(board: Cells, player: int) -> Position:
        if player not in (1, -1):
            raise ValueError(f"player {player}; expected 1 or -1")
        cells = np.ascontiguousarray(board, dtype=np.int8)
        return Position.from_numpy(cells, "black" if player == 1 else "white")

    # The originals begin with White on the main diagonal as here, and 1 moves first.
    def getInitBoard(self) -> NDArray[np.int8]:
        """The start of the game, 1 to move."""
        return self._start.copy()

    def getBoardSize(self) -> tuple[int, int]:
        """The rows and columns."""
        return (self.n, self.n)

    def getActionSize(self) -> int:
        """The number of actions: the squares and the pass."""
        return self.n * self.n + 1

    def getNextState(
        self, board: Cells, player: int, action: int
    ) -> tuple[NDArray[np.int8], int]:
        """The board after an action of a player, and the next player. IllegalMoveError if it is not legal.

        A pass is taken from a player without a move even when the other has none either, as there.
        """
        position = self._position(board, player)
        action = int(action)
        if action == self.n * self.n and not any(m < action for m in position.legal_moves):
            return position.to_numpy(), -player
        return position.play(action).to_numpy(), -player

    def getValidMoves(self, board: Cells, player: int) -> NDArray[np.int8]:
        """1 for every legal action of a player, else 0; the pass where there is no other."""
        valid = np.zeros(self.getActionSize(), dtype=np.int8)
        moves = self._position(board, player).legal_moves
        valid[moves or [-1]] = 1
        return valid

    def getGameEnded(self, board: Cells, player: int) -> float:
        """0 while the game is not over, 1 if the player has won, -1 if it has lost, DRAW for a draw."""
        position = self._position(board, player)
        if not position.is_over():
            return 0
        score = position.score * player
        return DRAW if score == 0 else 1 if score > 0 else -1

    def getCanonicalForm(self, board: Cells, player: int) -> NDArray[np.int8]:
        """The board as player 1 would see it."""
        return np.asarray(board, dtype=np.int8) * np.int8(player)

    def getSymmetries(
        self, board: Cells, pi: Any
    ) -> list[tuple[Cells, list[float]]]:
        """The eight images of a board with those of its policy."""
        policy = np.asarray(pi)
        if policy.shape != (self.getActionSize(),):
            raise ValueError(f"a policy of shape {policy.shape}; expected ({self.getActionSize()},)")
        squares = policy[:-1].reshape(self.n, self.n)
        images = []
        for quarter in range(1, 5):
            for mirrored in (True, False):
                turned, turned_squares = np.rot90(board, quarter), np.rot90(squares, quarter)
                if mirrored:
                    turned, turned_squares = np.fliplr(turned), np.fliplr(turned_squares)
                images.append((turned, [*turned_squares.ravel(), policy[-1]]))
        return images

    def stringRepresentation(self, board: Cells) -> bytes:
        """A key of the board."""
        return np.asarray(board, dtype=np.int8).tobytes()

    def getScore(self, board: Cells, player: int) -> int:
        """The player's discs less the other's."""
        return int(np.asarray(board, dtype=np.int64).sum()) * player
