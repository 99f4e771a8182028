// SPDX-License-Identifier: BSD-3-Clause
// Operations on a whole file: its length, its view, its bytes on the disk.
#include <fmt/format.h>

#include <array>

#include "mpi/agreed.hpp"
#include "mpi/together.hpp"
#include "mpiio/file.hpp"

namespace weft::mpiio {
Result<std::int64_t> File::bytes() {
    return bytes_of_file().size();
}

Result<std::int64_t> File::end() {
    const Result<std::int64_t> size = bytes();
    if (!size.ok()) return size;
    const std::int64_t etype = view_.etype_bytes();
    return (view_.bytes_below(size.value()) + etype - 1) / etype;
}

/// Collective. A failure if the ranks differ.
Status File::compare(const char* what, std::int64_t mine) const {
    std::array<std::int64_t, 2> most = {mine, ~mine};
    comm().all_reduce_max(most);
    if (most[0] == ~most[1]) return {};
    return {Code::emultidefine_fnc_args,
            fmt::format("ranks differ in the {}: from {} to {}", what, ~most[1], most[0])};
}

/// Collective. Rank 0 calls `work` when all ranks have come with valid arguments; all get the
/// outcome.
Error File::change_length(const char* call, std::int64_t bytes,
                          const std::function<Status()>& work) {
    return shared_.together({call}, [&] {
        Status ready;
        if ((amode_ & MPI_MODE_RDONLY) != 0)
            ready = {Code::eperm, "the file was opened for reading only"};
        else if (bytes < 0)
            ready = {Code::einval, fmt::format("the size is {}", bytes)};
        const Status same = compare("size", bytes);
        if (!same.ok()) return same;
        std::vector<std::byte> nothing;
        return mpi::lead(comm(), ready, nothing, root, [&] { return mpi::local(work); }).status();
    });
}

Error File::resize(std::int64_t bytes) {
    return change_length("MPI_File_set_size", bytes, [&] { return bytes_of_file().resize(bytes); });
}

Error File::preallocate(std::int64_t bytes) {
    return change_length("MPI_File_preallocate", bytes, [&] {
        const Result<std::int64_t> size = this->bytes();
        if (!size.ok()) return size.status();
        if (bytes > 0) {
            const Status reserved = bytes_of_file().reserve(0, bytes);
            if (!reserved.ok()) return reserved;
        }
        return bytes > size.value() ? bytes_of_file().resize(bytes) : Status();
    });
}

Error File::sync() {
    return shared_.together({"MPI_File_sync"}, [&] {
        Status mine = shared_.sync();
        mine.keep_first(shared_.show_each_other());
        return mpi::agree(comm(), mine).status();
    });
}

Error File::set_view(const MakeView& make) {
    View view;
    Error made;
    Error error = shared_.together({"MPI_File_set_view"}, [&] {
        // The view may begin at the shared pointer, after all ranks have moved it.
        if ((amode_ & MPI_MODE_SEQUENTIAL) != 0) comm().barrier();
        const Status mine = mpi::local([&] {
            made = make(view);
            return made.ok() ? Status() : Status(Code::einval, made.sentence());
        });
        bool is_native = view.representation() != Representation::external32;
        const bool wants_native = is_native;
        Status agreed = mpi::agree(comm(), mine, is_native).status();
        if (agreed.ok() && !is_native)
            agreed = mpi::agree(comm(), wants_native ? Status(Code::einval,
                                                              "ranks differ in the data "
                                                              "representation of a view")
                                                     : Status())
                         .status();
        return agreed.ok() ? shared_pointer_.set(0) : agreed;
    });
    if (!made.ok()) return made;
    if (!error.ok()) return error;
    view_ = std::move(view);
    position_ = 0;
    return {};
}

Error File::set_shared_position(const Seek& seek) {
    Error refused;
    Error error = shared_.together({"MPI_File_seek_shared"}, [&] {
        comm().barrier();  // no rank will use the old position any more
        std::int64_t target = 0;
        const Result<std::int64_t> now = shared_pointer_.position();
        Status mine = now.status();
        if (mine.ok()) {
            refused = seek(now.value(), target);
            if (!refused.ok()) mine = {Code::einval, refused.sentence()};
        }
        Status agreed = mpi::agree(comm(), mine).status();
        if (agreed.ok()) agreed = compare("target of the seek", target);
        return agreed.ok() ? shared_pointer_.set(target) : agreed;
    });
    return refused.ok() ? error : refused;
}

Error File::set_atomicity(bool is_atomic) {
    return shared_.together({"MPI_File_set_atomicity"}, [&] {
        const Status same = compare("atomicity", is_atomic ? 1 : 0);
        if (!same.ok()) return same;
        const Status synced = shared_.show_each_other();
        comm().barrier();
        if (synced.ok()) is_atomic_ = is_atomic;
        return synced;
    });
}

}  // namespace weft::mpiio
