// SPDX-License-Identifier: BSD-3-Clause
#include "storage/side_by_side.hpp"

#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "storage/signals_blocked.hpp"

namespace weft::storage {
namespace {

Status done(const std::function<Status()>& work) noexcept {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Status(Code::enomem, {});  // takes no memory
    }
}

}  // namespace

Status share_out(std::size_t count, std::size_t threads,
                 const std::function<Status(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto in_turn = [&]() -> Status {
        for (std::size_t i = next++; i < count; i = next++) {
            Status status = work(i);
            if (!status.ok()) return status;
        }
        return {};
    };
    return side_by_side(std::vector<std::function<Status()>>(threads, in_turn));
}

Status side_by_side(std::span<const std::function<Status()>> works) {
    std::vector<Status> outcomes(works.size());
    std::vector<std::size_t> mine;
    mine.reserve(works.size());  // no exception may pass while threads use the objects above
    {
        std::vector<std::jthread> others;
        others.reserve(works.size());
        for (std::size_t i = 1; i < works.size(); ++i) {
            try {
                const SignalsBlocked blocked;
                others.emplace_back([&, i] { outcomes[i] = done(works[i]); });
            } catch (const std::system_error&) {
                mine.push_back(i);
            } catch (const std::bad_alloc&) {
                mine.push_back(i);
            }
        }
        if (!works.empty()) outcomes[0] = done(works[0]);
        for (const std::size_t i : mine) outcomes[i] = done(works[i]);
    }
    Status first;
    for (Status& outcome : outcomes) first.keep_first(std::move(outcome));
    return first;
}

}  // namespace weft::storage
