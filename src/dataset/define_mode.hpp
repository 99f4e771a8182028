// SPDX-License-Identifier: BSD-3-Clause
// Define mode: how all ranks go from the definition in the files to the next one. They make their
// definitions equal first. If they differ, rank 0's is used: a difference in the layout of data is
// an error on all ranks, because values would land in the wrong place; a difference in labels
// (attributes, fill values and modes) is only reported, because programs write time stamps of each
// rank.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.hpp"
#include "dataset/change.hpp"
#include "dataset/core.hpp"
#include "dataset/transfers.hpp"
#include "dataset/uniformity.hpp"
#include "layout/layout.hpp"

namespace weft::dataset {

/// The state of define mode. While it is on, `definition.before` is the definition in the files, if
/// they have one.
class DefineMode : public ChangeSteps {
public:
    DefineMode(Core& core, Transfers& transfers) : core_(core), transfers_(transfers) {}

    [[nodiscard]] bool is_on() const { return is_on_; }
    /// Code::enotindefine.
    [[nodiscard]] Status check() const;

    /// Begins the define mode of a new file.
    void begin_first() { is_on_ = true; }
    /// Called on every rank when all know the same number of records.
    void begin();
    /// Collective, agreed. Places the variables, writes the header and fills new variables. Define
    /// mode stays on if nothing has been written. Uniform: asked.
    Status end(const layout::Alignment& asked);
    /// Returns to the definition in the files, if there is one.
    void give_up();

    /// The rules for a change at present.
    [[nodiscard]] ChangeRules rules() const;
    /// Collective in safe mode, where all ranks compare their arguments and return the same status,
    /// and in data mode, where either all ranks rewrite the header or none does, so that no rank
    /// waits alone. Arguments may differ in data mode (a time stamp, for example), and rank 0's are
    /// written. Otherwise each rank returns its own status.
    Status agree(Status mine, const UniformFields& arguments) override;
    /// Called in data mode. Collective, agreed. Changes the header in place; it does not grow. It
    /// counts records, so delayed puts are written first.
    Status keep() override;

private:
    [[nodiscard]] layout::Alignment in_force(layout::Alignment asked) const;
    Status place(const layout::Alignment& asked, const layout::Alignment& alignment);
    [[nodiscard]] Definitions definitions(const layout::Alignment& alignment) const;
    void take_fill_modes(const std::vector<std::byte>& modes);
    Status agree_on_definitions(const Status& mine, Definitions& definitions, bool& differed);
    Status take_roots(Definitions& definitions);
    [[nodiscard]] Status compare_with(std::span<const std::byte> encoded,
                                      const model::Schema& roots,
                                      const layout::Alignment& asked) const;
    Status agree_on_header();
    void note_labels(const Status& difference);

    Core& core_;
    Transfers& transfers_;
    bool is_on_ = false;
};

}  // namespace weft::dataset
