// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of the header reader: what holds for every input is checked here.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/validator.hpp"

namespace {

using namespace weft;

/// A broken promise ends the process, which is how a fuzzer learns of it.
void require(bool holds) {
    if (!holds) std::abort();
}

bool has_error(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (finding.severity == Severity::error) return true;
    return false;
}

/// What is accepted is written again in no more bytes, and these mean the same.
void check_round_trip(const format::Header& header, std::size_t input_bytes,
                      std::int64_t file_bytes) {
    const PooledBytes written = format::write_header(header);
    require(written.size() <= input_bytes);
    require(std::ssize(written) == format::header_bytes(header));
    format::MemorySource source(written);
    const Result<format::Header> again = format::read_header(source, file_bytes);
    require(again.ok() && format::write_header(again.value()) == written);
}

/// Headers are multiples of 4 bytes. An input of even length is a whole file; one of odd length is
/// the first part of a very large one, so that nothing relies on the size that a file claims.
std::int64_t claimed_bytes(std::size_t input_bytes) {
    const auto bytes = static_cast<std::int64_t>(input_bytes);
    return bytes % 2 == 0 ? bytes : bytes + (std::int64_t{1} << 40);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    format::MemorySource source({reinterpret_cast<const std::byte*>(data), size});
    const std::int64_t file_bytes = claimed_bytes(size);
    const Result<format::Header> result = format::read_header(source, file_bytes);
    const std::vector<Finding> findings = format::validate(source, file_bytes);
    require(result.ok() != has_error(findings));
    require(findings.size() <= format::Findings::most + 1);
    if (result.ok())
        check_round_trip(result.value(), size, file_bytes);
    else
        require(!result.status().context().empty());
    return 0;
}
