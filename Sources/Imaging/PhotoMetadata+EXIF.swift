internal import GeoModel

extension PhotoMetadata {
    /// Reads the EXIF of `file`. Never fails: what is broken or missing stays as in `init()`.
    package init(of file: JPEGFile) {
        self.init()
        guard let range = file.header.exif else { return }
        ExifTags.read(file.bytes, range) { tags in
            orientation =
                tags.integer(.picture, ExifTag.orientation)
                .flatMap { PhotoOrientation(rawValue: $0) } ?? .upright
            eventDate = Self.readEventDate(tags)
            readPosition(tags)
            readHeading(tags)
        }
    }

    /// `YYYY:MM:DD HH:MM:SS`, as EXIF writes it, and an offset such as `+02:00`.
    private static func readEventDate(_ tags: borrowing ExifTags) -> EventDate? {
        guard let text = tags.text(.photo, ExifTag.dateTimeOriginal) else { return nil }
        let parts = text.split(whereSeparator: { !$0.isASCII || !$0.isNumber }).map { Int($0) }
        guard parts.count >= 6, let year = parts[0], let month = parts[1], let day = parts[2],
            let hour = parts[3], let minute = parts[4], let second = parts[5]
        else { return nil }
        let offset = tags.text(.photo, ExifTag.offsetTimeOriginal)
            .flatMap { EventDate.offset(inMinutesFrom: $0) }
        return EventDate(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            offsetInMinutes: offset)
    }

    private mutating func readPosition(_ tags: borrowing ExifTags) {
        guard let latitude = Self.angle(tags, ExifTag.latitude),
            let longitude = Self.angle(tags, ExifTag.longitude)
        else { return }
        // 0/0 in both is what a camera writes that has no fix; no ref is needed to see it.
        guard latitude != 0 || longitude != 0 else {
            positionWasZeroed = true
            return
        }
        guard let north = Self.sign(tags, ExifTag.latitudeRef, positive: "N", negative: "S"),
            let east = Self.sign(tags, ExifTag.longitudeRef, positive: "E", negative: "W")
        else { return }
        position = Coordinate(
            decimalLatitude: north * latitude, decimalLongitude: east * longitude)
        guard position != nil else { return }
        coordinateUncertaintyInMeters =
            tags.rationals(.gps, ExifTag.horizontalError)?.first?.value.flatMap {
                $0 > 0 ? $0 : nil
            }
    }

    /// Degrees, minutes and seconds as one to three rationals, into degrees; nil when not readable.
    ///
    /// A part of 0/0 says "not known" and counts as 0, so that a zeroed tag is seen as zero.
    private static func angle(_ tags: borrowing ExifTags, _ tag: UInt32) -> Double? {
        guard let parts = tags.rationals(.gps, tag), (1...3).contains(parts.count) else {
            return nil
        }
        var angle = 0.0
        for (part, unit) in zip(parts, [1.0, 60.0, 3600.0]) {
            guard let value = part.value ?? (part.isUndefined ? 0 : nil) else { return nil }
            angle += value / unit
        }
        return angle
    }

    /// The sign that a ref gives by its first letter, in whatever case and with whatever behind it.
    private static func sign(
        _ tags: borrowing ExifTags, _ tag: UInt32, positive: Character, negative: Character
    ) -> Double? {
        switch tags.text(.gps, tag)?.uppercased().first {
        case positive: 1
        case negative: -1
        default: nil
        }
    }

    private mutating func readHeading(_ tags: borrowing ExifTags) {
        guard let value = tags.rationals(.gps, ExifTag.imageDirection)?.first?.value,
            (0...360).contains(value)
        else { return }
        headingInDegrees = value == 360 ? 0 : value
        headingIsMagnetic = tags.text(.gps, ExifTag.imageDirectionRef)?.uppercased().first == "M"
    }
}
