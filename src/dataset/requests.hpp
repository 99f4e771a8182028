// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking accesses (paper 3): posted and checked one by one, carried out together by wait, as
// one stream in file order. The caller has checked the mode.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "dataset/access.hpp"
#include "dataset/batch.hpp"
#include "dataset/core.hpp"
#include "dataset/request_queue.hpp"
#include "dataset/transfers.hpp"

namespace weft::dataset {

/// Every posted access is in the queue until a wait or cancel has named it; those of bput never
/// need more than the attached buffer.
class Requests {
public:
    Requests(Core& core, Transfers& transfers) : core_(core), transfers_(transfers) {}

    /// Checks an access and stores a description. Copies the values of bput and of small puts.
    Status post(const Access& access);
    /// Carries out the requests of `ids`, which are set to NC_REQ_NULL, or all of the kinds that
    /// `count` stands for. Collective in collective mode.
    Status wait(Mode mode, int count, int* ids, int* statuses);
    Status cancel(int count, int* ids, int* statuses);
    void forget_all() noexcept { queue_.clear(); }

    /// The buffer of bput: only its size, which requests are charged to.
    Status attach_buffer(std::int64_t bytes);
    Status detach_buffer();
    [[nodiscard]] const std::optional<std::int64_t>& attached_bytes() const {
        return attached_bytes_;
    }
    [[nodiscard]] std::int64_t used_bytes() const { return queue_.used_bytes(); }

    [[nodiscard]] std::int64_t count() const { return queue_.count(); }
    [[nodiscard]] std::int64_t count(Direction direction) const { return queue_.count(direction); }

private:
    /// A request that wait reports about.
    struct Named {
        int position = 0;  // in ids
        bool get = false;
        bool out_of_range = false;  // gets: known when the request is done
    };
    using Use = std::function<void(int position, Pending& request)>;

    [[nodiscard]] Status check_attached_room(std::int64_t bytes) const;
    Status take(int count, int* ids, int* statuses, const Use& use);
    static void report(const std::vector<Named>& requests, const Status& outcome, int* statuses);

    Core& core_;
    Transfers& transfers_;
    RequestQueue queue_;
    std::optional<std::int64_t> attached_bytes_;
};

}  // namespace weft::dataset
