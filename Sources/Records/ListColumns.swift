/// A place in a list; a list begins with the highest.
struct ListPlace: Comparable, Hashable, Sendable {
    /// The record's `id`, or in public its `publicOrder`.
    let order: Int64
    /// In public the number that the digits of the shown id are; else 0.
    let high, low: UInt64

    init(id: Int64) { (order, high, low) = (id, 0, 0) }

    /// - Parameter id: A UUID; of any other text only the hexadecimal digits count.
    init(order: Int64, id: String) {
        self.order = order
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in id.utf8 {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x61...0x66: digit = byte - 0x61 + 10
            case 0x41...0x46: digit = byte - 0x41 + 10
            default: continue
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        (self.high, self.low) = (high, low)
    }

    static func < (one: ListPlace, other: ListPlace) -> Bool {
        (one.order, one.high, one.low) < (other.order, other.high, other.low)
    }
}

/// What filters look at of one record.
struct ListRow {
    /// How much of a record is shown.
    enum Level {
        static let open: UInt8 = 1
        static let obscured: UInt8 = 2
        static let `private`: UInt8 = 3
        /// Added where a concealed record shows its names.
        static let showsNames: UInt8 = 4

        /// Whether the names of a record of this level are shown.
        @inline(__always)
        static func showsNames(in level: UInt8) -> Bool { level == open || level & showsNames != 0 }
    }

    let place: ListPlace
    /// `record.id`.
    let id: Int64
    /// `eventInstant`, seconds.
    let instant: Int64
    /// The local date of `eventDate` as the number YYYYMMDD.
    let day: Int32
    /// The kind's place among all kinds.
    let kind: UInt8
    let level: UInt8
    /// Of `LivingNameTable`.
    let name: Int32
    /// What is shown, in degrees; not a number where there is no position.
    let latitude, longitude: Double
}

/// Up to `capacity` records of a list, column by column, the lowest place first; never changed once made.
final class ListChunk: Sendable {
    static let capacity = RecordStore.chunkCapacity

    /// What filters look at, as it lies in memory while `withPointers` runs.
    struct Pointers {
        let instants: UnsafeBufferPointer<Int64>
        let days: UnsafeBufferPointer<Int32>
        let kinds, levels: UnsafeBufferPointer<UInt8>
        let names: UnsafeBufferPointer<Int32>
        let latitudes, longitudes: UnsafeBufferPointer<Double>
    }

    struct Columns: Sendable {
        fileprivate(set) var ids: [Int64] = []
        /// Empty where a place is the id alone.
        fileprivate(set) var places: [ListPlace] = []
        fileprivate(set) var instants: [Int64] = []
        fileprivate(set) var days: [Int32] = []
        fileprivate(set) var kinds: [UInt8] = []
        fileprivate(set) var levels: [UInt8] = []
        fileprivate(set) var names: [Int32] = []
        fileprivate(set) var latitudes: [Double] = []
        fileprivate(set) var longitudes: [Double] = []

        func withPointers<R>(_ body: (Pointers) -> R) -> R {
            instants.withUnsafeBufferPointer { instants in
                days.withUnsafeBufferPointer { days in
                    kinds.withUnsafeBufferPointer { kinds in
                        levels.withUnsafeBufferPointer { levels in
                            names.withUnsafeBufferPointer { names in
                                latitudes.withUnsafeBufferPointer { latitudes in
                                    longitudes.withUnsafeBufferPointer { longitudes in
                                        body(
                                            Pointers(
                                                instants: instants, days: days, kinds: kinds,
                                                levels: levels, names: names,
                                                latitudes: latitudes, longitudes: longitudes))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }

        fileprivate mutating func append(_ row: ListRow) {
            ids.append(row.id)
            if row.place != ListPlace(id: row.id) { places.append(row.place) }
            instants.append(row.instant)
            days.append(row.day)
            kinds.append(row.kind)
            levels.append(row.level)
            names.append(row.name)
            latitudes.append(row.latitude)
            longitudes.append(row.longitude)
        }
    }

    let columns: Columns
    /// The limits of what the records have; none of a column without values.
    let instants: ClosedRange<Int64>
    let latitudes: ClosedRange<Double>?
    let ids: ClosedRange<Int64>
    /// Whether no record is concealed.
    let isOpen: Bool

    var count: Int { columns.ids.count }
    var first: ListPlace { place(0) }

    /// - Parameter columns: Of one record at least.
    init(_ columns: Columns) {
        self.columns = columns
        instants = Self.limits(columns.instants) ?? 0...0
        ids = Self.limits(columns.ids) ?? 0...0
        latitudes = Self.limits(columns.latitudes)
        isOpen = columns.levels.allSatisfy { $0 == ListRow.Level.open }
    }

    private static func limits<Value: Comparable>(_ values: [Value]) -> ClosedRange<Value>? {
        var limits: ClosedRange<Value>?
        // What is not a number equals nothing.
        for value in values where value == value {
            limits =
                limits.map { min($0.lowerBound, value)...max($0.upperBound, value) }
                ?? value...value
        }
        return limits
    }

    func place(_ index: Int) -> ListPlace {
        columns.places.isEmpty ? ListPlace(id: columns.ids[index]) : columns.places[index]
    }

    func row(_ index: Int) -> ListRow {
        ListRow(
            place: place(index), id: columns.ids[index], instant: columns.instants[index],
            day: columns.days[index], kind: columns.kinds[index], level: columns.levels[index],
            name: columns.names[index], latitude: columns.latitudes[index],
            longitude: columns.longitudes[index])
    }

    /// How many records have a place below `place`.
    func count(below place: ListPlace) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.place(middle) < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// What filters look at of every record, in memory and in the order of a list.
///
/// However the records of a filter lie, going through all costs a few nanoseconds each, and no plan can be a bad
/// one: 5 ms among a million, whose columns are 44 MB, in public 74 MB. A value: whoever reads it has all of one
/// moment, and the next moment's shares all chunks but those that changed.
struct ListColumns: Sendable {
    private(set) var chunks: [ListChunk] = []
    private(set) var count = 0
    /// Records of a chunk at most.
    private let capacity: Int

    /// - Parameter fill: Calls what it is given with each row, in the order of their places.
    init(
        capacity: Int = ListChunk.capacity, _ fill: (_ add: (ListRow) -> Void) throws -> Void
    ) rethrows {
        self.capacity = capacity
        var columns = ListChunk.Columns()
        try fill { append($0, to: &columns) }
        finish(&columns)
    }

    private mutating func append(_ row: ListRow, to columns: inout ListChunk.Columns) {
        columns.append(row)
        if columns.ids.count == capacity { finish(&columns) }
    }

    private mutating func finish(_ columns: inout ListChunk.Columns) {
        guard !columns.ids.isEmpty else { return }
        chunks.append(ListChunk(columns))
        count += columns.ids.count
        columns = ListChunk.Columns()
    }

    /// Takes records out and puts others in.
    ///
    /// - Parameters:
    ///   - ids: Records that change or go; those that are not here do not matter.
    ///   - rows: Records that come, or come back changed.
    mutating func replace(_ ids: Set<Int64>, with rows: [ListRow]) {
        let touched = chunks.indices.filter { index in
            ids.contains {
                chunks[index].ids.contains($0) && chunks[index].columns.ids.contains($0)
            }
        }
        for index in touched.reversed() {
            let chunk = chunks[index]
            replace(
                index...index,
                with: (0..<chunk.count).filter { !ids.contains(chunk.columns.ids[$0]) }
                    .map(chunk.row))
        }
        for row in rows.sorted(by: { $0.place < $1.place }) { insert(row) }
    }

    private mutating func insert(_ row: ListRow) {
        guard let index = indexOfChunk(holding: row.place) else {
            return replace(0..<0, with: [row])
        }
        let chunk = chunks[index]
        if index == chunks.count - 1, chunk.count < capacity,
            chunk.place(chunk.count - 1) < row.place
        {
            // The last made: the common case.
            var columns = chunk.columns
            columns.append(row)
            chunks[index] = ListChunk(columns)
            count += 1
            return
        }
        let position = chunk.count(below: row.place)
        var rows = (0..<chunk.count).map(chunk.row)
        rows.insert(row, at: position)
        replace(index..<index + 1, with: rows)
    }

    /// The last chunk whose first place is not above `place`; the first one for a place below all.
    private func indexOfChunk(holding place: ListPlace) -> Int? {
        guard !chunks.isEmpty else { return nil }
        return max(0, countOfChunks(from: place) - 1)
    }

    /// How many chunks begin at or below `place`.
    private func countOfChunks(from place: ListPlace) -> Int {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle].first <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func replace(_ range: some RangeExpression<Int>, with rows: [ListRow]) {
        let range = range.relative(to: chunks)
        let new = ListColumns(capacity: capacity) { add in rows.forEach(add) }
        count += new.count - chunks[range].reduce(0) { $0 + $1.count }
        chunks.replaceSubrange(range, with: new.chunks)
    }

    // MARK: Reading

    /// Where the records below `place` end: chunks before the first number are whole, and of that chunk as many
    /// records as the second says.
    func end(below place: ListPlace) -> (chunk: Int, count: Int) {
        guard let index = indexOfChunk(holding: place) else { return (0, 0) }
        return (index, chunks[index].count(below: place))
    }

    /// Where the record with this place lies.
    func find(_ place: ListPlace) -> (chunk: ListChunk, index: Int)? {
        guard let number = indexOfChunk(holding: place) else { return nil }
        let chunk = chunks[number]
        let index = chunk.count(below: place)
        guard index < chunk.count, chunk.place(index) == place else { return nil }
        return (chunk, index)
    }
}
