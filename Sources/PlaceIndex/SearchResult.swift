internal import Database
internal import GeoModel
internal import Geodesy

extension PlaceIndex {
    /// A hit with its address; nil when its row is gone.
    func result(_ hit: NameSearch.Hit, languages: LanguagePreferences) throws -> GeocoderResult? {
        let entry = hit.entry
        let search = { (position: Coordinate) in
            ReverseSearch(
                try ReverseQuery(position: position, languages: languages),
                regions: self.regionFiles, countries: self.countries)
        }
        var found: GeocoderResult?
        if let house = hit.house {
            guard let object = try entry.region.knownAddress(house) else { return nil }
            found = try search(object.position).answer(for: object)
        } else {
            switch entry.kind {
            case .area:
                found = try entry.ref.flatMap {
                    try search(entry.position).answer(
                        forArea: $0, category: entry.category, type: entry.type)
                }
            case .settlement, .postcode:
                found = try search(entry.position).answer(for: entry.object)
            case .place:
                found = try entry.region.knownPlace(entry.row).flatMap {
                    try search($0.position).answer(for: $0)
                }
            case .road:
                found = try entry.region.knownStreet(entry).flatMap {
                    try search($0.position).answer(for: $0)
                }
            case .address:
                found = try entry.region.knownAddress(entry.row).flatMap {
                    try search($0.position).answer(for: $0)
                }
            }
        }
        return found.map { GeocoderResult($0, of: hit) }
    }
}

extension GeocoderResult {
    /// The same as found by name: with the importance of its name, and the distance from the asker.
    fileprivate init(_ result: GeocoderResult, of hit: NameSearch.Hit) {
        let entry = hit.entry
        let isPostcode = entry.kind == .postcode
        let name = isPostcode ? entry.code : result.name
        var address = result.address
        var displayName = result.displayName
        if isPostcode { address.removeAll { $0.key == "postcode" } }
        // What is no part of addresses, a river or a park, still goes by its name here.
        if let name, isPostcode || !displayName.hasPrefix(name) {
            address.insert(
                AddressPart(key: isPostcode ? "postcode" : result.addressType, value: name), at: 0)
            displayName = Self.line(address)
        }
        self.init(
            ref: isPostcode ? nil : result.ref, category: result.category, type: result.type,
            placeRank: result.placeRank, addressRank: entry.addressRank ?? result.addressRank,
            addressType: result.addressType, importance: entry.importance, name: name,
            displayName: displayName, address: address, tags: result.tags,
            position: result.position, boundingBox: result.boundingBox,
            distanceInMeters: hit.meters)
    }

    /// A country by the polygons, at the middle of its box.
    init(_ country: Country, languages: LanguagePreferences) {
        let known = AddressCountry(
            code: country.code, tags: country.tags, meters: 0, area: nil,
            box: country.boundingBox, isInferred: false)
        let name = known.name(in: languages)
        let box = country.boundingBox
        let width = box.east - box.west + (box.crossesAntimeridian ? 360 : 0)
        self.init(
            ref: nil, category: "place", type: "country", placeRank: 4, addressRank: 4,
            addressType: "country", importance: 0.85, name: name, displayName: name,
            address: [
                AddressPart(key: "country", value: name, addressRank: 4),
                AddressPart(key: "country_code", value: country.code),
            ], tags: country.tags,
            position: Coordinate(
                clampingLatitude: (box.south + box.north) / 2,
                wrappingLongitude: box.west + width / 2),
            boundingBox: box, distanceInMeters: nil)
    }

    /// The parts on one line, but for codes.
    private static func line(_ address: [AddressPart]) -> String {
        var words: [String] = []
        for part in address where part.key != "country_code" && !part.key.hasPrefix("ISO3166") {
            if words.last != part.value { words.append(part.value) }
        }
        return words.joined(separator: ", ")
    }
}

extension SearchEntry {
    private var settlementRank: PlaceRank {
        .settlement(type, countryCode: nil) ?? PlaceRank(25, 0)
    }

    /// The line that it takes in an address, where the object that is answered with has another.
    fileprivate var addressRank: Int? {
        switch kind {
        case .postcode: 5
        case .settlement: settlementRank.address
        case .area, .place, .road, .address: nil
        }
    }

    /// A settlement's node, or a postcode, for which there is no object.
    fileprivate var object: ReverseObject {
        let isPostcode = kind == .postcode
        let box =
            isPostcode
            ? Geodesic.box(around: position, radiusInMeters: 1_000) : BoundingBox(position)
        return ReverseObject(
            ref: ref ?? OSMRef(osmType: .node, osmID: 0), category: category, type: type,
            tags: tags,
            rank: isPostcode ? PlaceRank(21, 25) : settlementRank.forChain,
            key: type, importance: importance, position: position, boundingBox: box, meters: 0,
            nearest: position)
    }
}

extension RegionFile {
    private func row(
        _ sql: String, _ id: Int64, _ read: (Statement) -> ReverseObject?
    ) throws -> ReverseObject? {
        try pool.withConnection { connection in
            let row = try connection.statement(sql)
            try row.bind(1, id)
            return try row.step() ? read(row) : nil
        }
    }

    fileprivate func knownPlace(_ id: Int64) throws -> ReverseObject? {
        try row("SELECT \(PlaceRow.columns) FROM place AS t WHERE t.id = ?1", id) { row in
            let place = PlaceRow.place(row)
            let layers = Layer.of(category: place.category, type: place.type)
            var object = ReverseObject(
                ref: place.ref, category: place.category, type: place.type, tags: place.tags,
                rank: layers.isEmpty || layers.contains(.poi) ? .house : PlaceRank(26, 0),
                key: place.category,
                importance: place.importance, position: place.position,
                boundingBox: place.boundingBox, meters: 0, nearest: place.position)
            object.adoptAddress(place.tags)
            return object
        }
    }

    fileprivate func knownAddress(_ id: Int64) throws -> ReverseObject? {
        let sql =
            "SELECT osm_type, osm_id, house_number, street, postcode, city, tags, lon, lat, geom "
            + "FROM address WHERE id = ?1"
        return try row(sql, id) { row in
            let tags = row.tags(6)
            let position = row.position(7)
            let type = tags["building"].map { $0 == "yes" ? "yes" : $0 }
            var object = ReverseObject(
                ref: row.ref(0), category: type == nil ? "place" : "building",
                type: type ?? "house", tags: tags, rank: .house,
                key: type == nil ? "place" : "building", importance: 0, position: position,
                boundingBox: PlaceRow.footprintBox(row, 9) ?? BoundingBox(position), meters: 0,
                nearest: position)
            object.adoptAddress(tags, street: row.optionalText(3))
            object.houseNumber = row.text(2)
            object.postcode = row.optionalText(4)
            object.city = row.optionalText(5)
            return object
        }
    }

    /// A road by the way that stands for it, at the middle of its line, with the box of all its ways.
    fileprivate func knownStreet(_ road: SearchEntry) throws -> ReverseObject? {
        let sql = "SELECT osm_type, osm_id, type, tags, geom FROM street WHERE id = ?1"
        return try row(sql, road.street ?? road.row) { row in
            guard case .lineString(let line)? = row.withBlob(4, { SpatialBlob.decode($0) }),
                !line.isEmpty
            else { return nil }
            let position = line[line.count / 2]
            var object = ReverseObject(
                ref: row.ref(0), category: "highway", type: row.text(2), tags: row.tags(3),
                rank: .street(row.text(2)), key: "road", importance: road.importance,
                position: position,
                boundingBox: road.box ?? BoundingBox(enclosing: line) ?? BoundingBox(position),
                meters: 0, nearest: position)
            object.line = line
            object.middle = position
            return object
        }
    }
}

extension Suggestion {
    init(_ hit: NameSearch.Hit, _ result: GeocoderResult) {
        self.result = result
        let house = result["house_number"].flatMap { number in
            result["road"].map { "\($0) \(number)" }
        }
        let isHouse = hit.house != nil
        let label = (isHouse ? house : result.name) ?? result.name ?? result.displayName
        self.label = label
        let keys =
            hit.entry.kind == .place || hit.entry.kind == .address
            ? ["road", "locality", "country"]
            : ["suburb", "locality", "county", "state", "country"]
        var context: [String] = []
        for key in isHouse ? Array(keys.dropFirst()) : keys {
            let value = key == "locality" ? result.locality : result[key]
            if let value, value != label, !context.contains(value) { context.append(value) }
        }
        self.context = context
        kind =
            hit.house != nil ? "address" : hit.entry.kind == .road ? "street" : "\(hit.entry.kind)"
        distanceInMeters = hit.meters
    }
}
