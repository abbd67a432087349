"""Environments for reinforcement learning: PettingZoo and Gymnasium.

`env()` is a PettingZoo AEC environment of the agents `black` and `white`. `VectorEnv(n)` is a Gymnasium vector
environment of n games, `OthelloEnv` a Gymnasium environment of one game against an opponent. Observations are
planes (2, size, size) of the discs, those of the side to move first. An action is the number of a square, row
by row; the last action is the pass, legal only where it is forced. Masks have 1 for every legal action.

Opponents and openings: `opponent` is any spec, such as "champion(level=2)" (`othellier.levels()` has the graded
ones with their measured Elo); `openings` is a list of Games such as `othellier.openings.balanced(100, seed=1)`,
from which each game draws its start, or a number of random plies.

Needs `pip install othellier[env]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from ._othellier import Board, Boards, Game, IllegalMoveError, Player, Position

__all__ = ["OthelloEnv", "VectorEnv", "env", "raw_env"]

_KEEP = 255


def _observation_space(size: int) -> spaces.Dict:
    squares = size * size
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (2, size, size), np.int8),
            "action_mask": spaces.Box(0, 1, (squares + 1,), np.int8),
        }
    )


class _Openings:
    """Draws the start of each game."""

    def __init__(self, openings: int | Sequence[Game] | None, size: int) -> None:
        self._size = size
        self._plies = openings if isinstance(openings, int) else 0
        self._starts = (
            [] if openings is None or isinstance(openings, int) else [g.position for g in openings]
        )
        if self._plies < 0:
            raise ValueError(f"openings of {self._plies} plies; expected 0 or more")
        for position in self._starts:
            if position.size != size:
                raise ValueError(f"an opening of size {position.size}; expected {size}")
            if position.is_over():
                raise ValueError("an opening in which the game is over")
        self.is_start = not self._starts and self._plies == 0

    def draw(self, random: np.random.Generator) -> Position:
        if self._starts:
            return self._starts[int(random.integers(len(self._starts)))]
        while True:
            board = Board(size=self._size, seed=int(random.integers(2**63)))
            for _ in range(self._plies):
                board.push_random()
            if not board.is_over():
                return board.position


try:
    from pettingzoo import AECEnv
except ImportError:  # The Gymnasium environments work without PettingZoo.
    AECEnv = object  # type: ignore[assignment,misc]


class _OthelloAEC(AECEnv):  # type: ignore[misc,valid-type]
    """Othello for two agents that move in turn."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "othellier_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        size: int = 8,
        *,
        openings: int | Sequence[Game] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode {render_mode!r}; expected 'ansi', 'human' or None")
        self.render_mode = render_mode
        self.size = size
        self._board = Board(size=size)
        self._openings = _Openings(openings, size)
        self._random = np.random.default_rng()
        self.possible_agents = ["black", "white"]
        squares = size * size
        self._action_space = {agent: spaces.Discrete(squares + 1) for agent in self.possible_agents}
        self._observation_space = {
            agent: _observation_space(size) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        if self._openings.is_start:
            self._board.reset()
        else:
            self._board = Board(self._openings.draw(self._random))
        agents = ["black", "white"]
        self.agents = agents
        self.rewards = dict.fromkeys(agents, 0)
        self._cumulative_rewards = dict.fromkeys(agents, 0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {"black": {}, "white": {}}
        self.agent_selection = self._board.turn
        self._is_over = False

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        planes, mask = self._board.observe()
        if agent != self._board.turn:
            # The other side sees its own discs first, and has no action.
            planes = planes[::-1].copy()
            mask = np.zeros_like(mask)
        return {"observation": planes, "action_mask": mask}

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, NDArray[np.int8]] | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        if not observe:
            observation = None
        elif agent == self._board.turn:
            planes, mask = self._board.observe()
            observation = {"observation": planes, "action_mask": mask}
        else:
            observation = self.observe(agent)
        return (
            observation,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            False,
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        if self._is_over:
            self._was_dead_step(action)
            return
        board = self._board
        board.push(action)
        # The rewards are 0 until the game is over.
        turn = self.agent_selection = board.turn
        if board.is_over():
            self._is_over = True
            score = board.score
            won = (score > 0) - (score < 0)
            self.rewards = {"black": won, "white": -won}
            self._cumulative_rewards = {"black": won, "white": -won}
            self.terminations = {"black": True, "white": True}
            self.agent_selection = turn
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self._board)
            return None
        if self.render_mode == "ansi":
            return str(self._board)
        gymnasium.logger.warn("render() was called without a render_mode")
        return None

    def close(self) -> None:
        pass


def raw_env(
    size: int = 8,
    *,
    openings: int | Sequence[Game] | None = None,
    render_mode: str | None = None,
) -> Any:
    """Othello as a PettingZoo AEC environment: see `env`."""
    if AECEnv is object:
        raise ImportError("env() needs PettingZoo: pip install othellier[env]")
    return _OthelloAEC(size, openings=openings, render_mode=render_mode)


def env(
    size: int = 8,
    *,
    openings: int | Sequence[Game] | None = None,
    render_mode: str | None = None,
) -> Any:
    """Othello as a PettingZoo AEC environment of the agents `black` and `white`.

    The reward is 1 for the winner and -1 for the loser at the end, 0 for a draw. An illegal action raises
    IllegalMoveError and changes nothing: the environment checks its actions itself, without wrappers.

    >>> import othellier
    >>> env = othellier.env()
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     action = None if termination else int(observation["action_mask"].argmax())
    ...     env.step(action)
    """
    return raw_env(size, openings=openings, render_mode=render_mode)


class OthelloEnv(gymnasium.Env[Any, Any]):
    """One game against an opponent, as a Gymnasium environment. The reward is 1, 0 or -1 at the end.

    The agent has the colour `color`, or one that is drawn for each game. The mask of the legal actions is in
    the info under "action_mask". Forced passes are played by the environment.

    >>> from othellier.envs import OthelloEnv
    >>> env = OthelloEnv("level-2")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum()) > 0
    ((2, 8, 8), True)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponent: str = "random",
        size: int = 8,
        *,
        color: str | None = None,
        openings: int | Sequence[Game] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if color not in (None, "black", "white"):
            raise ValueError(f"the color {color!r}; expected 'black', 'white' or None")
        self.size, self.opponent, self.color = size, opponent, color
        self.render_mode = render_mode
        self._openings = _Openings(openings, size)
        self._board = Board(size=size)
        self._agent = "black"
        Player(opponent, seed=0, size=size)
        self.observation_space = spaces.Box(0, 1, (2, size, size), np.int8)
        self.action_space = spaces.Discrete(size * size + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        self._player = Player(
            self.opponent, seed=int(self.np_random.integers(2**63)), size=self.size
        )
        while True:
            self._board = Board(self._openings.draw(self.np_random), seed=0)
            self._agent = self.color or ("black", "white")[int(self.np_random.integers(2))]
            self._answer()
            if not self._board.is_over():
                return self._observe()

    def _answer(self) -> None:
        """Plays until the agent has a choice or the game is over."""
        board, no_choice = self._board, [self.size * self.size]
        while moves := board.legal_moves:
            if moves == no_choice:
                board.push(moves[0])
            elif board.turn == self._agent:
                return
            else:
                board.push(self._player.choose(board))

    def _observe(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        planes, mask = self._board.observe()
        if self._board.turn != self._agent:
            planes = planes[::-1].copy()
        return planes, {"action_mask": mask, "turn": self._agent}

    def step(
        self, action: Any
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        board = self._board
        action = int(action)
        if not board.is_legal(action):
            # A random action of a checker that knows no masks: the game is lost.
            planes, info = self._observe()
            return planes, -1.0, True, False, {**info, "illegal": True}
        board.push(action)
        self._answer()
        planes, info = self._observe()
        if not board.is_over():
            return planes, 0.0, False, False, info
        score = board.score if self._agent == "black" else -board.score
        return planes, float(np.sign(score)), True, False, info

    def render(self) -> str | None:  # type: ignore[override]
        return str(self._board) if self.render_mode == "ansi" else None


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games at once, as a Gymnasium vector environment.

    With `opponent=None` the caller plays both sides: observations are those of the side to move, and the reward
    at the end is that of the side that moved last. With an opponent the caller has Black in the even games and
    White in the odd ones, and the opponent answers; "random" is as fast as no opponent.

    The mask of the legal actions is `infos["action_mask"]`, (n, squares + 1). A game that is over starts again,
    at the next step (Gymnasium's default: that step's action is ignored) or, with `autoreset="same_step"`, at
    once; `infos["final_obs"]` then has the last observation of each game that ended. An illegal action raises
    IllegalMoveError and changes nothing.

    The arrays that `step` returns are used again by the next step unless `copy=True`.

    >>> import othellier
    >>> envs = othellier.VectorEnv(4)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 2, 8, 8), (4, 65))
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample_actions())
    >>> rewards.tolist()
    [0.0, 0.0, 0.0, 0.0]
    """

    def __init__(
        self,
        n: int,
        size: int = 8,
        *,
        opponent: str | None = None,
        openings: int | Sequence[Game] | None = None,
        autoreset: str = "next_step",
        copy: bool = False,
    ) -> None:
        if autoreset not in ("next_step", "same_step"):
            raise ValueError(f"autoreset {autoreset!r}; expected 'next_step' or 'same_step'")
        self.num_envs, self.size, self.opponent = n, size, opponent
        self._boards = Boards(n, size=size)
        self._openings = _Openings(openings, size)
        self._same_step = autoreset == "same_step"
        self._copy = copy
        mode = AutoresetMode.SAME_STEP if self._same_step else AutoresetMode.NEXT_STEP
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        squares = size * size
        self.single_observation_space = spaces.Box(0, 1, (2, size, size), np.int8)
        self.single_action_space = spaces.Discrete(squares + 1)
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, n)
        self.action_space = batch(self.single_action_space, n)
        self._planes = np.empty((n, 2, size, size), np.int8)
        self._masks = np.empty((n, squares + 1), np.int8)
        self._actions = np.empty(n, np.uint8)
        self._rewards = np.zeros(n)
        self._truncations = np.zeros(n, np.bool_)
        self._over = np.zeros(n, np.bool_)
        #: 1 for Black and -1 for White: the side of the caller in each game.
        self._sides = np.where(np.arange(n) % 2 == 0, 1, -1).astype(np.int8)
        self._player = None
        if opponent is not None and opponent != "random":
            self._player = Player(opponent, seed=0, size=size)
        self._random = np.random.default_rng()
        self._steps = 0
        self._seed = int(self._random.integers(2**63))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        if isinstance(seed, list):
            raise TypeError("one seed for all games; expected an int or None, not a list")
        if seed is not None:
            self._random = np.random.default_rng(seed)
            if self._player is not None:
                self._player = Player(str(self.opponent), seed=seed, size=self.size)
            self._seed, self._steps = int(self._random.integers(2**63)), 0
        self._boards = Boards(self.num_envs, size=self.size)
        self._start(np.ones(self.num_envs, np.bool_))
        self._over = self._boards.over()
        return self._observe()

    def _start(self, which: NDArray[np.bool_]) -> None:
        """Begins these games again."""
        self._boards.restart(which)
        if not self._openings.is_start:
            for index in np.flatnonzero(which).tolist():
                self._boards.set(index, self._openings.draw(self._random))
        if self.opponent is not None:
            self._answer()

    def _answer(self) -> None:
        """Plays for the opponent, and forced passes for both, until the caller has a choice everywhere."""
        boards, passed = self._boards, self.size * self.size
        while True:
            self._steps += 1
            actions = boards.sample(self._seed + self._steps)
            mine = (boards.turns() == self._sides) & (actions != passed)
            actions[mine] = _KEEP
            waiting = np.flatnonzero(actions != _KEEP)
            if not len(waiting):
                return
            if self._player is not None:
                for index in waiting[actions[waiting] != passed].tolist():
                    actions[index] = self._player.choose(boards.position(index))
            boards.step(actions)

    def _observe(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        self._boards.planes(out=self._planes)
        self._boards.masks(out=self._masks)
        if self._copy:
            return self._planes.copy(), {"action_mask": self._masks.copy()}
        return self._planes, {"action_mask": self._masks}

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions of shape {given.shape}; expected ({self.num_envs},)")
        if given.dtype != np.uint8:
            if not np.issubdtype(given.dtype, np.integer):
                raise TypeError(f"actions of type {given.dtype}; expected integers")
            if given.size and (given.min() < 0 or given.max() > self.size * self.size):
                raise IllegalMoveError(f"an action below 0 or above {self.size * self.size}")
            given = given.astype(np.uint8)
        boards, was_over = self._boards, self._over
        starts_again = was_over.any()
        if starts_again:
            given = np.where(was_over, np.uint8(_KEEP), given)
        kept = given == _KEEP
        if kept.any() and not was_over[kept].all():
            raise IllegalMoveError(f"action {_KEEP} is not legal")
        boards.step(given)
        if starts_again:
            self._start(was_over)
        if self.opponent is not None:
            self._answer()
        over = boards.over()
        self._rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        if over.any():
            scores = np.sign(boards.scores()[over])
            sides = self._sides[over] if self.opponent is not None else -boards.turns()[over]
            self._rewards[over] = scores * sides
            if self._same_step:
                infos = self._final(over)
                self._start(over)
        self._over = boards.over() if self._same_step and infos else over
        observations, masks = self._observe()
        truncations = self._truncations.copy() if self._copy else self._truncations
        return observations, self._rewards, over, truncations, {**masks, **infos}

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        planes = self._boards.planes()
        final = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(over).tolist():
            final[index] = planes[index]
        return {"final_obs": final, "_final_obs": over.copy()}

    def sample_actions(self) -> NDArray[np.uint8]:
        """A random legal action for every game; 255, which is ignored, where a game starts again."""
        self._steps += 1
        return self._boards.sample(self._seed + self._steps, out=self._actions)

    def close_extras(self, **kwargs: Any) -> None:
        pass
