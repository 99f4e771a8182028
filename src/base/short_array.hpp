// SPDX-License-Identifier: BSD-3-Clause
// An array of fixed length, which is usually short.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

/// An array of plain values. Up to `room` of them lie in the object itself, so that a million small
/// arrays need no memory of their own; more lie on the heap.
template <class T, std::size_t room>
class ShortArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;
    using const_iterator = const T*;

    ShortArray() = default;
    /// Makes an array of zeros.
    explicit ShortArray(std::size_t size) : size_(size) {
        if (size > room) store_.many = new T[size]();
    }
    ShortArray(std::span<const T> values) : ShortArray(values.size()) {
        std::copy(values.begin(), values.end(), begin());
    }
    ShortArray(const std::vector<T>& values) : ShortArray(std::span<const T>(values)) {}
    ShortArray(std::initializer_list<T> values)
        : ShortArray(std::span<const T>(values.begin(), values.size())) {}
    ShortArray(const ShortArray& other) : ShortArray(std::span<const T>(other)) {}
    ShortArray(ShortArray&& other) noexcept
        : size_(std::exchange(other.size_, 0)), store_(other.store_) {}
    ShortArray& operator=(const ShortArray& other) { return *this = ShortArray(other); }
    ShortArray& operator=(ShortArray&& other) noexcept {
        if (this == &other) return *this;
        release();
        size_ = std::exchange(other.size_, 0);
        store_ = other.store_;
        return *this;
    }
    ~ShortArray() { release(); }

    /// Replaces the values by `size` ones, which the caller must write. Nothing moves if both are
    /// few.
    T* renew(std::size_t size) {
        if (std::max(size, size_) > room) return (*this = ShortArray(size)).data();
        size_ = size;
        return store_.few;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T* data() { return size_ > room ? store_.many : store_.few; }
    [[nodiscard]] const T* data() const { return size_ > room ? store_.many : store_.few; }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + size_; }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size_; }
    [[nodiscard]] const T& front() const { return *begin(); }
    [[nodiscard]] const T& back() const { return *(end() - 1); }
    [[nodiscard]] T& operator[](std::size_t i) { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data()[i]; }

    friend bool operator==(const ShortArray& a, const ShortArray& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    void release() {
        if (size_ > room) delete[] store_.many;
    }

    union Store {
        T few[room]{};
        T* many;
    };

    std::size_t size_ = 0;
    Store store_;
};

}  // namespace weft
