/// The tables that the import fills row by row, each by one statement.
enum RowInsertion: UInt8, CaseIterable {
    case place, placePiece, address, interpolation, street, area, areaPiece, settlement
    case postcodeCentre, settlementReach, landmarkReach, streetName, road

    var table: String {
        switch self {
        case .place: "place"
        case .placePiece: "place_piece"
        case .address: "address"
        case .interpolation: "interpolation"
        case .street: "street"
        case .area: "area"
        case .areaPiece: "area_piece"
        case .settlement: "settlement"
        case .postcodeCentre: "postcode_centre"
        case .settlementReach: "settlement_reach"
        case .landmarkReach: "landmark_reach"
        case .streetName: "street_name"
        case .road: "road"
        }
    }

    /// In the order in which a row's values follow one another; of a table with geometry, that is the last.
    private var columns: [String] {
        let object = ["osm_type", "osm_id"]
        return switch self {
        case .place:
            object + [
                "category", "type", "name", "tags", "importance", "lon", "lat", "answer", "geom",
            ]
        case .placePiece: ["place_id", "geom"]
        case .address:
            object + [
                "house_number", "is_house", "street", "postcode", "city", "tags", "lon", "lat",
                "geom",
            ]
        case .interpolation: object + ["kind", "street", "numbers", "geom"]
        case .street: object + ["type", "name", "tags", "geom"]
        case .area:
            object + [
                "kind", "admin_level", "type", "name", "tags", "lon", "lat", "square_meters",
                "geom",
            ]
        case .areaPiece: ["area_id", "geom"]
        case .settlement:
            object + ["type", "name", "tags", "population", "lon", "lat", "is_capital", "geom"]
        case .postcodeCentre: ["postcode", "lon", "lat", "geom"]
        case .settlementReach, .landmarkReach: ["id", "geom"]
        case .streetName: ["name", "cell", "street_id"]
        case .road: ["street_id", "ways", "west", "south", "east", "north"]
        }
    }

    var sql: String {
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values))"
    }
}
