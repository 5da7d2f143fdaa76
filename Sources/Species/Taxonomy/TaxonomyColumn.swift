/// What a column of a taxonomy holds.
enum TaxonomyColumn: Hashable, Sendable {
    case taxonID, scientificName, authorship
    /// Words of the name, where it is not in one column.
    case genus, specificEpithet, infraspecificEpithet
    /// A rank in words, or eBird's category.
    case rank
    /// A higher taxon by its rank: kingdom, phylum, class, order, family, subfamily.
    case higher(String)
    case familyVernacular
    /// The BCP 47 tag; nil where the file, or the caller, says it elsewhere.
    case vernacular(String?)
    /// The language of the row's vernacular name.
    case language
    case parentID, parentName, acceptedID, acceptedName, status
    /// eBird's code of the taxon as which this one is counted.
    case reportAs
    /// A code, by who gives it.
    case code(String)
    case conservationStatus, extinct
    case text(FieldGuideTopic)

    /// Ranks above genus, highest first.
    static let higherRanks = ["kingdom", "phylum", "class", "order", "family", "subfamily"]

    /// Schemes whose codes stay with a taxon when its name changes.
    static let lastingSchemes: Set = ["ebird", "avibase"]

    // MARK: Named by a person

    /// The words for `--columns`.
    static let roleNames =
        [
            "taxonID", "scientificName", "scientificNameAuthorship", "genus", "specificEpithet",
            "infraspecificEpithet", "taxonRank",
        ] + higherRanks + [
            "vernacularName", "vernacularName:LANGUAGE", "language", "parentNameUsageID",
            "parentNameUsage", "acceptedNameUsageID", "acceptedNameUsage", "taxonomicStatus",
            "reportAs", "code:SCHEME", "conservationStatus", "extinct",
        ] + FieldGuideTopic.allCases.map(\.rawValue)

    /// - Throws: `TaxonomyError.unknownRole`.
    init(role: String) throws(TaxonomyError) {
        let parts = role.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first?.lowercased(), parts.count > 1 ? parts[1] : nil) {
        case ("vernacularname", let language?):
            guard let tag = LanguageTags.tag(language) else { throw .unknownRole(role) }
            self = .vernacular(tag)
        case ("code", let scheme?): self = .code(scheme.lowercased())
        case (let name?, nil):
            guard Self.roleNames.contains(where: { $0.lowercased() == name }),
                let column = Self.byHeader[name]
            else { throw .unknownRole(role) }
            self = column
        default: throw .unknownRole(role)
        }
    }

    // MARK: Found by the header

    /// What a column of this header holds; nil for one that is not read.
    init?(header: String) {
        // `dwc:taxonID`, `http://rs.tdwg.org/dwc/terms/taxonID`.
        let isTerm = header.contains("://") || header.hasPrefix("dwc:")
        let name = isTerm ? String(header.split { "/#:".contains($0) }.last ?? "") : header
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let maker = Self.makers.first { plain.hasPrefix($0) } ?? ""
        if let column = Self.byHeader[plain] ?? Self.byHeader[String(plain.dropFirst(maker.count))]
        {
            self = column
        } else if plain.hasPrefix("ioc"), plain.count > 3, plain.dropFirst(3).allSatisfy(\.isNumber)
        {
            // IOC's multilingual list heads its names with the version: IOC_15.1.
            self = .scientificName
        } else if let language = LanguageTags.ofHeader(name) {
            self = .vernacular(language)
        } else {
            return nil
        }
    }

    /// Who made a list, as some put before each header: `avilist_family`.
    private static let makers = ["avilist", "ebird", "birdlife", "clements", "ioc", "bbl", "ibp"]

    private static let byHeader: [String: TaxonomyColumn] = [
        "taxonid": .taxonID, "id": .taxonID,
        "scientificname": .scientificName, "sciname": .scientificName, "latinname": .scientificName,
        "latin": .scientificName, "canonicalname": .scientificName, "taxonname": .scientificName,
        "binomial": .scientificName, "學名": .scientificName, "学名": .scientificName,
        "scientificnameauthorship": .authorship, "authority": .authorship, "author": .authorship,
        "genus": .genus, "specificepithet": .specificEpithet, "speciesscientific": .specificEpithet,
        "infraspecificepithet": .infraspecificEpithet, "subspecies": .infraspecificEpithet,
        "taxonrank": .rank, "rank": .rank, "category": .rank,
        "kingdom": .higher("kingdom"), "phylum": .higher("phylum"), "class": .higher("class"),
        "order": .higher("order"), "order1": .higher("order"), "ordername": .higher("order"),
        "family": .higher("family"), "familyscientific": .higher("family"),
        "familysciname": .higher("family"), "familyname": .higher("family"),
        "subfamily": .higher("subfamily"),
        "familyenglish": .familyVernacular, "familyenglishname": .familyVernacular,
        "familycomname": .familyVernacular,
        "vernacularname": .vernacular(nil), "primarycomname": .vernacular("en"),
        "commonname": .vernacular("en"), "comname": .vernacular("en"),
        "speciesenglish": .vernacular("en"),
        "language": .language, "lang": .language, "locale": .language,
        "parentnameusageid": .parentID, "parentid": .parentID, "highertaxonid": .parentID,
        "parentnameusage": .parentName, "acceptednameusageid": .acceptedID,
        "acceptedtaxonid": .acceptedID, "acceptedid": .acceptedID,
        "acceptednameusage": .acceptedName,
        "taxonomicstatus": .status, "reportas": .reportAs,
        "speciescode": .code("ebird"), "speciescodecornelllab": .code("ebird"),
        "ebirdcode": .code("ebird"), "ebirdspeciescode": .code("ebird"),
        "avibaseid": .code("avibase"), "taxonconceptid": .code("avibase"),
        "bandingcodes": .code("bbl"), "bandingcode": .code("bbl"), "bblalpha": .code("bbl"),
        "alphacode": .code("bbl"), "ibpalpha": .code("ibp"), "spec": .code("ibp"),
        "ibpalpha6": .code("ibp6"), "spec6": .code("ibp6"),
        "comnamecodes": .code("ebird-common-name"), "scinamecodes": .code("ebird-scientific-name"),
        "iucnstatus": .conservationStatus, "iucnredlistcategory": .conservationStatus,
        "redlistcategory": .conservationStatus, "conservationstatus": .conservationStatus,
        "threatstatus": .conservationStatus, "extinct": .extinct,
        "habitat": .text(.habitat), "habitats": .text(.habitat),
        "diet": .text(.diet), "food": .text(.diet), "feeding": .text(.diet),
        "voice": .text(.voice), "call": .text(.voice), "calls": .text(.voice),
        "song": .text(.voice), "vocalization": .text(.voice), "vocalizations": .text(.voice),
        "vocalisations": .text(.voice), "sounds": .text(.voice), "foodfeeding": .text(.diet),
        "foodandfeeding": .text(.diet), "reproduction": .text(.nesting),
        "vocalisation": .text(.voice),
        "nesting": .text(.nesting), "nest": .text(.nesting), "breeding": .text(.nesting),
        "migration": .text(.migration), "movements": .text(.migration),
        "movement": .text(.migration),
    ]
}
