// SPDX-License-Identifier: BSD-3-Clause
#include "parts/name_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "parts/paths.hpp"
#include "parts/set_id.hpp"

namespace weft::parts {
namespace {

constexpr std::size_t longest_name = 4096;  // no path of the system is longer

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

/// The name for a message: without control characters, and cut to a length.
std::string shown(std::string_view name) {
    constexpr std::size_t most = 200;
    std::string text;
    for (const char c : name.substr(0, most)) {
        if (is_control(c)) {
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
            text += c;
        }
    }
    return name.size() > most ? text + "..." : text;
}

bool climbs(std::string_view folder) {
    for (std::size_t begin = 0; begin < folder.size();) {
        const std::size_t end = std::min(folder.find('/', begin), folder.size());
        if (folder.substr(begin, end - begin) == "..") return true;
        begin = end + 1;
    }
    return false;
}

/// The reason why a folder in a name is refused. Colons separate folders in a hint, so no folder
/// may have one, except as in "ssh://host/" and "host:folder/".
std::string fault_of_folder(std::string_view folder, bool is_elsewhere) {
    if (folder.find(':') != std::string_view::npos)
        return "has a colon in its folder, like names on other machines";
    if (climbs(folder)) return "has '..' in its folder";
    if (folder.starts_with("//")) return "begins with '//'";
    if (folder.starts_with('~')) return "begins with '~'";
    if (folder.starts_with('/') && is_elsewhere)
        return "is an absolute path, and the master is on another machine";
    return {};
}

Status not_counting(const std::string& what) {
    return {Code::enotnc, "the master of a set is damaged: " + what};
}

}  // namespace

NameRule::NameRule(const Table& table, const MasterPlace& master)
    : table_(table), master_(master), masters_name_(file_of(master.path)), id_(text_of(table.id)) {}

std::string_view NameRule::name_of(int part) const {
    return table_.names[static_cast<std::size_t>(part)];
}

std::string NameRule::end_of(int part, bool has_folder) const {
    return end_of_name(has_folder ? id_ : std::string_view(), table_.epoch_of(part),
                       table_.range_of(part));
}

std::string_view NameRule::folder_of_part(int part) const {
    return folder_of(name_of(part));
}

bool NameRule::is_namesake(int part) const {
    return stem_of_name(table_, part) == masters_name_;
}

/// The reason why a name is refused; "" if it is allowed.
std::string NameRule::fault_of(int part) const {
    const std::string_view name = name_of(part);
    if (name.size() > longest_name) return fmt::format("has {} bytes", name.size());
    if (std::ranges::any_of(name, is_control)) return "has a control character or a line break";
    const std::string fault = fault_of_folder(folder_of_part(part), master_.is_elsewhere);
    return fault.empty() ? fault_of_form(part) : fault;
}

std::string NameRule::fault_of_form(int part) const {
    const std::string_view folder = folder_of_part(part);
    const std::string_view file = file_of(name_of(part));
    const std::string end = end_of(part, !folder.empty());
    if (file.size() <= end.size() || !file.ends_with(end))
        return fmt::format("does not end in '{}'", end);
    if (file == masters_name_) return "is the master's own name";
    if (master_.is_elsewhere && file.starts_with('~')) return "begins with '~'";
    const int first = table_.part_at(table_.epoch_of(part), 0);
    const bool is_like_first =
        name_of(first).empty() ||
        stem_of_name(table_, first) == file.substr(0, file.size() - end.size());
    return is_like_first ? "" : fmt::format("does not begin like the name of part {}", first);
}

Status NameRule::check(int part) const {
    if (name_of(part).empty()) return not_counting(fmt::format("part {} has no name", part));
    const std::string fault = fault_of(part);
    if (fault.empty()) return {};
    return not_counting(
        fmt::format("part {} is called '{}', which {}", part, shown(name_of(part)), fault));
}

Status NameRule::check_all() const {
    for (int part = 0; part < table_.part_count(); ++part) {
        if (name_of(part).empty()) return check(part);
    }
    return check_given();
}

/// Checks all names. There may be thousands, most of which differ from a permitted one only in
/// their numbers.
Status NameRule::check_given() const {
    constexpr std::size_t most_fronts = 64;     // of names in an epoch
    std::vector<std::string_view> fronts = {};  // of permitted names
    for (int part = 0; part < table_.part_count(); ++part) {
        if (table_.range_of(part) == 0) fronts.clear();
        const std::string_view name = name_of(part);
        if (name.empty()) continue;
        const std::string end = end_of(part, name.find('/') != std::string_view::npos);
        const std::string_view front =
            name.substr(0, name.size() - std::min(name.size(), end.size()));
        const bool is_like_others = name.ends_with(end) && !name.ends_with(masters_name_) &&
                                    name.size() <= longest_name &&
                                    std::ranges::find(fronts, front) != fronts.end();
        if (is_like_others) continue;
        const Status status = check(part);
        if (!status.ok()) return status;
        if (fronts.size() < most_fronts) fronts.push_back(front);
    }
    return {};
}

Status NameRule::check_new() const {
    for (int part = 0; part < table_.part_count(); ++part) {
        const std::string fault = fault_of(part);
        if (!fault.empty())
            return {Code::ebadname, fmt::format("the part file would be called '{}', which {}",
                                                shown(name_of(part)), fault)};
    }
    return {};
}

}  // namespace weft::parts
