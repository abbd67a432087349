#: en
# # Reviewing your own games
#
# What was good in a game, what was bad, and why? The engine reviews a game from its end, where it can prove the result, to
# its beginning, where it judges; every move gets the discs that it lost, and bad ones a reason in words.
#: fr
# # Revoir ses propres parties
#
# Qu'est-ce qui était bon dans une partie, qu'est-ce qui était mauvais, et pourquoi ? Le moteur revoit une partie de la fin, où
# il peut prouver le résultat, au début, où il juge ; chaque coup reçoit les pions qu'il a perdus, et les mauvais une raison en
# toutes lettres.
#: code
import collections
import os

import othellier
from othellier import chart

# "small" is quick, for tests; anything else is the full size.
SMALL = os.environ.get("OTHELLIER_NOTEBOOK_SIZE") == "small"
LEVEL = 4 if SMALL else 16
# The language of the reasons: "en" or "fr".
LANGUAGE = os.environ.get("LANG", "en")[:2].lower()
LANGUAGE = LANGUAGE if LANGUAGE in ("en", "fr") else "en"
#: en
# ## A game
#
# Paste the moves of a game of yours in place of these, or read a file: `othellier.read("games.sgf")` reads the formats of the
# usual programs and sites, one game after the other. Here a strong player meets one that errs on purpose.
#: fr
# ## Une partie
#
# Collez ici les coups d'une de vos parties, ou lisez un fichier : `othellier.read("games.sgf")` lit les formats des programmes
# et des sites courants, une partie après l'autre. Ici, un joueur fort rencontre un joueur qui se trompe exprès.
#: code
game = othellier.Game("f5d6c3d3c4f4f6")
strong, weak = othellier.Player("champion(level=4)", seed=1), othellier.Player("level-2", seed=2)
while not game.is_over():
    mover = strong if game.position.turn == "black" else weak
    game.push(mover.choose(game))
game.black, game.white = "strong", "weak"
print(game.moves, game.score)
game
#: en
# ## The review
#
# The dictionaries are those of `othellier analyze --json`. `loss` is what a move lost against the best one, in discs.
#: fr
# ## La revue
#
# Les dictionnaires sont ceux d'`othellier analyze --json`. `loss` est ce qu'un coup a perdu par rapport au meilleur, en pions.
#: code
*moves, total = othellier.review(game, level=LEVEL)
print(moves[0].keys())
for side in ("black", "white"):
    print(side, total[side])
#: en
# ## The course of the game
#
# The value after each ply, for Black: a fall is a mistake of Black, a rise one of White.
#: fr
# ## Le cours de la partie
#
# La valeur après chaque demi-coup, pour Noir : une chute est une faute de Noir, une montée une faute de Blanc.
#: code
course = [(point["ply"], point["black_score"]) for point in total["graph"]]
chart.lines({"Black": course}, title="The course of the game", x="ply", y="discs for Black")
#: en
# ## The three worst moves
#
# Each with the position before it, what would have been better, and the reasons.
#: fr
# ## Les trois plus mauvais coups
#
# Chacun avec la position qui le précède, ce qui aurait été meilleur, et les raisons.
#: code
worst = sorted(moves, key=lambda move: -move["loss"])[:3]
positions = game.positions()
for move in worst:
    print(f"{move['number']}. {move['color']} {move['move']} loses {move['loss']:g}, best {move['best']['move']}")
    for reason in move["reasons"]:
        print("   ", reason["text"][LANGUAGE])
positions[worst[0]["ply"]]
#: en
# ## Many games
#
# One game shows a mistake, many show a habit. Here: in which phase of the game are discs lost? Replace the games by those of a
# file of yours and `who` by your name.
#: fr
# ## Beaucoup de parties
#
# Une partie montre une faute, beaucoup montrent une habitude. Ici : dans quelle phase de la partie perd-on des pions ? Remplacez
# les parties par celles d'un de vos fichiers et `who` par votre nom.
#: code
who = "weak"
games = [game]
for number in range(1 if SMALL else 9):
    other = othellier.Game()
    weak, strong = othellier.Player("level-2", seed=10 + number), othellier.Player("champion(level=2)", seed=number)
    while not other.is_over():
        other.push((weak if other.position.turn == "black" else strong).choose(other))
    other.black, other.white = "weak", "strong"
    games.append(other)

lost = collections.defaultdict(list)
for one in games:
    color = "black" if one.black == who else "white"
    for move in othellier.review(one, level=2 if SMALL else 8)[:-1]:
        if move["color"] == color:
            lost[move["ply"] // 10].append(move["loss"])


def with_interval(numbers):
    """The mean, and an interval of two standard errors."""
    mean = sum(numbers) / len(numbers)
    spread = sum((number - mean) ** 2 for number in numbers) / max(len(numbers) - 1, 1)
    error = 2 * (spread / len(numbers)) ** 0.5
    return mean, max(0, mean - error), mean + error


chart.bars(
    {f"plies {10 * phase + 1}-{10 * phase + 10}": with_interval(lost[phase]) for phase in sorted(lost)},
    title="Discs lost by a move", x="discs",
)
#: en
# **Going further.** `othellier.Archive` keeps many games and finds them by player, year and position; `game.to_text("sgf")` writes one
# for another program. `othellier.solve` proves the score of a position of the endgame.
#: fr
# **Pour continuer.** `othellier.Archive` garde beaucoup de parties et les trouve par joueur, par année et par position ;
# `game.to_text("sgf")` en écrit une pour un autre programme. `othellier.solve` prouve le score d'une position de finale.
