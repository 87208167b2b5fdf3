"""`python -m carreau.physics`: compile everything now."""

import sys

from carreau.physics.ready import main

if __name__ == "__main__":
    sys.exit(main())
