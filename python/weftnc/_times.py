# SPDX-License-Identifier: BSD-3-Clause
"""Times as numbers, by the CF conventions: what cftime does, under the names that netCDF4-python has for it."""


def _cftime():
    try:
        import cftime
    except ImportError:
        raise ImportError("times are converted by the package cftime, which is not installed: pip install cftime") from None
    return cftime


def num2date(times, units, calendar="standard", **options):
    """Dates of numbers, as cftime.num2date(): units are those of the variable, "hours since 2000-01-01"."""
    return _cftime().num2date(times, units, calendar=calendar, **options)


def date2num(dates, units, calendar=None, **options):
    """Numbers of dates, as cftime.date2num()."""
    return _cftime().date2num(dates, units, calendar=calendar, **options)


def date2index(dates, nctime, calendar=None, select="exact", **options):
    """Where in a time variable dates are, as cftime.date2index()."""
    return _cftime().date2index(dates, nctime, calendar=calendar, select=select, **options)
