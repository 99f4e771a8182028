// SPDX-License-Identifier: BSD-3-Clause
// interrupt FILE MOVE_BY CALL: moves everything behind the header by MOVE_BY bytes, like a change
// of the definition that makes the header longer, and stops at storage call number CALL, as if the
// machine had failed there. Exit code: 0 the change was complete before, 3 interrupted, 1 anything
// else.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "classic/file_source.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "journal/journal.hpp"
#include "storage/posix_store.hpp"
#include "storage/testing/faulty_store.hpp"

namespace {

using namespace weft;

/// The header with all variables moved, and the one move of all data for it.
Result<journal::Change> change_of(storage::File& file, std::int64_t move_by) {
    const Result<std::int64_t> size = file.size();
    if (!size.ok()) return size.status();
    classic::FileSource source(file, 4096);
    Result<format::Header> header = format::read_header(source, size.value());
    if (!header.ok()) return header.status();
    std::int64_t data_begin = size.value();
    for (std::int64_t& begin : header.value().begins) {
        data_begin = std::min(begin, data_begin);
        begin += move_by;
    }
    journal::Change change;
    change.header = format::write_header(header.value());
    change.moves = {{.from = data_begin,
                     .to = data_begin + move_by,
                     .length = size.value() - data_begin,
                     .count = 1,
                     .from_pitch = 0,
                     .to_pitch = 0}};
    change.old_file_bytes = size.value();
    change.new_file_bytes = size.value() + move_by;
    return change;
}

int interrupt(const char* path, std::int64_t move_by, std::int64_t call) {
    storage::PosixStore disk;
    const auto reading = disk.open_file(path, {});
    if (!reading.ok()) return 1;
    const Result<journal::Change> change = change_of(*reading.value(), move_by);
    if (!change.ok()) return 1;
    storage::FaultTrigger trigger(
        {.operation = {}, .call = call + 1, .forever = true});  // opening is the first call
    storage::FaultyStore failing(disk, trigger);
    const auto file = failing.open_file(path, {.writable = true});
    if (!file.ok()) return 1;
    constexpr std::int64_t chunk_bytes = 128;
    const mpi::Comm self = mpi::Comm::self();
    const auto outcome = journal::apply_change(change.value(), *file.value(), chunk_bytes,
                                               self.view(), mpi::IoRanks(self.view()));
    return outcome.status.ok() ? 0 : 3;
}

}  // namespace

int main(int argument_count, char** arguments) {
    if (argument_count != 4) {
        std::fputs("usage: interrupt FILE MOVE_BY CALL\n", stderr);
        return 1;
    }
    return interrupt(arguments[1], std::atoll(arguments[2]), std::atoll(arguments[3]));
}
