// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/description.hpp"

#include "hdf5/books/archive.hpp"

namespace weft {

// Found by the namespace of the values.
namespace model {

template <class Archive>
void fields(Archive& archive, ForeignType::Member& member) {
    archive(member.name, member.value, member.type, member.lengths);
}

template <class Archive>
void fields(Archive& archive, ForeignType& type) {
    archive(type.type_class, type.name, type.bytes, type.base, type.base_name, type.members);
}

template <class Archive>
void fields(Archive& archive, Filter& filter) {
    archive(filter.id, filter.is_optional, filter.parameters);
}

template <class Archive>
void fields(Archive& archive, Storage& storage) {
    archive(storage.layout, storage.chunk, storage.filters, storage.has_fill, storage.refused);
}

template <class Archive>
void fields(Archive& archive, NamedType& named) {
    archive(named.path, named.type);
}

template <class Archive>
void fields(Archive& archive, Origin& origin) {
    archive(origin.properties, origin.superblock_version, origin.is_netcdf4);
}

}  // namespace model

namespace hdf5 {

template <class Archive>
void fields(Archive& archive, DescribedType& type) {
    archive(type.number, type.is_little_endian);
    if (type.number == 0) archive(type.foreign);
}

template <class Archive>
void fields(Archive& archive, DescribedDimension& dimension) {
    archive(dimension.name, dimension.length, dimension.is_unlimited);
}

template <class Archive>
void fields(Archive& archive, DescribedAttribute& attribute) {
    archive(attribute.name, attribute.type, attribute.count, attribute.values, attribute.strings,
            attribute.is_string);
}

template <class Archive>
void fields(Archive& archive, DescribedStorage& storage) {
    archive(storage.form, storage.address, storage.values, storage.lengths, storage.fill);
}

template <class Archive>
void fields(Archive& archive, DescribedVariable& variable) {
    archive(variable.name, variable.object, variable.type, variable.dimensions, variable.attributes,
            variable.storage);
}

template <class Archive>
void fields(Archive& archive, Description& description) {
    archive(description.is_classic_model, description.has_links, description.untold,
            description.dimensions, description.attributes, description.variables,
            description.groups, description.types, description.origin);
}

std::int64_t DescribedType::value_bytes() const {
    if (const auto external = types::external_from_number(number)) return types::size_of(*external);
    return foreign.has_integers() ? types::size_of(foreign.base) : 0;
}

std::vector<std::byte> encode(Description description) {
    Writer writer;
    writer(description);
    return writer.bytes();
}

Result<Description> decode(std::span<const std::byte> bytes) {
    Reader reader(bytes);
    Description description;
    reader(description);
    if (!reader.is_good()) return Status(Code::ehdferr, "the description of the file is damaged");
    return description;
}

}  // namespace hdf5
}  // namespace weft
