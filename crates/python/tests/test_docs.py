"""What the pages show does what they say."""

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text(), re.M | re.S)


class Pages(unittest.TestCase):
    def test_python(self) -> None:
        names: dict[str, object] = {}
        for block in blocks("python.md"):
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, "docs/python.md", "exec"), names)
        self.assertTrue(names["game"].is_over)  # type: ignore[attr-defined]
        self.assertIn("did you mean `farmers`?", str(names["found"]))

    def test_runs(self) -> None:
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            self.skipTest("pyarrow is not installed")
        names: dict[str, object] = {}
        smaller = [("games=1_000_000,", "games=60, workers=0,"), ("shard=2_000", "shard=20"), ("think:2000", "think:20")]
        smaller += [("deals=200,", "deals=8, workers=0,"), ("games=20_000,", "games=4, workers=0,")]
        [block] = blocks("runs.md")
        for large, small in smaller:
            self.assertIn(large, block)
            block = block.replace(large, small)
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(block, "docs/runs.md", "exec"), names)
            finally:
                os.chdir(here)
        self.assertEqual(names["run"].shards, 3)  # type: ignore[attr-defined]
        self.assertEqual(names["told"].document["games"], 4)  # type: ignore[attr-defined]


if __name__ == "__main__":
    unittest.main()
