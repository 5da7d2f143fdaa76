import GeoModel
import Testing

@testable import Candidates

/// Places, labels and addresses with only what a test is about.
enum Make {
    static let cathedral = Coordinate(decimalLatitude: 60.1704, decimalLongitude: 24.9522)!

    static func place(
        _ id: Int64, _ name: String?, _ category: String = "amenity", _ type: String = "cafe",
        tags: [String: String] = [:], at distance: Double, bearing: Double? = 0,
        importance: Double = 0.1, across degrees: Double = 0.0001
    ) -> NearbyPlace {
        var all = tags
        all[category] = all[category] ?? type
        if let name { all["name"] = name }
        let box = BoundingBox(
            west: cathedral.decimalLongitude, south: cathedral.decimalLatitude,
            east: cathedral.decimalLongitude + degrees, north: cathedral.decimalLatitude + degrees)
        return NearbyPlace(
            place: Place(
                ref: OSMRef(osmType: .node, osmID: id), category: category, type: type, tags: all,
                position: cathedral, boundingBox: box ?? BoundingBox(cathedral),
                importance: importance),
            label: name ?? type, isNamed: name != nil, distanceInMeters: distance,
            bearingInDegrees: distance == 0 ? nil : bearing)
    }

    /// Tags as `key=value;key=value`, the form of the label file.
    static func label(
        _ name: String, _ probability: Double, tags: String = "", match: OSMMatch? = nil,
        taxon: String? = nil, index: Int = 0, model: String = "test", groups: [String] = [],
        modelGroup: String? = nil
    ) -> LabelledProbability {
        let osmTags = tags.split(separator: ";").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            return OSMTag(key: parts[0], value: parts[1])
        }
        return LabelledProbability(
            label: ImageLabel(
                model: model, index: index, name: name, scientificName: taxon,
                taxonRank: taxon == nil ? nil : "species", osmTags: osmTags,
                osmMatch: osmTags.isEmpty ? nil : match ?? .same, groups: groups,
                modelGroup: modelGroup),
            probability: probability)
    }

    static let churchTags =
        "amenity=place_of_worship;religion=christian;building=church;building=cathedral;"
        + "building=chapel;historic=church"

    static func church(_ probability: Double) -> LabelledProbability {
        label("church", probability, tags: churchTags, index: 497)
    }

    static let address = GeocoderResult(
        ref: OSMRef(osmType: .node, osmID: 900), category: "place", type: "house", placeRank: 30,
        addressRank: 30, addressType: "place", importance: 0, name: nil,
        displayName: "29, Unioninkatu, Helsinki, Suomi",
        address: [
            AddressPart(key: "house_number", value: "29"),
            AddressPart(key: "road", value: "Unioninkatu"),
            AddressPart(key: "city", value: "Helsinki"),
            AddressPart(key: "country", value: "Suomi"),
        ],
        tags: [:], position: cathedral, boundingBox: BoundingBox(cathedral), distanceInMeters: 8)

    static let cathedralPlace = place(
        419_479_428, "Helsingin tuomiokirkko", "amenity", "place_of_worship",
        tags: ["religion": "christian", "building": "cathedral", "wikidata": "Q1234"],
        at: 0, importance: 0.5)

    /// Cafes and shops round the cathedral, 10 m to 95 m away.
    static let neighbours = (1...18).map { number in
        place(
            Int64(number), "Cafe \(number)", at: Double(number) * 5 + 5,
            bearing: Double(number * 20))
    }

    static func input(
        position: Coordinate? = cathedral, uncertainty: Double? = 12, heading: Double? = nil,
        places: [NearbyPlace] = [], address: GeocoderResult? = nil,
        labels: [LabelledProbability] = [], species: [String: SpeciesKnowledge] = [:],
        saved: [NearbySavedPlace] = [], limit: Int = 10
    ) -> RankingInput {
        RankingInput(
            position: position.map {
                CapturePosition(
                    coordinate: $0, coordinateUncertaintyInMeters: uncertainty, source: .request)
            },
            headingInDegrees: heading, places: places, savedPlaces: saved, address: address,
            labels: labels, species: species,
            eventDate: EventDate("2026-06-01T12:05:00+02:00")!, limit: limit)
    }
}

/// Taxa as a species store tells of them.
enum Taxa {
    static func known(
        _ id: Int64, _ name: String, _ status: RangeStatus, vernacular: String? = nil,
        under lineage: [(Int64, String, String)] = []
    ) -> SpeciesKnowledge {
        SpeciesKnowledge(
            taxon: Taxon(
                taxonID: TaxonID(rawValue: id), scientificName: name, taxonRank: "species",
                vernacularName: vernacular),
            lineage: lineage.map {
                Taxon(
                    taxonID: TaxonID(rawValue: $0.0), scientificName: $0.1, taxonRank: $0.2,
                    vernacularName: nil)
            }, range: RangeAnswer(status: status))
    }
}

extension [Candidate] {
    func named(_ name: String) throws -> Candidate { try #require(first { $0.name == name }) }
}
