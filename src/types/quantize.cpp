// SPDX-License-Identifier: BSD-3-Clause
#include "types/quantize.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numbers>
#include <span>
#include <type_traits>
#include <vector>

namespace weft::types {
namespace {

constexpr double bits_per_digit = std::numbers::ln10 / std::numbers::ln2;
constexpr double digits_per_bit = std::numbers::ln2 / std::numbers::ln10;

/// A value as an integer.
template <class Word>
struct Form {
    using Float = std::conditional_t<sizeof(Word) == 4, float, double>;
    static constexpr int mantissa_bits = std::numeric_limits<Float>::digits - 1;
    static constexpr Word sign = Word{1} << (8 * sizeof(Word) - 1);
    static constexpr Word exponent = static_cast<Word>(~sign) >> mantissa_bits << mantissa_bits;

    /// NaN or an infinity.
    static constexpr bool is_special(Word word) { return (word & exponent) == exponent; }
    static constexpr Word last_bits(int count) { return (Word{1} << count) - 1; }
};

/// Rounds to the nearest value whose last `zeros` bits are zeros, away from zero if two are equally
/// near.
template <class Word>
Word rounded(Word word, int zeros) {
    const Word last = Form<Word>::last_bits(zeros);
    const Word nearest = (word + (last & ~(last >> 1))) & ~last;
    return Form<Word>::is_special(nearest) ? word & ~last : nearest;
}

template <class Word>
void bit_round(Word* words, std::size_t count, Word fill, int bits) {
    const int zeros = Form<Word>::mantissa_bits - bits;
    for (std::size_t i = 0; i < count; ++i) {
        const Word word = words[i];
        const bool stays = Form<Word>::is_special(word) || word == fill;
        words[i] = stays ? word : rounded(word, zeros);
    }
}

/// A bit more than the digits have, because a value is not rounded.
template <class Word>
int groomed_bits(int digits) {
    const int needed = static_cast<int>(std::ceil(digits * bits_per_digit)) + 1;
    return std::max(0, Form<Word>::mantissa_bits - needed);
}

template <class Word>
void bit_groom(Word* words, std::size_t count, Word fill, int digits, std::int64_t number,
               std::int64_t step) {
    const Word last = Form<Word>::last_bits(groomed_bits<Word>(digits));
    const auto first = static_cast<Word>(number);
    const auto by = static_cast<Word>(step);
    for (std::size_t i = 0; i < count; ++i) {
        const Word word = words[i];
        const bool is_zero = (word & ~Form<Word>::sign) == 0;
        const bool stays = Form<Word>::is_special(word) || word == fill || is_zero;
        const bool is_odd = ((first + static_cast<Word>(i) * by) & 1) != 0;
        const Word groomed = is_odd ? word | last : word & ~last;
        words[i] = stays ? word : groomed;
    }
}

/// The number of bits that values need. All values with the same exponent and the same number of
/// decimal digits in front of the point need the same number, which is cached for some exponents,
/// because a logarithm takes longer than all the rest.
class GranularBits {
public:
    GranularBits(int digits, std::int64_t value_count) : digits_(digits) {
        constexpr std::int64_t few = 16;
        if (value_count > few) ranges_.resize(64);
    }

    /// `magnitude` is positive and finite.
    [[nodiscard]] int of(double magnitude) {
        const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >>
                                               Form<std::uint64_t>::mantissa_bits);
        if (exponent == 0 || ranges_.empty()) return computed(magnitude);
        Range& range = ranges_[static_cast<std::size_t>(exponent) % ranges_.size()];
        if (range.exponent != exponent) range = range_of(exponent);
        if (magnitude > range.begin && magnitude < range.gap_begin) return range.below;
        if (magnitude > range.gap_end && magnitude < range.end) return range.above;
        return computed(magnitude);
    }

private:
    [[nodiscard]] int computed(double magnitude) const {
        int exponent = 0;
        const double logarithm = std::log10(std::frexp(magnitude, &exponent));
        const double places = std::floor(exponent * digits_per_bit + logarithm) + 1;
        const double last_place = std::floor(bits_per_digit * (places - digits_));
        const double first_place = std::floor(exponent - bits_per_digit * logarithm);
        return std::abs(static_cast<int>(first_place - last_place)) - 1;
    }

    /// The values of an exponent. Close to its ends, and to a power of ten, rounding decides what
    /// the formula gives.
    struct Range {
        int exponent = 0;
        double begin = 0;
        double end = 0;
        double gap_begin = 0;  // around the power of ten, if there is one
        double gap_end = 0;
        int below = 0;
        int above = 0;
    };

    [[nodiscard]] Range range_of(int exponent) const {
        constexpr double close = 1e-11;
        const double power = std::bit_cast<double>(static_cast<std::uint64_t>(exponent)
                                                   << Form<std::uint64_t>::mantissa_bits);
        Range range{
            .exponent = exponent, .begin = power * (1 + close), .end = power * (2 - 2 * close)};
        range.below = computed(range.begin);
        range.above = computed(range.end);
        const double ten = std::pow(10.0, std::floor(std::log10(range.end)));
        const bool has_ten = ten > power;
        range.gap_begin = has_ten ? ten * (1 - close) : range.end;
        range.gap_end = has_ten ? ten * (1 + close) : range.end;
        return range;
    }

    int digits_;
    std::vector<Range> ranges_;  // empty: not worth it
};

template <class Word>
void granular(Word* words, std::size_t count, Word fill, GranularBits& bits) {
    using Float = typename Form<Word>::Float;
    for (std::size_t i = 0; i < count; ++i) {
        const Word word = words[i];
        const Word magnitude = word & static_cast<Word>(~Form<Word>::sign);
        if (Form<Word>::is_special(word) || word == fill || magnitude == 0) continue;
        const int zeros = Form<Word>::mantissa_bits - bits.of(std::bit_cast<Float>(magnitude));
        words[i] = rounded(word, std::clamp(zeros, 0, Form<Word>::mantissa_bits));
    }
}

template <class Word>
Word swapped(Word word) {
    if constexpr (sizeof word == 4)
        return __builtin_bswap32(word);
    else
        return __builtin_bswap64(word);
}

/// A few values at a time, in the processor's nearest cache and in its own byte order.
template <class Word>
class Block {
public:
    Block(const Quantizer& quantizer, const QuantizedValues& values)
        : is_swapped_(quantizer.order != std::endian::native), values_(values) {}

    [[nodiscard]] std::span<Word> load(std::int64_t begin) {
        const std::int64_t count = std::min(values_.count - begin, std::ssize(words_));
        move(begin, count, [](Word& word, std::byte* at) { std::memcpy(&word, at, sizeof word); });
        const std::span loaded(words_.data(), static_cast<std::size_t>(count));
        swap(loaded);
        return loaded;
    }
    void store(std::int64_t begin, std::span<Word> words) {
        swap(words);
        move(begin, std::ssize(words),
             [](const Word& word, std::byte* at) { std::memcpy(at, &word, sizeof word); });
    }

private:
    template <class Copy>
    void move(std::int64_t begin, std::int64_t count, Copy&& copy) {
        std::byte* at = values_.first + begin * values_.stride;
        for (std::int64_t i = 0; i < count; ++i, at += values_.stride)
            copy(words_[static_cast<std::size_t>(i)], at);
    }
    void swap(std::span<Word> words) const {
        if (!is_swapped_) return;
        for (Word& word : words) word = swapped(word);
    }

    bool is_swapped_;
    const QuantizedValues& values_;
    alignas(64) std::array<Word, 256> words_;
};

template <class Word>
Word fill_of(const Quantizer& quantizer) {
    Word fill;
    std::memcpy(&fill, quantizer.fill.data(), sizeof fill);
    return quantizer.order == std::endian::native ? fill : swapped(fill);
}

template <class Word>
void quantize_words(const Quantizer& quantizer, const QuantizedValues& values) {
    const Word fill = fill_of<Word>(quantizer);
    const int digits = quantizer.how.digits;
    const bool is_granular = quantizer.how.mode == QuantizeMode::granular;
    GranularBits bits(digits, is_granular ? values.count : 0);
    Block<Word> block(quantizer, values);
    for (std::int64_t begin = 0; begin < values.count;) {
        const std::span<Word> words = block.load(begin);
        if (quantizer.how.mode == QuantizeMode::bit_round)
            bit_round(words.data(), words.size(), fill, digits);
        else if (quantizer.how.mode == QuantizeMode::bit_groom)
            bit_groom(words.data(), words.size(), fill, digits, values.number + begin * values.step,
                      values.step);
        else
            granular(words.data(), words.size(), fill, bits);
        block.store(begin, words);
        begin += std::ssize(words);
    }
}

}  // namespace

int most_digits(QuantizeMode mode, External type) {
    const bool is_double = type == External::float64;
    if (mode == QuantizeMode::none || (type != External::float32 && !is_double)) return 0;
    if (mode == QuantizeMode::bit_round) return is_double ? 52 : 23;
    return is_double ? 15 : 7;
}

void quantize(const Quantizer& quantizer, const QuantizedValues& values) {
    if (quantizer.type == External::float32)
        quantize_words<std::uint32_t>(quantizer, values);
    else
        quantize_words<std::uint64_t>(quantizer, values);
}

}  // namespace weft::types
