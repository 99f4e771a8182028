// SPDX-License-Identifier: BSD-3-Clause
// What `weft copy` writes: a pure function of the source's definition and the wishes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/copy/storage_plan.hpp"
#include "tools/part/selection.hpp"
#include "tools/shared/new_dataset.hpp"
#include "tools/shared/new_quantization.hpp"

namespace weft::tools {

struct CopyWishes {
    std::optional<int> kind;  // NC_FORMAT_*; none: that of the source
    NewLayout layout;
    bool fixes_records = false;  // unlimited dimensions become fixed with their present lengths
    StorageWishes storage;
    bool repacks = false;  // the file is written anew, although nothing changes
};

struct CopyPlan {
    bool is_identical = false;  // nothing changes: the file is copied byte for byte
    int kind = 0;
    int variable_count = 0;
    model::Schema schema;  // without definitions if identical
    NewQuantization quantization;
    std::vector<std::string> notes;  // what of the source the copy will not have
};

/// Plans a copy of a source of this kind. Code::enotnc4 if storage is requested that the target's
/// kind does not have, as for plan_storage(). Code::ebaddim if a record dimension without records
/// is to be fixed.
Result<CopyPlan> plan_copy(const model::Schema& source, int kind, const Selected& selected,
                           const CopyWishes& wishes);

}  // namespace weft::tools
