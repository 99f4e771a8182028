// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/value_access.hpp"

#include "dataset/dataset.hpp"

namespace weft::tools {

const MPI_Offset* ValueAccess::keep(const std::vector<std::int64_t>& numbers) {
    return numbers_.emplace_back(numbers.begin(), numbers.end()).data();
}

void ValueAccess::add(int variable, std::int64_t first, std::span<const std::byte> values) {
    const model::Schema& schema = dataset_.schema();
    const model::Variable& definition = schema.variable(variable);
    std::vector<std::int64_t> shape = schema.shape_of(definition);
    const std::int64_t element = types::size_of(definition.type);
    const std::int64_t count = std::ssize(values) / element;
    const std::byte* next = values.data();
    for (const IndexBox& box : boxes_of(shape, first, count)) {
        add(variable, box, {}, next);
        next += box.elements() * element;
    }
}

void ValueAccess::add(int variable, const IndexBox& box, const std::vector<std::int64_t>& imap,
                      const std::byte* values) {
    using Shape = dataset::Selection::Shape;
    dataset::Access& access = accesses_.emplace_back();
    access.direction = direction_;
    access.mode = mode_;
    access.variable_id = variable;
    access.selection = {.shape = box.start.empty() ? Shape::whole
                                 : imap.empty()    ? Shape::strided
                                                   : Shape::mapped,
                        .start = keep(box.start),
                        .count = keep(box.count),
                        .stride = keep(box.stride),
                        .imap = imap.empty() ? nullptr : keep(imap)};
    access.buffer.address = values;
    access.buffer.type = types::natural_memory(dataset_.schema().variable(variable).type);
    access.buffer.is_external = form_ == Form::external;
}

Status ValueAccess::carry_out() {
    if (accesses_.empty()) return {};
    if (accesses_.size() == 1) return dataset_.access(accesses_.front());
    return dataset_.access_many(direction_, mode_, accesses_);
}

}  // namespace weft::tools
