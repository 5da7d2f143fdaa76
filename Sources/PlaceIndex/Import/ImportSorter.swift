internal import GeoModel
internal import OSMReader

/// Decides by its tags what an object becomes, and writes it.
///
/// One object may become several things: a named building with a house number is a place and an
/// address; a square is a place and a street.
struct ImportSorter {
    let writer: RegionWriter
    /// ISO 8601 calendar date, to tell boundaries that have ended.
    private let today: String
    private(set) var report: ImportReport
    private var memberships = StreetMemberships()
    private(set) var links = BoundaryLinks()
    private var postcodes = PostcodeCentres()
    private var interpolations: [InterpolationDraft] = []

    init(writer: RegionWriter, today: String, report: ImportReport) {
        self.writer = writer
        self.today = today
        self.report = report
    }

    /// Objects with none of these keys become nothing, and are not asked of the reader.
    static let keys =
        PlaceKind.rules.filter(\.takesUnnamed).map(\.key)
        + [
            "name", "ref", "addr:housenumber", "addr:interpolation", "postal_code", "addr:postcode",
            "timezone",
        ]

    static let relationTypes = StreetMemberships.relationTypes + ["boundary"]

    mutating func add(_ element: OSMElement) throws {
        switch element {
        case .relation(let relation):
            if relation.tags["type"] == "boundary" {
                links.add(relation)
            } else {
                memberships.add(relation)
            }
        case .node(let node): try add(node)
        case .way(let way): try add(way)
        case .area(let area): try add(area)
        }
    }

    // MARK: Objects

    private mutating func add(_ node: OSMNode) throws {
        let shape = Geometry.point(node.position)
        postcodes.add(node.tags, shape)
        try addPlace(node.ref, PlaceKind(node.tags), node.tags, shape)
        try addAddress(node.ref, node.tags, shape)
        if let type = node.tags["place"], SettlementTags.types.contains(type),
            let name = node.tags["name"],
            try writer.insertSettlement(node.ref, type: type, name: name, node.tags, node.position)
        {
            report.settlements += 1
        }
    }

    private mutating func add(_ way: OSMWay) throws {
        memberships.note(way)
        postcodes.add(way.tags, way.shapeForPost)
        if way.tags["addr:interpolation"] != nil {
            if let draft = InterpolationDraft(way) {
                interpolations.append(draft)
            } else {
                report.skip(.interpolationWithoutLine, way.ref)
            }
        }
        try addStreet(way)
        let kind = PlaceKind(way.tags)
        let houseNumber = way.tags["addr:housenumber"]
        let area = AreaTags(way.tags, today: today)
        guard kind != nil || houseNumber != nil || area != nil else { return }

        let isArea = way.area != nil && way.tags["area"] != "no" && kind?.isLine(way.tags) != true
        guard let shape = (isArea ? way.polygonShape : nil) ?? way.lineShape else {
            report.skip(.wayWithoutTwoNodes, way.ref)
            return
        }
        if isArea, case .problem(let problem) = way.area {
            // Whoever looks for a house at the extract's edge finds it by what is known of it.
            guard kind != nil || houseNumber != nil else {
                report.skip(.areaNotAssembled(problem), way.ref)
                return
            }
            report.skip(.outlineOnly(problem), way.ref)
        } else if way.lacksNodes {
            report.skip(.wayInPart, way.ref)
        }
        try addPlace(way.ref, kind, way.tags, shape)
        try addAddress(way.ref, way.tags, shape)
        if let area, case .polygons(let polygons) = way.area {
            try addArea(way.ref, way.tags, area, polygons)
        }
    }

    private mutating func add(_ area: OSMArea) throws {
        let about = AreaTags(area.tags, today: today)
        let street = StreetTags.type(area.tags)
        let kind = PlaceKind(area.tags)
        guard
            about != nil || street != nil || kind != nil
                || area.tags["addr:housenumber"] != nil
        else {
            if area.tags["boundary"] != nil {
                report.skip(.otherBoundary, area.ref)
            }
            return
        }
        let polygons: [Polygon]
        switch area.outcome {
        case .problem(let problem):
            report.skip(
                problem == .missingMembers ? .missingMembers : .areaNotAssembled(problem), area.ref)
            return
        case .polygons(let found): polygons = found
        }
        let shape = polygons.count == 1 ? Geometry.polygon(polygons[0]) : .multiPolygon(polygons)
        postcodes.add(area.tags, shape)
        try addPlace(area.ref, kind, area.tags, shape)
        try addAddress(area.ref, area.tags, shape)
        if let street {
            for polygon in polygons {
                try addStreet(area.ref, street, area.tags, polygon.outer)
            }
        }
        if let about { try addArea(area.ref, area.tags, about, polygons) }
    }

    // MARK: What they become

    private mutating func addPlace(
        _ ref: OSMRef, _ kind: PlaceKind?, _ tags: OSMTags, _ shape: Geometry
    ) throws {
        guard let kind else { return }
        if try writer.insertPlace(ref, kind, tags, shape) { report.places += 1 }
    }

    private mutating func addAddress(
        _ ref: OSMRef, _ tags: OSMTags, _ shape: Geometry
    ) throws {
        guard let number = tags["addr:housenumber"], !number.isEmpty,
            tags["addr:interpolation"] == nil
        else { return }
        if try writer.insertAddress(ref, houseNumber: number, tags, shape) {
            report.addresses += 1
        }
    }

    private mutating func addStreet(_ way: OSMWay) throws {
        guard let street = StreetTags.type(way.tags) else { return }
        let parts = way.knownParts.map(\.line).filter(\.hasLength)
        if way.lacksNodes {
            report.skip(parts.isEmpty ? .streetWithoutTwoNodes : .streetInPart, way.ref)
        } else if parts.isEmpty {
            report.skip(.streetWithoutLength, way.ref)
        }
        for line in parts { try addStreet(way.ref, street, way.tags, line) }
    }

    private mutating func addStreet(
        _ ref: OSMRef, _ street: (type: String, name: String), _ tags: OSMTags, _ line: [Coordinate]
    ) throws {
        if try writer.insertStreet(ref, type: street.type, name: street.name, tags, line) {
            report.streets += 1
        }
    }

    private mutating func addArea(
        _ ref: OSMRef, _ tags: OSMTags, _ area: AreaTags, _ polygons: [Polygon]
    ) throws {
        guard try writer.insertArea(ref, area, tags, polygons) else { return }
        switch area.kind {
        case .administrative: report.administrativeAreas += 1
        case .postal: report.postalAreas += 1
        case .place, .landuse, .timezone: report.placeAreas += 1
        }
    }

    // MARK: After the last object

    /// Writes the last rows of objects.
    mutating func finishRows() throws {
        try writer.insertPostcodes(postcodes)
        try writer.finishRows()
    }

    /// Writes what was waiting for others: streets of houses, and interpolations.
    mutating func link() throws {
        try writer.indexAddresses()
        for (house, name) in memberships.streets {
            _ = try writer.setStreet(name, ofAddress: house)
        }
        for draft in interpolations {
            guard let (numbers, street) = try draft.numbers(of: writer.address(ofNode:)) else {
                report.skip(.interpolationWithoutNumbers, draft.ref)
                continue
            }
            if try writer.insertInterpolation(
                draft.ref, kind: draft.kind, street: street, numbers: numbers, draft.line)
            {
                report.interpolations += 1
            }
        }
        interpolations = []
    }

    /// Takes the reader's counts into the report.
    mutating func count(_ summary: OSMSummary) {
        report.nodesRead = summary.nodes
        report.waysRead = summary.ways
        report.relationsRead = summary.relations
        report.skip(.deleted, count: summary.deleted)
        report.skip(.repeated, count: summary.repeated)
        report.skip(.nodeWithoutPosition, count: summary.nodesWithoutPosition)
    }
}

extension OSMWay {
    /// The longest part of the line that is known; a point where all its nodes lie on one spot.
    fileprivate var lineShape: Geometry? {
        guard let longest = knownParts.max(by: { $0.line.count < $1.line.count }) else {
            return nil
        }
        return longest.line.hasLength ? .lineString(longest.line) : .point(longest.line[0])
    }

    /// What an address is a point of: the inside of a closed way that is no road.
    fileprivate var shapeForPost: Geometry? {
        let isArea = tags["highway"] == nil ? tags["area"] != "no" : tags["area"] == "yes"
        return (isArea ? polygonShape : nil) ?? lineShape
    }

    fileprivate var polygonShape: Geometry? {
        guard case .polygons(let polygons) = area, let first = polygons.first else { return nil }
        return polygons.count == 1 ? .polygon(first) : .multiPolygon(polygons)
    }
}
