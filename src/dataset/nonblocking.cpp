// SPDX-License-Identifier: BSD-3-Clause
// Posted accesses (paper 3): kept as descriptions, and carried out together by wait as one stream
// in file order.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "engine/mover.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

/// True when `memory` holds values that `external` cannot, so that a post must look at them.
bool may_overflow(types::External external, types::Memory memory) {
    return memory != types::natural_memory(external);
}

Status out_of_range() {
    return {Code::erange, "a value does not fit its target type"};
}

}  // namespace

/// The values of a put in file form, packed in the order of the stream. ERANGE when one had to be
/// replaced.
Status Dataset::convert(const Prepared& prepared, std::byte* values) const {
    const engine::Codec codec = codec_of(prepared);
    const std::int64_t bytes = prepared.element_count * codec.external_bytes;
    engine::Request request;
    request.pieces.push_back({.file = region::Nest(0, bytes, {}),
                              .memory = prepared.pattern,
                              .first_element = 0,
                              .address = prepared.address,
                              .codec = codec});
    engine::Mover mover(request);
    mover.move(0, 0, bytes, {.data = values, .origin = 0, .form = engine::Place::Form::packed});
    return mover.all_in_range() ? Status() : out_of_range();
}

/// From now on the put's values are those in file form.
void Dataset::use_converted(Prepared& prepared, std::byte* values) const {
    prepared.address = values;
    prepared.pattern = dense_pattern(types::size_of(schema_.variable(prepared.variable_id).type));
    prepared.converted = true;
}

/// The contract has iput report values out of range at the post, so it looks at them where the
/// types allow any.
Status Dataset::check_range(const Prepared& prepared) const {
    const types::External external = schema_.variable(prepared.variable_id).type;
    if (prepared.direction == Direction::get || !may_overflow(external, prepared.memory)) return {};
    constexpr std::int64_t elements_at_once = 4096;
    const engine::Codec codec = codec_of(prepared);
    std::array<std::byte, 8 * elements_at_once> scratch;
    engine::Request request;
    request.pieces.push_back(
        {.file = region::Nest(0, prepared.element_count * codec.external_bytes, {}),
         .memory = prepared.pattern,
         .first_element = 0,
         .address = prepared.address,
         .codec = codec});
    engine::Mover mover(request);
    for (std::int64_t done = 0; done < prepared.element_count; done += elements_at_once) {
        const std::int64_t end = std::min(done + elements_at_once, prepared.element_count);
        mover.move(0, done * codec.external_bytes, end * codec.external_bytes,
                   {.data = scratch.data(),
                    .origin = done * codec.external_bytes,
                    .form = engine::Place::Form::packed});
    }
    return mover.all_in_range() ? Status() : out_of_range();
}

Status Dataset::post(const Access& access, Prepared prepared) {
    if (access.request_id != nullptr) *access.request_id = request_ids::none;
    Pending pending;
    Status status;
    if (access.completion == Completion::buffered) {
        if (!requests_.attached_bytes) return {Code::enullabuf, "no buffer is attached"};
        if (prepared.element_count == 0) return {};
        const std::int64_t bytes =
            prepared.element_count * types::size_of(schema_.variable(access.variable_id).type);
        const std::int64_t left = *requests_.attached_bytes - requests_.used_bytes();
        if (bytes > left) {
            return {Code::einsuffbuf,
                    fmt::format("{} bytes are needed, {} are left in the attached buffer", bytes,
                                left)};
        }
        pending.buffered.resize(static_cast<std::size_t>(bytes));
        status = convert(prepared, pending.buffered.data());
        use_converted(prepared, pending.buffered.data());
    } else {
        if (prepared.element_count == 0) return {};
        status = check_range(prepared);
    }
    pending.prepared = std::move(prepared);
    const int id = requests_.add(std::move(pending));
    if (access.request_id != nullptr) *access.request_id = id;
    return status;
}

namespace {

/// What a wait was asked for: which ids, and where each one's status goes.
struct Waiting {
    std::vector<Pending> requests;
    std::vector<int> positions;  // in req_ids, of each request; empty when everything was asked for
    Status status;
};

}  // namespace

Status Dataset::wait(Mode mode, int count, int* ids, int* statuses) {
    if (broken_) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "wait in define mode"};
    if (mode == Mode::collective && state_ == State::independent) {
        return {Code::eindep, "wait_all in independent data mode"};
    }
    if (mode == Mode::independent && state_ == State::collective) {
        return {Code::enotindep, "wait in collective data mode"};
    }
    const Status flushed = flush();
    Waiting waiting;
    const auto take = [&](int id) { waiting.requests.push_back(requests_.take(id)); };
    if (count == request_ids::all || count == request_ids::all_gets ||
        count == request_ids::all_puts) {
        for (const int id :
             requests_.ids(count != request_ids::all_gets, count != request_ids::all_puts))
            take(id);
    } else if (count < 0) {
        waiting.status = {Code::einval, fmt::format("{} requests", count)};
    } else if (count > 0 && ids == nullptr) {
        waiting.status = {Code::einval, "req_ids is NULL"};
    } else {
        for (int i = 0; i < count; ++i) {
            if (statuses != nullptr) statuses[i] = 0;
            if (ids[i] == request_ids::none) continue;
            if (requests_.find(ids[i]) == nullptr) {
                const Status unknown(Code::einval_request,
                                     fmt::format("request id {} is unknown", ids[i]));
                if (statuses != nullptr) statuses[i] = static_cast<int>(unknown.code());
                waiting.status.keep_first(unknown);
                continue;
            }
            take(ids[i]);
            ids[i] = request_ids::none;
            waiting.positions.push_back(i);
        }
    }
    Status done = complete(mode, waiting.requests);
    report_statuses(waiting.requests, waiting.positions, done, statuses);
    waiting.status.keep_first(flushed);
    return waiting.status.ok() ? done : waiting.status;
}

/// Puts first, so that gets of the same wait see them.
Status Dataset::complete(Mode mode, std::vector<Pending>& requests) {
    std::vector<const Prepared*> accesses;
    std::int64_t record_count = 0;
    std::array<std::int64_t, 2> has = {0, 0};  // puts, gets
    for (Pending& pending : requests) {
        pending.prepared.out_of_range = &pending.out_of_range;
        accesses.push_back(&pending.prepared);
        record_count = std::max(record_count, pending.prepared.record_count);
        has[pending.prepared.direction == Direction::put ? 0 : 1] = 1;
    }
    if (mode == Mode::collective && comm_.view().size() > 1) comm_.view().all_reduce_max(has);
    Status status;
    if (has[0] != 0) status = carry_out(request_of(accesses, Direction::put), mode, record_count);
    // iput has told its caller about values out of range already.
    if (status.code() == Code::erange) status = {};
    if (has[1] != 0) status.keep_first(carry_out(request_of(accesses, Direction::get), mode, 0));
    return status;
}

/// The outcome of a combined transfer is each of its requests' status; out of range concerns the
/// gets that were.
void Dataset::report_statuses(const std::vector<Pending>& requests,
                              const std::vector<int>& positions, const Status& outcome,
                              int* statuses) {
    if (statuses == nullptr) return;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const bool get = requests[i].prepared.direction == Direction::get;
        if (outcome.code() == Code::erange && !(get && requests[i].out_of_range)) continue;
        statuses[positions[i]] = static_cast<int>(outcome.code());
    }
}

Status Dataset::cancel(int count, int* ids, int* statuses) {
    if (count == request_ids::all || count == request_ids::all_gets ||
        count == request_ids::all_puts) {
        for (const int id :
             requests_.ids(count != request_ids::all_gets, count != request_ids::all_puts)) {
            (void)requests_.take(id);
        }
        return {};
    }
    if (count < 0) return {Code::einval, fmt::format("{} requests", count)};
    if (count > 0 && ids == nullptr) return {Code::einval, "req_ids is NULL"};
    Status status;
    for (int i = 0; i < count; ++i) {
        if (statuses != nullptr) statuses[i] = 0;
        if (ids[i] == request_ids::none) continue;
        if (requests_.find(ids[i]) == nullptr) {
            if (statuses != nullptr) statuses[i] = static_cast<int>(Code::einval_request);
            status.keep_first(
                {Code::einval_request, fmt::format("request id {} is unknown", ids[i])});
            continue;
        }
        (void)requests_.take(ids[i]);
        ids[i] = request_ids::none;
    }
    return status;
}

/// The multi-variable calls: n posts and one wait. In collective mode a rank with a wrong argument
/// still takes part.
Status Dataset::access_many(Direction direction, Mode mode, const std::vector<Access>& accesses) {
    Access sample;
    sample.direction = direction;
    sample.mode = mode;
    Status status = check_mode(sample);
    if (!status.ok()) return status;
    const Status flushed = flush();
    std::vector<Pending> requests;
    for (const Access& access : accesses) {
        Pending pending;
        status = prepare(access, pending.prepared);
        if (!status.ok()) break;
        requests.push_back(std::move(pending));
    }
    if (switches_.safe_mode && mode == Mode::collective) {
        status = mpi::agree(comm_.view(), status).status();
        if (!status.ok()) return status;
    }
    if (!status.ok()) requests.clear();
    if (!status.ok() && mode == Mode::independent) return status;
    std::vector<const Prepared*> prepared;
    std::int64_t record_count = 0;
    for (const Pending& pending : requests) {
        prepared.push_back(&pending.prepared);
        record_count = std::max(record_count, pending.prepared.record_count);
    }
    status.keep_first(carry_out(request_of(prepared, direction), mode, record_count));
    status.keep_first(flushed);
    return status;
}

Status Dataset::attach_buffer(std::int64_t bytes) {
    if (bytes <= 0) return {Code::enullbuf, fmt::format("a buffer of {} bytes", bytes)};
    if (requests_.attached_bytes) return {Code::eprevattachbuf, "a buffer is attached already"};
    requests_.attached_bytes = bytes;
    return {};
}

Status Dataset::detach_buffer() {
    if (!requests_.attached_bytes) return {Code::enullabuf, "no buffer is attached"};
    if (requests_.used_bytes() > 0) return {Code::ependingbput, "bput requests are pending"};
    requests_.attached_bytes.reset();
    return {};
}

}  // namespace weft::dataset
