internal import FoundationEssentials
internal import GeoModel
internal import Geodesy
internal import Imaging

/// Where, when and whither, from the request and the photo's EXIF, with what a person should know.
struct CaptureFacts: Sendable, Equatable {
    let position: CapturePosition?
    let headingInDegrees: Double?
    /// By how much more than a compass the heading may be off: one that was from magnetic north.
    let headingUncertaintyInDegrees: Double
    let eventDate: EventDate
    /// `unknown` while a local time has no offset.
    let timeZoneSource: TimeZoneSource
    let notices: [String]

    /// The request's own values come first, then the photo's; at last no position, and the clock.
    ///
    /// - Parameter magnetic: Turns a heading from magnetic north to true north.
    /// - Throws: `CaptureError.invalidField`.
    init(
        _ request: CaptureRequest, _ photo: PhotoMetadata?, now: Date,
        magnetic: MagneticModels? = nil
    ) throws(CaptureError) {
        var notices: [String] = []
        let uncertainty = try Self.uncertainty(request)
        if let own = try Self.coordinate(request) {
            if own.isNull, uncertainty == nil {
                notices.append(
                    "The position sent is 0,0, which a device without a fix sends. It was not used."
                )
                position = Self.position(photo, uncertainty, &notices)
            } else {
                position = CapturePosition(
                    coordinate: own, coordinateUncertaintyInMeters: uncertainty, source: .request)
            }
        } else {
            position = Self.position(photo, uncertainty, &notices)
        }
        let stated = try Self.heading(request, photo)
        let (date, source) = try Self.eventDate(request, photo, now: now, &notices)
        (eventDate, timeZoneSource) = (date, source)
        let place = position?.coordinate
        let heading = stated.map { heading in
            heading.isMagnetic
                ? TrueHeading(magnetic: heading.degrees, at: place, on: date, magnetic)
                : TrueHeading(degrees: heading.degrees, uncertaintyInDegrees: 0, notice: nil)
        }
        headingInDegrees = heading?.degrees
        headingUncertaintyInDegrees = heading?.uncertaintyInDegrees ?? 0
        if let notice = heading?.notice { notices.append(notice) }
        self.notices = notices
    }

    private static func coordinate(
        _ request: CaptureRequest
    ) throws(CaptureError) -> Coordinate? {
        guard request.decimalLatitude != nil || request.decimalLongitude != nil else { return nil }
        guard let latitude = request.decimalLatitude else {
            throw .invalidField(
                name: "decimalLatitude", reason: "it is missing. Send it with decimalLongitude.")
        }
        guard let longitude = request.decimalLongitude else {
            throw .invalidField(
                name: "decimalLongitude", reason: "it is missing. Send it with decimalLatitude.")
        }
        if let coordinate = Coordinate(decimalLatitude: latitude, decimalLongitude: longitude) {
            return coordinate
        }
        guard (-90...90).contains(latitude) else {
            let isSwapped = (-180...180).contains(latitude) && (-90...90).contains(longitude)
            throw .invalidField(
                name: "decimalLatitude",
                reason: "send a number from -90 to 90."
                    + (isSwapped ? " Latitude and longitude look exchanged." : ""))
        }
        throw .invalidField(name: "decimalLongitude", reason: "send a number from -180 to 180.")
    }

    private static func uncertainty(_ request: CaptureRequest) throws(CaptureError) -> Double? {
        guard let meters = request.coordinateUncertaintyInMeters else { return nil }
        // Half the earth's girth says "anywhere"; Darwin Core has no use for 0.
        guard meters > 0, meters <= 20_037_509 else {
            throw .invalidField(
                name: "coordinateUncertaintyInMeters",
                reason: "send metres, more than 0 and at most 20037509, or leave it out.")
        }
        return meters
    }

    /// The photo's position. An uncertainty that came without a position is taken for it.
    private static func position(
        _ photo: PhotoMetadata?, _ uncertainty: Double?, _ notices: inout [String]
    ) -> CapturePosition? {
        guard let photo else { return nil }
        if photo.positionWasZeroed {
            notices.append(
                "The photo's GPS position is 0,0, as a camera without a fix writes. It was not used."
            )
        }
        guard let coordinate = photo.position else { return nil }
        return CapturePosition(
            coordinate: coordinate,
            coordinateUncertaintyInMeters: uncertainty ?? photo.coordinateUncertaintyInMeters,
            source: .exif)
    }

    private static func heading(
        _ request: CaptureRequest, _ photo: PhotoMetadata?
    ) throws(CaptureError) -> (degrees: Double, isMagnetic: Bool)? {
        if let heading = request.headingInDegrees {
            guard (0...360).contains(heading) else {
                throw .invalidField(
                    name: "headingInDegrees",
                    reason: "send degrees clockwise from true north, 0 to 360.")
            }
            return (heading == 360 ? 0 : heading, false)
        }
        return photo?.headingInDegrees.map { ($0, photo?.headingIsMagnetic == true) }
    }

    /// How far ahead of the clock a date may be: a local time without an offset by 14 hours, and either clock
    /// may be off.
    private static let greatestLead: TimeInterval = 24 * 3600

    private static func eventDate(
        _ request: CaptureRequest, _ photo: PhotoMetadata?, now: Date, _ notices: inout [String]
    ) throws(CaptureError) -> (EventDate, TimeZoneSource) {
        let latest = now.addingTimeInterval(greatestLead)
        if let date = request.eventDate {
            guard date.instant <= latest else {
                throw .invalidField(
                    name: "eventDate",
                    reason: "it is in the future. Check the clock, or leave it out.")
            }
            return (date, date.offsetInMinutes == nil ? .unknown : .request)
        }
        if let date = photo?.eventDate {
            if date.instant <= latest {
                return (date, date.offsetInMinutes == nil ? .unknown : .exif)
            }
            notices.append(
                "The photo's time, \(date), is in the future. Check the camera's clock. The time of arrival is used."
            )
        } else {
            notices.append("No time was sent, nor found in the photo. The time of arrival is used.")
        }
        return (EventDate(utc: now), .server)
    }
}

extension Coordinate {
    /// Whether it is 0,0, where nobody is and broken devices say they are.
    fileprivate var isNull: Bool { decimalLatitude == 0 && decimalLongitude == 0 }
}
