// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of the filters: any filters with any parameters over any bytes. They give a
// chunk or a sentence, and what was decoded is the same after it was encoded and decoded once more.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <span>
#include <vector>

#include "codecs/pipeline.hpp"

namespace {

using namespace weft;

void require(bool holds) {
    if (!holds) std::abort();
}

/// The numbers at the beginning of an input; zeros behind its end.
class Numbers {
public:
    explicit Numbers(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::uint32_t next() {
        if (bytes_.empty()) return 0;
        const auto number = std::to_integer<std::uint32_t>(bytes_.front());
        bytes_ = bytes_.subspan(1);
        return number;
    }
    [[nodiscard]] std::span<const std::byte> rest() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

constexpr int ids[] = {1, 2, 3, 4, 307, 32000, 32001, 32004, 32015, 5, 32013};

codecs::Filter next_filter(Numbers& numbers) {
    codecs::Filter filter{
        .id = ids[numbers.next() % std::size(ids)], .is_optional = false, .parameters = {}};
    const std::size_t parameter_count = numbers.next() % 5;
    for (std::size_t i = 0; i < parameter_count; ++i) filter.parameters.push_back(numbers.next());
    return filter;
}

void require_sentence(const Status& status) {
    require(status.ok() || !status.context().empty());
    require(status.ok() || status.code() == Code::efilter || status.code() == Code::enofilter);
}

void check_round_trip(const codecs::Pipeline& pipeline, std::uint32_t mask,
                      const std::vector<std::byte>& chunk, codecs::Scratch& scratch) {
    std::vector<std::byte> stored(pipeline.encoded_limit());
    const auto length = pipeline.encode(mask, chunk, stored, scratch);
    require(length.ok());
    stored.resize(length.value());
    std::vector<std::byte> again(chunk.size());
    require(pipeline.decode(mask, stored, again, scratch).ok() && again == chunk);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static codecs::Scratch scratch;
    Numbers numbers({reinterpret_cast<const std::byte*>(data), size});
    const std::uint32_t mask = numbers.next();
    const std::uint32_t chunk_bytes = numbers.next() | (numbers.next() & 0xf) << 8;
    std::vector<codecs::Filter> filters;
    for (std::uint32_t count = numbers.next() % 4; count > 0; --count)
        filters.push_back(next_filter(numbers));
    const codecs::Pipeline pipeline(filters, {.element_bytes = 4, .chunk_bytes = chunk_bytes});
    // Vectors of their own, so that the sanitizer knows where they end.
    const std::vector<std::byte> stored(numbers.rest().begin(), numbers.rest().end());
    std::vector<std::byte> chunk(chunk_bytes);
    const Status decoded = pipeline.decode(mask, stored, chunk, scratch);
    require_sentence(decoded);
    require_sentence(pipeline.check_for_hdf5(mask, stored, scratch));
    if (decoded.ok() && pipeline.can_encode().ok())
        check_round_trip(pipeline, mask, chunk, scratch);
    return 0;
}
