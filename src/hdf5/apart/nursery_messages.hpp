// SPDX-License-Identifier: BSD-3-Clause
// The messages between a program and its nursery (nursery.hpp): each a packet, the first kind with
// the line of a new keeper beside it.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "hdf5/apart/descriptor.hpp"

namespace weft::hdf5::apart {

struct NurseryRequest {
    enum class Kind : std::int32_t { begin, end };
    Kind kind = Kind::begin;
    std::int32_t process = 0;  // the keeper that is to end
};

struct NurseryReply {
    std::int32_t process = 0;       // of the keeper that has begun
    std::int32_t error_number = 0;  // why none could begin
    // The end of a keeper: see Ending.
    std::int32_t is_known = 0;
    std::int32_t signal = 0;
    std::int32_t code = 0;
};

/// `descriptor`: goes along; -1: none. False if the other side is gone.
template <class Message>
bool send_packet(int socket, const Message& message, int descriptor = -1) {
    iovec bytes{.iov_base = const_cast<Message*>(&message), .iov_len = sizeof message};
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof descriptor)] = {};
    msghdr packet{};
    packet.msg_iov = &bytes;
    packet.msg_iovlen = 1;
    if (descriptor >= 0) {
        packet.msg_control = room;
        packet.msg_controllen = sizeof room;
        cmsghdr* const head = CMSG_FIRSTHDR(&packet);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof descriptor);
        std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    }
    ssize_t sent = 0;
    do {
        sent = ::sendmsg(socket, &packet, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(sizeof message);
}

/// `descriptor`: what has come along.
template <class Message>
bool receive_packet(int socket, Message& message, Descriptor& descriptor) {
    iovec bytes{.iov_base = &message, .iov_len = sizeof message};
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
    msghdr packet{};
    packet.msg_iov = &bytes;
    packet.msg_iovlen = 1;
    packet.msg_control = room;
    packet.msg_controllen = sizeof room;
    ssize_t got = 0;
    do {
        got = ::recvmsg(socket, &packet, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    const cmsghdr* const head = CMSG_FIRSTHDR(&packet);
    if (got > 0 && head != nullptr && head->cmsg_type == SCM_RIGHTS) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(head), sizeof number);
        descriptor = Descriptor(number);
    }
    return got == static_cast<ssize_t>(sizeof message);
}

}  // namespace weft::hdf5::apart
