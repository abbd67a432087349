"""The environments pass the tests of their projects, and show what Position says."""

import warnings

import gymnasium
import numpy as np
import othellier
import pytest
from conftest import SIZES
from gymnasium.utils.env_checker import check_env
from othellier.envs import OthelloEnv
from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize("size", SIZES)
def test_pettingzoo(size):
    with warnings.catch_warnings():
        # They recommend numbers as the names of agents, and observations without masks.
        warnings.simplefilter("ignore", UserWarning)
        api_test(othellier.env(size), num_cycles=200)
    seed_test(lambda: othellier.env(size, openings=6), num_cycles=100)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opponent", ["random", "level-2"])
def test_gymnasium(size, opponent):
    check_env(OthelloEnv(opponent, size), skip_render_check=True)


def walk(env):
    """A random game of an AEC environment, compared with Position; returns the actions and rewards."""
    position, actions = env._board.position, []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination:
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        assert agent == position.turn
        mine = 1 if agent == "black" else -1
        cells = position.to_numpy()
        assert (observation["observation"][0] == (cells == mine)).all()
        assert (observation["observation"][1] == (cells == -mine)).all()
        mask = observation["action_mask"]
        assert np.flatnonzero(mask).tolist() == position.legal_moves
        action = env.action_space(agent).sample(mask)
        position = position.play(int(action))
        actions.append(int(action))
        env.step(action)
    score = np.sign(position.score)
    assert position.is_over()
    return actions, score


@pytest.mark.parametrize("size", SIZES)
def test_aec_shows_positions(size):
    env = othellier.env(size)
    passes = 0
    for seed in range(8):
        env.reset(seed=seed)
        env.action_space("black").seed(seed)
        env.action_space("white").seed(seed + 100)
        actions, score = walk(env)
        passes += actions.count(size * size)
        assert not env.agents
    assert passes > 0


def test_aec_rewards_the_winner_and_refuses_illegal_actions():
    env = othellier.env()
    env.reset()
    with pytest.raises(othellier.IllegalMoveError):
        env.step(0)
    assert env.agent_selection == "black"
    while not env.terminations["black"]:
        env.step(env._board.legal_moves[0])
    score = env._board.score
    assert env.rewards == {"black": np.sign(score), "white": -np.sign(score)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_vector_env_shows_positions(size, autoreset):
    n, squares = 9, size * size
    envs = othellier.VectorEnv(n, size, autoreset=autoreset, copy=True)
    observations, infos = envs.reset(seed=4)
    positions = [othellier.Position(size=size)] * n
    ends = 0
    over = np.zeros(n, bool)
    for _ in range(3 * squares):
        assert observations in envs.observation_space
        for index, position in enumerate(positions):
            mine = 1 if position.turn == "black" else -1
            cells = position.to_numpy()
            assert (observations[index, 0] == (cells == mine)).all()
            assert (observations[index, 1] == (cells == -mine)).all()
            assert np.flatnonzero(infos["action_mask"][index]).tolist() == position.legal_moves
        actions = envs.sample_actions().copy()
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        for index in range(n):
            if over[index]:
                positions[index] = othellier.Position(size=size)
                assert rewards[index] == 0 and not terminations[index]
                continue
            mover = 1 if positions[index].turn == "black" else -1
            after = positions[index].play(int(actions[index]))
            assert terminations[index] == after.is_over()
            assert rewards[index] == (np.sign(after.score) * mover if after.is_over() else 0)
            if after.is_over() and autoreset == "same_step":
                final = infos["final_obs"][index]
                mine = 1 if after.turn == "black" else -1
                assert (final[0] == (after.to_numpy() == mine)).all()
                after = othellier.Position(size=size)
                ends += 1
            positions[index] = after
        if autoreset == "next_step":
            ends += int(terminations.sum())
            over = terminations
        assert not truncations.any()
    assert ends > n


@pytest.mark.parametrize("opponent", ["random", "level-2"])
def test_an_opponent_answers(opponent):
    envs = othellier.VectorEnv(6, 6, opponent=opponent, openings=4)
    observations, infos = envs.reset(seed=1)
    total = 0.0
    ends = 0
    for _ in range(60):
        live = infos["action_mask"].any(axis=1)
        turns = envs._boards.turns()
        assert (turns[live] == envs._sides[live]).all()
        observations, rewards, terminations, _, infos = envs.step(envs.sample_actions())
        assert ((rewards == 0) | terminations).all()
        ends += int(terminations.sum())
        total += rewards.sum()
    assert ends > 6 and abs(total) <= ends
    first = othellier.VectorEnv(6, 6, opponent=opponent, copy=True)
    second = othellier.VectorEnv(6, 6, opponent=opponent, copy=True)
    first.reset(seed=3), second.reset(seed=3)
    for _ in range(20):
        a, b = first.step(first.sample_actions()), second.step(second.sample_actions())
        assert (a[0] == b[0]).all() and (a[1] == b[1]).all()


def test_vector_env_refuses_illegal_actions():
    envs = othellier.VectorEnv(2)
    observations, _ = envs.reset(seed=1)
    before = observations.copy()
    for actions in ([37, 0], [37, 64], [37, 65], [37, -1], [37, 10**9]):
        with pytest.raises(othellier.IllegalMoveError):
            envs.step(np.array(actions))
    with pytest.raises(othellier.IllegalMoveError):
        envs.step(np.array([37, 255], np.uint8))
    for actions in (np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2), ["a", "b"]):
        with pytest.raises((ValueError, TypeError)):
            envs.step(actions)
    observations, _, _, _, _ = envs.step(np.array([37, 37]))
    assert (before != observations).any()
    assert isinstance(envs, gymnasium.vector.VectorEnv)
