// SPDX-License-Identifier: BSD-3-Clause
// weft-books: the nursery of a program (nursery.hpp), and its forks, the keepers of the books of
// files that are not trusted. Programs start it with a line as its standard input; nobody else has
// a use for it.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "hdf5/apart/keeper/rights.hpp"
#include "hdf5/apart/keeper/session.hpp"
#include "hdf5/apart/nursery_messages.hpp"
#include "hdf5/books/archive.hpp"

namespace {

using namespace weft::hdf5;
using apart::NurseryReply;
using apart::NurseryRequest;

bool has_line() {
    int kind = 0;
    socklen_t bytes = sizeof kind;
    return ::getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &kind, &bytes) == 0;
}

struct Library {
    BookFunctions functions;
    int interface = 0;
};

/// A file of no bytes, over which libhdf5 makes all that it has once for a process.
class Nothing final : public Source {
public:
    [[nodiscard]] std::int64_t size() noexcept override { return 0; }
    bool read(std::int64_t /*offset*/, std::span<std::byte> /*bytes*/) noexcept override {
        return false;
    }
    [[nodiscard]] std::int64_t page_bytes() const noexcept override { return 4096; }
};

class NoWords final : public Sink {
public:
    void take(std::span<const std::byte> /*bytes*/) noexcept override {}
};

Library prepared_library() {
    Library library;
    library.interface = weft_hdf5_books(&library.functions);
    Nothing nothing;
    NoWords words;
    library.functions.open(nothing, words);
    return library;
}

/// Runs as a keeper, whose line is the standard input.
[[noreturn]] void keep(const Library& library) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with the nursery
    apart::Greeting greeting{.interface = library.interface, .lacks = apart::give_up_rights()};
    Writer writer;
    writer(greeting);
    apart::KeeperLine line(STDIN_FILENO);
    if (!line.send({.kind = apart::Kind::greeting, .words_bytes = std::ssize(writer.bytes())},
                   writer.bytes(), {}))
        ::_exit(1);
    apart::Session session(line, *library.functions.open);
    while (session.answer_one()) {
    }
    // The process exits without destructors, because a bad file may have damaged its memory.
    ::_exit(0);
}

NurseryReply begin(const Library& library, apart::Descriptor line) {
    const pid_t process = ::fork();
    if (process < 0) return {.error_number = errno};
    if (process > 0) return {.process = process};
    if (::dup2(line.get(), STDIN_FILENO) < 0) ::_exit(1);
    keep(library);
}

NurseryReply end(pid_t process) {
    ::kill(process, SIGKILL);
    siginfo_t told{};
    int waited = 0;
    do {
        waited = ::waitid(P_PID, static_cast<id_t>(process), &told, WEXITED);
    } while (waited != 0 && errno == EINTR);
    const bool by_signal = told.si_code != CLD_EXITED;
    return {.is_known = waited == 0 ? 1 : 0,
            .signal = by_signal ? told.si_status : 0,
            .code = by_signal ? 0 : told.si_status};
}

/// Begins and ends keepers until the program ends; then the keepers end, too.
void look_after(const Library& library) {
    NurseryRequest request;
    for (apart::Descriptor line; apart::receive_packet(STDIN_FILENO, request, line);) {
        const NurseryReply reply = request.kind == NurseryRequest::Kind::begin
                                       ? begin(library, std::move(line))
                                       : end(request.process);
        if (!apart::send_packet(STDIN_FILENO, reply)) return;
        line.close();
    }
}

}  // namespace

int main() {
    if (!has_line()) return 2;
    apart::close_descriptors();  // a pipe of the program's does not stay open here
    const pid_t nursery = ::fork();
    if (nursery != 0) return nursery < 0 ? 3 : 0;  // so it is no child of the program's
    if (::chdir("/") != 0) return 4;
    look_after(prepared_library());
    ::_exit(0);
}
