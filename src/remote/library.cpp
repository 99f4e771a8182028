// SPDX-License-Identifier: BSD-3-Clause
// The entry point of libweft_remote.so, which is loaded when a program first names a remote file.
#include <memory>
#include <string>

#include "remote/remote_store.hpp"
#include "remote/sessions.hpp"
#include "storage/remote_library.hpp"

namespace weft::remote {
namespace {

/// The sessions of the process: all files of a server share one.
Sessions& sessions() {
    static Sessions all;
    return all;
}

}  // namespace
}  // namespace weft::remote

extern "C" [[gnu::visibility("default")]] int weft_remote_files(
    int interface, const weft::storage::RemoteWays& asked,
    std::unique_ptr<weft::storage::Store>& store) {
    if (interface != weft::storage::remote_interface) return weft::storage::remote_interface;
    weft::remote::Ways ways = weft::remote::ways_of_environment();
    if (!asked.shell.empty()) ways.shell = asked.shell;
    store = std::make_unique<weft::remote::RemoteStore>(weft::remote::RemoteStore::Sessions{
        [ways](const weft::remote::Destination& destination) {
            return weft::remote::sessions().with(destination, ways);
        },
        [ways](const weft::remote::Destination& destination,
               const weft::storage::Prospect& prospect) {
            weft::remote::sessions().expect(destination, ways, prospect);
        }});
    return interface;
}
