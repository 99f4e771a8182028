// SPDX-License-Identifier: BSD-3-Clause
// Into how many calls a large write is best cut. Linux keeps what one large write brings in large
// units, which costs less than many small ones. But a virtual machine may have handed its free
// memory back to the host, large units first, and getting one again costs ten times as much as the
// write. Which of the two holds changes by the minute, so both ways are tried now and then and the
// faster one is kept.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::engine {

class WriteSizes {
public:
    static constexpr std::int64_t small_bytes = 64 << 10;    // below the size of a large unit
    static constexpr std::int64_t sample_bytes = 256 << 10;  // what is written to try the other way

    /// How much of the `rest` of a write the next call is to write.
    std::int64_t next(std::int64_t rest);
    /// How long that call took.
    void took(std::int64_t bytes, double seconds);

private:
    enum class Way { whole, cut };
    static constexpr Way other(Way way) { return way == Way::whole ? Way::cut : Way::whole; }
    void judge_trial();

    Way preferred_ = Way::whole;
    double byte_seconds_ = 0;  // of the preferred way, lately; 0: not known
    int until_trial_ = 2;      // large calls
    int interval_ = 0;         // between trials
    std::int64_t trial_left_ = 0;
    double trial_seconds_ = 0;
    bool counts_ = false;  // the last call was large enough to say something
};

}  // namespace weft::engine
