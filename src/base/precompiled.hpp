// SPDX-License-Identifier: BSD-3-Clause
// Headers that most files include, compiled once for all (WEFT_FAST_BUILD). No file includes this:
// each file includes what it uses (dev/check_includes.py).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
