// SPDX-License-Identifier: BSD-3-Clause
// The common part of creating and opening. If the arguments of all ranks are valid, rank 0 goes
// first and tells the others what they need; a reduction tells whether all ranks have the file.
#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/environment.hpp"
#include "engine/communicator_states.hpp"
#include "files/unknown_hints.hpp"
#include "formats/formats.hpp"
#include "mpi/launcher.hpp"
#include "storage/links.hpp"

namespace weft::dataset {
namespace {

/// Collective. Whether this rank's flags differ from rank 0's; in safe mode, whether any rank's do.
bool differ(mpi::CommView comm, bool mine, bool safe_mode) {
    std::array<std::int64_t, 1> worst = {mine};
    if (safe_mode && comm.size() > 1) comm.all_reduce_max(worst);
    return worst[0] != 0;
}

/// The only message of the library on standard error: a program that ignores codes would otherwise
/// write the file once for each process.
Status refuse_launch(std::string sentence) {
    std::fprintf(stderr, "Weft: %s\n", sentence.c_str());
    return {Code::empi, std::move(sentence)};
}

}  // namespace

/// Collective. A status without a dataset is a failure; with one, a warning.
Opened Dataset::start(MPI_Comm original, const StartCall& call, bool is_new) {
    const CollectiveCall named{is_new ? "ncmpi_create" : "ncmpi_open"};
    std::shared_ptr<engine::CommunicatorState> state;
    const Status lent = mpi::local([&] {
        auto borrowed = engine::CommunicatorStates::borrow(
            original, {.name = named.name, .kind = mpi::kind_of(named.kind, 0)});
        if (borrowed.ok()) state = std::move(borrowed).value();
        return borrowed.status();
    });
    if (!lent.ok()) return {lent, nullptr};
    std::shared_ptr<Dataset> dataset;
    const Status made = mpi::attempt(state->comm(), [&] {
        dataset.reset(new Dataset(state));
        return Status();
    });
    if (!made.ok()) return {made, nullptr};
    dataset->condition_.is_new = is_new;
    bool flags_differ = false;
    const Status begun =
        dataset->shared_.together(named, [&] { return dataset->begin_all(call, flags_differ); });
    if (!begun.ok()) {
        dataset->leave_file();
        return {begun, nullptr};
    }
    if (!flags_differ) return {{}, dataset};
    const Code code = is_new ? Code::emultidefine_cmode : Code::emultidefine_omode;
    return {{code, "the ranks' modes differ; rank 0's is used"}, dataset};
}

/// Collective. The same outcome on all ranks; after a failure nothing is left behind.
Status Dataset::begin_all(const StartCall& call, bool& flags_differ) {
    int roots_flags = call.flags;
    const Status begun = shared_.open_together(
        call.check(), [&](std::vector<std::byte>& told) { return begin_at_root(call, told); },
        [&](std::span<const std::byte> told) { return go_on_at_root(told); },
        [&](std::span<const std::byte> told) { return follow_root(call, told, roots_flags); });
    if (!begun.ok()) {
        leave_file();
        comm().barrier();
        return begun;
    }
    container_->attach();
    definition_.limits = container_->limits();
    flags_differ = differ(comm(), call.flags != roots_flags, switches_.safe_mode);
    return {};
}

/// All ranks use the environment and hints that rank 0 has read.
Status Dataset::adopt(const Startup& startup, const StartCall& call) {
    switches_ = startup.switches;
    hints_ = startup.hints;
    settings_ = settings_of(hints_);
    settings_.recovers_for_reading = call.courtesies.recovery;
    real_path_ = startup.real_path;
    behind_ = WriteBehind(settings_.write_behind_bytes, shared_.state());
    const bool writes = is_new() || (startup.flags & mode_flags::write) != 0;
    const files::Settings settings = files::settings_of(hints_);
    path_ = settings.name_of(call.path);
    if (is_new()) container_ = formats::container_of_new(context(), startup.set_id);
    if (std::string unknown = files::note_of_unknown_hints(hints_); !unknown.empty())
        condition_.notes.push_back(std::move(unknown));
    shared_.configure(settings, writes);
    return take_flags(startup.flags, startup.default_format);
}

/// Called on rank 0: makes or opens the file. `told`: what other ranks need to know, and the header
/// of an existing file, so that all read it at the same time.
Status Dataset::begin_at_root(const StartCall& call, std::vector<std::byte>& told) {
    Startup startup = startup_of(call);
    Status status = adopt(startup, call);
    if (!status.ok()) return status;
    startup.real_path = real_path_ = storage::behind_links(path_);
    std::string launch = mpi::note_of_launch(launched_processes());  // there are no other ranks
    if (!launch.empty()) {
        // Each process would overwrite the file of the others.
        const bool writes = is_new() || (startup.flags & mode_flags::write) != 0;
        if (writes) return refuse_launch(fmt::format("'{}': {}", path_, launch));
        condition_.notes.push_back(std::move(launch));
    }
    if (comm().size() > 1) told = announce(startup);
    return is_new() ? make_file(startup.flags) : formats::open(context(), told, container_);
}

Status Dataset::go_on_at_root(std::span<const std::byte> told) {
    (void)announced(told);
    return is_new() ? Status() : formats::hear(context(), told, container_);
}

/// Called on the other ranks.
Status Dataset::follow_root(const StartCall& call, std::span<const std::byte> told,
                            int& roots_flags) {
    const Startup startup = announced(told);
    roots_flags = startup.flags;
    const Status status = adopt(startup, call);
    if (!status.ok()) return status;
    shared_.name(0, path_);
    return is_new() ? Status() : formats::hear(context(), told, container_);
}

}  // namespace weft::dataset
