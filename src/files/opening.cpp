// SPDX-License-Identifier: BSD-3-Clause
// How ranks open files together: what rank 0 finds out, and what the others make of it.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/communicator_states.hpp"
#include "files/shared_file.hpp"
#include "storage/choose_store.hpp"
#include "storage/late_file.hpp"
#include "storage/path_scheme.hpp"
#include "storage/this_host.hpp"

namespace weft::files {
namespace {

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
    return std::as_bytes(std::span(&value, 1));
}

/// Off the end of `bytes`.
template <class Value>
Value take_value(std::span<const std::byte>& bytes) {
    Value value{};
    std::memcpy(&value, bytes.last(sizeof value).data(), sizeof value);
    bytes = bytes.first(bytes.size() - sizeof value);
    return value;
}

/// Ranks that connect with another machine before they need to: servers of ssh turn the eleventh
/// away that arrives at a time.
constexpr int most_on_their_way = 8;

/// How long a name may take to show there what it shows to rank 0.
double patience_for(storage::Coherence coherence) {
    return coherence == storage::Coherence::coherent ? 0
                                                     : storage::LateFile::usual_patience_seconds;
}

/// All its cores, not those alone that this rank is bound to.
engine::CostModel on_this_machine(engine::CostModel cost) {
    cost.cores = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    return cost;
}

/// Of one that another rank is to write to: it may have a file of the same name for itself. Who
/// only reads may have been given a copy. What rank 0's host owns may have come to others by NFS,
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
    return {Code::efile, fmt::format("'{}' is another file for this rank than for rank 0", path)};
}

}  // namespace

void SharedFile::configure(const Settings& settings, bool writable) {
    settings_ = settings;
    writable_ = writable;
    store_ = storage::choose_store(settings.remote);
}

void SharedFile::take(std::string path, storage::Opened opened) {
    OpenFile& file = files_[files_.size()];
    file.path = std::move(path);
    file.bytes = std::move(opened.file);
    if (opened.facts) file.place = *std::move(opened.facts);
    file.speed = opened.speed;
    file.awaits_striping = opened.awaits_striping;
    if (opened.introduction.size() <= storage::most_introduction_bytes)
        file.introduction = std::move(opened.introduction);
    // Before anything is read: what others change without asking, they change where nobody else
    // writes.
    file.other_writers.emplace(*file.bytes, root);
    if (writable_ && file.place.locks_between_hosts) file.other_writers->announce();
}

/// Rank 0, whose files are open. Behind what is told already, which may be long: the facts of each
/// file, the last one's first, then the terms.
void SharedFile::tell(std::vector<std::byte>& told) {
    Terms terms{};
    terms.file_count = std::ssize(files_);
    terms.pretended_nodes = settings_.engine.pretended_nodes;
    terms.awaits_striping = files_.at(0).awaits_striping;
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

/// Takes off the end of `told` what tell() has put there.
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
    facts.device = file.place.device;
    facts.coherence = settings_.coherence.value_or(file.place.coherence);
    facts.stale_seconds = file.place.stale_seconds;
    facts.presence_place = file.other_writers->place();
    facts.cost = cost_of(file, facts.device);
    facts.introduction_bytes = file.introduction.size();
    std::ranges::copy(file.introduction, facts.introduction.begin());
    return facts;
}

/// Measured when this process first writes to a file system, unless the store knows it. Who only
/// reads makes no file in the folder, not even one without a name, and need not wait: plans of
/// reads begin with the usual costs, and follow what the reads take.
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

void SharedFile::learn(OpenFile& file) {
    if (&file == &files_.at(0)) settings_.learn_striping(file.facts.striping);
    settings_.learn_block(file.facts.block_bytes);
    file.pace = &state_->pace(file.facts.device);
    file.pace->learn(file.facts.cost);
}

/// Collective at first use. Uniform: terms.
const mpi::NodeMap& SharedFile::nodes_of(const Terms& terms) {
    // A single one is said of ranks that are to share memory; their hosts are what they are.
    const int pretended = terms.pretended_nodes > 1 ? terms.pretended_nodes : 0;
    return state_->nodes(comm(), pretended);
}

/// Collective where a new file awaits its stripes, of which rank 0 has one made for each node: only
/// then may the others open it. Uniform: terms.
Status SharedFile::stripe_together(const Terms& terms) {
    if (!terms.awaits_striping) return {};
    settings_.striping.writers = nodes_of(terms).count();
    const Status mine = comm().rank() == root ? mpi::local([&] { return stripe(); }) : Status();
    storage::Striping striping = settings_.striping_in_force;
    comm().broadcast(std::as_writable_bytes(std::span(&striping, 1)), root);
    settings_.learn_striping(striping);
    return mine;
}

/// Rank 0.
Status SharedFile::stripe() {
    const Result<storage::Striping> striping = files_.at(0).bytes->stripe(settings_.striping);
    if (striping.ok()) settings_.learn_striping(striping.value());
    return striping.status();
}

/// Collective. Where what hosts have cached of a file may differ, only rank 0's host touches it,
/// but for independent calls. Uniform: terms.
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

/// Another rank than rank 0, which knows the paths, unless it has failed. What the files cost it
/// learns all the same: the communicator remembers that for the next ones.
Status SharedFile::follow(const Terms& terms, const Status& mine) {
    for (auto& [number, file] : files_) learn(file);
    if (!mine.ok()) return mine;
    if (terms.collectives[0] != '\0') state_->join_collectives(comm(), terms.collectives);
    Status status;
    for (auto& [number, file] : files_) status.keep_first(follow_to(file));
    return status;
}

Status SharedFile::follow_to(OpenFile& file) {
    // A file of another machine a rank opens when it has something to do there.
    const bool is_elsewhere = storage::is_elsewhere(file.path);
    if (io_ranks_.includes_me() && !is_elsewhere) {
        auto opened = store_->open_file(file.path, {.writable = writable_});
        if (!opened.ok()) return opened.status();
        const Status checked =
            writable_ ? check_identity(*store_, *opened.value(), file.path, file.facts) : Status();
        if (!checked.ok()) return checked;
        file.bytes = std::move(opened).value();
    } else {
        if (io_ranks_.includes_me() && is_elsewhere)
            store_->will_open(file.path, prospect_of(file));
        file.bytes = std::make_unique<storage::LateFile>(
            *store_, file.path, writable_, file.facts.identity, patience_for(file.facts.coherence));
    }
    file.other_writers.emplace(*file.bytes, comm().rank());
    file.other_writers->learn(file.facts.presence_place);
    return {};
}

/// To a rank that has not opened it.
storage::Prospect SharedFile::prospect_of(const OpenFile& file) {
    const auto introduction =
        std::span(file.facts.introduction).first(file.facts.introduction_bytes);
    return {.is_soon = comm().rank() < most_on_their_way,
            .introduction = {introduction.begin(), introduction.end()},
            .round_trip_seconds = file.facts.cost.round_trip};
}

/// Collective. Whether everybody has the files, and what was offered to be shared.
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
        files.push_back({*file.bytes, *file.pace, &*file.other_writers});
    engine_ = std::make_unique<engine::Engine>(comm(), state_, files, settings_.engine);
    if (settings_.reports.is_any()) engine_->record(!settings_.reports.trace.empty());
    number_ = state_->count_file();
}

}  // namespace weft::files
