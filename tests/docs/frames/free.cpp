// SPDX-License-Identifier: BSD-3-Clause
static void SNIPPET(int rank, int size) try {
    static_cast<void>(rank);
    static_cast<void>(size);
    { STATEMENTS; }
} catch (const exceptions::NcmpiException& error) {
    check_code(error.errorCode(), WHERE);
}
