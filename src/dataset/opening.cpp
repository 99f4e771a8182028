// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/opening.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "dataset/constants.hpp"
#include "dataset/environment.hpp"
#include "dataset/hints.hpp"
#include "dataset/left_values.hpp"
#include "files/settings.hpp"
#include "files/unknown_hints.hpp"
#include "formats/files.hpp"
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

/// The kind of a new file for these flags.
Result<int> format_of_new(int flags, int default_format, Settings& settings) {
    using namespace mode_flags;
    if ((flags & (diskless | mmap)) != 0)
        return Status(Code::einval_cmode, "NC_DISKLESS and NC_MMAP need memory files");
    const Result<int> kind = formats::kind_of_new(flags, default_format, settings);
    if (kind.ok() && (flags & bp) != 0)
        return Status(Code::enotbuilt, "ADIOS BP files are not supported");
    return kind;
}

/// One rank's part of creating or opening.
class Opening {
public:
    Opening(Core& core, const StartCall& call) : core_(core), call_(call) {}

    Status at_root(std::vector<std::byte>& told);
    Status go_on_at_root(std::span<const std::byte> told);
    Status at_others(std::span<const std::byte> told);
    [[nodiscard]] bool flags_differ() const { return call_.flags != roots_flags_; }

private:
    [[nodiscard]] bool is_new() const { return core_.condition.is_new; }
    [[nodiscard]] bool writes() const {
        return is_new() || (roots_flags_ & mode_flags::write) != 0;
    }
    Status adopt(const Startup& startup);
    Status take_flags(int flags, int default_format);
    Status make_file();
    Status open_file(std::vector<std::byte>& told);

    Core& core_;
    const StartCall& call_;
    int roots_flags_ = 0;
};

/// Called on rank 0: makes or opens the file. `told`: what other ranks need to know, and the header
/// of an existing file, so that all read it at the same time.
Status Opening::at_root(std::vector<std::byte>& told) {
    Startup startup = startup_of(call_);
    Status status = adopt(startup);
    if (!status.ok()) return status;
    const std::string& later = call_.courtesies.later_name;
    startup.real_path = core_.real_path = storage::behind_links(later.empty() ? core_.path : later);
    std::string launch = mpi::note_of_launch(launched_processes());  // there are no other ranks
    if (!launch.empty()) {
        // Each process would overwrite the file of the others.
        if (writes()) return refuse_launch(fmt::format("'{}': {}", core_.path, launch));
        core_.condition.notes.push_back(std::move(launch));
    }
    if (core_.comm().size() > 1) told = announce(startup);
    if (is_new()) {
        // If what is staged cannot be found out, the old file stays as it is.
        Status made = core_.shared.stage().find_older(core_.path);
        if (made.ok()) made = make_file();
        if (made.ok()) core_.shared.stage().drop_older(core_.path);
        return made;
    }
    return open_file(told);
}

/// Values that a program had put when it was killed are stored before.
Status Opening::open_file(std::vector<std::byte>& told) {
    Status opened = formats::open(core_.context(), told, core_.container);
    if (opened.ok() || !core_.shared.stage().awaits_values()) return opened;
    const Status stored = store_left_values(core_.shared.store(), core_.path);
    if (!stored.ok()) return stored;
    core_.condition.notes.push_back(
        "values that a program had put before it ended were stored in the file");
    return formats::open(core_.context(), told, core_.container);
}

Status Opening::go_on_at_root(std::span<const std::byte> told) {
    (void)announced(told);
    return is_new() ? Status() : formats::hear(core_.context(), told, core_.container);
}

/// Called on the other ranks.
Status Opening::at_others(std::span<const std::byte> told) {
    const Status status = adopt(announced(told));
    if (!status.ok()) return status;
    core_.shared.name(0, core_.path);
    return is_new() ? Status() : formats::hear(core_.context(), told, core_.container);
}

/// All ranks use the flags, environment and hints that rank 0 has.
Status Opening::adopt(const Startup& startup) {
    roots_flags_ = startup.flags;
    core_.switches = startup.switches;
    core_.hints = startup.hints;
    core_.settings = settings_of(core_.hints);
    core_.settings.recovers_for_reading = call_.courtesies.recovery;
    if (call_.courtesies.parts) core_.settings.parts = *call_.courtesies.parts;
    core_.real_path = startup.real_path;
    const files::Settings settings = files::settings_of(core_.hints);
    core_.path = settings.name_of(call_.path);
    const Status flags = take_flags(startup.flags, startup.default_format);
    if (is_new() && flags.ok())
        core_.container = formats::container_of_new(core_.context(), startup.set_id);
    if (std::string unknown = files::note_of_unknown_hints(core_.hints); !unknown.empty())
        core_.condition.notes.push_back(std::move(unknown));
    core_.shared.configure(settings, writes());
    if (call_.courtesies.values != nullptr)
        core_.shared.stage().bring_copied(*call_.courtesies.values);
    // Puts that have returned are in the stage, so that a crash loses none.
    if (settings.stage.is_on() && writes()) core_.settings.write_behind_bytes = 0;
    return flags;
}

Status Opening::take_flags(int flags, int default_format) {
    if (!is_new() && (flags & (mode_flags::diskless | mode_flags::mmap)) != 0)
        return {Code::einval_omode, "NC_DISKLESS and NC_MMAP need memory files"};
    if (!is_new()) return {};
    const Result<int> format = format_of_new(flags, default_format, core_.settings);
    if (!format.ok()) return format.status();
    core_.definition.format = format.value();
    core_.classic_model = (flags & mode_flags::classic_model) != 0;
    return {};
}

Status Opening::make_file() {
    files::SharedFile& shared = core_.shared;
    const bool is_exclusive = (roots_flags_ & mode_flags::no_clobber) != 0;
    const bool striped = !shared.settings().striping.is_the_folders();
    std::string left;
    Result<storage::Opened> file =
        is_exclusive ? formats::exclusive_file(shared.store(), core_.path, striped)
                     : formats::fresh_file(shared.store(), core_.path, striped, left);
    if (!file.ok()) return file.status();
    if (!left.empty())
        core_.condition.notes.push_back("a file of the replaced set could not be removed: " + left);
    shared.take(core_.path, std::move(file).value());
    shared.note_made(core_.path);
    return {};
}

}  // namespace

Status open_files(Core& core, const StartCall& call, bool& flags_differ) {
    Opening opening(core, call);
    const Status begun = core.shared.open_together(
        call.check(), [&](std::vector<std::byte>& told) { return opening.at_root(told); },
        [&](std::span<const std::byte> told) { return opening.go_on_at_root(told); },
        [&](std::span<const std::byte> told) { return opening.at_others(told); });
    if (!begun.ok()) {
        core.leave_files();
        core.comm().barrier();
        return begun;
    }
    core.container->attach();
    if (core.shared.stage().has_copied())
        core.condition.write_failure.keep_first(
            {Code::efile, "the file is of a format that has none"});
    if (core.condition.is_new) (void)core.shared.stage().pass(true);
    core.definition.limits = core.container->limits();
    flags_differ = differ(core.comm(), opening.flags_differ(), core.switches.safe_mode);
    return {};
}

}  // namespace weft::dataset
