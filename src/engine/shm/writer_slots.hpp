// SPDX-License-Identifier: BSD-3-Clause
// Limits how many ranks of a node write to a file at a time. A rank that writes holds one of a few
// slots, so that ranks do not queue inside the kernel, which lets one in.
#pragma once

#include <cstdint>

#include "engine/shm/liveness_check.hpp"

namespace weft::engine::shm {

class WriterSlots {
public:
    /// `taken`: a word that the ranks share; it counts the slots in use.
    WriterSlots(WaitWord& taken, LivenessCheck& liveness) : taken_(taken), liveness_(liveness) {}

    /// Waits for one of `writers` slots, then calls write(). Returns false when a rank has died.
    template <class Write>
    bool write_in_turn(std::uint32_t writers, Write&& write) {
        if (!await(writers)) return false;
        const Held held{*this};
        write();
        return true;
    }

    /// Calls write() if a slot is free. Returns whether one was.
    template <class Write>
    bool write_if_free(std::uint32_t writers, Write&& write) {
        if (!take(writers)) return false;
        const Held held{*this};
        write();
        return true;
    }

private:
    /// Frees the slot in its destructor, so that an exception does not block the other ranks.
    struct Held {
        WriterSlots& slots;
        explicit Held(WriterSlots& of) : slots(of) {}
        ~Held() { slots.leave(); }
        Held(const Held&) = delete;
        Held& operator=(const Held&) = delete;
    };

    bool take(std::uint32_t writers);
    bool await(std::uint32_t writers);
    void leave();

    WaitWord& taken_;
    LivenessCheck& liveness_;
};

}  // namespace weft::engine::shm
