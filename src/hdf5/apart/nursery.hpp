// SPDX-License-Identifier: BSD-3-Clause
// The process that starts keepers. Starting the program weft-books takes ten times as long as the
// work on a small file, because libhdf5 depends on very many libraries. So it is started once, as
// the nursery of this process, and a keeper is a fork of it.
//
// - The nursery sees no byte of a file: it is trusted as this program is. Only keepers give up
//   their rights, each before it reads.
// - It is no child of this program's, and neither are keepers: a program that waits for all its
//   children has only its own to wait for. The nursery waits for keepers, and tells how they ended.
// - It ends when the program does, and keepers with it. If it ends before, the next keeper gets
//   another one.
// - A fork of the program has another nursery than its parent: two would get each other's answers.
#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "hdf5/apart/descriptor.hpp"
#include "hdf5/apart/keeper.hpp"
#include "hdf5/apart/nursery_messages.hpp"

namespace weft::hdf5::apart {

/// A nursery that runs, or has run. Any number of threads.
class RunningNursery {
public:
    RunningNursery(Descriptor line, pid_t program) : line_(std::move(line)), program_(program) {}

    /// Returns nothing if the nursery is gone, or belongs to the program that this one was forked
    /// from.
    std::optional<NurseryReply> ask(const NurseryRequest& request, int descriptor = -1) noexcept;
    [[nodiscard]] bool is_of_this_process() const noexcept;

private:
    std::mutex mutex_;
    Descriptor line_;
    pid_t program_;
};

class Nursery {
public:
    /// `program`: the path of weft-books. It is started for the first keeper.
    explicit Nursery(std::string program) : program_(std::move(program)) {}

    /// Starts a keeper. It inherits no descriptor of this program, and only LD_LIBRARY_PATH of its
    /// environment. Any number of threads may call.
    Result<StartedKeeper> begin();

private:
    Result<std::shared_ptr<RunningNursery>> running(bool anew);
    Result<StartedKeeper> begin_by(const std::shared_ptr<RunningNursery>& nursery, bool& is_gone);

    std::string program_;
    std::mutex mutex_;
    std::shared_ptr<RunningNursery> running_;
};

}  // namespace weft::hdf5::apart
