// SPDX-License-Identifier: BSD-3-Clause
// A program only for its precompiled header.
int main() {}
