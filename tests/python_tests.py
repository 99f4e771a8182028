# SPDX-License-Identifier: BSD-3-Clause
"""What all tests in Python share: their end, which tells dev/test what was left out, and the seeds of random ones."""

import os
import sys
import unittest

SKIPPED = 77


def seeds(count, first):
    """The same as always, from `first` on. Where WEFT_SEED is set, the second half count from it instead, so that the
    number of a seed that failed tries that one first."""
    fresh = os.environ.get("WEFT_SEED")
    fixed = count if fresh is None else count // 2
    return [first + i for i in range(fixed)] + [int(fresh) + i for i in range(count - fixed)]


def replay_of(seed):
    """For the message of a failure."""
    return f"seed {seed}, again with WEFT_SEED={seed}"


def main(argv, verbosity=1):
    """Runs the tests of the calling script. 0 when those that ran passed, 77 when none ran because all were skipped."""
    result = unittest.main(argv=argv, exit=False, verbosity=verbosity).result
    for test, reason in result.skipped:
        print(f"skipped: {test.id().removeprefix('__main__.')}: {reason}", flush=True)
    if not result.wasSuccessful() or result.unexpectedSuccesses:
        sys.exit(1)
    if result.testsRun > len(result.skipped):
        sys.exit(0)
    print("no test was run", flush=True)
    sys.exit(SKIPPED if result.skipped else 1)
