# SPDX-License-Identifier: BSD-3-Clause
"""Times of several files in the units of one, under the name that netCDF4-python has for it."""

import numpy as np

from ._times import date2num, num2date


class MFTime:
    """The time variable of an MFDataset, as if all files had its first file's units.

    units, calendar: of the result; where not given, the units of the first file, and the calendar of all. Raises ValueError where a
    file has no units, or where no calendar is given, and a file has none or another than the others.
    """

    def __init__(self, time, units=None, calendar=None):
        # Not by setattr(): what it has not itself is the variable's.
        self.__dict__.update(_time=time, _parts=[(part, _own(part, "units"), _calendar_of(part)) for part in time._parts])
        if calendar is None:
            calendar = self._only_calendar()
        if units is None:
            units = time.units
        self.__dict__.update(units=units, calendar=calendar)

    def _only_calendar(self):
        calendars = sorted({calendar for _, _, calendar in self._parts if calendar is not None})
        if len(calendars) != 1 or any(calendar is None for _, _, calendar in self._parts):
            raise ValueError(f"variable '{self._time.name}': the files have no calendar, or different ones ({calendars}): choose one")
        return calendars[0]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._time, name)

    def __len__(self):
        """How many times there are, in all files."""
        return len(self._time)

    def __getitem__(self, index):
        """The times that the index chooses, in the units of all: numbers as of MFDataset's variables."""
        times = np.ma.concatenate([self._converted(*part) for part in self._parts])
        return (times if np.ma.is_masked(times) else np.ma.getdata(times))[index]

    def _converted(self, part, units, calendar):
        values = part[...]
        if units == self.units and calendar in (None, self.calendar):
            return values
        mask = np.ma.getmaskarray(values)
        numbers = date2num(num2date(np.ma.filled(values, 0), units, calendar or self.calendar), self.units, self.calendar)
        return np.ma.masked_array(numbers, mask) if mask.any() else np.ma.asarray(numbers)

    def __repr__(self):
        return f"<weftnc.MFTime '{self._time.name}': {self.units}, {self.calendar}>"


def _own(part, name):
    if name not in part.ncattrs():
        raise ValueError(f"variable '{part.name}' of {part.group().filepath()!r} has no attribute '{name}'")
    return part.getncattr(name)


def _calendar_of(part):
    return part.getncattr("calendar") if "calendar" in part.ncattrs() else None

