internal import GeoModel

/// What gives an object its address: the street it is on, or the place it belongs to.
struct AddressBase {
    /// The street's line; the object's or the place's position without one.
    let line: [Coordinate]
    var street: Street?
    /// What `addr:place` names, where houses are numbered by village.
    var placeName: String?
    /// That place, when it is in the map.
    var placeTags: [String: String]?
    var placeKey = "locality"
    var placeRank = 25

    struct Street {
        let tags: [String: String]
        /// The middle of its line.
        let position: Coordinate
        /// As the object's address writes it; nil when the street was found without.
        var written: String?
        /// Whether it is only the nearest, and far.
        var isInferred = false
    }

    init(line: [Coordinate], street: Street? = nil) {
        self.line = line
        self.street = street
    }

    func road(_ languages: LanguagePreferences) -> AddressPart? {
        guard let street, let name = languages.name(from: street.tags) ?? street.written else {
            return nil
        }
        return AddressPart(
            key: "road", value: name, isInferred: street.isInferred, addressRank: 26)
    }

    func place(_ languages: LanguagePreferences) -> AddressPart? {
        guard let placeName else { return nil }
        return AddressPart(
            key: placeKey, value: placeTags.flatMap { languages.name(from: $0) } ?? placeName,
            addressRank: placeRank)
    }
}

extension ReverseSearch {
    /// The base of a house, place or street.
    ///
    /// A house is on the street of its relation or of its `addr:street`, the nearest piece of it;
    /// in the place of its `addr:place`; else on the nearest street.
    func base(of object: ReverseObject) throws -> AddressBase {
        if let line = object.line {
            return AddressBase(
                line: line,
                street: .init(tags: object.tags, position: object.middle ?? object.position))
        }
        if let written = object.street {
            let name = StreetName(written)
            if let hit = try street(named: name, near: object.position, object.boundingBox)
                ?? misspelled(name, near: object.position)
            {
                var base = try base(on: hit)
                base.street?.written = written
                return base
            }
            let near = try nearestStreet(to: object.position, object.boundingBox)
            return AddressBase(
                line: near?.line ?? [object.position],
                street: .init(
                    tags: [:], position: near?.position ?? object.position, written: written))
        }
        if let place = object.place {
            return try base(inPlace: place, object)
        }
        guard let hit = try nearestStreet(to: object.position, object.boundingBox) else {
            return AddressBase(line: [object.position])
        }
        var base = try base(on: hit)
        base.street?.isInferred = hit.degrees > ReverseScope.reachInDegrees
        return base
    }

    private func base(on hit: ReverseHit) throws -> AddressBase {
        AddressBase(
            line: hit.line, street: .init(tags: try hit.tags(), position: hit.position))
    }

    private func base(inPlace name: String, _ object: ReverseObject) throws -> AddressBase {
        let found = try settlement(named: name, near: object.position)
        var base = AddressBase(line: [found?.settlement.position ?? object.position])
        base.placeName = name
        if let found {
            base.placeTags = try found.row().tags
            base.placeKey = found.settlement.type
            base.placeRank = found.rank.address
        }
        return base
    }

    /// The piece of a street of that name that is nearest to a house, measured from its box.
    func street(
        named name: StreetName, near position: Coordinate, _ box: BoundingBox
    ) throws -> ReverseHit? {
        let measure = measure(from: position)
        return try regions.flatMap { try $0.streets(named: name, near: measure) }
            .nearest(to: box, measure)
    }

    /// A street round the corner whose name is nearly the same.
    private func misspelled(_ name: StreetName, near position: Coordinate) throws -> ReverseHit? {
        let measure = measure(from: position)
        return try regions.flatMap {
            try $0.streets(near: measure, withinDegrees: ReverseScope.cornerInDegrees)
        }.filter {
            guard case .street(let own, _) = $0.kind else { return false }
            return StreetName(own).isSlip(of: name)
        }.min(by: <)
    }

    /// The street nearest to a house or place, measured from its box; of a hut in the mountains it
    /// may be 5.5 km away.
    func nearestStreet(to position: Coordinate, _ box: BoundingBox) throws -> ReverseHit? {
        let measure = measure(from: position)
        let half = PlanarMeasure.halfDiagonal(of: box)
        for radius in ReverseScope.radii {
            let found = try regions.flatMap {
                try $0.streets(near: measure, withinDegrees: radius + half)
            }.nearest(to: box, measure)
            if let found { return found }
        }
        return nil
    }
}

extension [ReverseHit] {
    /// The street whose line is nearest to a box; of several that meet it, to the position.
    fileprivate func nearest(to box: BoundingBox, _ measure: PlanarMeasure) -> ReverseHit? {
        guard box.west != box.east || box.south != box.north else { return self.min(by: <) }
        return map { ($0, PlanarMeasure.squaredDegrees(from: box, to: $0.line)) }
            .min {
                ($0.1, $0.0.nearest.squaredDegrees, $0.0.ref) < (
                    $1.1, $1.0.nearest.squaredDegrees, $1.0.ref
                )
            }?
            .0
    }
}
