#ifndef FAULT_LAYER_H
#define FAULT_LAYER_H

// A layer between a program and the C library, for tests: it counts the calls that open, read, write,
// synchronize, name and remove files in one folder, and makes a chosen one fail, fall short, wait, or end the
// process. SQLite's calls are among them, as its own layer ends in the C library too.
//
// It is put under a built program by LD_PRELOAD, so that no line of the program knows of it. Calls that the C
// library makes of itself (stdio) are not seen, nor are stores into mapped memory: of the files of a data
// directory that is only the `-shm` beside a database, which SQLite makes anew after a crash.
//
//   TSN_FAULTS_UNDER    absolute path of the folder; calls on other files pass
//   TSN_FAULTS_CONTROL  a file of eight 64-bit words (below) that the test may write at any time
//   TSN_FAULTS_LOG      a file that gets a line for every change, with what was written; optional

#include <stdint.h>

/// The words of the control file, shared by the test and the program.
struct tsn_fault_control {
    /// Calls of the chosen kinds so far.
    uint64_t count;
    /// The first call that is hit, counted from 1; 0 hits none.
    uint64_t at;
    /// One of `tsn_fault_action`.
    uint64_t action;
    /// The errno to fail with, or milliseconds to wait.
    uint64_t value;
    /// Which kinds of calls are counted: bits of `tsn_fault_kind`.
    uint64_t kinds;
    /// How many calls from the first on are hit.
    uint64_t times;
    /// How many were hit.
    uint64_t hits;
    /// Not 0: synchronizing is counted and logged but not done, as only a loss of power could tell.
    uint64_t pretends;
};

enum tsn_fault_action {
    /// Ends the process before the call, as kill -9 does.
    TSN_FAULT_KILL = 1,
    /// Fails without doing anything. A close closes all the same, as the system does.
    TSN_FAULT_FAIL = 2,
    /// Writes or reads half of what was asked; other kinds are done as they are.
    TSN_FAULT_SHORTEN = 3,
    /// Waits, then does it: so many milliseconds, or with 0 until `at` is set to 0.
    TSN_FAULT_DELAY = 4,
    /// Writes half of it, then ends the process.
    TSN_FAULT_TEAR = 5,
};

enum tsn_fault_kind {
    TSN_FAULT_OPEN = 1 << 0,
    TSN_FAULT_CREATE = 1 << 1,
    TSN_FAULT_WRITE = 1 << 2,
    TSN_FAULT_SYNC = 1 << 3,
    TSN_FAULT_RENAME = 1 << 4,
    TSN_FAULT_UNLINK = 1 << 5,
    TSN_FAULT_MKDIR = 1 << 6,
    TSN_FAULT_TRUNCATE = 1 << 7,
    TSN_FAULT_LINK = 1 << 8,
    TSN_FAULT_CLOSE = 1 << 9,
    TSN_FAULT_READ = 1 << 10,
};

#endif
