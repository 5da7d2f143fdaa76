package import Exports
package import GeoModel
package import Species

extension JSONWriter {
    /// The members of a taxon as lists show it.
    private mutating func members(of taxon: Taxon) {
        member("taxonID", taxon.taxonID.rawValue)
        member("scientificName", taxon.scientificName)
        member("taxonRank", taxon.taxonRank)
        member(ifPresent: "vernacularName", taxon.vernacularName)
    }

    mutating func member(_ name: String, _ taxon: Taxon?) {
        guard let taxon else { return }
        object(name) { $0.members(of: taxon) }
    }

    /// One line of `/v1/species`.
    package mutating func value(_ entry: TaxonPage.Entry) {
        object { json in
            json.members(of: entry.taxon)
            json.member("taxonomicStatus", entry.taxonomicStatus)
            json.member("family", entry.family)
            json.member(ifPresent: "conservationStatus", entry.conservationStatus)
            json.member(ifPresent: "matchedName", entry.matchedName)
        }
    }

    /// One taxon, with the own records of it and of what counts as it, and where it lives.
    ///
    /// - Parameter monthlyShares: Twelve, of one place; nil when none was asked for or no range is known.
    package mutating func value(
        _ details: TaxonDetails, records: SightingSummary,
        ranges: [SpeciesStore.RangeArea] = [], monthlyShares: [Double?]? = nil
    ) {
        object { json in
            json.members(of: details.taxon)
            json.member(ifPresent: "scientificNameAuthorship", details.authorship)
            json.member("taxonomicStatus", details.taxonomicStatus)
            json.member("family", details.family)
            if details.species?.taxonID != details.taxon.taxonID {
                json.member("species", details.species)
            }
            json.array("lineage") { json in
                for taxon in details.lineage { json.object { $0.members(of: taxon) } }
            }
            json.namesAndTexts(of: details)
            json.member(records: records)
            if let monthlyShares { json.member("monthlyShares", shares: monthlyShares) }
            guard !ranges.isEmpty else { return }
            json.object("range") { json in
                json.member("type", "FeatureCollection")
                json.array("features") { json in for range in ranges { json.value(range) } }
            }
        }
    }

    /// All names and codes, the field guide's texts, and where they come from.
    private mutating func namesAndTexts(of details: TaxonDetails) {
        array("synonyms") { json in for name in details.synonyms { json.value(name) } }
        object("vernacularNames") { json in
            for (language, names) in details.names {
                json.array(language) { json in for name in names { json.value(name) } }
            }
        }
        object("codes") { json in
            for (scheme, codes) in details.codes {
                json.array(scheme) { json in for code in codes { json.value(code) } }
            }
        }
        member(ifPresent: "conservationStatus", details.conservationStatus)
        array("texts") { json in
            for text in details.texts {
                json.object { json in
                    json.member("topic", text.topic.rawValue)
                    json.member("language", text.language)
                    json.member("text", text.text)
                }
            }
        }
        array("sources") { json in
            for (source, id) in details.sources {
                json.object { json in
                    json.member("source", source)
                    json.member(ifPresent: "id", id)
                }
            }
        }
    }

    private mutating func member(records: SightingSummary) {
        object("records") { json in
            json.member("count", records.count)
            json.array("countsByMonth") { json in
                for count in records.countsByMonth { json.value(count) }
            }
            json.array("latest") { json in
                for sighting in records.latest { json.object { $0.members(of: sighting) } }
            }
        }
    }

    /// Parts of twelve months from January; null where it is not known.
    mutating func member(_ name: String, shares: [Double?]) {
        array(name) { json in
            for share in shares { share.map { json.value($0, decimals: 3) } ?? json.null() }
        }
    }

    /// A range as a GeoJSON feature.
    private mutating func value(_ range: SpeciesStore.RangeArea) {
        object { json in
            json.member("type", "Feature")
            json.object("geometry") { range.shape.writeMembers(to: &$0) }
            json.object("properties") { $0.members(of: range.entry) }
        }
    }

    /// What is told of a range besides its area, its codes as its file gave them.
    mutating func members(of range: RangeEntry) {
        member("scientificName", range.scientificName)
        member("source", range.source)
        member("season", range.season.rawValue)
        member("isExpected", range.isExpected)
        member(ifPresent: "presence", range.presence.map(Int64.init))
        member(ifPresent: "origin", range.origin.map(Int64.init))
        member(ifPresent: "seasonal", range.seasonal.map(Int64.init))
    }

    /// One entry of `/v1/lifelist`.
    package mutating func value(_ entry: LifeList.Entry) {
        object { json in
            json.member("category", entry.category.rawValue)
            json.member("name", entry.name)
            if let taxon = entry.taxon { json.members(of: taxon) }
            json.array("recordedNames") { json in
                for name in entry.recordedNames { json.value(name) }
            }
            json.member("count", entry.count)
            json.object("first") { $0.members(of: entry.first) }
            json.object("last") { $0.members(of: entry.last) }
        }
    }

    private mutating func members(of sighting: Sighting) { members(of: ShownSighting(sighting)) }

    private mutating func members(of sighting: ShownSighting) {
        member("occurrenceID", sighting.id)
        member("eventDate", sighting.eventDate)
        if let position = sighting.position {
            member("decimalLatitude", position.decimalLatitude)
            member("decimalLongitude", position.decimalLongitude)
        }
        member(ifPresent: "address", sighting.address)
    }

    package mutating func value(_ statistics: Statistics) {
        object { json in
            json.member("records", statistics.records)
            json.member("species", statistics.species)
            json.member("hybrids", statistics.hybrids)
            json.member(
                ifPresent: "firstDate", statistics.first.map { String($0.description.prefix(10)) })
            json.member(ifPresent: "daysSinceFirst", statistics.daysSinceFirst.map(Int64.init))
            json.object("year") { json in
                json.member("year", statistics.year)
                json.member("records", statistics.recordsOfYear)
                json.member("species", statistics.speciesOfYear)
                json.member("newSpecies", statistics.newSpeciesOfYear)
                json.member(ifPresent: "goal", statistics.goal.map(Int64.init))
                if let goal = statistics.goal {
                    json.member("toGo", max(0, goal - statistics.speciesOfYear))
                }
            }
        }
    }
}
