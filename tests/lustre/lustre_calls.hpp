// SPDX-License-Identifier: BSD-3-Clause
// The system calls of this process, as far as they concern a folder of Lustre.
#pragma once

#include "storage/test_fake_lustre.hpp"

/// From now on calls are answered as by this Lustre; null: by none.
void answer_as(const weft::storage::lustre::FakeLustre* lustre);

/// Another number for a file that is open is refused with this error; 0: it is given.
void refuse_reopening(int error);
