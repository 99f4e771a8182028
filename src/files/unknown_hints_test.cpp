// SPDX-License-Identifier: BSD-3-Clause
#include "files/unknown_hints.hpp"

#include <gtest/gtest.h>

namespace weft::files {
namespace {

TEST(UnknownHints, AreNamedWithWhatMayHaveBeenMeant) {
    EXPECT_EQ(note_of_unknown_hints({{"weft_part_dir", "a:b"}, {"weft_xyzzy", "1"}}),
              "there is no hint 'weft_part_dir'; did you mean 'weft_part_dirs'?; "
              "there is no hint 'weft_xyzzy'");
}

TEST(UnknownHints, AreNotThoseOfOtherLibraries) {
    EXPECT_EQ(note_of_unknown_hints({{"weft_parts", "4"}, {"bluegene_gpfs", "1"}, {"weft", ""}}),
              "");
}

}  // namespace
}  // namespace weft::files
