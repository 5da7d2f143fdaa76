internal import Glibc
internal import Synchronization

/// Where the records of a table are, as far as they were looked for: a number of eight bytes for each rowid, in
/// memory that the kernel gives when it is first written.
///
/// The way to a record leads over four places of the file, each of which may be far away; from here it is one.
///
/// `@unchecked Sendable`: the numbers are atomic, and each is only ever written with the same value.
final class MappedRecords: @unchecked Sendable {
    /// The numbers: 0, or where in the file a record begins and, in the lowest bits, how long it is.
    let places: UnsafeMutablePointer<Atomic<UInt64>>
    let count: Int
    static let lengthBits: UInt64 = 24

    /// - Parameter greatest: The greatest rowid, not negative.
    /// - Returns: nil when there is no memory.
    init?(upTo greatest: Int64) {
        count = Int(greatest) + 1
        // All zero is no place, and what an atomic number of zero is in memory.
        guard let room = calloc(count, MemoryLayout<Atomic<UInt64>>.stride) else { return nil }
        places = room.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    }

    deinit { free(places) }

    func note(_ place: Range<Int>, of id: Int64) {
        guard id < count, place.count < 1 << Int(Self.lengthBits),
            place.lowerBound < 1 << Int(64 - Self.lengthBits)
        else { return }
        places[Int(id)].store(
            UInt64(place.lowerBound) << Self.lengthBits | UInt64(place.count), ordering: .relaxed)
    }
}
