// SPDX-License-Identifier: BSD-3-Clause
// What most files include, compiled once for all of them (WEFT_FAST_BUILD). No file
// includes this: each names what it needs, which the builds without precompiled headers check.
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
