// SPDX-License-Identifier: BSD-3-Clause
#include "values.hpp"

#include <weft.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <random>

#include "findings.hpp"

namespace netcdf4 {
namespace {

using Offsets = std::vector<MPI_Offset>;
using Random = std::mt19937_64;

constexpr int blocks_of_variable = 3;

struct Block {
    Offsets start;
    Offsets count;
    Offsets stride;

    [[nodiscard]] MPI_Offset elements() const {
        return std::accumulate(count.begin(), count.end(), MPI_Offset{1}, std::multiplies<>());
    }
};

/// A variable whose values can be read, as a test knows it.
struct Variable {
    const Expected& file;
    const json& its;
    int ncid;
    int id;
    nc_type type;  // of its values in memory
    Offsets shape;
    std::span<const char> values;
    std::string what;

    [[nodiscard]] std::size_t bytes() const { return size_of(type); }
    [[nodiscard]] MPI_Datatype datatype() const { return datatype_of(type); }
};

MPI_Offset up_to(Random& random, MPI_Offset most) {
    return std::uniform_int_distribution<MPI_Offset>(0, most)(random);
}

/// Sometimes with nothing in it.
Block random_block(Random& random, const Offsets& shape, bool has_strides) {
    Block block;
    for (const MPI_Offset length : shape) {
        const MPI_Offset start = length == 0 ? 0 : up_to(random, length - 1);
        const MPI_Offset stride = has_strides ? 1 + up_to(random, 3) : 1;
        const MPI_Offset most = (length - start + stride - 1) / stride;
        block.start.push_back(start);
        block.stride.push_back(stride);
        block.count.push_back(up_to(random, 9) == 0 ? 0 : up_to(random, most));
    }
    return block;
}

/// The elements of a block in order; `use(index in the variable, number in the block)`.
template <class Use>
void for_each(const Block& block, const Offsets& shape, Use&& use) {
    const MPI_Offset elements = block.elements();
    for (MPI_Offset number = 0; number < elements; ++number) {
        MPI_Offset rest = number;
        MPI_Offset index = 0;
        MPI_Offset step = 1;
        for (std::size_t i = shape.size(); i-- > 0;) {
            index += (block.start[i] + rest % block.count[i] * block.stride[i]) * step;
            rest /= block.count[i];
            step *= shape[i];
        }
        use(static_cast<std::size_t>(index), static_cast<std::size_t>(number));
    }
}

std::vector<char> values_of(const Variable& variable, const Block& block) {
    const std::size_t bytes = variable.bytes();
    std::vector<char> wanted(static_cast<std::size_t>(block.elements()) * bytes);
    for_each(block, variable.shape, [&](std::size_t index, std::size_t number) {
        std::memcpy(&wanted[number * bytes], &variable.values[index * bytes], bytes);
    });
    return wanted;
}

/// Different from what is wanted, so that reading nothing shows.
std::vector<char> other_than(const std::vector<char>& wanted) {
    std::vector<char> found(wanted.size() + 1);
    std::ranges::transform(wanted, found.begin(), [](char one) { return static_cast<char>(~one); });
    return found;
}

void compare(const Variable& variable, int code, const std::vector<char>& found,
             const std::vector<char>& wanted, const char* call) {
    const std::string what = variable.what + ", " + call;
    if (code != NC_NOERR)
        fail(what + ": " + ncmpi_strerrno(code) + ": " + weft_last_error(variable.ncid));
    else
        expect(std::equal(wanted.begin(), wanted.end(), found.begin()), what + ": values differ");
}

void get_whole(const Variable& variable) {
    const std::vector<char> wanted(variable.values.begin(), variable.values.end());
    std::vector<char> found = other_than(wanted);
    const auto count = static_cast<MPI_Offset>(wanted.size() / variable.bytes());
    const int code =
        ncmpi_get_var_all(variable.ncid, variable.id, found.data(), count, variable.datatype());
    compare(variable, code, found, wanted, "var_all");
}

void get_block(const Variable& variable, Random& random) {
    const Block block = random_block(random, variable.shape, true);
    const std::vector<char> wanted = values_of(variable, block);
    std::vector<char> found = other_than(wanted);
    const int code = ncmpi_get_vars_all(variable.ncid, variable.id, block.start.data(),
                                        block.count.data(), block.stride.data(), found.data(),
                                        block.elements(), variable.datatype());
    compare(variable, code, found, wanted, "vars_all");
}

/// The first dimension is the fastest in memory.
void get_mapped(const Variable& variable, Random& random) {
    const Block block = random_block(random, variable.shape, true);
    const std::size_t rank = block.count.size();
    Offsets map(rank);
    MPI_Offset distance = 1;
    for (std::size_t i = 0; i < rank; ++i) {
        map[i] = distance;
        distance *= std::max<MPI_Offset>(block.count[i], 1);
    }
    const std::size_t bytes = variable.bytes();
    const std::vector<char> in_order = values_of(variable, block);
    std::vector<char> wanted(in_order.size());
    for (std::size_t number = 0; number < in_order.size() / bytes; ++number) {
        auto rest = static_cast<MPI_Offset>(number);
        MPI_Offset place = 0;
        for (std::size_t i = rank; i-- > 0;) {
            place += rest % block.count[i] * map[i];
            rest /= block.count[i];
        }
        std::memcpy(&wanted[static_cast<std::size_t>(place) * bytes], &in_order[number * bytes],
                    bytes);
    }
    std::vector<char> found = other_than(wanted);
    const int code = ncmpi_get_varm_all(variable.ncid, variable.id, block.start.data(),
                                        block.count.data(), block.stride.data(), map.data(),
                                        found.data(), block.elements(), variable.datatype());
    compare(variable, code, found, wanted, "varm_all");
}

void get_list(const Variable& variable, Random& random) {
    std::array<Block, 3> blocks;
    std::array<MPI_Offset*, 3> starts{};
    std::array<MPI_Offset*, 3> counts{};
    std::vector<char> wanted;
    // A variable without dimensions has one.
    const std::size_t number = variable.shape.empty() ? 1 : blocks.size();
    for (std::size_t i = 0; i < number; ++i) {
        blocks[i] = random_block(random, variable.shape, false);
        starts[i] = blocks[i].start.data();
        counts[i] = blocks[i].count.data();
        const std::vector<char> part = values_of(variable, blocks[i]);
        wanted.insert(wanted.end(), part.begin(), part.end());
    }
    std::vector<char> found = other_than(wanted);
    const auto elements = static_cast<MPI_Offset>(wanted.size() / variable.bytes());
    const int code =
        ncmpi_get_varn_all(variable.ncid, variable.id, static_cast<int>(number), starts.data(),
                           counts.data(), found.data(), elements, variable.datatype());
    compare(variable, code, found, wanted, "varn_all");
}

void get_converted(const Variable& variable, Random& random) {
    if (variable.type == NC_CHAR) return;
    const Block block = random_block(random, variable.shape, true);
    const std::vector<char> stored = values_of(variable, block);
    std::vector<double> wanted(static_cast<std::size_t>(block.elements()));
    with_type(variable.type, [&](auto value) {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            std::memcpy(&value, &stored[i * sizeof value], sizeof value);
            wanted[i] = static_cast<double>(value);
        }
    });
    std::vector<double> found(wanted.size() + 1, 0.375);
    const int code =
        ncmpi_get_vars_double_all(variable.ncid, variable.id, block.start.data(),
                                  block.count.data(), block.stride.data(), found.data());
    const std::string what = variable.what + ", vars_double_all";
    if (ok(code, what))
        expect(std::memcmp(found.data(), wanted.data(), wanted.size() * sizeof(double)) == 0,
               what + ": values differ");
}

struct Posted {
    const Variable* variable;
    Block block;
    std::vector<char> wanted;
    std::vector<char> found;
};

/// Gets one block of each variable, and two of some.
void get_posted(int ncid, const std::vector<Variable>& variables, Random& random) {
    std::vector<std::unique_ptr<Posted>> all;
    std::vector<int> requests;
    for (const Variable& variable : variables) {
        for (MPI_Offset left = up_to(random, 2); left >= 0; --left) {
            const Block block = random_block(random, variable.shape, true);
            const std::vector<char> wanted = values_of(variable, block);
            all.push_back(
                std::make_unique<Posted>(Posted{&variable, block, wanted, other_than(wanted)}));
            Posted& its = *all.back();
            requests.push_back(NC_REQ_NULL);
            ok(ncmpi_iget_vars(ncid, variable.id, its.block.start.data(), its.block.count.data(),
                               its.block.stride.data(), its.found.data(), its.block.elements(),
                               variable.datatype(), &requests.back()),
               variable.what + ", iget_vars");
        }
    }
    std::vector<int> statuses(requests.size(), NC_NOERR);
    ok(ncmpi_wait_all(ncid, static_cast<int>(requests.size()), requests.data(), statuses.data()),
       "wait_all");
    for (std::size_t i = 0; i < all.size(); ++i)
        compare(*all[i]->variable, statuses[i], all[i]->found, all[i]->wanted, "iget_vars");
}

/// Other ranks do something else meanwhile.
void get_alone(int ncid, const std::vector<Variable>& variables, Random& random) {
    ok(ncmpi_begin_indep_data(ncid), "begin_indep_data");
    for (const Variable& variable : variables) {
        for (MPI_Offset left = up_to(random, 2); left > 0; --left) {
            const Block block = random_block(random, variable.shape, false);
            const std::vector<char> wanted = values_of(variable, block);
            std::vector<char> found = other_than(wanted);
            const int code =
                ncmpi_get_vara(ncid, variable.id, block.start.data(), block.count.data(),
                               found.data(), block.elements(), variable.datatype());
            compare(variable, code, found, wanted, "vara");
        }
    }
    ok(ncmpi_end_indep_data(ncid), "end_indep_data");
}

int code_of(const std::string& name) {
    return name == "NC_EBADTYPE"    ? NC_EBADTYPE
           : name == "NC_ENOFILTER" ? NC_ENOFILTER
                                    : NC_ENOTSUPPORT;
}

void expect_refusal(int ncid, int varid, const json& its, const std::string& what) {
    std::vector<double> room(1024);
    const int code = ncmpi_get_var_double_all(ncid, varid, room.data());
    equal(code, code_of(its.at("refused")), what + ": refused");
    const std::string told = weft_last_error(ncid);
    expect(told.find(its.at("name").get<std::string>()) != std::string::npos,
           what + ": the refusal does not name it: " + told);
}

std::vector<Variable> readable_variables(int ncid, const Expected& expected) {
    std::vector<Variable> readable;
    int id = -1;
    for (const json& its : expected.told.at("variables")) {
        const std::string what = expected.path + ": variable " + its.at("name").get<std::string>();
        ++id;
        if (!its.contains("values")) {
            expect_refusal(ncid, id, its, what);
            continue;
        }
        const nc_type type = its.contains("base") ? its.at("base") : its.at("type");
        readable.push_back({expected, its, ncid, id, type, its.at("shape").get<Offsets>(),
                            expected.values_of(its), what});
    }
    return readable;
}

}  // namespace

void compare_all_values(int ncid, const Expected& expected, std::uint64_t seed) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Random random(seed * 1000003 + static_cast<std::uint64_t>(rank));
    const std::vector<Variable> variables = readable_variables(ncid, expected);
    for (const Variable& variable : variables) {
        for (int i = 0; i < blocks_of_variable; ++i) {
            get_block(variable, random);
            get_mapped(variable, random);
            get_list(variable, random);
        }
        get_converted(variable, random);
        get_whole(variable);
    }
    get_posted(ncid, variables, random);
    get_alone(ncid, variables, random);
}

}  // namespace netcdf4
