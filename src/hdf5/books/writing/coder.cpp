// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/writing/coder.hpp"

#include <utility>
#include <vector>

#include "codecs/pipeline.hpp"
#include "hdf5/books/edge.hpp"
#include "hdf5/books/scratches.hpp"

namespace weft::hdf5 {
namespace {

class PipelineCoder final : public ChunkCoder {
public:
    explicit PipelineCoder(codecs::Pipeline pipeline) : pipeline_(std::move(pipeline)) {}

    [[nodiscard]] std::int64_t encoded_limit() const noexcept override {
        return pipeline_.encoded_limit();
    }

    Code can_encode(Sink& why) const noexcept override {
        return at_edge(why, [&] { throw_unless_ok(pipeline_.can_encode()); });
    }

    Code encode(std::span<const std::byte> chunk, std::span<std::byte> stored, std::int64_t& bytes,
                Sink& why) noexcept override {
        return at_edge(why, [&] {
            codecs::Scratch scratch = scratches_->take();
            const auto encoded = pipeline_.encode(0, chunk, stored, scratch);
            scratches_->give_back(std::move(scratch));
            throw_unless_ok(encoded.status());
            bytes = encoded.value();
        });
    }

    Code decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                std::span<std::byte> chunk, Sink& why) noexcept override {
        return at_edge(why, [&] {
            codecs::Scratch scratch = scratches_->take();
            const Status decoded = pipeline_.decode(filter_mask, stored, chunk, scratch);
            scratches_->give_back(std::move(scratch));
            throw_unless_ok(decoded);
        });
    }

private:
    codecs::Pipeline pipeline_;
    std::shared_ptr<Scratches> scratches_ = Scratches::of_process();
};

}  // namespace

std::unique_ptr<ChunkCoder> make_coder(std::span<const FilterToApply> filters,
                                       std::int64_t element_bytes, std::int64_t chunk_bytes,
                                       Sink& why) noexcept {
    std::unique_ptr<ChunkCoder> coder;
    (void)at_edge(why, [&] {
        std::vector<codecs::Filter> all;
        for (const FilterToApply& one : filters)
            all.push_back({.id = one.id,
                           .is_optional = false,
                           .parameters = {one.parameters.begin(), one.parameters.end()}});
        codecs::Pipeline pipeline(std::move(all),
                                  {.element_bytes = element_bytes, .chunk_bytes = chunk_bytes});
        throw_unless_ok(pipeline.can_decode());
        coder = std::make_unique<PipelineCoder>(std::move(pipeline));
    });
    return coder;
}

}  // namespace weft::hdf5
