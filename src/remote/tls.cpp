// SPDX-License-Identifier: BSD-3-Clause
#include "remote/tls.hpp"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <utility>

#include "remote/tls_io.hpp"

namespace weft::remote {
namespace {

/// The most bytes in one record of TLS.
constexpr std::size_t most_record_bytes = 16384;
constexpr unsigned char aes_128_gcm_sha256[] = {0x13, 0x01};

std::string first_error() {
    const unsigned long error = ERR_peek_error();
    const char* const reason = ERR_reason_error_string(error);
    return reason == nullptr ? "the connection was closed" : reason;
}

bool is_said(int reason) {
    return ERR_GET_REASON(ERR_peek_error()) == reason;
}

}  // namespace

void prepare_tls() {
    OPENSSL_init_ssl(0, nullptr);
}

struct TlsTransport::State {
    TlsSocket socket;
    SSL* ssl = nullptr;
    bool is_client = false;
    NamedKey mine;    // the client's
    KeyFinder find;   // the server's
    std::string met;  // the name of the key that the client has asked to use
    std::vector<std::byte> record;
    bool waits_to_receive = false;  // before it can send

    ~State() { SSL_free(ssl); }

    SSL_SESSION* session_with(const SecretKey& key) const;
    Status ended() const;

    static int use_key(SSL* ssl, const EVP_MD* digest, const unsigned char** name,
                       std::size_t* name_bytes, SSL_SESSION** session);
    static int find_key(SSL* ssl, const unsigned char* name, std::size_t name_bytes,
                        SSL_SESSION** session);
    static SSL_CTX* make_context(const SSL_METHOD* method);
    Status begin();
};

namespace {

template <class State>
State& state_of(SSL* ssl) {
    return *static_cast<State*>(SSL_get_app_data(ssl));
}

}  // namespace

/// A key in the form that OpenSSL needs. Null when there is no memory.
SSL_SESSION* TlsTransport::State::session_with(const SecretKey& key) const {
    SSL_SESSION* const session = SSL_SESSION_new();
    const SSL_CIPHER* const cipher = SSL_CIPHER_find(ssl, aes_128_gcm_sha256);
    if (session == nullptr || cipher == nullptr ||
        SSL_SESSION_set1_master_key(session, reinterpret_cast<const unsigned char*>(key.data()),
                                    key.size()) != 1 ||
        SSL_SESSION_set_cipher(session, cipher) != 1 ||
        SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION) != 1) {
        SSL_SESSION_free(session);
        return nullptr;
    }
    return session;
}

int TlsTransport::State::use_key(SSL* ssl, const EVP_MD* /*digest*/, const unsigned char** name,
                                 std::size_t* name_bytes, SSL_SESSION** session) {
    const State& state = state_of<State>(ssl);
    *name = reinterpret_cast<const unsigned char*>(state.mine.name.data());
    *name_bytes = state.mine.name.size();
    *session = state.session_with(state.mine.key);
    return *session != nullptr ? 1 : 0;
}

/// An unknown name ends the handshake, because there is no other way to authenticate.
int TlsTransport::State::find_key(SSL* ssl, const unsigned char* name, std::size_t name_bytes,
                                  SSL_SESSION** session) {
    State& state = state_of<State>(ssl);
    state.met.assign(reinterpret_cast<const char*>(name), name_bytes);
    const auto key = state.find(state.met);
    *session = key ? state.session_with(*key) : nullptr;
    return 1;
}

SSL_CTX* TlsTransport::State::make_context(const SSL_METHOD* method) {
    SSL_CTX* const context = SSL_CTX_new(method);
    if (context == nullptr) return nullptr;
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_psk_use_session_callback(context, use_key);
    SSL_CTX_set_psk_find_session_callback(context, find_key);
    return context;
}

Status TlsTransport::State::begin() {
    static SSL_CTX* const client_context = make_context(TLS_client_method());
    static SSL_CTX* const server_context = make_context(TLS_server_method());
    ::fcntl(socket.fd.get(), F_SETFL, ::fcntl(socket.fd.get(), F_GETFL) | O_NONBLOCK);
    SSL_CTX* const context = is_client ? client_context : server_context;
    ssl = context == nullptr ? nullptr : SSL_new(context);
    BIO* const bio = ssl == nullptr ? nullptr : bio_of(socket);
    if (bio == nullptr) return {Code::efile, "TLS cannot be started: " + first_error()};
    SSL_set_bio(ssl, bio, bio);
    SSL_set_app_data(ssl, this);
    if (is_client) {
        SSL_set_connect_state(ssl);
    } else {
        SSL_set_accept_state(ssl);
    }
    return {};
}

/// The reason why nothing more can be received or sent.
Status TlsTransport::State::ended() const {
    if (SSL_is_init_finished(ssl) == 1 && ERR_peek_error() == 0)
        return {Code::efile, "the other end has closed the connection"};
    if (is_said(SSL_R_TLSV1_ALERT_UNKNOWN_PSK_IDENTITY))
        return {Code::eperm,
                "the session is over: its server has ended, or the client was away for too long"};
    if (SSL_is_init_finished(ssl) == 1) return {Code::efile, "TLS has failed: " + first_error()};
    const bool is_refused = is_client && ERR_peek_error() != 0;
    const std::string whose = is_client ? "the key named \"" + mine.name +
                                              "\" is not accepted (the server does not know it, or "
                                              "has another key of that name): "
                                        : "the client has no known key: ";
    return {is_refused ? Code::eperm : Code::efile,
            (is_refused || !is_client ? whose : "the handshake ended: ") + first_error()};
}

TlsTransport::TlsTransport(std::unique_ptr<State> state) : state_(std::move(state)) {}
TlsTransport::~TlsTransport() = default;

Result<std::unique_ptr<TlsTransport>> TlsTransport::client(OwnedFd socket, const NamedKey& key,
                                                           std::span<const std::byte> preamble) {
    auto state = std::make_unique<State>();
    state->socket = {std::move(socket), {preamble.begin(), preamble.end()}};
    state->is_client = true;
    state->mine = key;
    if (Status begun = state->begin(); !begun.ok()) return begun;
    return std::unique_ptr<TlsTransport>(new TlsTransport(std::move(state)));
}

Result<std::unique_ptr<TlsTransport>> TlsTransport::server(OwnedFd socket, KeyFinder find) {
    auto state = std::make_unique<State>();
    state->socket = {std::move(socket), {}};
    state->find = std::move(find);
    if (Status begun = state->begin(); !begun.ok()) return begun;
    return std::unique_ptr<TlsTransport>(new TlsTransport(std::move(state)));
}

Result<std::size_t> TlsTransport::receive(std::span<std::byte> bytes) {
    ERR_clear_error();
    std::size_t got = 0;
    const int done = SSL_read_ex(state_->ssl, bytes.data(), bytes.size(), &got);
    if (done == 1) {
        state_->waits_to_receive = false;
        return got;
    }
    const int why = SSL_get_error(state_->ssl, done);
    if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE) return std::size_t{0};
    return state_->ended();
}

Result<std::size_t> TlsTransport::send(std::span<const std::byte> head,
                                       std::span<const std::byte> rest) {
    // Both parts go into one record; OpenSSL wants the same bytes again after a partial send.
    std::vector<std::byte>& record = state_->record;
    if (record.empty()) {
        const auto first = head.first(std::min(head.size(), most_record_bytes));
        record.assign(first.begin(), first.end());
        const auto second = rest.first(std::min(rest.size(), most_record_bytes - first.size()));
        record.insert(record.end(), second.begin(), second.end());
    }
    ERR_clear_error();
    std::size_t sent = 0;
    const int done = SSL_write_ex(state_->ssl, record.data(), record.size(), &sent);
    if (done == 1) {
        record.clear();
        state_->waits_to_receive = false;
        return sent;
    }
    const int why = SSL_get_error(state_->ssl, done);
    state_->waits_to_receive = why == SSL_ERROR_WANT_READ;
    if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE) return std::size_t{0};
    return state_->ended();
}

int TlsTransport::in() const {
    return state_->socket.fd.get();
}

int TlsTransport::out() const {
    return state_->waits_to_receive ? -1 : state_->socket.fd.get();
}

std::string TlsTransport::peer() const {
    return SSL_is_init_finished(state_->ssl) == 1 ? state_->met : "";
}

std::span<const std::byte> no_such_session() {
    // A TLS alert: fatal, unknown PSK identity.
    static constexpr std::array<std::byte, 7> alert = {std::byte{21}, std::byte{3}, std::byte{3},
                                                       std::byte{0},  std::byte{2}, std::byte{2},
                                                       std::byte{115}};
    return alert;
}

}  // namespace weft::remote
