// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/target.hpp"

#include <utility>

#include "storage/any_store.hpp"

namespace weft::tools {

Status CopyTarget::create(const Team& team, const std::string& path, const std::string& source) {
    const Status created = team.agree(team.is_first() ? new_file_.create(path, source) : Status());
    if (!created.ok()) return created;
    path_ = team.text_of_first(new_file_.temporary_path());
    if (team.is_first()) return team.agree({});
    Result<std::unique_ptr<storage::File>> opened =
        storage::AnyStore().open_file(path_, {.writable = true});
    if (opened.ok()) shared_ = std::move(opened).value();
    return team.agree(opened.status());
}

Status CopyTarget::put_in_place(const Team& team, Status mine) {
    if (shared_) mine.keep_first(shared_->close());
    const Status written = team.agree(mine);
    if (!written.ok()) return written;
    return team.agree(team.is_first() ? new_file_.put_in_place() : Status());
}

}  // namespace weft::tools
