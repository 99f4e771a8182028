// SPDX-License-Identifier: BSD-3-Clause
// A netCDF-4 file that is written. Arrays get their places when they are defined. Chunks get theirs
// when they are written (chunk_writer.hpp). Rank 0 makes the books of all that anew at the end of
// define mode, at a sync and at close, and replaces the old ones at once (books_place.hpp).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hdf5/chunk_writer.hpp"
#include "hdf5/existing.hpp"
#include "hdf5/file_books.hpp"
#include "hdf5/file_container.hpp"
#include "hdf5/hdf5.hpp"
#include "stage/copied_values.hpp"

namespace weft::hdf5 {

/// HDF5's limit for the dimensions of a variable.
inline constexpr int most_dimensions = 32;

/// Returns an error if no program may give an attribute this name.
[[nodiscard]] Status check_attribute_name(std::string_view name);

class Hdf5Writer final : public FileContainer {
public:
    using FileContainer::FileContainer;

    [[nodiscard]] container::Limits limits() const override;

    Status read(storage::AsOpened& file, std::vector<std::byte>& told) override;
    Status hear(std::span<const std::byte> told) override;
    void attach() override;

    [[nodiscard]] Status check_attribute(int owner, std::string_view name) const override;
    Status place(const container::Alignment& alignment) override;
    [[nodiscard]] PooledBytes encoded() const override;
    [[nodiscard]] PooledBytes encoded_without_records() const override;
    [[nodiscard]] Result<model::Schema> decoded(std::span<const std::byte> bytes) const override;
    [[nodiscard]] Status compare_places(std::span<const std::byte> roots,
                                        const container::Alignment& alignment) const override;
    Status write_ahead(std::span<const std::byte> encoded) override;
    Status commit(const container::Alignment& alignment, PooledBytes encoded) override;
    Status rewrite() override;

    [[nodiscard]] std::optional<layout::Place> place_of(int variable) const override;
    Status learn(const container::Prepared& prepared) override;
    void expect(std::int64_t records, std::span<const std::int64_t> lengths) override;
    void spread(const container::Prepared& prepared, const engine::Piece& model,
                container::Transfer& transfer) const override;
    Status fill(int variable, const container::ElementRange& range) override;
    Status after_put() override;
    Status gather_puts() override;
    /// Ranks compress at the same time what several puts bring.
    [[nodiscard]] bool delays_puts() const override { return has_filters_; }
    /// Chunks, until the books say where they are.
    [[nodiscard]] bool keeps_values() const override;
    [[nodiscard]] bool delays_puts(int variable) const override {
        return !made(variable).described.storage.form.filters.empty();
    }
    /// Variables with records grow by themselves.
    Status raise_records(std::int64_t count) override;
    [[nodiscard]] files::SharedFile::LatePlace target_of(int variable) override;
    [[nodiscard]] const chunks::Grid* grid_of(int variable) const override {
        return made(variable).grid ? &*made(variable).grid : nullptr;
    }

    /// The books have it.
    Status announce_records() override { return {}; }
    Status announce_rest(bool& changed) override;
    Status settle_sizes(bool is_changed) override;

    [[nodiscard]] model::Storage storage_of(int variable) const override;
    [[nodiscard]] std::vector<std::string> groups() const override { return definition().groups; }
    [[nodiscard]] std::int64_t header_bytes() const override { return books_bytes_; }
    [[nodiscard]] std::int64_t header_extent() const override { return values_begin_; }
    [[nodiscard]] std::int64_t offset_of(int variable) const override;
    [[nodiscard]] Result<container::Stored> stored() const override;
    [[nodiscard]] Result<std::vector<std::int64_t>> stored_bytes() const override;
    [[nodiscard]] std::vector<report::ChunkUse> chunk_uses() const override;

private:
    /// A variable whose definition has been committed. The engine knows its target.
    struct Made {
        DescribedVariable described;
        std::optional<chunks::Grid> grid;  // none: an array
        std::unique_ptr<ChunkWriter> target = {};
    };
    /// A definition with the places of its arrays.
    struct Placed {
        Description description;
        std::int64_t end = 0;
        std::deque<Made> added;  // variables that have not been made
    };

    [[nodiscard]] bool is_new_file() const { return growth_.end == 0; }
    /// Whether something has been written that the books in the file do not state.
    [[nodiscard]] bool is_stale() const {
        return growth_.is_unbooked || booked_lengths_ != definition().schema.lengths();
    }
    [[nodiscard]] Result<std::int64_t> place_arrays(const model::Schema& schema,
                                                    Description& description,
                                                    const container::Alignment& alignment) const;
    [[nodiscard]] Result<std::deque<Made>> made_of(const Description& description) const;
    [[nodiscard]] Status check_alone() const;
    /// A target, and how much of it may stay open.
    struct Closing {
        ChunkWriter* target = nullptr;
        std::int64_t keep_bytes = 0;
    };
    Status close_beyond(std::int64_t most);
    Status keep_state(bool have_grown);
    Status close_chunks(std::span<const Closing> closing);
    Status close_chunks();
    Status store_open_chunks();
    Status take_existing(const Existing& existing);
    void take_index(const std::vector<std::vector<NumberedChunk>>& chunks);
    [[nodiscard]] ChunkPlaces::Background background();
    [[nodiscard]] stage::Log* log_of_values();
    Status restore(const stage::CopiedValues& values);
    [[nodiscard]] std::vector<ChunkWriter*> open_targets() const;
    void take_placed();
    void note_changed_places();
    void aim(std::size_t id);
    void let_wait();
    void tell_storage();
    [[nodiscard]] Description present(std::span<const std::int64_t> lengths) const;
    /// `may_grow`: the program will make more certain.
    Status book(bool may_grow = false);
    [[nodiscard]] Status replace_books(std::span<const std::int64_t> lengths, bool may_grow);
    [[nodiscard]] const Made& made(int variable) const {
        return made_[static_cast<std::size_t>(variable)];
    }

    FileBooks books_;
    std::optional<BooksPlace> found_books_;  // in an existing file, by rank 0
    Placed placed_;                          // by place(), not yet committed
    std::deque<Made> made_;
    Growth growth_;
    ChunkIndex index_;
    std::vector<std::byte> booked_;  // on rank 0: the description that the books in the file have
    std::vector<std::int64_t> booked_lengths_;  // of the dimensions, there
    std::vector<std::int64_t> kept_lengths_;    // the last that after_put() has seen (uniform)
    std::int64_t books_bytes_ = 0;
    std::int64_t values_begin_ = 0;
    std::int64_t opened_bytes_ =
        -1;                     // where the books in the file do not know some places: its end
    bool has_filters_ = false;  // a variable has
    bool owes_books_ = false;   // the log had no room for what they do not know (uniform)
    bool has_kept_ = false;     // a rank could not write what it has kept apart (uniform)
    bool is_promised_ = false;  // a sync has said that what is in the file survives a power failure
    std::unique_ptr<StoredFile> file_;
    std::unique_ptr<ChunkPlaces> places_;  // of `file_`
};

}  // namespace weft::hdf5
