// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/external32.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "base/checked.hpp"
#include "mpi/datatype_arrange.hpp"
#include "mpi/datatype_tree.hpp"

namespace weft::mpi {
namespace {

using region::Pattern;
using Node = DatatypeNode;

bool is_struct(const Node& node) {
    return node.contents.combiner == MPI_COMBINER_STRUCT;
}

/// The patterns of a tree, one for each node, however many parents it has. `leaf` makes those of
/// predefined datatypes.
class Patterns {
public:
    using Leaf = std::function<Pattern(const Node&)>;
    explicit Patterns(Leaf leaf) : leaf_(std::move(leaf)) {}
    Patterns(const Patterns&) = delete;
    Patterns& operator=(const Patterns&) = delete;
    virtual ~Patterns() = default;

    const Pattern& of(const Node& node) {
        if (const auto known = known_.find(&node); known != known_.end()) return known->second;
        Pattern pattern = node.children.empty() ? leaf_(node)
                          : is_struct(node)     ? of_struct(node)
                                                : of_copies(node, *node.children[0]);
        return known_.emplace(&node, std::move(pattern)).first->second;
    }

protected:
    virtual Pattern of_copies(const Node& node, const Node& child) = 0;
    [[nodiscard]] virtual std::int64_t pitch_of(const Node& child) const = 0;
    /// The place of a member of a struct; `behind`: the packed end of the members before it.
    [[nodiscard]] virtual std::int64_t place_of(const Node& node, std::size_t member,
                                                std::int64_t behind) const = 0;

private:
    Pattern of_struct(const Node& node) {
        // Equal members share a pattern, so that a long list costs two words for each.
        std::map<std::pair<const Node*, std::int64_t>, std::shared_ptr<const Pattern>> known;
        std::vector<Pattern::Part> parts;
        std::int64_t behind = 0;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const Node& child = *node.children[i];
            const std::int64_t length = node.contents.integers[1 + i];
            auto& pattern = known[{&child, length}];
            if (!pattern)
                pattern =
                    std::make_shared<const Pattern>(of(child).repeated(length, pitch_of(child)));
            parts.push_back({place_of(node, i, behind), pattern});
            behind += length * child.external_bytes;
        }
        return Pattern::sequence(std::move(parts));
    }

    Leaf leaf_;
    std::map<const Node*, Pattern> known_;
};

/// The places of values by the arguments of the constructors: in memory or in a file.
class Arranged final : public Patterns {
public:
    enum class In { memory, file };
    Arranged(In in, Leaf leaf) : Patterns(std::move(leaf)), in_(in) {}

private:
    Pattern of_copies(const Node& node, const Node& child) override {
        return arranged(node.contents, {of(child), pitch_of(child)});
    }
    [[nodiscard]] std::int64_t pitch_of(const Node& child) const override {
        return in_ == In::memory ? child.extent : child.external.extent();
    }
    [[nodiscard]] std::int64_t place_of(const Node& node, std::size_t member,
                                        std::int64_t /*behind*/) const override {
        return node.contents.addresses[member];
    }

    In in_;
};

/// The places of values side by side.
class Packed final : public Patterns {
public:
    using Patterns::Patterns;

private:
    Pattern of_copies(const Node& node, const Node& child) override {
        if (child.bytes == 0) return {};
        return of(child).repeated(node.bytes / child.bytes, child.external_bytes);
    }
    [[nodiscard]] std::int64_t pitch_of(const Node& child) const override {
        return child.external_bytes;
    }
    [[nodiscard]] std::int64_t place_of(const Node& /*node*/, std::size_t /*member*/,
                                        std::int64_t behind) const override {
        return behind;
    }
};

/// The values of one type in a predefined datatype, in memory.
Pattern values_in_memory(const Node& node, const ExternalType& type) {
    std::vector<Pattern::Part> parts;
    const auto value = std::make_shared<const Pattern>(Pattern::elements({}));
    for (const ExternalValue& each : node.values)
        if (each.type == type) parts.push_back({each.displacement, value});
    return Pattern::sequence(std::move(parts));
}

/// The bytes of the type's values, side by side with those of the other types.
Pattern values_packed(const Node& node, const ExternalType& type) {
    std::vector<Pattern::Part> parts;
    const auto bytes =
        std::make_shared<const Pattern>(Pattern::elements({{type.external_bytes, 1}}));
    std::int64_t behind = 0;
    for (const ExternalValue& each : node.values) {
        if (each.type == type) parts.push_back({behind, bytes});
        behind += each.type.external_bytes;
    }
    return Pattern::sequence(std::move(parts));
}

Pattern all_bytes(const Node& node) {
    return node.external_bytes == 0 ? Pattern() : Pattern::elements({{node.external_bytes, 1}});
}

void collect_types(const Node& node, std::set<const Node*>& seen, std::set<ExternalType>& types) {
    if (!seen.insert(&node).second) return;
    for (const ExternalValue& value : node.values) types.insert(value.type);
    for (const auto& child : node.children) collect_types(*child, seen, types);
}

std::set<ExternalType> types_in(const Node& root) {
    std::set<const Node*> seen;
    std::set<ExternalType> types;
    collect_types(root, seen, types);
    return types;
}

Result<std::shared_ptr<const Node>> tree_of(MPI_Datatype datatype) {
    if (is_null(datatype)) return Status(Code::einval, "the datatype is MPI_DATATYPE_NULL");
    return datatype_tree(datatype);
}

}  // namespace

Result<std::int64_t> external32_bytes(MPI_Datatype datatype) {
    const auto root = tree_of(datatype);
    if (!root.ok()) return root.status();
    return root.value()->external_bytes;
}

Result<ExternalFields> external32_fields(MPI_Datatype datatype, std::int64_t count) {
    const auto tree = tree_of(datatype);
    if (!tree.ok()) return tree.status();
    const Node& root = *tree.value();
    const auto bytes = checked_mul(root.external_bytes, count);
    if (!bytes || !checked_mul(root.extent, count))
        return Status(Code::eintoverflow,
                      std::to_string(count) + " values in external32 exceed 2^63 - 1 bytes");
    ExternalFields all{.bytes = *bytes, .fields = {}};
    for (const ExternalType& type : types_in(root)) {
        Arranged memory(Arranged::In::memory,
                        [&](const Node& node) { return values_in_memory(node, type); });
        Packed packed([&](const Node& node) { return values_packed(node, type); });
        ExternalField field{type, memory.of(root).repeated(count, root.extent),
                            packed.of(root).repeated(count, root.external_bytes)};
        if (field.memory.element_count() > 0) all.fields.push_back(std::move(field));
    }
    return all;
}

Result<ExternalTile> external32_tile(MPI_Datatype datatype) {
    const auto tree = tree_of(datatype);
    if (!tree.ok()) return tree.status();
    const Node& root = *tree.value();
    const std::set<ExternalType> types = types_in(root);
    ExternalTile tile{Arranged(Arranged::In::file, all_bytes).of(root), root.external_bytes,
                      root.external.extent(), types.empty() ? 0 : types.begin()->external_bytes};
    for (const ExternalType& type : types)
        if (type.external_bytes != tile.value_bytes) tile.value_bytes = 0;
    return tile;
}

}  // namespace weft::mpi
