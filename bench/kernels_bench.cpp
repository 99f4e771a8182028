// SPDX-License-Identifier: BSD-3-Clause
// Rates of the conversion kernels beside memcpy, for each variant this processor runs, in a buffer
// that stays in the second-level cache and in one that does not. Bytes count once, on the memory
// side.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "types/variants.hpp"

namespace {

using weft::types::ByteRule;
using weft::types::External;
using weft::types::Memory;

struct Case {
    const char* name;
    External external;
    Memory memory;
};

constexpr Case cases[] = {
    {"copy8", External::byte, Memory::schar},
    {"swap16", External::int16, Memory::short_},
    {"swap32", External::float32, Memory::float_},
    {"swap64", External::float64, Memory::double_},
    {"double_float32", External::float32, Memory::double_},
    {"float_float64", External::float64, Memory::float_},
    {"int_float32", External::float32, Memory::int_},
    {"int_float64", External::float64, Memory::int_},
    {"int_int16", External::int16, Memory::int_},
    {"short_int32", External::int32, Memory::short_},
    {"double_int32", External::int32, Memory::double_},
    {"float_int16", External::int16, Memory::float_},
    {"long_int32", External::int32, Memory::long_},
};

enum class Direction { encode, decode };

/// Strides in values: 1 is dense, 0 repeats one value.
struct Shape {
    const char* name;
    std::ptrdiff_t memory_step;
    std::ptrdiff_t external_step;
};

constexpr Shape shapes[] = {{"dense", 1, 1}, {"memory_strided", 3, 1}, {"file_strided", 1, 3}};
constexpr Shape fill_shape = {"fill", 0, 1};

constexpr std::size_t spread = 3;

void move_values(benchmark::State& state, const weft::types::Kernels& kernels, const Case& pair,
                 const Shape& shape, Direction direction) {
    const auto memory_size = size_of(pair.memory);
    const auto external_size = size_of(pair.external);
    const auto bytes = static_cast<std::size_t>(state.range(0));
    const std::size_t count = bytes / static_cast<std::size_t>(memory_size);
    std::vector<std::byte> memory(count * static_cast<std::size_t>(memory_size) * spread);
    std::vector<std::byte> external(count * static_cast<std::size_t>(external_size) * spread);
    const auto fill = default_fill(pair.external);
    const std::ptrdiff_t memory_stride = shape.memory_step * memory_size;
    const std::ptrdiff_t external_stride = shape.external_step * external_size;
    for ([[maybe_unused]] auto turn : state) {
        const bool fits = direction == Direction::encode
                              ? kernels.encode(external.data(), external_stride, memory.data(),
                                               memory_stride, count, fill.data())
                              : kernels.decode(memory.data(), memory_stride, external.data(),
                                               external_stride, count);
        if (!fits) state.SkipWithError("a zero did not fit");
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(
        state.iterations() *
        static_cast<std::int64_t>(count * static_cast<std::size_t>(memory_size)));
}

void copy_bytes(benchmark::State& state) {
    const auto bytes = static_cast<std::size_t>(state.range(0));
    const std::vector<std::byte> from(bytes);
    std::vector<std::byte> to(bytes);
    for ([[maybe_unused]] auto turn : state) {
        std::memcpy(to.data(), from.data(), bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}

void add(const std::string& variant, const weft::types::KernelTable& table, const Case& pair,
         const Shape& shape, Direction direction) {
    const std::string name = variant + "/" + pair.name + "/" + shape.name +
                             (direction == Direction::encode ? "/encode" : "/decode");
    const auto* kernels = find_in(table, pair.external, pair.memory, ByteRule::checked);
    benchmark::RegisterBenchmark(name.c_str(), move_values, *kernels, pair, shape, direction)
        ->Arg(256 << 10)
        ->Arg(64 << 20);
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::RegisterBenchmark("memcpy", copy_bytes)->Arg(256 << 10)->Arg(64 << 20);
    for (const auto& variant : weft::types::all_variants()) {
        if (!variant.runs_here()) continue;
        for (const Case& pair : cases) {
            for (const Shape& shape : shapes) {
                add(variant.name, *variant.table, pair, shape, Direction::encode);
                add(variant.name, *variant.table, pair, shape, Direction::decode);
            }
            add(variant.name, *variant.table, pair, fill_shape, Direction::encode);
        }
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
}
