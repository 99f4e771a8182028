// SPDX-License-Identifier: BSD-3-Clause
// The order of the writes of a staged file: why it ends as the file that it would be without logs.
//
// A stage keeps writes in logs, one on each node, and a drain of each node moves them into the file
// later. Two writes W1 and W2 to a byte are ordered if W1 returned before W2 began: then W2 must
// win. (Others are at the same time, and either may win, as without a stage.)
//
// On one node there is one log. A write gets its place in it under a lock when it begins
// (stage/log.hpp), and is complete there when it returns, so W1 is in front of W2. The drain moves
// records in the order of the log, and of those that it moves together the later one wins
// (stage/overlay.hpp). So W2 wins. What does not go into the log waits first until the log is empty
// (stage/staged_file.hpp), so everything that returned before it is in the file, and what begins
// when it has returned comes behind it.
//
// On several nodes drains know nothing of each other, so the rule is: no two nodes have records of
// the same byte in their logs at a time. Then the order of two records of a byte is that of one
// log.
//
// - A collective put or get tells all ranks its access range, from the first byte that any rank
//   touches to the last. Every rank keeps the ranges of the puts since the logs were last known to
//   be empty: the same list on all ranks, because the calls are the same. If a range touches one of
//   the list, the ranks wait until the drains of all nodes have moved everything, meet, and forget
//   the list; only then does the call go on. So a put that appends to a log finds no record of its
//   bytes in another one, and a get finds in the file what other nodes have put.
// - While ranks write on their own, no range is known to all. begin_indep_data() drains all logs,
//   and until end_indep_data() writes go straight to the file, as without a stage.
// - A change of the definition that moves data, and fill values, are written by other ranks than
//   those whose calls they follow. The logs are drained before, and these writes go straight to the
//   file, too.
// - The header, and the number of records in it, are written by rank 0 alone, and so into the
//   log of its node. No put touches them.
//
// - Chunks of netCDF-4 files get places that nobody had before, and a chunk that is changed is read
//   first, by any rank. So the ranges are those of whole chunks in the space of their variable, and
//   are kept as long as the file is open: a chunk may stay in the memory of a rank, and get into a
//   log during a later put to any variable. The books, which say where chunks are, are written by
//   rank 0 when all logs have been drained.
//
// A crash of all processes leaves logs in which every write that returned is complete. "weft drain"
// moves the records of each log in its order, and by the rule the order in which it takes the logs
// makes no difference. order_model_test.cpp goes through all interleavings of small programs,
// drains and crashes.
#pragma once

#include <cstddef>
#include <map>

#include "region/interval.hpp"

namespace weft::stage {

/// The ranges of the puts since the logs were last known to be empty. It has few intervals: those
/// that overlap or touch are one, and beyond a bound the next are joined with what is between them,
/// which only makes ranks wait more often.
class PutRanges {
public:
    static constexpr std::size_t most_intervals = 1024;

    [[nodiscard]] bool touches(const region::Interval& range) const;
    void add(region::Interval range);
    void forget() { ranges_.clear(); }
    [[nodiscard]] std::size_t count() const { return ranges_.size(); }

private:
    std::map<std::int64_t, std::int64_t> ranges_;  // begin to end
};

}  // namespace weft::stage
