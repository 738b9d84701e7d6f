"""More games than one machine plays in a day: simulations and matches in shards, on Ray or without it.

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

from . import RotaError, Rules, __version__, contest, standing
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
class Run:
    """What was played."""

    folder: Path
    totals: dict[str, Sums]
    """By name; empty for a match."""
    played: int
    """How many shards were played now: the others were there."""
    shards: int
    seconds: float

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
class _Plan:
    """All that the games of a run follow from."""

    kind: str
    rules: Rules
    players: tuple[str, ...]
    seed: int
    games: int
    shard: int

    def describe(self) -> dict[str, Any]:
        return {
            "rota": __version__,
            "kind": self.kind,
            "rules": self.rules.identity,
            "players": list(self.players),
            "seed": self.seed,
            "games": self.games,
            "shard": self.shard,
        }

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.describe(), sort_keys=True).encode()).hexdigest()

    def shards(self) -> Iterator[tuple[int, int, int]]:
        """The number, the first game and how many there are of each shard."""
        for number, first in enumerate(range(0, self.games, self.shard)):
            yield number, first, min(self.shard, self.games - first)


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
    without Ray. With the `address` of a cluster, as `auto` or `ray://host:10001`, its processors play. A shard should take
    seconds: some hundred thousand random games, a thousand of greedy players, a few of thinking ones.
    """
    return _run(_Plan("simulate", rules, tuple(players), seed, games, shard), folder, workers, address, progress)


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
    return _run(_Plan("match", rules, tuple(players), seed, deals, shard), folder, workers, address, progress)


def files(folder: str | os.PathLike[str]) -> list[Path]:
    """The shards in a folder, in order."""
    return sorted(Path(folder).glob("shard-*.parquet"))


def _run(
    plan: _Plan,
    folder: str | os.PathLike[str],
    workers: int | None,
    address: str | None,
    progress: Progress | None,
) -> Run:
    if plan.shard < 1:
        raise RotaError("a shard has one game at least")
    begun, told = time.monotonic(), progress or _line
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    shards = list(plan.shards())
    names = {number: path / f"shard-{number:05}.parquet" for number, _, _ in shards}
    others = sorted(file.name for file in set(files(path)) - set(names.values()))
    done = {number for number, name in names.items() if name.exists()}
    if others or any(_digest(names[number]) != plan.digest() for number in done):
        raise RotaError(f"`{path}` holds another run: other rules, players, seed, numbers or version of rota")
    waits = [shard for shard in shards if shard[0] not in done]
    told(len(shards) - len(waits), len(shards))
    everywhere = _here(plan, waits) if workers == 0 and address is None else _on_ray(plan, waits, workers, address)
    for count, (number, table) in enumerate(everywhere, len(shards) - len(waits) + 1):
        # Whoever played it has made the digest of the packs and the version that are there.
        if json.loads(table.schema.metadata[b"rota"])["digest"] != plan.digest():
            raise RotaError("a worker has another version of rota, or other packs")
        _write(names[number], table)
        told(count, len(shards))
    totals: dict[str, Sums] = {}
    for name in names.values():
        for key, sums in _metadata(name)["sums"]:
            totals[key] = totals.get(key, Sums()) + Sums(*sums)
    return Run(path, totals, len(waits), len(shards), time.monotonic() - begun)


def _here(plan: _Plan, shards: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, pyarrow.Table]]:
    for number, first, count in shards:
        yield number, _play(plan, first, count)


def _on_ray(
    plan: _Plan, shards: Sequence[tuple[int, int, int]], workers: int | None, address: str | None
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
            while len(running) < at_once and (shard := next(left, None)):
                running[task.remote(shared, *shard[1:])] = shard[0]
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


def _play(plan: _Plan, first: int, count: int) -> pyarrow.Table:
    """The games of a shard; what they sum up to and what they follow from stand beside them."""
    if plan.kind == "match":
        return _match(plan, first, count)
    played = play_here(plan.rules, plan.players, count, seed=plan.seed, first=first, results=True)
    columns = {"number": played["number"], "turns": played["turns"].astype("int32")}
    for seat in range(len(plan.players)):
        columns[f"points_{seat}"] = played["points"][:, seat].astype("int32")
        columns[f"won_{seat}"] = played["won"][:, seat].astype(bool)
    return _described(plan, columns, played["sums"])


def _match(plan: _Plan, first: int, count: int) -> pyarrow.Table:
    points, won = contest(plan.rules, plan.players, count, seed=plan.seed, first=first)
    seats = len(plan.players)
    columns: dict[str, Any] = {
        "deal": [first + deal for deal in range(count) for _ in range(seats)],
        "turned": [turned for _ in range(count) for turned in range(seats)],
    }
    for player in range(seats):
        columns[f"points_{player}"] = points[:, :, player].reshape(-1).astype("int32")
        columns[f"won_{player}"] = won[:, :, player].reshape(-1).astype(bool)
    return _described(plan, columns, [])


def _described(plan: _Plan, columns: dict[str, Any], sums: list[Any]) -> pyarrow.Table:
    about = {"plan": plan.describe(), "digest": plan.digest(), "sums": sums}
    return pyarrow.table(columns, metadata={"rota": json.dumps(about)})


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
