// SPDX-License-Identifier: BSD-3-Clause
#include "storage/test_places.hpp"

namespace weft::storage {

std::vector<PlaceCase> place_cases() {
    return {
        {"PosixDisk", place_on_disk},
        {"PosixSharedMemory", [] { return std::make_unique<PosixPlace>("/dev/shm"); }},
        {"Memory", [] { return std::make_unique<MemoryPlace>(); }},
        {"AnyPosix", [] { return std::make_unique<AnyPlace>(place_on_disk()); }},
        {"FaultyMemory",
         [] { return std::make_unique<FaultyPlace>(std::make_unique<MemoryPlace>()); }},
        {"FaultyPosix", [] { return std::make_unique<FaultyPlace>(place_on_disk()); }},
        {"StaleMemory",
         [] { return std::make_unique<StalePlace>(std::make_unique<MemoryPlace>()); }},
        {"LatePosix", [] { return std::make_unique<LatePlace>(place_on_disk()); }},
        {"BackgroundMemory",
         [] { return std::make_unique<BackgroundPlace>(std::make_unique<MemoryPlace>()); }},
        {"BackgroundPosix", [] { return std::make_unique<BackgroundPlace>(place_on_disk()); }},
        {"ThrottledMemory",
         [] { return std::make_unique<ThrottledPlace>(std::make_unique<MemoryPlace>()); }},
        {"BackgroundThrottledMemory",
         [] {
             auto slow = std::make_unique<ThrottledPlace>(std::make_unique<MemoryPlace>());
             Clock& clock = slow->clock();
             return std::make_unique<BackgroundPlace>(std::move(slow), clock);
         }},
    };
}

std::vector<PlaceCase> read_only_place_cases() {
    return {
        {"ReadOnlyMemory",
         [] { return std::make_unique<ReadOnlyPlace>(std::make_unique<MemoryPlace>()); }},
        {"ReadOnlyPosix", [] { return std::make_unique<ReadOnlyPlace>(place_on_disk()); }},
    };
}

}  // namespace weft::storage
