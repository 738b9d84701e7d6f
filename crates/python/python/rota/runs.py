"""More games than one machine plays in a day: simulations, matches and reports in shards, on Ray or without it.

    run = rota.runs.simulate(rules, ["greedy", "greedy"], games=1_000_000, folder="million")
    print(run.totals["points of seat 0"].mean)

A shard is a range of games that follow from the seed and their numbers alone, so it does not matter who plays it, how often
it is begun, and in which order shards end: all sums are whole numbers, and those of all shards are what one machine has.
Each shard is a Parquet file that gets its name once it is whole. A run whose folder has some of them goes on from there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

from . import ReportPlan, RotaError, Rules, __version__, contest, standing
from . import simulate as play_here
from .types import Pair

Progress = Callable[[int, int], None]
"""Is told after each shard how many of how many are done."""

RETRIES = 5
"""How often a shard is begun anew whose worker died."""


@dataclass(frozen=True)
class Sums:
    """Observations of one quantity, as whole numbers that add up exactly."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean; 0 without observations."""
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of the sample; 0 with fewer than two observations, or where only the sum was kept."""
        spread = self.squares * self.count - self.total * self.total
        return (max(spread, 0) / self.count / (self.count - 1)) ** 0.5 if self.count > 1 else 0.0


@dataclass(frozen=True)
class Played:
    """A run that is done."""

    folder: Path
    played: int
    """How many shards were played now: the others were there."""
    shards: int
    seconds: float


@dataclass(frozen=True)
class Run(Played):
    """What was played."""

    totals: dict[str, Sums]
    """By name; empty for a match."""

    def table(self) -> pyarrow.Table:
        """All games, in the order of their numbers."""
        return pyarrow.concat_tables(pyarrow.parquet.read_table(path) for path in files(self.folder))

    def standing(self) -> list[Pair]:
        """How a match stands."""
        columns = self.table().to_pydict()
        seats = len([name for name in columns if name.startswith("points_")])
        points: list[list[list[int]]] = []
        won: list[list[list[int]]] = []
        for row, turned in enumerate(columns["turned"]):
            if turned == 0:
                points.append([])
                won.append([])
            points[-1].append([columns[f"points_{player}"][row] for player in range(seats)])
            won[-1].append([int(columns[f"won_{player}"][row]) for player in range(seats)])
        return standing(points, won)


@dataclass(frozen=True)
class Report(Played):
    """What a report tells."""

    document: dict[str, Any]
    """What `rota report --format json` writes."""
    page: str
    """The same as a page with pictures, for a browser."""


@dataclass(frozen=True)
class _Plan:
    """All that the games of a run follow from. What a shard is, and how it is played, each kind says for itself."""

    rules: Rules
    players: tuple[str, ...]
    seed: int
    games: int
    shard: int

    def describe(self) -> dict[str, Any]:
        return {
            "rota": __version__,
            "kind": type(self).__name__,
            "rules": self.rules.identity,
            "players": list(self.players),
            "seed": self.seed,
            "games": self.games,
            "shard": self.shard,
        }

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.describe(), sort_keys=True).encode()).hexdigest()

    def sides(self) -> int:
        """How often the same games are played."""
        return 1

    def shards(self) -> Iterator[_Shard]:
        """Each range of games, by each side in turn."""
        for first in range(0, self.games, self.shard):
            for side in range(self.sides()):
                yield side, first, min(self.shard, self.games - first)

    def play(self, shard: _Shard) -> pyarrow.Table:
        """The games of a shard; what they sum up to and what they follow from stand beside them."""
        raise NotImplementedError

    def described(self, columns: dict[str, Any], **about: Any) -> pyarrow.Table:
        about |= {"plan": self.describe(), "digest": self.digest()}
        return pyarrow.table(columns, metadata={"rota": json.dumps(about)})


_Shard = tuple[int, int, int]
"""The side, the first game, and how many there are."""


class _Simulation(_Plan):
    def play(self, shard: _Shard) -> pyarrow.Table:
        _, first, count = shard
        played = play_here(self.rules, self.players, count, seed=self.seed, first=first, results=True)
        columns = {"number": played["number"], "turns": played["turns"].astype("int32")}
        for seat in range(len(self.players)):
            columns[f"points_{seat}"] = played["points"][:, seat].astype("int32")
            columns[f"won_{seat}"] = played["won"][:, seat].astype(bool)
        return self.described(columns, sums=played["sums"])


class _Match(_Plan):
    def play(self, shard: _Shard) -> pyarrow.Table:
        _, first, count = shard
        points, won = contest(self.rules, self.players, count, seed=self.seed, first=first)
        seats = len(self.players)
        columns: dict[str, Any] = {
            "deal": [first + deal for deal in range(count) for _ in range(seats)],
            "turned": [turned for _ in range(count) for turned in range(seats)],
        }
        for player in range(seats):
            columns[f"points_{player}"] = points[:, :, player].reshape(-1).astype("int32")
            columns[f"won_{player}"] = won[:, :, player].reshape(-1).astype(bool)
        return self.described(columns, sums=[])


@dataclass(frozen=True)
class _Report(_Plan):
    against: tuple[tuple[str, Rules], ...]
    choices: bool
    without: tuple[str, ...]

    def describe(self) -> dict[str, Any]:
        against = [(title, rules.identity) for title, rules in self.against]
        return super().describe() | {"against": against, "choices": self.choices, "without": list(self.without)}

    def sides(self) -> int:
        return len(self.native().sides)

    def native(self) -> ReportPlan:
        """Which sides there are is found once in each process: to look for all choices takes longer than a shard."""
        key = self.digest()
        if key not in _native:
            _native.clear()
            _native[key] = ReportPlan(
                self.rules,
                self.players,
                seed=self.seed,
                against=self.against,
                choices=self.choices,
                without=self.without,
            )
        return _native[key]

    def play(self, shard: _Shard) -> pyarrow.Table:
        side, first, count = shard
        part = json.loads(self.native().play(side, first, count))
        values = part.pop("values")
        columns: dict[str, Any] = {"number": list(range(first, first + len(values)))}
        for place, measure in enumerate(part["measures"]):
            columns[measure] = [row[place] / 100 for row in values]
        return self.described(columns, side=self.native().sides[side], part=part)

    def part(self, path: Path) -> str:
        """What `play` made a file of."""
        part = _metadata(path)["part"]
        columns = pyarrow.parquet.read_table(path, columns=part["measures"])
        values = [[round(value * 100) for value in column.to_pylist()] for column in columns.columns]
        return json.dumps(part | {"values": list(zip(*values))})


_native: dict[str, ReportPlan] = {}


def simulate(
    rules: Rules,
    players: Sequence[str],
    games: int,
    folder: str | os.PathLike[str],
    *,
    seed: int = 1,
    shard: int = 20_000,
    workers: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """Plays the games of `rota sim`, and writes how each of them ended.

    `workers` is how many shards are played at once on this machine, by default one for each processor; 0 plays them here,
    without Ray. With the `address` of a cluster its processors play: `auto` on one of its machines, `host:6379` in its
    network, `ray://host:10001` from elsewhere, with `ray[client]` installed. A shard should take seconds: some hundred
    thousand random games, a thousand of greedy players, a few of thinking ones.
    """
    plan = _Simulation(rules, tuple(players), seed, games, shard)
    return _sum_up(_run(plan, folder, workers, address, progress))


def match(
    rules: Rules,
    players: Sequence[str],
    deals: int,
    folder: str | os.PathLike[str],
    *,
    seed: int = 1,
    shard: int = 8,
    workers: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """Plays the deals of `rota match`, each once from every seat; `Run.standing` tells who is better."""
    plan = _Match(rules, tuple(players), seed, deals, shard)
    return _sum_up(_run(plan, folder, workers, address, progress))


def report(
    rules: Rules,
    players: Sequence[str],
    games: int,
    folder: str | os.PathLike[str],
    *,
    against: Mapping[str, Rules] | None = None,
    choices: bool = False,
    without: Sequence[str] = (),
    seed: int = 1,
    shard: int = 1_000,
    workers: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Plays the games of `rota report`, and tells the same of them.

    `against` names other rules that the same games are played by, `choices` plays them with each variant and each other
    value of an option, and `without` takes `rules` and `tiles`: to be without each of these. A shard holds games of one of
    these sides.
    """
    plan = _Report(rules, tuple(players), seed, games, shard, tuple((against or {}).items()), choices, tuple(without))
    done = _run(plan, folder, workers, address, progress)
    parts, sides = plan.native().gather(), plan.sides()
    shards = files(done.folder)
    for begin in range(0, len(shards), sides):
        own, *others = (plan.part(path) for path in shards[begin : begin + sides])
        parts.add(own, others)
    document, page = parts.report()
    return Report(**vars(done), document=json.loads(document), page=page)


def files(folder: str | os.PathLike[str]) -> list[Path]:
    """The shards in a folder, in order."""
    # From a hundred thousand on their numbers are longer.
    return sorted(Path(folder).glob("shard-*.parquet"), key=lambda path: (len(path.name), path.name))


def _run(
    plan: _Plan,
    folder: str | os.PathLike[str],
    workers: int | None,
    address: str | None,
    progress: Progress | None,
) -> Played:
    if plan.shard < 1:
        raise RotaError("a shard has one game at least")
    begun, told = time.monotonic(), progress or _line
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    shards = list(plan.shards())
    names = [path / f"shard-{number:05}.parquet" for number in range(len(shards))]
    others = sorted(file.name for file in set(files(path)) - set(names))
    done = {number for number, name in enumerate(names) if name.exists()}
    if others or any(_digest(names[number]) != plan.digest() for number in done):
        raise RotaError(f"`{path}` holds another run: other rules, players, seed, numbers or version of rota")
    waits = [(number, shard) for number, shard in enumerate(shards) if number not in done]
    told(len(done), len(shards))
    everywhere = _here(plan, waits) if workers == 0 and address is None else _on_ray(plan, waits, workers, address)
    for count, (number, table) in enumerate(everywhere, len(done) + 1):
        # Whoever played it has made the digest of the packs and the version that are there.
        if json.loads(table.schema.metadata[b"rota"])["digest"] != plan.digest():
            raise RotaError("a worker has another version of rota, or other packs")
        _write(names[number], table)
        told(count, len(shards))
    return Played(path, len(waits), len(shards), time.monotonic() - begun)


def _sum_up(done: Played) -> Run:
    totals: dict[str, Sums] = {}
    for name in files(done.folder):
        for key, sums in _metadata(name)["sums"]:
            totals[key] = totals.get(key, Sums()) + Sums(*sums)
    return Run(**vars(done), totals=totals)


def _here(plan: _Plan, shards: Sequence[tuple[int, _Shard]]) -> Iterator[tuple[int, pyarrow.Table]]:
    for number, shard in shards:
        yield number, _play(plan, shard)


def _on_ray(
    plan: _Plan, shards: Sequence[tuple[int, _Shard]], workers: int | None, address: str | None
) -> Iterator[tuple[int, pyarrow.Table]]:
    if not shards:
        return
    import ray

    begun = not ray.is_initialized()
    if begun and address is not None:
        ray.init(address=address)
    elif begun:
        ray.init(num_cpus=workers or os.cpu_count(), include_dashboard=False, log_to_driver=False)
    try:
        shared = ray.put(plan)
        # A task whose worker dies is begun anew elsewhere; one that fails by itself is not.
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)
        at_once = 2 * int(ray.cluster_resources().get("CPU", 1))
        left = iter(shards)
        running: dict[Any, int] = {}
        while True:
            # A few wait at the workers, so that none of these waits; not all, whose results would fill the memory.
            while len(running) < at_once and (waiting := next(left, None)):
                number, shard = waiting
                running[task.remote(shared, shard)] = number
            if not running:
                return
            [ready], _ = ray.wait(list(running), num_returns=1)
            number = running.pop(ready)
            try:
                table = ray.get(ready)
            except ray.exceptions.RayTaskError as failed:
                raise failed.as_instanceof_cause() from None
            yield number, table
    finally:
        if begun:
            ray.shutdown()


def _play(plan: _Plan, shard: _Shard) -> pyarrow.Table:
    """What a worker does."""
    return plan.play(shard)


def _metadata(path: Path) -> dict[str, Any]:
    about: dict[str, Any] = json.loads((pyarrow.parquet.read_schema(path).metadata or {}).get(b"rota", b"{}"))
    return about


def _digest(path: Path) -> str | None:
    try:
        return _metadata(path).get("digest")
    except pyarrow.ArrowInvalid:
        return None


def _write(path: Path, table: pyarrow.Table) -> None:
    """A file has its name only once it is whole."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    pyarrow.parquet.write_table(table, part, compression="zstd")
    part.replace(path)


def _line(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} shards", end="\n" if done == of else "", file=sys.stderr, flush=True)
