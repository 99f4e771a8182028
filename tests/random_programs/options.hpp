// SPDX-License-Identifier: BSD-3-Clause
//
// The command line: what programs may contain and how they are run.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace random_programs {

// Parts of the interface that can be left out of the programs.
enum class Feature {
    abort,
    attributes,
    count_ignore,      // NC_COUNT_IGNORE
    derived_types,     // flexible functions with derived datatypes
    external_buffers,  // MPI_DATATYPE_NULL
    faults,            // a wrong argument on one rank of a collective call
    fill,
    fill_record,
    filetypes,  // vard
    forbidden,  // calls that the mode forbids
    hints,      // random hints on how to move bytes
    prompt,     // puts, redef, enddef and fill_var_rec follow each other without a barrier between
                // them
    independent,
    long_attributes,  // NC_FILL_INT for what does not fit in a long, of attributes as of variables
    mapped,           // varm
    mixed,            // different variables in one collective call
    netcdf4,          // the file is a netCDF-4 file, which is copied to CDF-5 to be checked
    nonblocking,      // iput, iget, bput, wait and what belongs to them, mput and mget
    out_of_range,     // values that do not fit
    parts,            // the file is a set of files, which are joined to be checked
    read_only_buffers,  // put from memory that cannot be written
    range_ends,         // the largest and smallest values of a type
    redefine,
    rename,
    reopen,
    strides,
    strided_records,  // a stride in the record dimension
    together_alone,   // independent puts of several ranks side by side at the same time
    uneven_records,   // collective puts in which some ranks put to record variables and some do not
    varn,             // lists of blocks
    variable_counts   // ncmpi_inq_num_rec_vars and ncmpi_inq_num_fix_vars
};

struct FeatureName {
    Feature feature;
    const char* name;
    bool on_by_default;
};
const std::vector<FeatureName>& feature_names();

// The damage by the self-test, which must be found.
enum class Damage { none, read_value, put_buffer, model_value, file_value, file_definition };

struct Options {
    std::uint64_t seed = 1;
    bool fresh_seed = false;  // `seed` is still to be drawn
    int programs = 100;
    int max_steps = 40;
    bool same_bytes = false;
    bool self_test = false;
    bool trace = false;
    bool replay = false;  // `seed` is the seed of the one program
    int seconds_per_program = 240;
    std::string directory = ".";
    std::string keep;  // where netCDF-4 files and their copies to CDF-5 are kept; empty: nowhere
    std::set<Feature> features;
    Damage damage = Damage::none;

    bool has(Feature feature) const { return features.count(feature) > 0; }
};

// Throws std::invalid_argument with a sentence for the user.
Options parse_options(const std::vector<std::string>& arguments);
std::string usage();
// The arguments that repeat one program.
std::string replay_arguments(const Options& options, std::uint64_t program_seed);

}  // namespace random_programs
