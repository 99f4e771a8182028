// SPDX-License-Identifier: BSD-3-Clause
// The state that the classes of an open dataset share: its files, its definition, and the container
// that keeps the definition in the files.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "container/container.hpp"
#include "container/definition.hpp"
#include "container/settings.hpp"
#include "dataset/environment.hpp"
#include "engine/communicator_state.hpp"
#include "engine/engine.hpp"
#include "files/shared_file.hpp"
#include "mpi/comm.hpp"
#include "mpi/info.hpp"

namespace weft::dataset {

using container::Container;
using container::Definition;
using container::Settings;

struct Core {
    explicit Core(std::shared_ptr<engine::CommunicatorState> state) : shared(std::move(state)) {}
    Core(const Core&) = delete;  // the container refers to it
    Core& operator=(const Core&) = delete;
    ~Core() = default;

    [[nodiscard]] mpi::CommView comm() const { return shared.comm(); }
    [[nodiscard]] engine::Engine& engine() const { return shared.engine(); }
    [[nodiscard]] container::Context context() {
        return {shared, definition, settings, condition, path, real_path};
    }
    /// Code::eperm.
    [[nodiscard]] Status check_writable() const;
    /// Code::efile after an interrupted change of the definition.
    [[nodiscard]] Status check_intact() const;

    /// Called by this rank alone, after the ranks did not meet. A file that was never defined is
    /// removed.
    void leave_files() noexcept;
    /// Stores a failure for weft_last_error and returns its code.
    int remember(const Status& status) noexcept;

    files::SharedFile shared;
    std::string path;
    std::string real_path;  // with links resolved
    Switches switches;
    mpi::Hints hints;
    Settings settings;           // by the hints
    bool classic_model = false;  // types of CDF-5 are refused by another code
    Definition definition;
    container::Condition condition;
    std::unique_ptr<Container> container;
    std::string last_error;
};

}  // namespace weft::dataset
