// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/uniformity.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <cstring>
#include <span>

#include "dataset/constants.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

std::vector<std::byte> flattened(const UniformFields& fields) {
    std::vector<std::byte> bytes;
    const auto append = [&bytes](const void* from, std::size_t length) {
        const auto* raw = static_cast<const std::byte*>(from);
        bytes.insert(bytes.end(), raw, raw + length);
    };
    for (const UniformField& field : fields) {
        const std::uint64_t length = field.value.size();
        append(&length, sizeof length);
        append(field.value.data(), field.value.size());
    }
    return bytes;
}

/// The first field that differs from rank 0's flattened fields.
Status first_difference(const UniformFields& fields, const std::vector<std::byte>& roots) {
    std::size_t at = 0;
    for (const UniformField& field : fields) {
        std::uint64_t length = 0;
        if (at + sizeof length > roots.size())
            return {field.code, fmt::format("{} differs from rank 0's", field.what)};
        std::memcpy(&length, roots.data() + at, sizeof length);
        at += sizeof length;
        const bool same = length == field.value.size() &&
                          std::memcmp(roots.data() + at, field.value.data(), length) == 0;
        if (!same) return {field.code, fmt::format("{} differs from rank 0's", field.what)};
        at += length;
    }
    return {};
}

Status difference(const model::AttributeList& roots, const model::AttributeList& mine,
                  const std::string& owner) {
    if (roots.size() != mine.size())
        return {Code::emultidefine_attr_num, "number of attributes of " + owner};
    for (int i = 0; i < mine.size(); ++i) {
        const model::Attribute& a = roots.at(i);
        const model::Attribute& b = mine.at(i);
        const std::string what = fmt::format("attribute {} of {}", i, owner);
        if (a.name != b.name) return {Code::emultidefine_attr_name, what + ": name"};
        if (a.type != b.type) return {Code::emultidefine_attr_type, what + ": type"};
        if (a.count != b.count) return {Code::emultidefine_attr_len, what + ": length"};
        if (a.values != b.values) return {Code::emultidefine_attr_val, what + ": values"};
    }
    return {};
}

Status difference(const model::Variable& a, const model::Variable& b, int id, Compared compared) {
    const std::string what = fmt::format("variable {}", id);
    if (a.name != b.name) return {Code::emultidefine_var_name, what + ": name"};
    if (a.dimension_ids.size() != b.dimension_ids.size()) {
        return {Code::emultidefine_var_ndims, what + ": number of dimensions"};
    }
    if (a.dimension_ids != b.dimension_ids)
        return {Code::emultidefine_var_dimids, what + ": dimensions"};
    if (a.type != b.type) return {Code::emultidefine_var_type, what + ": type"};
    if (compared == Compared::all_but_attributes) return {};
    return difference(a.attributes, b.attributes, fmt::format("variable '{}'", b.name));
}

/// The arguments of _enddef as numbers; missing ones get an impossible value.
using Room = std::array<std::int64_t, 4>;
constexpr std::int64_t not_asked = -1;

Room room_of(const layout::Alignment& alignment) {
    return {alignment.header_free, alignment.variable_align.value_or(not_asked),
            alignment.variable_free, alignment.record_align.value_or(not_asked)};
}

layout::Alignment alignment_of(const Room& room) {
    layout::Alignment alignment{.header_free = room[0], .variable_free = room[2]};
    if (room[1] != not_asked) alignment.variable_align = room[1];
    if (room[3] != not_asked) alignment.record_align = room[3];
    return alignment;
}

}  // namespace

std::int64_t Definitions::digest() const {
    const Room room = room_of(alignment);
    std::uint64_t hash = XXH3_64bits(room.data(), sizeof room);
    hash = XXH3_64bits_withSeed(fill_modes.data(), fill_modes.size(), hash);
    hash = XXH3_64bits_withSeed(encoded.data(), encoded.size(), hash);
    // Room for the sign, and for a negation.
    return static_cast<std::int64_t>(hash >> 2);
}

Definitions Definitions::of_root(mpi::CommView comm) const {
    Definitions roots = *this;
    std::vector<std::byte> message(encoded.begin(), encoded.end());
    comm.broadcast(message, root);
    roots.encoded.assign(message.begin(), message.end());
    comm.broadcast(roots.fill_modes, root);
    Room room = room_of(alignment);
    comm.broadcast(std::as_writable_bytes(std::span(room)), root);
    roots.alignment = alignment_of(room);
    return roots;
}

bool is_uniform(mpi::CommView comm, std::int64_t number) {
    std::array<std::int64_t, 2> most = {number, -number};
    comm.all_reduce_max(most);
    return most[0] == -most[1];
}

std::string field_of(std::int64_t number) {
    return std::to_string(number);
}

Status compare_fields(mpi::CommView comm, Status mine, const UniformFields& fields) {
    if (comm.size() == 1) return mine;
    std::vector<std::byte> roots;
    if (comm.rank() == root) roots = flattened(fields);
    comm.broadcast(roots, root);
    mine.keep_first(first_difference(fields, roots));
    return mpi::agree(comm, mine).status();
}

Status difference(const model::Schema& roots, const model::Schema& mine, Compared compared) {
    if (roots.record_count != mine.record_count)
        return {Code::emultidefine_numrecs, "number of records"};
    if (roots.dimension_count() != mine.dimension_count()) {
        return {Code::emultidefine_dim_num, "number of dimensions"};
    }
    for (int id = 0; id < mine.dimension_count(); ++id) {
        const model::Dimension& a = roots.dimension(id);
        const model::Dimension& b = mine.dimension(id);
        if (a.name != b.name)
            return {Code::emultidefine_dim_name, fmt::format("dimension {}: name", id)};
        if (a.length != b.length || a.is_unlimited != b.is_unlimited)
            return {Code::emultidefine_dim_size, fmt::format("dimension {}: length", id)};
    }
    Status status;
    if (compared == Compared::all)
        status = difference(roots.global_attributes, mine.global_attributes, "the file");
    if (!status.ok()) return status;
    if (roots.variable_count() != mine.variable_count()) {
        return {Code::emultidefine_var_num, "number of variables"};
    }
    for (int id = 0; id < mine.variable_count(); ++id) {
        status = difference(roots.variable(id), mine.variable(id), id, compared);
        if (!status.ok()) return status;
    }
    return {};
}

}  // namespace weft::dataset
