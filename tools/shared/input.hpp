// SPDX-License-Identifier: BSD-3-Clause
// A dataset that one thread of this process reads: its definition and its values, whatever its
// format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "container/references.hpp"
#include "container/regions.hpp"
#include "container/stored.hpp"
#include "model/origin.hpp"
#include "model/schema.hpp"
#include "tools/shared/boxes.hpp"
#include "tools/shared/form.hpp"
#include "tools/shared/indices.hpp"

namespace weft::dataset {
class Dataset;
}
namespace weft::container {
struct RecordForm;
}

namespace weft::tools {

class ValueAccess;

/// Elements [first, first + n) of a variable, in the order of the file; `values` has room for n.
struct Elements {
    int variable = 0;
    std::int64_t first = 0;
    std::span<std::byte> values;
};

class Input {
public:
    /// "-" is standard input. The failure says what else the file is, and for one with an
    /// interrupted change of its definition what to do.
    static Result<Input> open(const std::string& path);

    /// Makes this the part with these indices of each dimension.
    void narrow(std::vector<Indices> of);
    [[nodiscard]] bool is_part() const { return part_.has_value(); }

    [[nodiscard]] const model::Schema& schema() const;
    [[nodiscard]] int format() const;
    /// The number of files beside the first that hold values.
    [[nodiscard]] int parts() const;

    /// The groups, and the types that the files keep by themselves, also if this is a part.
    [[nodiscard]] std::vector<std::string> groups() const;
    [[nodiscard]] std::vector<model::NamedType> types() const;
    /// What the file says of the software that wrote it; empty for a format that does not say.
    [[nodiscard]] std::optional<model::Origin> origin() const;

    /// The number of elements of a variable.
    [[nodiscard]] std::int64_t values_of(int variable) const;
    /// Reads elements; zeros for those that the files lack.
    Status read(std::span<const Elements> elements, Form form = Form::native) const;
    Status read(int variable, std::int64_t first, std::span<std::byte> values,
                Form form = Form::native) const;

    /// Reads boxes of values, whose indices have a stride of 1.
    Status read(std::span<const BoxValues> boxes) const;

    /// `count` strings of a variable of strings.
    [[nodiscard]] Result<std::vector<std::string>> read_strings(int variable, std::int64_t first,
                                                                std::int64_t count) const;

    /// The form of records in the file; empty for a part. read_records() reads bytes of records in
    /// this form (container/container.hpp).
    [[nodiscard]] std::optional<container::RecordForm> record_form() const;
    Status read_records(std::int64_t offset, std::span<std::byte> bytes) const;

    /// Whether take_up_records() finds the records that other programs add; otherwise the file is
    /// read as it was when it was opened.
    [[nodiscard]] bool takes_up_records() const;
    /// Not for a part, whose dimensions stay as they are.
    Status take_up_records();

    /// The places of everything in the dataset, even if this is a part of it.
    [[nodiscard]] Result<container::Regions> regions() const;
    [[nodiscard]] Result<std::vector<std::int64_t>> stored_bytes() const;
    /// See Container::references(); this input outlives them.
    [[nodiscard]] Result<std::unique_ptr<container::References>> references(
        int variable, std::int64_t array_chunk_bytes) const;
    /// The number of bytes that nothing in the files refers to; empty if that is unknown.
    [[nodiscard]] Result<std::optional<std::int64_t>> lost_bytes() const;
    /// How much of the dataset the files hold, even if this is a part of it. Looks at all files.
    [[nodiscard]] Result<container::Stored> stored() const;
    /// Whether the files lack one of the first `count` elements of the variable, or of this part of
    /// it.
    [[nodiscard]] bool is_cut_short(const container::Stored& stored, int variable,
                                    std::int64_t count) const;
    [[nodiscard]] bool is_cut_short(const container::Stored& stored, int variable) const {
        return is_cut_short(stored, variable, values_of(variable));
    }
    /// The number from which on no values of the variable, or of this part of it, are in the files.
    [[nodiscard]] std::int64_t stored_values(const container::Stored& stored, int variable) const;

private:
    struct Part {
        model::Schema schema;
        std::vector<Indices> of;  // for each dimension
    };

    explicit Input(std::shared_ptr<dataset::Dataset> dataset) : dataset_(std::move(dataset)) {}
    [[nodiscard]] const model::Schema& whole() const;
    [[nodiscard]] Indices indices_of(int dimension) const;
    /// A box of the whole, and where its elements are in memory: the first, and the distances
    /// between neighbours (none: side by side).
    struct Piece {
        IndexBox box;
        std::int64_t at = 0;
        std::vector<std::int64_t> imap{};
    };
    [[nodiscard]] std::vector<Piece> pieces_of(int variable, std::int64_t first,
                                               std::int64_t count) const;
    [[nodiscard]] std::vector<Piece> pieces_of(int variable, std::span<const IndexBox> boxes) const;

    std::shared_ptr<dataset::Dataset> dataset_;  // closed with the last reference
    std::optional<Part> part_;
};

}  // namespace weft::tools
