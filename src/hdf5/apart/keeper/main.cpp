// SPDX-License-Identifier: BSD-3-Clause
// weft-books: the keeper of the books of one file that is not trusted. Programs start it with a
// line as its standard input (keeper.hpp); nobody else has a use for it.
#include <sys/socket.h>
#include <unistd.h>

#include "hdf5/apart/keeper/rights.hpp"
#include "hdf5/apart/keeper/session.hpp"
#include "hdf5/books/archive.hpp"

namespace {

using namespace weft::hdf5;

bool has_line() {
    int kind = 0;
    socklen_t bytes = sizeof kind;
    return ::getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &kind, &bytes) == 0;
}

void serve(OpenBooks& open, int interface) {
    apart::Greeting greeting{.interface = interface, .lacks = apart::give_up_rights()};
    Writer writer;
    writer(greeting);
    apart::KeeperLine line(STDIN_FILENO);
    if (!line.send({.kind = apart::Kind::greeting, .words_bytes = std::ssize(writer.bytes())},
                   writer.bytes(), {}))
        return;
    apart::Session session(line, open);
    while (session.answer_one()) {
    }
    // What a file may have destroyed is not taken apart.
    ::_exit(0);
}

}  // namespace

int main() {
    if (!has_line()) return 2;
    BookFunctions functions;
    const int interface = weft_hdf5_books(&functions);
    serve(*functions.open, interface);
    return 1;
}
