internal import VectorReader

/// Which columns of a layer say what.
///
/// They are found by their names, whatever the case and the marks between the words: IUCN's (`sci_name`
/// or `binomial`, `id_no`, `presence`, `origin`, `seasonal`), BirdLife's (`SCINAME`, `SISID`), eBird
/// Status and Trends' (`scientific_name`, `species_code`, `season`, `start_date`, `end_date`, `type`) and
/// iNaturalist's (`name` beside `taxon_id` or `rank`). A plain `name` alone may be a country's: it is not
/// taken for a taxon's.
package struct RangeColumns: Hashable, Sendable {
    /// What a column may say.
    package enum Role: String, Hashable, Sendable, CaseIterable {
        case name, presence, origin, season, firstDay, lastDay, commonName, sourceID, type

        /// The option that names the column; nil for those that are only found.
        package var option: String? {
            switch self {
            case .name: "name-column"
            case .presence: "presence-column"
            case .origin: "origin-column"
            case .season: "season-column"
            case .firstDay: "start-column"
            case .lastDay: "end-column"
            case .commonName, .sourceID, .type: nil
            }
        }

        /// In the order in which they are looked for, letters and digits only.
        fileprivate var spellings: [String] {
            switch self {
            case .name:
                [
                    "sciname", "scientificname", "scientific", "binomial", "speciesname",
                    "latinname", "taxonname", "species",
                ]
            case .presence: ["presence"]
            case .origin: ["origin"]
            case .season: ["seasonal", "season", "seasonality"]
            case .firstDay: ["startdate"]
            case .lastDay: ["enddate"]
            case .commonName: ["commonname", "englishname", "vernacularname"]
            case .sourceID: ["idno", "sisid", "sisrecid", "speciescode", "taxonid"]
            case .type: ["type"]
            }
        }
    }

    /// The index of each column that was found.
    private let indices: [Role: Int]
    private let fields: [String]

    /// - Parameters:
    ///   - named: Columns as a person names them: by name in any case, or `#3`, the third. Of several of
    ///     one name the first is meant.
    ///   - species: Stands for a column of names when it is not nil.
    /// - Throws: `RangeImportError` for a named column that is not there, or when there is no name.
    init(
        of layer: VectorLayer, in file: String, named: [Role: String], species: String?
    ) throws(RangeImportError) {
        fields = layer.fields
        let words = fields.map(Self.word)
        var indices: [Role: Int] = [:]
        for role in Role.allCases {
            if let name = named[role] {
                guard let index = Self.index(of: name, in: fields) else {
                    throw .noSuchColumn(
                        option: role.option ?? role.rawValue, name: name, file: file,
                        columns: fields)
                }
                indices[role] = index
            } else {
                indices[role] = role.spellings.lazy.compactMap { words.firstIndex(of: $0) }.first
            }
        }
        if species != nil, named[.name] == nil {
            indices[.name] = nil
        } else if indices[.name] == nil, let name = words.firstIndex(of: "name"),
            words.contains("taxonid") || words.contains("rank")
        {
            indices[.name] = name
        }
        guard indices[.name] != nil || species != nil else {
            throw .noNameColumn(file: file, layer: layer.name, columns: fields)
        }
        // `type` tells kinds of area apart in eBird's files alone.
        if !words.contains("speciescode") { indices[.type] = nil }
        self.indices = indices
    }

    /// The columns to read, in ascending order.
    var wanted: [Int] { indices.values.sorted() }

    /// The text of a column among those read; nil when there is no such column, or nothing in it.
    func text(_ role: Role, _ values: [String?]) -> String? {
        guard let index = indices[role], let place = wanted.firstIndex(of: index),
            let text = values[place]
        else { return nil }
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return trimmed.isEmpty ? nil : trimmed
    }

    func has(_ role: Role) -> Bool { indices[role] != nil }

    /// What was found, as `name = sci_name, season = seasonal`.
    var description: String {
        Role.allCases.compactMap { role in
            indices[role].map { "\(role.rawValue) = \(fields[$0])" }
        }
        .joined(separator: ", ")
    }

    private static func index(of name: String, in fields: [String]) -> Int? {
        if name.hasPrefix("#"), let number = Int(name.dropFirst()), fields.indices ~= number - 1 {
            return number - 1
        }
        return fields.firstIndex { $0.lowercased() == name.lowercased() }
    }

    private static func word(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
