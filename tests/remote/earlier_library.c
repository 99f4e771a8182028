// SPDX-License-Identifier: BSD-3-Clause
// A libweft_remote as it was before its entry took a number.
const char* weft_remote_build(void);
const char* weft_remote_build(void) {
    return "0.0.1+0123456789ab";
}

void weft_remote_store(const void* ways, void* store);
void weft_remote_store(const void* ways, void* store) {
    (void)ways;
    (void)store;
}
