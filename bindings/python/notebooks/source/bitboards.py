#: en
# # Understanding bitboards
#
# A board of Othello has 64 squares, and a computer word has 64 bits. One number can hold all black discs, another
# all white ones: a *bitboard*. This notebook builds the rules of the game from two numbers and a few bit operations,
# checks every step against the engine, and measures what it is worth.
#: fr
# # Comprendre les bitboards
#
# Un plateau d'Othello a 64 cases, et un mot d'ordinateur 64 bits. Un nombre peut contenir tous les pions noirs, un
# autre tous les blancs : un *bitboard*. Ce cahier construit les règles du jeu avec deux nombres et quelques opérations
# sur les bits, vérifie chaque étape avec le moteur, et mesure ce que cela rapporte.
#: code
import os
import random
import time

import numpy as np
import othellier
from othellier import batch, chart

# "small" is quick, for tests; anything else is the full size.
SMALL = os.environ.get("OTHELLIER_NOTEBOOK_SIZE") == "small"
othellier.Board()
#: en
# ## Two numbers
#
# Square a1 is bit 0, b1 is bit 1, and so on row by row; h8 is bit 63. A position gives both numbers.
#: fr
# ## Deux nombres
#
# La case a1 est le bit 0, b1 le bit 1, et ainsi de suite ligne par ligne ; h8 est le bit 63. Une position donne les
# deux nombres.
#: code
start = othellier.Position()
print(f"black {start.black:#018x}\nwhite {start.white:#018x}")


def show(bits):
    """A bitboard as eight rows."""
    for row in range(8):
        print(" ".join("x" if bits >> (8 * row + column) & 1 else "·" for column in range(8)))


show(start.black)
#: en
# A set of squares is a number, so the operations of sets are operations on numbers: `|` is the union, `&` the
# intersection, `~` the complement, and `bit_count` the size.
#: fr
# Un ensemble de cases est un nombre, donc les opérations sur les ensembles sont des opérations sur les nombres : `|`
# est la réunion, `&` l'intersection, `~` le complément, et `bit_count` la taille.
#: code
FULL = 2**64 - 1
discs = start.black | start.white
empty = ~discs & FULL
assert start.black & start.white == 0
assert empty.bit_count() == start.empties == 60
#: en
# ## Shifts are steps
#
# Shifting by 8 moves every disc one row further, by 1 one column. But h1 shifted by 1 becomes a2: the board has edges
# and the number does not. A mask without the file that would wrap repairs it.
#: fr
# ## Un décalage est un pas
#
# Décaler de 8 avance chaque pion d'une ligne, décaler de 1 d'une colonne. Mais h1 décalé de 1 devient a2 : le plateau a
# des bords, le nombre n'en a pas. Un masque sans la colonne qui déborderait y remédie.
#: code
FILE_A = 0x0101010101010101
FILE_H = FILE_A << 7
# Each direction: the shift, and the squares that a step can arrive on.
DIRECTIONS = [
    (1, FULL & ~FILE_A), (-1, FULL & ~FILE_H), (8, FULL), (-8, FULL),
    (9, FULL & ~FILE_A), (-9, FULL & ~FILE_H), (7, FULL & ~FILE_H), (-7, FULL & ~FILE_A),
]


def step(bits, shift, arrivals):
    """All squares one step further."""
    moved = bits << shift if shift > 0 else bits >> -shift
    return moved & arrivals


h1 = 1 << othellier.square("h1")
assert step(h1, 1, FULL) == 1 << othellier.square("a2")  # wrong
assert step(h1, *DIRECTIONS[0]) == 0  # right
#: en
# ## Legal moves, all at once
#
# A move flips a line: own disc, some of the opponent's, an empty square. Start from all own discs, walk over the
# opponent's discs in one direction, and where the walk leaves them onto an empty square there is a move. Six steps are
# enough, and every line of the board is walked at the same time.
#: fr
# ## Les coups légaux, tous à la fois
#
# Un coup retourne une ligne : un pion à soi, des pions adverses, une case vide. On part de tous ses pions, on marche sur
# les pions adverses dans une direction, et là où la marche en sort sur une case vide, il y a un coup. Six pas suffisent,
# et toutes les lignes du plateau sont parcourues en même temps.
#: code
def legal_moves(mover, opponent):
    """The squares where the mover can move, as a bitboard."""
    moves = 0
    for shift, arrivals in DIRECTIONS:
        run = step(mover, shift, arrivals) & opponent
        for _ in range(5):
            run |= step(run, shift, arrivals) & opponent
        moves |= step(run, shift, arrivals)
    return moves & ~(mover | opponent) & FULL


show(legal_moves(start.black, start.white))


def flips(mover, opponent, square):
    """The discs that a move flips."""
    flipped, placed = 0, 1 << square
    for shift, arrivals in DIRECTIONS:
        run = step(placed, shift, arrivals) & opponent
        for _ in range(5):
            run |= step(run, shift, arrivals) & opponent
        if step(run, shift, arrivals) & mover:
            flipped |= run
    return flipped


show(flips(start.black, start.white, othellier.square("f5")))
#: en
# ## Does it agree with the engine?
#
# A rule that looks right and is wrong once in a thousand positions is the usual bug. So: many random games, every
# position, both functions.
#: fr
# ## Est-ce d'accord avec le moteur ?
#
# Une règle qui semble juste et se trompe une fois sur mille positions est le bogue habituel. Donc : beaucoup de parties
# au hasard, toutes les positions, les deux fonctions.
#: code
chooser, checked = random.Random(1), 0
for _ in range(10 if SMALL else 200):
    position = othellier.Position()
    while moves := position.legal_moves:
        sides = (position.black, position.white)
        mover, opponent = sides if position.turn == "black" else sides[::-1]
        mine = legal_moves(mover, opponent)
        expected = [square for square in moves if square < 64]  # 64 is the pass
        assert mine == sum(1 << square for square in expected)
        for square in expected:
            assert flips(mover, opponent, square) == sum(1 << at for at in position.flips(square))
        checked += 1
        position = position.play(chooser.choice(moves))
print(checked, "positions agree")
#: en
# ## One operation for many boards
#
# These lines work on arrays: a NumPy array of 64-bit words is a whole set of boards, and every operation above is
# done for all of them. Nothing has a branch that depends on one board.
#: fr
# ## Une opération pour beaucoup de plateaux
#
# Les mêmes lignes fonctionnent sur des tableaux : un tableau NumPy de mots de 64 bits est tout un ensemble de plateaux,
# et chaque opération ci-dessus se fait pour tous. Rien n'a de branche qui dépende d'un seul plateau.
#: code
def legal_moves_of_many(mover, opponent):
    """The same for arrays of boards."""
    moves = np.zeros_like(mover)
    for shift, arrivals in DIRECTIONS:
        shifted = np.left_shift if shift > 0 else np.right_shift
        by, arrivals = np.uint64(abs(shift)), np.uint64(arrivals)
        run = shifted(mover, by) & arrivals & opponent
        for _ in range(5):
            run |= shifted(run, by) & arrivals & opponent
        moves |= shifted(run, by) & arrivals
    return moves & ~(mover | opponent)


# Boards from random games: the discs of the side to move and of the other, after 30 plies.
boards = batch.Boards(2_000 if SMALL else 200_000)
for ply in range(30):
    boards.step(boards.sample(seed=ply))
bits = boards.bits()  # (n, 2): mover, opponent
mine = legal_moves_of_many(bits[:, 0], bits[:, 1])
assert (mine == batch.legal_moves(bits)[:, 0]).all()
#: en
# ## What it is worth
#
# Four ways to find the legal moves of a board: squares in a list, as one writes it first; a bitboard in Python; bitboards
# in NumPy; the engine, which does the same operations in the registers of the processor.
#: fr
# ## Ce que cela rapporte
#
# Quatre façons de trouver les coups légaux d'un plateau : des cases dans une liste, comme on l'écrit d'abord ; un bitboard
# en Python ; des bitboards en NumPy ; le moteur, qui fait les mêmes opérations dans les registres du processeur.
#: code
def legal_moves_by_squares(cells):
    """The same with a list of 64 numbers: 1 for the mover, -1 for the opponent, 0 for empty."""
    moves = []
    for square in range(64):
        if cells[square]:
            continue
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                row, column, seen = square // 8 + down, square % 8 + right, False
                while (down or right) and 0 <= row < 8 and 0 <= column < 8 and cells[8 * row + column] == -1:
                    row, column, seen = row + down, column + right, True
                if seen and 0 <= row < 8 and 0 <= column < 8 and cells[8 * row + column] == 1:
                    moves.append(square)
    return sorted(set(moves))


def rate(work, count):
    """Boards per second."""
    began = time.perf_counter()
    work()
    return count / (time.perf_counter() - began)


few = [(int(mover), int(opponent)) for mover, opponent in bits[: 200 if SMALL else 2_000]]
lists = [[(mover >> at & 1) - (opponent >> at & 1) for at in range(64)] for mover, opponent in few]
for (mover, opponent), cells in zip(few[:20], lists):
    assert legal_moves(mover, opponent) == sum(1 << square for square in legal_moves_by_squares(cells))
rates = {
    "squares in a list": rate(lambda: [legal_moves_by_squares(cells) for cells in lists], len(few)),
    "a bitboard in Python": rate(lambda: [legal_moves(*board) for board in few], len(few)),
    "bitboards in NumPy": rate(lambda: legal_moves_of_many(bits[:, 0], bits[:, 1]), len(bits)),
    "the engine": rate(lambda: batch.legal_moves(bits, threads=1), len(bits)),
}
chart.bars(rates, title="Legal moves of a board", x="boards per second (the engine: both sides)", log=True)
#: en
# **Going further.** Write `play(mover, opponent, square)` with `flips` and count the leaves of the game tree to depth 6: there
# are 8 200. `othellier perft 6` of the program counts them as well. How would a board of 10×10 fit into a number?
#: fr
# **Pour continuer.** Écrivez `play(mover, opponent, square)` avec `flips` et comptez les feuilles de l'arbre de jeu à la
# profondeur 6 : il y en a 8 200. `othellier perft 6` les compte aussi. Comment un plateau 10×10 tiendrait-il dans un
# nombre ?
