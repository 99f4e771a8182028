// SPDX-License-Identifier: BSD-3-Clause
// Whether one call on one rank may rewrite windows of a file, and until when others are kept out.
#pragma once

#include "engine/window/channel.hpp"
#include "engine/window/company.hpp"

namespace weft::engine {

/// Of one file in one call. Asked when it is first needed; the answer holds for as long as this
/// lives. Its end, in whatever way the call ends, waits until storage has what was posted: a write
/// that is still under way puts back what was read before, and so must be over before others may
/// write.
class RewriteLease {
public:
    /// `company`: null of a file that nobody else can open. Both outlive this.
    RewriteLease(Company* company, Channel& channel) : company_(company), channel_(channel) {}
    ~RewriteLease() {
        // Without company there is no lock; after a settled call there is nothing to wait for. A
        // call that ends in an exception has that to tell, and not what settling says.
        if (lock_ != nullptr) channel_.abandon();
    }
    RewriteLease(const RewriteLease&) = delete;
    RewriteLease& operator=(const RewriteLease&) = delete;

    bool holds() {
        if (company_ == nullptr) return true;
        if (!has_asked_) lock_ = company_->seclude();
        has_asked_ = true;
        return lock_ != nullptr;
    }

private:
    Company* company_;
    Channel& channel_;
    bool has_asked_ = false;
    Company::Hold lock_;
};

}  // namespace weft::engine
