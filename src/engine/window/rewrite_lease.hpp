// SPDX-License-Identifier: BSD-3-Clause
// The right of one call on one rank to rewrite windows of a file; it keeps others out for as long.
#pragma once

#include "engine/window/channel.hpp"
#include "engine/window/other_writers.hpp"

namespace weft::engine {

/// The right to rewrite one file during one call. It asks for the right when the answer is first
/// needed; the answer holds as long as the lease lives. Its destructor, however the call ends,
/// waits until storage has what was posted: a write that is still under way puts back what was read
/// before, and so must be over before others may write.
class RewriteLease {
public:
    /// `other_writers`: null of a file that nobody else can open. Both outlive this.
    RewriteLease(OtherWriters* other_writers, Channel& channel)
        : other_writers_(other_writers), channel_(channel) {}
    ~RewriteLease() {
        // If there are other writers there is no lock, and after a settled call there is nothing to
        // wait for. A call that ends in an exception reports that, and not the outcome of settling.
        if (lock_ != nullptr) channel_.abandon();
    }
    RewriteLease(const RewriteLease&) = delete;
    RewriteLease& operator=(const RewriteLease&) = delete;

    bool holds() {
        if (other_writers_ == nullptr) return true;
        if (!has_asked_) lock_ = other_writers_->keep_out();
        has_asked_ = true;
        return lock_ != nullptr;
    }

private:
    OtherWriters* other_writers_;
    Channel& channel_;
    bool has_asked_ = false;
    OtherWriters::Hold lock_;
};

}  // namespace weft::engine
