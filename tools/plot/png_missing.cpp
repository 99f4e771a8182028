// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/image.hpp"

namespace weft::tools {

Result<std::string> png_of(const Image&) {
    return Status(Code::enotenabled,
                  "this weft was built without libpng, which makes pictures (Debian: libpng-dev)");
}

}  // namespace weft::tools
