// What the thread sanitizer must be told of Swift's Mutex, for Scripts/test --sanitize=thread.
//
// The uncontended path of Mutex is compiled into our code, where the sanitizer sees its atomics. The contended path is
// inside libswiftSynchronization, which is not instrumented: a lock taken there orders nothing in the sanitizer's eyes,
// and all that it guards is reported. This library, preloaded, goes round both functions of that path.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// The sanitizer's own, in the executable; absent in programs that are built without it.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void LockSlow(uint32_t thread, SELF void *mutex);
typedef SWIFT void UnlockSlow(SELF void *mutex);
static LockSlow *next_lock_slow;
static UnlockSlow *next_unlock_slow;

// Before main, when there is one thread.
__attribute__((constructor)) static void find_next(void) {
    next_lock_slow = (LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW);
    next_unlock_slow = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

// Synchronization._MutexHandle._lockSlow(UInt32)
SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    next_lock_slow(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

// Synchronization._MutexHandle._unlockSlow()
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);
SWIFT void unlock_slow(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    next_unlock_slow(mutex);
}
