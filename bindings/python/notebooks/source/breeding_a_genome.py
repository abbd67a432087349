#: en
# # Breeding a genome
#
# How many points is a corner worth, and how many a move more than the opponent? Instead of guessing, let weights compete:
# a genetic algorithm keeps the good ones, mixes them and changes them a little. The engine plays the games; the algorithm
# is here, in Python, to be changed.
#: fr
# # Élever un génome
#
# Combien de points vaut un coin, et combien un coup de plus que l'adversaire ? Au lieu de deviner, faisons concourir des
# poids : un algorithme génétique garde les bons, les mélange et les modifie un peu. Le moteur joue les parties ;
# l'algorithme est ici, en Python, pour qu'on le modifie.
#: code
import math
import os
import random
import tempfile
from pathlib import Path

import numpy as np
import othellier
from othellier import chart

# "small" is quick, for tests; anything else is the full size.
SMALL = os.environ.get("OTHELLIER_NOTEBOOK_SIZE") == "small"
POPULATION, GENERATIONS, GAMES = (4, 3, 4) if SMALL else (16, 20, 12)
chooser = random.Random(1)
#: en
# ## A genome is a file
#
# A genome has a weight for each feature in each phase of the game. A phase is given by the number of empty squares at its
# centre; between two centres the weights change gradually. The evaluator `genome(file=…)` reads it.
#: fr
# ## Un génome est un fichier
#
# Un génome a un poids pour chaque trait dans chaque phase de la partie. Une phase est donnée par le nombre de cases vides en
# son centre ; entre deux centres, les poids changent peu à peu. L'évaluateur `genome(file=…)` le lit.
#: code
FEATURES = ["discs", "mobility", "corners", "stability"]
PHASES = [50, 30, 10]
folder = Path(tempfile.mkdtemp())


def write(genes, path):
    """Writes genes, an array of features by phases, as a genome."""
    rows = [f"{name} {' '.join(map(str, weights))}" for name, weights in zip(FEATURES, genes)]
    path.write_text("\n".join(["othellier-genome 1", f"phases {' '.join(map(str, PHASES))}", *rows]) + "\n")


def player(path):
    """A player that searches one ply with this genome."""
    return f'alphabeta(depth=1, eval=genome(file="{path.as_posix()}"))'


genes = np.array([[0, 0, 1], [5, 4, 2], [20, 15, 10], [0, 3, 6]])
write(genes, folder / "mine.txt")
print((folder / "mine.txt").read_text())
othellier.evaluate("f5d6c3", f'genome(file="{(folder / "mine.txt").as_posix()}")')
#: en
# ## Fitness
#
# The fitness of a genome is its mean result in discs against control players, from several openings with both colours.
# New openings in every generation, so that nobody learns one game by heart.
#: fr
# ## Fitness
#
# La fitness d'un génome est son résultat moyen en pions contre des joueurs témoins, à partir de plusieurs ouvertures et avec
# les deux couleurs. De nouvelles ouvertures à chaque génération, pour que personne n'apprenne une partie par cœur.
#: code
CONTROLS = ["alphabeta(depth=1, eval=mobility)", "alphabeta(depth=1, eval=discs)"]


def fitness(genes, generation):
    path = folder / "individual.txt"
    write(genes, path)
    results = [
        othellier.match(player(path), control, GAMES, openings=8, seed=generation)["mean_disc_difference"]
        for control in CONTROLS
    ]
    return sum(results) / len(results)


fitness(genes, 0)
#: en
# ## Selection, crossover, mutation
#
# - **Selection** by a roulette wheel: the sector of an individual of fitness *f* is exp(*f* / 20). The best two are copied.
# - **Crossover**: a child takes some of its genes from one parent and the rest from the other.
# - **Mutation**: each gene is replaced with a small probability.
#: fr
# ## Sélection, croisement, mutation
#
# - **Sélection** à la roulette : le secteur d'un individu de fitness *f* est exp(*f* / 20). Les deux meilleurs sont copiés.
# - **Croisement** : un enfant prend une partie de ses gènes à un parent et le reste à l'autre.
# - **Mutation** : chaque gène est remplacé avec une petite probabilité.
#: code
def random_genes():
    return np.array([[chooser.randint(-20, 20) for _ in PHASES] for _ in FEATURES])


def child_of(mother, father):
    """Crossover at two points, then mutation."""
    first, last = sorted(chooser.sample(range(mother.size + 1), 2))
    genes = mother.copy().ravel()
    genes[first:last] = father.ravel()[first:last]
    for gene in range(genes.size):
        if chooser.random() < 0.05:
            genes[gene] = chooser.randint(-20, 20)
    return genes.reshape(mother.shape)


def next_generation(population, scores):
    best = sorted(range(len(population)), key=lambda one: -scores[one])
    sectors = [math.exp(score / 20) for score in scores]
    children = [population[one] for one in best[:2]]
    while len(children) < len(population):
        children.append(child_of(*chooser.choices(population, weights=sectors, k=2)))
    return children


population = [random_genes() for _ in range(POPULATION)]
history = {"best": [], "mean": []}
for generation in range(1, GENERATIONS + 1):
    scores = [fitness(genes, generation) for genes in population]
    history["best"].append((generation, max(scores)))
    history["mean"].append((generation, sum(scores) / len(scores)))
    champion = population[scores.index(max(scores))]
    population = next_generation(population, scores)
chart.lines(history, title="Fitness by generation", x="generation", y="discs per game")
#: en
# ## What was bred
#
# The weights of the best, and a match against the genome written by hand above, on openings it has never seen. The
# interval says whether it is really better.
#: fr
# ## Ce qui a été élevé
#
# Les poids du meilleur, et un match contre le génome écrit à la main plus haut, sur des ouvertures jamais vues. L'intervalle
# dit s'il est vraiment meilleur.
#: code
write(champion, folder / "bred.txt")
print((folder / "bred.txt").read_text())
total = othellier.match(player(folder / "bred.txt"), player(folder / "mine.txt"), 10 if SMALL else 400, seed=99)
print(othellier.stats.interval(total["wins"], total["draws"], total["losses"]))
chart.heat(champion, title="Weights: features by phase", signed=True)
#: en
# **Going further.** `othellier evolve` of the program does the same with more settings, and experiment `b15` compares laws of the
# roulette over several runs. Replace the controls by the best of each generation: does fitness still rise?
#: fr
# **Pour continuer.** La commande `othellier evolve` fait la même chose avec plus de réglages, et l'expérience `b15` compare
# des lois de roulette sur plusieurs essais. Remplacez les témoins par le meilleur de chaque génération : la fitness monte-t-elle
# encore ?
