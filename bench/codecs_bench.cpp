// SPDX-License-Identifier: BSD-3-Clause
// Rates of the filters of chunks, by the time of one core, on a smooth field of floats: whole
// pipelines, beside shuffle and zlib's deflate where zlib is there, and the loops of shuffle for
// each instruction set that this processor runs. Bytes count on the side of the chunk; "ratio" is
// how much smaller the stored chunk is.
#include <benchmark/benchmark.h>
#ifdef WEFT_BENCH_ZLIB
#include <zlib.h>
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "codecs/pipeline.hpp"
#include "codecs/shuffle_loops.hpp"

namespace {

using namespace weft::codecs;

using Bytes = std::vector<std::byte>;

constexpr std::size_t side = 1024;
constexpr std::size_t chunk_bytes = side * side * sizeof(float);

/// A temperature in steps of a 64th, which compresses about 3 times.
const Bytes& smooth_field() {
    static const Bytes field = [] {
        Bytes bytes(chunk_bytes);
        for (std::size_t i = 0; i < side * side; ++i) {
            const double x = static_cast<double>(i % side) / side;
            const double y = static_cast<double>(i / side) / side;
            const double detail =
                std::sin(811 * x * y) + std::cos(397 * (x - y)) * std::sin(613 * x);
            const double value = 280 + 20 * std::sin(7 * x + 3 * y) * std::cos(5 * y) + detail / 4;
            const auto rounded = static_cast<float>(std::round(value * 64) / 64);
            std::memcpy(bytes.data() + i * sizeof rounded, &rounded, sizeof rounded);
        }
        return bytes;
    }();
    return field;
}

const Filter shuffle{filter_id::shuffle, true, {4}};
const Filter checksum{filter_id::fletcher32, false, {}};

Filter compressor(int id, std::uint32_t level) {
    return {id, true, {level}};
}

struct Case {
    const char* name;
    std::vector<Filter> filters;
};
const Case cases[] = {
    {"shuffle", {shuffle}},
    {"fletcher32", {checksum}},
    {"shuffle_deflate1", {shuffle, compressor(filter_id::deflate, 1)}},
    {"shuffle_deflate2", {shuffle, compressor(filter_id::deflate, 2)}},
    {"shuffle_deflate6", {shuffle, compressor(filter_id::deflate, 6)}},
    {"shuffle_deflate1_fletcher32", {shuffle, compressor(filter_id::deflate, 1), checksum}},
    {"shuffle_zstd1", {shuffle, compressor(filter_id::zstd, 1)}},
    {"shuffle_zstd3", {shuffle, compressor(filter_id::zstd, 3)}},
};

void count_bytes(benchmark::State& state, std::size_t stored_bytes) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(chunk_bytes));
    state.counters["ratio"] = static_cast<double>(chunk_bytes) / static_cast<double>(stored_bytes);
}

void encode(benchmark::State& state, const Case& one) {
    const Pipeline pipeline(one.filters, {sizeof(float), chunk_bytes});
    Bytes stored(pipeline.encoded_limit());
    Scratch scratch;
    std::size_t length = 1;
    for ([[maybe_unused]] auto turn : state) {
        const auto encoded = pipeline.encode(0, smooth_field(), stored, scratch);
        if (!encoded.ok()) return state.SkipWithError(encoded.status().context().c_str());
        length = static_cast<std::size_t>(encoded.value());
    }
    count_bytes(state, length);
}

void decode(benchmark::State& state, const Case& one) {
    const Pipeline pipeline(one.filters, {sizeof(float), chunk_bytes});
    Bytes stored(pipeline.encoded_limit());
    Bytes chunk(chunk_bytes);
    Scratch scratch;
    const auto encoded = pipeline.encode(0, smooth_field(), stored, scratch);
    if (!encoded.ok()) return state.SkipWithError(encoded.status().context().c_str());
    stored.resize(static_cast<std::size_t>(encoded.value()));
    for ([[maybe_unused]] auto turn : state)
        if (!pipeline.decode(0, stored, chunk, scratch).ok())
            return state.SkipWithError("what was encoded is not decoded");
    if (chunk != smooth_field()) return state.SkipWithError("another chunk came back");
    count_bytes(state, stored.size());
}

using Move = void (*)(const std::uint8_t* from, Elements elements, std::uint8_t* to);

void move_elements(benchmark::State& state, Move move) {
    const auto size = static_cast<std::size_t>(state.range(0));
    const auto bytes = static_cast<std::size_t>(state.range(1));
    const std::vector<std::uint8_t> from(bytes, 1);
    std::vector<std::uint8_t> to(bytes, 2);
    for ([[maybe_unused]] auto turn : state) {
        move(from.data(), {size, bytes / size}, to.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(1));
}

void copy_elements(const std::uint8_t* from, Elements elements, std::uint8_t* to) {
    std::memcpy(to, from, elements.bytes * elements.count);
}

#ifdef WEFT_BENCH_ZLIB
std::uint8_t* numbers(Bytes& bytes) {
    return reinterpret_cast<std::uint8_t*>(bytes.data());
}

std::size_t encode_by_zlib(Bytes& planes, Bytes& stored, int level) {
    shuffle_elements(reinterpret_cast<const std::uint8_t*>(smooth_field().data()),
                     {sizeof(float), side * side}, numbers(planes));
    uLongf length = stored.size();
    compress2(reinterpret_cast<Bytef*>(stored.data()), &length,
              reinterpret_cast<const Bytef*>(planes.data()), planes.size(), level);
    return length;
}

void encode_zlib(benchmark::State& state) {
    Bytes planes(chunk_bytes);
    Bytes stored(compressBound(chunk_bytes));
    std::size_t length = 1;
    for ([[maybe_unused]] auto turn : state)
        length = encode_by_zlib(planes, stored, static_cast<int>(state.range(0)));
    count_bytes(state, length);
}

void decode_zlib(benchmark::State& state) {
    Bytes planes(chunk_bytes);
    Bytes stored(compressBound(chunk_bytes));
    Bytes chunk(chunk_bytes);
    const std::size_t length = encode_by_zlib(planes, stored, static_cast<int>(state.range(0)));
    for ([[maybe_unused]] auto turn : state) {
        uLongf bytes = chunk_bytes;
        uncompress(reinterpret_cast<Bytef*>(planes.data()), &bytes,
                   reinterpret_cast<const Bytef*>(stored.data()), length);
        unshuffle_elements(numbers(planes), {sizeof(float), side * side}, numbers(chunk));
    }
    if (chunk != smooth_field()) return state.SkipWithError("another chunk came back");
    count_bytes(state, length);
}
#endif

}  // namespace

int main(int argc, char** argv) {
    for (const Case& one : cases) {
        const std::string name = one.name;
        benchmark::RegisterBenchmark((name + "/encode").c_str(), encode, one);
        benchmark::RegisterBenchmark((name + "/decode").c_str(), decode, one);
    }
#ifdef WEFT_BENCH_ZLIB
    benchmark::RegisterBenchmark("shuffle_zlib/encode", encode_zlib)->Arg(1)->Arg(6);
    benchmark::RegisterBenchmark("shuffle_zlib/decode", decode_zlib)->Arg(1)->Arg(6);
#endif
    constexpr std::pair<const char*, Move> moves[] = {{"shuffle_loop", shuffle_elements},
                                                      {"unshuffle_loop", unshuffle_elements},
                                                      {"memcpy", copy_elements}};
    for (const auto& [name, move] : moves)
        benchmark::RegisterBenchmark(name, move_elements, move)
            ->ArgsProduct({{2, 4, 8, 16}, {256 << 10, 4 << 20}});
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
}
