// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/whole_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "files/file_stage.hpp"
#include "files/hint_values.hpp"
#include "files/unknown_hints.hpp"
#include "files/writers.hpp"
#include "mpi/agreed.hpp"
#include "mpi/together.hpp"
#include "mpiio/environment.hpp"
#include "report/file_report.hpp"
#include "storage/choose_store.hpp"

namespace weft::mpiio {
namespace {

bool has(int amode, int flag) {
    return (amode & flag) != 0;
}

Status check_amode(int amode) {
    const int ways =
        has(amode, MPI_MODE_RDONLY) + has(amode, MPI_MODE_WRONLY) + has(amode, MPI_MODE_RDWR);
    if (ways != 1)
        return {Code::einval_omode,
                "the mode must be one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR"};
    if (has(amode, MPI_MODE_RDONLY) && (has(amode, MPI_MODE_CREATE) || has(amode, MPI_MODE_EXCL)))
        return {Code::einval_omode, "a file that is opened for reading only cannot be created"};
    if (has(amode, MPI_MODE_RDWR) && has(amode, MPI_MODE_SEQUENTIAL))
        return {Code::einval_omode, "MPI_MODE_SEQUENTIAL cannot be combined with MPI_MODE_RDWR"};
    return {};
}

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
    return std::as_bytes(std::span(&value, 1));
}

Status check_name(const char* name) {
    if (name != nullptr && *name != '\0') return {};
    return {Code::ebad_file, "the file name is missing or empty"};
}

}  // namespace

Status compare(mpi::CommView comm, const char* what, std::int64_t mine) {
    std::array<std::int64_t, 2> most = {mine, ~mine};
    comm.all_reduce_max(most);
    if (most[0] == ~most[1]) return {};
    return {Code::emultidefine_fnc_args,
            fmt::format("ranks differ in the {}: from {} to {}", what, ~most[1], most[0])};
}

Error WholeFile::open(const char* name, int amode, const mpi::Hints& hints, std::int64_t& begin) {
    amode_ = amode;
    Status ready = check_amode(amode);
    ready.keep_first(check_name(name));
    const Status begun = shared_.together({"MPI_File_open"},
                                          [&] { return open_together(name, hints, ready, begin); });
    if (!begun.ok() && shared_.is_open()) shared_.leave(false);
    return begun;
}

/// Collective. The same outcome on all ranks.
Status WholeFile::open_together(const char* name, const mpi::Hints& hints, const Status& ready,
                                std::int64_t& begin) {
    if (ready.ok()) name_ = name;
    SharedPointer::Start start{};
    const Status status = shared_.open_together(
        ready,
        [&](std::vector<std::byte>& told) {
            take_hints(hints_in_force(hints));
            const Status opened = open_at_root(start);
            if (!opened.ok()) return opened;
            const auto mode = bytes_of(amode_);
            told.assign(mode.begin(), mode.end());
            const auto where = bytes_of(start);
            told.insert(told.end(), where.begin(), where.end());
            const std::string packed = files::packed(hints_);
            const auto bytes = std::as_bytes(std::span(packed));
            told.insert(told.end(), bytes.begin(), bytes.end());
            return opened;
        },
        [](std::span<const std::byte>) { return Status(); },
        [&](std::span<const std::byte> told) {
            if (!std::ranges::equal(told.first(sizeof amode_), bytes_of(amode_)))
                return Status(Code::emultidefine_omode, "ranks differ in the mode");
            told = told.subspan(sizeof amode_);
            std::memcpy(&start, told.data(), sizeof start);
            told = told.subspan(sizeof start);
            take_hints(files::unpacked({reinterpret_cast<const char*>(told.data()), told.size()}));
            shared_.name(0, name_);
            return Status();
        });
    if (!status.ok()) return status;
    // Ranks may write on their own at any time.
    shared_.stage().always_pass_on_several_nodes();
    (void)shared_.stage().pass(true);
    shared_.engine().prepare_independent();
    begin = start.position;
    return shared_pointer_.open(start);
}

void WholeFile::take_hints(const mpi::Hints& hints) {
    hints_ = hints;
    files::Settings settings = files::settings_of(hints_);
    // MPI-IO programs get the striping of the folder.
    if (!hints_.contains("file_striping")) settings.striping.inherits = true;
    name_ = settings.name_of(name_);
    shared_.configure(settings, !has_mode(MPI_MODE_RDONLY));
}

Status WholeFile::open_at_root(SharedPointer::Start& start) {
    Result<storage::Opened> opened =
        shared_.stage().open_first(name_, {.writable = !has_mode(MPI_MODE_RDONLY),
                                           .create = has_mode(MPI_MODE_CREATE),
                                           .exclusive = has_mode(MPI_MODE_EXCL),
                                           .striped = !shared_.settings().striping.is_the_folders(),
                                           .facts = true});
    if (!opened.ok()) return opened.status();
    shared_.take(name_, std::move(opened).value());
    if (has_mode(MPI_MODE_CREATE)) shared_.note_made(name_);  // perhaps another process has made it
    const Result<std::int64_t> end = has_mode(MPI_MODE_APPEND) ? bytes().size() : std::int64_t{0};
    if (end.ok()) start = shared_pointer_.begin_at(end.value());
    return end.status();
}

Error WholeFile::close() {
    return shared_.together({.name = "MPI_File_close", .ends_file = true}, [&] {
        Status status = shared_.close({});
        shared_pointer_.close();
        write_report();
        if (!has_mode(MPI_MODE_DELETE_ON_CLOSE)) return status;
        const Status removed = comm().rank() == root
                                   ? mpi::local([&] { return shared_.store().remove(name_); })
                                   : Status();
        status.keep_first(mpi::agree_at(comm(), removed, root).status());
        return status;
    });
}

Error WholeFile::remove(const char* name) {
    const Status named = check_name(name);
    if (!named.ok()) return named;
    bool is_free = true;
    const Status removed = mpi::local([&]() -> Status {
        const auto store = storage::choose_store();
        is_free = files::writers_leave(*store, name);
        if (!is_free) return {};
        return files::remove_with_stage(*store, name, [&] { return store->remove(name); });
    });
    if (is_free) return removed;
    return {MPI_ERR_FILE_IN_USE, fmt::format("'{}' is open for writing in another process", name)};
}

/// Collective. A failure to write the report is not a failure of the file.
void WholeFile::write_report() {
    if (!shared_.settings().reports.is_any()) return;
    report::FileReport facts;
    facts.file = name_;
    facts.hints = hints();
    facts.notes = shared_.stage().notes();
    if (std::string unknown = files::note_of_unknown_hints(hints_); !unknown.empty())
        facts.notes.push_back(std::move(unknown));
    (void)files::write_report_files(shared_, std::move(facts));
}

mpi::Hints WholeFile::hints() const {
    mpi::Hints all = hints_;
    files::Settings settings = shared_.settings();
    settings.engine.aggregators = shared_.engine().movers();
    files::echo(settings, all);
    for (const char* const of_tests : files::test_hints) all.erase(of_tests);
    // Programs lay out their data by the stripes that hints report, so only requested stripes are
    // reported.
    for (const char* const stripes : {"striping_unit", "striping_factor", "file_striping",
                                      "overstriping_ratio", "start_iodevice", "lustre_num_osts"})
        if (!hints_.contains(stripes)) all.erase(stripes);
    // Parallel HDF5 reads this hint: a read sees what was written, without a sync in between.
    const bool is_coherent = shared_.first_file().facts.coherence == storage::Coherence::coherent;
    all.insert_or_assign("romio_visibility_immediate", is_coherent ? "true" : "false");
    return all;
}

void WholeFile::add_hints(const mpi::Hints& hints) {
    for (const auto& [key, value] : hints) hints_.insert_or_assign(key, value);
}

/// Collective. Rank 0 calls `work` when all ranks have come with valid arguments; all get the
/// outcome.
Error WholeFile::change_length(const char* call, std::int64_t bytes,
                               const std::function<Status()>& work) {
    return shared_.together({call}, [&] {
        Status ready;
        if (has_mode(MPI_MODE_RDONLY))
            ready = {Code::eperm, "the file was opened for reading only"};
        else if (bytes < 0)
            ready = {Code::einval, fmt::format("the size is {}", bytes)};
        const Status same = compare(comm(), "size", bytes);
        if (!same.ok()) return same;
        std::vector<std::byte> nothing;
        return mpi::lead(comm(), ready, nothing, root, [&] { return mpi::local(work); }).status();
    });
}

Error WholeFile::resize(std::int64_t bytes) {
    return change_length("MPI_File_set_size", bytes, [&] { return this->bytes().resize(bytes); });
}

Error WholeFile::preallocate(std::int64_t bytes) {
    return change_length("MPI_File_preallocate", bytes, [&] {
        const Result<std::int64_t> size = this->bytes().size();
        if (!size.ok()) return size.status();
        if (bytes > 0) {
            const Status reserved = this->bytes().reserve(0, bytes);
            if (!reserved.ok()) return reserved;
        }
        return bytes > size.value() ? this->bytes().resize(bytes) : Status();
    });
}

Error WholeFile::sync() {
    return shared_.together({"MPI_File_sync"}, [&] {
        Status mine = shared_.sync();
        mine.keep_first(shared_.show_each_other());
        return mpi::agree(comm(), mine).status();
    });
}

Error WholeFile::set_shared_position(const Seek& seek) {
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
        if (agreed.ok()) agreed = compare(comm(), "target of the seek", target);
        return agreed.ok() ? shared_pointer_.set(target) : agreed;
    });
    return refused.ok() ? error : refused;
}

Result<std::int64_t> WholeFile::take_turn(std::int64_t etypes) {
    const auto all = shared_.engine().share_facts(etypes);
    if (!all.ok()) return all.status();
    const auto mine = all.value().begin() + comm().rank();
    const std::int64_t total =
        std::accumulate(all.value().begin(), all.value().end(), std::int64_t{0});
    std::vector<std::byte> told;
    const mpi::Agreed moved_on = mpi::lead(comm(), {}, told, 0, [&] {
        const Result<std::int64_t> from = shared_pointer_.advance_for_all(total);
        if (!from.ok()) return from.status();
        const auto bytes = std::as_bytes(std::span(&from.value(), 1));
        told.assign(bytes.begin(), bytes.end());
        return Status();
    });
    if (!moved_on.ok()) return moved_on.status();
    if (comm().rank() != root) shared_pointer_.follow(total);
    std::int64_t begin = 0;
    std::memcpy(&begin, told.data(), sizeof begin);
    return std::accumulate(all.value().begin(), mine, begin);
}

}  // namespace weft::mpiio
