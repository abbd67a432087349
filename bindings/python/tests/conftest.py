"""What the tests share: random games with passes, in all sizes, played by Position."""

import random

import othellier

SIZES = (4, 6, 8, 10)


def playouts(size, count, seed=0):
    """Random games as lists of positions, by Position alone."""
    chooser = random.Random(seed)
    for _ in range(count):
        position = othellier.Position(size=size)
        game = [position]
        while moves := position.legal_moves:
            position = position.play(chooser.choice(moves))
            game.append(position)
        yield game
