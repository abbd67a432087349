"""Random games as examples, with labels that a network can learn."""

import random

import numpy as np

from evaluation import EXAMPLE, NO_FORECAST
from teacher import after_move, moves_of

START = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000)  # mover d5 e4, opponent d4 e5
CORNERS = 0x8100_0000_0000_0081
BIAS = 300  # of the forecasts, in hundredths of a disc


def squares(board):
    return [at for at in range(64) if board >> at & 1]


def played(count, seed=1):
    """The boards of random games whose mover can move, with the numbers of their games."""
    rng, boards = random.Random(seed), []
    for game in range(count):
        mover, opponent = START
        while True:
            moves = moves_of(mover, opponent)
            if not moves:
                mover, opponent = opponent, mover
                moves = moves_of(mover, opponent)
                if not moves:
                    break
            boards.append((game, mover, opponent))
            mover, opponent = after_move(mover, opponent, rng.choice(squares(moves)))
    return boards


def examples_of(count, seed=1):
    """The examples of random games. An outcome depends on corners and mobility. With 10 empty squares or fewer
    it is proven; of the others one in seven has the value of a search in place of the outcome, the rest a forecast."""
    boards = played(count, seed)
    examples = np.zeros(len(boards), EXAMPLE)
    for at, (game, mover, opponent) in enumerate(boards):
        corners = (mover & CORNERS).bit_count() - (opponent & CORNERS).bit_count()
        mobility = moves_of(mover, opponent).bit_count() - moves_of(opponent, mover).bit_count()
        outcome = 200 * (3 * corners + mobility)
        if (mover | opponent).bit_count() >= 54:
            forecast = NO_FORECAST
        elif at % 7 == 0:
            outcome, forecast = outcome + BIAS + 1, NO_FORECAST
        else:
            forecast = outcome + BIAS
        examples[at] = mover, opponent, outcome, forecast, game
    return examples
