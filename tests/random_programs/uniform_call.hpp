// SPDX-License-Identifier: BSD-3-Clause
//
// One signature for each family of data functions, so that tables can hold them.
#pragma once

#include <array>

#include "steps.hpp"

namespace random_programs {

struct CallArguments {
    int ncid;
    int variable;
    const Index* start;
    const Index* count;
    const Index* stride;
    const Index* imap;
    // Arguments of varn.
    int block_count;
    Index* const* starts;
    Index* const* counts;
    void* buffer;
    // Arguments of the functions that take an MPI datatype.
    Index buffer_count;
    MPI_Datatype buffer_type;
    // Argument of iput, iget and bput.
    int* request;
};

// Arguments of mput and mget: one entry per access in every array.
struct ManyArguments {
    int ncid;
    int access_count;
    int* variables;
    Index* const* starts;
    Index* const* counts;
    Index* const* strides;
    Index* const* imaps;
    void** buffers;
    const Index* buffer_counts;
    const MPI_Datatype* buffer_types;
};

using UniformCall = int (*)(const CallArguments&);
using UniformManyCall = int (*)(const ManyArguments&);

// Converts to the pointer type of a function's parameter.
struct AnyPointer {
    void* address;
    template <typename T>
    operator T*() const {
        return static_cast<T*>(address);
    }
};

// Calls `rest` with the arguments that select the elements, in the form of that kind of function.
template <Kind kind, typename Rest>
int with_selection(const CallArguments& a, const Rest& rest) {
    if constexpr (kind == Kind::var) return rest();
    if constexpr (kind == Kind::var1) return rest(a.start);
    if constexpr (kind == Kind::vara) return rest(a.start, a.count);
    if constexpr (kind == Kind::vars) return rest(a.start, a.count, a.stride);
    if constexpr (kind == Kind::varm) return rest(a.start, a.count, a.stride, a.imap);
    if constexpr (kind == Kind::varn) return rest(a.block_count, a.starts, a.counts);
}

template <Kind kind, typename Rest>
int with_selections(const ManyArguments& a, const Rest& rest) {
    if constexpr (kind == Kind::var) return rest();
    if constexpr (kind == Kind::var1) return rest(a.starts);
    if constexpr (kind == Kind::vara) return rest(a.starts, a.counts);
    if constexpr (kind == Kind::vars) return rest(a.starts, a.counts, a.strides);
    if constexpr (kind == Kind::varm) return rest(a.starts, a.counts, a.strides, a.imaps);
}

template <Kind kind, auto function>
int blocking(const CallArguments& a) {
    return with_selection<kind>(a, [&a](auto... selection) {
        return function(a.ncid, a.variable, selection..., AnyPointer{a.buffer});
    });
}

template <Kind kind, auto function>
int flexible(const CallArguments& a) {
    return with_selection<kind>(a, [&a](auto... selection) {
        return function(a.ncid, a.variable, selection..., AnyPointer{a.buffer}, a.buffer_count,
                        a.buffer_type);
    });
}

template <Kind kind, auto function>
int posting(const CallArguments& a) {
    return with_selection<kind>(a, [&a](auto... selection) {
        return function(a.ncid, a.variable, selection..., AnyPointer{a.buffer}, a.request);
    });
}

template <Kind kind, auto function>
int flexible_posting(const CallArguments& a) {
    return with_selection<kind>(a, [&a](auto... selection) {
        return function(a.ncid, a.variable, selection..., AnyPointer{a.buffer}, a.buffer_count,
                        a.buffer_type, a.request);
    });
}

template <Kind kind, auto function>
int many(const ManyArguments& a) {
    return with_selections<kind>(a, [&a](auto... selections) {
        return function(a.ncid, a.access_count, a.variables, selections..., AnyPointer{a.buffers});
    });
}

template <Kind kind, auto function>
int flexible_many(const ManyArguments& a) {
    return with_selections<kind>(a, [&a](auto... selections) {
        return function(a.ncid, a.access_count, a.variables, selections..., AnyPointer{a.buffers},
                        a.buffer_counts, a.buffer_types);
    });
}

// [kind][collective]
using FlexibleBlockingCalls = std::array<std::array<UniformCall, 2>, kind_count>;
using FlexiblePostingCalls = std::array<UniformCall, kind_count>;
using FlexibleManyCalls = std::array<std::array<UniformManyCall, 2>, kind_count - 1>;
// [memory type][kind][collective]
using BlockingCalls = std::array<FlexibleBlockingCalls, memory_type_count>;
using PostingCalls = std::array<FlexiblePostingCalls, memory_type_count>;
using ManyCalls = std::array<FlexibleManyCalls, memory_type_count>;

extern const BlockingCalls put_calls;
extern const BlockingCalls get_calls;
extern const PostingCalls iput_calls;
extern const PostingCalls iget_calls;
extern const PostingCalls bput_calls;
extern const ManyCalls mput_calls;
extern const ManyCalls mget_calls;
extern const FlexibleBlockingCalls flexible_put_calls;
extern const FlexibleBlockingCalls flexible_get_calls;
extern const FlexiblePostingCalls flexible_iput_calls;
extern const FlexiblePostingCalls flexible_iget_calls;
extern const FlexiblePostingCalls flexible_bput_calls;
extern const FlexibleManyCalls flexible_mput_calls;
extern const FlexibleManyCalls flexible_mget_calls;

}  // namespace random_programs
