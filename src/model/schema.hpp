// SPDX-License-Identifier: BSD-3-Clause
// What a dataset is, independent of formats: dimensions, attributes, variables, and the number of
// records. Plain data with lookup by name in constant time. The container decides how a format
// keeps it.
//
// Names are kept as they were given, so that a header is written as it was read, byte for byte.
// They are found by their normalised form (normalised_name() in names.hpp), which callers pass. The
// caller checks that a name is legal and unused before it adds or renames.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/result.hpp"
#include "base/short_array.hpp"
#include "base/short_text.hpp"
#include "model/foreign_type.hpp"
#include "model/name_index.hpp"
#include "model/storage.hpp"
#include "types/quantize.hpp"
#include "types/types.hpp"

namespace weft::model {

/// A name as it was given. Names of at most 23 bytes, as most are, need no memory of their own.
using Name = ShortText<24>;

struct Dimension {
    Name name;
    std::int64_t length = 0;  // of the record dimension 0: Schema::record_count is its length
    bool is_unlimited = false;
};
inline Dimension unlimited_dimension(std::string_view name) {
    return {.name = name, .length = 0, .is_unlimited = true};
}

/// The values of an attribute. A few numbers or a short text are stored in the object itself.
using Values = ShortArray<std::byte, 32>;

struct Attribute {
    Name name;
    types::External type = types::External::byte;
    bool is_string = false;  // in the file it is one string, which is read as text
    std::int64_t count = 0;
    Values values;  // in memory form, side by side
    // Null: of the classic model. Without integers, `count` is 0 and there are no `values`.
    std::shared_ptr<const ForeignValues> foreign = nullptr;

    /// The type's number as an nc_type.
    [[nodiscard]] int type_number() const {
        return foreign == nullptr ? static_cast<int>(type)
                                  : static_cast<int>(foreign->type.type_class);
    }
    [[nodiscard]] std::string_view type_name() const {
        return foreign == nullptr ? types::name_of(type) : std::string_view(foreign->type.name);
    }
    /// The number of values, of any type.
    [[nodiscard]] std::int64_t length() const {
        return foreign == nullptr ? count : foreign->count;
    }
    [[nodiscard]] bool has_values() const {
        return foreign == nullptr || foreign->type.has_integers();
    }
};

/// The attributes of one owner, in order of definition. A short list is searched linearly; a longer
/// one has a hash table.
class AttributeList {
public:
    [[nodiscard]] int size() const { return static_cast<int>(items_.size()); }
    [[nodiscard]] const Attribute& at(int id) const { return items_[static_cast<std::size_t>(id)]; }
    /// Type, count and values may be changed; rename() changes names.
    [[nodiscard]] Attribute& at(int id) { return items_[static_cast<std::size_t>(id)]; }
    /// The attribute's number, or -1.
    [[nodiscard]] int find(std::string_view name) const;
    /// Makes room for this many attributes in total.
    void reserve(int count) { items_.reserve(static_cast<std::size_t>(count)); }
    /// Returns the new attribute's number.
    int add(Attribute&& attribute);
    /// Adds an attribute of which only the name is known. The reference is valid until the next
    /// addition.
    Attribute& begin_one(std::string_view name);
    void rename(int id, std::string_view name);
    /// The numbers of the attributes behind fall by one.
    void remove(int id);

    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }

private:
    void index_last_one(std::string_view name);

    std::vector<Attribute> items_;
    NameIndex index_;             // empty while the list is short
    bool has_multibyte_ = false;  // a present or removed name has multi-byte characters
};

struct Variable {
    Name name;
    types::External type = types::External::byte;
    ShortArray<int, 4> dimension_ids;
    AttributeList attributes;
    std::endian byte_order = std::endian::big;             // of its values in the files
    std::shared_ptr<const ForeignType> foreign = nullptr;  // null: of the classic model
    std::shared_ptr<const Storage> storage = nullptr;      // null: as the format always has it
    // The quantization of values that are put, in a format that records it; empty if none was set.
    std::optional<types::Quantization> quantization = std::nullopt;

    /// The type's number as an nc_type.
    [[nodiscard]] int type_number() const {
        return foreign == nullptr ? static_cast<int>(type) : static_cast<int>(foreign->type_class);
    }
    [[nodiscard]] std::string_view type_name() const {
        return foreign == nullptr ? types::name_of(type) : std::string_view(foreign->name);
    }
    /// Whether its values are of `type`; otherwise Weft moves none of them.
    [[nodiscard]] bool has_values() const { return foreign == nullptr || foreign->has_integers(); }
    [[nodiscard]] bool has_strings() const {
        return foreign != nullptr && foreign->type_class == TypeClass::string;
    }
};

class Schema {
public:
    std::int64_t record_count = 0;
    AttributeList global_attributes;

    [[nodiscard]] int dimension_count() const { return static_cast<int>(dimensions_.size()); }
    [[nodiscard]] int variable_count() const { return static_cast<int>(variables_.size()); }
    [[nodiscard]] const Dimension& dimension(int id) const {
        return dimensions_[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] const Variable& variable(int id) const {
        return variables_[static_cast<std::size_t>(id)];
    }
    /// Everything may be changed but the name, which rename_variable() changes.
    [[nodiscard]] Variable& variable(int id) { return variables_[static_cast<std::size_t>(id)]; }
    /// The id of a normalised name, or -1.
    [[nodiscard]] int find_dimension(std::string_view name) const;
    [[nodiscard]] int find_variable(std::string_view name) const;
    /// The id of the record dimension, which is unlimited, or -1.
    [[nodiscard]] int record_dimension() const { return record_dimension_; }
    /// The id of the first unlimited dimension, of which a format without records may have several,
    /// or -1.
    [[nodiscard]] int unlimited_dimension() const { return unlimited_dimension_; }
    [[nodiscard]] bool has_unlimited_dimension(const Variable& variable) const;
    /// Whether a dimension besides the first of the variable is unlimited.
    [[nodiscard]] bool grows_inside(const Variable& variable) const;
    /// Whether anything can grow other than by records: there are several unlimited dimensions, or
    /// a variable has one behind another dimension.
    [[nodiscard]] bool grows_freely() const { return grows_freely_; }

    /// Makes room for this many in total.
    void reserve_dimensions(int count);
    void reserve_variables(int count);
    /// The add functions return the new id.
    int add_dimension(Dimension&& dimension);
    /// An unlimited dimension of a format in which no records interleave: it has a length of its
    /// own, and does not become the record dimension.
    int add_grown_dimension(std::string_view name, std::int64_t length);
    /// A dimension of another schema with this length: of records, unlimited or fixed, as it is
    /// there.
    int add_dimension_of(const Schema& other, int id, std::int64_t length);
    int add_variable(Variable&& variable);
    /// Adds a variable. The reference is valid until the next addition.
    Variable& begin_variable(std::string_view name, std::span<const int> dimension_ids);
    /// Adds a variable of which only the name is known, and that of its dimensions none but the
    /// first can grow.
    Variable& begin_variable(std::string_view name);
    void rename_dimension(int id, std::string_view name);
    /// Raises the length of an unlimited dimension; never shortens it.
    void raise_length(int id, std::int64_t length);
    /// The unlimited dimensions get the lengths that they have in another schema with the same
    /// dimensions.
    void take_lengths(const Schema& other);
    void rename_variable(int id, std::string_view name);

    /// The present length of a dimension.
    [[nodiscard]] std::int64_t length_of(int id) const {
        return id == record_dimension_ ? record_count : dimension(id).length;
    }
    [[nodiscard]] bool is_record_variable(const Variable& variable) const;
    /// The lengths of the variable's dimensions; the record dimension's is `record_count`.
    [[nodiscard]] std::vector<std::int64_t> shape_of(const Variable& variable) const;
    /// The lengths of all dimensions.
    [[nodiscard]] std::vector<std::int64_t> lengths() const;

private:
    PooledVector<Dimension> dimensions_;
    PooledVector<Variable> variables_;
    NameIndex dimension_index_;
    NameIndex variable_index_;
    int record_dimension_ = -1;
    int unlimited_dimension_ = -1;
    bool grows_freely_ = false;
};

/// The bytes of a variable's values in files, or of one record if it has records. Code::evarsize if
/// they exceed 2^63-1.
Result<std::int64_t> slab_value_bytes(const Schema& schema, std::string_view variable,
                                      types::External type, std::span<const int> dimension_ids);
inline Result<std::int64_t> slab_value_bytes(const Schema& schema, const Variable& variable) {
    return slab_value_bytes(schema, variable.name, variable.type, variable.dimension_ids);
}

}  // namespace weft::model
