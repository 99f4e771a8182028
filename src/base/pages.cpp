// SPDX-License-Identifier: BSD-3-Clause
#include "base/pages.hpp"

#include <sys/mman.h>

namespace weft {
namespace {

constexpr std::size_t huge_page = 2 << 20;

}  // namespace

void ask_for_huge_pages(std::byte* begin, std::size_t bytes) {
    (void)madvise(begin, bytes, MADV_HUGEPAGE);
}

Pages take_pages(std::size_t bytes) {
    if (bytes < huge_page) return Pages(static_cast<std::byte*>(std::malloc(bytes)));
    const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
    Pages pages(static_cast<std::byte*>(std::aligned_alloc(huge_page, rounded)));
    if (pages != nullptr) ask_for_huge_pages(pages.get(), rounded);
    return pages;
}

}  // namespace weft
