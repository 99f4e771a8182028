// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/notes.hpp"

#include "cdl/note.hpp"

namespace weft::tools {

Status print_byte_notes(Output& out, container::Anatomy& anatomy, std::string_view title) {
    return anatomy.visit_oddities([&](const container::Oddity& odd) {
        out.print("{}//{}", title, cdl::note_mark);
        title = "";
        if (odd.header_bytes > 0)
            out.print("header {} at {}", odd.header_bytes, odd.offset);
        else
            out.print("bytes {}", odd.offset);
        if (odd.times > 1) out.print(" every {} times {}", odd.pitch, odd.times);
        out.put(" = ");
        for (const std::byte byte : odd.bytes) out.print("{:02x}", std::to_integer<unsigned>(byte));
        out.put("\n");
        return out.is_open();
    });
}

}  // namespace weft::tools
