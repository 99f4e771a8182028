// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype_tree.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "mpi/check.hpp"
#include "mpi/datatype.hpp"

namespace weft::mpi {
namespace {

/// The bounds of blocks of a child, by MPI-3.1, 4.1.7: explicit bounds win.
class BoundsOfBlocks {
public:
    void add(std::int64_t displacement, std::int64_t length, const Bounds& child) {
        if (length == 0) return;
        const std::int64_t last = (length - 1) * child.extent();
        const Bounds block{displacement + child.begin + std::min<std::int64_t>(last, 0),
                           displacement + child.end + std::max<std::int64_t>(last, 0),
                           child.is_said};
        if (!all_ || (block.is_said && !all_->is_said)) {
            all_ = block;
        } else if (block.is_said == all_->is_said) {
            all_->begin = std::min(all_->begin, block.begin);
            all_->end = std::max(all_->end, block.end);
        }
    }
    [[nodiscard]] Bounds all() const { return all_.value_or(Bounds()); }

private:
    std::optional<Bounds> all_;
};

Bounds of_lists(const Contents& contents, const Bounds& child) {
    const std::span integers(contents.integers);
    const auto count = static_cast<std::size_t>(integers[0]);
    const bool is_block = contents.combiner == MPI_COMBINER_INDEXED_BLOCK ||
                          contents.combiner == MPI_COMBINER_HINDEXED_BLOCK;
    const bool in_bytes = contents.combiner == MPI_COMBINER_HINDEXED ||
                          contents.combiner == MPI_COMBINER_HINDEXED_BLOCK;
    BoundsOfBlocks bounds;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t length = integers[is_block ? 1 : 1 + i];
        const std::int64_t place = in_bytes
                                       ? contents.addresses[i]
                                       : integers[(is_block ? 2 : 1 + count) + i] * child.extent();
        bounds.add(place, length, child);
    }
    return bounds.all();
}

Bounds of_rows(const Contents& contents, const Bounds& child) {
    const std::int64_t count = contents.integers[0];
    const std::int64_t pitch = contents.combiner == MPI_COMBINER_HVECTOR
                                   ? contents.addresses[0]
                                   : contents.integers[2] * child.extent();
    BoundsOfBlocks bounds;
    if (count == 0) return bounds.all();
    bounds.add(0, contents.integers[1], child);
    bounds.add((count - 1) * pitch, contents.integers[1], child);
    return bounds.all();
}

/// The extent of a subarray is that of the whole array.
Bounds of_array(std::span<const std::int64_t> sizes, const Bounds& child) {
    std::int64_t end = child.extent();
    for (const std::int64_t size : sizes) end *= size;
    return {0, end, true};
}

Bounds of_struct(const DatatypeNode& node) {
    BoundsOfBlocks bounds;
    for (std::size_t i = 0; i < node.children.size(); ++i)
        bounds.add(node.contents.addresses[i], node.contents.integers[1 + i],
                   node.children[i]->external);
    return bounds.all();
}

Bounds bounds_of(const DatatypeNode& node) {
    const Contents& contents = node.contents;
    const std::span integers(contents.integers);
    const Bounds& child = node.children[0]->external;
    BoundsOfBlocks row;
    switch (contents.combiner) {
        case MPI_COMBINER_CONTIGUOUS:
            row.add(0, integers[0], child);
            return row.all();
        case MPI_COMBINER_VECTOR:
        case MPI_COMBINER_HVECTOR:
            return of_rows(contents, child);
        case MPI_COMBINER_INDEXED:
        case MPI_COMBINER_HINDEXED:
        case MPI_COMBINER_INDEXED_BLOCK:
        case MPI_COMBINER_HINDEXED_BLOCK:
            return of_lists(contents, child);
        case MPI_COMBINER_SUBARRAY:
            return of_array(integers.subspan(1, static_cast<std::size_t>(integers[0])), child);
        case MPI_COMBINER_DARRAY:
            return of_array(integers.subspan(3, static_cast<std::size_t>(integers[2])), child);
        case MPI_COMBINER_STRUCT:
            return of_struct(node);
        case MPI_COMBINER_RESIZED:
            return {contents.addresses[0], contents.addresses[0] + contents.addresses[1], true};
        default:  // a duplicate
            return child;
    }
}

class Builder {
public:
    Builder() = default;
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;
    /// Frees the handles, which live as long as the builder, so that MPI reuses none for another
    /// datatype.
    ~Builder() {
        for (MPI_Datatype& handle : handles_) release(MPI_Type_free(&handle));
    }

    Result<std::shared_ptr<const DatatypeNode>> build(MPI_Datatype datatype) {
        if (const auto known = known_.find(datatype); known != known_.end()) return known->second;
        const auto node = std::make_shared<DatatypeNode>();
        node->bytes = size_of(datatype);
        node->extent = extent_of(datatype);
        node->contents.combiner = combiner_of(datatype);
        const Status made = is_predefined_combiner(node->contents.combiner)
                                ? fill_predefined(datatype, *node)
                                : fill(datatype, *node);
        if (!made.ok()) return made;
        if (node->external_bytes == node->bytes) {
            const std::int64_t begin = lower_bound_of(datatype);
            node->external = {begin, begin + node->extent, node->external.is_said};
        }
        return known_.emplace(datatype, node).first->second;
    }

private:
    static Status fill_predefined(MPI_Datatype datatype, DatatypeNode& node) {
        if (node.bytes == 0) return {};
        auto values = external_values(datatype, node.contents.combiner);
        if (!values)
            return {Code::enotsupport, "external32 cannot hold values of " + name_of(datatype)};
        node.values = *std::move(values);
        for (const ExternalValue& value : node.values)
            node.external_bytes += value.type.external_bytes;
        node.external = {0, node.external_bytes, false};
        return {};
    }

    Status fill(MPI_Datatype datatype, DatatypeNode& node) {
        node.contents = contents_of(datatype);
        for (const MPI_Datatype handle : node.contents.datatypes)
            if (!is_predefined(handle)) handles_.push_back(handle);
        for (const MPI_Datatype handle : node.contents.datatypes) {
            auto child = build(handle);
            if (!child.ok()) return child.status();
            node.children.push_back(std::move(child).value());
        }
        node.contents.datatypes.clear();
        if (node.children.empty()) return {};  // an empty struct
        const bool is_struct = node.contents.combiner == MPI_COMBINER_STRUCT;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const DatatypeNode& child = *node.children[i];
            if (child.bytes == 0) continue;
            const std::int64_t copies =
                is_struct ? node.contents.integers[1 + i] : node.bytes / child.bytes;
            node.external_bytes += copies * child.external_bytes;
        }
        node.external = bounds_of(node);
        return {};
    }

    std::map<MPI_Datatype, std::shared_ptr<const DatatypeNode>> known_;
    std::vector<MPI_Datatype> handles_;
};

}  // namespace

Result<std::shared_ptr<const DatatypeNode>> datatype_tree(MPI_Datatype datatype) {
    return Builder().build(datatype);
}

}  // namespace weft::mpi
