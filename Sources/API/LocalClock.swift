internal import FoundationEssentials
package import GeoModel
@preconcurrency internal import Glibc

/// The date on this machine's wall.
package enum LocalClock {
    package static var today: EventDate {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        let date = EventDate(
            year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
        // A clock beyond the year 9999 is none.
        return date ?? EventDate(utc: Date(timeIntervalSince1970: 0))
    }
}
