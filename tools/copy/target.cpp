// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/target.hpp"

#include <utility>

#include "storage/any_store.hpp"
#include "storage/path_scheme.hpp"

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

Status CopyTarget::create_or_go_on(const Team& team, const std::string& path,
                                   const std::string& source) {
    const bool has_link = storage::is_elsewhere(path) || storage::is_elsewhere(source);
    if (!has_link || team.size() > 1) return create(team, path, source);
    auto resumable = std::make_unique<ResumableFile>();
    const Status opened = resumable->open(path, source);
    // Without locks two copies could write to one file at the same time.
    if (opened.code() == Code::enotsupport) return create(team, path, source);
    if (!opened.ok()) return opened;
    path_ = resumable->path();
    resumable_ = std::move(resumable);
    return {};
}

Status CopyTarget::put_in_place(const Team& team, Status mine) {
    if (resumable_ != nullptr) {
        if (mine.ok()) mine = resumable_->put_in_place();
        if (mine.ok()) return mine;
        return {mine.code(), mine.context() + "; the bytes so far are in \"" + path_ +
                                 "\", and the same command continues from there"};
    }
    if (shared_) mine.keep_first(shared_->close());
    const Status written = team.agree(mine);
    if (!written.ok()) return written;
    return team.agree(team.is_first() ? new_file_.put_in_place() : Status());
}

}  // namespace weft::tools
