"""The native half of `rota`."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from .types import Diagnostic, Pair

__all__ = [
    "Game",
    "PackError",
    "Refused",
    "ReportParts",
    "ReportPlan",
    "RotaError",
    "RuleFault",
    "Rules",
    "contest",
    "load",
    "packs",
    "resume",
    "simulate",
    "standing",
]

class RotaError(Exception):
    """Anything that goes wrong in rota."""

class PackError(RotaError):
    """Packs, settings or a save that cannot be used. Its text tells all that is wrong, with places and help."""

    diagnostics: list[Diagnostic]

class RuleFault(RotaError):
    """A rule that stopped the game."""

    game: int
    """The number of the game, where it is one of many."""

class Refused(ValueError):
    """Something that is not offered, or not possible here."""

@final
class Rules:
    """What games are played with: packs, compiled with settings. It cannot change; `pickle` takes it to other processes."""

    @property
    def packs(self) -> list[tuple[str, str]]:
        """The packs that play, those that others require among them: name and version."""
    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players."""
    @property
    def options(self) -> dict[str, str]:
        """The options in force and their values, in words."""
    @property
    def reasons(self) -> list[str]:
        """What points are given for."""
    @property
    def identity(self) -> str:
        """Names all that the rules follow from: packs, texts, settings. Two that have the same are the same."""
    def game_columns(self, players: int) -> list[str]:
        """What the numbers mean that `Game.observe` tells of the game."""
    def option_columns(self) -> list[str]:
        """What the numbers mean that `Game.observe` tells of each option."""

@final
class Game:
    """A game in play. Seats are counted from 0; the same seed gives the same chance on every machine."""

    def __new__(cls, rules: Rules, *, players: int = 2, seed: int = 0, history: bool = True) -> Game:
        """Begins a game. Without `history` it plays faster, and neither takes back nor saves."""
    @property
    def rules(self) -> Rules: ...
    @property
    def players(self) -> int:
        """How many seats there are."""
    @property
    def who(self) -> int | None:
        """The seat that decides; `None` when the game is over."""
    @property
    def points(self) -> list[int]: ...
    @property
    def turn(self) -> int:
        """The turn, counted from 1."""
    @property
    def is_over(self) -> bool: ...
    @property
    def winners(self) -> list[int] | None:
        """The seats that won; `None` while the game goes on."""
    @property
    def asked(self) -> str | None:
        """The step or rule that asks; `None` when the game is over."""
    @property
    def option_count(self) -> int:
        """How many options there are, to pass among them."""
    def options(self) -> list[dict[str, Any]]:
        """The options as data, in the order of their numbers; to pass is the last one. Each is an `Offer` of the protocol."""
    def choose(self, option: int | str) -> None:
        """Takes an option: its number, or words that mean one.

        Raises `Refused` for what is not offered, and `RuleFault` where a rule stops the game.
        """
    def undo(self) -> None:
        """Takes the last choice back. Raises `Refused` where chance has given something since, or something was shown."""
    def redo(self) -> bool:
        """Makes the choice again that was taken back last; tells whether there was one."""
    def save(self) -> str:
        """The game as a text that `resume` and the command line read."""
    def copy(self) -> Game:
        """The same game once more, with all that has happened in it."""
    def fork(self) -> Game:
        """A copy to try things on, made in no time: it has no history, so it neither takes back nor saves."""
    def determinize(self, seat: int | None, seed: int) -> Game | None:
        """A copy in which everything is dealt again that a seat, or an onlooker for `None`, does not know.

        Where something was chosen in secret a card may be another of its kind there: take options by their words. `None` where
        nothing was found that fits what the seat has seen.
        """
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat may know, or an onlooker for `None`, as data: a `TableView` of the protocol."""
    def text(self, seat: int | None = None) -> str:
        """The same in words."""
    def observe(self, seat: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """All that a seat may know, as numbers: a row of the game, and a row for each option where this seat decides.

        `Rules.game_columns` and `Rules.option_columns` say what they mean.
        """
    def playouts(
        self, count: int, *, seed: int = 0, players: Sequence[str] | None = None
    ) -> NDArray[np.int64]:
        """Plays the game on so many times: the points of each seat, a row for each time.

        Chance is dealt again each time, and nothing else that is hidden: begin with `determinize` for what a seat may
        believe. All choose at random unless `players` says for each seat who decides.
        """
    def decide(self, player: str, *, seed: int = 0) -> int:
        """The number of the option that a program takes: `uniform`, `greedy`, `think:2000`, `think:1s`."""
    def consider(self, playouts: int = 2000, *, seed: int = 0) -> list[tuple[int, int, float]]:
        """What a search of so many playouts finds, the option that it looked at most at first.

        Of each: its number, how often it was looked at, and the lead over the best of the others that it expects.
        """

@final
class ReportPlan:
    """What a report is made from, for games that are played in parts: `rota.runs.report` does it all."""

    def __new__(
        cls,
        rules: Rules,
        players: Sequence[str],
        *,
        seed: int = 1,
        against: Sequence[tuple[str, Rules]] = ...,
        choices: bool = False,
        without: Sequence[str] = ...,
    ) -> ReportPlan:
        """`against`, `choices` and `without` are what the options of `rota report` of these names are."""
    @property
    def sides(self) -> list[str]:
        """The sides that play the same games: first the rules that are told of."""
    def play(self, side: int, first: int, games: int) -> str:
        """Plays the games with the numbers from `first` on by the rules of one side; what they were, as JSON.

        `measures` are the names of what `values` has in hundredths, a row for each game; `sums` is what they have in common,
        and `halt` why a side could not be played.
        """
    def gather(self) -> ReportParts:
        """No parts yet."""

@final
class ReportParts:
    """The parts of a report, as far as they are there."""

    def add(self, own: str, others: Sequence[str]) -> None:
        """Takes in what `ReportPlan.play` told of the games with the same numbers on each side."""
    def report(self) -> tuple[str, str]:
        """The report as JSON, and as a page."""

def packs() -> list[str]:
    """The packs that are built in."""

def load(
    *packs: str,
    options: Mapping[str, object] | None = None,
    start: str | None = None,
    copies: int = 1,
    folder: str | os.PathLike[str] | None = None,
) -> Rules:
    """Reads packs, with variants behind `@`, and compiles them.

    `folder` holds packs of one's own, one beside the other or in `rulesets`; one of a name takes the place of the built-in
    one. Raises `PackError`, which tells everything that is wrong at once.
    """

def resume(save: str, *, folder: str | os.PathLike[str] | None = None) -> Game:
    """A saved game, played again up to where it stood. `folder` is as for `load`."""

def simulate(
    rules: Rules,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 1,
    first: int = 0,
    threads: int = 1,
    results: bool = False,
) -> dict[str, Any]:
    """Plays the games with the numbers from `first` on: those of `rota sim` with the same seed.

    `sums` lists what they have in common: a name, and how many observations there are, the sum of their values, and that of
    the squares. With `results`, `number`, `turns`, `points` and `won` are arrays with a row for each game.
    """

def contest(
    rules: Rules, players: Sequence[str], deals: int, *, seed: int = 1, first: int = 0
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Plays deals, each once from every seat, as `rota match` does.

    The points of each player in each game of each deal, and whether it won: two arrays, deals x games x players.
    """

def standing(points: list[Any], won: list[Any]) -> list[Pair]:
    """How a match stands, from what `contest` told of all its deals (`points.tolist()`)."""
