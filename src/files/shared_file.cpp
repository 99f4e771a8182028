// SPDX-License-Identifier: BSD-3-Clause
#include "files/shared_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/communicator_states.hpp"
#include "storage/background_file.hpp"
#include "storage/choose_store.hpp"
#include "storage/durable_name.hpp"
#include "storage/folder_of.hpp"
#include "storage/late_file.hpp"
#include "storage/metered_file.hpp"
#include "storage/posix_store.hpp"
#include "storage/side_by_side.hpp"
#include "storage/store_table.hpp"
#include "storage/this_host.hpp"

namespace weft::files {
namespace {

/// Makes the costs of staged files distinct from those of other files on their file system.
constexpr std::uint64_t staged_device = 0x7374616765642121;

}  // namespace

/// Ranks compare kinds of calls by a hash (FNV-1a, 64 bits) of the kind and the file's number.
mpi::Call SharedFile::named(const CollectiveCall& call) const {
    return {.name = call.name,
            .kind = mpi::kind_of(call.kind, number_),
            .ends_file = call.ends_file ? number_ : 0};
}

/// A failure if another rank has closed this file in a call that the others were not in.
Status SharedFile::closed_elsewhere() const {
    const std::string* const why = comm().why_closed_elsewhere(number_);
    if (why == nullptr) return {};
    return {Code::efile, files_.begin()->second.path + ": " + *why};
}

bool SharedFile::is_open() const {
    return std::ranges::any_of(files_,
                               [](const auto& file) { return file.second.bytes != nullptr; });
}

OpenFile& SharedFile::file(std::size_t number) {
    const auto found = files_.find(number);
    return found != files_.end() ? found->second : use_late(number);
}

void SharedFile::expect_late(std::size_t file_count, std::size_t space_count, LatePlaces places) {
    late_places_ = std::move(places);
    stage_.expect(file_count - 1, [&](std::size_t part) { return late_places_(part).path; });
    engine_->expect(file_count + space_count,
                    [this](std::size_t number) { return late_space(number); });
}

engine::EngineFile SharedFile::late_space(std::size_t number) {
    const LatePlace place = late_places_(number);
    if (place.values != nullptr) {
        engine::Pace& pace = target_paces_.emplace_back();
        pace.cost = file().facts.cost;
        engine::EngineFile space{*place.values, place.unit, pace};
        space.order = stage_.order_of_chunks(place.unit, place.store_all);
        return space;
    }
    OpenFile& late = file(number);
    return {*late.bytes, *late.pace, &*file().other_writers, stage_.order_of(number)};
}

void SharedFile::forget(std::size_t number) {
    const auto found = files_.find(number);
    if (found == files_.end()) return;
    (void)found->second.bytes->close();
    stage_.forget(number);
    files_.erase(found);
}

OpenFile& SharedFile::use_late(std::size_t number) {
    const OpenFile& first = file();
    const bool is_coherent = first.facts.coherence == storage::Coherence::coherent;
    LatePlace place = late_places_(number);
    OpenFile late;
    late.path = std::move(place.path);
    late.facts.stale_seconds = first.facts.stale_seconds;
    late.bytes = std::make_unique<storage::LateFile>(
        *store_, late.path, writable_, std::nullopt,
        is_coherent ? 0 : storage::LateFile::usual_timeout_seconds);
    late.pace = first.pace;
    if (stage_.has(number)) {
        late.bytes = stage_.staged(number, std::move(late.bytes));
        return files_.emplace(number, std::move(late)).first->second;
    }
    if (place.target >= 0 && writable_)
        late.bytes = metered(std::move(late.bytes), late.path, place.target);
    if (place.queue_bytes > 0 && writable_)
        late.bytes =
            std::make_unique<storage::BackgroundFile>(std::move(late.bytes), place.queue_bytes);
    if (place.queue_bytes > 0) {
        // The costs are those of the facts, not of the pace, which may differ between the first
        // uses of ranks.
        engine::CostModel cost = first.facts.cost;
        cost.on_own_target = true;
        late.pace = &target_paces_.emplace_back();
        late.pace->cost = cost;
    }
    return files_.emplace(number, std::move(late)).first->second;
}

std::unique_ptr<storage::File> SharedFile::metered(std::unique_ptr<storage::File> file,
                                                   const std::string& path, int target) {
    auto follower = std::make_shared<storage::LateFile>(*store_, path, false, std::nullopt);
    storage::TargetMeter& meter =
        meters_.try_emplace(target, storage::clock_of_target(path)).first->second;
    return std::make_unique<storage::MeteredFile>(std::move(file), std::move(follower), meter);
}

std::vector<storage::TargetMeter::Reading> SharedFile::speed_of_targets(int count) {
    std::vector<storage::TargetMeter::Reading> readings(static_cast<std::size_t>(count));
    for (auto& [target, meter] : meters_) {
        if (target < count) readings[static_cast<std::size_t>(target)] = meter.reading();
    }
    return readings;
}

/// Syncs storage targets at the same time, so that neither a slow target nor many files make the
/// targets wait for each other.
Status SharedFile::sync() {
    std::map<std::string_view, std::vector<storage::File*>> targets;
    for (const auto& [number, file] : files_) {
        const bool has_target = file.pace != nullptr && file.pace->cost.on_own_target;
        targets[has_target ? storage::folder_of(file.path) : ""].push_back(file.bytes.get());
    }
    std::vector<std::function<Status()>> works;
    for (const auto& target : targets) {
        works.emplace_back([&files = target.second] {
            Status synced;
            for (storage::File* const file : files) synced.keep_first(file->sync());
            return synced;
        });
    }
    Status mine = storage::side_by_side(works);
    mine.keep_first(sync_names());
    return mine;
}

void SharedFile::note_made(const std::string& path) {
    const auto is_beside = [&](const std::string& other) {
        return storage::folder_of(other) == storage::folder_of(path);
    };
    if (std::ranges::none_of(made_, is_beside)) made_.push_back(path);
}

/// Syncs the folders of new files: by POSIX a sync of a file need not sync its folder, although
/// many file systems do.
Status SharedFile::sync_names() {
    std::vector<std::function<Status()>> works;
    for (const std::string& path : made_) {
        works.emplace_back([&] { return storage::make_name_durable(*store_, path); });
    }
    Status synced = storage::side_by_side(works);
    if (synced.ok()) made_.clear();
    return synced;
}

Status SharedFile::show_each_other() {
    if (!settings_.engine.one_host || !writable_) return {};
    Status mine = sync();
    comm().barrier();
    for (const auto& [number, file] : files_)
        mine.keep_first(file.bytes->renew(file.facts.stale_seconds));
    return mpi::agree(comm(), mine).status();
}

Status SharedFile::renew() {
    const FileFacts& facts = first_file().facts;
    if (writable_ || facts.coherence == storage::Coherence::coherent) return {};
    Status mine;
    for (const auto& [number, file] : files_) {
        if (file.bytes != nullptr) mine.keep_first(file.bytes->renew(facts.stale_seconds));
    }
    return mine;
}

Status SharedFile::close(Status mine) {
    for (const auto& [number, file] : files_) {
        if (file.bytes != nullptr) mine.keep_first(file.bytes->close());
    }
    Status closed = mpi::agree(comm(), mine).status();
    closed.keep_first(stage_.end());
    for (auto& [number, file] : files_) {
        if (file.other_writers) file.other_writers->leave();  // no rank writes any more
        file.bytes.reset();
    }
    meters_.clear();
    return closed;
}

void SharedFile::leave(bool remove) noexcept {
    const bool removes =
        remove && comm().rank() == root && !files_.empty() && file().bytes != nullptr;
    for (auto& [number, file] : files_) {
        if (file.bytes != nullptr)
            (void)mpi::local([&bytes = *file.bytes] { return bytes.close(); });
    }
    stage_.leave();
    for (auto& [number, file] : files_) {
        if (file.other_writers) file.other_writers->leave();  // all files have what was written
        file.bytes.reset();
    }
    if (removes) (void)mpi::local([&] { return remove_first(); });
}

/// Another process may have replaced the file by a new one of its name.
Status SharedFile::remove_first() {
    const std::uint64_t mine = file().facts.identity;
    const auto there = store_->open_file(file().path, {});
    const auto found = there.ok() ? there.value()->identity() : Result<std::uint64_t>(mine);
    if (mine != 0 && found.ok() && found.value() != mine) return {};
    const Status removed = store_->remove(file().path);
    return removed.code() == Code::enoent ? Status() : removed;
}

// The following functions open files on all ranks: what rank 0 finds out, and how the other ranks
// use it.

namespace {

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
    return std::as_bytes(std::span(&value, 1));
}

/// Takes a value off the end of `bytes`.
template <class Value>
Value take_value(std::span<const std::byte>& bytes) {
    Value value{};
    std::memcpy(&value, bytes.last(sizeof value).data(), sizeof value);
    bytes = bytes.first(bytes.size() - sizeof value);
    return value;
}

/// The number of ranks that connect to another machine before they need to: an ssh server refuses
/// the eleventh login at a time.
constexpr int most_on_their_way = 8;

/// How long another host may take until a name leads it to the file that rank 0 sees.
double timeout_for(storage::Coherence coherence) {
    return coherence == storage::Coherence::coherent ? 0 : storage::LateFile::usual_timeout_seconds;
}

/// The costs with all cores of the host, not only those that this rank is bound to.
engine::CostModel on_this_machine(engine::CostModel cost) {
    cost.cores = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    return cost;
}

/// Checks that a rank that will write has the same file as rank 0, and not one of its own with that
/// name. A rank that only reads may have a copy. A file of rank 0's host may be on others by NFS,
/// under the same number.
Status check_identity(storage::Store& store, storage::File& file, const std::string& path,
                      const FileFacts& facts) {
    if (facts.only_host == 0) return {};
    if (facts.only_host != storage::this_host()) {
        const Result<storage::PathFacts> mine = store.inspect(path);
        if (mine.ok() && mine.value().is_of_one_host)
            return {Code::efile, fmt::format("'{}' is on a file system of rank 0's host alone; "
                                             "this rank's host has another file of that name",
                                             path)};
    }
    const Result<std::uint64_t> identity = file.identity();
    if (!identity.ok() || identity.value() == facts.identity) return {};
    return {Code::efile, fmt::format("'{}' is a different file on this rank than on rank 0", path)};
}

}  // namespace

void SharedFile::configure(const Settings& settings, bool writable) {
    settings_ = settings;
    writable_ = writable;
    store_ = storage::choose_store(settings.remote);
    stage_.configure(settings, writable, *store_);
}

void SharedFile::take(std::string path, storage::Opened opened) {
    const std::size_t number = files_.size();
    OpenFile& file = files_[number];
    file.path = std::move(path);
    file.bytes = stage_.stageable(number, std::move(opened.file));
    if (opened.facts) file.place = *std::move(opened.facts);
    file.speed = opened.speed;
    file.awaits_striping = opened.awaits_striping;
    if (opened.ticket.size() <= storage::most_ticket_bytes) file.ticket = std::move(opened.ticket);
    // Announced before anything is read: other communicators make some changes only while nobody
    // else writes.
    file.other_writers.emplace(*file.bytes, root);
    if (writable_ && file.place.locks_between_hosts) file.other_writers->announce();
}

/// Called on rank 0, with its files open: appends the facts of each file, the last file first, then
/// the terms.
void SharedFile::tell(std::vector<std::byte>& told) {
    Terms terms{};
    terms.file_count = std::ssize(files_);
    terms.pretended_nodes = settings_.engine.pretended_nodes;
    terms.awaits_striping = files_.at(0).awaits_striping;
    terms.stages = stage_.is_wanted();
    const bool may_share = settings_.engine.shared_memory != engine::Choice::disable &&
                           terms.pretended_nodes <= 1 && comm().size() > 1;
    if (may_share) terms.collectives = state_->offer_collectives(comm());
    for (auto& [number, file] : files_) {
        file.facts = find_out(file);
        learn(file);
    }
    for (auto file = files_.rbegin(); file != files_.rend(); ++file)
        append(told, bytes_of(file->second.facts));
    append(told, bytes_of(terms));
}

/// Takes what tell() has appended off the end of `told`.
SharedFile::Terms SharedFile::hear(std::span<const std::byte>& told) {
    const auto terms = take_value<Terms>(told);
    for (std::int64_t i = 0; i < terms.file_count; ++i) {
        const auto facts = take_value<FileFacts>(told);
        if (comm().rank() != root) files_[files_.size()].facts = facts;
    }
    return terms;
}

FileFacts SharedFile::find_out(OpenFile& file) {
    FileFacts facts{};
    if (file.known_bytes) {
        facts.bytes = *file.known_bytes;
    } else if (const auto bytes = file.bytes->size(); bytes.ok()) {
        facts.bytes = bytes.value();
    }
    if (const auto identity = file.bytes->identity(); identity.ok()) {
        facts.identity = identity.value();
        if (file.place.is_of_one_host) facts.only_host = storage::this_host();
    }
    facts.block_bytes = file.place.block_bytes;
    facts.striping = file.place.striping;
    facts.device = file.place.device ^ (stage_.is_wanted() ? staged_device : 0);
    facts.coherence = settings_.coherence.value_or(file.place.coherence);
    facts.stale_seconds = file.place.stale_seconds;
    facts.presence_place = file.other_writers->place();
    facts.cost = stage_.is_wanted() ? cost_of_stage(facts.device) : cost_of(file, facts.device);
    facts.ticket_bytes = file.ticket.size();
    std::ranges::copy(file.ticket, facts.ticket.begin());
    return facts;
}

/// The costs are measured when this process first writes to a file system, unless the store knows
/// them. A process that only reads makes no file in the folder, not even one without a name, and
/// does not wait: its plans begin with the default costs, and follow the times of its reads.
engine::CostModel SharedFile::cost_of(const OpenFile& file, std::uint64_t device) const {
    using engine::CommunicatorStates;
    if (state_->knows(device)) {
        const engine::CostModel& known = state_->pace(device).cost;
        if (known.is_final || !writable_) return known;
    }
    if (file.speed) return on_this_machine(engine::measured_cost(*file.speed));
    if (const auto measured = CommunicatorStates::measured_cost(device)) return *measured;
    if (!writable_) return on_this_machine({});
    const Result<storage::Speed> speed = store_->measure(file.path);
    const engine::CostModel cost =
        on_this_machine(engine::measured_cost(speed.ok() ? speed.value() : storage::Speed{}));
    if (speed.ok()) CommunicatorStates::keep_measured_cost(device, cost);
    return cost;
}

/// Puts cost what they do in the stage, which takes shapes: so nobody rewrites what lies between
/// their bytes.
engine::CostModel SharedFile::cost_of_stage(std::uint64_t device) const {
    using engine::CommunicatorStates;
    if (state_->knows(device)) return state_->pace(device).cost;
    if (const auto measured = CommunicatorStates::measured_cost(device)) return *measured;
    storage::PosixStore here;
    const Result<storage::Speed> speed = here.measure(settings_.stage.folder + "/log");
    engine::CostModel cost =
        on_this_machine(engine::measured_cost(speed.ok() ? speed.value() : storage::Speed{}));
    cost.prefers_shapes = true;
    CommunicatorStates::keep_measured_cost(device, cost);
    return cost;
}

void SharedFile::learn(OpenFile& file) {
    if (&file == &files_.at(0)) settings_.learn_striping(file.facts.striping);
    settings_.learn_block(file.facts.block_bytes);
    file.pace = &state_->pace(file.facts.device);
    file.pace->cost = file.facts.cost;
}

/// Collective at first use. Uniform: terms.
const mpi::NodeMap& SharedFile::nodes_of(const Terms& terms) {
    // weft_pretended_nodes = 1 only makes ranks share memory; it does not change their hosts.
    const int pretended = terms.pretended_nodes > 1 ? terms.pretended_nodes : 0;
    return state_->nodes(comm(), pretended);
}

/// Collective if a new file awaits its stripes: rank 0 makes one for each node, and then the others
/// may open the file. Uniform: terms.
Status SharedFile::stripe_together(const Terms& terms) {
    if (!terms.awaits_striping) return {};
    settings_.striping.writers = nodes_of(terms).count();
    const Status mine = comm().rank() == root ? mpi::local([&] { return stripe(); }) : Status();
    storage::Striping striping = settings_.striping_in_force;
    comm().broadcast(std::as_writable_bytes(std::span(&striping, 1)), root);
    settings_.learn_striping(striping);
    return mine;
}

/// Called on rank 0.
Status SharedFile::stripe() {
    const Result<storage::Striping> striping = files_.at(0).bytes->stripe(settings_.striping);
    if (striping.ok()) settings_.learn_striping(striping.value());
    return striping.status();
}

/// Collective. If the caches of hosts may differ, only rank 0's host touches the file in collective
/// calls. Uniform: terms.
void SharedFile::divide_work(const Terms& terms) {
    const auto is_coherent = [](const auto& file) {
        return file.second.facts.coherence == storage::Coherence::coherent;
    };
    if (std::ranges::all_of(files_, is_coherent)) return;
    const mpi::NodeMap& nodes = nodes_of(terms);
    if (nodes.count() == 1) return;
    settings_.engine.one_host = true;
    io_ranks_ = mpi::IoRanks::of_first_node(nodes);
}

/// Called on ranks other than 0, which know the paths unless they have failed. They learn the costs
/// of the files even then, because the communicator remembers these for later files.
Status SharedFile::follow(const Terms& terms, const Status& mine) {
    for (auto& [number, file] : files_) learn(file);
    if (!mine.ok()) return mine;
    if (terms.collectives[0] != '\0') state_->join_collectives(comm(), terms.collectives);
    Status status;
    for (auto& [number, file] : files_) status.keep_first(follow_to(number, file));
    return status;
}

Status SharedFile::follow_to(std::size_t number, OpenFile& file) {
    // A rank opens a remote file when it first uses it.
    const bool is_far = storage::is_far(file.path);
    if (io_ranks_.includes_me() && !is_far) {
        auto opened = store_->open_file(file.path, {.writable = writable_});
        if (!opened.ok()) return opened.status();
        const Status checked =
            writable_ ? check_identity(*store_, *opened.value(), file.path, file.facts) : Status();
        if (!checked.ok()) return checked;
        file.bytes = stage_.stageable(number, std::move(opened).value());
    } else {
        if (io_ranks_.includes_me() && is_far) store_->will_open(file.path, prospect_of(file));
        file.bytes = stage_.stageable(
            number,
            std::make_unique<storage::LateFile>(*store_, file.path, writable_, file.facts.identity,
                                                timeout_for(file.facts.coherence)));
    }
    file.other_writers.emplace(*file.bytes, comm().rank());
    file.other_writers->learn(file.facts.presence_place);
    return {};
}

/// The prospect for a rank that has not opened the file.
storage::Prospect SharedFile::prospect_of(const OpenFile& file) {
    const auto ticket = std::span(file.facts.ticket).first(file.facts.ticket_bytes);
    return {.is_soon = comm().rank() < most_on_their_way,
            .ticket = {ticket.begin(), ticket.end()},
            .round_trip_seconds = file.facts.cost.round_trip};
}

/// Collective. After a failure no file is staged, on all ranks.
Status SharedFile::begin_stage(const mpi::NodeMap& nodes) {
    // A rank that rewrites holes needs locks and reads, which would wait for the stage.
    settings_.engine.sieve_write = engine::Choice::disable;
    return stage_.begin(nodes, first_file().path, storage::choose_store(settings_.remote));
}

/// Collective. Whether all ranks have the files and the offered shared memory.
Status SharedFile::agree(const Terms& terms, const Status& mine) {
    const bool is_offered = terms.collectives[0] != '\0';
    bool everybody = is_offered && state_->has_collectives();
    const mpi::Agreed agreed =
        is_offered ? mpi::agree(comm(), mine, everybody) : mpi::agree(comm(), mine);
    if (is_offered) state_->settle_collectives(everybody);
    if (agreed.ok()) state_->watch_neighbours(comm());
    return agreed.status();
}

void SharedFile::start_engine() {
    std::vector<engine::EngineFile> files;
    for (auto& [number, file] : files_)
        files.push_back({*file.bytes, *file.pace, &*file.other_writers, stage_.order_of(number)});
    engine_ = std::make_unique<engine::Engine>(comm(), state_, files, settings_.engine);
    if (settings_.reports.is_any()) engine_->record(!settings_.reports.trace.empty());
    number_ = state_->count_file();
}

}  // namespace weft::files
