// SPDX-License-Identifier: BSD-3-Clause
// Replaces storage/choose_store.cpp in libraries that only tests link
// (cmake/WeftTestingStores.cmake): local files are on the store that the environment names. A
// misspelt plan ends the program, because the test would pass without its fault.
#include "storage/choose_store.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "storage/any_store.hpp"
#include "storage/testing/planned_store.hpp"
#include "storage/testing/target_clocks.hpp"

namespace weft::storage {

std::unique_ptr<Store> choose_store(const RemoteWays& ways) {
    const char* const plan = std::getenv("WEFT_PLANNED_STORE");
    Result<std::unique_ptr<Store>> here = planned_store(plan == nullptr ? "" : plan);
    if (!here.ok()) {
        std::fprintf(stderr, "WEFT_PLANNED_STORE=%s: %s\n", plan, here.status().context().c_str());
        std::abort();
    }
    return std::make_unique<AnyStore>(std::move(here).value(), ways);
}

Clock& clock_of_target(const std::string& path) {
    Clock* const own = own_clock_of(path);
    return own == nullptr ? machine_clock() : *own;
}

}  // namespace weft::storage
