// SPDX-License-Identifier: BSD-3-Clause
// What distinguishes a file from the usual one with the same definitions and values. A text that
// records it can be turned back into the same file, byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "storage/file.hpp"

namespace weft::container {

/// The offsets of variables and the size of the file, where they are not the usual ones.
struct ExactPlaces {
    std::vector<std::int64_t> begins;        // of the variables, side by side: empty
    std::optional<std::int64_t> file_bytes;  // unless it follows from the rest
};

/// Bytes that differ from the usual ones.
struct Oddity {
    // If > 0, the bytes are in a header of this length; 0: they are between or behind values.
    std::int64_t header_bytes = 0;
    std::int64_t offset = 0;  // in the file, of the first byte
    std::int64_t pitch = 1;   // from one repetition to the next
    std::int64_t times = 1;
    std::span<const std::byte> bytes;  // at least one
};

/// The offsets and the size that a text asks for.
struct AskedPlaces {
    std::vector<std::optional<std::int64_t>> begins;  // of each variable, or of none
    std::optional<std::int64_t> file_bytes;
};

struct ExactPlan {
    int kind;  // NC_FORMAT_*
    const model::Schema& schema;
    AskedPlaces places;
};

/// Writes a file from its values, which arrive one variable after the other in file form. Values
/// that do not arrive are filled. If has_failed(), a failure is one of the file; else it is one of
/// the values.
class ExactWriter {
public:
    virtual ~ExactWriter() = default;

    /// Sets the file, which is empty and outlives the writer. Must be called first.
    virtual void write_to(storage::File& file) = 0;
    /// Begins the values of a variable, which may be done once. put() appends values in row-major
    /// order; the last ones may be missing.
    virtual Status begin_variable(int id) = 0;
    virtual Status put(std::span<const std::byte> values) = 0;
    virtual Status end_variable() = 0;
    /// Called outside of a variable.
    virtual Status put_oddity(const Oddity& odd) = 0;
    virtual Status finish() = 0;
    [[nodiscard]] virtual bool has_failed() const = 0;
};

}  // namespace weft::container
