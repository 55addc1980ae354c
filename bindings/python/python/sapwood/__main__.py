"""The command `sapwood`, which `python -m sapwood` runs, too."""

import signal
import sys

from sapwood._sapwood import run_command


def main() -> None:
    """Run the command line, and exit with its code."""
    # No Python runs before the command ends, so that Python would not notice an interrupt.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
