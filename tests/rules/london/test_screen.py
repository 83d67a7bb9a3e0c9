"""The game on the full screen, in terminals of two sizes, as Jack and as the Detective."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))
from helpers import main  # noqa: E402
from screens import tours  # noqa: E402

Tours = tours(__file__)

if __name__ == "__main__":
    main()
