// renameat2(2), which glibc declares only for GNU sources: renames that replace nothing, or exchange two.

#ifndef TURNSTONE_CRENAME_H
#define TURNSTONE_CRENAME_H

/// Renames `from` to `to`, unless that exists: then it fails with EEXIST. Returns 0, or −1 with errno set.
int tsn_rename_new(const char *from, const char *to);

/// Exchanges the names of two files or folders in one step. Returns 0, or −1 with errno set.
int tsn_rename_exchange(const char *one, const char *other);

#endif
