internal import FoundationEssentials
internal import GeoModel

/// A zone of the IANA time zone database, as the system has it in TZif files (RFC 8536).
struct TimeZoneFile {
    private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo"]
    /// The largest file of the database is of 4 kB.
    private static let sizeLimit = 64 << 10

    /// Seconds since 1970 from which an offset holds, ascending, and the offset in seconds east of UTC.
    private let transitions: [(from: Int64, offset: Int)]

    /// Returns nil when the system has no such zone.
    init?(named name: String) {
        guard name.split(separator: "/").allSatisfy({ $0 != ".." && $0 != "." }), !name.isEmpty
        else { return nil }
        for folder in Self.folders {
            let url = URL(filePath: "\(folder)/\(name)")
            guard let data = try? Data(contentsOf: url), data.count <= Self.sizeLimit,
                let transitions = Self.read([UInt8](data))
            else { continue }
            self.transitions = transitions
            return
        }
        return nil
    }

    /// The offset from UTC, in minutes, of a local time there.
    ///
    /// A time that comes twice, when clocks are set back, is the first of the two; one that is left out is
    /// read with the offset before.
    func offsetInMinutes(ofLocal date: EventDate) -> Int {
        let local = Int64(date.instant.timeIntervalSince1970)
        // The offset before the last transition that had come by then in local time.
        var offset = transitions.first?.offset ?? 0
        for (from, next) in transitions.dropFirst() {
            guard local >= from + Int64(max(offset, next)) else { break }
            offset = next
        }
        return offset / 60
    }

    /// The offset from UTC, in minutes, at a moment there.
    func offsetInMinutes(at instant: Date) -> Int {
        let seconds = Int64(instant.timeIntervalSince1970.rounded(.down))
        return (transitions.last { $0.from <= seconds }?.offset ?? 0) / 60
    }

    /// The 64-bit block of version 2 and later.
    private static func read(_ bytes: [UInt8]) -> [(from: Int64, offset: Int)]? {
        func number(_ start: Int, _ size: Int) -> Int64? {
            guard start >= 0, start + size <= bytes.count else { return nil }
            var value = Int64(Int8(bitPattern: bytes[start]))
            for byte in bytes[start + 1..<start + size] { value = value << 8 | Int64(byte) }
            return value
        }
        /// The six counts of a header: UT flags, standard flags, leaps, transitions, types, characters.
        func counts(_ start: Int) -> [Int]? {
            guard start + 44 <= bytes.count,
                bytes[start..<start + 4].elementsEqual("TZif".utf8), bytes[start + 4] >= 0x32
            else { return nil }
            let counts = (0..<6).compactMap { number(start + 20 + 4 * $0, 4).map { Int($0) } }
            return counts.allSatisfy { (0...10_000).contains($0) } ? counts : nil
        }
        guard let old = counts(0) else { return nil }
        let second = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
        guard let new = counts(second) else { return nil }
        let times = second + 44
        let kinds = times + new[3] * 8
        let types = kinds + new[3]
        func offset(_ type: Int) -> Int? { number(types + type * 6, 4).map { Int($0) } }
        guard let first = offset(0) else { return nil }
        var transitions: [(from: Int64, offset: Int)] = [(.min / 2, first)]
        for index in 0..<new[3] {
            guard let from = number(times + index * 8, 8), let kind = number(kinds + index, 1),
                let offset = offset(Int(kind & 0xFF))
            else { return nil }
            transitions.append((from, offset))
        }
        return transitions
    }
}

/// A time as it is at a position, and from where its zone was taken.
struct EventZone: Equatable {
    let date: EventDate
    let source: TimeZoneSource
    /// For the person: which zone, and from where; nil where nothing was guessed.
    let notice: String?

    /// Reads a local time without offset with the zone of a position, and writes the time of arrival in it: a record
    /// of half past midnight belongs to the day that has begun there.
    ///
    /// - Parameters:
    ///   - source: How the offset of `date` is known; another than `unknown` and `server` stays.
    ///   - zone: The zone's name there, by the map or the country; nil when neither says one, or the
    ///     country has several.
    init?(
        _ date: EventDate, _ source: TimeZoneSource, at position: CapturePosition?, zone: String?
    ) {
        guard let position else { return nil }
        let file = zone.flatMap { TimeZoneFile(named: $0) }
        switch source {
        case .request, .exif, .position, .longitude: return nil
        case .server:
            guard let file else { return nil }
            let offset = file.offsetInMinutes(at: date.instant)
            let local = EventDate(utc: date.instant.addingTimeInterval(Double(offset) * 60))
            guard let date = local.with(offsetInMinutes: offset) else { return nil }
            (self.date, self.source, notice) = (date, .server, nil)
        case .unknown:
            // The sun's own zone: 15 degrees are an hour.
            let offset =
                file?.offsetInMinutes(ofLocal: date)
                ?? Int((position.coordinate.decimalLongitude / 15).rounded()) * 60
            guard let date = date.with(offsetInMinutes: offset) else { return nil }
            self.date = date
            self.source = file == nil ? .longitude : .position
            notice =
                if let zone, file != nil {
                    "The time had no offset from UTC. It was read in the zone of the position, "
                        + "\(zone)."
                } else {
                    "The time had no offset from UTC, and the map names no zone here. It was read "
                        + "by the longitude, which may be wrong by an hour or two."
                }
        }
    }
}

extension EventDate {
    /// The same local time with another offset.
    fileprivate func with(offsetInMinutes: Int) -> EventDate? {
        EventDate(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            offsetInMinutes: offsetInMinutes)
    }
}
