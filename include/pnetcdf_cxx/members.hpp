// SPDX-License-Identifier: BSD-3-Clause
// Members that need all classes.
#pragma once

#include "att_members.hpp"
#include "file_members.hpp"
#include "group_members.hpp"
#include "var_members.hpp"
