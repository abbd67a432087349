#: en
# # Othello-GPT in an hour, on a CPU
#
# A language model reads games as text, one token for each move, and learns to say which move comes next. Nobody tells it the
# rules or shows it a board. Does it learn to play legal moves? And is there a board inside? Li et al. (2023) asked this with
# a model of 25 million weights; a much smaller one shows the same within an hour on a CPU.
#
# The transformer needs PyTorch. Without it, a simpler model in NumPy takes its place: it sees which squares were played by
# whom, but not in which order, and that is instructive too.
#: fr
# # Othello-GPT en une heure, sur un processeur
#
# Un modèle de langage lit des parties comme un texte, un jeton par coup, et apprend à dire quel coup vient ensuite. Personne ne
# lui donne les règles ni ne lui montre un plateau. Apprend-il à jouer des coups légaux ? Et y a-t-il un plateau à l'intérieur ?
# Li et al. (2023) ont posé la question avec un modèle de 25 millions de poids ; un modèle bien plus petit montre la même chose
# en une heure sur un processeur.
#
# Le transformeur a besoin de PyTorch. Sans lui, un modèle plus simple en NumPy prend sa place : il voit quelles cases ont été
# jouées et par qui, mais pas dans quel ordre, et c'est instructif aussi.
#: code
import os
import time

import numpy as np
from othellier import chart, gpt

try:
    import torch
except ModuleNotFoundError:
    torch = None

# "small" is quick, for tests; anything else is the full size.
SMALL = os.environ.get("OTHELLIER_NOTEBOOK_SIZE") == "small"
# Games, the width of the model, its layers, and the minutes of training.
GAMES, WIDTH, LAYERS, MINUTES = (800, 32, 1, 0.05) if SMALL else (300_000, 128, 4, 50)
print("the model is", "a transformer (PyTorch)" if torch else "a bag of moves (NumPy): PyTorch is not installed")
#: en
# ## Games as text
#
# Random legal games, all different. The vocabulary `li61` has a token for each of the 60 squares that are empty at the start,
# and 0 after the end of a game. The split puts symmetric images of a game into the same part, so that nothing leaks.
#: fr
# ## Des parties comme du texte
#
# Des parties légales au hasard, toutes différentes. Le vocabulaire `li61` a un jeton pour chacune des 60 cases vides au départ, et
# 0 après la fin d'une partie. Le découpage met dans la même part les images symétriques d'une partie : rien ne fuit.
#: code
data = gpt.games(GAMES, seed=1)
training, held_out = (data[rows] for rows in gpt.split(data.moves, (0.9, 0.1)))
held_out = held_out[:1000]
print(data.tokens[0])
#: en
# ## The model
#
# A transformer reads the moves so far and gives a number (a logit) for each next token. `hidden` is what it carries in its middle
# layer: there we shall look for the board.
#: fr
# ## Le modèle
#
# Un transformeur lit les coups joués et donne un nombre (un logit) pour chaque jeton suivant. `hidden` est ce qu'il porte dans sa
# couche du milieu : c'est là que nous chercherons le plateau.
#: code
if torch:
    torch.manual_seed(1)

    class Block(torch.nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.first, self.second = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
            self.qkv, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
            self.mlp = torch.nn.Sequential(
                torch.nn.Linear(width, 4 * width), torch.nn.GELU(), torch.nn.Linear(4 * width, width)
            )

        def forward(self, x):
            rows, length, width = x.shape
            parts = self.qkv(self.first(x)).view(rows, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            seen = torch.nn.functional.scaled_dot_product_attention(*parts, is_causal=True)
            x = x + self.out(seen.transpose(1, 2).reshape(rows, length, width))
            return x + self.mlp(self.second(x))

    class Transformer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.token, self.place = torch.nn.Embedding(61, WIDTH), torch.nn.Embedding(59, WIDTH)
            self.blocks = torch.nn.ModuleList(Block(WIDTH, 4) for _ in range(LAYERS))
            self.head = torch.nn.Sequential(torch.nn.LayerNorm(WIDTH), torch.nn.Linear(WIDTH, 61))
            self.adam = torch.optim.AdamW(self.parameters(), lr=1e-3)

        def forward(self, tokens, blocks=None):
            x = self.token(tokens) + self.place.weight[: tokens.shape[1]]
            for block in self.blocks[:blocks]:
                x = block(x)
            return x

        def learn(self, tokens):
            """A step of Adam on some games; returns the loss."""
            tokens = torch.from_numpy(tokens.astype(np.int64))
            logits, next_tokens = self.head(self(tokens[:, :-1])), tokens[:, 1:]
            loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), next_tokens.flatten(), ignore_index=0)
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()
            return loss.item()

        @torch.no_grad()
        def logits(self, tokens):
            return self.head(self(torch.from_numpy(tokens[:, :-1].astype(np.int64)))).numpy()

        @torch.no_grad()
        def hidden(self, tokens):
            return self(torch.from_numpy(tokens[:, :-1].astype(np.int64)), (LAYERS + 1) // 2).numpy()

    model = Transformer()
    print(sum(part.numel() for part in model.parameters()), "weights")
#: en
# The model without PyTorch: a network with one hidden layer that sees for every square whether it was played on an even or an odd
# ply, and the number of the ply.
#: fr
# Le modèle sans PyTorch : un réseau à une couche cachée qui voit pour chaque case si elle a été jouée à un demi-coup pair ou impair,
# et le numéro du demi-coup.
#: code
class BagOfMoves:
    def __init__(self, seed=1):
        rng, width = np.random.default_rng(seed), 8 * WIDTH
        self.weights = [
            rng.standard_normal((181, width)).astype(np.float32) / 8,
            rng.standard_normal((width, 61)).astype(np.float32) / width**0.5,
        ]
        self.moments = [[np.zeros_like(part), np.zeros_like(part)] for part in self.weights]
        self.steps = 0

    def inputs(self, tokens):
        """For every prefix: the squares played on even and on odd plies, the ply, and a constant."""
        rows, plies = len(tokens), tokens.shape[1] - 1
        marks = np.zeros((rows, plies, 181), np.float32)
        row, ply = np.nonzero(tokens[:, :-1])
        marks[row, ply, tokens[row, ply] - 1 + 60 * (ply % 2)] = 1
        marks = marks.cumsum(axis=1)
        marks[:, np.arange(plies), 120 + np.arange(plies)] = 1
        marks[:, :, 180] = 1
        return marks

    def learn(self, tokens):
        inputs, next_tokens = self.inputs(tokens).reshape(-1, 181), tokens[:, 1:].ravel()
        going = next_tokens != 0
        inputs, next_tokens = inputs[going], next_tokens[going]
        hidden = np.maximum(inputs @ self.weights[0], 0)
        logits = hidden @ self.weights[1]
        logits -= logits.max(axis=1, keepdims=True)
        chance = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        at = np.arange(len(chance)), next_tokens
        loss = -np.log(chance[at]).mean()
        chance[at] -= 1
        chance /= len(chance)
        back = (chance @ self.weights[1].T) * (hidden > 0)
        self.steps += 1
        for part, moments, slope in zip(self.weights, self.moments, (inputs.T @ back, hidden.T @ chance)):
            moments[0] += 0.1 * (slope - moments[0])
            moments[1] += 0.001 * (slope**2 - moments[1])
            mean, square = moments[0] / (1 - 0.9**self.steps), moments[1] / (1 - 0.999**self.steps)
            part -= 0.002 * mean / (np.sqrt(square) + 1e-8)
        return loss

    def hidden(self, tokens):
        return np.maximum(self.inputs(tokens) @ self.weights[0], 0)

    def logits(self, tokens):
        return self.hidden(tokens) @ self.weights[1]


if not torch:
    model = BagOfMoves()
#: en
# ## Training
#
# How good is a guess? Among random games every legal move is equally likely, so the best possible model gives each the same
# probability: the least possible loss is the mean logarithm of the number of legal moves.
#: fr
# ## Entraînement
#
# Que vaut une prédiction ? Dans des parties au hasard, tous les coups légaux sont également probables ; le meilleur modèle possible
# leur donne donc la même probabilité : la plus petite perte possible est la moyenne du logarithme du nombre de coups légaux.
#: code
legal = gpt.legal(held_out.moves)[:, :-1]  # the legal moves after every ply: (games, 59, 64)
going = held_out.tokens[:, 1:] != 0
least = np.log(legal.sum(axis=2)[going]).mean()


def legal_share():
    """How often the most likely next token is a legal move, on games that were not trained on."""
    logits = model.logits(held_out.tokens)
    logits[:, :, 0] = -np.inf
    squares = gpt.decode(logits.argmax(axis=2).astype(np.uint8))
    return np.take_along_axis(legal, squares[:, :, None].astype(np.int64), axis=2)[:, :, 0][going].mean()


rng, began, steps, losses = np.random.default_rng(1), time.monotonic(), 0, []
curves = {"loss": [], "least possible": []}
while time.monotonic() - began < 60 * MINUTES or steps < 20:
    some = rng.integers(len(training), size=64)
    losses.append(model.learn(training.tokens[some]))
    steps += 1
    if steps % (10 if SMALL else 500) == 0:
        curves["loss"].append((steps, float(np.mean(losses[-100:]))))
        curves["least possible"].append((steps, float(least)))
print(f"{steps} steps, loss {np.mean(losses[-20:]):.3f} (least possible {least:.3f}), legal {legal_share():.1%}")
assert np.mean(losses[-5:]) < losses[0]
chart.lines(curves, title="The loss", x="steps", y="loss")
#: en
# ## Is there a board inside?
#
# A **probe** is a linear map from the hidden state to the 64 squares: mine, yours or empty. It is fitted by least squares on some
# games and tested on others. `view="mine"` labels the board as the side to move sees it; a model of alternating moves knows mine
# and yours, not black and white (Nanda et al. 2023). After a forced pass the same side moves twice, and the labels know that.
#
# Beside it stands the same probe on the moves alone, without any model: what it finds is no merit of the model.
#: fr
# ## Y a-t-il un plateau à l'intérieur ?
#
# Une **sonde** est une application linéaire de l'état caché vers les 64 cases : à moi, à toi ou vide. Elle s'ajuste par moindres carrés
# sur certaines parties et se teste sur d'autres. `view="mine"` étiquette le plateau comme le voit le camp au trait ; un modèle de coups
# alternés connaît le mien et le tien, non le noir et le blanc (Nanda et al. 2023). Après un passe forcé, le même camp joue deux fois, et
# les étiquettes le savent.
#
# À côté figure la même sonde sur les coups seuls, sans aucun modèle : ce qu'elle trouve n'est pas un mérite du modèle.
#: code
def probe(features_of, fitted, tested):
    """How often a linear probe finds the content of a square, by ply."""

    def data_of(part):
        features, states = features_of(part.tokens), gpt.states(part.moves, view="mine")[:, :-1]
        return features, states.reshape(*states.shape[:2], 64), part.tokens[:, 1:] != 0

    features, states, going = data_of(fitted)
    x = np.concatenate([features[going], np.ones((going.sum(), 1), features.dtype)], axis=1).astype(np.float64)
    contents = np.stack([states[going] == content for content in (-1, 0, 1)], axis=2).reshape(len(x), -1)
    weights = np.linalg.solve(x.T @ x + 1e-2 * len(x) * np.eye(x.shape[1]) / x.shape[1], x.T @ contents)
    features, states, going = data_of(tested)
    found = features @ weights[:-1] + weights[-1]
    right = found.reshape(*states.shape, 3).argmax(axis=3) - 1 == states
    return [(ply + 1, right[:, ply][going[:, ply]].mean()) for ply in range(0, 56, 5)]


fitted, tested = held_out[: len(held_out) // 2], held_out[len(held_out) // 2 :]
moves_alone = BagOfMoves()
chart.lines(
    {"the model": probe(model.hidden, fitted, tested), "the moves alone": probe(moves_alone.inputs, fitted, tested)},
    title="The board in the hidden state", x="ply", y="squares found",
)
#: en
# **Going further.** Train on games of players instead of random ones (`gpt.from_play("level-3", "level-3", 100_000)`): legal moves are then
# not equally likely. Change the board inside, by moving the hidden state along the direction of a probe, and see whether the next move
# follows. `transposed=True` gives the numbering of the published models, so that their weights can be probed too.
#: fr
# **Pour continuer.** Entraînez sur des parties de joueurs au lieu de parties au hasard (`gpt.from_play("level-3", "level-3", 100_000)`) :
# les coups légaux ne sont alors plus également probables. Changez le plateau intérieur, en déplaçant l'état caché le long de la direction
# d'une sonde, et voyez si le coup suivant s'ensuit. `transposed=True` donne la numérotation des modèles publiés, pour sonder aussi
# leurs poids.
