// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/dataset.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dataset/constants.hpp"
#include "dataset/filling.hpp"
#include "dataset/opening.hpp"
#include "dataset/persistence.hpp"
#include "dataset/prepare.hpp"
#include "engine/communicator_states.hpp"
#include "engine/engine.hpp"
#include "engine/trace/documents.hpp"
#include "files/file_stage.hpp"
#include "files/report_files.hpp"
#include "formats/files.hpp"
#include "mpi/agreed.hpp"
#include "mpi/call.hpp"
#include "mpi/together.hpp"
#include "report/file_report.hpp"
#include "storage/any_store.hpp"

namespace weft::dataset {

// Opening and closing files.

Opened Dataset::create(MPI_Comm original, const char* path, int flags, int default_format,
                       const mpi::Hints& hints, const Status& ready, const Courtesies& courtesies) {
    return start(original, {path, flags, default_format, hints, ready, courtesies}, true);
}

Opened Dataset::open(MPI_Comm original, const char* path, int flags, const mpi::Hints& hints,
                     const Status& ready, const Courtesies& courtesies) {
    return start(original, {path, flags, 1, hints, ready, courtesies}, false);
}

Status Dataset::remove(const std::string& path) {
    storage::AnyStore store;
    return files::remove_with_stage(store, path, [&] { return formats::remove_file(path); });
}

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
    dataset->core_.condition.is_new = is_new;
    bool flags_differ = false;
    const Status begun =
        dataset->together(named, [&] { return open_files(dataset->core_, call, flags_differ); });
    if (!begun.ok()) {
        dataset->leave_file();
        return {begun, nullptr};
    }
    if (is_new) dataset->define_mode_.begin_first();
    dataset->transfers_.allow_delayed_puts();
    if (!flags_differ) return {{}, dataset};
    const Code code = is_new ? Code::emultidefine_cmode : Code::emultidefine_omode;
    return {{code, "the ranks' modes differ; rank 0's is used"}, dataset};
}

Status Dataset::close() {
    Status status = flush();
    const bool is_intact = !core_.condition.broken;
    if (define_mode_.is_on() && is_intact) {
        status.keep_first(enddef({}));
        define_mode_.give_up();
    }
    const bool discard = core_.condition.is_new;  // the definition failed: there is nothing to keep
    const std::int64_t pending = requests_.count();
    if (pending > 0) {
        status.keep_first(
            {Code::epending, fmt::format("{} posted requests were never waited for", pending)});
    }
    requests_.forget_all();
    Status mine = core_.check_intact();
    if (mine.ok() && core_.shared.is_writable() && !discard)
        mine = finish_files(core_, was_independent_);
    Status closed = core_.shared.close(std::move(mine));
    if (discard) closed.keep_first(remove_closed());
    write_reports();
    return status.ok() ? closed : status;
}

Status Dataset::abort() {
    const bool remove = define_mode_.is_on() && core_.condition.is_new;
    if (!core_.condition.broken) define_mode_.give_up();
    if (!remove) return close();
    requests_.forget_all();
    Status status = core_.shared.close({});
    status.keep_first(remove_closed());
    return status;
}

void Dataset::leave_file() noexcept {
    core_.leave_files();
    requests_.forget_all();
}

/// Collective. No rank returns before the file has been removed.
Status Dataset::remove_closed() {
    const bool is_root = core_.comm().rank() == root;
    const Status removed = is_root ? core_.shared.remove_first() : Status();
    return mpi::agree_at(core_.comm(), removed, root).status();
}

/// Collective. What all ranks have done with chunks.
std::vector<report::ChunkUse> Dataset::chunks_in_all() const {
    constexpr double nanoseconds = 1e9;
    std::vector<report::ChunkUse> used;
    std::vector<report::ChunkUse> all = container().chunk_uses();
    for (std::size_t id = 0; id < all.size(); ++id) {
        report::ChunkUse& its = all[id];
        std::array<std::int64_t, 10> sums = {its.written,
                                             its.value_bytes,
                                             its.stored_bytes,
                                             its.rewritten,
                                             its.lost_bytes,
                                             its.closed_early,
                                             its.compressed_behind,
                                             its.unkept,
                                             its.read,
                                             std::llround(its.codec_seconds * nanoseconds)};
        if (core_.comm().size() > 1) core_.comm().all_reduce_sum(sums);
        its = {.variable = std::string(schema().variable(static_cast<int>(id)).name.view()),
               .written = sums[0],
               .value_bytes = sums[1],
               .stored_bytes = sums[2],
               .rewritten = sums[3],
               .lost_bytes = sums[4],
               .closed_early = sums[5],
               .compressed_behind = sums[6],
               .unkept = sums[7],
               .read = sums[8],
               .codec_seconds = static_cast<double>(sums[9]) / nanoseconds};
        if (its.is_used()) used.push_back(std::move(its));
    }
    return used;
}

std::vector<std::string> Dataset::notes() const {
    std::vector<std::string> notes = core_.condition.notes;
    const std::vector<std::string>& about_stage = core_.shared.stage().notes();
    notes.insert(notes.end(), about_stage.begin(), about_stage.end());
    return notes;
}

/// Collective. A report that cannot be written does not fail the close.
void Dataset::write_reports() {
    if (!core_.shared.settings().reports.is_any()) return;
    report::FileReport facts;
    facts.file = core_.path;
    facts.hints = hints_in_force();
    facts.notes = notes();
    facts.chunks = chunks_in_all();
    const Status written = files::write_report_files(core_.shared, std::move(facts));
    if (!written.ok()) report_failure_ = written.context();
}

// The modes. These errors are the same on all ranks, so that every rank may return at once.

Status Dataset::check_data_mode(const char* what) const {
    if (!define_mode_.is_on()) return {};
    return {Code::eindefine, fmt::format("{} needs data mode", what)};
}

Status Dataset::check_access(Direction direction) const {
    const Status intact = core_.check_intact();
    return intact.ok() && direction == Direction::put ? core_.check_writable() : intact;
}

Status Dataset::check_mode(Mode mode, const char* what) const {
    const Status data = check_data_mode(what);
    if (!data.ok()) return data;
    if (mode == Mode::collective && is_independent_)
        return {Code::eindep, fmt::format("collective {} needs collective data mode", what)};
    if (mode == Mode::independent && !is_independent_)
        return {Code::enotindep, fmt::format("independent {} needs independent data mode", what)};
    return {};
}

Status Dataset::check_definable() const {
    const Status writable = core_.check_writable();
    return writable.ok() ? define_mode_.check() : writable;
}

Status Dataset::begin_independent() {
    const Status data = check_data_mode("begin_indep_data");
    if (!data.ok()) return data;
    if (is_independent_) return {};
    Status status = flush();
    if (core_.shared.is_writable()) status.keep_first(core_.container->gather_puts());
    if (core_.shared.stage().is_on()) {
        // What waits on a rank must not come behind what others put on their own.
        status = mpi::agree(core_.comm(), status).status();
        if (!status.ok()) return status;
    }
    status.keep_first(core_.shared.stage().pass(true));
    core_.comm().barrier();
    if (core_.shared.is_writable()) {
        if (!core_.shared.stage().is_on()) core_.container->finish_records();
        core_.engine().prepare_independent();
    }
    status.keep_first(core_.shared.show_each_other());
    is_independent_ = true;
    was_independent_ = true;
    return status;
}

Status Dataset::end_independent() {
    const Status data = check_data_mode("end_indep_data");
    if (!data.ok()) return data;
    if (!is_independent_) return {};
    Status status = core_.container->gather_puts();
    status.keep_first(share_record_count(core_));
    status.keep_first(core_.shared.show_each_other());
    // No rank may read what another has not yet written.
    const mpi::Agreed agreed = mpi::agree(core_.comm(), status);
    is_independent_ = false;
    (void)core_.shared.stage().pass(false);
    return agreed.status();
}

Status Dataset::redef() {
    Status can = core_.check_writable();
    if (can.ok()) can = core_.check_intact();
    if (!can.ok()) return can;
    if (define_mode_.is_on()) return {Code::eindefine, "the file is already in define mode"};
    can = core_.container->check_changing();
    if (!can.ok()) return can;
    // Independent writes may have added records that other ranks do not know, and the new
    // definition counts the records of all puts.
    Status counted = flush();
    counted.keep_first(core_.container->gather_puts());
    counted.keep_first(share_record_count(core_));
    if (is_independent_) counted.keep_first(core_.shared.show_each_other());
    counted.keep_first(core_.shared.stage().pass(true));
    const mpi::Agreed agreed = mpi::agree(core_.comm(), counted);
    if (!agreed.ok()) return agreed.status();
    define_mode_.begin();
    is_independent_ = false;
    return {};
}

Status Dataset::enddef(const Alignment& alignment) {
    return define_mode_.end(alignment);
}

// Definitions.

Status Dataset::define(const model::Schema& schema, const container::Regions* places) {
    Status status = define_mode_.check();
    if (status.ok()) status = container::check_limits(core_.definition.limits, schema);
    if (!status.ok()) return status;
    core_.definition.schema = schema;
    model::Schema& own = core_.definition.schema;
    const container::Limits& limits = core_.definition.limits;
    for (int id = 0; id < own.variable_count(); ++id) {
        model::Variable& its = own.variable(id);
        its.quantization.reset();  // values of another file, if they are copied, stay as they are
        if (!limits.stores_chunks || its.storage == nullptr) its.byte_order = limits.byte_order;
        const bool is_told = its.storage != nullptr && its.storage->has_fill;
        core_.definition.tells_fill.push_back(limits.stores_chunks && is_told);
    }
    core_.definition.no_fill.assign(static_cast<std::size_t>(own.variable_count()),
                                    !core_.definition.fill_new);
    if (places == nullptr) return {};
    std::vector<std::int64_t>& wanted = core_.definition.wanted_places;
    wanted.resize(static_cast<std::size_t>(own.variable_count()));
    for (const container::Region& region : places->variables)
        wanted[static_cast<std::size_t>(region.variable)] = region.begin;
    return {};
}

Attributes Dataset::attributes() {
    return {core_.definition, define_mode_.rules(), define_mode_,
            [this](int owner, std::string_view name) {
                return core_.container->check_attribute(owner, name);
            }};
}

Result<int> Dataset::define_dimension(const char* name, std::int64_t length) {
    Status status = define_mode_.check();
    if (status.ok()) status = editor().add_dimension(name, length);
    if (!status.ok()) return status;
    return schema().dimension_count() - 1;
}

Result<int> Dataset::define_variable(const char* name, int type, int rank, const int* ids) {
    Status status = define_mode_.check();
    if (status.ok()) status = editor().add_variable(name, type, rank, ids);
    if (!status.ok()) return status;
    return schema().variable_count() - 1;
}

Status Dataset::rename_dimension(int id, const char* name) {
    const Status writable = core_.check_writable();
    return writable.ok() ? editor().rename_dimension(id, name) : writable;
}

Status Dataset::rename_variable(int id, const char* name) {
    const Status writable = core_.check_writable();
    return writable.ok() ? editor().rename_variable(id, name) : writable;
}

Status Dataset::set_fill(int mode, int* old_mode) {
    Status status = check_definable();
    const int old = core_.definition.fill_new ? fill_modes::fill : fill_modes::no_fill;
    if (status.ok()) status = editor().set_fill_mode(mode);
    if (status.ok() && old_mode != nullptr) *old_mode = old;
    return status;
}

Status Dataset::define_variable_fill(int id, bool no_fill, const void* value) {
    Status status = check_definable();
    if (status.ok()) status = editor().set_fill_of_variable(id, no_fill, value);
    if (!status.ok() || value == nullptr || no_fill) return status;
    return put_attribute(id, fill_value_name, static_cast<int>(schema().variable(id).type),
                         {.address = value, .type = {}, .count = 1});
}

Status Dataset::define_storage(int id, const StorageChange& change) {
    const Status definable = check_definable();
    return definable.ok() ? editor().change_storage(id, change) : definable;
}

Status Dataset::define_quantization(int id, int mode, int digits) {
    const Status definable = check_definable();
    return definable.ok() ? editor().set_quantization(id, mode, digits) : definable;
}

Status Dataset::define_byte_order(int id, int endian) {
    const Status definable = check_definable();
    return definable.ok() ? editor().set_byte_order(id, endian) : definable;
}

Status Dataset::put_attribute(int owner, const char* name, int type,
                              const AttributeValues& values) {
    const Status writable = core_.check_writable();
    return writable.ok() ? attributes().put(owner, name, type, values) : writable;
}

Status Dataset::delete_attribute(int owner, const char* name) {
    const Status definable = check_definable();
    return definable.ok() ? attributes().remove(owner, name) : definable;
}

Status Dataset::rename_attribute(int owner, const char* name, const char* new_name) {
    const Status writable = core_.check_writable();
    return writable.ok() ? attributes().rename(owner, name, new_name) : writable;
}

Status Dataset::copy_attribute(int owner, const char* name, Dataset& target, int target_owner) {
    const Status writable = target.core_.check_writable();
    if (!writable.ok()) return writable;
    return target.attributes().copy(definition(), owner, name, target_owner);
}

// Data.

Status Dataset::access(const Access& access) {
    Status status = check_access(access.direction);
    if (status.ok() && access.completion != Completion::blocking) return requests_.post(access);
    if (status.ok()) status = check_mode(access.mode, "data access");
    return status.ok() ? transfers_.access(access) : status;
}

Status Dataset::access_many(Direction direction, Mode mode, const std::vector<Access>& accesses) {
    Status status = check_access(direction);
    if (status.ok()) status = check_mode(mode, "data access");
    return status.ok() ? transfers_.access_many(direction, mode, accesses) : status;
}

Status Dataset::write_records(std::int64_t offset, std::span<const std::byte> bytes) {
    Status status = check_access(Direction::put);
    if (status.ok()) status = check_mode(Mode::independent, "data access");
    return status.ok() ? core_.container->write_records(offset, bytes) : status;
}

Result<std::vector<std::string>> Dataset::read_strings(int id, const Selection& block) {
    Status status = check_access(Direction::get);
    if (status.ok()) status = check_data_mode("reading strings");
    container::Prepared prepared;
    if (status.ok()) {
        const AccessRules rules{.relaxed_coordinates = core_.switches.relaxed_coordinates};
        Access access{};
        access.direction = Direction::get;
        access.variable_id = id;
        access.selection = block;
        status = prepare_strings(definition(), rules, access, prepared);
    }
    if (!status.ok()) return status;
    if (prepared.element_count == 0) return std::vector<std::string>();
    return core_.container->read_strings(id, prepared.block);
}

Status Dataset::wait(Mode mode, int count, int* request_ids, int* statuses) {
    Status status = core_.check_intact();
    if (status.ok()) status = check_mode(mode, "wait");
    if (!status.ok()) return status;
    return requests_.wait(mode, count, request_ids, statuses);
}

Status Dataset::fill_record(int id, std::int64_t record) {
    Status status = core_.check_writable();
    if (status.ok()) status = core_.check_intact();
    if (status.ok()) status = check_data_mode("fill_var_rec");
    if (!status.ok()) return status;
    status = check_filling(definition(), id);
    if (is_independent_) {  // the ranks do not meet here
        status.keep_first({Code::eindep, "fill_var_rec needs collective data mode"});
        return status;
    }
    if (status.ok()) status = check_record_to_fill(definition(), id, record);
    const Status flushed = flush();
    status = define_mode_.agree(std::move(status),
                                {{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                                 {Code::emultidefine_fnc_args, "record", field_of(record)}});
    // Without safe mode a rank with wrong arguments must still take part in the agreement.
    const Status gathered = core_.container->gather_puts();
    status.keep_first(gathered);
    status.keep_first(core_.shared.stage().pass(true));
    if (status.ok()) status = fill_share(core_, id, record, 1);
    status.keep_first(core_.container->gather_puts());
    status = mpi::agree(core_.comm(), status).status();
    (void)core_.shared.stage().pass(false);
    if (!status.ok()) return status;
    core_.condition.changed = true;
    status = add_records(core_, record + 1);
    if (core_.container->keeps_values()) status.keep_first(core_.container->after_put());
    status.keep_first(flushed);
    return status;
}

Status Dataset::sync() {
    const Status intact = core_.check_intact();
    if (!intact.ok()) return intact;
    const Status data = check_data_mode("sync");
    if (!data.ok()) return data;
    if (!core_.shared.is_writable()) return take_up_records(core_);
    (void)flush();  // the failure is kept
    Status synced = complete_files(core_, is_independent_, Durability::power_failure);
    synced.keep_first(take_up_records(core_));
    return synced;
}

Status Dataset::sync_record_count() {
    const Status data = check_data_mode("sync_numrecs");
    if (!data.ok()) return data;
    const Status writable = core_.check_writable();
    if (!writable.ok()) return writable;
    if (!is_independent_) return flush_and_drain();
    Status counted = share_record_count(core_);
    counted.keep_first(core_.shared.stage().drain());
    return mpi::agree_at(core_.comm(), counted, root).status();
}

Status Dataset::complete() {
    const bool is_kept_back =
        core_.shared.is_writable() && !define_mode_.is_on() && core_.container->keeps_values();
    if (!is_kept_back || !core_.check_intact().ok()) return flush_and_drain();
    (void)flush();  // the failure is kept
    return complete_files(core_, is_independent_, Durability::none);
}

Status Dataset::flush_and_drain() {
    Status flushed = flush();
    if (!core_.shared.stage().is_on()) return flushed;
    const mpi::Agreed drained = mpi::agree(core_.comm(), core_.shared.stage().drain());
    if (drained.ok() && !is_independent_) core_.container->finish_records();
    flushed.keep_first(drained.status());
    return flushed;
}

// Inquiries.

std::int64_t Dataset::put_bytes() const {
    return container().put_bytes() + core_.engine().report().put_bytes + transfers_.delayed_bytes();
}

std::int64_t Dataset::get_bytes() const {
    return container().get_bytes() + core_.engine().report().get_bytes;
}

Striping Dataset::striping() const {
    const engine::Options& engine = core_.shared.settings().engine;
    return {.bytes = engine.stripe_bytes, .count = engine.stripes};
}

std::string Dataset::report() const {
    std::string text = engine::as_text(core_.engine().report());
    for (const std::string& note : notes()) text += fmt::format("  note:      {}\n", note);
    return text;
}

}  // namespace weft::dataset
