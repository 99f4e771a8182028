// SPDX-License-Identifier: BSD-3-Clause
// A dataset as one file of the classic format (CDF-1, CDF-2, CDF-5): a header, the variables behind
// it, the records behind these (layout/layout.hpp). A header changes by a journal that survives a
// crash (journal.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "classic/unfinished_records.hpp"
#include "container/container.hpp"
#include "format/byte_source.hpp"
#include "journal/journal.hpp"
#include "layout/layout.hpp"

namespace weft::classic {

using container::Alignment;

class Classic : public container::Container {
public:
    using Container::Container;

    [[nodiscard]] container::Limits limits() const override;

    Status read(storage::AsOpened& file, std::vector<std::byte>& told) override;
    Status hear(std::span<const std::byte> told) override;

    Status place(const Alignment& alignment) override;
    [[nodiscard]] PooledBytes encoded() const override;
    [[nodiscard]] PooledBytes encoded_without_records() const override;
    [[nodiscard]] Result<model::Schema> decoded(std::span<const std::byte> bytes) const override;
    [[nodiscard]] Status compare_places(std::span<const std::byte> roots,
                                        const Alignment& alignment) const override;
    Status write_ahead(std::span<const std::byte> encoded) override;
    Status commit(const Alignment& alignment, PooledBytes encoded) override;
    Status rewrite() override;

    [[nodiscard]] std::optional<layout::Place> place_of(int variable) const override;
    void spread(const container::Prepared& prepared, const engine::Piece& model,
                container::Transfer& transfer) const override;
    Status fill(int variable, const container::ElementRange& range) override;
    [[nodiscard]] std::optional<container::RecordForm> record_form() const override;
    [[nodiscard]] Result<std::unique_ptr<container::References>> references(
        int variable, std::int64_t array_chunk_bytes) override;
    Status read_records(std::int64_t offset, std::span<std::byte> bytes) const override;
    Status write_records(std::int64_t offset, std::span<const std::byte> bytes) override;

    Status announce_records() override;
    void begin_records(std::int64_t whole) override;
    void finish_records() override { unfinished_.finish(); }
    [[nodiscard]] bool follows_records() const override { return true; }
    Status take_up_records() override;
    Status settle_sizes(bool is_changed) override;

    [[nodiscard]] std::int64_t record_bytes() const override;
    [[nodiscard]] std::int64_t header_bytes() const override;
    [[nodiscard]] std::int64_t header_extent() const override { return layout_.header_extent; }

    [[nodiscard]] std::int64_t offset_of(int variable) const override {
        const bool is_placed = variable < std::ssize(layout_.begins);
        return is_placed ? layout_.begin(variable) : 0;
    }
    [[nodiscard]] Result<container::Stored> stored() const override;
    [[nodiscard]] Result<container::Regions> regions() const override;
    [[nodiscard]] const layout::Layout& layout() const { return layout_; }
    [[nodiscard]] format::Version version() const {
        return static_cast<format::Version>(definition().format);
    }

protected:
    Classic(Classic&&) = default;

    /// The definition with the places of its variables; during a change, with the new ones.
    [[nodiscard]] format::HeaderView header() const {
        return {version(), definition().schema, placed_.begins};
    }
    /// The definition in the first file; in a set it has only a part of the variables.
    [[nodiscard]] virtual layout::PlacedView first_header() const {
        return {version(), definition().schema, layout_};
    }
    [[nodiscard]] engine::OtherWriters& other_writers() const {
        return *context_.shared.file().other_writers;
    }

    // The following functions change the first file.

    /// Collective, agreed. Changes the first file from its present header to the new one.
    Status change(const layout::PlacedView& old, const layout::PlacedView& now,
                  const PooledBytes& header);
    /// Called on rank 0. Overwrites the header with one that moves no data.
    Status replace_header(PooledBytes header);
    /// Called on rank 0. Writes the header of a new file. Erases the result of an earlier attempt.
    Status write_new_header(std::span<const std::byte> header);
    /// Called on rank 0. A header with the record count that the file has: only announce_records()
    /// changes that.
    [[nodiscard]] PooledBytes with_records_of_file(const format::HeaderView& header) const;
    /// The definition is now in the files, as it was placed.
    void take_placed(PooledBytes header);

    // Called on rank 0. The number of records.
    [[nodiscard]] Result<std::int64_t> records_in_file() const;
    /// The same, but never a number that another program is just writing, of which some bytes are
    /// old and some are new.
    [[nodiscard]] Result<std::int64_t> settled_records() const;
    /// The same, without records that another program has not finished.
    [[nodiscard]] Result<std::int64_t> finished_records() const;
    [[nodiscard]] storage::FinalSize announced_size(bool is_changed) const;
    void take_up(std::int64_t count);

    /// How much of the data a file of this size, with all variables, stores.
    [[nodiscard]] container::Stored stored_in(std::int64_t file_bytes) const;

    layout::Layout layout_;       // in the files, as if the dataset were one file
    layout::Layout placed_;       // of the definition, by place(); equal to layout_ when committed
    PooledBytes header_in_file_;  // the first file's header as it is now (rank 0)
    std::int64_t recorded_ = 0;   // the header's record count, as far as known (rank 0)
    bool owes_look_ = false;      // it was written without a look at what others have counted

private:
    Status find_header(storage::File& file, std::int64_t head_bytes, std::vector<std::byte>& told);
    Status read_header(format::ByteSource& source, std::int64_t file_bytes);
    [[nodiscard]] Result<layout::Layout> place(const model::Schema& schema,
                                               const Alignment& alignment) const;
    Status raise_records_in_file(bool looks);

    UnfinishedRecords unfinished_;         // (rank 0)
    std::int64_t first_header_bytes_ = 0;  // of the longest attempt (rank 0, new file)
};

}  // namespace weft::classic
