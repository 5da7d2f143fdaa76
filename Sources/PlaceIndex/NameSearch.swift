internal import Database
internal import GeoModel
internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#endif

/// One question by name, over all regions.
///
/// Each reading of the question is looked up in the regions' `name_index`, near the asker first, and
/// the rows it gives are compared and scored. Work is bounded: a lookup gives at most
/// `rowsOfALookup` rows, the most important ones, and no more than `rowsOfAQuestion` are read.
///
/// The score is the sum of
///
/// - the match of the name, 0…1 (`NameMatch`), with 0.03 less for each context;
/// - 0.6 times the importance, 0…1 (`Prominence`);
/// - 0.2 for a settlement or an area, 0.05 for a street: of one name, people mean the larger thing;
/// - near an asker at a position, 0.5 times the nearness: 1 within 100 m, a quarter less for
///   every ten times that;
/// - 0.3 inside the viewbox;
/// - 0.3 for a house with the number asked for; 0.2 less for a street of which it is not known.
///
/// Equal scores keep the order of importance, then of OpenStreetMap type and id.
final class NameSearch {
    static let rowsOfALookup = 60
    static let rowsOfAQuestion = 500

    struct Hit {
        var entry: SearchEntry
        var score: Double
        /// From the asker.
        var meters: Double?
        /// The row of `address` with the number asked for.
        var house: Int64?
    }

    private let regions: [RegionFile]
    private let countries: Countries?
    private let countryNames: CountryNames?
    private let languages: LanguagePreferences
    private let near: Coordinate?
    private let viewbox: BoundingBox?
    private let isBounded: Bool
    private(set) var rowsRead = 0
    private var known: [String: [SearchContext]] = [:]
    private var present: [String: Bool] = [:]
    private var areasKnown: [AreaKey: Set<Int64>] = [:]
    private(set) var hits: [Key: Hit] = [:]

    /// What a hit is, whichever reading found it.
    struct Key: Hashable {
        let region: ObjectIdentifier
        let id: SearchRowID
        let house: Int64?
    }

    init(
        _ index: PlaceIndex, languages: LanguagePreferences, near: Coordinate?,
        viewbox: BoundingBox? = nil, isBounded: Bool = false
    ) {
        regions = index.regionFiles
        countries = index.countries
        countryNames = index.countryNames
        self.languages = languages
        self.near = near
        self.viewbox = viewbox
        self.isBounded = isBounded
    }

    // MARK: One reading

    /// Adds what answers a reading.
    func add(_ reading: SearchReading) throws {
        guard rowsRead < Self.rowsOfAQuestion else { return }
        for word in reading.name.dropLast(reading.endsInPrefix ? 1 : 0) {
            guard try isPresent(word) else { return }
        }
        var contexts: [[SearchContext]] = []
        for part in reading.contexts {
            let isOpen = reading.contextOfPrefix == part
            guard let found = try self.contexts(of: part, endsInPrefix: isOpen) else { return }
            contexts += found
        }
        let match = NameMatch(
            reading.name, endsInPrefix: reading.endsInPrefix, languages: languages)
        // Fewest cells are the smallest place.
        let cells = contexts.compactMap { alternatives -> [SearchCell]? in
            let cells = alternatives.map(\.cells)
            return cells.contains { $0 == nil }
                ? nil : Array(Set(cells.flatMap { $0 ?? [] }))
        }.min { $0.count < $1.count }
        for region in regions {
            for id in try rowIDs(reading, in: region, cells: cells) {
                try consider(id, region, reading, match, contexts)
            }
        }
    }

    private func consider(
        _ id: SearchRowID, _ region: RegionFile, _ reading: SearchReading, _ match: NameMatch,
        _ contexts: [[SearchContext]]
    ) throws {
        guard rowsRead < Self.rowsOfAQuestion, let entry = try region.searchEntry(id) else {
            return
        }
        rowsRead += 1
        guard
            let quality = entry.code.map({ match.quality(of: $0) })
                ?? match.quality(of: entry.tags)
        else { return }
        func fits(_ entry: SearchEntry) throws -> Bool {
            try contexts.allSatisfy { alternatives in
                try alternatives.contains { try holds($0, entry) }
            }
        }
        let score =
            quality - 0.03 * Double(contexts.count) + 0.6 * entry.importance
            + entry.kind.preference
        if let number = reading.houseNumber {
            var offered: [Coordinate] = []
            for house in try houses(number, on: entry) where try fits(house.entry) {
                // Several objects of one number are one house.
                guard !offered.contains(where: { house.entry.meters(from: $0) < 500 }) else {
                    continue
                }
                offered.append(house.entry.position)
                offer(house.entry, house: house.row, score: score + 0.3)
            }
            guard offered.isEmpty, entry.kind == .road else { return }
        }
        let penalty = reading.houseNumber == nil ? 0 : 0.2
        if try fits(entry) {
            offer(entry, house: nil, score: score - penalty)
        } else if entry.kind == .road, let part = try region.parts(of: entry).first(where: fits) {
            // A long street passes through what its middle is not in.
            offer(part, house: nil, score: score - penalty)
        }
    }

    private func offer(_ entry: SearchEntry, house: Int64?, score: Double) {
        var score = score
        let meters = near.map { entry.meters(from: $0) }
        if let meters { score += 0.5 * Self.nearness(meters) }
        if let viewbox {
            let isInside =
                entry.box.map { box in viewbox.partsWithoutCrossing.contains { $0.meets(box) } }
                ?? viewbox.contains(entry.position)
            if isBounded, !isInside { return }
            if isInside { score += 0.3 }
        }
        let key = Key(region: ObjectIdentifier(entry.region), id: entry.id, house: house)
        guard score > hits[key]?.score ?? -1 else { return }
        hits[key] = Hit(entry: entry, score: score, meters: meters, house: house)
    }

    /// 1 within 100 m, 0.75 at 1 km, 0.5 at 10 km, 0 from 1,000 km on.
    static func nearness(_ meters: Double) -> Double {
        min(1, max(0, 1 - 0.25 * log10(max(meters, 1) / 100)))
    }

    /// All that was found, best first, each thing once: of a boundary, its centre and what else stands
    /// for one settlement, the boundary, in the place of the best of them.
    func ranked() throws -> [Hit] {
        let sorted = hits.values.sorted { left, right in
            if left.score != right.score { return left.score > right.score }
            if left.entry.importance != right.entry.importance {
                return left.entry.importance > right.entry.importance
            }
            return Self.order(left.entry) < Self.order(right.entry)
        }
        var kept: [Hit] = []
        var places: [OSMRef: Int] = [:]
        var settlements: [String: [Int]] = [:]
        for var hit in sorted.prefix(Self.hitsOfAnAnswer) {
            if hit.house == nil { hit.entry = try hit.entry.boundary ?? hit.entry }
            let entry = hit.entry
            let name = entry.isSettlement ? entry.foldedName : ""
            let place =
                entry.ref.flatMap { places[$0] }
                ?? settlements[name]?.first { Self.isSame(kept[$0].entry, entry) }
            if let place {
                if entry.standing < kept[place].entry.standing { kept[place].entry = entry }
                if let ref = entry.ref { places[ref] = place }
                continue
            }
            if let ref = entry.ref { places[ref] = kept.count }
            if entry.isSettlement { settlements[name, default: []].append(kept.count) }
            kept.append(hit)
        }
        return kept
    }

    /// More are never shown, whatever is filtered and however much reads the same.
    private static let hitsOfAnAnswer = 200

    private static func order(_ entry: SearchEntry) -> (Int, Int64, Int64) {
        guard let ref = entry.ref else { return (3, 0, entry.id.value) }
        let type =
            switch ref.osmType {
            case .node: 0
            case .way: 1
            case .relation: 2
            }
        return (type, ref.osmID, entry.id.value)
    }

    /// Whether two entries of one name are one settlement or postcode: a node and an area, or two
    /// areas of which one is no boundary.
    private static func isSame(_ one: SearchEntry, _ other: SearchEntry) -> Bool {
        switch (one.kind, other.kind) {
        case (.area, .settlement), (.settlement, .area):
            guard one.adminLevel ?? other.adminLevel != 2 else { return false }
        case (.area, .area):
            guard (one.adminLevel == nil) != (other.adminLevel == nil) || one.code != nil else {
                return false
            }
        case (.postcode, .postcode), (.area, .postcode), (.postcode, .area): break
        default: return false
        }
        return other.meters(from: one.position) <= (one.code == nil ? 8_000.0 : 60_000)
    }

    // MARK: Lookups

    private func rowIDs(
        _ reading: SearchReading, in region: RegionFile, cells: [SearchCell]?
    ) throws -> [SearchRowID] {
        var terms = reading.name.map(NameTerms.whole)
        if let kinds = reading.kinds {
            terms.append(NameTerms.anyOf(kinds.map(\.term).sorted()))
        }
        if let cells { terms.append(SearchCell.terms(cells)) }
        if isBounded, let viewbox, let cover = SearchCell.cover(viewbox) {
            terms.append(SearchCell.terms(cover))
        }
        var found: [SearchRowID] = []
        var seen: Set<SearchRowID> = []
        /// - Returns: Whether there may be more than were given.
        @discardableResult
        func look(_ terms: [String], limit: Int = NameSearch.rowsOfALookup) throws -> Bool {
            let ids = try region.rowIDs(matching: terms.joined(separator: " AND "), limit: limit)
            for id in ids where seen.insert(id).inserted { found.append(id) }
            return ids.count == limit
        }
        let isFull = try focuses.map { focus in
            try look(terms + [focus], limit: Self.rowsOfALookup / 2)
        }
        if reading.name.count == 1 {
            // Park among a thousand parks.
            try look(Array(terms.dropFirst()) + [NameTerms.only(reading.name[0])], limit: 20)
        }
        let isWholeFull = try look(terms)
        // Whole words come before begun ones: where they fill the lookup, FTS5 need not unite the
        // lists of all words that begin so.
        if reading.endsInPrefix, let last = reading.name.last, !last.isUnspaced {
            let terms =
                [NameTerms.prefix(last)]
                + terms.enumerated().filter {
                    $0.offset != reading.name.count - 1
                }.map(\.element)
            for (focus, isFull) in zip(focuses, isFull) where !isFull {
                try look(terms + [focus], limit: Self.rowsOfALookup / 2)
            }
            if !isWholeFull { try look(terms) }
        }
        return found
    }

    /// Where to look first: round the asker, 1 to 4 km and 10 to 30 km; in the viewbox.
    private lazy var focuses: [String] = {
        var focuses =
            near.map { near in
                [14, 11].map { SearchCell.terms(SearchCell(near, level: $0).block) }
            } ?? []
        if !isBounded, let cover = viewbox.flatMap({ SearchCell.cover($0) }) {
            focuses.append(SearchCell.terms(cover))
        }
        return focuses
    }()

    private func isPresent(_ word: FoldedText.Word) throws -> Bool {
        if let known = present[word.text] { return known }
        let expression = NameTerms.whole(word)
        let found = try regions.contains {
            try !$0.rowIDs(matching: expression, limit: 1).isEmpty
        }
        present[word.text] = found
        return found
    }

    // MARK: Contexts

    private func holds(_ context: SearchContext, _ entry: SearchEntry) throws -> Bool {
        switch context {
        case .entry(let outer, let box):
            guard outer.id != entry.id || outer.region !== entry.region else { return false }
            guard outer.kind == .area else { return outer.holds(entry, box: box) }
            guard entry.kind != .area || entry.importance < outer.importance else { return false }
            return try areas(of: outer.region, at: entry.position).contains(outer.row)
        case .country(let code): return try country(of: entry) == code
        }
    }

    /// The rows of a region's areas that hold a position; one is asked about for every alternative.
    private func areas(of region: RegionFile, at position: Coordinate) throws -> Set<Int64> {
        let key = AreaKey(region: ObjectIdentifier(region), position: position)
        if let found = areasKnown[key] { return found }
        let found = Set(try region.areas(containing: position).map(\.id))
        areasKnown[key] = found
        return found
    }

    private struct AreaKey: Hashable {
        let region: ObjectIdentifier
        let position: Coordinate
    }

    /// The country that an entry is in: by boundaries, else by the country polygons.
    func country(of entry: SearchEntry) throws -> String? {
        for region in regions {
            for area in try region.areas(containing: entry.position) where area.level == 2 {
                if let code = RegionFile.countryCode(area.tags) { return code }
            }
        }
        return try countries?.country(at: entry.position, excluding: [])?.code
    }

    /// What words of a context name: as one, else cut into the longest parts that name something.
    ///
    /// - Returns: For each part what it may be; nil when a word names nothing.
    private func contexts(
        of words: [FoldedText.Word], endsInPrefix: Bool
    ) throws -> [[SearchContext]]? {
        var found: [[SearchContext]] = []
        var rest = words[...]
        while !rest.isEmpty {
            var count = rest.count
            while count > 0 {
                let named = try context(
                    Array(rest.prefix(count)), endsInPrefix: endsInPrefix && count == rest.count)
                if !named.isEmpty {
                    found.append(named)
                    break
                }
                count -= 1
            }
            guard count > 0 else { return nil }
            rest = rest.dropFirst(count)
        }
        return found
    }

    private func context(
        _ words: [FoldedText.Word], endsInPrefix: Bool
    ) throws -> [SearchContext] {
        let text = words.map(\.text).joined(separator: " ") + (endsInPrefix ? "~" : "")
        if let found = known[text] { return found }
        let match = NameMatch(words, endsInPrefix: endsInPrefix, languages: languages)
        let kinds: [SearchKind] = [.area, .settlement, .postcode, .road]
        let last = words.suffix(1).map { endsInPrefix ? NameTerms.prefix($0) : NameTerms.whole($0) }
        let expression =
            (words.dropLast().map(NameTerms.whole) + last + [NameTerms.anyOf(kinds.map(\.term))])
            .joined(separator: " AND ")
        var entries: [(entry: SearchEntry, quality: Double)] = []
        for region in regions {
            for id in try region.rowIDs(matching: expression, limit: 30) {
                guard let entry = try region.searchEntry(id),
                    let quality = entry.code.map({ match.quality(of: $0) })
                        ?? match.quality(of: entry.tags),
                    quality >= (endsInPrefix ? 0.5 : 0.95)
                else { continue }
                // Its boundary says better what lies in a settlement than a distance does.
                entries.append((try entry.boundary ?? entry, quality))
            }
        }
        entries.sort { $0.entry.importance > $1.entry.importance }
        var found: [SearchContext] = try entries.prefix(12).map {
            .entry($0.entry, box: try $0.entry.contextBox())
        }
        if let code = try countryNames?.code(named: words.map(\.text).joined()) {
            found.append(.country(code))
        }
        known[text] = found
        return found
    }
}
