// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/tally.hpp"

#include <type_traits>

#include "tools/shared/number_text.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

template <class T>
void merge(const ValueTally& other, ValueTally& tally) {
    tally.missing += other.missing;
    if (other.present == 0) return;
    const bool is_first = tally.present == 0;
    const T least = load<T>(other.least.data());
    const T largest = load<T>(other.largest.data());
    if (is_first || least < load<T>(tally.least.data())) tally.least = other.least;
    if (is_first || largest > load<T>(tally.largest.data())) tally.largest = other.largest;
    tally.present += other.present;
    tally.sum.add(other.sum);
}

}  // namespace

void add_values(types::External type, std::span<const std::byte> bytes,
                const MissingValues& missing, ValueTally& tally) {
    const BlockPasses& passes = *passes_that_run().front();
    const BlockTally block = passes[static_cast<std::size_t>(type) - 1](bytes, missing);
    ValueTally all;
    all.present = block.present;
    all.missing = std::ssize(bytes) / types::size_of(type) - block.present;
    all.least = block.least;
    all.largest = block.largest;
    for (const double sum : block.sums) all.sum.add(sum);
    add_tally(type, all, tally);
}

void add_tally(types::External type, const ValueTally& other, ValueTally& tally) {
    with_value_type(type, [&]<class T>(std::type_identity<T>) { merge<T>(other, tally); });
}

}  // namespace weft::tools
