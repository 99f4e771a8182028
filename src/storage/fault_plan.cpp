// SPDX-License-Identifier: BSD-3-Clause
#include "storage/fault_plan.hpp"

#include <charconv>

namespace weft::storage {
namespace {

struct ErrorName {
    std::string_view name;
    int number;
};

constexpr ErrorName error_names[] = {
    {"EACCES", EACCES}, {"EAGAIN", EAGAIN},         {"EBADF", EBADF},
    {"EDQUOT", EDQUOT}, {"EEXIST", EEXIST},         {"EFBIG", EFBIG},
    {"EINTR", EINTR},   {"EINVAL", EINVAL},         {"EIO", EIO},
    {"EISDIR", EISDIR}, {"EMFILE", EMFILE},         {"ENAMETOOLONG", ENAMETOOLONG},
    {"ENODEV", ENODEV}, {"ENOENT", ENOENT},         {"ENOLCK", ENOLCK},
    {"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC},         {"ENOSYS", ENOSYS},
    {"EPERM", EPERM},   {"EOPNOTSUPP", EOPNOTSUPP}, {"EROFS", EROFS},
    {"ESTALE", ESTALE}, {"ETIMEDOUT", ETIMEDOUT},
};

// The text before the next ':', which is taken off.
std::string_view take_word(std::string_view& text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    text.remove_prefix(colon == std::string_view::npos ? text.size() : colon + 1);
    return word;
}

bool parse_call(std::string_view word, std::int64_t& call) {
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, call);
    return error == std::errc() && stop == end && call >= 0;
}

bool parse_effect(std::string_view word, FaultPlan& plan) {
    const bool moves_bytes =
        !plan.operation || plan.operation == Operation::read || plan.operation == Operation::write;
    if (word == "SHORT" || word == "ZERO") {
        plan.effect =
            word == "SHORT" ? FaultPlan::Effect::cut_short : FaultPlan::Effect::nothing_moved;
        return moves_bytes;
    }
    for (const ErrorName& error : error_names) {
        if (error.name != word) continue;
        plan.error_number = error.number;
        return true;
    }
    return false;
}

}  // namespace

std::optional<FaultPlan> FaultPlan::parse(std::string_view text) {
    FaultPlan plan;
    const std::string_view kind = take_word(text);
    plan.operation = operation_named(kind);
    if (!plan.operation && kind != "any") return std::nullopt;
    if (!parse_call(take_word(text), plan.call)) return std::nullopt;
    if (!parse_effect(take_word(text), plan)) return std::nullopt;
    if (text.empty()) return plan;
    const bool would_never_end = plan.effect == Effect::error && plan.error_number == EINTR;
    if (text != "forever" || would_never_end) return std::nullopt;
    plan.forever = true;
    return plan;
}

const FaultPlan* FaultTrigger::next(Operation operation) {
    const std::int64_t of_all = ++all_calls_;
    const std::int64_t of_kind = ++calls_[static_cast<std::size_t>(operation)];
    if (plan_.call == 0 || (plan_.operation && plan_.operation != operation)) return nullptr;
    const std::int64_t call = plan_.operation ? of_kind : of_all;
    if (call != plan_.call && !(plan_.forever && call > plan_.call)) return nullptr;
    ++faults_;
    return &plan_;
}

}  // namespace weft::storage
