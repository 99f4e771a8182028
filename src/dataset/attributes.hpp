// SPDX-License-Identifier: BSD-3-Clause
// Attributes of the file and of variables, as the program gets and changes them. The contract gives
// the order of the checks. Nothing communicates but the steps that are passed in.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "container/definition.hpp"
#include "dataset/arguments.hpp"
#include "dataset/change.hpp"
#include "model/schema.hpp"
#include "types/types.hpp"

namespace weft::dataset {

using container::Definition;

/// Copies an attribute's values to `address`; `type` not set: as the attribute's own.
Status get_attribute(const Definition& definition, int owner, const char* name, void* address,
                     std::optional<types::Memory> type);

/// Makes only changes after which every attribute is legal.
class Attributes {
public:
    /// Returns an error if no program may define this attribute of a variable, or a global one
    /// (-1).
    using NameCheck = std::function<Status(int owner, std::string_view name)>;

    Attributes(Definition& definition, const ChangeRules& rules, ChangeSteps& steps,
               NameCheck check_name)
        : definition_(definition),
          rules_(rules),
          steps_(steps),
          check_name_(std::move(check_name)) {}

    /// Warns by Code::erange if a value had to be replaced.
    Status put(int owner, const char* name, int type, const AttributeValues& values);
    Status remove(int owner, const char* name);
    Status rename(int owner, const char* name, const char* new_name);
    /// Copies an attribute of `source`, which may be the same definition, to `owner` of this one.
    Status copy(const Definition& source, int source_owner, const char* name, int owner);

private:
    /// An attribute with these values; `in_range`: all of them fit its type.
    struct NewAttribute {
        Status status;
        bool in_range = true;
        model::Attribute attribute;
    };

    void begin(int owner, const char* name, int type, const AttributeValues& values,
               NewAttribute& made) const;
    [[nodiscard]] Status check_values(int owner, std::string_view name, types::External type,
                                      const AttributeValues& values) const;
    [[nodiscard]] Status check_fill_value(int owner, std::string_view name, types::External type,
                                          std::int64_t count) const;
    [[nodiscard]] Status check_room(int owner, const model::Attribute& attribute) const;
    [[nodiscard]] Status check_new_name(int owner, const Result<int>& id,
                                        const Result<std::string>& name) const;
    [[nodiscard]] model::AttributeList& list_of(int owner) const;
    void store(int owner, model::Attribute&& attribute);

    Definition& definition_;
    ChangeRules rules_;
    ChangeSteps& steps_;
    NameCheck check_name_;
};

}  // namespace weft::dataset
