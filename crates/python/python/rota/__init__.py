"""Tile-laying games whose rules and tiles are data.

    rules = rota.load("base", "inns_and_cathedrals")
    game = rota.Game(rules, players=2, seed=7)
    while not game.is_over:
        game.choose(game.decide("greedy"))
    print(game.points)

`rota.envs` has environments for learners, `rota.runs` plays more games than one machine does in a day.
"""

from __future__ import annotations

from importlib.metadata import version as _version
from typing import Callable, Sequence, Union

from ._rota import (
    Game,
    PackError,
    Refused,
    ReportParts,
    ReportPlan,
    RotaError,
    RuleFault,
    Rules,
    contest,
    load,
    packs,
    resume,
    simulate,
    standing,
)

__version__ = _version("rota")

__all__ = [
    "Game",
    "PackError",
    "Player",
    "Refused",
    "ReportParts",
    "ReportPlan",
    "RotaError",
    "RuleFault",
    "Rules",
    "contest",
    "load",
    "packs",
    "play",
    "resume",
    "simulate",
    "standing",
]

Player = Union[str, Callable[[Game], Union[int, str]]]
"""Who decides at a seat: the word of a program, as `greedy`, or a function from a game to the number or the words of an
option. The function gets the game itself: what it may know of it is `game.view(seat)`, `game.observe(seat)` and
`game.options()`."""


def play(rules: Rules, players: Sequence[Player], *, seed: int = 0) -> Game:
    """Plays a game to its end; what each program chooses follows from the seed and the number of the decision."""
    game = Game(rules, players=len(players), seed=seed)
    number = 0
    while (who := game.who) is not None:
        player = players[who]
        if isinstance(player, str):
            game.choose(game.decide(player, seed=(seed * 1_000_003 + number) % 2**64))
        else:
            game.choose(player(game))
        number += 1
    return game
