// SPDX-License-Identifier: BSD-3-Clause
// How a format keeps a dataset: the definition in its files, the places of values, the number of
// records. The interface of PnetCDF (modes, arguments, requests, agreement between ranks) belongs
// to the dataset (dataset/dataset.hpp), and no container knows of it.
//
// In collective functions, ranks that fail go on with the others, and the status is the rank's own,
// unless "agreed" says that it is the same on all ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/result.hpp"
#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "container/references.hpp"
#include "container/regions.hpp"
#include "container/settings.hpp"
#include "container/stored.hpp"
#include "container/transfer.hpp"
#include "files/shared_file.hpp"
#include "layout/layout.hpp"
#include "model/foreign_type.hpp"
#include "model/origin.hpp"
#include "region/interval.hpp"
#include "report/file_report.hpp"
#include "storage/as_opened.hpp"

namespace weft::container {

using layout::Alignment;

/// The state of the files, which the dataset and its container both maintain.
struct Condition {
    bool is_new = false;             // has not left its first define mode (uniform)
    bool broken = false;             // a change was interrupted: must be opened again (uniform)
    bool changed = false;            // by this rank, since the files were opened
    Status write_failure;            // since the last sync; the next sync or close reports it
    Status lost_by_sync;             // every sync and close reports it
    std::vector<std::string> notes;  // for the report (uniform)
};

/// The state that a container shares with its dataset. It outlives the container.
struct Context {
    files::SharedFile& shared;
    Definition& definition;
    Settings& settings;
    Condition& condition;
    const std::string& path;
    const std::string& real_path;  // with links resolved

    [[nodiscard]] mpi::CommView comm() const { return shared.comm(); }
    [[nodiscard]] bool is_root() const { return shared.comm().rank() == 0; }
};

/// A range of elements in a range of records; for a variable without records, the only record is 0.
struct ElementRange {
    region::Interval elements;
    std::int64_t first_record = 0;
    std::int64_t record_count = 1;
};

/// How records lie in one file. Where the forms of two datasets are equal, so are the bytes of
/// equal records.
struct RecordForm {
    std::int64_t bytes = 0;  // from one record to the next
    // For each variable, its offset in a record; -1 if it has no records.
    std::vector<std::int64_t> offsets;
};

class Container {
public:
    explicit Container(const Context& context) : context_(context) {}
    virtual ~Container() = default;

    /// The limits of the format `definition().format`.
    [[nodiscard]] virtual Limits limits() const = 0;

    // Functions for opening existing files.

    /// Called on rank 0, which has the first file open. A single rank reads the definition;
    /// otherwise appends to `told` the bytes from which all ranks read it in hear().
    virtual Status read(storage::AsOpened& file, std::vector<std::byte>& told) = 0;
    virtual Status hear(std::span<const std::byte> told) = 0;
    /// Called on every rank when the files are open.
    virtual void attach() {}

    // The definition, which is `context().definition`.

    /// Called on every rank: learns what a change of the definition needs to know. The same on all
    /// ranks.
    [[nodiscard]] virtual Status check_changing() const { return {}; }
    /// Called on every rank when all know the same number of records: sets `definition().before` to
    /// the present definition.
    virtual void begin_change() {}
    /// An error if no program may define this attribute of a variable, or a global one (-1),
    /// because the files use it themselves.
    [[nodiscard]] virtual Status check_attribute(int /*owner*/, std::string_view /*name*/) const {
        return {};
    }
    /// Places the variables; commit() then moves them there. Fails, with the name of the variable,
    /// if the format cannot hold it.
    virtual Status place(const Alignment& alignment) = 0;
    /// The placed definition as bytes that ranks compare and send to each other.
    [[nodiscard]] virtual PooledBytes encoded() const = 0;
    /// Like encoded(), but without the number of records, which may differ between ranks.
    [[nodiscard]] virtual PooledBytes encoded_without_records() const = 0;
    [[nodiscard]] virtual Result<model::Schema> decoded(std::span<const std::byte> bytes) const = 0;
    /// Whether `alignment` would give the definition of rank 0, encoded in these bytes, a different
    /// layout than rank 0 has.
    [[nodiscard]] virtual Status compare_places(std::span<const std::byte> roots,
                                                const Alignment& alignment) const = 0;
    /// Called on rank 0 for a new file, before the ranks agree, so that the agreement also covers
    /// this write. Erases the result of an earlier attempt.
    virtual Status write_ahead(std::span<const std::byte> encoded) = 0;
    /// Collective, agreed. Changes the files to the placed definition, all or nothing, and keeps
    /// the data.
    virtual Status commit(const Alignment& alignment, PooledBytes encoded) = 0;
    /// Collective. Names and attributes have changed in data mode; nothing moves.
    virtual Status rewrite() = 0;

    // Functions for data.

    /// The place of a variable that is one array in the first file; empty for other variables.
    [[nodiscard]] virtual std::optional<layout::Place> place_of(int variable) const = 0;
    /// Called on one rank: finds out what an access needs to know about its files.
    virtual Status learn(const Prepared& /*prepared*/) { return {}; }
    /// Called on one rank, in front of its puts: afterwards there are at least so many records, and
    /// dimensions are at least so long (of those that grow freely; empty: none does). Throws
    /// std::bad_alloc.
    virtual void expect(std::int64_t /*records*/, std::span<const std::int64_t> /*lengths*/) {}
    /// Adds to `transfer` the pieces of an access to a variable without place_of(). `model` has all
    /// fields of a piece but the shapes.
    virtual void spread(const Prepared& prepared, const engine::Piece& model,
                        Transfer& transfer) const = 0;
    /// Called on every rank: fills a range of a variable, which is the rank's share and may be
    /// empty, with its fill value. Where records are filled again, gather_puts() comes before and
    /// after it, on all ranks.
    virtual Status fill(int variable, const ElementRange& range) = 0;
    /// The form of the records; empty if they do not lie side by side in one file.
    [[nodiscard]] virtual std::optional<RecordForm> record_form() const { return std::nullopt; }
    /// Called on one rank, for a container with a record_form(): the bytes of records as they are
    /// in the file, `offset` bytes behind the beginning of record 0. Bytes that the file lacks are
    /// zero. Only existing records are written.
    virtual Status read_records(std::int64_t offset, std::span<std::byte> bytes) const;
    virtual Status write_records(std::int64_t offset, std::span<const std::byte> bytes);
    /// Whether the values of a put have one place, so that it may be delayed.
    [[nodiscard]] virtual bool is_one_file() const { return true; }
    /// Whether puts are delayed where no hint says so, because many small ones are written better
    /// together: to any variable, or to this one. Uniform.
    [[nodiscard]] virtual bool delays_puts() const { return false; }
    [[nodiscard]] virtual bool delays_puts(int /*variable*/) const { return false; }
    /// Whether values that were put may be where other programs do not find them. Uniform.
    [[nodiscard]] virtual bool keeps_values() const { return false; }
    /// Collective, after a collective put, with nothing underway.
    virtual Status after_put() { return {}; }
    /// Collective, before and after calls of ranks on their own, and before a sync: merges what the
    /// ranks have kept apart, and stores what waits for later puts.
    virtual Status gather_puts() { return {}; }
    /// Called on one rank: reads the strings of a block of a variable of strings. Code::enotsupport
    /// if the format has no strings.
    [[nodiscard]] virtual Result<std::vector<std::string>> read_strings(int variable,
                                                                        const Block& block);
    /// Called on one rank, for a file that is only read: where the values of a variable are.
    /// Variables that are arrays in the files get chunks of about `array_chunk_bytes`.
    /// Code::enotsupport, with the reason, if its values are no chunks of bytes that other programs
    /// could read.
    [[nodiscard]] virtual Result<std::unique_ptr<References>> references(
        int variable, std::int64_t array_chunk_bytes);

    // The number of records.

    /// Called on rank 0: writes `definition.schema.record_count` to the files if they say less. A
    /// larger count of another writer stays.
    virtual Status announce_records() = 0;
    /// Called on rank 0 before announce_records(): only the first `whole` records are whole, and
    /// the others must not be taken up by those who follow the file.
    virtual void begin_records(std::int64_t /*whole*/) {}
    /// Called on rank 0 when the files have all values of the announced records.
    virtual void finish_records() {}
    /// Whether take_up_records() finds the records that other programs add. Otherwise the files are
    /// read as they were when they were opened.
    [[nodiscard]] virtual bool follows_records() const { return false; }
    /// Collective, agreed. Raises `definition.schema.record_count` to the number that the files
    /// have by now.
    virtual Status take_up_records() { return {}; }
    /// Collective. Writes the count to files beside the first, too. `changed`: set if a file was
    /// changed.
    virtual Status announce_rest(bool& /*changed*/) { return {}; }
    /// Collective. The last writer gives the files the sizes that their headers announce.
    virtual Status settle_sizes(bool is_changed) = 0;

    // Inquiries. Sizes are in bytes.

    /// The bytes of one record, of all variables defined so far.
    [[nodiscard]] virtual std::int64_t record_bytes() const;
    [[nodiscard]] virtual std::int64_t header_bytes() const = 0;
    [[nodiscard]] virtual std::int64_t header_extent() const = 0;
    /// The offset of a variable in the first file, or in a single file of this dataset.
    [[nodiscard]] virtual std::int64_t offset_of(int variable) const = 0;
    [[nodiscard]] virtual int part_count() const { return 0; }
    /// How a variable is stored, or will be at the end of define mode.
    [[nodiscard]] virtual model::Storage storage_of(int variable) const;
    /// The paths of all groups ("a/b"). Parents come before their children; the first is the root
    /// group, whose path is empty.
    [[nodiscard]] virtual std::vector<std::string> groups() const { return {}; }
    /// The user-defined types in the files.
    [[nodiscard]] virtual std::vector<model::NamedType> types() const { return {}; }
    /// What the file says of the software that wrote it; empty for a format that does not say.
    [[nodiscard]] virtual std::optional<model::Origin> origin() const { return std::nullopt; }
    /// Called on one rank, after opening: how much of the announced data the files hold.
    [[nodiscard]] virtual Result<Stored> stored() const = 0;
    /// Called on one rank. Code::enotsupport if the format does not keep a variable in one place.
    [[nodiscard]] virtual Result<Regions> regions() const;
    /// Called on one rank, for a format without regions(): the bytes that each variable has in the
    /// file.
    [[nodiscard]] virtual Result<std::vector<std::int64_t>> stored_bytes() const;
    /// What this rank has done with chunks, for each variable, without its name; empty for a format
    /// without chunks. All ranks return the same number of entries.
    [[nodiscard]] virtual std::vector<report::ChunkUse> chunk_uses() const { return {}; }
    /// Called on one rank: the number of bytes in the files that nothing refers to. Empty for a
    /// format or a file that does not tell.
    [[nodiscard]] virtual Result<std::optional<std::int64_t>> lost_bytes() const {
        return std::optional<std::int64_t>();
    }
    /// The bytes that this rank has put and got besides values.
    [[nodiscard]] std::int64_t put_bytes() const { return put_bytes_; }
    [[nodiscard]] std::int64_t get_bytes() const { return get_bytes_; }

    [[nodiscard]] const Context& context() const { return context_; }

protected:
    Container(Container&&) = default;

    [[nodiscard]] mpi::CommView comm() const { return context_.comm(); }
    [[nodiscard]] bool is_root() const { return context_.is_root(); }
    [[nodiscard]] Definition& definition() const { return context_.definition; }
    [[nodiscard]] Condition& condition() const { return context_.condition; }
    [[nodiscard]] storage::File& first_file() const { return *context_.shared.file().bytes; }

    Context context_;
    std::int64_t put_bytes_ = 0;
    std::int64_t get_bytes_ = 0;
};

}  // namespace weft::container
