// SPDX-License-Identifier: BSD-3-Clause
#include "formats/set_aside.hpp"

#include <fmt/format.h>

#include <utility>

#include "container/format.hpp"
#include "formats/table.hpp"
#include "parts/paths.hpp"
#include "parts/set_id.hpp"

namespace weft::formats {

SetAside::SetAside(storage::Store& store)
    : store_(&store), mark_(parts::text_of(parts::draw_set_id())) {}

Result<std::vector<std::string>> other_files(storage::Store& store, const std::string& path) {
    std::vector<std::string> all;
    for (const container::Format* format : table) {
        if (format->other_files == nullptr) continue;
        const auto files = format->other_files(store, path);
        if (!files.ok()) return files.status();
        all.insert(all.end(), files.value().begin(), files.value().end());
    }
    return all;
}

Result<SetAside> SetAside::others_of(storage::Store& store, const std::string& path) {
    SetAside aside(store);
    const auto files = other_files(store, path);
    if (!files.ok()) return files.status();
    for (const std::string& file : files.value()) {
        const Status moved = aside.add(file);
        if (!moved.ok()) return moved;
    }
    return aside;
}

/// The new name is short, because names have a longest length.
Status SetAside::add(const std::string& path) {
    Moved moved{path,
                fmt::format("{}.weft-removed-{}-{}", parts::folder_of(path), mark_, moved_.size())};
    const Status renamed = store_->rename(moved.from, moved.to);
    if (!renamed.ok()) return put_back(renamed);
    moved_.push_back(std::move(moved));
    return {};
}

Status SetAside::put_back(const Status& why) {
    std::string stay;
    for (auto moved = moved_.rbegin(); moved != moved_.rend(); ++moved) {
        if (!store_->rename(moved->to, moved->from).ok())
            stay += fmt::format("; '{}' is now called '{}'", moved->from, moved->to);
    }
    moved_.clear();
    return stay.empty() ? why : Status(why.code(), why.context() + stay);
}

Status SetAside::remove() {
    Status status;
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        const Status removed = store_->remove(moved_[i].to);
        if (!removed.ok() && i == 0) return removed;
        status.keep_first(removed);
    }
    moved_.clear();
    return status;
}

}  // namespace weft::formats
