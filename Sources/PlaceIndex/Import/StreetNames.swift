/// The rows of `street_name`: every name of a street by the cells it is in, sorted when the last street has come,
/// so that the table is filled from its beginning to its end.
///
/// Memory: 16 bytes a row, and each different name once.
struct StreetNames {
    private struct Entry {
        let name: Int32
        let cell: UInt32
        let street: Int64
    }

    private var entries: [Entry] = []
    private var numberOfName: [StreetName: Int32] = [:]

    mutating func add(_ names: Set<StreetName>, cells: Set<Int64>, street: Int64) {
        for name in names {
            let number = numberOfName[name] ?? Int32(numberOfName.count)
            if number == numberOfName.count { numberOfName[name] = number }
            for cell in cells {
                // A grid of 18,001 columns and 9,001 rows.
                entries.append(
                    Entry(name: number, cell: UInt32(truncatingIfNeeded: cell), street: street))
            }
        }
    }

    /// Calls `body` for each row, by name, cell and street, and lets go of all.
    mutating func drain(
        _ body: (_ name: [UInt8], _ cell: Int64, _ street: Int64) throws -> Void
    ) rethrows {
        let names = numberOfName.sorted { $0.key < $1.key }
        numberOfName = [:]
        var rank = [Int32](repeating: 0, count: names.count)
        for (place, name) in names.enumerated() { rank[Int(name.value)] = Int32(place) }
        // By street they are already: streets come in the order of their ids.
        var order = entries.indices.map { index in
            Key(
                place: UInt64(rank[Int(entries[index].name)]) << 32 | UInt64(entries[index].cell),
                entry: index)
        }
        order.sort { ($0.place, $0.entry) < ($1.place, $1.entry) }
        for key in order {
            let entry = entries[key.entry]
            try body(
                names[Int(key.place >> 32)].key.letters, Int64(entry.cell), entry.street)
        }
        entries = []
    }

    private struct Key {
        let place: UInt64
        let entry: Int
    }
}
