// SPDX-License-Identifier: BSD-3-Clause
// What creating and opening have in common. When all ranks ask well, rank 0 goes first and tells
// the others all that they need; a reduction settles whether everybody has the file.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "dataset/dataset.hpp"
#include "dataset/stores.hpp"
#include "engine/communicator_states.hpp"
#include "format/header_reader.hpp"
#include "mpi/agreed.hpp"
#include "storage/late_file.hpp"

namespace weft::dataset {
namespace {

constexpr int root = 0;

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

/// Collective. Whether a rank's flags are not rank 0's: on this rank, in safe mode on any.
bool differ(mpi::CommView comm, bool mine, bool safe_mode) {
    std::array<std::int64_t, 1> worst = {mine};
    if (safe_mode && comm.size() > 1) comm.all_reduce_max(worst);
    return worst[0] != 0;
}

}  // namespace

Dataset::Dataset(std::shared_ptr<engine::CommunicatorState> memory)
    : node_memory_(std::move(memory)), io_ranks_(comm()) {}

/// Collective. A status without a dataset is a failure; with one, a warning.
Opened Dataset::start(MPI_Comm original, const StartCall& call, bool is_new) {
    std::shared_ptr<engine::CommunicatorState> memory;
    const Status lent = mpi::local([&] {
        auto borrowed = engine::CommunicatorStates::borrow(original);
        if (borrowed.ok()) memory = std::move(borrowed).value();
        return borrowed.status();
    });
    if (!lent.ok()) return {lent, nullptr};
    std::shared_ptr<Dataset> dataset;
    const Status made = mpi::attempt(memory->comm(), [&] {
        dataset.reset(new Dataset(memory));
        return Status();
    });
    if (!made.ok()) return {made, nullptr};
    dataset->is_new_ = is_new;
    bool flags_differ = false;
    const CollectiveCall named{is_new ? "ncmpi_create" : "ncmpi_open"};
    const Status begun = mpi::together(dataset->comm(), dataset->of_this_file(named),
                                       [&] { return dataset->begin_all(call, flags_differ); });
    if (!begun.ok()) {
        dataset->leave_file();
        return {begun, nullptr};
    }
    if (!flags_differ) return {{}, dataset};
    const Code code = is_new ? Code::emultidefine_cmode : Code::emultidefine_omode;
    return {{code, "rank 0's mode is used"}, dataset};
}

/// Collective. The same outcome on all ranks; after a failure nothing is left behind.
Status Dataset::begin_all(const StartCall& call, bool& flags_differ) {
    const Status begun = begin(call, flags_differ);
    if (!begun.ok()) {
        leave_file();
        comm().barrier();
        return begun;
    }
    start_engine();
    number_ = node_memory_->count_file();
    return {};
}

/// Kinds of calls are compared by a hash (FNV-1a, 64 bits) of the word and the file's number.
mpi::Call Dataset::of_this_file(const CollectiveCall& call) const {
    std::uint64_t hash = 14695981039346656037U;
    const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211U; };
    for (const char letter : call.kind) add(static_cast<unsigned char>(letter));
    for (int shift = 0; shift < 64; shift += 8)
        add(static_cast<std::uint64_t>(number_) >> shift & 255U);
    return {.name = call.name, .kind = hash, .ends_file = call.ends_file ? number_ : 0};
}

/// Whether another rank has closed this file in a call that failed because others were not in it.
Status Dataset::deserted() const {
    const std::string* const why = comm().desertion_of(number_);
    return why == nullptr ? Status() : Status(Code::efile, path_ + ": " + *why);
}

/// Collective. The same outcome on all ranks.
Status Dataset::begin(const StartCall& call, bool& flags_differ) {
    const mpi::CommView comm = this->comm();
    std::vector<std::byte> facts;
    // Rank 0 touches no file that another rank cannot name.
    const mpi::Agreed first = mpi::lead(comm, call.check(), facts, root, [&] {
        return mpi::local([&] { return begin_at_root(call, facts); });
    });
    if (!first.ok() || comm.size() == 1) return first.status();
    FileFacts file{};
    std::memcpy(&file, facts.data(), sizeof file);
    int roots_flags = call.flags;
    Status mine;
    if (comm.rank() != root) {
        const auto rest = std::span(facts).subspan(sizeof file);
        mine = mpi::local([&] { return follow_root(call, file, rest, roots_flags); });
    }
    divide_work(file);
    if (comm.rank() != root && mine.ok()) mine = mpi::local([&] { return follow_to_file(file); });
    flags_differ = differ(comm, call.flags != roots_flags, switches_.safe_mode);
    if (file.collectives[0] == '\0') return mpi::agree(comm, mine).status();
    bool everybody = node_memory_->has_collectives();
    const mpi::Agreed agreed = mpi::agree(comm, mine, everybody);
    node_memory_->settle_collectives(everybody);
    return agreed.status();
}

Status Dataset::adopt(const Startup& startup, const char* path) {
    path_ = path;
    switches_ = startup.switches;
    hints_ = startup.hints;
    settings_ = settings_of(hints_);
    behind_ = WriteBehind(settings_.write_behind_bytes, node_memory_);
    auto store = make_store(settings_.fault_plan, comm().rank());
    if (!store.ok()) return store.status();
    store_ = std::move(store).value();
    return {};
}

/// Rank 0: makes or opens the file. `facts`: what the others have to know.
Status Dataset::begin_at_root(const StartCall& call, std::vector<std::byte>& facts) {
    const Startup startup = startup_of(call);
    Status status = adopt(startup, call.path);
    if (status.ok()) status = take_flags(startup.flags, startup.default_version);
    if (status.ok()) status = is_new_ ? make_file(startup.flags) : open_file();
    std::vector<std::byte> header;
    if (status.ok() && !is_new_) status = read_header_at_root(header);
    if (!status.ok()) return status;
    FileFacts file{};
    bool may_lock = false;
    if (const auto bytes = file_->size(); bytes.ok()) file.file_bytes = bytes.value();
    if (const auto identity = file_->identity(); identity.ok()) file.identity = identity.value();
    if (const auto path = store_->inspect(path_); path.ok()) {
        file.block_bytes = path.value().block_bytes;
        file.device = path.value().device;
        file.coherence = path.value().coherence;
        file.stale_seconds = path.value().stale_seconds;
        may_lock = path.value().locks_between_hosts;
    }
    company_.emplace(*file_, root);
    if (writable_ && may_lock) company_->announce();
    file.company_place = company_->place();
    file.coherence = settings_.coherence.value_or(file.coherence);
    file.pretended_nodes = settings_.engine.pretended_nodes;
    file.cost = cost_on(file.device);
    const bool may_share = settings_.engine.shared_memory != engine::Choice::disable &&
                           settings_.engine.pretended_nodes <= 1 && comm().size() > 1;
    if (may_share) file.collectives = node_memory_->offer_collectives(comm());
    append(facts, std::as_bytes(std::span(&file, 1)));
    append(facts, announce(startup));
    append(facts, header);
    learn(file);
    return {};
}

/// Rank 0. Measured when this communicator meets a file system for the first time.
engine::CostModel Dataset::cost_on(std::uint64_t device) const {
    if (node_memory_->knows(device)) return node_memory_->pace(device).cost;
    const Result<storage::Speed> speed = store_->measure(path_);
    engine::CostModel cost =
        speed.ok() ? engine::measured_cost(speed.value()) : engine::CostModel{};
    // Not those that this rank is bound to.
    cost.cores = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    return cost;
}

void Dataset::learn(const FileFacts& file) {
    settings_.learn_block(file.block_bytes);
    stale_seconds_ = file.stale_seconds;
    bytes_at_start_ = file.file_bytes;
    pace_ = &node_memory_->pace(file.device);
    pace_->learn(file.cost);
}

/// Collective. Where what hosts have cached of a file may differ, only rank 0's host touches it,
/// but for independent calls. Uniform: file.
void Dataset::divide_work(const FileFacts& file) {
    if (file.coherence == storage::Coherence::coherent) return;
    const mpi::CommView comm = this->comm();
    // A single one is said of ranks that are to share memory; their hosts are what they are.
    const int pretended = file.pretended_nodes > 1 ? file.pretended_nodes : 0;
    const mpi::NodeMap& nodes = node_memory_->nodes(comm, pretended);
    if (nodes.count() == 1) return;
    settings_.engine.one_host = true;
    io_ranks_ = mpi::IoRanks::of_first_node(nodes, comm.rank());
}

/// Another rank: what rank 0 has told. `rest`: what follows the facts.
Status Dataset::follow_root(const StartCall& call, const FileFacts& file,
                            std::span<const std::byte> rest, int& roots_flags) {
    const Startup startup = announced(rest);
    roots_flags = startup.flags;
    Status status = adopt(startup, call.path);
    if (status.ok()) status = take_flags(startup.flags, startup.default_version);
    if (!status.ok()) return status;
    learn(file);
    if (file.collectives[0] != '\0') node_memory_->join_collectives(comm(), file.collectives);
    if (is_new_) return {};
    format::MemorySource header(rest);
    return take_schema(format::read_header(header, file.file_bytes));
}

Status Dataset::follow_to_file(const FileFacts& file) {
    if (!io_ranks_.includes_me()) {
        file_ = std::make_unique<storage::LateFile>(*store_, path_, writable_, file.identity);
    } else if (const Status opened = open_file(); !opened.ok()) {
        return opened;
    }
    company_.emplace(*file_, comm().rank());
    company_->learn(file.company_place);
    return {};
}

/// For reading, or for writing where that was asked for.
Status Dataset::open_file() {
    Result<std::unique_ptr<storage::File>> file = store_->open(path_, {.writable = writable_});
    if (file.ok()) file_ = std::move(file).value();
    return file.status();
}

void Dataset::start_engine() {
    engine_ = std::make_unique<engine::Engine>(comm(), node_memory_, *file_, settings_.engine,
                                               *pace_, &*company_);
    if (settings_.reports.is_any()) engine_->record(!settings_.reports.trace.empty());
}

}  // namespace weft::dataset
