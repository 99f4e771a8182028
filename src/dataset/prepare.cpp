// SPDX-License-Identifier: BSD-3-Clause
// From an access as the caller states it to one that has passed all checks. Nothing communicates.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "base/checked.hpp"
#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/element_kind.hpp"
#include "mpi/datatype.hpp"

namespace weft::dataset {
namespace {

using Shape = Selection::Shape;

/// Places of elements in a stream that itself lies in memory as `stream` says: imap over a derived
/// datatype.
Result<region::Pattern> composed(const region::Pattern& places, const region::Pattern& stream) {
    std::vector<region::Pattern::Part> parts;
    const auto element = std::make_shared<region::Pattern>(region::Pattern::elements({}));
    bool inside = true;
    places.visit(0, places.element_count(),
                 [&](std::int64_t place, std::int64_t stride, std::int64_t count) {
                     for (std::int64_t i = 0; i < count; ++i, place += stride) {
                         inside = inside && place >= 0 && place < stream.element_count();
                         if (!inside) return;
                         stream.visit(place, place + 1,
                                      [&](std::int64_t displacement, std::int64_t, std::int64_t) {
                                          parts.push_back({displacement, element});
                                      });
                     }
                 });
    if (!inside)
        return Status(Code::einval,
                      "imap reaches outside of the buffer that bufcount and buftype describe");
    return region::Pattern::sequence(std::move(parts));
}

/// The bytes that a loop spans, if they can be told: `count` (> 0) steps of `distance`.
std::optional<std::int64_t> span_of(std::int64_t count, std::int64_t distance) {
    const auto span = checked_mul(count, distance);
    if (!span || *span == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    return std::abs(*span);
}

/// The loops of imap over a block with elements, `unit` bytes (or elements) per step. A wrapped
/// offset would be one of memory that is not the caller's.
Result<region::Pattern> mapped_pattern(const Prepared& prepared, const MPI_Offset* imap,
                                       std::int64_t unit) {
    const std::size_t rank = prepared.block.size() / 3;
    region::Loops loops(rank);
    std::optional<std::int64_t> spanned = unit;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t count = prepared.block[rank + i];
        // Nobody takes a step along a dimension of one element.
        const auto distance = count == 1 ? 0 : checked_mul<std::int64_t>(imap[i], unit);
        const auto span = distance ? span_of(count, *distance) : std::nullopt;
        spanned = span ? checked_add(*spanned, *span) : std::nullopt;
        if (!spanned)
            return Status(Code::eintoverflow,
                          fmt::format("imap[{}] is {}: {} such steps lead out of the memory that "
                                      "64 bits can address",
                                      i, imap[i], count));
        loops[i] = {count, *distance};
    }
    return region::Pattern::elements(std::move(loops));
}

/// The number of a block's first element, counted through the variable.
std::int64_t first_element(const BlockLimits& limits, const Block& block) {
    std::int64_t element = 0;
    for (std::size_t i = 0; i < limits.shape.size(); ++i)
        element = (i == 0 ? 0 : element * limits.shape[i]) + block[i];
    return element;
}

/// True when the block's elements follow each other in the variable, within one record.
bool is_one_run(const BlockLimits& limits, const Block& block) {
    const std::size_t rank = limits.shape.size();
    const std::int64_t* count = block.data() + rank;
    std::size_t i = 0;
    while (i < rank && count[i] == 1) ++i;
    if (limits.has_records && i == 0) return false;
    for (++i; i < rank; ++i) {
        if (count[i] != limits.shape[i]) return false;
    }
    return true;
}

std::int64_t records_in(const Block& block) {
    const std::size_t rank = block.size() / 3;
    return block[0] + (block[rank] - 1) * block[2 * rank] + 1;
}

/// What a buffer of the flexible interface holds. Nothing for one whose type is known otherwise.
std::optional<Result<mpi::DecodedDatatype>> decoded(const Buffer& buffer) {
    if (buffer.type || mpi::is_null(buffer.datatype)) return std::nullopt;
    // A count that says nothing, or nothing good, leaves the type of the elements.
    return mpi::decode(buffer.datatype, std::max<MPI_Offset>(buffer.count, 0));
}

}  // namespace

void BlockList::take(region::RunCollector& collector) {
    collector.finish();
    runs = std::move(collector.runs());
    patterns = std::move(collector.patterns());
}

std::int64_t Prepared::records_needed() const {
    return is_list() ? irregular->list->record_count : records_in(block);
}

const std::shared_ptr<const region::Pattern>& dense_pattern(std::int64_t element_bytes) {
    const auto dense = [](std::int64_t bytes) {
        // Longer than any buffer: who uses it asks for elements that exist.
        constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max() / 16;
        return std::make_shared<const region::Pattern>(
            region::Pattern::elements({{endless, bytes}}));
    };
    static const std::array<std::shared_ptr<const region::Pattern>, 4> patterns = {
        dense(1), dense(2), dense(4), dense(8)};
    return patterns[element_bytes == 1 ? 0 : element_bytes == 2 ? 1 : element_bytes == 4 ? 2 : 3];
}

/// Codes that hold for all ranks alike, so that every rank may return at once.
Status Dataset::check_mode(const Access& access) const {
    if (broken_) return interrupted_change();
    if (access.direction == Direction::put && !is_writable()) {
        return {Code::eperm, "the file was opened for reading only"};
    }
    if (access.completion != Completion::blocking) return {};
    if (state_ == State::define) return {Code::eindefine, "data access in define mode"};
    if (access.mode == Mode::collective && state_ == State::independent) {
        return {Code::eindep, "a collective call in independent data mode"};
    }
    if (access.mode == Mode::independent && state_ == State::collective) {
        return {Code::enotindep, "an independent call in collective data mode"};
    }
    return {};
}

/// What comes before the selection and the size of the buffer.
Status Dataset::check_access(const Access& access, const DecodedBuffer& decoded) const {
    if (access.variable_id == global_attributes_id)
        return {Code::eglobal, "NC_GLOBAL is no variable"};
    const Status known = check_variable(access.variable_id);
    if (!known.ok()) return known;
    const format::Variable& variable = schema_.variable(access.variable_id);
    std::optional<types::Memory> memory = access.buffer.type;
    // What is wrong with a datatype otherwise is said later.
    if (decoded && decoded->ok()) memory = memory_of(decoded->value().kind, variable.type);
    if (memory && types::find_kernels(variable.type, *memory, byte_rule()) == nullptr)
        return {Code::echar,
                fmt::format("variable '{}': text and numbers do not convert", variable.name)};
    const bool no_blocks = access.selection.shape == Shape::list && access.selection.list_size == 0;
    if (access.completion == Completion::buffered && !no_blocks && !requests_.attached_bytes)
        return {Code::enullabuf, "no buffer is attached"};
    return {};
}

BlockLimits Dataset::limits_for(const Access& access) const {
    const format::Variable& variable = schema_.variable(access.variable_id);
    const format::Limits limits = format::limits_of(schema_.version);
    constexpr std::int64_t largest_uint = std::numeric_limits<std::uint32_t>::max();
    ShortArray<std::int64_t, 4> shape(variable.dimension_ids.size());
    for (std::size_t i = 0; i < shape.size(); ++i)
        shape[i] = dimension_length(variable.dimension_ids[i]);
    return {.variable = variable.name,
            .shape = std::move(shape),
            .has_records = schema_.is_record_variable(variable),
            .records_may_grow = access.direction == Direction::put,
            .last_start = schema_.version == format::Version::cdf5
                              ? std::numeric_limits<std::int64_t>::max()
                              : largest_uint,
            .most_records = limits.record_count,
            .relaxed = switches_.relaxed_coordinates};
}

Status Dataset::prepare(const Access& access, Prepared& prepared) const {
    DecodedBuffer buffer = decoded(access.buffer);
    const Status known = check_access(access, buffer);
    if (!known.ok()) return known;
    prepared.direction = access.direction;
    prepared.variable_id = access.variable_id;
    const Selection& selection = access.selection;
    // Neither a list of no blocks nor a filetype without elements is an access, whatever the
    // buffer.
    if (selection.shape == Shape::list && selection.list_size == 0) return {};
    const Status selected = prepare_selection(access, prepared);
    if (!selected.ok()) return selected;
    if (selection.shape == Shape::described && prepared.element_count == 0) return {};
    return prepare_memory(access, std::move(buffer), prepared);
}

/// Which elements, and how many.
Status Dataset::prepare_selection(const Access& access, Prepared& prepared) const {
    const Selection& selection = access.selection;
    if (selection.shape == Shape::list) return prepare_list(access, prepared);
    if (selection.shape == Shape::described) return prepare_described(access, prepared);
    const bool strided = selection.shape == Shape::strided || selection.shape == Shape::mapped;
    return resolve_block(access, limits_for(access),
                         {.start = selection.start,
                          .count = selection.count,
                          .stride = strided ? selection.stride : nullptr,
                          .counts_are_one = selection.shape == Shape::element},
                         prepared.block, prepared.element_count);
}

Status Dataset::prepare_list(const Access& access, Prepared& prepared) const {
    const Selection& list = access.selection;
    const bool scalar = schema_.variable(access.variable_id).dimension_ids.empty();
    if (scalar && list.list_size != 1)
        return {Code::einval, "a variable without dimensions takes a list of one"};
    if (list.list_size < 0) return {};
    if (list.starts == nullptr && !scalar) return {Code::enullstart, "starts is NULL"};
    const BlockLimits limits = limits_for(access);
    const bool grows = limits.has_records && limits.records_may_grow;
    region::RunCollector collector(limits.slab_elements(), list.list_size);
    auto blocks = std::make_shared<BlockList>();
    for (std::int64_t i = 0; i < list.list_size; ++i) {
        const MPI_Offset* start = list.starts == nullptr ? nullptr : list.starts[i];
        const MPI_Offset* count = list.counts == nullptr ? nullptr : list.counts[i];
        if (start == nullptr && !scalar)
            return {Code::enullstart, fmt::format("starts[{}] is NULL", i)};
        Block block;
        std::int64_t elements = 0;
        const Status status = resolve_block(
            access, limits, {.start = start, .count = count, .counts_are_one = count == nullptr},
            block, elements);
        if (!status.ok()) return status;
        if (elements == 0) continue;
        prepared.element_count += elements;
        if (grows) blocks->record_count = std::max(blocks->record_count, records_in(block));
        if (is_one_run(limits, block)) {
            collector.add(first_element(limits, block), elements);
        } else {
            blocks->other_memory.push_back(collector.memory());
            blocks->others.push_back(std::move(block));
            collector.skip(elements);
        }
    }
    blocks->take(collector);
    prepared.irregularities().list = std::move(blocks);
    return {};
}

/// Checks a block and resolves its numbers. `elements` is 0 for one without elements.
Status Dataset::resolve_block(const Access& access, const BlockLimits& limits,
                              const BlockArrays& arrays, Block& block,
                              std::int64_t& elements) const {
    const std::size_t rank = limits.shape.size();
    const bool whole = access.selection.shape == Shape::whole;
    if (!whole) {
        Status status = check_block(limits, arrays);
        if (!status.ok()) return status;
    }
    elements = 1;
    block = Block(3 * rank);
    for (std::size_t i = 0; i < rank; ++i) {
        block[i] = whole ? 0 : arrays.start[i];
        block[rank + i] = whole ? limits.shape[i] : arrays.counts_are_one ? 1 : arrays.count[i];
        block[2 * rank + i] = arrays.stride != nullptr ? arrays.stride[i] : 1;
        // Bounded by the variable's checked size, except for records that do not exist yet.
        const auto product = checked_mul(elements, block[rank + i]);
        if (!product)
            return {Code::eedge,
                    fmt::format("variable '{}': more than 2^63 elements", limits.variable)};
        elements = *product;
    }
    if (elements > 0 && limits.has_records && limits.records_may_grow) {
        const std::int64_t records = records_in(block);
        const auto bytes = checked_mul(records, std::max<std::int64_t>(layout_.record_bytes, 1));
        if (!bytes || *bytes > std::numeric_limits<std::int64_t>::max() / 2) {
            return {Code::eedge, fmt::format("variable '{}': record {} lies behind 2^62 bytes",
                                             limits.variable, records - 1)};
        }
    }
    return {};
}

/// Where the elements lie in memory, and as what type.
Status Dataset::prepare_memory(const Access& access, DecodedBuffer decoded,
                               Prepared& prepared) const {
    const Buffer& buffer = access.buffer;
    const format::Variable& variable = schema_.variable(access.variable_id);
    // Only gets write through it.
    prepared.address = static_cast<std::byte*>(const_cast<void*>(buffer.address));
    prepared.memory = buffer.type.value_or(types::natural_memory(variable.type));
    std::shared_ptr<const region::Pattern> stream;
    if (decoded) {
        // By contract a buffer without elements is no access, where nobody else takes part.
        if (buffer.count == 0 &&
            (access.mode == Mode::independent || access.completion != Completion::blocking)) {
            prepared.element_count = 0;
            return {};
        }
        const Status status = take_buffer(buffer, variable, std::move(decoded), prepared, stream);
        if (!status.ok() || prepared.element_count == 0) return status;
    }
    if (prepared.element_count == 0) return {};
    if (buffer.address == nullptr && stream == nullptr) {
        return {Code::einval, fmt::format("variable '{}': the buffer is NULL", variable.name)};
    }
    const std::int64_t memory_bytes = types::size_of(prepared.memory);
    const bool mapped = access.selection.shape == Shape::mapped &&
                        access.selection.imap != nullptr && !variable.dimension_ids.empty();
    if (!mapped) {
        if (stream != nullptr) prepared.irregularities().memory = std::move(stream);
        return {};
    }
    Result<region::Pattern> places =
        mapped_pattern(prepared, access.selection.imap, stream == nullptr ? memory_bytes : 1);
    if (places.ok() && stream != nullptr) places = composed(places.value(), *stream);
    if (!places.ok()) return places.status();
    prepared.irregularities().memory =
        std::make_shared<const region::Pattern>(std::move(places).value());
    return {};
}

/// The flexible interface: `stream` is left null for values side by side.
Status Dataset::take_buffer(const Buffer& buffer, const format::Variable& variable,
                            DecodedBuffer decoded, Prepared& prepared,
                            std::shared_ptr<const region::Pattern>& stream) {
    const bool predefined = mpi::is_predefined(buffer.datatype);
    if (buffer.count == count_ignore && !predefined) {
        return {Code::einval, "NC_COUNT_IGNORE needs a predefined MPI datatype"};
    }
    if (buffer.count < 0 && buffer.count != count_ignore)
        return {Code::einval, fmt::format("bufcount {}", buffer.count)};
    if (buffer.count == count_ignore)
        decoded = mpi::decode(buffer.datatype, prepared.element_count);
    if (!decoded->ok()) return decoded->status();
    const mpi::DecodedDatatype& type = decoded->value();
    if (type.pattern.element_count() != prepared.element_count) {
        return {Code::eiomismatch,
                fmt::format("variable '{}': the buffer holds {} elements, the selection {}",
                            variable.name, type.pattern.element_count(), prepared.element_count)};
    }
    if (prepared.element_count == 0) return {};
    const auto memory = memory_of(type.kind, variable.type);
    if (!memory) return {Code::eunsptetype, "an MPI datatype that no variable can take"};
    prepared.memory = *memory;
    const bool dense =
        type.pattern.is_dense(type.element_bytes) && type.pattern.displacement() == 0;
    if (!dense)
        stream = std::make_shared<const region::Pattern>(std::move(*decoded).value().pattern);
    return {};
}

}  // namespace weft::dataset
