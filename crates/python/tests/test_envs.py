"""Environments: the conformance tests of PettingZoo and of Gymnasium, on five compositions."""

import unittest
import warnings

import gymnasium.utils.env_checker
import numpy as np
import pettingzoo.test

import rota
from rota import envs

COMPOSITIONS = [
    ("base", 2),
    ("inns_and_traders", 3),
    ("all_three", 2),
    ("hills_and_sheep", 4),
    ("princess_and_tower", 2),
]

EXPECTED = [
    # What is observed is a dictionary: two arrays and a mask.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    # Points and the like have no bounds.
    "A Box observation space maximum value is infinity",
    "A Box observation space minimum value is -infinity",
]


class Conformance(unittest.TestCase):
    def test_for_several_agents(self) -> None:
        for packs, players in COMPOSITIONS:
            with self.subTest(packs=packs):
                rules = rota.load(packs)
                with warnings.catch_warnings(record=True) as seen:
                    warnings.simplefilter("always")
                    pettingzoo.test.api_test(envs.table(rules, players), num_cycles=400, verbose_progress=False)
                    pettingzoo.test.seed_test(lambda: envs.table(rules, players, width=1024), num_cycles=40)
                self.assertEqual([text for text in told(seen)], [])

    def test_for_one_agent(self) -> None:
        for packs, players in COMPOSITIONS:
            with self.subTest(packs=packs):
                env = envs.Solo(rota.load(packs), ["greedy"] * (players - 1))
                with warnings.catch_warnings(record=True) as seen:
                    warnings.simplefilter("always")
                    gymnasium.utils.env_checker.check_env(env, skip_render_check=True)
                self.assertEqual([text for text in told(seen)], [])


def told(seen: list[warnings.WarningMessage]) -> list[str]:
    texts = {str(warning.message) for warning in seen}
    return sorted(text for text in texts if not any(expected in text for expected in EXPECTED))


class Tables(unittest.TestCase):
    rules = rota.load("base")

    def test_rewards_sum_to_nothing_for_two(self) -> None:
        rewards: list[envs.Reward] = ["win", "lead", "change"]
        for reward in rewards:
            table = envs.Table(self.rules, reward=reward)
            table.reset(seed=5)
            got = dict.fromkeys(table.possible_agents, 0.0)
            draw = np.random.default_rng(1)
            for agent in table.agent_iter():
                seen, gained, ended, cut, info = table.last()
                got[agent] += gained
                if not (ended or cut):
                    np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
                table.step(None if ended or cut else int(draw.choice(np.flatnonzero(seen["action_mask"]))))
            self.assertEqual(sum(got.values()), 0.0)
            lead = table.game.points[0] - table.game.points[1]
            self.assertEqual(got["player_0"], float(np.sign(lead)) if reward == "win" else float(lead))

    def test_seeds_are_games(self) -> None:
        def points(env: envs.Solo, seed: int | None) -> list[list[int]]:
            games = []
            for at in range(2):
                _, info = env.reset(seed=seed if at == 0 else None)
                over = False
                while not over:
                    _, _, over, _, info = env.step(0)
                games.append(info["points"])
            return games

        env = envs.Solo(self.rules, ["uniform"])
        first = points(env, 3)
        self.assertEqual(points(env, 3), first)
        self.assertEqual(points(envs.Solo(self.rules, ["uniform"]), 3), first)
        self.assertNotEqual(points(env, 4), first)
        self.assertNotEqual(first[0], first[1])

    def test_any_seat_and_number_of_opponents(self) -> None:
        for seat in range(3):
            env = envs.Solo(self.rules, ["greedy", "uniform"], seat=seat, reward="lead")
            seen, info = env.reset(seed=1)
            over, reward = False, 0.0
            while not over:
                self.assertEqual(env.game.who, seat)
                np.testing.assert_array_equal(env.action_masks(), info["action_mask"] == 1)
                lead = self.rules.option_columns().index("lead")
                options = seen["observation"]["options"][: env.game.option_count, lead]
                seen, reward, over, _, info = env.step(int(options.argmax()))
            points = info["points"]
            self.assertEqual(reward, points[seat] - max(points[:seat] + points[seat + 1 :]))
        with self.assertRaises(rota.Refused):
            envs.Solo(self.rules, ["greedy"], seat=2)

    def test_what_is_no_option_ends_the_episode(self) -> None:
        env = envs.Solo(self.rules)
        env.reset(seed=1)
        _, reward, over, cut, info = env.step(env.seen.width - 1)
        self.assertEqual((reward, over, cut, info["illegal"]), (-1.0, True, False, True))
        table = envs.Table(self.rules)
        table.reset(seed=1)
        with self.assertRaises(rota.Refused):
            table.step(table.seen.width - 1)

    def test_too_narrow_a_table_says_so(self) -> None:
        table = envs.Table(self.rules, width=4)
        table.reset(seed=1)
        with self.assertRaisesRegex(rota.Refused, "options, and room for 4"):
            for agent in table.agent_iter():
                table.observe(agent)
                table.step(0)

    def test_a_table_is_shown_in_words(self) -> None:
        table = envs.Table(self.rules, render_mode="ansi")
        table.reset(seed=1)
        self.assertIn("turn 1", str(table.render()))


if __name__ == "__main__":
    unittest.main()
