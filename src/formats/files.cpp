// SPDX-License-Identifier: BSD-3-Clause
#include "formats/files.hpp"

#include <fmt/format.h>

#include "files/file_stage.hpp"
#include "formats/set_aside.hpp"
#include "stage/recovery.hpp"
#include "storage/any_store.hpp"
#include "storage/links.hpp"
#include "storage/path_prefix.hpp"

namespace weft::formats {
namespace {

storage::Intent afresh(bool striped) {
    return {.writable = true, .create = true, .truncate = true, .striped = striped, .facts = true};
}

/// Makes a new file in place of that at `path`, which is not a link, and whose dataset has other
/// files, which have been set aside. All are removed when the new file exists; on failure nothing
/// has changed. `left`: a file that could not be removed.
Result<storage::Opened> in_place_of_several(storage::Store& store, const std::string& path,
                                            const storage::Intent& intent, SetAside& old,
                                            std::string& left) {
    const Status moved = old.add(path);
    if (!moved.ok()) return moved;
    Result<storage::Opened> file = store.open(path, intent);
    if (!file.ok()) return old.put_back(file.status());
    const Status removed = old.remove();
    if (removed.ok()) return file;
    if (!old.is_empty()) return old.put_back(removed);
    left = removed.context();
    return file;
}

}  // namespace

Result<storage::Opened> exclusive_file(storage::Store& store, const std::string& path,
                                       bool striped) {
    // Does not test first whether the file exists, because the answer may be out of date.
    auto made = store.open(
        path,
        {.writable = true, .create = true, .exclusive = true, .striped = striped, .facts = true});
    if (made.code() != Code::eexist) return made;
    return Status(Code::eexist, fmt::format("'{}' exists and NC_NOCLOBBER was given", path));
}

Result<storage::Opened> fresh_file(storage::Store& store, const std::string& path, bool striped,
                                   std::string& left) {
    const auto facts = store.inspect(path);
    const bool exists = facts.ok() && facts.value().exists;
    if (!exists || !facts.value().is_regular) return store.open(path, afresh(striped));
    Result<SetAside> others = SetAside::others_of(store, path);
    if (!others.ok()) return others.status();
    if (!others.value().is_empty())
        return in_place_of_several(store, storage::behind_links(path), afresh(striped),
                                   others.value(), left);
    const Status removed = facts.value().is_symlink ? Status() : store.remove(path);
    const bool is_gone =
        removed.ok() || removed.code() == Code::enoent;  // another program removed it first
    return is_gone ? store.open(path, afresh(striped)) : removed;
}

namespace {

using Stage = std::optional<stage::StageFound>;

/// The stage of the file, unless a program uses it.
Result<Stage> unused_stage(storage::Store& store, const std::string& path) {
    Result<Stage> found = stage::find_stage(store, path);
    const bool is_used =
        found.ok() && found.value() && found.value()->has(stage::LogCondition::live);
    if (!is_used) return found;
    return Status(Code::eaccess,
                  fmt::format("\"{}\": a program stages bytes for the file of this name", path));
}

}  // namespace

Status check_replaceable(const std::string& path) {
    storage::AnyStore store;
    return unused_stage(store, path).status();
}

Status replace_file(const std::string& complete, const std::string& path, std::string& left) {
    storage::AnyStore store;
    const Result<Stage> staged = unused_stage(store, path);
    if (!staged.ok()) return staged.status();
    Result<SetAside> others = SetAside::others_of(store, path);
    if (!others.ok()) return others.status();
    SetAside& old = others.value();
    const Status renamed = store.rename(complete, path);
    if (!renamed.ok()) return old.put_back(renamed);
    const Status removed = old.remove();
    if (!removed.ok())
        left =
            fmt::format("a part of the replaced set could not be removed: {}", removed.context());
    const auto dropped = files::drop_stage(store, path, staged.value());
    if (!dropped.ok())
        left = fmt::format("what was staged for the replaced file could not be dropped: {}",
                           dropped.status().context());
    else if (dropped.value() == files::StageLeft::in_use)
        left = "a program has begun to stage bytes for the file that was replaced";
    return {};
}

Status remove_file(const std::string& path) {
    storage::AnyStore store;
    // A link is removed without its target.
    if (storage::behind_links(path) != storage::strip_path_prefix(path)) return store.remove(path);
    Result<SetAside> others = SetAside::others_of(store, path);
    if (!others.ok()) return others.status();
    SetAside& all = others.value();
    if (all.is_empty()) return store.remove(path);
    const Status moved = all.add(path);
    if (!moved.ok()) return moved;
    const Status removed = all.remove();
    return all.is_empty() ? removed : all.put_back(removed);
}

}  // namespace weft::formats
