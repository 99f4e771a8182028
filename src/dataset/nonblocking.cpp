// SPDX-License-Identifier: BSD-3-Clause
// Posted accesses (paper 3) are carried out together by wait, as one stream in file order.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/pieces.hpp"
#include "dataset/prepare.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

/// Where to store the status of a request that the wait names.
struct Named {
    int position = 0;  // in req_ids
    bool get = false;
    bool out_of_range = false;  // gets: known when the request is done
};

/// Each request's status is the outcome of the combined transfer; out of range concerns only its
/// own gets.
void report_statuses(const std::vector<Named>& requests, const Status& outcome, int* statuses) {
    for (const Named& request : requests) {
        if (outcome.code() == Code::erange && !(request.get && request.out_of_range)) continue;
        statuses[request.position] = static_cast<int>(outcome.code());
    }
}

bool means_all(int count) {
    return count == request_ids::all || count == request_ids::all_gets ||
           count == request_ids::all_puts;
}

}  // namespace

/// Takes requests from the queue: those of `ids`, which are set to NC_REQ_NULL, or all of the kinds
/// that `count` stands for.
Status Dataset::take_requests(int count, int* ids, int* statuses, const UseOfRequest& use) {
    if (means_all(count)) {
        for (const int id :
             requests_.ids(count != request_ids::all_gets, count != request_ids::all_puts)) {
            requests_.take(id, [&](Pending& request) { use(-1, request); });
        }
        return {};
    }
    if (count < 0) return {Code::einval, fmt::format("{} requests", count)};
    if (count > 0 && ids == nullptr) return {Code::einval, "req_ids is NULL"};
    Status status;
    for (int i = 0; i < count; ++i) {
        if (statuses != nullptr) statuses[i] = 0;
        if (ids[i] == request_ids::none) continue;
        if (!requests_.take(ids[i], [&](Pending& request) { use(i, request); })) {
            if (statuses != nullptr) statuses[i] = static_cast<int>(Code::einval_request);
            status.keep_first(
                {Code::einval_request, fmt::format("there is no request {}", ids[i])});
            continue;
        }
        ids[i] = request_ids::none;
    }
    return status;
}

Status Dataset::wait(Mode mode, int count, int* ids, int* statuses) {
    if (condition_.broken) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "wait needs data mode"};
    if (mode == Mode::collective && state_ == State::independent) {
        return {Code::eindep, "wait_all needs collective data mode"};
    }
    if (mode == Mode::independent && state_ == State::collective) {
        return {Code::enotindep, "wait needs independent data mode"};
    }
    const Status flushed = flush();
    Batch batch;
    std::vector<Named> named;
    const bool reports = statuses != nullptr && count > 0;
    // Why a part of the set could not be read, so that no later request was carried out.
    Status unknown;
    // Reserved at once, because flags must keep their addresses.
    if (reports)
        named.reserve(static_cast<std::size_t>(std::min<std::int64_t>(count, requests_.count())));
    Status status = take_requests(count, ids, statuses, [&](int position, Pending& request) {
        bool* out_of_range = nullptr;
        if (reports) {
            const bool get = request.prepared.direction == Direction::get;
            named.push_back({.position = position, .get = get});
            if (get) out_of_range = &named.back().out_of_range;
        }
        unknown.keep_first(mpi::local([&] { return container_->learn(request.prepared); }));
        if (!unknown.ok()) return;
        add_pieces(*container_, request.prepared, out_of_range, batch);
        if (request.values != nullptr) batch.values.push_back(std::move(request.values));
    });
    // Every request gets a status in every case.
    Status done = mode == Mode::independent
                      ? complete(mode, batch)
                      : mpi::attempt(comm(), [&] { return complete(mode, batch); });
    done.keep_first(unknown);
    requests_.clear_taken();
    if (mode == Mode::collective) status.keep_first(container_->after_put());
    if (statuses != nullptr) report_statuses(named, done, statuses);
    status.keep_first(flushed);
    return status.ok() ? done : status;
}

/// Puts first, so that gets of the same wait see them.
Status Dataset::complete(Mode mode, Batch& batch) {
    std::array<std::int64_t, 2> has = {!batch.puts.empty(), !batch.gets.empty()};
    if (mode == Mode::collective && comm().size() > 1) comm().all_reduce_max(has);
    Status status;
    if (has[0] != 0) {
        batch.puts.sort();
        status = carry_out(batch.puts, mode, batch.record_count);
        batch.puts.clear();
    }
    // iput has already reported values out of range.
    if (status.code() == Code::erange) status = {};
    if (has[1] != 0) {
        batch.gets.sort();
        status.keep_first(carry_out(batch.gets, mode, 0));
    }
    return status;
}

Status Dataset::cancel(int count, int* ids, int* statuses) {
    Status status = take_requests(count, ids, statuses, [](int, const Pending&) {});
    requests_.clear_taken();
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
    Batch batch;
    for (const Access& access : accesses) {
        status = mpi::local([&] {
            Prepared prepared;
            Status mine = prepare(definition_, rules(), access, prepared);
            if (mine.ok()) mine = container_->learn(prepared);
            if (mine.ok()) add_pieces(*container_, prepared, nullptr, batch);
            return mine;
        });
        if (!status.ok()) break;
    }
    if (switches_.safe_mode && mode == Mode::collective) {
        status = mpi::agree(comm(), status).status();
        if (!status.ok()) return status;
    }
    if (!status.ok()) batch = Batch();
    if (!status.ok() && mode == Mode::independent) return status;
    const bool may_hold = direction == Direction::put && mode == Mode::collective &&
                          behind_.is_on() && container_->is_one_file();
    if (may_hold) {
        // Other ranks may be putting a single array, and asking whether all ranks can delay it.
        const auto ranks = engine().share_facts(WriteBehind::Facts{});
        if (!ranks.ok()) return ranks.status();
    }
    const Status flushed = flush();
    Transfer& transfer = batch.of(direction);
    transfer.sort();
    status.keep_first(carry_out(transfer, mode, batch.record_count));
    status.keep_first(flushed);
    if (mode == Mode::collective) status.keep_first(container_->after_put());
    return status;
}

}  // namespace weft::dataset
