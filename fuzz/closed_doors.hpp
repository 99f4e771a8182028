// SPDX-License-Identifier: BSD-3-Clause
// The ways out of a process: starting another, connecting, and loading the library that does both.
// While they are shut, whoever tries one ends the process with a sentence, which is how a fuzzer
// learns of it.
#pragma once

namespace weft::fuzz {

void shut_doors(bool shut);

}  // namespace weft::fuzz
