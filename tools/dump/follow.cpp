// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/follow.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <string_view>
#include <utility>

#include "storage/clock.hpp"
#include "storage/path_scheme.hpp"
#include "tools/command.hpp"
#include "tools/dump/cdl_text.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

/// The signal that has told the program to end; 0: none has.
volatile std::sig_atomic_t told_to_end = 0;

extern "C" void note_end(int signal) {
    told_to_end = signal;
}

/// A look that finds nothing is followed by a pause, each longer than the one before.
class Pauses {
public:
    /// Each look at a file of another machine costs a message.
    explicit Pauses(bool is_elsewhere)
        : shortest_(is_elsewhere ? 20'000'000 : 500'000),
          longest_(is_elsewhere ? 200'000'000 : 5'000'000) {
        start_again();
    }
    void start_again() { next_ = shortest_; }
    /// A signal ends it.
    void pause() {
        const timespec time{.tv_sec = 0, .tv_nsec = next_};
        nanosleep(&time, nullptr);
        next_ = std::min(2 * next_, longest_);
    }

private:
    long shortest_;  // nanoseconds
    long longest_;
    long next_ = 0;
};

bool is_on_the_web(std::string_view path) {
    const std::string_view scheme = storage::scheme_of(path);
    return scheme == "http" || scheme == "https" || scheme == "s3";
}

std::int64_t records_of(const Input& input) {
    return input.schema().length_of(input.schema().record_dimension());
}

/// One record of a file, as a part of it.
Input record_of(const Input& whole, std::int64_t record) {
    std::vector<Indices> of;
    for (int id = 0; id < whole.schema().dimension_count(); ++id)
        of.push_back({.first = 0, .count = whole.schema().length_of(id)});
    of[static_cast<std::size_t>(whole.schema().record_dimension())] = {.first = record, .count = 1};
    Input part = whole;
    part.narrow(std::move(of));
    return part;
}

Status print_record(Output& out, const Input& whole, const std::vector<int>& variables,
                    CdlForm form, std::int64_t record) {
    const model::Schema& schema = whole.schema();
    const model::Dimension time = schema.dimension(schema.record_dimension());
    form.place = fmt::format("({}={})", cdl_name(time.name), record);
    const Input part = record_of(whole, record);
    const FileGroup all;  // names with the paths of their groups, which are closed
    LineFiller filler(out, form.line_length);
    for (const int id : variables) {
        const Status printed = print_cdl_data(out, filler, part, all, id, form);
        if (!printed.ok()) return printed;
    }
    return out.flush();
}

/// Takes up what the file has by now. Files that are read as they were are opened again.
Status look_again(Input& input, WatchedPlace& place) {
    if (input.takes_up_records()) return input.take_up_records();
    if (!place.may_have_changed()) return {};
    Result<Input> again = Input::open(place.path());
    if (!again.ok()) place.stay_watchful();
    if (place.fate() != WatchedPlace::Fate::there) return {};  // it may be that of another file
    if (!again.ok()) return again.status();
    const model::Schema& now = again.value().schema();
    if (now.variable_count() != input.schema().variable_count() ||
        now.record_dimension() != input.schema().record_dimension())
        return {Code::efile, "the definition of the file has changed"};
    input = std::move(again).value();
    return {};
}

int end_with(const WatchedPlace& place, std::string_view what) {
    complain(place.path(), what);
    return exit_failed;
}

}  // namespace

WatchedPlace::WatchedPlace(std::string path)
    : path_(std::move(path)), opened_(look()), last_(opened_) {}

bool WatchedPlace::is_elsewhere() const {
    return storage::is_elsewhere(path_);
}

WatchedPlace::State WatchedPlace::look() const {
    struct stat found {};
    if (is_elsewhere() || stat(path_.c_str(), &found) != 0) return {};
    return {.exists = true,
            .device = found.st_dev,
            .number = found.st_ino,
            .bytes = found.st_size,
            .changed_at = found.st_mtim.tv_sec * 1'000'000'000LL + found.st_mtim.tv_nsec};
}

WatchedPlace::Fate WatchedPlace::fate() const {
    const State now = look();
    if (!opened_.exists) return Fate::there;  // only the store knows
    if (!now.exists) return Fate::removed;
    const bool is_same = now.device == opened_.device && now.number == opened_.number;
    return is_same ? Fate::there : Fate::replaced;
}

bool WatchedPlace::may_have_changed() {
    const State state = look();
    if (state != std::exchange(last_, state)) stay_watchful();
    return storage::machine_clock().now() < busy_until_;
}

void WatchedPlace::stay_watchful() {
    constexpr double coarse_seconds = 0.05;
    busy_until_ = storage::machine_clock().now() + coarse_seconds;
}

Status check_followed(const Input& input, const WatchedPlace& place) {
    if (is_on_the_web(place.path()))
        return {Code::enotsupport,
                "a file on the web is read as it was when it was opened, so it cannot be followed"};
    if (place.is_elsewhere() && !input.takes_up_records())
        return {Code::enotsupport,
                "of the files of another machine, only classic ones and sets of them can be "
                "followed"};
    if (input.schema().record_dimension() >= 0) return {};
    const bool has_some = input.schema().unlimited_dimension() >= 0;
    return {Code::enotsupport, has_some ? "it has several unlimited dimensions, and only the "
                                          "records of one can be followed"
                                        : "it has no unlimited dimension, so no records can come"};
}

void end_following_on_signals() {
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before {};
        struct sigaction action {};
        action.sa_handler = note_end;
        action.sa_flags = static_cast<int>(SA_RESETHAND);  // a second one ends it at once
        sigaction(signal, &action, &before);
        // A shell starts what it puts into the background like that.
        if (before.sa_handler == SIG_IGN) sigaction(signal, &before, nullptr);
    }
}

int follow_records(Output& out, Input input, WatchedPlace& place, const std::vector<int>& variables,
                   CdlForm form, std::int64_t records) {
    constexpr int signalled = 128;
    // Other libraries leave a file unreadable while they write to it.
    constexpr int most_failures = 1000;
    int failures = 0;  // one after the other
    Pauses pauses(place.is_elsewhere());
    while (out.has_reader() && told_to_end == 0) {
        // First, so that what a file had when it was replaced is printed.
        const WatchedPlace::Fate fate = place.fate();
        const Status looked = look_again(input, place);
        if (looked.ok() && records_of(input) > records) {
            const Status printed = print_record(out, input, variables, form, records++);
            if (!printed.ok()) {
                complain(place.path(), printed);
                return exit_failed;
            }
            pauses.start_again();
            continue;
        }
        if (fate == WatchedPlace::Fate::removed) return end_with(place, "it has been removed");
        if (fate == WatchedPlace::Fate::replaced)
            return end_with(place, "another file has its name now");
        failures = looked.ok() ? 0 : failures + 1;
        if (failures > most_failures) {
            complain(place.path(), looked);
            return exit_failed;
        }
        pauses.pause();
    }
    return told_to_end == SIGINT ? signalled + SIGINT : exit_fine;
}

}  // namespace weft::tools
