# SPDX-License-Identifier: BSD-3-Clause
"""Signals to processes of which nothing is known but their numbers, which may be others' by now."""

import os
import signal


def environment_of(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            pairs = file.read().split(b"\0")
    except OSError:
        return {}
    return {os.fsdecode(name): os.fsdecode(value) for name, is_pair, value in (pair.partition(b"=") for pair in pairs) if is_pair}


def parent_of(pid):
    """0 if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def signal_if(pid, number, is_it):
    """Whether the process is there and is_it(pid); then it has been sent the signal, and no other has, even if it ends now."""
    try:
        descriptor = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        if not is_it(pid):
            return False
        signal.pidfd_send_signal(descriptor, number)
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
