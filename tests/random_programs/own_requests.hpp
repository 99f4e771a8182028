// SPDX-License-Identifier: BSD-3-Clause
//
// The pending requests of one rank, with their memory. Makes the nonblocking calls and checks
// codes, statuses, ids and buffers. Each function throws Mismatch.
#pragma once

#include <memory>

#include "expectation.hpp"
#include "options.hpp"

namespace random_programs {

class OwnRequests {
public:
    void post(int ncid, const Model& model, const Request& request);
    // `after` is the model after the wait. Returns whether the damage was done.
    bool wait(int ncid, const Wait& step, bool unknown_here, const Model& after, Damage damage);
    void cancel(int ncid, const Cancel& step, bool unknown_here);

    // Checks the counts that the library reports, and that no buffer of a pending request has
    // changed.
    void check(int ncid, const Model& model) const;

    void check_untouched() const;

    bool empty() const { return pending_.empty(); }
    bool has_buffered() const;
    // One past the last record that the chosen puts write.
    Index records_end(const Model& model, const Chosen& chosen) const;
    void clear() { pending_.clear(); }

private:
    struct Own {
        Request request;
        int id;
        MemoryLayout layout;
        std::shared_ptr<GuardedMemory> memory;
    };
    // The arguments of a wait or a cancel.
    struct Arguments {
        int count;
        std::vector<int> ids;
        std::vector<int> statuses;
        std::vector<const Own*> owners;  // of each id; null for unknown ids and NC_REQ_NULL
    };

    void check_id(const Request& request, int id) const;
    Arguments arguments(const Chosen& chosen, bool unknown_here) const;
    static void check_list(const Arguments& after, const Chosen& chosen,
                           const std::vector<const Own*>& out_of_range);
    void erase(const Chosen& chosen);

    std::vector<Own> pending_;
};

}  // namespace random_programs
