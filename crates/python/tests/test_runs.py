"""Many games in shards: nothing is lost and nothing doubled, whoever dies on the way."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from typing import Any

import polars
import pyarrow.parquet

import rota
from rota import runs

GAMES = int(os.environ.get("ROTA_GAMES", "120000"))
"""How many games are played with a worker killed on the way."""

SHARD = GAMES // 24


class Shards(unittest.TestCase):
    rules = rota.load("base")

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())) if sys.version_info >= (3, 11) else self.made()

    def made(self) -> Path:
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        return Path(made.name)

    def test_any_shards_have_the_sums_of_one_machine(self) -> None:
        players = ["greedy", "uniform"]
        one = {name: runs.Sums(*sums) for name, sums in rota.simulate(self.rules, players, 60, seed=2)["sums"]}
        for shard in (7, 60, 1000):
            run = runs.simulate(self.rules, players, 60, self.folder / str(shard), seed=2, shard=shard, workers=0)
            self.assertEqual(run.totals, one)
        table = run.table().to_pydict()
        self.assertEqual(table["number"], list(range(60)))
        self.assertEqual(sum(table["points_0"]), one["points of seat 0"].total)
        self.assertEqual(run.totals["points of seat 0"].mean, sum(table["points_0"]) / 60)

    def test_it_goes_on_where_it_stopped(self) -> None:
        def stop(done: int, of: int) -> None:
            if done == 3:
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            runs.simulate(self.rules, ["uniform"] * 2, 1000, self.folder, shard=100, workers=0, progress=stop)
        self.assertEqual(len(runs.files(self.folder)), 3)
        # What was begun and not ended is no shard.
        (self.folder / ".shard-00003.parquet.1.part").write_bytes(b"half")
        run = runs.simulate(self.rules, ["uniform"] * 2, 1000, self.folder, shard=100, workers=0)
        self.assertEqual((run.played, run.shards), (7, 10))
        self.assertEqual(run.totals, {
            name: runs.Sums(*sums) for name, sums in rota.simulate(self.rules, ["uniform"] * 2, 1000)["sums"]
        })

    def test_a_folder_holds_one_run(self) -> None:
        runs.simulate(self.rules, ["uniform"] * 2, 40, self.folder, shard=20, workers=0)
        others: list[dict[str, Any]] = [
            dict(seed=2),
            dict(players=["uniform", "greedy"]),
            dict(rules=rota.load("base", options={"farmers": False})),
            dict(shard=40),
        ]
        for other in others:
            plan: dict[str, Any] = dict(rules=self.rules, players=["uniform"] * 2, games=40, shard=20) | other
            with self.assertRaisesRegex(rota.RotaError, "holds another run"):
                runs.simulate(folder=self.folder, workers=0, **plan)
        (self.folder / "shard-00001.parquet").write_bytes(b"nothing of the kind")
        with self.assertRaisesRegex(rota.RotaError, "holds another run"):
            runs.simulate(self.rules, ["uniform"] * 2, 40, self.folder, shard=20, workers=0)

    def test_games_of_another_version_are_not_taken(self) -> None:
        played = runs._play

        def elsewhere(plan: runs._Plan, shard: runs._Shard) -> Any:
            with unittest.mock.patch.object(runs, "__version__", "0.0.1"):
                return played(plan, shard)

        with unittest.mock.patch.object(runs, "_play", elsewhere):
            with self.assertRaisesRegex(rota.RotaError, "another version"):
                runs.simulate(self.rules, ["uniform"] * 2, 40, self.folder, shard=20, workers=0)
        self.assertEqual(runs.files(self.folder), [])

    def test_a_match_tells_who_is_better(self) -> None:
        run = runs.match(self.rules, ["uniform", "greedy"], 10, self.folder, shard=4, workers=0)
        points, won = rota.contest(self.rules, ["uniform", "greedy"], 10)
        self.assertEqual(run.standing(), rota.standing(points.tolist(), won.tolist()))
        self.assertEqual(run.standing()[0]["better"], 1)

    def test_a_report_in_shards_is_the_report_of_one_machine(self) -> None:
        rules, players = rota.load("fortune_teller"), ["uniform", "uniform"]
        told: dict[str, Any] = dict(
            against={"the second artwork": rota.load("fortune_teller@second_design")}, choices=True, without=["rules", "tiles"]
        )
        one = runs.report(rules, players, 12, self.folder / "one", workers=0, **told)
        parts = runs.report(rules, players, 12, self.folder / "parts", shard=5, workers=0, **told)
        self.assertEqual((parts.document, parts.page), (one.document, one.page))
        self.assertEqual(one.document["games"], 12)
        self.assertEqual(parts.shards, 3 * one.shards)
        self.assertEqual([row["given"] for row in one.document["against"]], ["the second artwork"])
        taken_out = {row["rule"]: row for row in one.document["sections"]["without_rules"]}
        self.assertLess(taken_out["rule complete_tent"]["points"]["value"], 0)
        # Each game of each side is a row, with what was measured of it.
        own = pyarrow.parquet.read_table(runs.files(self.folder / "one")[0]).to_pydict()
        self.assertEqual(own["number"], list(range(12)))
        seats = one.document["sections"]["seats"]
        self.assertAlmostEqual(sum(own["points of all seats"]) / 12, sum(seat["points"] for seat in seats))
        again = runs.report(rules, players, 12, self.folder / "parts", shard=5, workers=0, **told)
        self.assertEqual((again.played, again.document), (0, one.document))
        with self.assertRaisesRegex(rota.RotaError, "holds another run"):
            runs.report(rules, players, 12, self.folder / "parts", shard=5, workers=0)
        with self.assertRaisesRegex(rota.Refused, "`rules` and `tiles`"):
            runs.report(rules, players, 12, self.folder / "other", workers=0, without=["dice"])


KILLED = """
import os, sys, rota
from rota import runs

games, shard, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
played = runs._play

def dies_once(plan, shard_of_games):
    side, first, count = shard_of_games
    # The worker of the sixth shard is gone in the middle of it, the first time that somebody plays it.
    mark = os.path.join(folder, "killed")
    if first == 5 * shard and not os.path.exists(mark):
        open(mark, "w").close()
        played(plan, (side, first, count // 2))
        os.kill(os.getpid(), 9)
    return played(plan, shard_of_games)

runs._play = dies_once
run = runs.simulate(rota.load("base"), ["uniform", "uniform"], games, folder, seed=9, shard=shard, workers=2)
print(run.played, run.seconds)
"""

KILLED_REPORT = """
import os, sys, rota
from rota import runs

folder = sys.argv[1]
played = runs._play

def dies_once(plan, shard):
    # Its worker is gone when a part of the third other side is to be played.
    mark = os.path.join(folder, "killed")
    if shard[:2] == (3, 20) and not os.path.exists(mark):
        open(mark, "w").close()
        os.kill(os.getpid(), 9)
    return played(plan, shard)

runs._play = dies_once
rules = rota.load("fortune_teller")
told = runs.report(rules, ["uniform"] * 2, 50, folder, without=["rules"], shard=20, workers=2)
print(told.played, told.shards)
"""

LOST_MACHINE = """
import os, sys, time, ray, rota
from ray.cluster_utils import Cluster
from rota import runs

games, shard, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
played = runs._play
cluster = Cluster(initialize_head=True, head_node_args=dict(num_cpus=1, include_dashboard=False))
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
lost, mark = second.node_id, os.path.join(folder, "begun")

def waits_for_the_loss(plan, shard_of_games):
    # The second machine is in the middle of a shard for as long as it is there, and the first begins after it.
    if ray.get_runtime_context().get_node_id() == lost:
        open(mark, "w").close()
        time.sleep(100)
    while not os.path.exists(mark):
        time.sleep(0.05)
    return played(plan, shard_of_games)

def lose(done, of):
    if done == of // 3:
        cluster.remove_node(second, allow_graceful=False)

runs._play = waits_for_the_loss
told = runs.simulate(
    rota.load("base"), ["uniform", "uniform"], games, folder, seed=9, shard=shard, address=cluster.address, progress=lose
)
print(told.played, told.seconds, len(cluster.list_all_nodes()))
cluster.shutdown()
"""


class Ray(unittest.TestCase):
    def on_ray(self, script: str, *words: str) -> list[str]:
        """What a script writes as its last line."""
        try:
            import ray  # noqa: F401
        except ImportError:
            self.skipTest("ray is not installed")
        told = subprocess.run(
            [sys.executable, "-c", script, *words],
            env=os.environ | {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"},
            capture_output=True,
            text=True,
            timeout=1500,
        )
        self.assertEqual(told.returncode, 0, told.stderr)
        return told.stdout.splitlines()[-1].split()

    def test_a_report_of_several_workers_is_that_of_one_machine(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            played, shards = self.on_ray(KILLED_REPORT, folder)
            self.assertTrue((Path(folder) / "killed").exists())
            self.assertEqual(played, shards)
            rules, players = rota.load("fortune_teller"), ["uniform"] * 2
            there = runs.report(rules, players, 50, folder, without=["rules"], shard=20, workers=0)
            self.assertEqual(there.played, 0)
            here = runs.report(rules, players, 50, Path(folder) / "alone", without=["rules"], workers=0)
            self.assertEqual((there.document, there.page), (here.document, here.page))

    def test_a_worker_that_is_killed_loses_and_doubles_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            played, seconds = self.on_ray(KILLED, str(GAMES), str(SHARD), folder)
            self.assertTrue((Path(folder) / "killed").exists())
            self.assertEqual(int(played), -(-GAMES // SHARD))
            rules = rota.load("base")
            there = runs.simulate(rules, ["uniform"] * 2, GAMES, folder, seed=9, shard=SHARD, workers=0)
            self.assertEqual(there.played, 0)
            alone = Path(folder) / "alone"
            here = runs.simulate(rules, ["uniform"] * 2, GAMES, alone, seed=9, shard=GAMES, workers=0)
            self.assertEqual(there.totals, here.totals)
            # Another reader has the same games, each once.
            frame = polars.read_parquet(Path(folder) / "shard-*.parquet")
            self.assertEqual(frame["number"].sort().to_list(), list(range(GAMES)))
            self.assertEqual(frame["points_0"].sum(), here.totals["points of seat 0"].total)
            self.assertEqual(frame.sort("number").to_dicts()[:5], pyarrow.parquet.read_table(runs.files(alone)[0])[:5].to_pylist())
            print(
                f"{GAMES} games, a worker killed: {GAMES / float(seconds):.0f} a second with two workers, "
                f"{GAMES / here.seconds:.0f} in one process"
            )

    def test_a_machine_of_a_cluster_that_is_lost_loses_and_doubles_nothing(self) -> None:
        games, shard = GAMES // 4, SHARD // 2
        with tempfile.TemporaryDirectory() as folder:
            played, seconds, machines = self.on_ray(LOST_MACHINE, str(games), str(shard), folder)
            self.assertTrue((Path(folder) / "begun").exists())
            self.assertEqual((int(played), machines), (-(-games // shard), "1"))
            there = runs.simulate(rota.load("base"), ["uniform"] * 2, games, folder, seed=9, shard=shard, workers=0)
            alone = rota.simulate(rota.load("base"), ["uniform"] * 2, games, seed=9)["sums"]
            self.assertEqual(there.played, 0)
            self.assertEqual(there.totals, {name: runs.Sums(*sums) for name, sums in alone})
            print(f"{games} games on two machines of a cluster, one lost: {float(seconds):.1f} seconds")


if __name__ == "__main__":
    unittest.main()
