internal import Database
package import GeoModel
internal import Geodesy

extension PlaceIndex {
    /// Returns the places that a question names, the likeliest first.
    ///
    /// All words have to be in a name of the place, in any language, or name what it lies in:
    /// `cathedral helsinki`, `Mannerheimintie 10, 00100 Helsinki`. The order is `NameSearch`'s.
    /// An object of several regions is there once. A text that is a position, and nothing else, asks for what is there,
    /// as it does in Nominatim.
    ///
    /// - Returns: At most `query.limit` results; none when a word is unknown.
    /// - Throws: `DatabaseError` when a region cannot be read.
    package func search(_ query: SearchQuery) throws -> [GeocoderResult] {
        if case .free(let text) = query.text, let position = Coordinate(written: text) {
            return try results(at: position, query)
        }
        let search = NameSearch(
            self, languages: query.languages, near: query.near, viewbox: query.viewbox,
            isBounded: query.isBounded)
        let readings =
            switch query.text {
            case .free(let text): SearchReading.readings(of: text, endsInPrefix: false)
            case .structured(let address): SearchReading.readings(of: address)
            }
        for reading in readings { try search.add(reading) }
        if search.hits.isEmpty, case .free(let text) = query.text {
            // Nothing has these words whole: the last one may be a beginning.
            for reading in SearchReading.readings(of: text, endsInPrefix: true) {
                try search.add(reading)
            }
        }
        var results: [GeocoderResult] = []
        var shown: Set<String> = []
        // An address costs more than all before: of what reads the same, not all are written out.
        var left = query.limit + 10
        for hit in try search.ranked() {
            guard results.count < query.limit, left > 0 else { break }
            guard query.keeps(hit.entry), try query.keeps(hit.entry, search) else { continue }
            left -= 1
            guard let result = try result(hit, languages: query.languages), query.keeps(result)
            else { continue }
            let reading = "\(result.category)=\(result.type) \(result.displayName)"
            guard !query.removesDuplicates || shown.insert(reading).inserted else { continue }
            results.append(result)
        }
        if !results.contains(where: { $0.placeRank == 4 }), let country = try country(named: query)
        {
            results.insert(country, at: 0)
            if results.count > query.limit { results.removeLast() }
        }
        return results
    }

    /// What is at a position, if the question's filters keep it.
    private func results(
        at position: Coordinate, _ query: SearchQuery
    ) throws -> [GeocoderResult] {
        let question = try ReverseQuery(
            position: position, languages: query.languages,
            layers: query.layers ?? [.address, .poi])
        guard let result = try reverse(question), query.keeps(result) else { return [] }
        let code = result.address.first { $0.key == "country_code" }?.value
        let isInCountry =
            query.countryCodes.isEmpty || code.map(query.countryCodes.contains) == true
        let isSeen = query.viewbox?.contains(position) ?? true
        return isInCountry && (isSeen || !query.isBounded) ? [result] : []
    }

    /// The country that a question is the name of, from the country polygons: where no region has its
    /// boundary it is known all the same.
    private func country(named query: SearchQuery) throws -> GeocoderResult? {
        let text: String
        switch query.text {
        case .free(let words): text = words
        case .structured(let address):
            guard let country = address.country, address.isOnlyCountry else { return nil }
            text = country
        }
        guard let code = try countryNames?.code(named: FoldedText(text).joined),
            let country = try countries?.country(code: code)
        else { return nil }
        let result = GeocoderResult(country, languages: query.languages)
        let isSeen = query.viewbox?.contains(result.position) ?? true
        let keeps =
            (query.countryCodes.isEmpty || query.countryCodes.contains(code))
            && query.layers?.contains(.address) != false
            && (query.featureType ?? .country) == .country && (isSeen || !query.isBounded)
        return keeps ? result : nil
    }

    /// Returns names that begin as what was typed, the likeliest first: the last word may be the
    /// beginning of one.
    ///
    /// - Returns: At most `query.limit`, each with what tells it from others of its name.
    /// - Throws: `DatabaseError` when a region cannot be read.
    package func suggest(_ query: SuggestQuery) throws -> [Suggestion] {
        let search = NameSearch(self, languages: query.languages, near: query.near)
        let readings = SearchReading.readings(of: query.text, endsInPrefix: true)
        // All words as a name first, at a fraction of the cost of all readings.
        if let first = readings.first { try search.add(first) }
        if search.hits.count < query.limit {
            for reading in readings.dropFirst() { try search.add(reading) }
        }
        var suggestions: [Suggestion] = []
        var shown: Set<[String]> = []
        for hit in try search.ranked().prefix(query.limit + 4) {
            guard suggestions.count < query.limit else { break }
            guard let result = try result(hit, languages: query.languages) else { continue }
            let suggestion = Suggestion(hit, result)
            guard shown.insert([suggestion.kind, suggestion.label] + suggestion.context).inserted
            else { continue }
            suggestions.append(suggestion)
        }
        return suggestions
    }

    /// Returns objects by their identity, in the order asked for; those unknown are left out.
    ///
    /// - Throws: `DatabaseError` when a region cannot be read.
    package func lookup(
        _ refs: [OSMRef], languages: LanguagePreferences = .local
    ) throws -> [GeocoderResult] {
        try refs.compactMap { ref in
            for region in regionFiles {
                guard let entry = try region.searchEntry(of: ref) else { continue }
                return try result(NameSearch.Hit(entry: entry, score: 0), languages: languages)
            }
            return nil
        }
    }
}

extension SearchQuery {
    fileprivate func keeps(_ entry: SearchEntry) -> Bool {
        if let ref = entry.ref, excluded.contains(ref) { return false }
        if featureType != nil, entry.kind != .area, entry.kind != .settlement { return false }
        guard let layers else { return true }
        switch entry.kind {
        case .area, .settlement, .road, .postcode, .address: return layers.contains(.address)
        case .place:
            let own = Layer.of(category: entry.category, type: entry.type)
            return own.isEmpty ? layers.contains(.address) : !own.isDisjoint(with: LayerSet(layers))
        }
    }

    /// Whether it is in one of the countries, before its address is written out.
    fileprivate func keeps(_ entry: SearchEntry, _ search: NameSearch) throws -> Bool {
        guard !countryCodes.isEmpty else { return true }
        return try search.country(of: entry).map { countryCodes.contains($0) } ?? false
    }

    fileprivate func keeps(_ result: GeocoderResult) -> Bool {
        if let ref = result.ref, excluded.contains(ref) { return false }
        guard let featureType else { return true }
        switch featureType {
        case .country: return result.placeRank == 4
        case .state: return (5...9).contains(result.addressRank)
        case .city: return (13...16).contains(result.addressRank)
        case .settlement: return (8...20).contains(result.placeRank) && result.addressRank > 0
        }
    }
}
