// SPDX-License-Identifier: BSD-3-Clause
#include "remote/tls_io.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace weft::remote {
namespace {

bool is_for_later() {
    // A socket that is still connecting fails with EAGAIN in writes and with ENOTCONN in reads.
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ENOTCONN;
}

TlsSocket& socket_of(BIO* bio) {
    return *static_cast<TlsSocket*>(BIO_get_data(bio));
}

/// False: not yet, or the socket is closed.
bool send_preamble(BIO* bio, TlsSocket& socket) {
    while (!socket.preamble.empty()) {
        const ssize_t sent =
            ::send(socket.fd.get(), socket.preamble.data(), socket.preamble.size(), MSG_NOSIGNAL);
        if (sent < 0) {
            if (is_for_later()) BIO_set_retry_write(bio);
            return false;
        }
        socket.preamble.erase(socket.preamble.begin(), socket.preamble.begin() + sent);
    }
    return true;
}

int write_bytes(BIO* bio, const char* bytes, std::size_t length, std::size_t* written) {
    BIO_clear_retry_flags(bio);
    TlsSocket& socket = socket_of(bio);
    if (!send_preamble(bio, socket)) return 0;
    const ssize_t sent = ::send(socket.fd.get(), bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && is_for_later()) BIO_set_retry_write(bio);
    if (sent <= 0) return 0;
    *written = static_cast<std::size_t>(sent);
    return 1;
}

int read_bytes(BIO* bio, char* bytes, std::size_t length, std::size_t* got) {
    BIO_clear_retry_flags(bio);
    const ssize_t received = ::recv(socket_of(bio).fd.get(), bytes, length, 0);
    if (received < 0 && is_for_later()) BIO_set_retry_read(bio);
    if (received <= 0) return 0;
    *got = static_cast<std::size_t>(received);
    return 1;
}

long control(BIO*, int command, long, void*) {
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* make_method() {
    BIO_METHOD* const method =
        BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "weft socket");
    if (method == nullptr) return nullptr;
    BIO_meth_set_write_ex(method, write_bytes);
    BIO_meth_set_read_ex(method, read_bytes);
    BIO_meth_set_ctrl(method, control);
    return method;
}

}  // namespace

BIO* bio_of(TlsSocket& socket) {
    static BIO_METHOD* const method = make_method();
    BIO* const bio = method == nullptr ? nullptr : BIO_new(method);
    if (bio == nullptr) return nullptr;
    BIO_set_data(bio, &socket);
    BIO_set_init(bio, 1);
    return bio;
}

}  // namespace weft::remote
