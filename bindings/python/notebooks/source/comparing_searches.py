#: en
# # Comparing searches, with error bars
#
# Which of two players is stronger, and how sure is it? Which search visits fewer nodes? A single game answers neither.
# This notebook counts nodes, plays matches, and gives every number the error that belongs to it.
#: fr
# # Comparer des recherches, avec des barres d'erreur
#
# Lequel de deux joueurs est le plus fort, et avec quelle certitude ? Quelle recherche visite le moins de nœuds ? Une seule
# partie ne répond ni à l'une ni à l'autre. Ce cahier compte des nœuds, joue des matchs, et donne à chaque nombre l'erreur
# qui lui revient.
#: code
import os
import tempfile

import othellier
from othellier import chart, lab, openings, stats

# "small" is quick, for tests; anything else is the full size.
SMALL = os.environ.get("OTHELLIER_NOTEBOOK_SIZE") == "small"
#: en
# ## The same move, fewer nodes
#
# Minimax looks at every line; alpha-beta leaves out those that cannot matter, and finds the same value. How much it saves
# depends on the position, so the mean over several positions has an interval.
#: fr
# ## Le même coup, moins de nœuds
#
# Minimax regarde toutes les lignes ; alpha-bêta laisse de côté celles qui ne peuvent rien changer, et trouve la même valeur.
# Ce qu'il économise dépend de la position : la moyenne sur plusieurs positions a donc un intervalle.
#: code
positions = [game.position for game in openings.random(3 if SMALL else 10, plies=12, seed=1)]
players = {
    "minimax": "minimax(depth={depth}, eval=mobility)",
    "alpha-beta": "alphabeta(depth={depth}, eval=mobility)",
    "alpha-beta, ordered": "alphabeta(depth={depth}, eval=mobility, order=mobility)",
}


def nodes(spec, depth):
    """The nodes of the search of each position, and the values."""
    found = [othellier.search(position, player=spec.format(depth=depth), seed=1) for position in positions]
    return [result["nodes"] for result in found], [result["lines"][0]["score"] for result in found]


def with_interval(numbers):
    """The mean, and an interval of two standard errors."""
    mean = sum(numbers) / len(numbers)
    error = 2 * (sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers)) ** 0.5
    return mean, mean - error, mean + error


series, values = {name: [] for name in players}, {}
for depth in range(1, 5 if SMALL else 7):
    for name, spec in players.items():
        counted, scores = nodes(spec, depth)
        series[name].append((depth, *with_interval(counted)))
        assert values.setdefault(depth, scores) == scores  # the same values at the same depth
chart.lines(series, title="Nodes of a search", x="depth", y="nodes", log=True)
#: en
# ## A match
#
# Openings are played twice with colours reversed, so that neither an opening nor a colour helps one player. The total has
# the score, its 95 % interval and the difference in Elo with its error: 0 is equal, 100 is 64 % of the points.
#: fr
# ## Un match
#
# Les ouvertures sont jouées deux fois avec les couleurs échangées : ni l'ouverture ni la couleur n'aide un joueur. Le total
# donne le score, son intervalle à 95 % et la différence Elo avec son erreur : 0 est l'égalité, 100 fait 64 % des points.
#: code
games = 20 if SMALL else 400
total = othellier.match("alphabeta(depth=3, eval=mobility)", "alphabeta(depth=2, eval=mobility)", games, seed=1)
wins, draws, losses = total["wins"], total["draws"], total["losses"]
low, high = stats.interval(wins, draws, losses)
print(f"+{wins} ={draws} -{losses}, score {(wins + draws / 2) / games:.1%}, 95 % interval {low:.1%} to {high:.1%}")
print("Elo", stats.elo(wins, draws, losses))
#: en
# ## How many games are enough?
#
# The error shrinks with the square root of the number of games: four times the games for half the error. Here is the
# interval of a score of 55 %.
#: fr
# ## Combien de parties suffisent ?
#
# L'erreur diminue comme la racine carrée du nombre de parties : quatre fois plus de parties pour une erreur deux fois plus
# petite. Voici l'intervalle d'un score de 55 %.
#: code
points = []
for count in (20, 40, 100, 200, 400, 1000, 2000, 4000):
    won = round(0.55 * count)
    points.append((count, won / count, *stats.interval(won, 0, count - won)))
chart.lines({"55 %": points}, title="The interval of a score of 55 %", x="games", y="score rate")
#: en
# A sequential test asks after every pair of games whether it is decided: does the first player gain at least 30 Elo, or
# nothing? It stops as soon as it knows, with errors of 5 % on either side.
#: fr
# Un test séquentiel demande après chaque paire de parties si l'affaire est entendue : le premier joueur gagne-t-il au moins
# 30 Elo, ou rien ? Il s'arrête dès qu'il le sait, avec 5 % d'erreur de chaque côté.
#: code
tested = othellier.match(
    "alphabeta(depth=3, eval=mobility)", "alphabeta(depth=3, eval=discs)", 2000, sprt=(0, 30), seed=2
)
print(tested["games"], "games,", tested["sprt"])
#: en
# ## An experiment as a file
#
# What is to be repeated is written down. An experiment of the laboratory is a text: players, a grid of their options,
# opponents, the number of games. It runs on all cores, writes a journal, resumes where it was interrupted, and its tables
# are rows for a data frame.
#: fr
# ## Une expérience dans un fichier
#
# Ce qui doit pouvoir être répété s'écrit. Une expérience du laboratoire est un texte : des joueurs, une grille de leurs
# options, des adversaires, le nombre de parties. Elle utilise tous les cœurs, tient un journal, reprend où elle a été
# interrompue, et ses tables sont des lignes pour un tableau de données.
#: code
text = f"""
format = 1
name = "evaluators"
seed = 1
[[games]]
name = "games"
players = ["alphabeta(depth=2, eval={{eval}})"]
grid = {{ eval = ["discs", "mobility", "matrix", "strategic"] }}
opponents = ["alphabeta(depth=1, eval=mobility)"]
games = {8 if SMALL else 200}
measure = ["score"]
"""
folder = tempfile.mkdtemp()


def progress(row):
    print(f"\r{row['finished']} of {row['units']}", end="")


settings, *arms, total = lab.run(text, out=folder, watch=progress)
print()
for row in lab.tables(total["folder"])["summary"]:
    print(f"{row['arm']:12} {row['score_rate']:.2f} [{row['score_low']:.2f}, {row['score_high']:.2f}]")
chart.bars(
    {arm["arm"]: (arm["score_rate"], *arm["score_interval"]) for arm in arms},
    title="Evaluators at depth 2 against mobility at depth 1", x="score rate",
)
#: en
# Where two intervals overlap, these games do not tell the two apart.
#
# **Going further.** `lab.experiments()` lists the built-in experiments of student reports; `lab.run("b1", quick=True)` runs one
# of them, and `lab.report(folder)` writes a page with all figures. Compare `mcts` with `alphabeta` at equal time
# (`time_per_move="50ms"` in `match`).
#: fr
# Là où deux intervalles se chevauchent, ces parties ne départagent pas les deux.
#
# **Pour continuer.** `lab.experiments()` énumère les expériences intégrées, celles de rapports d'étudiants ;
# `lab.run("b1", quick=True)` en exécute une, et `lab.report(folder)` écrit une page avec toutes les figures. Comparez `mcts`
# et `alphabeta` à temps égal (`time_per_move="50ms"` dans `match`).
