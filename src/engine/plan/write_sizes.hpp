// SPDX-License-Identifier: BSD-3-Clause
// Finds out into how many calls a large write is best cut. Linux keeps the bytes of one large write
// in large pieces of memory, which may cost less than many small ones. But a virtual machine may
// have handed its free memory back to the host, large pieces first, and to get one again costs ten
// to a hundred times as much as the write. Which of the two holds changes by the minute. So this
// cuts writes where calls cost little, and no further, because ranks that write at a time hand on
// the file's lock at each call. It tries whole writes now and then, until the first slow one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::engine {

class WriteSizes {
public:
    static constexpr std::int64_t small_bytes = 128 << 10;   // much less than a large unit
    static constexpr std::int64_t sample_bytes = 256 << 10;  // what is written to try the other way

    /// How many seconds a call takes to write `small_bytes`, and how many of them it takes for no
    /// bytes. Has an effect only before the first write.
    void expect(double small_write, double empty_write);

    /// Whether it does no harm to cut a write.
    [[nodiscard]] bool calls_cost_little() const { return calls_cost_little_; }

    /// How many bytes of the `rest` of a write the next call should write.
    std::int64_t next(std::int64_t rest);
    /// Learns how long that call took.
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
