"""Speed of the package on one core, beside other packages that are installed.

    python bindings/python/bench.py [--seconds 2] [--json]

A step is a move on one board. Each figure is the best of three runs, in steps per second of CPU time. Packages
of others are measured where they can be imported: rust-reversi, open_spiel (pip install rust-reversi open_spiel).
"""

import argparse
import json
import random
import sys
import time

import numpy as np
import othellier
from othellier import batch, gpt


def measure(work, seconds):
    """The best rate of three runs of at least a third of the time: work returns its steps."""
    best = 0.0
    for _ in range(3):
        steps, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds / 3:
            steps += work()
        best = max(best, steps / spent)
    return best


def games_into_arrays():
    moves, _ = batch.random_games(20_000, seed=1, threads=1)
    return int((moves != 255).sum())


def games_with_states():
    moves, _ = batch.random_games(2_000, seed=1, threads=1)
    batch.replay(moves, legal=True, threads=1)
    return int((moves != 255).sum())


def single_board():
    board, steps = othellier.Board(seed=1), 0
    push = board.push_random
    for _ in range(100):
        board.reset()
        while push() is not None:
            pass
        steps += len(board)
    return steps


def single_board_two_calls():
    board, steps = othellier.Board(seed=1), 0
    choose, push = board.random_move, board.push
    for _ in range(100):
        board.reset()
        while (move := choose()) is not None:
            push(move)
        steps += len(board)
    return steps


def single_board_choice():
    board, steps, choice = othellier.Board(), 0, random.choice
    for _ in range(50):
        board.reset()
        while moves := board.legal_moves:
            board.push(choice(moves))
        steps += len(board)
    return steps


def vector_env(n):
    envs = othellier.VectorEnv(n)
    envs.reset(seed=1)

    def work():
        for _ in range(100):
            envs.step(envs.sample_actions())
        return 100 * n

    return work


def aec():
    env, steps = othellier.env(), 0
    for seed in range(20):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            if termination:
                env.step(None)
                continue
            env.step(int(observation["action_mask"].argmax()))
            steps += 1
    return steps


def rust_reversi():
    from rust_reversi import Board

    def two_calls():
        steps = 0
        for _ in range(50):
            board = Board()
            while not board.is_game_over():
                if board.is_pass():
                    board.do_pass()
                else:
                    board.do_move(board.get_random_move())
                    steps += 1
        return steps

    return {"rust-reversi: single board, its random move": two_calls}


def open_spiel():
    import pyspiel

    game = pyspiel.load_game("othello")

    def state():
        steps, choice = 0, random.choice
        for _ in range(5):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                steps += 1
        return steps

    return {"open_spiel: state, random.choice": state}


OURS = {
    "random games into arrays": games_into_arrays,
    "random games with the board and the legal moves of every ply": games_with_states,
    "single board, one call per move": single_board,
    "single board, random_move and push": single_board_two_calls,
    "single board, legal_moves, random.choice and push": single_board_choice,
    "VectorEnv of 8192, planes and masks": lambda work=[]: (work or work.append(vector_env(8192)) or work)[0](),
    "VectorEnv of 64, planes and masks": lambda work=[]: (work or work.append(vector_env(64)) or work)[0](),
    "PettingZoo AEC loop": aec,
}


def million_labelled_games():
    """Seconds for a million Othello-GPT games with tokens, states and legal moves."""
    began, games = time.process_time(), 0
    for tokens, states, legal in gpt.batches(1_000_000, seed=1, rows=1024, threads=1):
        games += len(tokens)
    assert games == 1_000_000
    return time.process_time() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = {name: measure(work, options.seconds) for name, work in OURS.items()}
    for package in (rust_reversi, open_spiel):
        try:
            others = package()
        except ImportError:
            print(f"{package.__name__} is not installed", file=sys.stderr)
            continue
        figures |= {name: measure(work, options.seconds) for name, work in others.items()}
    seconds = million_labelled_games()
    if options.json:
        version = othellier.version()
        print(json.dumps({"steps_per_second": figures, "million_games_seconds": seconds, **version}))
        return
    for name, rate in figures.items():
        print(f"{rate / 1e6:9.3f} M steps/s  {name}")
    print(f"{seconds:9.2f} s  a million Othello-GPT games with tokens, states and legal moves")
    print(f"NumPy {np.__version__}, Python {sys.version.split()[0]}, {othellier.version()['kernel']}")


if __name__ == "__main__":
    main()
