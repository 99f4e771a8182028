// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/checked.hpp"
#include "hdf5/books/failure.hpp"

namespace weft::hdf5 {
namespace {

using Layout = model::Storage::Layout;

std::int64_t as_number(hsize_t number) {
    constexpr hsize_t most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::min(number, most));
}

/// The fill value in file form.
std::vector<std::byte> fill_value(hid_t creation, hid_t type, const DescribedType& described) {
    const std::int64_t bytes = described.value_bytes();
    if (bytes == 0) return {};
    std::vector<std::byte> value(static_cast<std::size_t>(bytes));
    checked(H5Pget_fill_value(creation, type, value.data()), "the fill value cannot be read");
    return value;
}

/// libhdf5 adds the user block to the address of an array, also where there is none.
std::int64_t address_of(hid_t dataset, const FileRange& range) {
    H5D_space_status_t status = H5D_SPACE_STATUS_NOT_ALLOCATED;
    checked(H5Dget_space_status(dataset, &status), "the place of the values is not known");
    const haddr_t address = H5Dget_offset(dataset);
    if (status == H5D_SPACE_STATUS_NOT_ALLOCATED || address == HADDR_UNDEF) return -1;
    const auto end = static_cast<haddr_t>(range.file_bytes);
    if (address < static_cast<haddr_t>(range.user_block) || address > end ||
        H5Dget_storage_size(dataset) > end - address)
        throw Failure({Code::ehdferr, "its values are said to be beyond the end of the file"});
    return static_cast<std::int64_t>(address);
}

std::vector<std::byte> compact_values(hid_t dataset, hid_t type, const DescribedType& described,
                                      const FileRange& range) {
    const SpaceHandle space(H5Dget_space(dataset));
    const std::int64_t count = checked(H5Sget_simple_extent_npoints(space), "it has no extent");
    const auto bytes = checked_mul(count, described.value_bytes());
    if (!bytes || *bytes > range.file_bytes)
        throw Failure({Code::ehdferr, fmt::format("{} values do not fit into the file", count)});
    // libhdf5 would take what lies in memory behind them.
    if (H5Dget_storage_size(dataset) < static_cast<hsize_t>(*bytes))
        throw Failure({Code::ehdferr, fmt::format("{} values are said to be in {} bytes", count,
                                                  H5Dget_storage_size(dataset))});
    std::vector<std::byte> values(static_cast<std::size_t>(*bytes));
    if (!values.empty())
        checked(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
                "its values cannot be read");
    return values;
}

std::string first_external_file(hid_t creation) {
    std::array<char, 1024> name{};
    off_t offset = 0;
    hsize_t bytes = 0;
    H5Pget_external(creation, 0, name.size() - 1, name.data(), &offset, &bytes);
    return name.data();
}

void find_place(hid_t dataset, hid_t type, hid_t creation, const DescribedType& described,
                const FileRange& range, DescribedStorage& storage) {
    switch (H5Pget_layout(creation)) {
        case H5D_CHUNKED:
            storage.form.layout = Layout::chunked;
            return;
        case H5D_COMPACT:
            storage.form.layout = Layout::compact;
            if (described.value_bytes() > 0)
                storage.values = compact_values(dataset, type, described, range);
            return;
        case H5D_CONTIGUOUS:
            if (H5Pget_external_count(creation) > 0)
                storage.form.refused = fmt::format("its values are in another file, '{}'",
                                                   first_external_file(creation));
            else if (described.value_bytes() > 0)
                storage.address = address_of(dataset, range);
            return;
        case H5D_VIRTUAL:
            storage.form.refused = "its values are in other files (virtual layout)";
            return;
        default:
            storage.form.refused = "its layout is not known";
            return;
    }
}

}  // namespace

Extents extents_of(hid_t dataset) {
    const SpaceHandle space(checked(H5Dget_space(dataset), "it has no extent"));
    Extents extents;
    extents.is_null = H5Sget_simple_extent_type(space) == H5S_NULL;
    const int rank = extents.is_null ? 0 : H5Sget_simple_extent_ndims(space);
    std::vector<hsize_t> lengths(static_cast<std::size_t>(std::max(rank, 0)));
    std::vector<hsize_t> most(lengths.size());
    checked(H5Sget_simple_extent_dims(space, lengths.data(), most.data()), "it has no extent");
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        extents.lengths.push_back(as_number(lengths[i]));
        extents.may_grow.push_back(most[i] == H5S_UNLIMITED);
        extents.is_bounded |= most[i] != H5S_UNLIMITED && most[i] > lengths[i];
    }
    return extents;
}

bool has_fill_value(hid_t creation) {
    H5D_fill_value_t kind = H5D_FILL_VALUE_UNDEFINED;
    return H5Pfill_value_defined(creation, &kind) >= 0 && kind == H5D_FILL_VALUE_USER_DEFINED;
}

std::vector<std::int64_t> chunk_of(hid_t creation) {
    if (H5Pget_layout(creation) != H5D_CHUNKED) return {};
    std::array<hsize_t, H5S_MAX_RANK> lengths{};
    const int rank =
        checked(H5Pget_chunk(creation, H5S_MAX_RANK, lengths.data()), "the chunks are not known");
    std::vector<std::int64_t> chunk;
    for (int i = 0; i < rank; ++i) chunk.push_back(as_number(lengths[static_cast<std::size_t>(i)]));
    return chunk;
}

std::vector<model::Filter> filters_of(hid_t creation) {
    std::vector<model::Filter> filters;
    const int count = H5Pget_nfilters(creation);
    for (int i = 0; i < count; ++i) {
        std::array<unsigned, 256> parameters{};
        std::size_t parameter_count = parameters.size();
        unsigned flags = 0;
        const H5Z_filter_t id =
            H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &parameter_count,
                           parameters.data(), 0, nullptr, nullptr);
        if (id < 0) fail("a filter is not known");
        const std::size_t known = std::min(parameter_count, parameters.size());
        filters.push_back({.id = id,
                           .is_optional = (flags & H5Z_FLAG_OPTIONAL) != 0,
                           .parameters = {parameters.begin(), parameters.begin() + known}});
    }
    return filters;
}

bool has_plain_edges(hid_t creation) {
    unsigned options = 0;
    return H5Pget_layout(creation) == H5D_CHUNKED && H5Pget_chunk_opts(creation, &options) >= 0 &&
           (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0;
}

DescribedStorage describe_storage(hid_t dataset, const DescribedType& described,
                                  const FileRange& range) {
    DescribedStorage storage;
    const PropertiesHandle creation(
        checked(H5Dget_create_plist(dataset), "its properties cannot be read"));
    const TypeHandle type(checked(H5Dget_type(dataset), "it has no type"));
    storage.form.chunk = chunk_of(creation);
    storage.form.filters = filters_of(creation);
    find_place(dataset, type, creation, described, range, storage);
    storage.form.has_fill = has_fill_value(creation);
    if (storage.form.has_fill) storage.fill = fill_value(creation, type, described);
    return storage;
}

}  // namespace weft::hdf5
