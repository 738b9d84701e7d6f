"""Packs, games, players: what a newcomer does first."""

import concurrent.futures
import copy
import json
import os
import pickle
import subprocess
import tempfile
import unittest
from pathlib import Path

import rota

PACKS = Path(__file__).parent.parent / "examples" / "packs"
PROGRAM = os.environ.get("ROTA")
"""The command line, to compare with."""


def some_turns(rules: rota.Rules, choices: int, seed: int) -> rota.Game:
    game = rota.Game(rules, seed=seed)
    for number in range(choices):
        game.choose(game.decide("uniform", seed=number))
    return game


class Loading(unittest.TestCase):
    def test_built_in_packs_with_variants_and_options(self) -> None:
        self.assertIn("base", rota.packs())
        rules = rota.load("base", "inns_and_cathedrals", options={"farmers": False})
        self.assertEqual([name for name, _ in rules.packs], ["base", "inns_and_cathedrals"])
        self.assertEqual(rules.options["farmers"], "false")
        self.assertNotEqual(rules.identity, rota.load("base", "inns_and_cathedrals").identity)

    def test_a_composition_by_name_and_from_a_file(self) -> None:
        by_name = rota.load("all_three")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "evening.toml"
            path.write_text('packs = ["base@second"]\n[options]\nfarmers = false\n')
            with self.assertRaisesRegex(rota.PackError, "no pack here has a variant `second`"):
                rota.load(str(path))
            path.write_text('packs = ["river"]\n[options]\nfarmers = false\n')
            self.assertEqual(rota.load(str(path)).options["farmers"], "false")
        self.assertIn("wind_roses", dict(by_name.packs))

    def test_own_packs_from_a_folder(self) -> None:
        game = rota.play(rota.load("evening", folder=PACKS), ["uniform", "uniform"])
        self.assertEqual(game.turn, 24)
        game = rota.play(rota.load("evening", folder=PACKS, options={"turns": 3}), ["uniform", "uniform"])
        self.assertEqual(game.turn, 3)

    def test_all_that_is_wrong_is_told_with_its_place(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pack = Path(folder) / "hamlet"
            pack.mkdir()
            (pack / "hamlet.rota").write_text(
                'pack hamlet 1.0.0 "Hamlets" language 2\nrequires base ^1.0\n'
                "rule one at count { score 1 pts to activ as city }\n"
                "rule two at count { score 1 pts to active as citty }\n"
            )
            with self.assertRaises(rota.PackError) as raised:
                rota.load("hamlet", folder=folder)
        wrong = [found for found in raised.exception.diagnostics if found["severity"] == "error"]
        self.assertEqual([found["line"] for found in wrong], [3, 4])
        self.assertTrue(all(found["file"] == "hamlet/hamlet.rota" for found in wrong), wrong)
        self.assertTrue(all("did you mean" in (found["help"] or "") for found in wrong), wrong)
        self.assertIn("hamlet.rota:3", str(raised.exception))

    def test_what_is_not_there(self) -> None:
        with self.assertRaisesRegex(rota.PackError, "did you mean `base`"):
            rota.load("bsae")
        with self.assertRaisesRegex(rota.PackError, "no option `farmer`"):
            rota.load("base", options={"farmer": 1})
        with self.assertRaises(FileNotFoundError):
            rota.load("nowhere.toml")

    def test_rules_travel_with_the_texts_that_are_not_built_in(self) -> None:
        rules = rota.load("evening", folder=PACKS, options={"turns": 5})
        again = pickle.loads(pickle.dumps(rules))
        self.assertEqual(again.identity, rules.identity)
        self.assertEqual(rota.play(again, ["uniform", "uniform"]).turn, 5)
        self.assertEqual(pickle.loads(pickle.dumps(rota.load("all_three"))).identity, rota.load("all_three").identity)


class Playing(unittest.TestCase):
    rules = rota.load("base")

    def test_options_are_data_and_are_taken_by_number_or_by_words(self) -> None:
        by_number, by_words = rota.Game(self.rules, seed=7), rota.Game(self.rules, seed=7)
        for _ in range(20):
            options = by_number.options()
            self.assertEqual(len(options), by_number.option_count)
            by_number.choose(len(options) - 1)
            by_words.choose(options[-1]["words"])
            self.assertEqual(by_number.points, by_words.points)
        self.assertEqual(by_number.save(), by_words.save())
        first = rota.Game(self.rules, seed=7).options()[0]
        self.assertEqual(first["place"]["type"], "cell")

    def test_what_is_not_offered_changes_nothing(self) -> None:
        game = some_turns(self.rules, 9, seed=3)
        before = game.save()
        for wrong in (game.option_count, 10**6, "nowhere"):
            with self.assertRaises(rota.Refused):
                game.choose(wrong)
        with self.assertRaises(OverflowError):
            game.choose(-1)
        with self.assertRaises(TypeError):
            game.choose(None)  # type: ignore[arg-type]
        self.assertEqual(game.save(), before)
        with self.assertRaises(rota.Refused):
            rota.Game(self.rules, players=9)
        with self.assertRaisesRegex(rota.Refused, "no player `gredy`.*did you mean `greedy`"):
            game.decide("gredy")
        with self.assertRaisesRegex(rota.Refused, "human"):
            game.decide("human")
        with self.assertRaisesRegex(rota.Refused, "no seat 2"):
            game.observe(2)

    def test_a_game_that_is_over_says_so(self) -> None:
        game = rota.play(self.rules, ["uniform", "greedy"], seed=4)
        self.assertTrue(game.is_over)
        self.assertIsNone(game.who)
        self.assertEqual(game.option_count, 0)
        self.assertEqual(game.winners, [seat for seat in (0, 1) if game.points[seat] == max(game.points)])
        with self.assertRaises(rota.Refused):
            game.choose(0)
        with self.assertRaises(rota.Refused):
            game.decide("greedy")

    def test_choices_are_taken_back_until_chance_has_spoken(self) -> None:
        game = rota.Game(self.rules, seed=1)
        before = game.save()
        game.choose(0)
        self.assertEqual(game.asked, "deploy")
        after = game.save()
        game.undo()
        self.assertEqual(game.save(), before)
        self.assertTrue(game.redo())
        self.assertEqual(game.save(), after)
        game.choose("pass")
        with self.assertRaisesRegex(rota.Refused, "came out of"):
            game.undo()

    def test_saved_copied_and_sent_games_are_the_game(self) -> None:
        game = some_turns(rota.load("evening", folder=PACKS), 30, seed=5)
        resumed = rota.resume(game.save(), folder=PACKS)
        for other in (resumed, game.copy(), pickle.loads(pickle.dumps(game))):
            self.assertEqual(other.save(), game.save())
            self.assertEqual(other.view(0), game.view(0))
        with self.assertRaises(rota.PackError):
            rota.resume(game.save()[:-20])
        with self.assertRaises(rota.PackError):
            rota.resume("what is this?")

    def test_a_fork_is_free_to_go_its_own_way(self) -> None:
        game = some_turns(self.rules, 10, seed=6)
        before, fork = game.save(), game.fork()
        while not fork.is_over:
            fork.choose(fork.decide("uniform"))
        self.assertEqual(game.save(), before)
        for refused in (fork.save, fork.undo, lambda: pickle.dumps(fork)):
            with self.assertRaises(rota.Refused):
                refused()

    def test_without_history_it_is_the_same_game(self) -> None:
        with_it, without = (rota.Game(self.rules, seed=8, history=history) for history in (True, False))
        while not with_it.is_over:
            option = with_it.decide("uniform", seed=with_it.turn)
            with_it.choose(option)
            without.choose(option)
        self.assertEqual(with_it.points, without.points)
        self.assertTrue(without.is_over)

    def test_playouts_are_the_same_whoever_plays_beside_them(self) -> None:
        game = some_turns(self.rules, 30, seed=9)
        alone = game.playouts(400, seed=2)
        self.assertEqual(alone.shape, (400, 2))
        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            beside = list(threads.map(lambda seed: game.playouts(400, seed=seed), [1, 2, 3, 2]))
        self.assertTrue((beside[1] == alone).all() and (beside[3] == alone).all())
        self.assertFalse((beside[0] == alone).all())
        greedy = game.playouts(40, seed=2, players=["greedy", "uniform"]).mean(axis=0)
        self.assertGreater(greedy[0], greedy[1] + 20)
        with self.assertRaisesRegex(rota.Refused, "1 players for 2 seats"):
            game.playouts(1, players=["greedy"])

    def test_a_search_beats_chance_and_says_what_it_considered(self) -> None:
        game = rota.play(self.rules, ["think:40", "uniform"], seed=11)
        self.assertGreater(game.points[0], game.points[1] + 20)
        game = some_turns(self.rules, 12, seed=3)
        considered = game.consider(300, seed=5)
        self.assertEqual(considered[0][0], game.decide("think:300", seed=5))
        self.assertEqual(sorted((visits for _, visits, _ in considered), reverse=True), [v for _, v, _ in considered])

    def test_a_function_of_ones_own_plays(self) -> None:
        def first_words(game: rota.Game) -> str:
            words: str = game.options()[0]["words"]
            return words

        def best_of_playouts(game: rota.Game) -> int:
            seat, best = game.who, (-1e9, 0)
            assert seat is not None
            for option in range(game.option_count):
                fork = game.fork()
                fork.choose(option)
                points = fork.playouts(8, seed=game.turn).mean(axis=0)
                best = max(best, (points[seat] - points[1 - seat], option))
            return best[1]

        game = rota.play(self.rules, [best_of_playouts, first_words], seed=2)
        self.assertTrue(game.is_over)
        self.assertGreater(game.points[0], game.points[1])


class Many(unittest.TestCase):
    rules = rota.load("base")

    def test_any_shards_and_threads_have_the_same_sums(self) -> None:
        players = ["greedy", "uniform"]
        whole = rota.simulate(self.rules, players, 60, seed=3, threads=2, results=True)
        parts = [rota.simulate(self.rules, players, 20, seed=3, first=first, results=True) for first in (0, 20, 40)]
        for place, (name, sums) in enumerate(whole["sums"]):
            added = tuple(map(sum, zip(*(part["sums"][place][1] for part in parts))))
            self.assertEqual((name, sums), (parts[0]["sums"][place][0], added))
        self.assertEqual(whole["number"].tolist(), list(range(60)))
        self.assertEqual(whole["points"].tolist(), [row for part in parts for row in part["points"].tolist()])
        self.assertEqual(dict(whole["sums"])["points of seat 0"][1], whole["points"][:, 0].sum())

    @unittest.skipUnless(PROGRAM, "ROTA names no program to compare with")
    def test_they_are_the_games_of_the_command_line(self) -> None:
        told = subprocess.run(
            [str(PROGRAM), "sim", "base", "--games", "50", "--players", "greedy,uniform", "--seed", "3", "--format", "json"],
            check=True,
            capture_output=True,
            text=True,
        )
        seats = json.loads(told.stdout)["seats"]
        sums = dict(rota.simulate(self.rules, ["greedy", "uniform"], 50, seed=3)["sums"])
        for seat, told_seat in enumerate(seats):
            count, total, _ = sums[f"points of seat {seat}"]
            self.assertEqual(count, 50)
            self.assertAlmostEqual(total / count, told_seat["mean"], places=9)
        told = subprocess.run(
            [str(PROGRAM), "match", "base", "--deals", "8", "--all", "--players", "greedy,uniform", "--format", "json"],
            check=True,
            capture_output=True,
            text=True,
        )
        points, won = rota.contest(self.rules, ["greedy", "uniform"], 8)
        [pair] = rota.standing(points.tolist(), won.tolist())
        [told_pair] = json.loads(told.stdout)["pairs"]
        self.assertAlmostEqual(pair["lead"][1], told_pair["lead"]["points"], places=9)

    def test_a_match_in_parts_is_the_match(self) -> None:
        players = ["greedy", "uniform"]
        points, won = rota.contest(self.rules, players, 6, seed=5)
        self.assertEqual(points.shape, (6, 2, 2))
        later, _ = rota.contest(self.rules, players, 2, seed=5, first=4)
        self.assertTrue((points[4:] == later).all())
        [pair] = rota.standing(points.tolist(), won.tolist())
        self.assertEqual((pair["first"], pair["second"]), (0, 1))
        self.assertGreater(pair["lead"][1], 20)

    def test_a_rule_that_faults_names_the_game(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pack = Path(folder) / "broken"
            pack.mkdir()
            (pack / "broken.rota").write_text(
                'pack broken 1.0.0 "Broken" language 2\nrequires base ^1.0\n'
                "rule breaks at count when turn > 5 { score (6 / (turn - 6) rounded down) each 1 pts to active as city }\n"
            )
            try:
                rules = rota.load("broken", folder=folder)
            except rota.PackError as wrong:
                self.fail(str(wrong))
            with self.assertRaisesRegex(rota.RuleFault, "division by zero") as raised:
                rota.simulate(rules, ["uniform", "uniform"], 4, first=7)
            self.assertEqual(raised.exception.game, 7)
            with self.assertRaises(rota.RuleFault):
                rota.play(rules, ["uniform", "uniform"])


class Copying(unittest.TestCase):
    def test_the_module_for_copies_makes_one(self) -> None:
        game = some_turns(rota.load("base"), 5, seed=1)
        self.assertEqual(copy.deepcopy(game).save(), game.save())


if __name__ == "__main__":
    unittest.main()
