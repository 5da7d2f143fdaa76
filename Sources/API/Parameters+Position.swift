package import GeoModel

extension Parameters {
    /// The names under which a latitude and a longitude may come.
    package struct PositionNames: Sendable {
        let latitude, longitude: String

        /// Nominatim's, and the radius search's.
        package static let short = PositionNames(latitude: "lat", longitude: "lon")
        /// Darwin Core's, and the capture's.
        package static let darwinCore = PositionNames(
            latitude: "decimalLatitude", longitude: "decimalLongitude")
    }

    /// A position, or nil when neither number was sent.
    ///
    /// - Throws: `APIError` when one is missing, is no number or is out of range; with a hint when the
    ///   two look swapped.
    package func position(_ names: PositionNames) throws(APIError) -> Coordinate? {
        let (sentLatitude, sentLongitude) = (value(names.latitude), value(names.longitude))
        guard let sentLatitude, let sentLongitude, !sentLatitude.isEmpty, !sentLongitude.isEmpty
        else { return try incompletePosition(names, sentLatitude, sentLongitude) }
        let notANumber = "Send decimal degrees on WGS 84, such as 60.1702."
        guard let latitude = PlainDecimal.number(sentLatitude) else {
            throw .invalid(parameter: names.latitude, remedy: notANumber)
        }
        guard let longitude = PlainDecimal.number(sentLongitude) else {
            throw .invalid(parameter: names.longitude, remedy: notANumber)
        }
        if let position = Coordinate(decimalLatitude: latitude, decimalLongitude: longitude) {
            return position
        }
        let looksSwapped =
            Coordinate(decimalLatitude: longitude, decimalLongitude: latitude) != nil
        let hint = looksSwapped ? " Are the two swapped?" : ""
        guard (-90...90).contains(latitude) else {
            throw .invalid(parameter: names.latitude, remedy: "Latitude is from -90 to 90.\(hint)")
        }
        throw .invalid(parameter: names.longitude, remedy: "Longitude is from -180 to 180.\(hint)")
    }

    /// nil where neither coordinate was sent.
    private func incompletePosition(
        _ names: PositionNames, _ latitude: String?, _ longitude: String?
    ) throws(APIError) -> Coordinate? {
        if (latitude ?? "").isEmpty, (longitude ?? "").isEmpty {
            guard latitude != nil || longitude != nil else { return nil }
            throw .invalid(
                parameter: names.latitude, remedy: "It is empty: send a number or leave it out.")
        }
        throw .missing(
            parameter: (latitude ?? "").isEmpty ? names.latitude : names.longitude,
            remedy: "Send both coordinates, or neither.")
    }

    /// A position that has to be sent.
    package func requiredPosition(_ names: PositionNames) throws(APIError) -> Coordinate {
        guard let position = try position(names) else {
            throw .missing(
                parameter: names.latitude,
                remedy: "Send \(names.latitude) and \(names.longitude) in decimal degrees.")
        }
        return position
    }

    /// A radius in metres, above 0 and up to `limit`.
    package func radius(
        _ name: String, limit: Double, default standard: Double
    ) throws(APIError) -> Double {
        try number(
            name, in: Double.leastNonzeroMagnitude...limit,
            remedy: "Send metres above 0, at most \(Int(limit)).") ?? standard
    }

    /// `west,south,east,north`; west may be greater than east, across 180 degrees.
    package func boundingBox(_ name: String) throws(APIError) -> BoundingBox? {
        guard isSent(name) else { return nil }
        let numbers = (text(name) ?? "").split(separator: ",", omittingEmptySubsequences: false)
            .map { PlainDecimal.number($0) ?? .nan }
        guard numbers.count == 4,
            let box = BoundingBox(
                west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        else {
            throw .invalid(
                parameter: name,
                remedy: "Send west,south,east,north in degrees, south not above north.")
        }
        return box
    }

    /// A language list: the parameter when it is sent, else the `Accept-Language` header.
    package func languages(_ names: [String], header: String?) -> LanguagePreferences {
        let asked = names.lazy.compactMap { self.text($0) }.first
        guard let text = asked ?? header else { return .local }
        return LanguagePreferences(acceptLanguage: text)
    }
}
