"""The example learns, from nothing, to beat a greedy player."""

import runpy
import unittest
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent / "examples" / "train.py"


class Training(unittest.TestCase):
    def test_it_beats_a_greedy_player(self) -> None:
        train = runpy.run_path(str(EXAMPLE))
        weights = train["learn"](train["GAMES"], seed=1)
        points = train["compare"](weights, games=400, seed=50_000)
        lead = points[:, 0] - points[:, 1]
        error = lead.std(ddof=1) / len(lead) ** 0.5
        print(f"{lead.mean():+.2f} points over a greedy player, with a standard error of {error:.2f}")
        self.assertGreater(lead.mean(), 3 * error)


if __name__ == "__main__":
    unittest.main()
