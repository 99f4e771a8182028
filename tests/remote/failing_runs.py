# SPDX-License-Identifier: BSD-3-Clause
"""Programs that write through servers, links and ranks that are killed at random points: one function for each kind, which runs one
program, and raises AssertionError where what must hold does not. failures_test.py tries a few of each, failures_count many."""

import dataclasses
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import python_tests  # noqa: E402
from process_signals import signal_if  # noqa: E402

RANKS = 4
ROUNDS = 50
LINK_TIMEOUT = 3  # seconds, where all that is waited for is an error
LONG_TIMEOUT = 120  # where there must be none, however slow the machine is
TIME_IS_UP = 124  # says run_mpi, which then tells where the ranks are
# In twice that time ranks try that often at most, since they pause for longer and longer; who is slow tries less often.
MOST_ATTEMPTS = 40 * RANKS


@dataclasses.dataclass(frozen=True)
class Setting:
    mpi: str
    writer: str
    weft: str


class Run:
    """A program that writes until what is to happen to it has happened: finish() lets it come to its end."""

    def __init__(self, setting, folder, seed, link_timeout=LONG_TIMEOUT):
        self.setting = setting
        self.folder = pathlib.Path(folder)
        self.random = random.Random(seed)
        (self.folder / "pids").mkdir()
        (self.folder / "hold").touch()
        self.file = self.folder / "file.nc"
        self.context = f"{python_tests.replay_of(seed)}\n"
        arguments = [HERE.parent / "run_mpi", "--mpi", setting.mpi, "--ranks", str(RANKS), "--timeout", "400"]
        for word in (f"WEFT_SSH={HERE / 'relay_hop.py'}", f"WEFT_SERVE={setting.weft} serve --stdio",
                     f"WEFT_REMOTE_TIMEOUT={link_timeout}", f"RELAY_PIDS={self.folder / 'pids'}"):
            arguments += ["--env", word]
        self.servers = RANKS
        if seed % 2 == 0:  # with direct connections beside, by which the other ranks begin their sessions at the same server
            self.servers = 1
            arguments += ["--env", "SSH_CONNECTION=127.0.0.1 1 127.0.0.1 22", "--env", "WEFT_REMOTE_STREAMS=2"]
        self.process = subprocess.Popen([*arguments, "--", setting.writer, f"ssh://far{self.file}", str(ROUNDS), str(folder)],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def pids(self, kind):
        return [int(path.suffix[1:]) for path in (self.folder / "pids").glob(f"{kind}.*")]

    def await_servers(self):
        while len(self.pids("server")) < self.servers and self.process.poll() is None:
            time.sleep(0.01)

    def signal_one(self, pid, action):
        """Whether it is there still."""
        folder = os.fsencode(self.folder)
        return signal_if(pid, action, lambda pid: folder in pathlib.Path(f"/proc/{pid}/environ").read_bytes())

    def kill_one(self, kind):
        """Whether there was one to be killed."""
        pids = self.pids(kind)
        for pid in self.random.sample(pids, len(pids)):
            if self.signal_one(pid, signal.SIGKILL):
                return True
            (self.folder / "pids" / f"{kind}.{pid}").unlink(missing_ok=True)
        return False

    def await_writing(self):
        """Until all ranks have sessions, and something has been synced."""
        outcome = self.folder / "outcome.0"
        while self.process.poll() is None and not (outcome.exists() and "synced" in outcome.read_text()):
            time.sleep(0.01)

    def writers(self):
        """The ranks: processes of ours that run the writer."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0] == os.fsencode(self.setting.writer) and os.fsencode(self.folder) in words:
                found.append(int(path.parent.name))
        return found

    def finish(self):
        """What each rank has said."""
        (self.folder / "hold").unlink()
        # run_mpi ends it long before, and says where its ranks are; what they have begun has the other end of the pipe.
        output, _ = self.process.communicate(timeout=600)
        outcomes = [path.read_text().split("\n") for path in sorted(self.folder.glob("outcome.*"))]
        self.context += f"{outcomes}\n{output}"
        self.require(self.process.returncode != TIME_IS_UP, "it has come to no end")
        return outcomes

    def require(self, holds, what):
        if not holds:
            raise AssertionError(f"{what}\n{self.context}")

    def require_all_ok(self, outcomes):
        self.require([outcome[-2] for outcome in outcomes] == ["ok"] * RANKS, "not all ranks have come to the end")
        self.check_file(ROUNDS, may_end_early=False)

    def check_file(self, rounds, may_end_early=True):
        """All rounds that were said to survive are in the file, and it is valid. `may_end_early`: but for the data of the round
        that was being written when something ended, of which the header may know already."""
        import netCDF4
        if rounds == 0:
            return
        checked = subprocess.run([self.setting.weft, "check", self.file], capture_output=True, text=True)
        told = checked.stdout + checked.stderr
        errors = [line for line in told.splitlines() if ": error at byte" in line]
        is_valid = checked.returncode == 0 or (may_end_early and errors and all("NC_ETRUNC" in line for line in errors))
        self.require(is_valid, told)
        with netCDF4.Dataset(self.file) as data:
            values = data["v"][:rounds]
        self.require(values.shape[0] == rounds, f"{values.shape[0]} rounds are there, {rounds} were synced")
        for i in range(rounds):
            self.require((values[i] == i * 1_000_000 + (values[i] * 0 + range(values.shape[1]))).all(), f"round {i} is another one")


def last_synced(outcomes):
    """What each rank has been told is safe."""
    return min(max([int(line.split()[1]) for line in outcome if line.startswith("synced")], default=0) for outcome in outcomes)


def killed_server(setting, seed):
    """An error on all ranks, or on none. Where they share a server process, all sessions end with it."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(setting, folder, seed, LINK_TIMEOUT)
        if run.servers == 1:
            run.await_writing()  # through this one, which all need: its end is surely an error
        else:
            run.await_servers()  # who has not met one yet can begin with another
        time.sleep(run.random.random() * 0.6)
        killed = run.kill_one("server")
        outcomes = run.finish()
        run.require(len(outcomes) == RANKS, "a rank has said nothing")
        are_ok = ["ok" in outcome for outcome in outcomes]
        run.require(sum(are_ok) in (0, RANKS), "some ranks have heard of it, others have not")
        run.check_file(last_synced(outcomes))
        return killed and not are_ok[0]


def killed_client(setting, seed):
    """What it had synced is there."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(setting, folder, seed)
        run.await_writing()
        time.sleep(run.random.random() * 0.3)
        writers = run.writers()
        killed = bool(writers) and run.signal_one(run.random.choice(writers), signal.SIGKILL)
        run.check_file(last_synced(run.finish()))
        return killed


def lost_links(setting, seed):
    """No error: three times a connection is cut, and can be made again at once."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(setting, folder, seed)
        # Until the ranks have greeted there is no session to come back to.
        run.await_writing()
        losses = 0
        for _ in range(3):
            losses += run.kill_one("relay")
            time.sleep(run.random.random() * 0.2)
        run.require_all_ok(run.finish())
        # One more for whoever comes back to a session: that hands its connection over. On a busy machine a rank may have waited
        # for the port of rank 0's server for so long that it has started its own.
        servers = len(run.pids("server"))
        run.require(run.servers <= servers <= RANKS + 3, f"there were {servers} servers")
        return losses > 0


def cut_links(run):
    """From now on none can be made. How many there were."""
    (run.folder / "pids/down").touch()
    cut = 0
    while run.kill_one("relay"):
        cut += 1
        time.sleep(0.01)
    return cut


def down_for_a_while(setting, seed, seconds=LINK_TIMEOUT / 2):
    """No error: for so long nothing comes through, or, every other time, connections are lost and none can be made."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(setting, folder, 2 * seed + 1, seconds + LONG_TIMEOUT)
        run.await_writing()
        time.sleep(run.random.random() * 0.2)
        if seed % 2 == 0:
            met = cut_links(run)
            time.sleep(seconds)
            (run.folder / "pids/down").unlink()
        else:
            stopped = run.pids("relay")
            met = sum(run.signal_one(pid, signal.SIGSTOP) for pid in stopped)
            time.sleep(seconds)
            for pid in stopped:
                run.signal_one(pid, signal.SIGCONT)
        run.require_all_ok(run.finish())
        return met > 0


def down_for_ever(setting, seed):
    """An error on all ranks, which have tried for a while, and not for ever."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(setting, folder, 2 * seed + 1, LINK_TIMEOUT)
        run.await_writing()
        time.sleep(run.random.random() * 0.2)
        cut_links(run)
        outcomes = run.finish()
        attempts = len(run.pids("refused"))
        run.require(0 < attempts <= MOST_ATTEMPTS, f"{attempts} attempts to come back")
        are_ok = ["ok" in outcome for outcome in outcomes]
        run.require(sum(are_ok) in (0, RANKS), "some ranks have heard of it, others have not")
        run.check_file(last_synced(outcomes))
        return not are_ok[0]
