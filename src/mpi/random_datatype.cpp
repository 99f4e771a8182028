// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/random_datatype.hpp"

#include <array>
#include <utility>
#include <vector>

namespace weft::mpi {
namespace {

std::string list(const auto& values) {
    std::string text;
    for (const auto value : values) {
        text += text.empty() ? '{' : ',';
        text += std::to_string(value);
    }
    return text.empty() ? "{}" : text + "}";
}

bool is_empty(MPI_Datatype datatype) {
    MPI_Count size = 0;
    MPI_Type_size_x(datatype, &size);
    return size == 0;
}

/// The new datatype, which keeps its child alive; frees the handle of the child.
RandomDatatype derived(MPI_Datatype handle, const std::string& call, RandomDatatype child) {
    if (child.is_derived) MPI_Type_free(&child.handle);
    return {handle, true, call + "(" + child.text + ")"};
}

}  // namespace

int RandomDatatypes::number(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
}

int RandomDatatypes::stride(int most) {
    const int drawn = number(-most, most);
    // Open MPI 4.1 takes a stride of -1 byte for "side by side".
    return drawn == -1 ? -2 : drawn;
}

RandomDatatype RandomDatatypes::draw(int depth) {
    if (depth == 0) return {element_, false, "element"};
    constexpr std::array constructors{
        &RandomDatatypes::dup,           &RandomDatatypes::contiguous,
        &RandomDatatypes::vector,        &RandomDatatypes::hvector,
        &RandomDatatypes::indexed,       &RandomDatatypes::hindexed,
        &RandomDatatypes::indexed_block, &RandomDatatypes::hindexed_block,
        &RandomDatatypes::structure,     &RandomDatatypes::subarray,
        &RandomDatatypes::resized,       &RandomDatatypes::distributed_array,
    };
    const int choice = number(0, static_cast<int>(constructors.size()) - 1);
    return (this->*constructors[static_cast<std::size_t>(choice)])(depth);
}

RandomDatatype RandomDatatypes::draw_child(int depth) {
    return draw(number(0, depth - 1));
}

RandomDatatype RandomDatatypes::dup(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    MPI_Type_dup(child.handle, &handle);
    return derived(handle, "dup", std::move(child));
}

RandomDatatype RandomDatatypes::contiguous(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    const int count = number(0, 4);
    MPI_Type_contiguous(count, child.handle, &handle);
    return derived(handle, "contiguous " + std::to_string(count), std::move(child));
}

RandomDatatype RandomDatatypes::vector(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    const std::array a{number(0, 4), number(0, 3), stride(5)};
    MPI_Type_vector(a[0], a[1], a[2], child.handle, &handle);
    return derived(handle, "vector " + list(a), std::move(child));
}

RandomDatatype RandomDatatypes::hvector(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    const std::array a{number(0, 4), number(0, 3), stride(50)};
    MPI_Type_create_hvector(a[0], a[1], a[2], child.handle, &handle);
    return derived(handle, "hvector " + list(a), std::move(child));
}

RandomDatatype RandomDatatypes::indexed(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    std::vector<int> lengths(static_cast<std::size_t>(number(0, 5)));
    std::vector<int> places(lengths.size());
    for (int& length : lengths) length = number(0, 3);
    for (int& place : places) place = number(-6, 12);
    MPI_Type_indexed(static_cast<int>(lengths.size()), lengths.data(), places.data(), child.handle,
                     &handle);
    return derived(handle, "indexed " + list(lengths) + list(places), std::move(child));
}

RandomDatatype RandomDatatypes::hindexed(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    std::vector<int> lengths(static_cast<std::size_t>(number(0, 5)));
    std::vector<MPI_Aint> places(lengths.size());
    for (int& length : lengths) length = number(0, 3);
    for (MPI_Aint& place : places) place = number(-100, 200);
    MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(), places.data(),
                             child.handle, &handle);
    return derived(handle, "hindexed " + list(lengths) + list(places), std::move(child));
}

RandomDatatype RandomDatatypes::indexed_block(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    std::vector<int> places(static_cast<std::size_t>(number(0, 6)));
    for (int& place : places) place = number(-6, 12);
    const int length = number(0, 3);
    MPI_Type_create_indexed_block(static_cast<int>(places.size()), length, places.data(),
                                  child.handle, &handle);
    return derived(handle, "indexed_block " + std::to_string(length) + list(places),
                   std::move(child));
}

RandomDatatype RandomDatatypes::hindexed_block(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    std::vector<MPI_Aint> places(static_cast<std::size_t>(number(0, 6)));
    for (MPI_Aint& place : places) place = number(-100, 200);
    const int length = number(0, 3);
    MPI_Type_create_hindexed_block(static_cast<int>(places.size()), length, places.data(),
                                   child.handle, &handle);
    return derived(handle, "hindexed_block " + std::to_string(length) + list(places),
                   std::move(child));
}

RandomDatatype RandomDatatypes::draw_member(int depth) {
    RandomDatatype member = draw_child(depth);
    // MPICH 4.0 divides by zero when it packs a struct with a member without bytes.
    if (!is_empty(member.handle)) return member;
    if (member.is_derived) MPI_Type_free(&member.handle);
    return {element_, false, "element"};
}

RandomDatatype RandomDatatypes::structure(int depth) {
    const auto count = static_cast<std::size_t>(number(1, 4));
    std::vector<int> lengths;
    std::vector<MPI_Aint> places;
    std::vector<MPI_Datatype> types;
    std::vector<RandomDatatype> members;
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        // A member may be the one before it again.
        const bool again = i > 0 && number(0, 2) == 0;
        if (!again) members.push_back(draw_member(depth));
        lengths.push_back(number(0, 3));
        places.push_back(number(-100, 200));
        types.push_back(members.back().handle);
        if (i > 0) text += "; ";
        text += members.back().text;
    }
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(static_cast<int>(count), lengths.data(), places.data(), types.data(),
                           &handle);
    for (RandomDatatype& member : members) {
        if (member.is_derived) MPI_Type_free(&member.handle);
    }
    return {handle, true, "struct " + list(lengths) + list(places) + "(" + text + ")"};
}

RandomDatatype RandomDatatypes::subarray(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    const int rank = number(1, 3);
    std::vector<int> sizes;
    std::vector<int> subsizes;
    std::vector<int> starts;
    for (int d = 0; d < rank; ++d) {
        sizes.push_back(number(1, 5));
        subsizes.push_back(number(1, sizes.back()));
        starts.push_back(number(0, sizes.back() - subsizes.back()));
    }
    const bool is_c = number(0, 1) == 0;
    MPI_Type_create_subarray(rank, sizes.data(), subsizes.data(), starts.data(),
                             is_c ? MPI_ORDER_C : MPI_ORDER_FORTRAN, child.handle, &handle);
    const std::string text = list(sizes) + list(subsizes) + list(starts) + (is_c ? " C" : " F");
    return derived(handle, "subarray " + text, std::move(child));
}

RandomDatatype RandomDatatypes::distributed_array(int depth) {
    RandomDatatype child = draw_child(depth);
    // Open MPI 4.1 refuses to distribute an array of elements without bytes.
    if (is_empty(child.handle)) return child;
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    const int rank = number(1, 3);
    std::vector<int> sizes;
    std::vector<int> ways;
    std::vector<int> arguments;
    std::vector<int> grid;
    int process_count = 1;
    for (int d = 0; d < rank; ++d) {
        constexpr std::array all_ways{MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK,
                                      MPI_DISTRIBUTE_CYCLIC};
        sizes.push_back(number(1, 7));
        ways.push_back(all_ways[static_cast<std::size_t>(number(0, 2))]);
        grid.push_back(ways.back() == MPI_DISTRIBUTE_NONE ? 1 : number(1, 3));
        const int least_block = (sizes.back() + grid.back() - 1) / grid.back();
        const bool is_default = ways.back() == MPI_DISTRIBUTE_NONE || number(0, 1) == 0;
        const int least = ways.back() == MPI_DISTRIBUTE_BLOCK ? least_block : 1;
        arguments.push_back(is_default ? MPI_DISTRIBUTE_DFLT_DARG : number(least, least + 3));
        process_count *= grid.back();
    }
    const int process = number(0, process_count - 1);
    const bool is_c = number(0, 1) == 0;
    MPI_Type_create_darray(process_count, process, rank, sizes.data(), ways.data(),
                           arguments.data(), grid.data(), is_c ? MPI_ORDER_C : MPI_ORDER_FORTRAN,
                           child.handle, &handle);
    const std::string text = std::to_string(process) + list(sizes) + list(ways) + list(arguments) +
                             list(grid) + (is_c ? " C" : " F");
    return derived(handle, "darray " + text, std::move(child));
}

RandomDatatype RandomDatatypes::resized(int depth) {
    RandomDatatype child = draw_child(depth);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    const std::array a{number(-40, 40), number(0, 90)};
    MPI_Type_create_resized(child.handle, a[0], a[1], &handle);
    return derived(handle, "resized " + list(a), std::move(child));
}

}  // namespace weft::mpi
