// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/input.hpp"

#include <algorithm>
#include <utility>

#include "container/constants.hpp"
#include "dataset/dataset.hpp"
#include "tools/shared/boxes.hpp"
#include "tools/shared/foreign_file.hpp"

namespace weft::tools {
namespace {

using dataset::Dataset;
using Shape = dataset::Selection::Shape;

/// A read of a variable into memory that holds values of its type.
dataset::Access access_to(const Dataset& dataset, int variable, std::byte* values, Form form) {
    dataset::Access access;
    access.direction = dataset::Direction::get;
    access.variable_id = variable;
    access.buffer.address = values;
    access.buffer.type = types::natural_memory(dataset.schema().variable(variable).type);
    access.buffer.is_external = form == Form::external;
    return access;
}

/// A read of one box of a variable. `imap`: see dataset::Selection; empty for values side by side.
Status read_box(Dataset& dataset, int variable, const IndexBox& box,
                const std::vector<MPI_Offset>& imap, std::byte* values, Form form) {
    const std::vector<MPI_Offset> start(box.start.begin(), box.start.end());
    const std::vector<MPI_Offset> count(box.count.begin(), box.count.end());
    const std::vector<MPI_Offset> stride(box.stride.begin(), box.stride.end());
    dataset::Access access = access_to(dataset, variable, values, form);
    access.selection = {.shape = box.start.empty() ? Shape::whole
                                 : imap.empty()    ? Shape::strided
                                                   : Shape::mapped,
                        .start = start.data(),
                        .count = count.data(),
                        .stride = stride.data(),
                        .imap = imap.empty() ? nullptr : imap.data()};
    return dataset.access(access);
}

/// Indices of a part's dimension as indices of the whole one: [from, to) of the part.
struct Stretch {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t start = 0;
};

/// A turned dimension has two where its end is crossed.
std::vector<Stretch> stretches(const Indices& of, std::int64_t length, std::int64_t from,
                               std::int64_t count) {
    const auto place = [&](std::int64_t i) { return of.turn + of.first + i * of.step; };
    const std::int64_t to = from + count;
    // The first index of the part that is behind the end.
    const std::int64_t before_end = length - of.turn - of.first;
    const std::int64_t cut =
        std::clamp(before_end <= 0 ? 0 : (before_end - 1) / of.step + 1, from, to);
    std::vector<Stretch> found;
    if (from < cut) found.push_back({from, cut, place(from)});
    if (cut < to) found.push_back({cut, to, place(cut) - length});
    return found;
}

}  // namespace

Result<Input> Input::open(const std::string& path) {
    const Result<std::string> place = place_to_read(path);
    if (!place.ok()) return place.status();
    const dataset::Opened opened = Dataset::open(MPI_COMM_SELF, place.value().c_str(), 0, {}, {},
                                                 {.environment = false, .recovery = false});
    if (opened.dataset == nullptr) return why_not_read(place.value(), opened.status);
    // Ends with the last copy of this input.
    Input input(std::shared_ptr<Dataset>(opened.dataset.get(), [kept = opened.dataset](Dataset*) {
        (void)kept->close();  // of a file that was only read
    }));
    const Status begun = input.dataset_->begin_independent();
    if (!begun.ok()) return begun;
    return input;
}

const model::Schema& Input::whole() const {
    return dataset_->schema();
}

const model::Schema& Input::schema() const {
    return part_ ? part_->schema : whole();
}

int Input::format() const {
    return dataset_->format();
}

Indices Input::indices_of(int dimension) const {
    if (part_) return part_->of[static_cast<std::size_t>(dimension)];
    return {.first = 0, .count = whole().length_of(dimension)};
}

int Input::parts() const {
    return dataset_->container().part_count();
}

std::int64_t Input::values_of(int variable) const {
    std::int64_t count = 1;
    for (const std::int64_t length : schema().shape_of(schema().variable(variable)))
        count *= length;
    return count;
}

void Input::narrow(std::vector<Indices> of) {
    Part part;
    part.schema.global_attributes = whole().global_attributes;
    for (int id = 0; id < whole().dimension_count(); ++id) {
        const bool is_record = id == whole().record_dimension();
        const std::int64_t count = of[static_cast<std::size_t>(id)].count;
        if (is_record) part.schema.record_count = count;
        const model::Dimension& its = whole().dimension(id);
        if (its.is_unlimited && !is_record)
            part.schema.add_grown_dimension(its.name, count);
        else
            part.schema.add_dimension({its.name, is_record ? 0 : count, is_record});
    }
    for (int id = 0; id < whole().variable_count(); ++id)
        part.schema.add_variable(model::Variable(whole().variable(id)));
    part.of = std::move(of);
    part_ = std::move(part);
}

Status Input::read(int variable, std::int64_t first, std::span<std::byte> values, Form form) const {
    return part_ ? read_part(variable, first, values, form)
                 : read_whole(variable, first, values, form);
}

Status Input::read_whole(int variable, std::int64_t first, std::span<std::byte> values,
                         Form form) const {
    const std::vector<std::int64_t> shape = whole().shape_of(whole().variable(variable));
    const std::int64_t element = types::size_of(whole().variable(variable).type);
    const std::vector<IndexBox> boxes = boxes_of(shape, first, std::ssize(values) / element);
    if (boxes.size() == 1)
        return read_box(*dataset_, variable, boxes.front(), {}, values.data(), form);
    std::vector<std::vector<MPI_Offset>> numbers;
    for (const IndexBox& box : boxes) {
        numbers.emplace_back(box.start.begin(), box.start.end());
        numbers.emplace_back(box.count.begin(), box.count.end());
    }
    std::vector<const MPI_Offset*> starts;
    std::vector<const MPI_Offset*> counts;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        starts.push_back(numbers[2 * i].data());
        counts.push_back(numbers[2 * i + 1].data());
    }
    dataset::Access access = access_to(*dataset_, variable, values.data(), form);
    access.selection = {.shape = Shape::list,
                        .list_size = std::ssize(boxes),
                        .starts = starts.data(),
                        .counts = counts.data()};
    return dataset_->access(access);
}

/// Each box of the part is one box of the whole, or two for each turned dimension, whose values are
/// then apart in memory.
Status Input::read_part(int variable, std::int64_t first, std::span<std::byte> values,
                        Form form) const {
    const model::Variable& definition = schema().variable(variable);
    const std::int64_t element = types::size_of(definition.type);
    const std::size_t rank = definition.dimension_ids.size();
    std::byte* to = values.data();
    for (const IndexBox& box :
         boxes_of(schema().shape_of(definition), first, std::ssize(values) / element)) {
        std::vector<MPI_Offset> imap(rank, 1);
        for (std::size_t i = rank; i-- > 1;) imap[i - 1] = imap[i] * box.count[i];
        struct Piece {
            IndexBox box;
            std::int64_t at = 0;  // in the box of the part
        };
        std::vector<Piece> pieces(1);
        for (std::size_t i = 0; i < rank; ++i) {
            const int dimension = definition.dimension_ids[i];
            const Indices of = indices_of(dimension);
            std::vector<Piece> longer;
            for (const Piece& piece : pieces) {
                for (const Stretch& stretch :
                     stretches(of, whole().length_of(dimension), box.start[i], box.count[i])) {
                    Piece& next = longer.emplace_back(piece);
                    next.box.start.push_back(stretch.start);
                    next.box.count.push_back(stretch.to - stretch.from);
                    next.box.stride.push_back(of.step);
                    next.at += (stretch.from - box.start[i]) * imap[i];
                }
            }
            pieces = std::move(longer);
        }
        if (pieces.size() == 1) imap.clear();
        for (const Piece& piece : pieces) {
            const Status status =
                read_box(*dataset_, variable, piece.box, imap, to + piece.at * element, form);
            if (!status.ok()) return status;
        }
        to += box.elements() * element;
    }
    return {};
}

Result<container::Regions> Input::regions() const {
    return dataset_->container().regions();
}

Result<container::Stored> Input::stored() const {
    return dataset_->container().stored();
}

bool Input::is_cut_short(const container::Stored& stored, int variable, std::int64_t count) const {
    const model::Variable& definition = whole().variable(variable);
    std::int64_t last = -1;  // the number of the last element in the whole
    for (const IndexBox& box : boxes_of(schema().shape_of(definition), 0, count)) {
        std::int64_t element = 0;
        for (std::size_t i = 0; i < definition.dimension_ids.size(); ++i) {
            const int dimension = definition.dimension_ids[i];
            const Indices of = indices_of(dimension);
            const std::int64_t length = whole().length_of(dimension);
            std::int64_t largest = 0;
            for (const Stretch& part : stretches(of, length, box.start[i], box.count[i]))
                largest = std::max(largest, part.start + (part.to - part.from - 1) * of.step);
            element = element * length + largest;
        }
        last = std::max(last, element);
    }
    return last >= stored.elements[static_cast<std::size_t>(variable)];
}

std::int64_t Input::stored_values(const container::Stored& stored, int variable) const {
    const std::int64_t elements = stored.elements[static_cast<std::size_t>(variable)];
    const model::Variable& definition = whole().variable(variable);
    if (!part_ || definition.dimension_ids.empty() || elements == 0) return elements;
    const int outer = definition.dimension_ids.front();
    const Indices of = indices_of(outer);
    const std::int64_t length = whole().length_of(outer);
    std::int64_t inner = 1;
    for (const std::int64_t one : whole().shape_of(definition)) inner *= one;
    inner /= length;
    // Indices of the outermost dimension of which something is there.
    const std::int64_t reached = (elements + inner - 1) / inner;
    const std::int64_t chosen =
        of.turn > 0
            ? of.count
            : std::clamp((reached - of.first + of.step - 1) / of.step, std::int64_t{0}, of.count);
    return of.count == 0 ? 0 : values_of(variable) / of.count * chosen;
}

std::string_view kind_of(int format) {
    namespace numbers = container::format_numbers;
    switch (format) {
        case numbers::classic:
            return "classic";
        case numbers::cdf2:
            return "64-bit offset";
        case numbers::cdf5:
            return "cdf5";
        case numbers::netcdf4:
            return "netCDF-4";
        case numbers::netcdf4_classic:
            return "netCDF-4 classic model";
        default:
            return "unknown";
    }
}

}  // namespace weft::tools
