# SPDX-License-Identifier: BSD-3-Clause
"""How values move between arrays and a dataset's file.

A job is one block of a variable: ("put" or "get", what the memory holds, the variable, a run for each dimension, the array).
What processes do together is always one wait, since they may have different numbers of jobs, or none after a mistake.
"""

import contextlib
from ctypes import byref, c_int, c_longlong

from ._library import in_one_turn
from ._types import address_of


class MovesData:
    """The part of a Dataset that does so."""

    def _transfer(self):
        """Into data mode. Collective."""
        file = self._open_id()
        if self._in_definition:
            self._check(self._library.enddef(file), self._where)
            self._in_definition = False
        return file

    def _fill_records(self, writer, selection):
        """Of one process: the records that a write is about to add have fill values where it does not write. What several
        processes add is known to none of them alone. In netCDF-4 files, what is not there is read as that."""
        if self._ranks > 1 or self._is_independent or self._is_netcdf4:
            return
        have, want = len(writer._dimensions[0]), selection.end(0)
        first_written = min((run.start for run in selection.axes[0].runs), default=want)
        whole = writer._is_whole(selection)
        for record in range(have, want if 0 not in selection.full_shape else have):
            for variable in self._variables.values():
                is_record = variable._dimensions and variable._dimensions[0].isunlimited()
                is_written = variable is writer and whole and record >= first_written
                if is_record and variable._fills and not is_written:
                    self._check(self._library.fill_var_rec(self._id, variable._number, record), variable._where)

    @in_one_turn
    def _together(self, prepare, collective=False):
        """Prepares jobs and does them. A process whose preparation fails takes part with none, so that the others, who may
        be waiting for it, can go on. collective: with all processes, also where each is by itself most of the time."""
        if collective and self._each_by_itself and self._is_independent:
            self._leave_independent()
            try:
                return self._together(prepare)
            finally:
                self._settle()
        file = self._transfer()
        try:
            jobs, finish = prepare()
        except Exception:
            if self._ranks > 1 and not self._is_independent:
                self._library.wait_all(file, 0, None, None)
            raise
        self._do(file, jobs)
        return finish()

    def _do(self, file, jobs):
        # Processes may have different numbers of jobs, so what they have in common is one wait, which moves all in one go.
        by_itself = self._ranks == 1 or self._is_independent
        if by_itself and len(jobs) == 1:
            mode = "independent" if self._is_independent else "collective"
            for job in jobs:
                self._check(self._call(file, job, mode), job[2]._where)
            return
        requests = (c_int * max(1, len(jobs)))()
        failure = self._post_all(file, jobs, requests)
        statuses = (c_int * max(1, len(jobs)))()
        wait = self._library.wait if self._is_independent else self._library.wait_all
        code = wait(file, len(jobs), requests, statuses)
        where = jobs[0][2]._where if jobs else self._where
        for one in (failure, code, *statuses[:len(jobs)]):
            self._check(one, where)

    def _post_all(self, file, jobs, requests):
        failure = 0
        for i, job in enumerate(jobs):
            request = c_int(-1)
            failure = failure or self._call(file, job, "posted", byref(request))
            requests[i] = request.value
        return failure

    def _call(self, file, job, mode, *more):
        """By one who has the library's lock."""
        direction, memory, variable, runs, values = job
        offsets = c_longlong * max(1, len(runs))
        block = [offsets(*places) for places in zip(*runs)] or [offsets()] * 3  # starts, counts, strides
        return self._library.move(direction, memory, mode)(file, variable._number, *block, address_of(values), *more)

    @in_one_turn
    def _post(self, prepared, show=lambda values: values):
        file = self._transfer()
        jobs, finish = prepared
        # The library reads them until the wait; the caller may change the array at once.
        jobs = [(*job[:4], job[4].copy() if job[0] == "put" else job[4]) for job in jobs]
        requests = (c_int * max(1, len(jobs)))()
        failure = self._post_all(file, jobs, requests)
        if failure:  # nothing of it is done
            self._library.cancel(file, len(jobs), requests, None)
            self._check(failure, jobs[0][2]._where)
        number = max(self._posted, default=-1) + 1
        self._posted[number] = (jobs, list(requests[:len(jobs)]), lambda: show(finish()))
        return number

    @in_one_turn
    def wait(self, *numbers):
        """Completes posted accesses, those with these numbers or all. Collective, but in independent mode. Returns a list
        with an array for each iget and None for each iput, in the order of the numbers, or of posting."""
        file = self._transfer()
        chosen = numbers or sorted(self._posted)
        unknown = [number for number in chosen if number not in self._posted]
        taken = [self._posted.pop(number) for number in chosen if number in self._posted]
        ids = [one for _, requests, _ in taken for one in requests]
        requests = (c_int * max(1, len(ids)))(*ids)
        statuses = (c_int * max(1, len(ids)))()
        wait = self._library.wait if self._is_independent else self._library.wait_all
        code = wait(file, len(ids), requests, statuses)
        if unknown:
            raise KeyError(f"{self._where}: there are no posted accesses with the numbers {unknown}")
        for one in (code, *statuses[:len(ids)]):
            self._check(one, self._where)
        return [finish() for _, _, finish in taken]

    @contextlib.contextmanager
    def independent(self):
        """Between its beginning and its end, both collective, each process reads and writes by itself."""
        self._begin_independent()
        try:
            yield self
        finally:
            if not self._each_by_itself:
                self._leave_independent()

    @in_one_turn
    def _settle(self):
        """Where each process reads and writes by itself, what is collective about that has been done when it does. Collective."""
        if self._each_by_itself:
            self._begin_independent()

    @in_one_turn
    def _begin_independent(self):
        file = self._transfer()
        if not self._is_independent:
            self._check(self._library.begin_indep_data(file), self._where)
            self._is_independent = True

    @in_one_turn
    def _leave_independent(self):
        if self._is_independent:
            self._is_independent = False
            self._check(self._library.end_indep_data(self._id), self._where)
