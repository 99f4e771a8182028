// SPDX-License-Identifier: BSD-3-Clause
// A datatype is a tree (with shared branches) of constructors over predefined types. Decoding
// visits each distinct handle of the tree once and returns patterns, so that the result is as small
// as the arguments of the constructors, and not as large as the data.
#include "mpi/datatype.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "mpi/check.hpp"
#include "mpi/datatype_arrange.hpp"
#include "mpi/datatype_contents.hpp"
#include "mpi/datatype_kinds.hpp"
#include "mpi/datatype_memory.hpp"
#include "region/pattern_builder.hpp"

namespace weft::mpi {
namespace {

using region::Pattern;

std::optional<ElementKind> kind_of_predefined(MPI_Datatype datatype, int combiner) {
    const std::int64_t bytes = size_of(datatype);
    switch (combiner) {
        case MPI_COMBINER_F90_INTEGER:
            return kind_of_size(ElementFamily::signed_integer, bytes);
        case MPI_COMBINER_F90_REAL:
            return kind_of_size(ElementFamily::real, bytes);
        case MPI_COMBINER_F90_COMPLEX:
            return std::nullopt;
        default:
            return kind_of_named(datatype, bytes);
    }
}

Result<DecodedDatatype> decode_predefined(MPI_Datatype datatype, int combiner) {
    const auto kind = kind_of_predefined(datatype, combiner);
    if (!kind) return Status(Code::eunsptetype, "the elements have the type " + name_of(datatype));
    return DecodedDatatype{*kind, size_of(datatype), Pattern::elements({})};
}

/// The units of a predefined type. MPI_SHORT_INT is the only pair for MPI_MINLOC with a gap between
/// its members.
Pattern units_of_predefined(MPI_Datatype datatype, std::int64_t unit) {
    const auto member = [unit](std::int64_t bytes) {
        return Pattern::elements({{bytes / unit, unit}});
    };
    if (datatype != MPI_SHORT_INT) return member(size_of(datatype));
    struct Pair {
        short value;
        int index;
    };
    return Pattern::sequence(
        {{0, std::make_shared<const Pattern>(member(sizeof(short)))},
         {offsetof(Pair, index), std::make_shared<const Pattern>(member(sizeof(int)))}});
}

/// The largest unit that divides an element.
int grain_of_predefined(MPI_Datatype datatype) {
    constexpr std::int64_t largest = 8;
    if (datatype == MPI_SHORT_INT) return sizeof(short);
    return static_cast<int>(power_of_two_in(size_of(datatype) | largest));
}

class Decoder {
public:
    /// Whether elements keep their kind, or are decoded as bytes.
    enum class Into { elements, bytes };

    explicit Decoder(Into into, std::int64_t unit = 1) : into_(into), unit_(unit) {}
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() {
        for (MPI_Datatype& handle : handles_) release(MPI_Type_free(&handle));
    }

    /// Decodes one value of `datatype`. Handles that were decoded before are looked up:
    /// constructors with one child twice, k levels deep, would otherwise take 2^k steps.
    Result<DecodedDatatype> decode(MPI_Datatype datatype) {
        if (const auto known = known_.find(datatype); known != known_.end()) return known->second;
        Result<DecodedDatatype> decoded = decode_unknown(datatype);
        if (decoded.ok()) known_.emplace(datatype, decoded.value());
        return decoded;
    }

    [[nodiscard]] int grain() const { return grain_; }

private:
    Result<DecodedDatatype> decode_unknown(MPI_Datatype datatype) {
        const int combiner = combiner_of(datatype);
        if (into_ == Into::bytes && size_of(datatype) == 0) return DecodedDatatype{};
        if (is_predefined_combiner(combiner) && into_ == Into::bytes) return decode_units(datatype);
        if (is_predefined_combiner(combiner)) return decode_predefined(datatype, combiner);
        if (size_of(datatype) == 0) return DecodedDatatype{};
        const Contents contents = contents_of(datatype);
        keep(contents.datatypes);
        return combiner == MPI_COMBINER_STRUCT ? decode_struct(contents) : decode_copies(contents);
    }

    DecodedDatatype decode_units(MPI_Datatype datatype) {
        grain_ = std::min(grain_, grain_of_predefined(datatype));
        return {ElementKind::byte, unit_, units_of_predefined(datatype, unit_)};
    }

    Result<DecodedDatatype> decode_copies(const Contents& contents) {
        Result<DecodedDatatype> child = decode(contents.datatypes[0]);
        if (!child.ok()) return child;
        DecodedDatatype decoded = std::move(child).value();
        decoded.pattern =
            arranged(contents, {std::move(decoded.pattern), extent_of(contents.datatypes[0])});
        return decoded;
    }

    Result<DecodedDatatype> decode_struct(const Contents& contents) {
        DecodedDatatype all;
        region::PatternBuilder builder(contents.datatypes.size());
        Result<Member> member = Member{};
        for (std::size_t i = 0; i < contents.datatypes.size(); ++i) {
            const std::int64_t length = contents.integers[1 + i];
            if (length == 0) continue;
            // Most often this is the previous handle.
            if (i == 0 || contents.datatypes[i] != member.value().datatype) {
                member = member_of(contents.datatypes[i], all);
                if (!member.ok()) return member.status();
            }
            member.value().add_to(builder, contents.addresses[i], length);
        }
        all.pattern = builder.finish();
        return all;
    }

    /// Patterns by length.
    using Blocks = std::map<std::int64_t, std::shared_ptr<const Pattern>>;

    /// The child of a block of a struct.
    struct Member {
        MPI_Datatype datatype = MPI_DATATYPE_NULL;
        Child child;
        std::optional<std::int64_t> pitch;  // of all elements of a block, if it is one
        // Blocks of one length share a pattern, so that a long list costs two words per member.
        std::shared_ptr<Blocks> blocks;

        void add_to(region::PatternBuilder& builder, std::int64_t place,
                    std::int64_t length) const {
            if (pitch) {
                builder.add_row(place + child.pattern.displacement(),
                                length * child.pattern.element_count(), *pitch);
                return;
            }
            auto& block = (*blocks)[length];
            if (!block) block = std::make_shared<const Pattern>(child.block(length));
            builder.add(place, block);
        }
    };

    Result<Member> member_of(MPI_Datatype datatype, DecodedDatatype& all) {
        const Result<DecodedDatatype> one = decode(datatype);
        if (!one.ok()) return one.status();
        const Status taken = take_kind(all, one.value());
        if (!taken.ok()) return taken;
        Member member{datatype, {one.value().pattern, extent_of(datatype)}, {}, {}};
        member.pitch = member.child.pitch_of_rows();
        if (!member.pitch) member.blocks = blocks_of(member.child);
        return member;
    }

    /// Open MPI returns a new handle for every member, even if a program used one datatype many
    /// times.
    std::shared_ptr<Blocks> blocks_of(const Child& child) {
        if (last_blocks_ == nullptr || last_child_.extent != child.extent ||
            !(last_child_.pattern == child.pattern)) {
            last_child_ = child;
            last_blocks_ = std::make_shared<Blocks>();
        }
        return last_blocks_;
    }

    static Status take_kind(DecodedDatatype& all, const DecodedDatatype& member) {
        if (member.kind == ElementKind::none) return {};
        if (all.kind != ElementKind::none && all.kind != member.kind) {
            return {Code::emultitypes, "the struct has elements of several types"};
        }
        all.kind = member.kind;
        all.element_bytes = member.element_bytes;
        return {};
    }

    /// The handles live as long as the decoder, so that MPI reuses none of them for another
    /// datatype.
    void keep(const std::vector<MPI_Datatype>& handles) {
        MPI_Datatype last = MPI_DATATYPE_NULL;  // of the predefined ones
        for (MPI_Datatype handle : handles) {
            if (handle == last) continue;
            if (is_predefined(handle))
                last = handle;
            else
                handles_.push_back(handle);
        }
    }

    Into into_;
    std::int64_t unit_;  // of decoded bytes
    int grain_ = 8;      // of everything decoded as bytes
    std::map<MPI_Datatype, DecodedDatatype> known_;
    std::vector<MPI_Datatype> handles_;
    Child last_child_;
    std::shared_ptr<Blocks> last_blocks_;
};

/// Whether all distances and the number of elements of `count` values fit in 64 bits.
bool is_countable(const Pattern& one, std::int64_t count, std::int64_t extent) {
    return checked_mul(one.element_count(), count) && checked_mul(extent, count);
}

/// Decodes one value; each handle of the program is decoded once.
Result<DecodedValue> value_of(MPI_Datatype datatype, Decoder::Into into, int unit) {
    const bool is_kept = !is_predefined(datatype);
    // Units are 1, 2, 4 and 8.
    const std::size_t way =
        into == Decoder::Into::elements
            ? 0
            : static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(unit)));
    if (is_kept)
        if (auto known = remembered(datatype, way)) return *std::move(known);
    Decoder decoder(into, unit);
    Result<DecodedDatatype> one = decoder.decode(datatype);
    if (!one.ok()) return one.status();
    DecodedValue decoded{std::move(one).value(), decoder.grain()};
    if (is_kept) remember(datatype, way, decoded);
    return decoded;
}

Result<DecodedValue> values_of(MPI_Datatype datatype, std::int64_t count, Decoder::Into into,
                               int unit) {
    Result<DecodedValue> decoded = value_of(datatype, into, unit);
    if (!decoded.ok()) return decoded;
    region::Pattern& pattern = decoded.value().value.pattern;
    const std::int64_t extent = extent_of(datatype);
    if (!is_countable(pattern, count, extent))
        return Status(Code::eintoverflow, std::to_string(count) + " values of " +
                                              name_of(datatype) + " exceed 64 bits");
    pattern = pattern.repeated(count, extent);
    return decoded;
}

}  // namespace

Result<DecodedDatatype> decode(MPI_Datatype datatype, std::int64_t count) {
    if (is_null(datatype)) return Status(Code::eunsptetype, "the datatype is MPI_DATATYPE_NULL");
    Result<DecodedValue> decoded = values_of(datatype, count, Decoder::Into::elements, 1);
    if (!decoded.ok()) return decoded.status();
    return std::move(decoded).value().value;
}

Result<ByteLayout> decode_bytes(MPI_Datatype datatype, std::int64_t count, int unit) {
    if (is_null(datatype)) return Status(Code::einval, "the datatype is MPI_DATATYPE_NULL");
    const std::int64_t size = size_of(datatype);
    // The most frequent case, on the shortest path.
    if (unit == 1 && is_dense(datatype) && checked_mul(size, count))
        return ByteLayout{Pattern::elements({{size * count, 1}}), grain_of_predefined(datatype)};
    Result<DecodedValue> decoded = values_of(datatype, count, Decoder::Into::bytes, unit);
    if (!decoded.ok()) return decoded.status();
    return ByteLayout{std::move(decoded.value().value.pattern), decoded.value().grain};
}

bool is_predefined(MPI_Datatype datatype) {
    return is_predefined_combiner(combiner_of(datatype));
}

bool is_dense(MPI_Datatype datatype) {
    if (is_null(datatype)) return false;
    const std::int64_t size = size_of(datatype);
    return size > 0 && size == extent_of(datatype) && is_predefined(datatype);
}

bool is_null(MPI_Datatype datatype) {
    return datatype == MPI_DATATYPE_NULL;
}

}  // namespace weft::mpi
