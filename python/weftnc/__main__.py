# SPDX-License-Identifier: BSD-3-Clause
"""The weft command: `python -m weftnc`, or `weft` where the package is installed."""

import os
import sys

from ._command import own_command


def main():
    """Becomes the command that the package brings along."""
    command = own_command()
    if not command.exists():
        sys.exit(f"weft: this installation of the package has no command: {command} does not exist")
    os.execv(command, ["weft", *sys.argv[1:]])


if __name__ == "__main__":
    main()
