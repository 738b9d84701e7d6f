"""What a seat is shown as numbers: all that the packs declare, and nothing that the seat may not know."""

import unittest

import numpy as np

import rota

HIDDEN = ["masks", "auctions"]
"""Packs with cards in hands and with secret bids."""


class Columns(unittest.TestCase):
    def test_every_composition_has_names_for_its_numbers(self) -> None:
        for packs in (("base",), ("inns_and_traders",), ("all_three",), ("hills_and_sheep",), ("tower", "princess_and_dragon")):
            with self.subTest(packs=packs):
                rules = rota.load(*packs)
                game = rota.Game(rules, players=3, seed=2)
                for number in range(60):
                    for seat in range(3):
                        row, options = game.observe(seat)
                        self.assertEqual(row.shape, (len(rules.game_columns(3)),))
                        waits = game.option_count if seat == game.who else 0
                        self.assertEqual(options.shape, (waits, len(rules.option_columns())))
                    game.choose(game.decide("uniform", seed=number))

    def test_the_numbers_are_those_of_the_game(self) -> None:
        rules = rota.load("base")
        game = rota.Game(rules, seed=2)
        names, columns = rules.game_columns(2), rules.option_columns()
        for number in range(80):
            who = game.who
            assert who is not None
            row, options = game.observe(who)
            told = dict(zip(names, row.tolist()))
            self.assertEqual([told["points of seat +0"], told["points of seat +1"]], [game.points[who], game.points[1 - who]])
            self.assertEqual(told["turn"], game.turn)
            view = game.view(who)
            self.assertEqual(told["unseen"], sum(view["unseen"].values()))
            self.assertEqual(told["meeple in supply of seat +0"], view["players"][who]["supply"]["meeple"])
            for offered, numbers in zip(game.options(), options.tolist()):
                told = dict(zip(columns, numbers))
                self.assertEqual(told["pass"], offered["words"] == "pass")
                self.assertEqual(told["deploy place_meeple"], offered.get("action") == "place_meeple")
            game.choose(game.decide("greedy", seed=number))

    def test_the_lead_that_an_option_brings(self) -> None:
        rules = rota.load("base")
        lead = rules.option_columns().index("lead")
        agreed = 0
        for seed in range(3):
            game = rota.Game(rules, seed=seed)
            while (who := game.who) is not None:
                changes = game.observe(who)[1][:, lead]
                greedy = game.decide("greedy", seed=1)
                # A greedy player takes the option with the largest of these. Where a choice ends the turn, they also tell
                # of the tile that is drawn next, of which each believes something else.
                if all(turn_after(game, option) == game.turn for option in range(game.option_count)):
                    self.assertEqual(changes[greedy], changes.max())
                    agreed += 1
                game.choose(greedy)
        self.assertGreater(agreed, 60)


def turn_after(game: rota.Game, option: int) -> int:
    fork = game.fork()
    fork.choose(option)
    return fork.turn


class Hidden(unittest.TestCase):
    def test_what_a_seat_does_not_know_changes_nothing_that_it_is_shown(self) -> None:
        compared = different = 0
        for pack in HIDDEN:
            rules = rota.load(pack)
            for seed in range(6):
                game = rota.Game(rules, players=3, seed=seed)
                for number in range(60):
                    if game.is_over:
                        break
                    for seat in range(3):
                        other = game.determinize(seat, 1000 * seed + number)
                        if other is None or other.text(seat) != game.fork().text(seat):
                            continue
                        compared += 1
                        different += other.text((seat + 1) % 3) != game.fork().text((seat + 1) % 3)
                        for shown, again in zip(game.observe(seat), other.observe(seat)):
                            np.testing.assert_array_equal(shown, again)
                    game.choose(game.decide("uniform", seed=number))
        self.assertGreater(compared, 500)
        # The worlds are different ones: others know other things in them.
        self.assertGreater(different, 50)


if __name__ == "__main__":
    unittest.main()
