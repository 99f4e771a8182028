// SPDX-License-Identifier: BSD-3-Clause
#include "journal/journal_test_outcome.hpp"

#include <algorithm>

#include "journal/journal_test_disk.hpp"
#include "storage/test_bytes.hpp"

namespace weft::journal {

ChangeOutcome apply(const ChangeCase& tested, storage::File& file) {
    const mpi::Comm self = mpi::Comm::self();
    return apply_change(tested.change, file, tested.chunk_bytes, self.view(),
                        mpi::IoRanks(self.view()));
}

std::string old_or_new(const ChangeCase& tested, const Bytes& contents) {
    const Bytes old = tested.old_contents();
    if (contents == old) return "old";
    const Bytes changed = tested.new_contents();
    if (contents == changed) return "new";
    const auto rest = changed.begin() + std::min(std::ssize(contents), std::ssize(changed));
    if (tested.on_blocks && std::equal(changed.begin(), rest, contents.begin(), contents.end()) &&
        std::all_of(rest, changed.end(), [](std::byte byte) { return byte == std::byte{0}; }))
        return "new, but short";
    const bool begins_old =
        contents.size() > old.size() && std::equal(old.begin(), old.end(), contents.begin());
    return begins_old ? "old with a tail" : "neither";
}

bool is_sound(const std::string& state) {
    return state == "old" || state == "new" || state == "old with a tail" ||
           state == "new, but short";
}

std::string after_recovery(const ChangeCase& tested, storage::MemoryStore& store) {
    for (const bool again : {false, true}) {
        const auto file = storage::opened(store, test_path, storage::to_write);
        const Result<bool> recovered = recover(*file);
        if (!recovered.ok()) return recovered.status().context();
        if (again && recovered.value()) return "interrupted after recovery";
    }
    return old_or_new(tested, stored_contents(store));
}

}  // namespace weft::journal
