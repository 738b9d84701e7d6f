"""Trains a small player, from nothing, until it beats a greedy one at a short evening of the base game: 24 turns.

The player gives each option a number, which is a sum over what `rota` tells of the option and of the game, and takes one
with a chance that rises with it. What it has gained from a choice on, compared to what it usually gains from there, makes
that choice likelier or less likely (policy gradient, REINFORCE with a baseline). Only NumPy is needed.

    python train.py
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import rota

RULES = rota.load("evening", folder=Path(__file__).parent / "packs")
GAMES = 14_000
TOGETHER = 40
"""After how many games the player changes."""
TURNS = 24
STEP = 0.03

OPTION, GAME = RULES.option_columns(), RULES.game_columns(2)
TURN, SUPPLY = GAME.index("turn"), GAME.index("meeple in supply of seat +0")
SCALE = np.ones(len(OPTION))
SCALE[[OPTION.index(name) for name in ("x", "y", "turned", "number")]] = 0.1
SCALE[[OPTION.index(name) for name in ("lead", "tiles", "open")]] = 0.25

Array = NDArray[np.float64]


def features(game: rota.Game, seat: int) -> Array:
    """A row for each option: what is told of it, and the same by how late it is and by how many followers are left."""
    row, options = game.observe(seat)
    told = options * SCALE
    return np.concatenate([told, told * (row[TURN] / TURNS), told * (row[SUPPLY] / 7)], axis=1)


def chances(rows: Array, weights: Array) -> Array:
    scores = rows @ weights
    likely = np.exp(scores - scores.max())
    chances: Array = likely / likely.sum()
    return chances


def lead(game: rota.Game, seat: int) -> int:
    return game.points[seat] - game.points[1 - seat]


def learn(games: int, seed: int, told: bool = False) -> Array:
    """The weights after so many games, each against a greedy player and on one seat after the other."""
    draw = np.random.default_rng(seed)
    width = 3 * len(OPTION)
    weights, mean, square = np.zeros(width), np.zeros(width), np.zeros(width)
    usual = np.zeros(4 * TURNS)
    gains: list[int] = []
    slope = np.zeros(width)
    for number in range(games):
        game, seat = rota.Game(RULES, seed=seed + number, history=False), number % 2
        slopes, leads = [], []
        while (who := game.who) is not None:
            if who != seat:
                game.choose(game.decide("greedy", seed=number))
                continue
            rows = features(game, seat)
            likely = chances(rows, weights)
            taken = int(draw.choice(len(likely), p=likely))
            leads.append(lead(game, seat))
            slopes.append(rows[taken] - likely @ rows)
            game.choose(taken)
        gains.append(lead(game, seat))
        for at, (one, before) in enumerate(zip(slopes, leads)):
            gained = gains[-1] - before
            slope += one * (gained - usual[at])
            usual[at] += 0.02 * (gained - usual[at])
        if (number + 1) % TOGETHER == 0:
            # Adam: as far in each direction as it is clear that it is uphill.
            slope /= TOGETHER
            mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
            weights = weights + STEP * mean / (np.sqrt(square) + 1e-8)
            slope = np.zeros(width)
        if told and (number + 1) % 500 == 0:
            print(f"{number + 1:6} games: {np.mean(gains[-500:]):+6.2f} points over the greedy player")
    return weights


def compare(weights: Array, games: int, seed: int) -> NDArray[np.int64]:
    """Plays with the likeliest option each time, on both seats of each deal: own points and those of the greedy player."""
    points = []
    for number in range(games):
        game, seat = rota.Game(RULES, seed=seed + number // 2, history=False), number % 2
        while (who := game.who) is not None:
            if who == seat:
                game.choose(int((features(game, seat) @ weights).argmax()))
            else:
                game.choose(game.decide("greedy", seed=number))
        points.append([game.points[seat], game.points[1 - seat]])
    return np.array(points)


if __name__ == "__main__":
    begun = time.time()
    weights = learn(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, seed=1, told=True)
    points = compare(weights, games=1000, seed=50_000)
    leads = points[:, 0] - points[:, 1]
    print(f"after {time.time() - begun:.0f} s: {points[:, 0].mean():.1f} to {points[:, 1].mean():.1f} points, ", end="")
    print(f"{leads.mean():+.2f} with a standard error of {leads.std(ddof=1) / len(leads) ** 0.5:.2f}")
    for name, weight in sorted(zip(OPTION, weights), key=lambda pair: -abs(pair[1]))[:8]:
        print(f"  {weight:+.2f} {name}")
