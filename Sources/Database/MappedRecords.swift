internal import Glibc
internal import Synchronization

/// Where the records of a table are, as far as they were looked for: a number of eight bytes for each rowid, in
/// memory that the kernel gives when it is first written.
///
/// The way to a record leads over four places of the file, each of which may be far away; from here it is one.
///
/// `@unchecked Sendable`: the numbers are atomic, and each is only ever written with the same value.
final class MappedRecords: @unchecked Sendable {
    private let places: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int
    /// Of a number, the bits that are the record's length; the others are where in the file it begins.
    private static let lengthBits: UInt64 = 24

    /// - Parameter greatest: The greatest rowid, not negative.
    /// - Returns: nil when there is no memory.
    init?(upTo greatest: Int64) {
        count = Int(greatest) + 1
        // All zero is no place, and what an atomic number of zero is in memory.
        guard let room = calloc(count, MemoryLayout<Atomic<UInt64>>.stride) else { return nil }
        places = room.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    }

    deinit { free(places) }

    /// The bytes of a record in the file; nil for one that was not noted.
    @inline(__always) func place(of id: Int64) -> Range<Int>? {
        guard id < count else { return nil }
        let place = places[Int(id)].load(ordering: .relaxed)
        guard place != 0 else { return nil }
        let start = Int(place >> Self.lengthBits)
        return start..<start + Int(place & (1 << Self.lengthBits - 1))
    }

    func note(_ place: Range<Int>, of id: Int64) {
        guard id < count, place.count < 1 << Int(Self.lengthBits),
            place.lowerBound < 1 << Int(64 - Self.lengthBits)
        else { return }
        places[Int(id)].store(
            UInt64(place.lowerBound) << Self.lengthBits | UInt64(place.count), ordering: .relaxed)
    }
}
