// SPDX-License-Identifier: BSD-3-Clause
// The same for the weft command, whose files include large libraries beside.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/precompiled.hpp"
