// SPDX-License-Identifier: BSD-3-Clause
// The definitions of a header: dimensions, variables and attributes. Each is read from behind the
// words that begin its statement, and is added to the schema after its checks: its name is unused,
// its dimensions exist, its values fit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cdl/grammar.hpp"
#include "cdl/special_attribute.hpp"
#include "format/version.hpp"
#include "model/schema.hpp"

namespace weft::cdl {

/// The owner of attributes of the whole file, where others have the number of a variable.
inline constexpr int global_owner = -1;

/// Reads definitions into a schema; failures are in the lexer.
class Definitions {
public:
    Definitions(Lexer& lexer, model::Schema& schema) : lexer_(lexer), schema_(schema) {}

    /// The token is the length.
    void dimension(const Name& name);
    /// Reads what follows a type: an attribute, or variables; the token is a name.
    void declarations(types::External type);
    /// The token is the attribute's name.
    void attribute(int variable_id, std::optional<types::External> type);

    /// The variable's number, or -1.
    [[nodiscard]] int find_variable(const Name& name) const;
    /// The format of the attribute _Format.
    [[nodiscard]] std::optional<format::Version> asked_version() const { return asked_version_; }
    /// NC_FORMAT_* of that format, if it is a kind of netCDF-4 files; else 0.
    [[nodiscard]] int netcdf4_kind() const { return netcdf4_kind_; }
    /// What the text says about the storage of variables.
    [[nodiscard]] std::vector<SpecialAttribute>& special() { return special_; }
    /// The number of records in a comment behind the unlimited dimension.
    [[nodiscard]] std::int64_t records_of_comment() const { return records_of_comment_; }
    /// Fails if unlimited dimensions are such as only netCDF-4 files have.
    void check_classic_growth();

private:
    /// A failure of the text unless it is of a netCDF-4 file.
    struct Refusal {
        Code code;
        Position position;
        std::string sentence;
    };

    void variable(types::External type, const Name& name);
    void variable_dimensions(model::Variable& variable);
    void special_attribute(int variable_id, const Name& name);
    void format_attribute(Position position, const std::string& text);
    void named_attribute(int variable_id, std::optional<types::External> type, const Name& name);
    std::string checked_name(const Name& name);

    Lexer& lexer_;
    model::Schema& schema_;
    std::optional<format::Version> asked_version_;
    int netcdf4_kind_ = 0;
    std::vector<SpecialAttribute> special_;
    std::int64_t records_of_comment_ = 0;
    std::optional<Refusal> free_growth_;  // the first
};

}  // namespace weft::cdl
