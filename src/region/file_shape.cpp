// SPDX-License-Identifier: BSD-3-Clause
#include "region/file_shape.hpp"

#include "region/form.hpp"

namespace weft::region {

FileShape::FileShape(RunList list) : form_(std::make_shared<const Form>(std::move(list))) {}
FileShape::FileShape(Cut cut) : form_(std::make_shared<const Form>(std::move(cut))) {}
FileShape::FileShape(Tile tile) : form_(std::make_shared<const Form>(std::move(tile))) {}
FileShape::FileShape(Chain chain) : form_(std::make_shared<const Form>(std::move(chain))) {}

const Outline& FileShape::outline() const {
    return form().outline;
}

const RunList* FileShape::list() const {
    return std::get_if<RunList>(&form().kind);
}

BytePlace FileShape::form_place_of(std::int64_t position) const {
    BytePlace place =
        std::visit([&](const auto& kind) { return kind.place_of(position); }, form().kind);
    place.offset += distance();
    return place;
}

std::int64_t FileShape::form_bytes_below(std::int64_t offset) const {
    return std::visit([&](const auto& kind) { return kind.bytes_below(offset); }, form().kind);
}

void FileShape::visit_form(std::int64_t from, std::int64_t to, const GroupUse& use) const {
    std::visit([&](const auto& kind) { kind.visit(from, to, use); }, form().kind);
}

}  // namespace weft::region
