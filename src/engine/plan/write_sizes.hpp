// SPDX-License-Identifier: BSD-3-Clause
// Into how many calls a large write is best cut. Linux keeps what one large write brings in large
// units, which may cost less than many small ones. But a virtual machine may have handed its free
// memory back to the host, large units first, and getting one again costs ten to a hundred times as
// much as the write. Which of the two holds changes by the minute. So writes are cut where calls
// cost little (not further: ranks that write at a time hand the file's lock on at each call), whole
// ones are tried now and then, and the first slow one ends that.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::engine {

class WriteSizes {
public:
    static constexpr std::int64_t small_bytes = 128 << 10;   // much less than a large unit
    static constexpr std::int64_t sample_bytes = 256 << 10;  // what is written to try the other way

    /// What a call takes that writes `small_bytes`, and what of that it would take without bytes;
    /// in seconds. Counts only before the first write.
    void expect(double small_write, double empty_write);

    /// Whether a write may be cut without harm.
    [[nodiscard]] bool calls_cost_little() const { return calls_cost_little_; }

    /// How much of the `rest` of a write the next call is to write.
    std::int64_t next(std::int64_t rest);
    /// How long that call took.
    void took(std::int64_t bytes, double seconds);

private:
    static constexpr int shortest_interval = 16;
    enum class Way { whole, cut };
    static constexpr Way other(Way way) { return way == Way::whole ? Way::cut : Way::whole; }
    [[nodiscard]] double& byte_seconds(Way way) { return way == Way::whole ? whole_ : cut_; }
    void judge_trial();
    void go(Way way);
    void be_wary();
    void be_trusting();

    Way preferred_ = Way::whole;
    double whole_ = 0;  // seconds of a byte, lately; 0: not known
    double cut_ = 0;
    int until_trial_ = 2;               // large calls
    int interval_ = shortest_interval;  // between trials of whole writes
    std::int64_t trial_left_ = 0;
    double trial_seconds_ = 0;
    bool calls_cost_little_ = false;
    bool counts_ = false;  // the last call was large enough to say something
};

}  // namespace weft::engine
