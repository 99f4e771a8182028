// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/fault_plan.hpp"

#include <algorithm>
#include <charconv>
#include <string>

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

/// The words of a plan, one after the other, with their positions.
class Words {
public:
    explicit Words(std::string_view text) : text_(text) {}

    /// Takes the text before the next ':'.
    std::string_view take() {
        place_ = next_;
        const std::string_view rest = text_.substr(std::min(next_, text_.size()));
        const std::string_view word = rest.substr(0, rest.find(':'));
        next_ += word.size() + 1;
        return word;
    }
    /// Whether no word is left, not even an empty one.
    [[nodiscard]] bool at_end() const { return next_ > text_.size(); }

    /// An error at the word that was taken last.
    [[nodiscard]] Status wrong(std::string_view wanted) const {
        return {Code::einval, "a fault plan is kind:n:what[:forever]; at character " +
                                  std::to_string(place_ + 1) + " of '" + std::string(text_) +
                                  "' there must be " + std::string(wanted)};
    }

private:
    std::string_view text_;
    std::size_t place_ = 0;
    std::size_t next_ = 0;
};

std::optional<Operation> operation_named(std::string_view name) {
    for (int i = 0; i < operation_count; ++i) {
        const auto operation = static_cast<Operation>(i);
        if (name_of(operation) == name) return operation;
    }
    return std::nullopt;
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

Result<FaultPlan> FaultPlan::parse(std::string_view text) {
    FaultPlan plan;
    Words words(text);
    const std::string_view kind = words.take();
    plan.operation = operation_named(kind);
    if (!plan.operation && kind != "any") return words.wrong("a kind of call, or any");
    if (!parse_call(words.take(), plan.call)) return words.wrong("the number of a call");
    if (!parse_effect(words.take(), plan))
        return words.wrong("the name of an error, or SHORT or ZERO for reads and writes");
    if (words.at_end()) return plan;
    const bool would_never_end = plan.effect == Effect::error && plan.error_number == EINTR;
    if (words.take() != "forever" || would_never_end || !words.at_end())
        return words.wrong("nothing, or 'forever' at the end, but not with EINTR");
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
