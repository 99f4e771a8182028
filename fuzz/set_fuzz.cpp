// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of sets: a master and a part as somebody else may have made them. What holds for
// every input is checked here. Its first two bytes say how long the master is, the rest is the
// part.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "parts/aggregation.hpp"
#include "parts/master.hpp"
#include "parts/part.hpp"

namespace {

using namespace weft;

/// Where the master would be.
const parts::MasterPlace place{.path = "data.nc"};

/// A broken promise ends the process, which is how a fuzzer learns of it.
void require(bool holds) {
    if (!holds) std::abort();
}

Result<format::Header> header_in(std::span<const std::byte> bytes) {
    format::MemorySource source(bytes);
    return format::read_header(source, std::int64_t{1} << 40);
}

/// Every index of a divided dimension is in one part.
void check_ranges(const parts::Set& set) {
    const model::Schema& whole = set.whole.schema;
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (set.table.variables[static_cast<std::size_t>(id)].is_whole()) continue;
        const std::int64_t length = set.table.length_of(whole, id);
        const parts::Ranges ranges = set.table.ranges_of(whole, id);
        std::int64_t end = 0;
        for (int part = 0; part < set.table.part_count(); ++part) {
            const region::Interval range = ranges.of_part(part);
            if (range.empty()) continue;
            require(range.begin == end);
            require(ranges.part_of(range.begin) == part && ranges.part_of(range.end - 1) == part);
            end = range.end;
        }
        require(end == length);
    }
}

/// What is accepted stays what it is when it is written again.
void check_master(const parts::Set& set, const model::Schema& read) {
    const format::Version version = set.whole.version;
    const model::Schema& whole = set.whole.schema;
    const model::Schema master = parts::master_of(set.whole, set.table);
    const auto again = parts::merge(version, master, place);
    require(again.ok() && again.value().has_value());
    require(again.value()->table == set.table);
    require(format::write_header(again.value()->whole) == format::write_header(set.whole));
    // The values for other software have room where they go, in the file that was read, too.
    for (const model::Schema* schema : {&master, &read}) {
        for (const parts::HelperValues& helper :
             parts::values_of_aggregation(version, whole, set.table, *schema)) {
            require(helper.variable >= whole.variable_count());
            const model::Variable& variable = schema->variable(helper.variable);
            require(std::ssize(helper.bytes) <= format::slab_bytes(*schema, variable).value());
        }
    }
}

void check_part(const parts::Set& set, const model::Schema& found) {
    const Result<parts::Part> part = parts::as_part(found, set.whole.schema, set.table, 0);
    if (!part.ok()) return require(!part.status().context().empty());
    const parts::Part changed = parts::extended(part.value(), set.whole.schema, set.table, 0);
    require(parts::as_part(changed.schema, set.whole.schema, set.table, 0).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::span bytes(reinterpret_cast<const std::byte*>(data + 2), size - 2);
    const std::size_t length = std::min<std::size_t>(bytes.size(), data[0] << 8 | data[1]);
    const Result<format::Header> master = header_in(bytes.first(length));
    if (!master.ok()) return 0;
    const auto set = parts::merge(master.value().version, master.value().schema, place);
    if (!set.ok()) {
        require(set.code() == Code::enotnc && !set.status().context().empty());
        return 0;
    }
    if (!set.value()) return 0;
    check_ranges(*set.value());
    check_master(*set.value(), master.value().schema);
    const Result<format::Header> part = header_in(bytes.subspan(length));
    if (part.ok()) check_part(*set.value(), part.value().schema);
    return 0;
}
