// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes of elements of a dataset, which are carried out by one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "dataset/access.hpp"
#include "tools/shared/boxes.hpp"
#include "tools/shared/form.hpp"

namespace weft::dataset {
class Dataset;
}

namespace weft::tools {

class ValueAccess {
public:
    /// `dataset` is in this mode, and must outlive this.
    ValueAccess(dataset::Dataset& dataset, dataset::Direction direction, Form form,
                dataset::Mode mode = dataset::Mode::independent)
        : dataset_(dataset), direction_(direction), form_(form), mode_(mode) {}

    /// Elements [first, first + n) of a variable, in the order of the file. `values` has room for
    /// n; only a get changes it.
    void add(int variable, std::int64_t first, std::span<const std::byte> values);
    /// Adds one box of a variable. `imap`: see dataset::Selection; empty for values side by side.
    void add(int variable, const IndexBox& box, const std::vector<std::int64_t>& imap,
             const std::byte* values);

    Status carry_out();

private:
    const MPI_Offset* keep(const std::vector<std::int64_t>& numbers);

    dataset::Dataset& dataset_;
    dataset::Direction direction_;
    Form form_;
    dataset::Mode mode_;
    std::deque<std::vector<MPI_Offset>> numbers_;  // of the accesses
    std::vector<dataset::Access> accesses_;
};

}  // namespace weft::tools
