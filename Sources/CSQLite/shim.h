#ifndef TURNSTONE_CSQLITE_SHIM_H
#define TURNSTONE_CSQLITE_SHIM_H

#include <sqlite3.h>

#include <spatialite.h>

// sqlite3_config() is variadic, which Swift does not import.

/// Puts SQLite in multi-thread mode and turns its memory statistics, which cost a global lock a
/// malloc, off. Call once, before the first connection. Returns the first result code not SQLITE_OK.
static inline int tsn_sqlite_configure(void) {
    int code = sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    if (code != SQLITE_OK) return code;
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
