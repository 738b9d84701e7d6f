"""Games in the form that learners use: `Table` for several agents (PettingZoo), `Solo` for one (Gymnasium).

An action is the number of an option. What is observed are two arrays, whose columns the packs declare: `game`, a row of
numbers about the game, and `options`, a row for each option that waits; `action_mask` says which rows there are. Nothing in
them may be hidden from the one who observes.
"""

from __future__ import annotations

import random
from typing import Any, Literal, Sequence

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from . import Game, Refused, Rules

Reward = Literal["win", "lead", "change"]
"""What is rewarded: at the end 1 to win, -1 to lose, and 0 to win all together; the lead over the best of the others at the
end; or the change of that lead with every choice, which comes to the same sum."""

Observation = dict[str, Any]


def table(rules: Rules, players: int = 2, **settings: Any) -> AECEnv:
    """A `Table` at which an action that is no option ends the game, and whoever took it loses: as learners expect it."""
    return TerminateIllegalWrapper(Table(rules, players, **settings), illegal_reward=-1)


def width_of(rules: Rules, players: int = 2, games: int = 32) -> int:
    """Room for the options of any decision: a power of two, and twice as many as any decision had in some random games."""
    draw, widest = random.Random(1), 1
    for seed in range(games):
        game = Game(rules, players=players, seed=seed, history=False)
        while count := game.option_count:
            widest = max(widest, count)
            game.choose(draw.randrange(count))
    return 1 << (2 * widest - 1).bit_length()


class _Seen:
    """What both kinds of environments have: spaces, and arrays that are filled for a seat."""

    def __init__(self, rules: Rules, players: int, width: int | None):
        self.rules = rules
        self.width = width_of(rules, players) if width is None else width
        self.game_columns = rules.game_columns(players)
        self.option_columns = rules.option_columns()
        size, columns = len(self.game_columns), len(self.option_columns)
        self.space = spaces.Dict(
            {
                "observation": spaces.Dict(
                    {
                        "game": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                        "options": spaces.Box(-np.inf, np.inf, (self.width, columns), np.float32),
                    }
                ),
                "action_mask": spaces.Box(0, 1, (self.width,), np.int8),
            }
        )

    def observe(self, game: Game, seat: int) -> Observation:
        row, rows = game.observe(seat)
        if len(rows) > self.width:
            raise Refused(f"{len(rows)} options, and room for {self.width}: make the environment with a larger `width`")
        options = np.zeros((self.width, len(self.option_columns)), np.float32)
        options[: len(rows)] = rows
        mask = np.zeros(self.width, np.int8)
        mask[: len(rows)] = 1
        return {"observation": {"game": row.astype(np.float32), "options": options}, "action_mask": mask}


class Table(AECEnv):
    """A game of several agents, `player_0` and so on, who decide one after another as the rules ask them."""

    metadata = {"name": "rota_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        rules: Rules,
        players: int = 2,
        *,
        width: int | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
    ):
        super().__init__()
        self.seen = _Seen(rules, players, width)
        self.reward, self.render_mode = reward, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.seen.space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.seen.width) for agent in self.possible_agents}
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. With a seed it is that game, and those that follow without one follow from it."""
        if seed is not None:
            self._seeds = random.Random(seed)
        drawn = self._seeds.getrandbits(63)
        self.game = Game(self.seen.rules, players=len(self.possible_agents), seed=drawn, history=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._leads = leads(self.game.points)
        self.agent_selection = self.possible_agents[self.game.who or 0]
        self._tell()

    def observe(self, agent: str) -> Observation:
        return self.seen.observe(self.game, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.choose(int(action))  # type: ignore[arg-type]
        over = self.game.is_over
        for seat, gained in enumerate(self._gained(over)):
            self.rewards[self.possible_agents[seat]] = gained
        self.terminations = dict.fromkeys(self.agents, over)
        if (who := self.game.who) is not None:
            self.agent_selection = self.possible_agents[who]
        self._tell()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.game.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _gained(self, over: bool) -> list[float]:
        before, self._leads = self._leads, leads(self.game.points)
        return gained(self.game, self.reward, before, over)

    def _tell(self) -> None:
        """Masks stand in `infos`, too: some learners look there."""
        mask = np.zeros(self.seen.width, np.int8)
        mask[: self.game.option_count] = 1
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": mask}


class Solo(gymnasium.Env[Observation, int]):
    """A game of one agent, on the first seat or on `seat`, against programs: `opponents`, one for each other seat.

    An action that is no option ends the episode with a reward of -1, and `info["illegal"]` says so.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rules: Rules,
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int = 0,
        width: int | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
    ):
        players = len(opponents) + 1
        if not 0 <= seat < players:
            raise Refused(f"there is no seat {seat}: there are {players}")
        self.seen = _Seen(rules, players, width)
        self.opponents = [*opponents[:seat], "", *opponents[seat:]]
        self.seat, self.reward, self.render_mode = seat, reward, render_mode
        self.observation_space = self.seen.space
        self.action_space = spaces.Discrete(self.seen.width)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63))
        self.game = Game(self.seen.rules, players=len(self.opponents), seed=drawn, history=False)
        self._leads = leads(self.game.points)
        self._others()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.game.choose(int(action))
        except Refused:
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": True}
        self._others()
        before, self._leads = self._leads, leads(self.game.points)
        over = self.game.is_over
        reward = gained(self.game, self.reward, before, over)[self.seat]
        return self._observe(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions there are, for learners that ask the environment."""
        return np.arange(self.seen.width) < (self.game.option_count if self.game.who == self.seat else 0)

    def render(self) -> str | None:
        return self.game.text(self.seat) if self.render_mode == "ansi" else None

    def _others(self) -> None:
        while (who := self.game.who) is not None and who != self.seat:
            drawn = int(self.np_random.integers(2**63))
            self.game.choose(self.game.decide(self.opponents[who], seed=drawn))

    def _observe(self) -> Observation:
        return self.seen.observe(self.game, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "points": self.game.points}


def leads(points: Sequence[int]) -> list[float]:
    """How far each seat is ahead of the best of the others."""
    others = [max((p for other, p in enumerate(points) if other != seat), default=0) for seat in range(len(points))]
    return [float(own - most) for own, most in zip(points, others)]


def gained(game: Game, reward: Reward, before: Sequence[float], over: bool) -> list[float]:
    """What each seat is rewarded with for the choice that was made; `before` it the leads were these."""
    now = leads(game.points)
    if reward == "change":
        return [after - earlier for after, earlier in zip(now, before)]
    if not over:
        return [0.0] * len(now)
    if reward == "lead":
        return now
    winners = game.winners or []
    if len(winners) == len(now):
        return [0.0] * len(now)
    return [1.0 if seat in winners else -1.0 for seat in range(len(now))]
