// SPDX-License-Identifier: BSD-3-Clause
// A program for its precompiled header alone.
int main() {}
