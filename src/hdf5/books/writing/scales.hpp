// SPDX-License-Identifier: BSD-3-Clause
// Dimensions of a new file, by the conventions of netCDF-4: each is a dataset that is a dimension
// scale, and variables and scales name each other. The calls of HDF5's own library for that write a
// list again for each variable that is added to it, so the attributes are written here, once.
#pragma once

#include <string>
#include <vector>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

class Scales {
public:
    /// Both arguments outlive it.
    Scales(hid_t file, const Description& description);

    /// The path of a variable in the file, whose name may be another one than the variable's.
    [[nodiscard]] std::string object_of(int variable) const;
    /// Makes datasets for the dimensions that no variable stands for. Throws Failure.
    void make_plain_dimensions();
    /// Marks the new dataset of a variable as the scale of the dimension that it stands for, if it
    /// stands for one. Throws Failure.
    void mark(int variable, hid_t dataset) const;
    /// Called when it has its attributes: names its scales, or, if one of them is not there yet,
    /// leaves that to connect_rest(): to find a dataset again costs as much as to make it. Throws
    /// Failure.
    void connect(int variable, hid_t dataset);
    /// Called when all datasets are there. Throws Failure.
    void connect_rest();
    /// Called when the description says another length of a dimension. Throws Failure.
    void lengthen(int dimension) const;

private:
    static constexpr int none = -1;
    struct Use {
        int variable = 0;
        int axis = 0;  // of its dimensions
    };

    [[nodiscard]] const DescribedVariable& variable(int id) const {
        return description_.variables[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] bool stands_for_dimension(int variable) const;
    [[nodiscard]] std::string object_of_dimension(int dimension) const;
    void make_plain_dimension(int dimension);
    void name_scales_of(int variable, hid_t dataset) const;
    void name_users_of(int dimension, const std::vector<Use>& uses) const;

    hid_t file_;
    TypeHandle list_of_references_;
    const Description& description_;
    std::vector<int> coordinates_;  // the variable that stands for each dimension, or none
    std::vector<bool> is_hidden_;   // variables with the name of a dimension that is not theirs
    // References to the datasets of variables, and to those that are scales; 0: not there yet.
    std::vector<hobj_ref_t> variables_;
    std::vector<hobj_ref_t> scales_;
    std::vector<int> waiting_;  // variables of which a scale was not there
};

}  // namespace weft::hdf5
