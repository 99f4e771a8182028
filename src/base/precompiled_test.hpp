// SPDX-License-Identifier: BSD-3-Clause
// The same for unit tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/precompiled.hpp"
