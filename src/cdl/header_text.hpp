// SPDX-License-Identifier: BSD-3-Clause
// The grammar of the text before the data section: which statement comes next, and in which section
// it may be. Definitions reads the statements.
#pragma once

#include <optional>

#include "cdl/definitions.hpp"
#include "cdl/grammar.hpp"
#include "cdl/reader.hpp"

namespace weft::cdl {

/// Reads a header; failures are in the lexer.
class HeaderText {
public:
    HeaderText(Lexer& lexer, bool is_netcdf4)
        : lexer_(lexer), is_netcdf4_(is_netcdf4), definitions_(lexer, header_.schema) {}
    HeaderText(const HeaderText&) = delete;
    HeaderText& operator=(const HeaderText&) = delete;

    /// Ends behind "data:", or at the closing brace of a text without data.
    void read();
    [[nodiscard]] bool has_data() const { return has_data_; }
    [[nodiscard]] Header& header() { return header_; }

private:
    enum class Section { none, dimensions, variables };

    void begin();
    bool statement();
    void note();
    bool named_statement(const Name& name, bool touches_colon);
    bool owner_or_section(const Name& name, std::optional<types::External> type,
                          bool touches_colon);
    bool section(const Name& name);
    void fail_behind(const Name& name, bool is_type);
    void fail_beyond_classic(const Name& name);
    void finish();
    void choose_version();

    Lexer& lexer_;
    bool is_netcdf4_;  // whatever the text says
    Header header_;
    Definitions definitions_;  // into header_
    Section section_ = Section::none;
    bool has_data_ = false;
    std::optional<format::Version> version_of_comment_;
};

}  // namespace weft::cdl
