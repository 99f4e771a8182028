// SPDX-License-Identifier: BSD-3-Clause
// The limit of reading a chunked variable: reads the bytes of its chunks and undoes the filters, on
// so many threads, and does nothing with the values:
//
//     netcdf4_limit FILE CHUNK_BYTES ELEMENT_BYTES THREADS REPETITIONS < CHUNKS
//
// CHUNKS has a line for each filter, "filter ID PARAMETER...", and for each chunk, "OFFSET BYTES
// MASK". Prints the seconds of each repetition.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "codecs/filter.hpp"

namespace {

using namespace weft::codecs;

struct Chunk {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    std::uint32_t mask = 0;
};

struct Work {
    int file = -1;
    std::int64_t chunk_bytes = 0;
    Pipeline pipeline;
    std::vector<Chunk> chunks;
};

[[noreturn]] void fail(const std::string& what) {
    std::cerr << what << '\n';
    std::exit(1);
}

Work read_work(std::int64_t chunk_bytes, std::int64_t element_bytes) {
    Work work;
    work.chunk_bytes = chunk_bytes;
    std::vector<Filter> filters;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        if (line.starts_with("filter ")) {
            Filter filter;
            std::string word;
            words >> word >> filter.id;
            for (std::uint32_t parameter = 0; words >> parameter;)
                filter.parameters.push_back(parameter);
            filters.push_back(filter);
            continue;
        }
        Chunk chunk;
        words >> chunk.offset >> chunk.bytes >> chunk.mask;
        work.chunks.push_back(chunk);
    }
    work.pipeline = Pipeline(filters, {.element_bytes = element_bytes, .chunk_bytes = chunk_bytes});
    return work;
}

void read_chunks(const Work& work, std::atomic<std::size_t>& next) {
    Scratch scratch;
    std::vector<std::byte> stored;
    std::vector<std::byte> chunk(static_cast<std::size_t>(work.chunk_bytes));
    for (std::size_t i = next++; i < work.chunks.size(); i = next++) {
        const Chunk& its = work.chunks[i];
        stored.resize(static_cast<std::size_t>(its.bytes));
        if (::pread(work.file, stored.data(), stored.size(), its.offset) != its.bytes)
            fail("a chunk cannot be read");
        const weft::Status decoded = work.pipeline.decode(its.mask, stored, chunk, scratch);
        if (!decoded.ok()) fail(decoded.context());
    }
}

double run(const Work& work, int thread_count) {
    const auto begun = std::chrono::steady_clock::now();
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) threads.emplace_back([&] { read_chunks(work, next); });
    for (std::thread& thread : threads) thread.join();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6)
        fail("usage: netcdf4_limit FILE CHUNK_BYTES ELEMENT_BYTES THREADS REPETITIONS < CHUNKS");
    Work work = read_work(std::atoll(argv[2]), std::atoll(argv[3]));
    work.file = ::open(argv[1], O_RDONLY);
    if (work.file < 0) fail(std::string(argv[1]) + " cannot be opened");
    for (int i = 0; i < std::atoi(argv[5]); ++i)
        std::printf("%.6f\n", run(work, std::atoi(argv[4])));
    return 0;
}
