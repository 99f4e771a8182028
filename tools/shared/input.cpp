// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/input.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "container/constants.hpp"
#include "dataset/dataset.hpp"
#include "tools/shared/boxes.hpp"
#include "tools/shared/foreign_file.hpp"
#include "tools/shared/value_access.hpp"
#include "types/byte_order.hpp"

namespace weft::tools {
namespace {

using dataset::Dataset;

/// The indices [from, to) of a part's dimension, as indices of the whole dimension.
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

/// The distance, in elements, between neighbours of each dimension, if the values of the box lie
/// side by side.
std::vector<std::int64_t> packed_distances(const std::vector<std::int64_t>& count) {
    std::vector<std::int64_t> distances(count.size(), 1);
    for (std::size_t i = count.size(); i-- > 1;) distances[i - 1] = distances[i] * count[i];
    return distances;
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

std::vector<std::string> Input::groups() const {
    return dataset_->container().groups();
}

std::vector<model::NamedType> Input::types() const {
    return dataset_->container().types();
}

std::optional<model::Origin> Input::origin() const {
    return dataset_->container().origin();
}

std::int64_t Input::values_of(int variable) const {
    std::int64_t count = 1;
    for (const std::int64_t length : schema().shape_of(schema().variable(variable)))
        count *= length;
    return count;
}

bool Input::takes_up_records() const {
    return dataset_->container().follows_records();
}

Status Input::take_up_records() {
    return dataset_->sync();
}

void Input::narrow(std::vector<Indices> of) {
    Part part;
    part.schema.global_attributes = whole().global_attributes;
    for (int id = 0; id < whole().dimension_count(); ++id)
        part.schema.add_dimension_of(whole(), id, of[static_cast<std::size_t>(id)].count);
    for (int id = 0; id < whole().variable_count(); ++id)
        part.schema.add_variable(model::Variable(whole().variable(id)));
    part.of = std::move(of);
    part_ = std::move(part);
}

Status Input::read(int variable, std::int64_t first, std::span<std::byte> values, Form form) const {
    return read(std::array{Elements{variable, first, values}}, form);
}

Status Input::read(std::span<const Elements> elements, Form form) const {
    const auto is_turned = [this](const Elements& one) {
        return schema().variable(one.variable).byte_order != std::endian::big;
    };
    const bool turns = form == Form::external && std::ranges::any_of(elements, is_turned);
    ValueAccess access(*dataset_, dataset::Direction::get, turns ? Form::native : form);
    for (const Elements& one : elements) {
        if (!part_) {
            access.add(one.variable, one.first, one.values);
            continue;
        }
        const std::int64_t element = types::size_of(schema().variable(one.variable).type);
        for (const Piece& piece :
             pieces_of(one.variable, one.first, std::ssize(one.values) / element))
            access.add(one.variable, piece.box, piece.imap, one.values.data() + piece.at * element);
    }
    const Status status = access.carry_out();
    if (!turns || !status.ok()) return status;
    for (const Elements& one : elements)
        types::change_form(schema().variable(one.variable).type, one.values);
    return status;
}

std::vector<Input::Piece> Input::pieces_of(int variable, std::int64_t first,
                                           std::int64_t count) const {
    return pieces_of(variable,
                     boxes_of(schema().shape_of(schema().variable(variable)), first, count));
}

/// The pieces of the whole for boxes of the part. Each box is one box of the whole, or two for each
/// turned dimension, whose values are then apart in memory.
std::vector<Input::Piece> Input::pieces_of(int variable, std::span<const IndexBox> boxes) const {
    const model::Variable& definition = schema().variable(variable);
    std::vector<Piece> all;
    std::int64_t at = 0;
    for (const IndexBox& box : boxes) {
        const std::vector<std::int64_t> imap = packed_distances(box.count);
        std::vector<Piece> pieces{{.box = {}, .at = at}};
        for (std::size_t i = 0; i < imap.size(); ++i) {
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
        for (Piece& piece : pieces) {
            if (pieces.size() > 1) piece.imap = imap;
            all.push_back(std::move(piece));
        }
        at += box.elements();
    }
    return all;
}

Status Input::read(std::span<const BoxValues> boxes) const {
    ValueAccess access(*dataset_, dataset::Direction::get, Form::native);
    for (const BoxValues& one : boxes) {
        if (!part_) {
            access.add(one.variable, one.box, {}, one.values.data());
            continue;
        }
        const std::int64_t element = types::size_of(schema().variable(one.variable).type);
        for (const Piece& piece : pieces_of(one.variable, std::span(&one.box, 1)))
            access.add(one.variable, piece.box, piece.imap, one.values.data() + piece.at * element);
    }
    return access.carry_out();
}

Result<std::vector<std::string>> Input::read_strings(int variable, std::int64_t first,
                                                     std::int64_t count) const {
    std::vector<std::string> all(static_cast<std::size_t>(count));
    for (const Piece& piece : pieces_of(variable, first, count)) {
        const IndexBox& box = piece.box;
        const std::vector<MPI_Offset> start(box.start.begin(), box.start.end());
        const std::vector<MPI_Offset> counts(box.count.begin(), box.count.end());
        const std::vector<MPI_Offset> stride(box.stride.begin(), box.stride.end());
        auto read = dataset_->read_strings(variable, {.shape = dataset::Selection::Shape::strided,
                                                      .start = start.data(),
                                                      .count = counts.data(),
                                                      .stride = stride.data()});
        if (!read.ok()) return read.status();
        const auto imap = piece.imap.empty() ? packed_distances(box.count) : piece.imap;
        for (std::size_t i = 0; i < read.value().size(); ++i) {
            std::int64_t at = piece.at;
            auto left = static_cast<std::int64_t>(i);
            for (std::size_t d = imap.size(); d-- > 0; left /= box.count[d])
                at += left % box.count[d] * imap[d];
            all[static_cast<std::size_t>(at)] = std::move(read.value()[i]);
        }
    }
    return all;
}

std::optional<container::RecordForm> Input::record_form() const {
    return part_ ? std::nullopt : dataset_->container().record_form();
}

Status Input::read_records(std::int64_t offset, std::span<std::byte> bytes) const {
    return dataset_->container().read_records(offset, bytes);
}

Result<container::Regions> Input::regions() const {
    return dataset_->container().regions();
}

Result<std::vector<std::int64_t>> Input::stored_bytes() const {
    return dataset_->container().stored_bytes();
}

Result<std::unique_ptr<container::References>> Input::references(
    int variable, std::int64_t array_chunk_bytes) const {
    return dataset_->references(variable, array_chunk_bytes);
}

Result<std::optional<std::int64_t>> Input::lost_bytes() const {
    return dataset_->container().lost_bytes();
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
    // The indices of the outermost dimension of which some values are there.
    const std::int64_t reached = (elements + inner - 1) / inner;
    const std::int64_t chosen =
        of.turn > 0
            ? of.count
            : std::clamp((reached - of.first + of.step - 1) / of.step, std::int64_t{0}, of.count);
    return of.count == 0 ? 0 : values_of(variable) / of.count * chosen;
}

}  // namespace weft::tools
