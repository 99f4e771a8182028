// SPDX-License-Identifier: BSD-3-Clause
// A dataset as several files (parts/table.hpp): a master, which is a classic file, and parts, which
// share the large variables. The definition is that of the single file that the set stands for.
//
// A new dataset for which parts are requested is one file until its first definition. If that has
// nothing to divide, it stays one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "classic/classic.hpp"
#include "parts/master.hpp"
#include "sets/aggregation_variables.hpp"
#include "sets/epoch_schedule.hpp"
#include "sets/file_planner.hpp"
#include "sets/file_set.hpp"
#include "sets/netcdf4_parts.hpp"
#include "sets/part_files.hpp"

namespace weft::sets {

/// The container of a file whose header has been read: of a set if it is a master. Code::ebadname
/// if a part's name leads outside the permitted folders.
Status recognise(std::unique_ptr<container::Container>& file);

/// Keeps the definition, the data and the records of a dataset in the files of a set.
class Set final : public classic::Classic {
public:
    /// A new one. `id`: uniform.
    Set(const container::Context& context, const parts::SetId& id)
        : Classic(context), planner_(context_, id), netcdf4_(context_) {}
    Set(const Set&) = delete;  // its planner refers to it
    Set& operator=(const Set&) = delete;

    void attach() override;

    [[nodiscard]] container::Limits limits() const override;
    [[nodiscard]] Status check_changing() const override;
    void begin_change() override;
    [[nodiscard]] Status check_attribute(int owner, std::string_view name) const override;
    Status write_ahead(std::span<const std::byte> encoded) override;
    Status commit(const Alignment& alignment, PooledBytes encoded) override;
    Status rewrite() override;

    [[nodiscard]] std::optional<layout::Place> place_of(int variable) const override;
    Status learn(const container::Prepared& prepared) override;
    void spread(const container::Prepared& prepared, const engine::Piece& model,
                container::Transfer& transfer) const override;
    Status fill(int variable, const container::ElementRange& range) override;
    [[nodiscard]] Result<std::unique_ptr<container::References>> references(
        int variable, std::int64_t array_chunk_bytes) override;
    [[nodiscard]] bool is_one_file() const override { return files_ == nullptr; }
    Status after_put() override;
    Status gather_puts() override;

    Status announce_records() override;
    /// The books of parts are read once.
    [[nodiscard]] bool follows_records() const override { return !is_in_netcdf4(); }
    Status take_up_records() override;
    Status announce_rest(bool& changed) override;
    Status settle_sizes(bool is_changed) override;

    [[nodiscard]] Result<container::Stored> stored() const override;
    [[nodiscard]] int part_count() const override {
        return files_ == nullptr ? 0 : files_->table().range_count();
    }

private:
    friend Status recognise(std::unique_ptr<container::Container>& file);
    Set(Classic&& master, std::shared_ptr<FileSet> files)
        : Classic(std::move(master)),
          files_(std::move(files)),
          planner_(context_),
          netcdf4_(context_) {}
    void take_whole(layout::Layout layout);

    [[nodiscard]] layout::PlacedView first_header() const override {
        return files_ == nullptr ? Classic::first_header() : layout::PlacedView(files_->master());
    }
    [[nodiscard]] PartFiles part_files() const {
        return {context_.shared, context_.settings, context_.real_path};
    }
    [[nodiscard]] Status check_names(const parts::Table& table) const {
        return part_files().check_names(table);
    }

    [[nodiscard]] bool is_in_netcdf4() const {
        return files_ == nullptr ? context_.settings.parts.in_netcdf4
                                 : files_->table().is_in_netcdf4;
    }
    /// Whether the parts are netCDF-4 files, and this rank has all of them open for writing
    /// (uniform).
    [[nodiscard]] bool writes_netcdf4() const {
        return files_ != nullptr && is_in_netcdf4() && context_.shared.is_writable() &&
               opened_.ok();
    }
    void attach_parts(const std::shared_ptr<FileSet>& files);
    Status learn_part(int part);
    Status fill_part(int variable, int part, const container::ElementRange& range);

    // The first and later definitions.
    Status find_free_numbers();
    Status make_first(PooledBytes header);
    Status make(FileSet& next, const Alignment& alignment, const PooledBytes& header);
    Status make_parts(FileSet& next, const Alignment& alignment, std::vector<int>& made);
    Status change(FileSet& next, const Alignment& alignment, const PooledBytes& header);
    Status change_parts(FileSet& next, const Alignment& alignment);
    Status rewrite_parts(FileSet& next);
    Status change_master(const FileSet& next, const PooledBytes& header);
    Status write_helpers(const FileSet& files, const model::Schema& whole) {
        return write_aggregation(first_file(), set_of(whole, files), files.master());
    }

    // Records.
    [[nodiscard]] WholeSet set_of(const model::Schema& whole, const FileSet& files) const {
        return {version(), whole, files.table()};
    }
    Status announce(Sizes sizes, bool& changed);
    Status count_in_master();
    Status read_grown_master(std::vector<std::byte>& told) const;
    Status take_up_master(std::span<const std::byte> told);
    Status begin_epoch(std::span<const int> targets);
    Status make_epoch(std::span<const int> targets);
    Status write_epoch(const std::shared_ptr<FileSet>& next, int first, std::vector<int>& made);

    static constexpr std::int64_t not_known = -1;

    std::shared_ptr<FileSet> files_;  // null: all data are in one file
    FilePlanner planner_;
    Netcdf4Parts netcdf4_;  // the parts, if they are netCDF-4 files
    Status opened_;         // of these, where the set is written (uniform)
    EpochSchedule epochs_;
    std::int64_t records_in_parts_ = 0;  // in the headers of parts
    std::int64_t whole_records_ = 0;     // part files have the size of at least so many
};

}  // namespace weft::sets
