#define _GNU_SOURCE
#include "fault_layer.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// MARK: State

enum { descriptors = 4096 };

static const char *under;
static size_t under_length;
static struct tsn_fault_control *control;
static int log_file = -1;
/// Files opened in the folder, by descriptor; 2 when open for writing, 1 for reading.
static _Atomic char opened[descriptors];
/// Held over a change and its line, so that the log has the order of what happened.
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

static void start(void) __attribute__((constructor));
static void start(void) {
    static _Atomic int started;
    if (started++ > 0) return;
    under = getenv("TSN_FAULTS_UNDER");
    const char *path = getenv("TSN_FAULTS_CONTROL");
    if (!under || !path) return;
    under_length = strlen(under);
    long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    void *words = file < 0 ? MAP_FAILED
        : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, (int)file, 0);
    if (words == MAP_FAILED) {
        fprintf(stderr, "fault layer: '%s' cannot be mapped: %s\n", path, strerror(errno));
        abort();
    }
    syscall(SYS_close, file);
    control = words;
    const char *log = getenv("TSN_FAULTS_LOG");
    if (log)
        log_file = (int)syscall(
            SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

#define REAL(name)                                                                                 \
    ({                                                                                             \
        static __typeof__(name) *_Atomic found;                                                    \
        if (!found) found = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);                           \
        found;                                                                                     \
    })

/// Whether a path is the folder or lies in it.
static bool is_under(int folder, const char *path) {
    start();
    if (!control || !path) return false;
    char whole[PATH_MAX];
    if (path[0] != '/') {
        char link[64];
        if (folder == AT_FDCWD) strcpy(link, "/proc/self/cwd");
        else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, whole, sizeof whole - 1);
        if (length < 0) return false;
        snprintf(whole + length, sizeof whole - (size_t)length, "/%s", path);
        path = whole;
    }
    return strncmp(path, under, under_length) == 0
        && (path[under_length] == 0 || path[under_length] == '/');
}

static bool is_opened(int file) {
    return control && file >= 0 && file < descriptors && opened[file];
}

static _Noreturn void end(void) {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) syscall(SYS_pause);
}

/// Counts a call. Ends the process, waits, or returns what the call is to do: 0 as it is, or an action.
static int judge(uint64_t kind) {
    if (!(control->kinds & kind)) return 0;
    uint64_t number = __atomic_add_fetch(&control->count, 1, __ATOMIC_SEQ_CST);
    uint64_t at = control->at;
    if (at == 0 || number < at || number - at >= control->times) return 0;
    __atomic_add_fetch(&control->hits, 1, __ATOMIC_SEQ_CST);
    switch (control->action) {
    case TSN_FAULT_KILL: end();
    case TSN_FAULT_TEAR:
        if (kind != TSN_FAULT_WRITE) end();
        return TSN_FAULT_TEAR;
    case TSN_FAULT_DELAY: {
        uint64_t wait = control->value ? control->value : 1;
        struct timespec time = {(time_t)(wait / 1000), (long)(wait % 1000) * 1000000};
        do syscall(SYS_nanosleep, &time, NULL);
        while (control->value == 0 && __atomic_load_n(&control->at, __ATOMIC_SEQ_CST) != 0);
        return 0;
    }
    case TSN_FAULT_FAIL: errno = (int)control->value; return TSN_FAULT_FAIL;
    default: return (int)control->action;
    }
}

// MARK: Log

/// A line `KIND FILE NUMBER LENGTH`, then so many bytes and a line feed.
static void note(
    const char *kind, unsigned long file, long long number, const void *bytes, size_t length
) {
    if (log_file < 0) return;
    char line[128];
    int head = snprintf(line, sizeof line, "%s %lu %lld %zu\n", kind, file, number, length);
    struct iovec parts[] = {
        {line, (size_t)head}, {(void *)(uintptr_t)bytes, length}, {(char[]){'\n'}, 1}};
    if (syscall(SYS_writev, log_file, parts, 3) != head + (ssize_t)length + 1) abort();
}

static unsigned long number_of(int file) {
    struct stat status;
    return fstat(file, &status) == 0 ? status.st_ino : 0;
}

static unsigned long number_at(int folder, const char *path) {
    struct stat status;
    return fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_ino : 0;
}

static void note_path(const char *kind, unsigned long file, const char *path) {
    note(kind, file, 0, path, strlen(path));
}

static void note_two(const char *kind, unsigned long file, const char *one, const char *other) {
    char both[2 * PATH_MAX + 1];
    size_t length = strlen(one) + 1;
    if (length + strlen(other) > sizeof both) abort();
    strcpy(both, one);
    strcpy(both + length, other);
    note(kind, file, 0, both, length + strlen(other));
}

#define LOGGED(call, success, line)                                                                \
    ({                                                                                             \
        if (log_file >= 0) pthread_mutex_lock(&log_lock);                                          \
        __typeof__(call) outcome = (call);                                                         \
        int reason = errno;                                                                        \
        if (log_file >= 0) {                                                                       \
            if (success) line;                                                                     \
            pthread_mutex_unlock(&log_lock);                                                       \
        }                                                                                          \
        errno = reason;                                                                            \
        outcome;                                                                                   \
    })

// MARK: Opening and closing

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    if (!is_under(folder, path)) return REAL(openat64)(folder, path, flags, mode);
    bool creates = (flags & O_CREAT) && number_at(folder, path) == 0;
    if (judge(creates ? TSN_FAULT_CREATE : TSN_FAULT_OPEN) == TSN_FAULT_FAIL) return -1;
    int file = LOGGED(REAL(openat64)(folder, path, flags, mode), outcome >= 0, {
        if (creates) note_path("create", number_of(outcome), path);
        else if (flags & O_TRUNC) note("truncate", number_of(outcome), 0, "", 0);
    });
    if (file >= 0 && file < descriptors) opened[file] = flags & O_ACCMODE ? 2 : 1;
    return file;
}

#define MODE(flags)                                                                                \
    ({                                                                                             \
        mode_t mode = 0;                                                                           \
        if ((flags) & (O_CREAT | O_TMPFILE)) {                                                     \
            va_list rest;                                                                          \
            va_start(rest, flags);                                                                 \
            mode = va_arg(rest, mode_t);                                                           \
            va_end(rest);                                                                          \
        }                                                                                          \
        mode;                                                                                      \
    })

int open(const char *path, int flags, ...) { return open_at(AT_FDCWD, path, flags, MODE(flags)); }
int open64(const char *path, int flags, ...) { return open_at(AT_FDCWD, path, flags, MODE(flags)); }
int openat(int at, const char *path, int flags, ...) { return open_at(at, path, flags, MODE(flags)); }
int openat64(int at, const char *path, int flags, ...) { return open_at(at, path, flags, MODE(flags)); }
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int creat(const char *path, mode_t mode) {
    return open_at(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int close(int file) {
    if (!is_opened(file)) return REAL(close)(file);
    bool fails = opened[file] == 2 && judge(TSN_FAULT_CLOSE) == TSN_FAULT_FAIL;
    int reason = errno;
    opened[file] = 0;
    int code = REAL(close)(file);
    if (!fails) return code;
    errno = reason;
    return -1;
}

// MARK: Writing and reading

/// Writes at `offset`, or where the file stands when that is -1.
static ssize_t write_at(int file, const void *bytes, size_t length, off64_t offset) {
    int action = judge(TSN_FAULT_WRITE);
    if (action == TSN_FAULT_FAIL) return -1;
    if (action && length > 1) length /= 2;
    off64_t place = offset;
    if (log_file >= 0 && offset < 0) {
        struct stat status;
        bool appends = fcntl(file, F_GETFL) & O_APPEND;
        place = appends && fstat(file, &status) == 0 ? status.st_size : lseek64(file, 0, SEEK_CUR);
    }
    ssize_t count = LOGGED(
        offset < 0 ? REAL(write)(file, bytes, length)
                   : REAL(pwrite64)(file, bytes, length, offset),
        outcome > 0, note("write", number_of(file), place, bytes, (size_t)outcome));
    if (action == TSN_FAULT_TEAR) end();
    return count;
}

ssize_t write(int file, const void *bytes, size_t length) {
    return is_opened(file) ? write_at(file, bytes, length, -1) : REAL(write)(file, bytes, length);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return is_opened(file) ? write_at(file, bytes, length, offset)
                           : REAL(pwrite64)(file, bytes, length, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    return is_opened(file) ? write_at(file, bytes, length, offset)
                           : REAL(pwrite64)(file, bytes, length, offset);
}

/// Several pieces are written as the first alone: a short write, which the caller must bear anyway.
ssize_t writev(int file, const struct iovec *parts, int count) {
    return is_opened(file) && count > 0 ? write_at(file, parts->iov_base, parts->iov_len, -1)
                                        : REAL(writev)(file, parts, count);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    return is_opened(file) && count > 0 ? write_at(file, parts->iov_base, parts->iov_len, offset)
                                        : REAL(pwritev64)(file, parts, count, offset);
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
    return is_opened(file) && count > 0 ? write_at(file, parts->iov_base, parts->iov_len, offset)
                                        : REAL(pwritev64)(file, parts, count, offset);
}

/// Copies inside the system are refused, so that the caller copies by hand, where every byte is seen.
ssize_t copy_file_range(int from, off64_t *in, int to, off64_t *out, size_t length, unsigned flags) {
    if (!is_opened(to)) return REAL(copy_file_range)(from, in, to, out, length, flags);
    errno = ENOSYS;
    return -1;
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) {
    if (!is_opened(to)) return REAL(sendfile64)(to, from, offset, length);
    errno = ENOSYS;
    return -1;
}

static ssize_t read_at(int file, void *bytes, size_t length, off64_t offset) {
    int action = judge(TSN_FAULT_READ);
    if (action == TSN_FAULT_FAIL) return -1;
    if (action && length > 1) length /= 2;
    return offset < 0 ? REAL(read)(file, bytes, length)
                      : REAL(pread64)(file, bytes, length, offset);
}

ssize_t read(int file, void *bytes, size_t length) {
    return is_opened(file) ? read_at(file, bytes, length, -1) : REAL(read)(file, bytes, length);
}

ssize_t pread(int file, void *bytes, size_t length, off_t offset) {
    return is_opened(file) ? read_at(file, bytes, length, offset)
                           : REAL(pread64)(file, bytes, length, offset);
}

ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) {
    return is_opened(file) ? read_at(file, bytes, length, offset)
                           : REAL(pread64)(file, bytes, length, offset);
}

static int truncate_to(int file, off64_t length) {
    if (judge(TSN_FAULT_TRUNCATE) == TSN_FAULT_FAIL) return -1;
    return LOGGED(
        REAL(ftruncate64)(file, length), outcome == 0,
        note("truncate", number_of(file), length, "", 0));
}

int ftruncate(int file, off_t length) {
    return is_opened(file) ? truncate_to(file, length) : REAL(ftruncate64)(file, length);
}

int ftruncate64(int file, off64_t length) {
    return is_opened(file) ? truncate_to(file, length) : REAL(ftruncate64)(file, length);
}

/// Space is not set aside beforehand, so that it is the writing that meets a full disk.
int posix_fallocate(int file, off_t offset, off_t length) {
    return is_opened(file) ? EOPNOTSUPP : REAL(posix_fallocate)(file, offset, length);
}

int posix_fallocate64(int file, off64_t offset, off64_t length) {
    return is_opened(file) ? EOPNOTSUPP : REAL(posix_fallocate64)(file, offset, length);
}

// MARK: Bringing to disk

static int synchronize(int file, int (*call)(int)) {
    if (judge(TSN_FAULT_SYNC) == TSN_FAULT_FAIL) {
        // What was not written by then never is, as the system holds it for written.
        if (log_file >= 0) note("lose", number_of(file), 0, "", 0);
        return -1;
    }
    return LOGGED(
        control->pretends ? 0 : call(file), outcome == 0,
        note("sync", number_of(file), 0, "", 0));
}

int fsync(int file) { return is_opened(file) ? synchronize(file, REAL(fsync)) : REAL(fsync)(file); }

int fdatasync(int file) {
    return is_opened(file) ? synchronize(file, REAL(fdatasync)) : REAL(fdatasync)(file);
}

void sync(void) {
    start();
    if (control) {
        (void)judge(TSN_FAULT_SYNC);
        note("all", 0, 0, "", 0);
        if (control->pretends) return;
    }
    REAL(sync)();
}

// MARK: Names

static int rename_at(int from, const char *old, int to, const char *new, unsigned flags) {
    if (!is_under(from, old) && !is_under(to, new))
        return REAL(renameat2)(from, old, to, new, flags);
    if (judge(TSN_FAULT_RENAME) == TSN_FAULT_FAIL) return -1;
    return LOGGED(
        REAL(renameat2)(from, old, to, new, flags), outcome == 0,
        note_two(flags & RENAME_EXCHANGE ? "exchange" : "rename", number_at(to, new), old, new));
}

int rename(const char *old, const char *new) { return rename_at(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) {
    return rename_at(from, old, to, new, 0);
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    return rename_at(from, old, to, new, flags);
}

static int unlink_at(int folder, const char *path, int flags) {
    if (!is_under(folder, path)) return REAL(unlinkat)(folder, path, flags);
    if (judge(TSN_FAULT_UNLINK) == TSN_FAULT_FAIL) return -1;
    char whole[PATH_MAX] = "";
    if (path[0] != '/' && folder != AT_FDCWD) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, whole, sizeof whole - 1);
        if (length > 0) snprintf(whole + length, sizeof whole - (size_t)length, "/%s", path);
    }
    return LOGGED(
        REAL(unlinkat)(folder, path, flags), outcome == 0,
        note_path("unlink", 0, whole[0] ? whole : path));
}

int unlink(const char *path) { return unlink_at(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return unlink_at(folder, path, flags); }
int rmdir(const char *path) { return unlink_at(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
    if (!is_under(AT_FDCWD, path)) return REAL(remove)(path);
    int code = unlink_at(AT_FDCWD, path, 0);
    return code != 0 && (errno == EISDIR || errno == EPERM)
        ? unlink_at(AT_FDCWD, path, AT_REMOVEDIR) : code;
}

static int make_folder(int folder, const char *path, mode_t mode) {
    if (!is_under(folder, path)) return REAL(mkdirat)(folder, path, mode);
    if (judge(TSN_FAULT_MKDIR) == TSN_FAULT_FAIL) return -1;
    return LOGGED(
        REAL(mkdirat)(folder, path, mode), outcome == 0,
        note_path("mkdir", number_at(folder, path), path));
}

int mkdir(const char *path, mode_t mode) { return make_folder(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return make_folder(folder, path, mode); }

static int link_at(int from, const char *old, int to, const char *new, int flags) {
    if (!is_under(to, new)) return REAL(linkat)(from, old, to, new, flags);
    if (judge(TSN_FAULT_LINK) == TSN_FAULT_FAIL) return -1;
    return LOGGED(
        REAL(linkat)(from, old, to, new, flags), outcome == 0,
        note_two("link", number_at(to, new), old, new));
}

int link(const char *old, const char *new) { return link_at(AT_FDCWD, old, AT_FDCWD, new, 0); }
int linkat(int from, const char *old, int to, const char *new, int flags) {
    return link_at(from, old, to, new, flags);
}
