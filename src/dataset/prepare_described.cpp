// SPDX-License-Identifier: BSD-3-Clause
// vard: an MPI datatype selects elements of a variable, in bytes from its first one. They become a
// list of runs, in the order of the type map, which is also that of the buffer.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "dataset/element_kind.hpp"
#include "dataset/preparation.hpp"
#include "layout/layout.hpp"
#include "mpi/datatype.hpp"

namespace weft::dataset {
namespace {

/// Offsets in the file stay below twice this.
constexpr std::int64_t farthest = std::int64_t{1} << 62;

/// The element that begins this many bytes behind the variable's first; none between two elements,
/// in other variables' parts of a record, before the variable, or too far behind it.
std::optional<std::int64_t> element_at(std::int64_t bytes, const region::ElementPlaces& places) {
    if (bytes < 0 || bytes >= farthest) return std::nullopt;
    if (places.slab_elements == 0) {
        if (bytes % places.element_bytes != 0) return std::nullopt;
        return bytes / places.element_bytes;
    }
    const std::int64_t within = bytes % places.slab_pitch;
    const std::int64_t element = within / places.element_bytes;
    if (within % places.element_bytes != 0 || element >= places.slab_elements) return std::nullopt;
    return bytes / places.slab_pitch * places.slab_elements + element;
}

/// Elements become runs, and these a list.
class Elements {
public:
    explicit Elements(std::int64_t slab_elements)
        : slab_elements_(slab_elements), runs_(slab_elements, 0) {}

    /// `count` adjacent elements, within one slab.
    void add(std::int64_t element, std::int64_t count) {
        const bool new_slab = slab_elements_ > 0 && element % slab_elements_ == 0;
        if (element != first_ + length_ || new_slab) finish_run(element);
        length_ += count;
        last_ = std::max(last_, element + count - 1);
    }
    [[nodiscard]] std::int64_t last() { return last_; }
    std::shared_ptr<BlockList> finish() {
        finish_run(0);
        auto list = std::make_shared<BlockList>();
        list->take(runs_);
        return list;
    }

private:
    void finish_run(std::int64_t next) {
        if (length_ > 0) runs_.add(first_, length_);
        first_ = next;
        length_ = 0;
    }

    std::int64_t slab_elements_;
    std::int64_t first_ = 0;
    std::int64_t length_ = 0;
    std::int64_t last_ = -1;
    region::RunCollector runs_;
};

/// C has two names for the same integers.
bool same_values(types::Memory memory, types::Memory wanted) {
    const bool longs = memory == types::Memory::long_ && wanted == types::Memory::longlong;
    return memory == wanted || (longs && types::size_of(memory) == types::size_of(wanted));
}

/// How many elements the variable has, or may have after this access.
std::int64_t most_elements(const BlockLimits& limits) {
    std::int64_t elements = limits.slab_elements();
    if (!limits.has_records) {
        elements = 1;
        for (const std::int64_t length : limits.shape) elements *= length;
        return elements;
    }
    const std::int64_t records = limits.records_may_grow ? limits.most_records : limits.shape[0];
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
    return elements > 0 && records > most / elements ? most : records * elements;
}

}  // namespace

Status select_described(const Definition& definition, const AccessRules& rules,
                        const Access& access, Prepared& prepared) {
    // A rank with nothing to move may express that by either type.
    const bool no_buffer = access.buffer.count == 0 && !mpi::is_null(access.buffer.datatype);
    if (mpi::is_null(access.selection.filetype) || no_buffer) return {};
    const model::Variable& variable = definition.variable(access.variable_id);
    const Result<mpi::DecodedDatatype> decoded = mpi::decode(access.selection.filetype, 1);
    if (!decoded.ok()) return decoded.status();
    const mpi::DecodedDatatype& type = decoded.value();
    if (type.kind == mpi::ElementKind::none) return {};
    const auto memory = memory_of(type.kind, variable.type);
    if (!memory || !same_values(*memory, types::natural_memory(variable.type)))
        return {Code::etype_mismatch,
                fmt::format("variable '{}': the elements of filetype are not of type {}",
                            variable.name, types::name_of(variable.type))};

    const region::ElementPlaces places =
        layout::element_places({definition.schema, variable, 0, definition.record_pitch});
    const BlockLimits limits = limits_for(definition, rules, access);
    const std::int64_t most = most_elements(limits);
    Elements elements(places.slab_elements);
    Status status;
    const auto add = [&](std::int64_t bytes, std::int64_t count) {
        const auto element = element_at(bytes, places);
        if (!element) {
            status = {Code::einval, fmt::format("variable '{}': no element begins at byte {}",
                                                variable.name, bytes)};
        } else if (*element + count > most) {
            status = {Code::eedge,
                      fmt::format("variable '{}': byte {} of filetype is beyond the end",
                                  variable.name, bytes)};
        } else {
            elements.add(*element, count);
        }
    };
    type.pattern.visit(0, type.pattern.element_count(),
                       [&](std::int64_t bytes, std::int64_t stride, std::int64_t count) {
                           const bool dense =
                               stride == places.element_bytes && places.slab_elements == 0;
                           if (dense && status.ok()) add(bytes, count);
                           for (std::int64_t i = 0; !dense && i < count && status.ok(); ++i)
                               add(bytes + i * stride, 1);
                       });
    if (!status.ok()) return status;
    prepared.element_count = type.pattern.element_count();
    const std::shared_ptr<BlockList> list = elements.finish();
    if (limits.has_records) list->record_count = elements.last() / places.slab_elements + 1;
    prepared.irregularities().list = list;
    return {};
}

}  // namespace weft::dataset
