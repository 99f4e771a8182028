// SPDX-License-Identifier: BSD-3-Clause
// Error codes as words: symbol, message, and what to do.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/error_codes.hpp"

namespace weft::tools {

struct ErrorAdvice {
    Code code;
    const char* text;
};

/// Advice on error codes; codes without advice are missing. It comes from api/errors.tsv.
std::span<const ErrorAdvice> all_error_advice();

/// The advice for a code, or "".
std::string_view advice_for(Code code);

/// The texts of a code; those of NC_EINTERNAL for an unknown number.
CodeText text_of_code(Code code);

/// Finds a code by number ("-51") or symbol, with or without its NC_, in any case.
std::optional<CodeText> find_code(std::string_view word);

}  // namespace weft::tools
