import Glibc

/// Blocks the calling thread.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Lets this process have as many descriptors as it may: tests run beside each other, with clients and servers in one
/// process.
let manyDescriptors: Void = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}()
