"""The program: `wordfield` on the path, or `python -m wordfield`."""

import sys

from wordfield._wordfield import run_program


def main() -> None:
    """Runs the program with the arguments of this process."""
    sys.exit(run_program(["wordfield", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
