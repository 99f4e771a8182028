// SPDX-License-Identifier: BSD-3-Clause
// Opens and closes a file on all ranks.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/communicator_states.hpp"
#include "files/hint_values.hpp"
#include "files/unknown_hints.hpp"
#include "files/writers.hpp"
#include "mpi/agreed.hpp"
#include "mpi/together.hpp"
#include "mpiio/environment.hpp"
#include "mpiio/file.hpp"
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

Error File::open(MPI_Comm comm, const char* name, int amode, const mpi::Hints& hints,
                 std::unique_ptr<File>& opened) {
    const Status usable = mpi::Comm::check(comm);
    if (!usable.ok()) return {MPI_ERR_COMM, usable.context()};
    std::shared_ptr<engine::CommunicatorState> state;
    const Status lent = mpi::local([&] {
        auto borrowed = engine::CommunicatorStates::borrow(
            comm, {.name = "MPI_File_open", .kind = mpi::kind_of("MPI_File_open", 0)});
        if (borrowed.ok()) state = std::move(borrowed).value();
        return borrowed.status();
    });
    if (!lent.ok()) return lent;
    std::unique_ptr<File> file;
    const Status made = mpi::attempt(state->comm(), [&] {
        file.reset(new File(state));
        return Status();
    });
    if (!made.ok()) return made;
    file->amode_ = amode;
    Status ready = check_amode(amode);
    ready.keep_first(check_name(name));
    const Status begun = file->shared_.together(
        {"MPI_File_open"}, [&] { return file->open_together(name, hints, ready); });
    if (!begun.ok()) {
        if (file->shared_.is_open()) file->shared_.leave(false);
        return begun;
    }
    opened = std::move(file);
    return {};
}

/// Collective. The same outcome on all ranks.
Status File::open_together(const char* name, const mpi::Hints& hints, const Status& ready) {
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
    shared_.engine().prepare_independent();
    position_ = start.position;
    return shared_pointer_.open(start);
}

void File::take_hints(const mpi::Hints& hints) {
    hints_ = hints;
    files::Settings settings = files::settings_of(hints_);
    // MPI-IO programs get the striping of the folder.
    if (!hints_.contains("file_striping")) settings.striping.inherits = true;
    name_ = settings.name_of(name_);
    shared_.configure(settings, !has(amode_, MPI_MODE_RDONLY));
}

Status File::open_at_root(SharedPointer::Start& start) {
    Result<storage::Opened> opened =
        shared_.store().open(name_, {.writable = !has(amode_, MPI_MODE_RDONLY),
                                     .create = has(amode_, MPI_MODE_CREATE),
                                     .exclusive = has(amode_, MPI_MODE_EXCL),
                                     .striped = !shared_.settings().striping.is_the_folders(),
                                     .facts = true});
    if (!opened.ok()) return opened.status();
    shared_.take(name_, std::move(opened).value());
    if (has(amode_, MPI_MODE_CREATE))
        shared_.note_made(name_);  // perhaps another process has made it
    const Result<std::int64_t> end = has(amode_, MPI_MODE_APPEND) ? bytes() : std::int64_t{0};
    if (end.ok()) start = shared_pointer_.begin_at(end.value());
    return end.status();
}

Error File::close() {
    return shared_.together({.name = "MPI_File_close", .ends_file = true}, [&] {
        Status status = shared_.close({});
        shared_pointer_.close();
        write_report();
        if (!has(amode_, MPI_MODE_DELETE_ON_CLOSE)) return status;
        const Status removed = comm().rank() == root
                                   ? mpi::local([&] { return shared_.store().remove(name_); })
                                   : Status();
        status.keep_first(mpi::agree_at(comm(), removed, root).status());
        return status;
    });
}

Error File::remove(const char* name) {
    const Status named = check_name(name);
    if (!named.ok()) return named;
    bool is_free = true;
    const Status removed = mpi::local([&]() -> Status {
        const auto store = storage::choose_store();
        is_free = files::writers_leave(*store, name);
        return is_free ? store->remove(name) : Status();
    });
    if (is_free) return removed;
    return {MPI_ERR_FILE_IN_USE, fmt::format("'{}' is open for writing in another process", name)};
}

/// Collective. A failure to write the report is not a failure of the file.
void File::write_report() {
    if (!shared_.settings().reports.is_any()) return;
    report::FileReport facts;
    facts.file = name_;
    facts.hints = hints();
    if (std::string unknown = files::note_of_unknown_hints(hints_); !unknown.empty())
        facts.notes.push_back(std::move(unknown));
    (void)files::write_report_files(shared_, std::move(facts));
}

mpi::Hints File::hints() const {
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

void File::add_hints(const mpi::Hints& hints) {
    for (const auto& [key, value] : hints) hints_.insert_or_assign(key, value);
}

}  // namespace weft::mpiio
