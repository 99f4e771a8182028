// SPDX-License-Identifier: BSD-3-Clause
// How a format keeps a dataset: what its files say of it, where the values of a variable are, how
// many records there are. The interface of PnetCDF (modes, arguments, requests, agreement between
// ranks) is the dataset's matter (dataset/dataset.hpp), and no container knows of it.
//
// Where a function is collective, ranks that fail go on with the others, and the status is this
// rank's own, unless "agreed" says that it is the same on all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/result.hpp"
#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "container/settings.hpp"
#include "container/transfer.hpp"
#include "files/shared_file.hpp"
#include "layout/layout.hpp"
#include "region/interval.hpp"
#include "storage/as_opened.hpp"

namespace weft::container {

using layout::Alignment;

/// How it stands with the files; the dataset and its container both see to it.
struct Condition {
    bool is_new = false;             // never left its first define mode (uniform)
    bool broken = false;             // a change was interrupted: to be opened again (uniform)
    Status write_failure;            // since the last sync, which the next one or close will tell
    Status lost_by_sync;             // told by every sync and by close
    std::vector<std::string> notes;  // for the report (uniform)
};

/// What a container shares with the dataset that it keeps, which outlives it.
struct Context {
    files::SharedFile& shared;
    Definition& definition;
    Settings& settings;
    Condition& condition;
    const std::string& path;
    const std::string& real_path;  // behind links

    [[nodiscard]] mpi::CommView comm() const { return shared.comm(); }
    [[nodiscard]] bool is_root() const { return shared.comm().rank() == 0; }
};

/// Some elements of each of some records of a variable; of a variable without records, of record 0.
struct ElementRange {
    region::Interval elements;
    std::int64_t first_record = 0;
    std::int64_t record_count = 1;
};

class Container {
public:
    explicit Container(const Context& context) : context_(context) {}
    virtual ~Container() = default;

    /// Of the format that `definition().format` names.
    [[nodiscard]] virtual Limits limits() const = 0;

    // The files as they are found.

    /// Rank 0, which has the first file open. Alone, it reads the definition; else it leaves behind
    /// what is `told` already the bytes from which all ranks do, by hear().
    virtual Status read(storage::AsOpened& file, std::vector<std::byte>& told) = 0;
    virtual Status hear(std::span<const std::byte> told) = 0;
    /// Every rank, when the files are open.
    virtual void attach() {}

    // The definition. `context().definition` has it.

    /// Every rank: what a change of the definition needs to know. The same on all ranks.
    [[nodiscard]] virtual Status check_changing() const { return {}; }
    /// Every rank, when all know of the same records: `definition().before` is what is there.
    virtual void begin_change() {}
    /// Why no program may say this of a variable, or of all (-1): the files say it themselves.
    [[nodiscard]] virtual Status check_attribute(int /*owner*/, std::string_view /*name*/) const {
        return {};
    }
    /// Gives the variables their places, which commit() makes theirs. What the format cannot hold
    /// is named.
    virtual Status place(const Alignment& alignment) = 0;
    /// What is defined and placed, as bytes that ranks compare, and tell each other.
    [[nodiscard]] virtual PooledBytes encoded() const = 0;
    /// The same but for the number of records, of which ranks may know different ones.
    [[nodiscard]] virtual PooledBytes encoded_without_records() const = 0;
    [[nodiscard]] virtual Result<model::Schema> decoded(std::span<const std::byte> bytes) const = 0;
    /// Whether `alignment` would give rank 0's definition, whose bytes these are, other places than
    /// rank 0 has.
    [[nodiscard]] virtual Status compare_places(std::span<const std::byte> roots,
                                                const Alignment& alignment) const = 0;
    /// Rank 0, of a new file, before the ranks agree: the agreement also tells whether it could be
    /// written. What an earlier attempt wrote is erased.
    virtual Status write_ahead(std::span<const std::byte> encoded) = 0;
    /// Collective, agreed. The files become what has been placed, all or nothing; data are kept.
    virtual Status commit(const Alignment& alignment, PooledBytes encoded) = 0;
    /// Collective. Names and attributes have changed in data mode, where nothing moves.
    virtual Status rewrite() = 0;

    // Data.

    /// Where a variable is that lies in the first file as one array; nothing when it does not.
    [[nodiscard]] virtual std::optional<layout::Place> place_of(int variable) const = 0;
    /// This rank alone: what an access needs to know of the files that it touches.
    virtual Status learn(const Prepared& /*prepared*/) { return {}; }
    /// The pieces of an access to a variable that has no place_of(); `model` says all but their
    /// shapes.
    virtual void spread(const Prepared& prepared, const engine::Piece& model,
                        Transfer& transfer) const = 0;
    /// This rank: fills a range of a variable with its fill value.
    virtual Status fill(int variable, const ElementRange& range) = 0;
    /// Whether all values are in the first file, so that puts may be held back.
    [[nodiscard]] virtual bool is_one_file() const { return true; }
    /// Collective, behind a collective put, with nothing underway.
    virtual Status after_put() { return {}; }

    // The number of records.

    /// Rank 0 makes the files say what `definition.schema.record_count` is, unless they do. Others
    /// who write may have counted more, which stays.
    virtual Status announce_records() = 0;
    /// Collective. Files beside the first announce them, too. `changed`: set where one was changed.
    virtual Status announce_in_parts(bool& /*changed*/) { return {}; }
    /// Collective. The files get the sizes that they announce, by the last of those who write.
    virtual Status settle_sizes(bool is_changed) = 0;

    // Inquiry. Bytes.

    /// Of all variables, as they are defined so far.
    [[nodiscard]] virtual std::int64_t record_bytes() const;
    [[nodiscard]] virtual std::int64_t header_bytes() const = 0;
    [[nodiscard]] virtual std::int64_t header_extent() const = 0;
    /// Where a variable begins in the first file, or would if all were in one.
    [[nodiscard]] virtual std::int64_t offset_of(int variable) const = 0;
    [[nodiscard]] virtual int part_count() const { return 0; }
    /// What this rank has moved beside values.
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
