// SPDX-License-Identifier: BSD-3-Clause
// A variable of an open file: where its chunks are, and what they hold.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codecs/pipeline.hpp"
#include "hdf5/books/books.hpp"
#include "hdf5/books/driver.hpp"
#include "hdf5/books/handle.hpp"
#include "hdf5/books/scratches.hpp"
#include "hdf5/books/storage.hpp"

namespace weft::hdf5 {

class Variable final : public StoredVariable {
public:
    /// Throws Failure. `state`: of the file's driver.
    Variable(DatasetHandle dataset, DriverState& state);
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() override;

    Code find(std::span<const std::int64_t> places, std::span<StoredChunk> found,
              Sink& why) noexcept override;
    Code count_stored(std::int64_t& bytes, Sink& why) noexcept override;
    [[nodiscard]] Code check_decoding(Sink& why) noexcept override;
    [[nodiscard]] bool needs_libhdf5() const noexcept override { return pipeline_.needs_hdf5(); }
    Code decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                std::span<std::byte> chunk, Sink& why) noexcept override;
    Code read(std::span<const std::int64_t> place, std::span<std::byte> chunk,
              Sink& why) noexcept override;
    Code read_strings(std::span<const std::int64_t> start, std::span<const std::int64_t> count,
                      std::span<const std::int64_t> stride, Sink& strings,
                      Sink& why) noexcept override;

private:
    struct StringBlock {
        std::span<const std::int64_t> start;
        std::span<const std::int64_t> count;
        std::span<const std::int64_t> stride;
    };
    /// Which elements of a block are in the file, and where.
    struct StoredElements {
        std::vector<bool> are_there;
        hsize_t count = 0;
        std::vector<hsize_t> places;  // of those, one number for each dimension
    };
    using KnownChunks = std::map<std::vector<std::int64_t>, bool>;

    StoredChunk find_one(std::span<const std::int64_t> place);
    void check_for_libhdf5(std::span<const std::int64_t> place);
    bool is_stored(std::span<const hsize_t> element, KnownChunks& known);
    StoredElements stored_elements(const StringBlock& block);
    [[nodiscard]] std::string fill_text() const;
    [[nodiscard]] std::vector<std::string> stored_strings(const StringBlock& block,
                                                          const StoredElements& elements) const;
    [[nodiscard]] bool is_cut(std::span<const std::int64_t> place) const;

    DatasetHandle dataset_;
    DriverState& state_;
    TypeHandle type_;
    Extents extents_;
    std::vector<std::int64_t> chunk_;
    bool has_plain_edges_ = false;
    std::int64_t chunk_bytes_ = 0;
    codecs::Pipeline pipeline_;
    std::shared_ptr<Scratches> scratches_ = Scratches::of_process();
};

}  // namespace weft::hdf5
