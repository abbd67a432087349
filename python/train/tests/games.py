"""Random games as examples, with labels that a network can learn."""

import random

import numpy as np

from othellier import Position, batch
from othellier.train import EXAMPLE, NO_FORECAST

START = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000)  # mover d5 e4, opponent d4 e5
CORNERS = 0x8100_0000_0000_0081
BIAS = 300  # of the forecasts, in hundredths of a disc


def squares(board):
    return [at for at in range(64) if board >> at & 1]


def played(count, seed=1):
    """The boards of random games whose mover can move, with the numbers of their games."""
    rng, boards = random.Random(seed), []
    for game in range(count):
        position = Position()
        while moves := position.legal_moves:
            if moves != [64]:
                sides = position.black, position.white
                boards.append((game, *(sides if position.turn == "black" else sides[::-1])))
            position = position.play(rng.choice(moves))
    return boards


def moves_of(mover, opponent):
    """The legal moves of both sides of a board, as bitboards."""
    return [int(moves) for moves in batch.legal_moves(np.array([[mover, opponent]], np.uint64))[0]]


def examples_of(count, seed=1):
    """The examples of random games. An outcome depends on corners and mobility. With 10 empty squares or fewer
    it is proven; of the others one in seven has the value of a search in place of the outcome, the rest a forecast."""
    boards = played(count, seed)
    examples = np.zeros(len(boards), EXAMPLE)
    for at, (game, mover, opponent) in enumerate(boards):
        corners = (mover & CORNERS).bit_count() - (opponent & CORNERS).bit_count()
        moves, replies = moves_of(mover, opponent)
        mobility = moves.bit_count() - replies.bit_count()
        outcome = 200 * (3 * corners + mobility)
        if (mover | opponent).bit_count() >= 54:
            forecast = NO_FORECAST
        elif at % 7 == 0:
            outcome, forecast = outcome + BIAS + 1, NO_FORECAST
        else:
            forecast = outcome + BIAS
        examples[at] = mover, opponent, outcome, forecast, game
    return examples
