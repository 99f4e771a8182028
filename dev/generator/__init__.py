# SPDX-License-Identifier: BSD-3-Clause
"""Prints the files that follow from the tables in api/: CONTRIBUTING.md, "Change the interface"."""
