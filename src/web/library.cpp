// SPDX-License-Identifier: BSD-3-Clause
// The entry point of libweft_remote.so for files on the web.
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "storage/remote_library.hpp"
#include "web/find_place.hpp"
#include "web/web_store.hpp"

namespace weft::web {
namespace {

std::optional<std::string> text_of_file(const std::string& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<Place> find_place(const std::string& name, const Ways& ways) {
    if (!name.starts_with("s3://")) return find_page(name, ways);
    const Result<AwsSettings> settings = aws_settings_of(variable_of_environment, text_of_file);
    if (!settings.ok()) return settings.status();
    return find_object(name, ways, settings.value());
}

}  // namespace
}  // namespace weft::web

extern "C" [[gnu::visibility("default")]] int weft_web_files(
    int interface, const weft::storage::RemoteWays& asked,
    std::unique_ptr<weft::storage::Store>& store) {
    if (interface != weft::storage::remote_interface) return weft::storage::remote_interface;
    weft::web::Ways ways = weft::web::ways_of(weft::web::variable_of_environment);
    ways.takes_whole = ways.takes_whole || asked.downloads_whole;
    store = std::make_unique<weft::web::WebStore>(
        [ways](const std::string& name) { return weft::web::find_place(name, ways); });
    return interface;
}
