// SPDX-License-Identifier: BSD-3-Clause
// Copies the values of variables from one dataset to another, whatever their formats. A single
// process uses a thread for each core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/new_dataset.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// A variable of the source, and the one of the same type in the target that gets its values.
struct ValueMove {
    int from = 0;
    int to = 0;
    /// Changes native values on their way: those of the source from this number on. Null: none.
    std::function<Status(std::int64_t first, std::span<std::byte> values)> change{};
};

struct ValueCopy {
    std::string source;
    std::string target;
    std::vector<Indices> of{};  // narrows the source (Input::narrow()); empty: all of it
    std::vector<ValueMove> moves{};
    std::int64_t first_record = 0;  // of the target, which gets the source's record 0
};

/// This rank's part of the values that the files of `source` have: the others are zero in a new
/// dataset. `source` is as narrow as the copy says. Collective, and agreed, where `target` is
/// written together; otherwise it does not communicate.
Status copy_values(const Team& team, const ValueCopy& copy, const Input& source,
                   const container::Stored& stored, NewDataset& target, ProgressMode progress_mode);

}  // namespace weft::tools
