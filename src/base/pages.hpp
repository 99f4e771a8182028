// SPDX-License-Identifier: BSD-3-Clause
// Large memory in huge pages, if the kernel has some: first use costs a page fault for every 2 MiB
// instead of every 4 KiB.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace weft {

/// Advises the system to use huge pages; without huge pages it does nothing.
void ask_for_huge_pages(std::byte* begin, std::size_t bytes);

struct FreePages {
    void operator()(std::byte* pages) const { std::free(pages); }
};
using Pages = std::unique_ptr<std::byte[], FreePages>;

/// Allocates at least so many uninitialised bytes; null if there is no memory.
Pages take_pages(std::size_t bytes);

}  // namespace weft
