// SPDX-License-Identifier: BSD-3-Clause
// PNG by libpng's simple interface, which returns errors instead of jumping over destructors.
#include <png.h>

#include "tools/plot/image.hpp"

namespace weft::tools {

Result<std::string> png_of(const Image& image) {
    png_image head{};
    head.version = PNG_IMAGE_VERSION;
    head.width = static_cast<png_uint_32>(image.width());
    head.height = static_cast<png_uint_32>(image.height());
    head.format = PNG_FORMAT_RGB;
    std::string file;
    png_alloc_size_t bytes = 0;
    // The first call returns the length.
    while (true) {
        void* const room = file.empty() ? nullptr : file.data();
        if (png_image_write_to_memory(&head, room, &bytes, 0, image.bytes().data(), 0, nullptr) ==
            0)
            return Status(Code::ewrite,
                          std::string("libpng cannot make the picture: ") + head.message);
        if (room != nullptr) return file;
        file.resize(bytes);
    }
}

}  // namespace weft::tools
