// SPDX-License-Identifier: BSD-3-Clause
// A dataset as one file of the classic format (CDF-1, CDF-2, CDF-5): a header, the variables behind
// it, the records behind these (layout/layout.hpp). A header that changes is made by a journal that
// survives a crash (journal.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "classic/journal.hpp"
#include "container/container.hpp"
#include "format/byte_source.hpp"
#include "layout/layout.hpp"

namespace weft::classic {

using container::Alignment;

class Classic : public container::Container {
public:
    using Container::Container;

    Status read(storage::AsOpened& file, std::vector<std::byte>& told) override;
    Status hear(std::span<const std::byte> told) override;

    Status place(const Alignment& alignment) override;
    [[nodiscard]] PooledBytes encoded() const override;
    [[nodiscard]] PooledBytes encoded_without_records() const override;
    [[nodiscard]] Result<format::Schema> decoded(std::span<const std::byte> bytes) const override;
    [[nodiscard]] Status compare_places(const format::Schema& roots,
                                        const Alignment& alignment) const override;
    Status write_ahead(std::span<const std::byte> encoded) override;
    Status commit(const Alignment& alignment, PooledBytes encoded) override;
    Status rewrite() override;

    [[nodiscard]] std::optional<layout::Place> place_of(int variable) const override;
    void spread(const container::Prepared& prepared, const engine::Piece& model,
                container::Transfer& transfer) const override;
    Status fill(int variable, const container::ElementRange& range) override;

    Status announce_records() override;
    Status settle_sizes(bool is_changed) override;

    [[nodiscard]] std::int64_t header_bytes() const override;
    [[nodiscard]] std::int64_t header_extent() const override { return layout_.header_extent; }

    [[nodiscard]] std::int64_t offset_of(int variable) const override {
        return definition().schema.variable(variable).begin;
    }
    [[nodiscard]] const layout::Layout& layout() const { return layout_; }

protected:
    Classic(Classic&&) = default;

    /// What the first file says of itself. Of a set that is less than what is defined.
    [[nodiscard]] virtual layout::HeaderView first_header() const {
        return {definition().schema, layout_};
    }
    [[nodiscard]] engine::OtherWriters& company() const {
        return *context_.shared.file().other_writers;
    }

    // For a change of the first file.

    /// Collective, agreed. From the header that it has to the one that it is to have.
    Status change(const layout::HeaderView& old, const layout::HeaderView& now,
                  const PooledBytes& header);
    /// Rank 0. A header of the same length, give or take names and attributes, in place.
    Status replace_header(PooledBytes header);
    /// Rank 0. That of a new file. What an earlier attempt wrote is erased.
    Status write_new_header(std::span<const std::byte> header);
    /// Rank 0. A header that counts as many records as the file does: that is announce_records()'s
    /// matter.
    [[nodiscard]] PooledBytes with_records_of_file(const format::Schema& schema) const;
    /// The definition is in the files, as it was placed.
    void take_placed(PooledBytes header);

    // Rank 0. The number of records.
    [[nodiscard]] Result<std::int64_t> records_in_file() const;
    [[nodiscard]] storage::FinalSize announced_size(bool is_changed) const;

    layout::Layout layout_;       // of what is defined, as if in one file
    layout::Layout placed_;       // by place(), until it is committed
    PooledBytes header_in_file_;  // what the header of the first file says now (rank 0)
    std::int64_t recorded_ = 0;   // records that it announces, as far as is known (rank 0)

private:
    Status find_header(storage::File& file, std::int64_t head_bytes, std::vector<std::byte>& told);
    Status read_header(format::ByteSource& source, std::int64_t file_bytes);
    Status take_header(format::Schema schema);
    Result<layout::Layout> place(format::Schema& schema, const Alignment& alignment) const;
    Status raise_records_in_file();

    std::int64_t first_header_bytes_ = 0;  // of the longest one that was tried (rank 0, new file)
};

}  // namespace weft::classic
