// SPDX-License-Identifier: BSD-3-Clause
//
// One signature for the blocking data functions, so that tables can hold them.
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
    void* buffer;
};

using UniformCall = int (*)(const CallArguments&);

// Tells a function's kind from its type. T is the buffer's element, const for puts.
template <typename T>
int call(int (*function)(int, int, T*), const CallArguments& a) {
    return function(a.ncid, a.variable, static_cast<T*>(a.buffer));
}
template <typename T>
int call(int (*function)(int, int, const Index*, T*), const CallArguments& a) {
    return function(a.ncid, a.variable, a.start, static_cast<T*>(a.buffer));
}
template <typename T>
int call(int (*function)(int, int, const Index*, const Index*, T*), const CallArguments& a) {
    return function(a.ncid, a.variable, a.start, a.count, static_cast<T*>(a.buffer));
}
template <typename T>
int call(int (*function)(int, int, const Index*, const Index*, const Index*, T*),
         const CallArguments& a) {
    return function(a.ncid, a.variable, a.start, a.count, a.stride, static_cast<T*>(a.buffer));
}
template <typename T>
int call(int (*function)(int, int, const Index*, const Index*, const Index*, const Index*, T*),
         const CallArguments& a) {
    return function(a.ncid, a.variable, a.start, a.count, a.stride, a.imap,
                    static_cast<T*>(a.buffer));
}

template <auto function>
int uniform(const CallArguments& arguments) {
    return call(function, arguments);
}

// [memory type][kind][collective]
using TypedCalls =
    std::array<std::array<std::array<UniformCall, 2>, kind_count>, memory_type_count>;
extern const TypedCalls put_calls;
extern const TypedCalls get_calls;

}  // namespace random_programs
