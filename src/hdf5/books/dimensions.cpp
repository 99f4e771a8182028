// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/dimensions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "hdf5/books/attributes.hpp"
#include "hdf5/books/failure.hpp"

namespace weft::hdf5 {
namespace {

constexpr std::string_view without_variable =
    "This is a netCDF dimension but not a netCDF variable";
constexpr std::int64_t no_id = std::numeric_limits<std::int64_t>::max();

/// The attribute DIMENSION_LIST: for each dimension, references to its scales. As in netCDF-C, the
/// last one counts.
class References {
public:
    explicit References(hid_t dataset) {
        const AttributeHandle attribute(H5Aopen(dataset, "DIMENSION_LIST", H5P_DEFAULT));
        if (!attribute.is_open()) return;
        const TypeHandle type(H5Aget_type(attribute));
        const TypeHandle base(H5Tget_class(type) == H5T_VLEN ? H5Tget_super(type)
                                                             : H5I_INVALID_HID);
        space_ = SpaceHandle(H5Aget_space(attribute));
        const hssize_t count = H5Sget_simple_extent_npoints(space_);
        if (!base.is_open() || H5Tequal(base, H5T_STD_REF_OBJ) <= 0 || count <= 0) return;
        type_ = TypeHandle(H5Tvlen_create(H5T_STD_REF_OBJ));
        lists_.resize(static_cast<std::size_t>(count));
        checked(H5Aread(attribute, type_, lists_.data()), "the dimensions of it cannot be read");
    }
    References(const References&) = delete;
    References& operator=(const References&) = delete;
    ~References() {
        if (!lists_.empty()) H5Dvlen_reclaim(type_, space_, H5P_DEFAULT, lists_.data());
    }

    [[nodiscard]] std::size_t size() const { return lists_.size(); }
    [[nodiscard]] bool has_several(std::size_t dimension) const {
        return lists_[dimension].len > 1;
    }
    /// The address of the dimension's scale; empty if there is none. By HDF5's format, such a
    /// reference is an address.
    [[nodiscard]] std::optional<ObjectAddress> address(std::size_t dimension) const {
        const hvl_t& scales = lists_[dimension];
        if (scales.len == 0) return std::nullopt;
        return *(static_cast<const hobj_ref_t*>(scales.p) + (scales.len - 1));
    }

private:
    SpaceHandle space_;
    TypeHandle type_;
    std::vector<hvl_t> lists_;
};

}  // namespace

ObjectAddress address_of_object(hid_t object) {
    H5O_info_t info;
    checked(H5Oget_info2(object, &info, H5O_INFO_BASIC), "an object cannot be looked at");
    return info.addr;
}

bool is_scale(hid_t dataset) {
    return text_attribute(dataset, "CLASS") == "DIMENSION_SCALE";
}

bool is_only_dimension(hid_t dataset) {
    return text_attribute(dataset, "NAME").starts_with(without_variable);
}

void Dimensions::add_scale(hid_t dataset, const std::string& name, const Extents& extents) {
    Scale scale{.address = address_of_object(dataset), .id = no_id};
    const std::vector<std::int64_t> id = integer_attribute(dataset, "_Netcdf4Dimid");
    if (!id.empty() && id.front() >= 0) scale.id = id.front();
    scale.dimension = {.name = name};
    if (!extents.lengths.empty()) {
        scale.dimension.length = extents.lengths.front();
        scale.dimension.is_unlimited = extents.may_grow.front();
    }
    scales_.push_back(std::move(scale));
}

void Dimensions::number() {
    std::ranges::stable_sort(scales_, {}, &Scale::id);
    for (Scale& scale : scales_) {
        const int number = static_cast<int>(dimensions_.size());
        number_of_scale_.emplace(scale.address, number);
        if (scale.id != no_id) number_of_id_.emplace(scale.id, number);
        const std::string& name = scale.dimension.name;
        of_group_[name.substr(0, name.rfind('/') + 1)].push_back(number);
        dimensions_.push_back(std::move(scale.dimension));
    }
}

std::vector<int> Dimensions::named(hid_t dataset, const Extents& extents) {
    const std::size_t rank = extents.lengths.size();
    std::vector<int> numbers(rank, -1);
    const std::vector<std::int64_t> ids = integer_attribute(dataset, "_Netcdf4Coordinates");
    if (ids.size() == rank) {
        for (std::size_t i = 0; i < rank; ++i) {
            const auto found = number_of_id_.find(ids[i]);
            if (found != number_of_id_.end()) numbers[i] = found->second;
        }
        return numbers;
    }
    if (is_scale(dataset) && rank > 0) {
        const auto found = number_of_scale_.find(address_of_object(dataset));
        if (found != number_of_scale_.end()) numbers.front() = found->second;
    }
    if (!has_attribute(dataset, "DIMENSION_LIST")) return numbers;
    const References references(dataset);
    for (std::size_t i = 0; i < std::min(rank, references.size()); ++i) {
        const std::optional<ObjectAddress> scale = references.address(i);
        if (!scale) continue;
        has_more_scales_ = has_more_scales_ || references.has_several(i);
        const auto found = number_of_scale_.find(*scale);
        if (found != number_of_scale_.end()) numbers[i] = found->second;
    }
    return numbers;
}

/// The number of a phony dimension, as netCDF-C chooses it: a dimension of the group, even a named
/// one, that has the length and is not yet used by the variable; else a new one.
int Dimensions::phony(const std::string& group, std::int64_t length, bool may_grow,
                      const std::vector<int>& used) {
    for (const int number : of_group_[group]) {
        const DescribedDimension& its = dimensions_[static_cast<std::size_t>(number)];
        const bool is_free = std::ranges::find(used, number) == used.end();
        if (is_free && its.length == length && its.is_unlimited == may_grow) return number;
    }
    const int number = static_cast<int>(dimensions_.size());
    // A length of 0 stands for an unlimited dimension there.
    dimensions_.push_back({.name = fmt::format("{}phony_dim_{}", group, number),
                           .length = length,
                           .is_unlimited = may_grow || length == 0});
    of_group_[group].push_back(number);
    return number;
}

std::vector<int> Dimensions::of_variable(hid_t dataset, const std::string& group,
                                         const Extents& extents) {
    std::vector<int> numbers = named(dataset, extents);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] < 0)
            numbers[i] = phony(group, extents.lengths[i], extents.may_grow[i], numbers);
        DescribedDimension& its = dimensions_[static_cast<std::size_t>(numbers[i])];
        if (its.is_unlimited) its.length = std::max(its.length, extents.lengths[i]);
        if (!its.is_unlimited && its.length != extents.lengths[i])
            throw Failure(
                {Code::ehdferr, fmt::format("its length {} along dimension '{}' is not {}",
                                            extents.lengths[i], its.name, its.length)});
    }
    return numbers;
}

}  // namespace weft::hdf5
