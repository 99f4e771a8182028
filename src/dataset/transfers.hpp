// SPDX-License-Identifier: BSD-3-Clause
// Moves values between the program's memory and the files, now or, with write-behind, with later
// puts. The caller has checked the mode. On the data path a rank with an error takes part with
// nothing to move, so that the others can go on.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "container/prepared.hpp"
#include "container/transfer.hpp"
#include "dataset/access.hpp"
#include "dataset/batch.hpp"
#include "dataset/core.hpp"
#include "dataset/write_behind.hpp"

namespace weft::dataset {

/// Carries out accesses. Delayed puts are in the files before anything else is moved by all ranks.
class Transfers {
public:
    explicit Transfers(Core& core) : core_(core) {}

    /// Called when the files are open, because their hints may ask for delayed puts.
    void allow_delayed_puts();

    /// Collective in collective mode, as the next two.
    Status access(const Access& access);
    /// Carries out several accesses in one direction. In collective mode a rank with a wrong
    /// argument still takes part.
    Status access_many(Direction direction, Mode mode, const std::vector<Access>& accesses);
    /// Carries out a batch: first its puts, whose values have been checked, so that its gets see
    /// them.
    Status complete(Mode mode, Batch& batch);

    /// Collective, agreed. Writes delayed puts.
    Status flush();
    [[nodiscard]] std::int64_t delayed_bytes() const { return behind_.held_bytes(); }

private:
    [[nodiscard]] AccessRules rules() const;
    [[nodiscard]] bool is_delay_asked() const {
        return core_.settings.write_behind_bytes.has_value();
    }
    [[nodiscard]] bool may_delay(Direction direction, Mode mode) const;
    [[nodiscard]] bool can_hold(const container::Prepared& prepared, std::int64_t bytes);
    Status carry_out(const container::Transfer& transfer, Mode mode, const Reach& reach);
    Status put_behind(Status mine, container::Prepared prepared);
    void note_delayed(const std::vector<WriteBehind::Facts>& ranks);

    Core& core_;
    WriteBehind behind_{{}, nullptr};
    bool holds_puts_ = false;  // some rank has delayed puts (uniform)
};

}  // namespace weft::dataset
