// SPDX-License-Identifier: BSD-3-Clause
// The limit of reading chunked variables: reads the bytes of their chunks and undoes the filters,
// on so many threads, and does nothing with the values. With OUTPUT, that of writing them: has all
// chunks in memory, applies the filters on so many threads, and then writes what they have made to
// that file, one behind the other. With ROW_BYTES, the values of the chunks lie in other arrays, in
// rows of that length, and each thread first copies those of its chunk:
//
//     netcdf4_limit FILE CHUNK_BYTES ELEMENT_BYTES THREADS REPETITIONS [OUTPUT [ROW_BYTES]] <
//     CHUNKS
//
// CHUNKS has a line for each filter, "filter ID PARAMETER...", and for each chunk, "OFFSET BYTES
// MASK". Prints the seconds of each repetition, and the bytes that it has read or written.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "codecs/pipeline.hpp"

namespace {

using namespace weft::codecs;

/// As many arrays have the values as there are ranks in bench/netcdf4.
constexpr std::size_t array_count = 4;

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

void read_chunk(const Work& work, const Chunk& its, std::vector<std::byte>& stored,
                std::span<std::byte> chunk, Scratch& scratch) {
    stored.resize(static_cast<std::size_t>(its.bytes));
    if (::pread(work.file, stored.data(), stored.size(), its.offset) != its.bytes)
        fail("a chunk cannot be read");
    const weft::Status decoded = work.pipeline.decode(its.mask, stored, chunk, scratch);
    if (!decoded.ok()) fail(decoded.context());
}

/// A thread of reading.
void read_chunks(const Work& work, std::atomic<std::size_t>& next, std::atomic<std::int64_t>& end) {
    Scratch scratch;
    std::vector<std::byte> stored;
    std::vector<std::byte> chunk(static_cast<std::size_t>(work.chunk_bytes));
    for (std::size_t i = next++; i < work.chunks.size(); i = next++) {
        read_chunk(work, work.chunks[i], stored, chunk, scratch);
        end += work.chunks[i].bytes;
    }
}

/// What is in memory before the clock of writing runs, and the file that is written.
struct Output {
    std::vector<std::vector<std::byte>> chunks;
    std::vector<std::vector<std::byte>> arrays;  // empty: nothing is copied
    std::size_t row_bytes = 0;                   // of the arrays
    std::vector<std::vector<std::byte>> coded;   // room for each
    std::vector<std::size_t> bytes;              // of each, once it is coded
    int file = -1;
};

Output chunks_to_write(const Work& work) {
    Output output;
    Scratch scratch;
    std::vector<std::byte> stored;
    for (const Chunk& its : work.chunks)
        read_chunk(work, its, stored,
                   output.chunks.emplace_back(static_cast<std::size_t>(work.chunk_bytes)), scratch);
    const auto most = static_cast<std::size_t>(work.pipeline.encoded_limit());
    output.coded.resize(work.chunks.size(), std::vector<std::byte>(most));
    output.bytes.resize(work.chunks.size());
    return output;
}

/// The values of a chunk in the arrays of ranks: row n of a chunk is in array n modulo their
/// number. Calls `move(row of the array, row of the chunk, bytes)` for one array after the other,
/// as each rank can only read its own.
template <typename Move>
void for_rows(Output& output, std::size_t chunk, const Move& move) {
    std::vector<std::byte>& its = output.chunks[chunk];
    const std::size_t rows = (its.size() + output.row_bytes - 1) / output.row_bytes;
    const std::size_t rows_each = (rows + array_count - 1) / array_count;
    for (std::size_t rank = 0; rank < array_count; ++rank) {
        std::vector<std::byte>& array = output.arrays[rank];
        for (std::size_t row = rank; row < rows; row += array_count) {
            const std::size_t begin = row * output.row_bytes;
            const std::size_t place = (chunk * rows_each + row / array_count) * output.row_bytes;
            if (array.size() < place + output.row_bytes) array.resize(place + output.row_bytes);
            move(&array[place], &its[begin], std::min(output.row_bytes, its.size() - begin));
        }
    }
}

void spread(Output& output, std::size_t row_bytes) {
    output.row_bytes = row_bytes;
    output.arrays.resize(array_count);
    for (std::size_t i = output.chunks.size();
         i-- > 0;) {  // from the end on: arrays get their size
        for_rows(output, i, [](std::byte* in_array, const std::byte* in_chunk, std::size_t bytes) {
            std::memcpy(in_array, in_chunk, bytes);
        });
    }
}

/// A thread that applies the filters.
void encode_chunks(const Work& work, Output& output, std::atomic<std::size_t>& next) {
    Scratch scratch;
    for (std::size_t i = next++; i < output.chunks.size(); i = next++) {
        if (!output.arrays.empty()) {
            for_rows(output, i, [](const std::byte* in_array, std::byte* in_chunk, std::size_t n) {
                std::memcpy(in_chunk, in_array, n);
            });
        }
        const auto bytes = work.pipeline.encode(0, output.chunks[i], output.coded[i], scratch);
        if (!bytes.ok()) fail(bytes.status().context());
        output.bytes[i] = static_cast<std::size_t>(bytes.value());
    }
}

/// Writes what they have made, and returns how many bytes that is.
std::int64_t write_chunks(const Output& output) {
    std::int64_t end = 0;
    for (std::size_t i = 0; i < output.chunks.size(); ++i) {
        const auto bytes = static_cast<std::int64_t>(output.bytes[i]);
        if (::pwrite(output.file, output.coded[i].data(), output.bytes[i], end) != bytes)
            fail("a chunk cannot be written");
        end += bytes;
    }
    return end;
}

/// The seconds that so many threads take for `work`, which is given to each.
template <typename ThreadsWork>
double seconds_of(int thread_count, const ThreadsWork& work) {
    const auto begun = std::chrono::steady_clock::now();
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) threads.emplace_back(work);
    for (std::thread& one : threads) one.join();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

void tell(double seconds, std::int64_t bytes) {
    std::printf("%.6f %lld\n", seconds, static_cast<long long>(bytes));
}

void run_reading(const Work& work, int thread_count, int repetitions) {
    for (int i = 0; i < repetitions; ++i) {
        std::atomic<std::size_t> next = 0;
        std::atomic<std::int64_t> bytes = 0;
        const double seconds = seconds_of(thread_count, [&] { read_chunks(work, next, bytes); });
        tell(seconds, bytes);
    }
}

void run_writing(const Work& work, int thread_count, int repetitions, const char* path,
                 std::size_t row_bytes) {
    Output output = chunks_to_write(work);
    if (row_bytes > 0) spread(output, row_bytes);
    for (int i = 0; i < repetitions; ++i) {
        output.file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (output.file < 0) fail(std::string(path) + " cannot be made");
        std::atomic<std::size_t> next = 0;
        double seconds = seconds_of(thread_count, [&] { encode_chunks(work, output, next); });
        std::int64_t bytes = 0;
        seconds += seconds_of(1, [&] { bytes = write_chunks(output); });
        tell(seconds, bytes);
        ::close(output.file);
        ::unlink(path);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 6 || argc > 8)
        fail(
            "usage: netcdf4_limit FILE CHUNK_BYTES ELEMENT_BYTES THREADS REPETITIONS "
            "[OUTPUT [ROW_BYTES]] < CHUNKS");
    Work work = read_work(std::atoll(argv[2]), std::atoll(argv[3]));
    work.file = ::open(argv[1], O_RDONLY);
    if (work.file < 0) fail(std::string(argv[1]) + " cannot be opened");
    const int thread_count = std::atoi(argv[4]);
    const int repetitions = std::atoi(argv[5]);
    if (argc == 6)
        run_reading(work, thread_count, repetitions);
    else
        run_writing(work, thread_count, repetitions, argv[6],
                    argc == 8 ? static_cast<std::size_t>(std::atoll(argv[7])) : 0);
    return 0;
}
