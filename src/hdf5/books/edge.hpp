// SPDX-License-Identifier: BSD-3-Clause
// The edge of this library, which neither exceptions nor memory cross.
#pragma once

#include <mutex>
#include <new>
#include <span>
#include <string_view>

#include "hdf5/books/books.hpp"
#include "hdf5/books/failure.hpp"

namespace weft::hdf5 {

/// The mutex for calls of libhdf5, which serves one thread at a time.
std::mutex& libhdf5_mutex();

inline void give(Sink& sink, std::string_view text) {
    sink.take(std::as_bytes(std::span(text)));
}

/// Runs `work()`, which throws Failure.
template <class Work>
Code at_edge(Sink& why, Work&& work) noexcept {
    try {
        work();
        return Code::noerr;
    } catch (const Failure& failure) {
        give(why, failure.status().context());
        return failure.status().code();
    } catch (const std::bad_alloc&) {
        return Code::enomem;
    } catch (const std::exception& exception) {
        give(why, exception.what());
        return Code::ehdferr;
    }
}

template <class Work>
Code with_libhdf5(Sink& why, Work&& work) noexcept {
    const std::lock_guard<std::mutex> lock(libhdf5_mutex());
    keep_libhdf5_silent();
    return at_edge(why, work);
}

inline void throw_unless_ok(const Status& status) {
    if (!status.ok()) throw Failure(status);
}

}  // namespace weft::hdf5
