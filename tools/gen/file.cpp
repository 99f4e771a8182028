// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/file.hpp"

#include <fmt/format.h>

#include <utility>

#include "tools/gen/layout.hpp"

namespace weft::tools {

Status GeneratedFile::begin(const cdl::Header& header) {
    if (target_.path.empty()) {
        if (header.name.empty() || header.name.find('/') != std::string::npos)
            return {Code::ebadname,
                    fmt::format("the dataset's name '{}' cannot be a file name; give one with -o",
                                header.name)};
        target_.path = header.name + target_.suffix;
    }
    Result<LaidOut> laid_out = lay_out(header, target_.kind);
    if (!laid_out.ok()) return laid_out.status();
    if (laid_out.value().writer == nullptr)
        return chunked_.emplace().create(target_.path, target_.source, laid_out.value().kind,
                                         laid_out.value().stored);
    writer_ = std::move(laid_out.value().writer);
    follows_notes_ = laid_out.value().follows_notes;
    const Status created = file_.create(target_.path, target_.source);
    is_not_made_ = !created.ok();
    if (created.ok()) writer_->write_to(file_.file());
    return created;
}

Status GeneratedFile::put_note(const cdl::Note& note) {
    if (!follows_notes_) return {};
    const bool is_in_header = note.kind == cdl::NoteKind::header;
    return writer_->put_oddity({.header_bytes = is_in_header ? note.number : 0,
                                .offset = note.offset,
                                .pitch = note.pitch,
                                .times = note.times,
                                .bytes = note.content});
}

Status GeneratedFile::finish() {
    if (chunked_) return chunked_->finish();
    const Status finished = writer_->finish();
    return finished.ok() ? file_.put_in_place() : finished;
}

}  // namespace weft::tools
