// SPDX-License-Identifier: BSD-3-Clause
#include "model/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/checked.hpp"
#include "model/names.hpp"

namespace weft::model {
namespace {

/// Up to this number of attributes, a linear search is faster than a hash table, and owns no
/// memory.
constexpr int short_list = 8;

/// Most owners of attributes have only a few.
constexpr int usual_attributes = 4;

std::uint32_t key_of(std::string_view name) {
    if (is_ascii(name)) return NameIndex::hash_of(name);
    const Result<std::string> normal = normalised_name(name);
    return NameIndex::hash_of(normal.ok() ? std::string_view(normal.value()) : name);
}

/// True if `stored` is found by the normalised name `wanted`.
bool carries(std::string_view stored, std::string_view wanted) {
    if (stored == wanted) return true;
    if (is_ascii(stored)) return false;
    const Result<std::string> normal = normalised_name(stored);
    return normal.ok() && normal.value() == wanted;
}

template <class Items>
int find_in(const Items& items, const NameIndex& index, std::string_view name) {
    return index.find(NameIndex::hash_of(name), [&](int id) {
        return carries(items[static_cast<std::size_t>(id)].name, name);
    });
}

template <class Items>
void reserve_in(Items& items, NameIndex& index, int count) {
    items.reserve(static_cast<std::size_t>(count));
    index.reserve(static_cast<std::size_t>(count));
}

/// Adds the name of the last of `items` to the index; returns its id. Takes the text that the name
/// was made of, because bytes that were just written are slow to read back.
template <class Items>
int index_last(const Items& items, NameIndex& index, std::string_view name) {
    const int id = static_cast<int>(items.size()) - 1;
    index.insert(key_of(name), id);
    return id;
}

void rename_in(Name& stored, NameIndex& index, int id, std::string_view name) {
    const std::uint32_t key = key_of(name);
    index.erase(key_of(stored), id);
    index.insert(key, id);
    stored = name;
}

}  // namespace

int AttributeList::find(std::string_view name) const {
    if (!index_.empty()) return find_in(items_, index_, name);
    for (int id = 0; id < size(); ++id)
        if (at(id).name == name || (has_multibyte_ && carries(at(id).name, name))) return id;
    return -1;
}

int AttributeList::add(Attribute&& attribute) {
    if (items_.capacity() == 0) reserve(usual_attributes);
    items_.push_back(std::move(attribute));
    index_last_one(items_.back().name);
    return size() - 1;
}

Attribute& AttributeList::begin_one(std::string_view name) {
    if (items_.capacity() == 0) reserve(usual_attributes);
    items_.emplace_back().name = name;
    index_last_one(name);
    return items_.back();
}

void AttributeList::index_last_one(std::string_view name) {
    has_multibyte_ = has_multibyte_ || !is_ascii(name);
    if (!index_.empty())
        index_last(items_, index_, name);
    else if (size() > short_list)
        for (int id = 0; id < size(); ++id) index_.insert(key_of(at(id).name), id);
}

void AttributeList::rename(int id, std::string_view name) {
    has_multibyte_ = has_multibyte_ || !is_ascii(name);
    if (index_.empty())
        at(id).name = name;
    else
        rename_in(at(id).name, index_, id, name);
}

void AttributeList::remove(int id) {
    if (!index_.empty()) {
        index_.erase(key_of(at(id).name), id);
        if (id + 1 < std::ssize(items_)) index_.renumber_above(id);
    }
    items_.erase(items_.begin() + id);
}

int Schema::find_dimension(std::string_view name) const {
    return find_in(dimensions_, dimension_index_, name);
}

int Schema::find_variable(std::string_view name) const {
    return find_in(variables_, variable_index_, name);
}

void Schema::reserve_dimensions(int count) {
    reserve_in(dimensions_, dimension_index_, count);
}

void Schema::reserve_variables(int count) {
    reserve_in(variables_, variable_index_, count);
}

int Schema::add_dimension(Dimension&& dimension) {
    const bool is_record = dimension.is_unlimited;
    dimensions_.push_back(std::move(dimension));
    const int id = index_last(dimensions_, dimension_index_, dimensions_.back().name);
    if (is_record) record_dimension_ = unlimited_dimension_ = id;
    return id;
}

int Schema::add_grown_dimension(std::string_view name, std::int64_t length) {
    const int id = add_dimension({.name = name, .length = length});
    dimensions_.back().is_unlimited = true;
    if (unlimited_dimension_ < 0) unlimited_dimension_ = id;
    grows_freely_ = true;
    return id;
}

int Schema::add_dimension_of(const Schema& other, int id, std::int64_t length) {
    const Dimension& its = other.dimension(id);
    if (id == other.record_dimension()) {
        record_count = length;
        return add_dimension(model::unlimited_dimension(its.name));
    }
    return its.is_unlimited ? add_grown_dimension(its.name, length)
                            : add_dimension({.name = its.name, .length = length});
}

bool Schema::has_unlimited_dimension(const Variable& variable) const {
    return std::ranges::any_of(variable.dimension_ids,
                               [&](int id) { return dimension(id).is_unlimited; });
}

bool Schema::grows_inside(const Variable& variable) const {
    const auto& ids = variable.dimension_ids;
    return !ids.empty() && std::any_of(ids.begin() + 1, ids.end(),
                                       [&](int id) { return dimension(id).is_unlimited; });
}

int Schema::add_variable(Variable&& variable) {
    grows_freely_ = grows_freely_ || grows_inside(variable);
    variables_.push_back(std::move(variable));
    return index_last(variables_, variable_index_, variables_.back().name);
}

Variable& Schema::begin_variable(std::string_view name, std::span<const int> dimension_ids) {
    Variable& variable = begin_variable(name);
    variable.dimension_ids = dimension_ids;
    grows_freely_ = grows_freely_ || grows_inside(variable);
    return variable;
}

Variable& Schema::begin_variable(std::string_view name) {
    variables_.emplace_back().name = name;
    index_last(variables_, variable_index_, name);
    return variables_.back();
}

void Schema::rename_dimension(int id, std::string_view name) {
    rename_in(dimensions_[static_cast<std::size_t>(id)].name, dimension_index_, id, name);
}

void Schema::raise_length(int id, std::int64_t length) {
    std::int64_t& its =
        id == record_dimension_ ? record_count : dimensions_[static_cast<std::size_t>(id)].length;
    its = std::max(its, length);
}

void Schema::take_lengths(const Schema& other) {
    record_count = other.record_count;
    for (int id = 0; id < std::min(dimension_count(), other.dimension_count()); ++id)
        if (dimension(id).is_unlimited && id != record_dimension_)
            dimensions_[static_cast<std::size_t>(id)].length = other.length_of(id);
}

void Schema::rename_variable(int id, std::string_view name) {
    rename_in(variable(id).name, variable_index_, id, name);
}

bool Schema::is_record_variable(const Variable& variable) const {
    return !variable.dimension_ids.empty() && variable.dimension_ids.front() == record_dimension_;
}

std::vector<std::int64_t> Schema::shape_of(const Variable& variable) const {
    std::vector<std::int64_t> shape;
    shape.reserve(variable.dimension_ids.size());
    for (const int id : variable.dimension_ids) shape.push_back(length_of(id));
    return shape;
}

std::vector<std::int64_t> Schema::lengths() const {
    std::vector<std::int64_t> all;
    all.reserve(dimensions_.size());
    for (int id = 0; id < dimension_count(); ++id) all.push_back(length_of(id));
    return all;
}

Result<std::int64_t> slab_value_bytes(const Schema& schema, std::string_view variable,
                                      types::External type, std::span<const int> dimension_ids) {
    std::optional<std::int64_t> bytes = types::size_of(type);
    for (const int id : dimension_ids) {
        if (id == schema.record_dimension()) continue;
        bytes = checked_mul(*bytes, schema.dimension(id).length);
        if (!bytes)
            return Status(Code::evarsize,
                          fmt::format("variable '{}': its size exceeds 2^63-1 bytes", variable));
    }
    return *bytes;
}

}  // namespace weft::model
