// SPDX-License-Identifier: BSD-3-Clause
#include "words.hpp"

#include <algorithm>
#include <cstring>

namespace weft::fortran {

namespace {

std::size_t length_without_blanks(const char* text, std::size_t length) {
    while (length > 0 && text[length - 1] == ' ') --length;
    return length;
}

}  // namespace

Text::Text(const char* text, std::size_t length) : copy_(length_without_blanks(text, length) + 1) {
    char* copy = copy_.data();
    if (copy == nullptr) return;
    const std::size_t used = length_without_blanks(text, length);
    std::copy_n(text, used, copy);
    copy[used] = '\0';
}

void pad(char* target, std::size_t target_length, const char* text, std::size_t length) {
    const std::size_t copied = std::min(target_length, length);
    std::copy_n(text, copied, target);
    std::fill_n(target + copied, target_length - copied, ' ');
}

Name::~Name() {
    if (name_[0] != '\0') pad(target_, length_, name_.data(), std::strlen(name_.data()));
}

Reversed::Reversed(const MPI_Offset* numbers, int count, int added)
    : is_null_(numbers == nullptr), copy_(is_null_ ? 0 : size_of(count)) {
    MPI_Offset* copy = copy_.data();
    if (is_null_ || copy == nullptr) return;
    for (int i = 0; i < count; ++i) copy[count - 1 - i] = numbers[i] + added;
}

Variable::Variable(const int* ncid, const int* varid) : id_(fortran::id(varid)) {
    if (ncmpi_inq_var(*ncid, id_, nullptr, &type_, &rank_, nullptr, nullptr) == NC_NOERR) return;
    type_ = NC_NAT;
    rank_ = 0;
}

List::List(const Variable& variable, const int* num, const MPI_Offset* starts,
           const MPI_Offset* counts)
    : num_(size_of(*num)),
      has_starts_(starts != nullptr),
      has_counts_(counts != nullptr),
      numbers_(2 * num_ * size_of(variable.rank())),
      pointers_(numbers_.data() != nullptr ? 2 * num_ : 0) {
    const std::size_t rank = size_of(variable.rank());
    MPI_Offset* numbers = numbers_.data();
    MPI_Offset** pointers = pointers_.data();
    if (!has_starts_ || numbers == nullptr || pointers == nullptr) return;
    for (std::size_t i = 0; i < (has_counts_ ? 2 : 1) * num_; ++i) {
        const bool is_start = i < num_;
        const MPI_Offset* vector = is_start ? starts + i * rank : counts + (i - num_) * rank;
        pointers[i] = numbers + i * rank;
        for (std::size_t j = 0; j < rank; ++j)
            pointers[i][rank - 1 - j] = is_start ? vector[j] - 1 : vector[j];
    }
}

MPI_Offset** List::counts() {
    return has_counts_ && pointers_.data() != nullptr ? pointers_.data() + num_ : nullptr;
}

}  // namespace weft::fortran
