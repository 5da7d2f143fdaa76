internal import Database
internal import GeoModel
internal import Geodesy

extension ReverseSearch {
    /// The postcode whose centre is nearest to a position, within the reach of the country's
    /// postcodes and in the same country as far as boundaries tell.
    func postcode(near position: Coordinate, _ country: AddressCountry?) throws -> String? {
        let reach = PostcodeFormat.reachInMeters(countryCode: country?.code)
        let box = Geodesic.box(around: position, radiusInMeters: reach)
        let measure = measure(from: position)
        let farthest = measure.squaredDegrees(toCornerOf: box)
        var best: (written: String, code: String, squaredDegrees: Double)?
        for region in regions where !region.parts(of: box, in: .postcodeCentre).isEmpty {
            let layer = region.layers[.postcodeCentre]
            var walk = layer.tree.nearest(to: measure)
            while let id = walk.next(squaredReach: best?.squaredDegrees ?? farthest) {
                guard let row = layer.rows.row(id) else { throw region.isDamaged }
                let centre = row.position(PostcodeColumn.longitude)
                guard box.contains(centre) else { continue }
                let squared = measure.squaredDegrees(to: centre)
                let code = row.text(PostcodeColumn.postcode)
                if let best, (best.squaredDegrees, best.code) <= (squared, code) { continue }
                guard let written = PostcodeFormat.written(code, countryCode: country?.code),
                    try isInSameCountry(centre, country)
                else { continue }
                best = (written, code, squared)
            }
        }
        return best?.written
    }

    /// The postcode of an area in which only one has its centre.
    func onlyPostcode(in object: ReverseObject) throws -> String? {
        var found: Set<String> = []
        for region in regions {
            guard let area = try region.areaID(of: object.ref) else { continue }
            for (code, position) in try region.postcodes(in: object.boundingBox) {
                guard try region.area(area, contains: position) else { continue }
                found.insert(code)
                if found.count > 1 { return nil }
            }
        }
        return found.first
    }

    private func isInSameCountry(
        _ position: Coordinate, _ country: AddressCountry?
    ) throws -> Bool {
        if let area = country?.area { return try area.region.area(area.id, contains: position) }
        return try !regions.contains { region in
            try region.hasCountry && region.areas(containing: position).contains { $0.level == 2 }
        }
    }
}

extension RegionFile {
    /// Whether the region has the whole boundary of a country.
    fileprivate var hasCountry: Bool { !countryCodes.isEmpty }

    /// The postcodes whose centre is in a box.
    fileprivate func postcodes(
        in box: BoundingBox
    ) throws -> [(code: String, position: Coordinate)] {
        var found: [(code: String, position: Coordinate)] = []
        try visit(.postcodeCentre, in: box) { _, row in
            found.append(
                (row.text(PostcodeColumn.postcode), row.position(PostcodeColumn.longitude)))
        }
        return found
    }

    fileprivate func areaID(of ref: OSMRef) throws -> Int64? {
        try pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT id FROM area WHERE osm_type = ?1 AND osm_id = ?2")
            try row.bind(1, String(ref.osmType.letter))
            try row.bind(2, ref.osmID)
            return try row.step() ? row.int64(0) : nil
        }
    }
}

/// The columns of `postcode_centre` by their place in a record.
enum PostcodeColumn {
    static let postcode = 1, longitude = 2, latitude = 3
}

extension PlanarMeasure {
    /// The square of the distance to the farthest corner of a box round the origin.
    func squaredDegrees(toCornerOf box: BoundingBox) -> Double {
        [box.west, box.east].flatMap { longitude in
            [box.south, box.north].map { latitude in
                squaredDegrees(
                    to: Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude))
            }
        }.max() ?? 0
    }
}
