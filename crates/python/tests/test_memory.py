"""Memory after a million steps is what it was after the first ones."""

import gc
import resource
import unittest
from pathlib import Path

import numpy as np

import rota
from rota import envs

STEPS = 1_000_000


def resident() -> int:
    """Bytes that are in memory now."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except FileNotFoundError:
        raise unittest.SkipTest("there is no /proc here") from None
    return pages * resource.getpagesize()


class Memory(unittest.TestCase):
    def test_games_and_observations_are_given_back(self) -> None:
        env = envs.Solo(rota.load("base", "inns_and_cathedrals"), ["uniform"])
        draw = np.random.default_rng(1)
        game = rota.Game(env.seen.rules, history=False)
        # Observing takes most of the time of a step, so a tenth of the steps is observed.
        after: list[int] = []
        steps = seed = 0
        while steps < STEPS:
            if steps % 100_000 < 10_000:
                _, info = env.reset(seed=seed)
                over = False
                while not over:
                    _, _, over, _, info = env.step(int(draw.choice(np.flatnonzero(info["action_mask"]))))
                    steps += 1
            seed += 1
            game = rota.Game(env.seen.rules, seed=seed, history=seed % 8 == 0)
            while count := game.option_count:
                game.choose(int(draw.integers(count)))
                steps += 1
            game.fork().playouts(1)
            if steps // 100_000 > len(after):
                gc.collect()
                after.append(resident())
        grown = max(after[2:]) - after[1]
        print(f"{steps} steps, {after[1] >> 20} MiB after a fifth of them, {grown >> 10} KiB more at most after that")
        self.assertLess(grown, 8 << 20)


if __name__ == "__main__":
    unittest.main()
