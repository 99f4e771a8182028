// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dataset/constants.hpp"
#include "dataset/prepare.hpp"
#include "dataset/put_values.hpp"
#include "mpi/together.hpp"

namespace weft::dataset {
namespace {

bool means_all(int count) {
    return count == request_ids::all || count == request_ids::all_gets ||
           count == request_ids::all_puts;
}

}  // namespace

Status Requests::check_attached_room(std::int64_t bytes) const {
    const std::int64_t left = *attached_bytes_ - queue_.used_bytes();
    if (bytes <= left) return {};
    return {
        Code::einsuffbuf,
        fmt::format("{} bytes are needed, but {} are left in the attached buffer", bytes, left)};
}

Status Requests::post(const Access& access) {
    if (access.request_id != nullptr) *access.request_id = request_ids::none;
    const Definition& definition = core_.definition;
    const AccessRules rules{.relaxed_coordinates = core_.switches.relaxed_coordinates,
                            .has_attached_buffer = attached_bytes_.has_value()};
    const bool buffered = access.completion == Completion::buffered;
    Pending pending;
    Prepared& prepared = pending.prepared;
    Status status = prepare(definition, rules, access, prepared);
    if (!status.ok() || prepared.element_count == 0) return status;
    const std::int64_t bytes = bytes_in_file(definition, prepared);
    if (buffered) {
        status = check_attached_room(bytes);
        if (!status.ok()) return status;
        pending.buffered_bytes = bytes;
    }
    if (buffered || is_small_put(definition, prepared)) {
        std::byte* const values = queue_.room(pending, bytes);
        status = convert(definition, prepared, values);
        use_converted(prepared, values);
    } else {
        status = check_range(definition, prepared);
    }
    const int id = queue_.add(std::move(pending));
    if (access.request_id != nullptr) *access.request_id = id;
    return status;
}

/// Takes requests from the queue.
Status Requests::take(int count, int* ids, int* statuses, const Use& use) {
    if (means_all(count)) {
        for (const int id :
             queue_.ids(count != request_ids::all_gets, count != request_ids::all_puts)) {
            queue_.take(id, [&](Pending& request) { use(-1, request); });
        }
        return {};
    }
    if (count < 0) return {Code::einval, fmt::format("{} requests", count)};
    if (count > 0 && ids == nullptr) return {Code::einval, "req_ids is NULL"};
    Status status;
    for (int i = 0; i < count; ++i) {
        if (statuses != nullptr) statuses[i] = 0;
        if (ids[i] == request_ids::none) continue;
        if (!queue_.take(ids[i], [&](Pending& request) { use(i, request); })) {
            if (statuses != nullptr) statuses[i] = static_cast<int>(Code::einval_request);
            status.keep_first(
                {Code::einval_request, fmt::format("there is no request {}", ids[i])});
            continue;
        }
        ids[i] = request_ids::none;
    }
    return status;
}

Status Requests::wait(Mode mode, int count, int* ids, int* statuses) {
    const Status flushed = transfers_.flush();
    Batch batch;
    std::vector<Named> named;
    const bool reports = statuses != nullptr && count > 0;
    // Set if a part of the set could not be read, so that no later request was carried out.
    Status unknown;
    // Reserved at once, because flags must keep their addresses.
    if (reports)
        named.reserve(static_cast<std::size_t>(std::min<std::int64_t>(count, queue_.count())));
    Status status = take(count, ids, statuses, [&](int position, Pending& request) {
        bool* out_of_range = nullptr;
        if (reports) {
            const bool get = request.prepared.direction == Direction::get;
            named.push_back({.position = position, .get = get});
            if (get) out_of_range = &named.back().out_of_range;
        }
        unknown.keep_first(mpi::local([&] { return core_.container->learn(request.prepared); }));
        if (!unknown.ok()) return;
        batch.add(*core_.container, request.prepared, out_of_range);
        if (request.values != nullptr) batch.keep(std::move(request.values));
    });
    // Every request gets a status in every case.
    Status done =
        mode == Mode::independent
            ? transfers_.complete(mode, batch)
            : mpi::attempt(core_.comm(), [&] { return transfers_.complete(mode, batch); });
    done.keep_first(unknown);
    queue_.clear_taken();
    if (mode == Mode::collective) status.keep_first(core_.container->after_put());
    if (statuses != nullptr) report(named, done, statuses);
    status.keep_first(flushed);
    return status.ok() ? done : status;
}

/// Each request gets the status of the combined transfer, but Code::erange only if one of its own
/// values was out of range and it is a get.
void Requests::report(const std::vector<Named>& requests, const Status& outcome, int* statuses) {
    for (const Named& request : requests) {
        if (outcome.code() == Code::erange && !(request.get && request.out_of_range)) continue;
        statuses[request.position] = static_cast<int>(outcome.code());
    }
}

Status Requests::cancel(int count, int* ids, int* statuses) {
    Status status = take(count, ids, statuses, [](int, const Pending&) {});
    queue_.clear_taken();
    return status;
}

Status Requests::attach_buffer(std::int64_t bytes) {
    if (bytes <= 0) return {Code::enullbuf, fmt::format("the buffer cannot have {} bytes", bytes)};
    if (attached_bytes_) return {Code::eprevattachbuf, "a buffer is already attached"};
    attached_bytes_ = bytes;
    return {};
}

Status Requests::detach_buffer() {
    if (!attached_bytes_) return {Code::enullabuf, "no buffer is attached"};
    if (queue_.used_bytes() > 0) return {Code::ependingbput, "bput requests are pending"};
    attached_bytes_.reset();
    return {};
}

}  // namespace weft::dataset
