# SPDX-License-Identifier: BSD-3-Clause
"""Prints src/base/error_codes.hpp and .cpp, and tools/generated/advice.cpp."""

import json

from generator.interface import Interface
from generator.text import fill


def print_files(interface: Interface) -> dict[str, str]:
    """JSON's escapes are C's."""
    codes = [(row.name.lower().removeprefix("nc_"), row) for row in interface.rows("errors")]
    enumerators = [f"    {code} = {row.value}," for code, row in codes]
    texts = [f'    {{Code::{code}, "{row.name}", "{row.sentence}"}},' for code, row in codes]
    advice = [f"    {{Code::{code}, {json.dumps(row.advice)}}}," for code, row in codes if row.advice]
    return {
        "src/base/error_codes.hpp": fill("error_codes.hpp", enumerators=enumerators),
        "src/base/error_codes.cpp": fill("error_codes.cpp", texts=texts),
        "tools/generated/advice.cpp": fill("advice.cpp", advice=advice),
    }
