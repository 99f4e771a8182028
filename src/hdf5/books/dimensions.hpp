// SPDX-License-Identifier: BSD-3-Clause
// The dimensions of a file, by the conventions of netCDF-4: dimension scales, and the attributes
// that name them. A dataset without scales gets dimensions of its own, which netCDF calls phony.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"
#include "hdf5/books/storage.hpp"

namespace weft::hdf5 {

/// The address of an object in the file.
using ObjectAddress = std::uint64_t;
ObjectAddress address_of_object(hid_t object);

/// Whether a dataset is a dimension scale; whether a scale is no variable besides.
bool is_scale(hid_t dataset);
bool is_only_dimension(hid_t dataset);

class Dimensions {
public:
    /// A dataset that is a scale.
    void add_scale(hid_t dataset, const std::string& name, const Extents& extents);
    /// Called when all scales are known: gives them their numbers.
    void number();

    /// The dimensions of a dataset that is a variable, in the group with this path. Lengths that
    /// may grow are at least those of the dataset.
    std::vector<int> of_variable(hid_t dataset, const std::string& group, const Extents& extents);

    /// The length of the dimension with this number; final when all variables have been asked
    /// about.
    [[nodiscard]] std::int64_t length(int number) const {
        return dimensions_[static_cast<std::size_t>(number)].length;
    }
    [[nodiscard]] std::vector<DescribedDimension> take() { return std::move(dimensions_); }
    /// Whether a dimension of a variable has scales besides the one that counts.
    [[nodiscard]] bool has_more_scales() const { return has_more_scales_; }

private:
    struct Scale {
        ObjectAddress address = 0;
        std::int64_t id = 0;  // as the file has it; a large one where it has none
        DescribedDimension dimension = {};
    };

    /// The numbers of the dataset's dimensions; -1 for an unknown one.
    std::vector<int> named(hid_t dataset, const Extents& extents);
    int phony(const std::string& group, std::int64_t length, bool may_grow,
              const std::vector<int>& used);

    std::vector<Scale> scales_;
    std::vector<DescribedDimension> dimensions_;
    std::map<ObjectAddress, int> number_of_scale_;
    std::map<std::int64_t, int> number_of_id_;
    std::map<std::string, std::vector<int>> of_group_;  // by its path
    bool has_more_scales_ = false;
};

}  // namespace weft::hdf5
