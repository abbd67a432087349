#: en
# # A model that predicts the outcome
#
# From a position, who will win and by how much? The whole pipeline in one page: **data → preprocessing → training →
# evaluation → play**. The model is a small network, written twice: in NumPy, with its gradients by hand, and in PyTorch,
# which is used where it is installed.
#: fr
# # Un modèle qui prédit le résultat
#
# À partir d'une position, qui va gagner et de combien ? Toute la chaîne en une page : **données → préparation →
# entraînement → évaluation → jeu**. Le modèle est un petit réseau, écrit deux fois : en NumPy, avec ses gradients à la main,
# et en PyTorch, qui sert là où il est installé.
#: code
import os

import numpy as np
import othellier
from othellier import batch, chart, gpt, stats

try:
    import torch
except ModuleNotFoundError:
    torch = None

# "small" is quick, for tests; anything else is the full size.
SMALL = os.environ.get("OTHELLIER_NOTEBOOK_SIZE") == "small"
GAMES, EPOCHS, HIDDEN = (600, 3, 32) if SMALL else (20_000, 10, 128)
print("the network is trained with", f"PyTorch {torch.__version__}" if torch else "NumPy")
#: en
# ## Data
#
# Games of a simple player against itself, each from an opening of random moves, so that no two are the same. `batch.play`
# uses all cores; other players, or your own files (`gpt.from_games(othellier.read(path))`), give other data and another model.
#: fr
# ## Données
#
# Des parties d'un joueur simple contre lui-même, chacune à partir d'une ouverture de coups au hasard, pour qu'il n'y en ait pas
# deux pareilles. `batch.play` utilise tous les cœurs ; d'autres joueurs, ou vos fichiers
# (`gpt.from_games(othellier.read(path))`), donnent d'autres données et un autre modèle.
#: code
teacher = "alphabeta(depth=1, eval=mobility)"
moves, scores, _, _ = batch.play(teacher, teacher, GAMES, openings=12, swap=False, seed=1)
print(moves.shape, "moves;", f"Black wins {np.mean(scores > 0):.1%}, draws {np.mean(scores == 0):.1%}")
#: en
# ## Preprocessing
#
# `batch.replay` gives the board and the legal moves at every ply. All is seen by the side to move: its discs are 1, the
# other's -1, and the outcome is its own. Positions of one game are alike, so a game belongs to training **or** to validation,
# never to both; symmetric images of a game count as the same game.
#: fr
# ## Préparation
#
# `batch.replay` donne le plateau et les coups légaux à chaque demi-coup. Tout est vu par le camp au trait : ses pions valent 1,
# ceux de l'autre -1, et le résultat est le sien. Les positions d'une partie se ressemblent : une partie appartient donc à
# l'entraînement **ou** à la validation, jamais aux deux ; les images symétriques d'une partie comptent comme la même.
#: code
def examples(games, results):
    """The inputs, the outcomes for the side to move, and the plies of all positions of games."""
    states, legal, turns = batch.replay(games, view="mine", legal=True, turns=True)
    going = turns != 0  # 0 where the game is over
    going[:, :12] = False  # the random opening
    mine, yours = states == 1, states == -1
    planes = np.stack([mine, yours, legal.reshape(mine.shape) > 0], axis=2)[going]
    outcome = (turns * results[:, None])[going]
    plies = np.broadcast_to(np.arange(games.shape[1]), turns.shape)[going]
    return planes.reshape(len(planes), -1).astype(np.float32), outcome.astype(np.float32), plies


train_games, test_games = gpt.split(moves, (0.9, 0.1))
inputs, outcome, _ = examples(moves[train_games], scores[train_games])
test_inputs, test_outcome, test_plies = examples(moves[test_games], scores[test_games])
print(inputs.shape, test_inputs.shape)
#: en
# ## Training
#
# One hidden layer with ReLU. Four outputs: the logits of win, draw and loss, and the final score. The loss is the
# cross-entropy of the result plus the squared error of the score (in units of 32 discs). The gradient of the cross-entropy is
# the predicted probability minus the truth, and that is all one has to know.
#: fr
# ## Entraînement
#
# Une couche cachée avec ReLU. Quatre sorties : les logits de victoire, nulle et défaite, et le score final. La perte est
# l'entropie croisée du résultat plus l'erreur quadratique du score (par unités de 32 pions). Le gradient de l'entropie croisée
# est la probabilité prédite moins la vérité, et c'est tout ce qu'il faut savoir.
#: code
def targets_of(outcome):
    """One-hot win, draw, loss; and the score in units of 32 discs."""
    return np.eye(3, dtype=np.float32)[(1 - np.sign(outcome)).astype(int)], outcome / 32


def softmax(logits):
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)


class NumPyModel:
    def __init__(self, size, hidden, seed=1):
        rng = np.random.default_rng(seed)
        shapes = [(size, hidden), (hidden,), (hidden, 4), (4,)]
        self.weights = [
            (rng.standard_normal(shape) * (2 / shape[0]) ** 0.5 * (len(shape) > 1)).astype(np.float32)
            for shape in shapes
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.weights]
        self.steps = 0

    def forward(self, x):
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(x @ first + first_bias, 0)
        return hidden, hidden @ second + second_bias

    def learn(self, x, outcome, rate):
        """A step of Adam; returns the loss."""
        result, score = targets_of(outcome)
        hidden, output = self.forward(x)
        probability = softmax(output[:, :3])
        error = output[:, 3] - score
        loss = -np.log((probability * result).sum(axis=1) + 1e-9).mean() + (error**2).mean()
        gradient = np.concatenate([probability - result, 2 * error[:, None]], axis=1) / len(x)
        back = (gradient @ self.weights[2].T) * (hidden > 0)
        gradients = [x.T @ back, back.sum(axis=0), hidden.T @ gradient, gradient.sum(axis=0)]
        self.steps += 1
        for part, (mean, square), slope in zip(self.weights, self.moments, gradients):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            corrected = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            part -= rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)
        return loss

    def predict(self, x):
        """The probabilities of win, draw and loss, and the score in discs."""
        _, output = self.forward(x)
        return softmax(output[:, :3]), 32 * output[:, 3]


class TorchModel:
    """The same in PyTorch."""

    def __init__(self, size, hidden, seed=1):
        torch.manual_seed(seed)
        self.net = torch.nn.Sequential(torch.nn.Linear(size, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, 4))
        self.adam = torch.optim.Adam(self.net.parameters())

    def learn(self, x, outcome, rate):
        result, score = map(torch.from_numpy, targets_of(outcome))
        output = self.net(torch.from_numpy(x))
        loss = torch.nn.functional.cross_entropy(output[:, :3], result)
        loss = loss + (output[:, 3] - score).square().mean()
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        return loss.item()

    @torch.no_grad() if torch else (lambda function: function)
    def predict(self, x):
        output = self.net(torch.from_numpy(x)).numpy()
        return softmax(output[:, :3]), 32 * output[:, 3]


model = (TorchModel if torch else NumPyModel)(inputs.shape[1], HIDDEN)
order, losses = np.random.default_rng(1), []
for epoch in range(EPOCHS):
    shuffled = order.permutation(len(inputs))
    rate = 0.002 * (1 - epoch / EPOCHS)
    batches = [shuffled[at : at + 512] for at in range(0, len(shuffled), 512)]
    losses.append(np.mean([model.learn(inputs[some], outcome[some], rate) for some in batches]))
    right = np.mean(model.predict(test_inputs)[0].argmax(axis=1) == 1 - np.sign(test_outcome))
    print(f"epoch {epoch + 1}: loss {losses[-1]:.3f}, right on validation {right:.1%}")
assert losses[-1] < losses[0]
#: en
# ## Evaluation
#
# How often is the winner predicted, by move number, on games that were never trained on? Beside it, four evaluators of the
# engine, without search: they predict the side that they prefer. `net` is the engine's own model of the outcome. The intervals count positions as if they were independent;
# those of one game are not, so the true ones are wider.
#: fr
# ## Évaluation
#
# Combien de fois le vainqueur est-il prédit, selon le numéro du coup, dans des parties sur lesquelles rien n'a été entraîné ?
# À côté, quatre évaluateurs du moteur, sans recherche : ils prédisent le camp qu'ils préfèrent. `net` est le modèle du
# résultat propre au moteur. Les intervalles comptent les
# positions comme si elles étaient indépendantes ; celles d'une même partie ne le sont pas : les vrais sont plus larges.
#: code
def bits_of(inputs):
    """The boards of inputs as the engine takes them: (n, 2) of 64-bit words."""
    sides = inputs[:, :128].reshape(-1, 2, 64).astype(np.uint8)
    return np.packbits(sides, axis=2, bitorder="little").view(np.uint64).reshape(-1, 2)


decided = test_outcome != 0
boards = bits_of(test_inputs)
probability, score = model.predict(test_inputs)
guesses = {"model": probability[:, 0] - probability[:, 2]}
guesses |= {name: othellier.evaluate(boards, name) for name in ("discs", "mobility", "patterns", "net")}
curves = {name: [] for name in guesses}
for ply in range(13, 58, 5):
    some = decided & (test_plies >= ply) & (test_plies < ply + 5)
    for name, guess in guesses.items():
        right = int((guess[some] * test_outcome[some] > 0).sum())
        curves[name].append((ply + 2, right / some.sum(), *stats.interval(right, 0, int(some.sum()) - right)))
chart.lines(curves, title="The winner is predicted", x="ply", y="share of positions")
#: en
# A probability is **calibrated** if, of the positions to which it gives 70 %, seven in ten are won.
#: fr
# Une probabilité est **calibrée** si, parmi les positions auxquelles elle donne 70 %, sept sur dix sont gagnées.
#: code
bins = np.clip((10 * probability[:, 0]).astype(int), 0, 9)
calibration = []
for number in range(10):
    some = bins == number
    if some.sum() >= 20:
        won = int((test_outcome[some] > 0).sum())
        calibration.append((probability[some, 0].mean(), won / some.sum(), *stats.interval(won, 0, int(some.sum()) - won)))
chart.lines({"model": calibration, "ideal": [(0, 0), (1, 1)]}, title="Calibration", x="predicted", y="won")
#: en
# ## Play
#
# A player of one ply: try every legal move and take the one after which the opponent's chances are worst. All games are
# played side by side, so that the model sees all positions after one ply in one call.
#: fr
# ## Jeu
#
# Un joueur à un demi-coup : essayer chaque coup légal et prendre celui après lequel les chances de l'adversaire sont les pires.
# Toutes les parties avancent ensemble : le modèle voit ainsi toutes les positions suivantes en un seul appel.
#: code
def inputs_of(positions):
    """The inputs of positions, for the side to move."""
    cells = np.stack([position.to_numpy() for position in positions])
    cells *= np.array([1 if position.turn == "black" else -1 for position in positions], np.int8)[:, None, None]
    bits = bits_of(np.stack([cells == 1, cells == -1], axis=1).reshape(len(cells), -1))
    legal = np.unpackbits(batch.legal_moves(bits)[:, :1].copy().view(np.uint8), axis=1, bitorder="little")
    planes = np.concatenate([(cells == 1).reshape(-1, 64), (cells == -1).reshape(-1, 64), legal], axis=1)
    return planes.astype(np.float32)


def choose(positions):
    """The move of the model in each position."""
    children = [(at, move, position.play(move)) for at, position in enumerate(positions) for move in position.legal_moves]
    probability, score = model.predict(inputs_of([child for _, _, child in children]))
    value = probability[:, 2] - probability[:, 0] - score / 640  # for the side that moved
    best = {}
    for (at, move, child), worth in zip(children, value):
        if child.is_over():
            worth = 2 * np.sign(child.score) * (1 if positions[at].turn == "black" else -1)
        if at not in best or worth > best[at][0]:
            best[at] = worth, move
    return [best[at][1] for at in range(len(positions))]


def match(opponent, games):
    """Games of the model against a player; half of them with each colour."""
    starts = [game.position for game in othellier.openings.random(games // 2, plies=6, seed=9)] * 2
    positions, opponents = starts, [othellier.Player(opponent, seed=number) for number in range(len(starts))]
    mine = ["black"] * (games // 2) + ["white"] * (games // 2)
    while any(not position.is_over() for position in positions):
        turn = [at for at, position in enumerate(positions) if not position.is_over() and position.turn == mine[at]]
        for at, move in zip(turn, choose([positions[at] for at in turn]) if turn else []):
            positions[at] = positions[at].play(move)
        for at, position in enumerate(positions):
            if not position.is_over() and position.turn != mine[at]:
                positions[at] = position.play(opponents[at].choose(position))
    result = [position.score * (1 if color == "black" else -1) for position, color in zip(positions, mine)]
    return sum(one > 0 for one in result), sum(one == 0 for one in result), sum(one < 0 for one in result)


for opponent in ("random", "alphabeta(depth=1, eval=discs)", teacher):
    counts = match(opponent, 10 if SMALL else 100)
    print(f"{opponent:36} +{counts[0]} ={counts[1]} -{counts[2]}", stats.interval(*counts))
#: en
# **Going further.** Train on better games: `champion(level=4)` as the teacher, or the files of a tournament. Does the model predict
# the games of strong players better after being trained on them? `python/train/outcome.py` of the repository trains a larger
# model of this kind and writes a file that the engine reads.
#: fr
# **Pour continuer.** Entraînez sur de meilleures parties : `champion(level=4)` comme maître, ou les fichiers d'un tournoi. Le
# modèle prédit-il mieux les parties de joueurs forts après s'être entraîné sur elles ? `python/train/outcome.py` dans le dépôt
# entraîne un modèle de ce genre, plus grand, et écrit un fichier que le moteur lit.
