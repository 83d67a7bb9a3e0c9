"""The game on the full screen, in terminals of two sizes, as Jack and as the Detective."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "cli"))

import helpers  # noqa: E402
import screens  # noqa: E402


class Tours(screens.ScreenCase):
    GAME = "pocket"
    SCREENS = os.path.join(HERE, "screens")

    def test_detective(self):
        for size in screens.SIZES:
            screens.tour(self, self.GAME, "detective", size, 2)

    def test_jack(self):
        for size in screens.SIZES:
            screens.tour(self, self.GAME, "jack", size, 4)


if __name__ == "__main__":
    helpers.main()
