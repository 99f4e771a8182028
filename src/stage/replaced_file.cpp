// SPDX-License-Identifier: BSD-3-Clause
#include "stage/replaced_file.hpp"

#include "storage/durable_name.hpp"

namespace weft::stage {

Status replace_file(storage::Store& store, const std::string& path,
                    const std::function<Status(storage::File&)>& write) {
    const std::string draft = draft_of(path);
    static_cast<void>(store.remove(draft));
    const auto opened =
        store.open_file(draft, {.writable = true, .create = true, .exclusive = true});
    if (!opened.ok()) return opened.status();
    Status written = write(*opened.value());
    if (written.ok()) written = opened.value()->sync();
    written.keep_first(opened.value()->close());
    if (written.ok()) written = store.rename(draft, path);
    if (written.ok()) return storage::make_name_durable(store, path);
    static_cast<void>(store.remove(draft));
    return written;
}

}  // namespace weft::stage
