// SPDX-License-Identifier: BSD-3-Clause
// A file of MPI-IO as all ranks have it: its mode, its hints, its length, and the pointer that they
// share. How one rank sees it is data_access.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/result.hpp"
#include "files/shared_file.hpp"
#include "mpi/comm.hpp"
#include "mpi/info.hpp"
#include "mpiio/error.hpp"
#include "mpiio/shared_pointer.hpp"
#include "storage/file.hpp"

namespace weft::mpiio {

/// Collective. A failure if the ranks differ. `what`: for its message.
Status compare(mpi::CommView comm, const char* what, std::int64_t mine);

/// The operations of ranks together on a file, other than moving data.
class WholeFile {
public:
    explicit WholeFile(std::shared_ptr<engine::CommunicatorState> state)
        : shared_(std::move(state)), shared_pointer_(shared_.state()) {}
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;
    ~WholeFile() = default;  // never communicates; close() does

    /// Collective. `begin`: where the pointers begin. Uniform: name, amode; the hints of rank 0
    /// count.
    Error open(const char* name, int amode, const mpi::Hints& hints, std::int64_t& begin);
    /// Local.
    static Error remove(const char* name);
    /// Collective. The same on all ranks.
    Error close();

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] mpi::CommView comm() const { return shared_.comm(); }
    [[nodiscard]] int amode() const { return amode_; }
    [[nodiscard]] bool has_mode(int flag) const { return (amode_ & flag) != 0; }
    /// The hints of the program, with the values in force.
    [[nodiscard]] mpi::Hints hints() const;
    void add_hints(const mpi::Hints& hints);

    [[nodiscard]] files::SharedFile& shared() { return shared_; }
    [[nodiscard]] const files::SharedFile& shared() const { return shared_; }
    [[nodiscard]] storage::File& bytes() { return *shared_.file().bytes; }

    /// Collective.
    Error resize(std::int64_t bytes);
    /// Collective. Extends the file to this length, and reserves space for it.
    Error preallocate(std::int64_t bytes);
    /// Collective.
    Error sync();

    /// The shared file pointer, in etypes of the view, which is the same on all ranks that use the
    /// pointer.
    [[nodiscard]] SharedPointer& shared_pointer() { return shared_pointer_; }
    /// Collective. `seek` computes the new position on each rank; that of rank 0 is set.
    using Seek = std::function<Error(std::int64_t now, std::int64_t& target)>;
    Error set_shared_position(const Seek& seek);
    /// Collective. Moves the shared pointer by the etypes of all ranks, and returns where those of
    /// this rank begin, behind those of the ranks before it.
    Result<std::int64_t> take_turn(std::int64_t etypes);

private:
    Status open_together(const char* name, const mpi::Hints& hints, const Status& ready,
                         std::int64_t& begin);
    void take_hints(const mpi::Hints& hints);
    Status open_at_root(SharedPointer::Start& start);
    Error change_length(const char* call, std::int64_t bytes, const std::function<Status()>& work);
    void write_report();

    files::SharedFile shared_;
    std::string name_;
    int amode_ = 0;
    mpi::Hints hints_;
    SharedPointer shared_pointer_;
};

}  // namespace weft::mpiio
