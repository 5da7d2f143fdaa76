package import FoundationEssentials
package import GeoModel

/// Where and when the records of a list were made, as far as it shows that.
package struct RecordExtent: Hashable, Sendable {
    /// The box of all positions; nil when there are none. It does not cross 180 degrees.
    package fileprivate(set) var boundingBox: BoundingBox?
    /// The first and the last moment; nil when there is no record. Of a date that is shown as a month or a day its
    /// first and last second.
    package fileprivate(set) var interval: ClosedRange<Date>?
}

extension RecordStore {
    /// The extent of all records as who reads sees them: of concealed ones what is shown of position and date.
    ///
    /// Goes through the columns of lists: 3 ms among a million records.
    package func extent(_ scope: RecordScope) throws -> RecordExtent {
        switch scope {
        case .all: return try listing { _, columns in RecordExtent(of: columns, dates: .day) }
        case .public(let dates):
            try settleDisclosure()
            return try listing(.public) { _, columns in RecordExtent(of: columns, dates: dates) }
        }
    }
}

extension RecordExtent {
    fileprivate init(of columns: ListColumns, dates: PublicDates) {
        var (south, north) = (Double.infinity, -Double.infinity)
        var (west, east) = (Double.infinity, -Double.infinity)
        var (first, last) = (Int64.max, Int64.min)
        var (firstDay, lastDay) = (Int32.max, Int32.min)
        for chunk in columns.chunks {
            chunk.columns.withPointers { pointers in
                for index in 0..<chunk.count {
                    let (latitude, longitude) = (
                        pointers.latitudes[index], pointers.longitudes[index]
                    )
                    // What is not a number changes nothing.
                    if latitude < south { south = latitude }
                    if latitude > north { north = latitude }
                    if longitude < west { west = longitude }
                    if longitude > east { east = longitude }
                    if pointers.levels[index] == ListRow.Level.open {
                        first = min(first, pointers.instants[index])
                        last = max(last, pointers.instants[index])
                    } else {
                        firstDay = min(firstDay, pointers.days[index])
                        lastDay = max(lastDay, pointers.days[index])
                    }
                }
            }
        }
        boundingBox = BoundingBox(west: west, south: south, east: east, north: north)
        if firstDay <= lastDay {
            let shown = (Self.days(firstDay, dates), Self.days(lastDay, dates))
            first = min(first, shown.0.lowerBound)
            last = max(last, shown.1.upperBound)
        }
        if first <= last {
            interval =
                Date(
                    timeIntervalSince1970: Double(first))...Date(
                    timeIntervalSince1970: Double(last))
        }
    }

    /// The seconds of what is shown of a day, as in UTC.
    ///
    /// - Parameter day: The number YYYYMMDD.
    private static func days(_ day: Int32, _ dates: PublicDates) -> ClosedRange<Int64> {
        let (year, month) = (Int(day) / 10_000, Int(day) / 100 % 100)
        let isMonth = dates == .month
        let first = EventDate(year: year, month: month, day: isMonth ? 1 : Int(day) % 100)
        let next =
            month == 12
            ? EventDate(year: year + 1, month: 1, day: 1)
            : EventDate(year: year, month: month + 1, day: 1)
        let start = Int64(first?.instant.timeIntervalSince1970 ?? 0)
        let end = isMonth ? Int64(next?.instant.timeIntervalSince1970 ?? 0) : start + 86_400
        return start...max(start, end - 1)
    }
}
