// SPDX-License-Identifier: BSD-3-Clause
#include "format/placement.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/checked.hpp"
#include "format/sizes.hpp"

namespace weft::format {
namespace {

/// The bytes of a fixed variable, or of a record variable in record 0.
struct Slab {
    std::int64_t begin;
    std::int64_t end;
    int variable;
};

/// All fixed or all record slabs, in order of definition until they are sorted.
using Slabs = std::vector<Slab>;

class PlacementCheck {
public:
    PlacementCheck(const HeaderView& header, const FileExtent& extent, Findings& findings)
        : header_(header), schema_(header.schema), extent_(extent), findings_(findings) {}

    void run();

private:
    bool collect();
    void warn_about_begins(const Slabs& slabs);
    const Slab& check_neighbours(Slabs& slabs);
    void check_fixed();
    void check_records();
    void check_record_count(const Slab& last_slab);
    [[nodiscard]] std::string text_of(const Slab& slab) const {
        return fmt::format("variable {} '{}'", slab.variable, schema_.variable(slab.variable).name);
    }

    const HeaderView& header_;
    const model::Schema& schema_;
    const FileExtent& extent_;
    Findings& findings_;
    RecordSection section_;
    Slabs fixed_;
    Slabs record_;
};

void PlacementCheck::run() {
    if (schema_.record_count > 0 && schema_.record_dimension() < 0)
        findings_.warn(Code::enorecvars, 4, "header: {} records, but no record dimension",
                       schema_.record_count);
    if (!collect()) return;
    if (findings_.wants_warnings()) {
        warn_about_begins(fixed_);
        warn_about_begins(record_);
    }
    if (!fixed_.empty()) check_fixed();
    if (!record_.empty()) check_records();
}

/// False if sizes or ends overflow, so that nothing can be compared.
bool PlacementCheck::collect() {
    const Status large = check_large_variables(header_.version, schema_);
    if (!large.ok()) findings_.error(large.code(), extent_.header_end, "{}", large.context());
    const Result<RecordSection> section = record_section(header_);
    if (!section.ok())
        findings_.error(section.code(), extent_.header_end, "{}", section.status().context());
    if (!large.ok() || !section.ok()) return false;
    section_ = section.value();

    bool all_end = true;
    for (int id = 0; id < schema_.variable_count(); ++id) {
        const model::Variable& variable = schema_.variable(id);
        const std::int64_t begin = header_.begin(id);
        const auto end = checked_add(begin, slab_bytes(schema_, variable).value());
        const Slab slab{begin, end.value_or(0), id};
        if (!end)
            findings_.error(Code::enotnc, slab.begin, "{}: it ends beyond 2^63-1", text_of(slab));
        if (slab.begin < extent_.header_end)
            findings_.error(Code::enotnc, slab.begin, "{}: it begins inside the header of {} bytes",
                            text_of(slab), extent_.header_end);
        all_end = all_end && end.has_value();
        (schema_.is_record_variable(variable) ? record_ : fixed_).push_back(slab);
    }
    return all_end;
}

void PlacementCheck::warn_about_begins(const Slabs& slabs) {
    std::int64_t previous_begin = 0;
    for (const Slab& slab : slabs) {
        if (slab.begin % padding_unit != 0)
            findings_.warn(Code::enotnc, slab.begin, "{}: its offset {} is not a multiple of {}",
                           text_of(slab), slab.begin, padding_unit);
        if (slab.begin < previous_begin)
            findings_.warn(Code::enotnc, slab.begin,
                           "{}: it begins before a variable that was defined earlier",
                           text_of(slab));
        previous_begin = slab.begin;
    }
}

/// Sorts the slabs by begin, compares neighbours, and returns the slab that ends last.
const Slab& PlacementCheck::check_neighbours(Slabs& slabs) {
    const auto precedes = [](const Slab& a, const Slab& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.variable < b.variable;
    };
    // Most files have their variables in order of definition.
    if (!std::ranges::is_sorted(slabs, precedes)) std::ranges::sort(slabs, precedes);
    const Slab* furthest = &slabs.front();
    for (const Slab& slab : std::span(slabs).subspan(1)) {
        const auto padded_end = checked_round_up(furthest->end, padding_unit);
        if (slab.begin < furthest->end)
            findings_.error(Code::enotnc, slab.begin, "{}: it overlaps {}, which ends at {}",
                            text_of(slab), text_of(*furthest), furthest->end);
        else if (padded_end && slab.begin > *padded_end)
            findings_.warn(Code::enotnc, *padded_end,
                           "{}: the {} bytes before it belong to no variable", text_of(slab),
                           slab.begin - *padded_end);
        if (slab.end > furthest->end) furthest = &slab;
    }
    return *furthest;
}

void PlacementCheck::check_fixed() {
    const Slab& furthest = check_neighbours(fixed_);
    if (!record_.empty() && furthest.end > section_.begin)
        findings_.error(Code::enotnc, furthest.begin,
                        "{}: it ends at {} and overlaps the records, which begin at {}",
                        text_of(furthest), furthest.end, section_.begin);
    if (furthest.end > extent_.file_bytes)
        findings_.warn(Code::etrunc, extent_.file_bytes,
                       "{}: its data end at {}, but the file is shorter", text_of(furthest),
                       furthest.end);
}

void PlacementCheck::check_records() {
    const Slab& furthest = check_neighbours(record_);
    if (furthest.end - section_.begin > section_.record_bytes)
        findings_.error(Code::enotnc, furthest.begin,
                        "{}: it reaches into the next record, which begins after {} bytes",
                        text_of(furthest), section_.record_bytes);
    if (schema_.record_count > 0) check_record_count(furthest);
}

void PlacementCheck::check_record_count(const Slab& last_slab) {
    const auto before_last = checked_mul(schema_.record_count - 1, section_.record_bytes);
    const auto end = before_last ? checked_add(*before_last, last_slab.end) : std::nullopt;
    const auto reserve = end ? checked_add(*end, section_.record_bytes) : std::nullopt;
    if (!reserve)
        findings_.error(Code::enotnc, 4, "header: {} records of {} bytes end beyond 2^63-1",
                        schema_.record_count, section_.record_bytes);
    else if (*end > extent_.file_bytes)
        findings_.warn(Code::etrunc, extent_.file_bytes,
                       "header: {} records end at {}, but the file is shorter",
                       schema_.record_count, *end);
}

}  // namespace

Result<RecordSection> record_section(const HeaderView& header) {
    const model::Schema& schema = header.schema;
    const Result<std::int64_t> bytes = record_bytes(schema);
    if (!bytes.ok()) return bytes.status();
    RecordSection section{.begin = 0, .record_bytes = bytes.value()};
    if (section.record_bytes == 0) return section;
    bool is_first = true;
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (!schema.is_record_variable(schema.variable(id))) continue;
        section.begin = is_first ? header.begin(id) : std::min(section.begin, header.begin(id));
        is_first = false;
    }
    return section;
}

void check_placement(const HeaderView& header, const FileExtent& extent, Findings& findings) {
    PlacementCheck(header, extent, findings).run();
}

}  // namespace weft::format
