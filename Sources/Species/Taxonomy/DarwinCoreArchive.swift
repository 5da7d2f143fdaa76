internal import ZipArchive

/// A checklist as a Darwin Core Archive: a zip file of tables, and `meta.xml`, which says what their columns are
/// (<https://dwc.tdwg.org/text/>). The core is a table of taxa; of the extensions those of vernacular names and of
/// descriptions, on the topics of a field guide, are read; the rows of others are counted.
struct DarwinCoreArchive {
    private let zip: ZipArchive
    private let folder: String
    private let core: ArchiveTable
    private let names: ArchiveTable?
    private let descriptionTable: ArchiveTable?
    private let others: [ArchiveTable]

    /// Names of taxa that an extension may give; more than a gigabyte's worth is no checklist's.
    private static let nameLimit = 5_000_000
    /// A description has some kilobytes.
    private static let descriptionLimit: Int64 = 1 << 20

    /// Opens an archive; one without `meta.xml` is a table packed by itself.
    ///
    /// - Throws: `TaxonomyError.notText` when there is no table of taxa; `ZipError`.
    init(path: String) throws {
        zip = try ZipArchive(path: path)
        let entries = zip.entries.filter { !$0.name.hasPrefix("__MACOSX/") }
        func isNamed(_ entry: ZipArchive.Entry, _ name: String) -> Bool {
            entry.name == name || entry.name.hasSuffix("/\(name)")
        }
        guard let description = entries.first(where: { isNamed($0, "meta.xml") }) else {
            let tables = entries.filter { entry in
                [".txt", ".csv", ".tsv", ".tab"].contains { entry.name.lowercased().hasSuffix($0) }
            }
            guard tables.count == 1, let table = tables.first else {
                throw TaxonomyError.notText(
                    path: path, reason: "it is an archive without a meta.xml, or a spreadsheet")
            }
            folder = ""
            core = ArchiveTable(file: table.name)
            names = nil
            descriptionTable = nil
            others = []
            return
        }
        folder = String(description.name.dropLast("meta.xml".count))
        guard description.size <= Self.descriptionLimit else {
            throw TaxonomyError.notText(path: path, reason: "its meta.xml is larger than 1 MiB")
        }
        var bytes: [UInt8] = []
        let reader = try zip.reader(of: description)
        while case let more = try reader.next(65_536), !more.isEmpty { bytes += more }
        let tables = ArchiveTable.all(in: bytes)
        guard let core = tables.first(where: \.isCore) else {
            throw TaxonomyError.notText(path: path, reason: "its meta.xml names no core table")
        }
        guard core.rowType == "taxon" else {
            throw TaxonomyError.notText(
                path: path,
                reason: "its core is a table of \(core.rowType ?? "something else"), not of taxa")
        }
        self.core = core
        let extensions = tables.filter { !$0.isCore }
        let names = extensions.first { $0.rowType == "vernacularname" }
        let texts = extensions.first { $0.rowType == "description" }
        self.names = names
        descriptionTable = texts
        others = extensions.filter { $0 != names && $0 != texts }
    }

    /// Bytes of the core when unpacked.
    var size: Int64 { entry(core)?.size ?? 0 }

    /// The columns of the core by `meta.xml`, by their index; nil where the table has a header of its own.
    var header: [String]? { core.columns.isEmpty ? nil : core.header }

    /// What all rows of the core hold that have nothing else there: a term's address, and its text.
    var constants: [(header: String, text: String)] {
        core.columns.compactMap { column in column.constant.map { (column.address, $0) } }
    }

    /// The core's rows, after its header where `header` tells what is in it.
    func reader() throws -> DelimitedReader { try reader(of: core) }

    private func entry(_ table: ArchiveTable) -> ZipArchive.Entry? {
        zip.entries.first { $0.name == folder + table.file }
    }

    private func reader(of table: ArchiveTable) throws -> DelimitedReader {
        let name = "\(zip.path):\(table.file)"
        guard let entry = entry(table) else {
            throw TaxonomyError.notText(
                path: zip.path, reason: "the table \(table.file) of its meta.xml is not in it")
        }
        let unpacked = try zip.reader(of: entry)
        let reader = try DelimitedReader(path: name, delimiter: table.delimiter) {
            try unpacked.next($0)
        }
        for _ in 0..<table.headerRows { _ = try reader.next() }
        return reader
    }

    /// Names by the id of the core's row, in the extension's order, with the language as it is written there.
    ///
    /// Rows that are not in UTF-8 or have no name are left out.
    func vernaculars() throws -> [String: [(language: String?, name: String)]] {
        guard let names, let id = names.idColumn,
            let name = names.columns.first(where: { $0.term == "vernacularname" })?.index
        else { return [:] }
        let language = names.columns.first { $0.term == "language" }
        var found: [String: [(language: String?, name: String)]] = [:]
        var count = 0
        let reader = try reader(of: names)
        while let row = try reader.next() {
            count += 1
            guard count <= Self.nameLimit else {
                throw TaxonomyError.tooManyRows(path: zip.path, limit: Self.nameLimit)
            }
            guard let taxon = row.text(id), !taxon.isEmpty, let text = row.text(name), !text.isEmpty
            else { continue }
            let written = language?.index.flatMap { row.text($0) } ?? language?.constant
            found[taxon, default: []].append((written?.isEmpty == true ? nil : written, text))
        }
        return found
    }

    /// A text about a taxon, with the language as it is written there.
    typealias Description = (topic: FieldGuideTopic, language: String?, text: String)

    /// Field-guide texts by the id of the core's row, in the extension's order, and how many rows are about something
    /// else, as its type tells (<https://rs.gbif.org/extension/gbif/1.0/description.xml>).
    func descriptions() throws -> (texts: [String: [Description]], skipped: Int) {
        guard let table = descriptionTable, let id = table.idColumn,
            let text = table.columns.first(where: { $0.term == "description" })?.index
        else { return ([:], 0) }
        let type = table.columns.first { $0.term == "type" }
        let language = table.columns.first { $0.term == "language" }
        var found: [String: [Description]] = [:]
        var (count, skipped) = (0, 0)
        let reader = try reader(of: table)
        while let row = try reader.next() {
            count += 1
            guard count <= Self.nameLimit else {
                throw TaxonomyError.tooManyRows(path: zip.path, limit: Self.nameLimit)
            }
            let about = type?.index.flatMap { row.text($0) } ?? type?.constant ?? ""
            guard case .text(let topic)? = TaxonomyColumn(header: about), let taxon = row.text(id),
                !taxon.isEmpty, let words = row.text(text), !words.isEmpty
            else {
                skipped += 1
                continue
            }
            let written = language?.index.flatMap { row.text($0) } ?? language?.constant
            found[taxon, default: []].append(
                (topic, written?.isEmpty == true ? nil : written, words))
        }
        return (found, skipped)
    }

    /// The tables that are not read, with their rows.
    ///
    /// - Parameter descriptions: Rows of the descriptions that were left out.
    func unread(_ descriptions: Int) throws -> [TaxonomyReport.Unread] {
        // One whose file is missing has nothing to count.
        var unread = try others.filter { entry($0) != nil }.map { table in
            let reader = try reader(of: table)
            var count = 0
            while try reader.next() != nil { count += 1 }
            return TaxonomyReport.Unread(rowType: table.rowType ?? table.file, count: count)
        }
        if descriptions > 0 {
            unread.append(TaxonomyReport.Unread(rowType: "description", count: descriptions))
        }
        return unread
    }
}

/// One table of an archive, as `meta.xml` describes it.
struct ArchiveTable: Hashable {
    struct Column: Hashable {
        /// The last part of the term's address, in lower case: `scientificname`.
        let term: String
        /// As it is written: `http://rs.tdwg.org/dwc/terms/scientificName`.
        let address: String
        /// nil for a term that is the same in all rows.
        let index: Int?
        let constant: String?
    }

    var file: String
    var isCore = true
    /// The last part of the address, in lower case: `taxon`.
    var rowType: String?
    /// nil to find out.
    var delimiter: UInt8?
    var headerRows = 0
    /// Of the row's id, in an extension that of the core's row.
    var idColumn: Int?
    var columns: [Column] = []

    init(file: String) { self.file = file }

    /// The terms' addresses by column; the id is a `taxonID` where no column is. Columns that `meta.xml` does not name
    /// are empty, those behind the last that it names too.
    var header: [String] {
        var header: [String] = []
        func set(_ index: Int, _ text: String) {
            guard index < Self.columnLimit else { return }
            while header.count <= index { header.append("") }
            header[index] = text
        }
        let named = columns.filter { $0.index != nil }
        if let idColumn, !named.contains(where: { $0.term == "taxonid" }) {
            set(idColumn, "taxonID")
        }
        for column in named {
            // A column may be the id and another term.
            if let index = column.index { set(index, column.address) }
        }
        return header + [String](repeating: "", count: Self.columnLimit - header.count)
    }

    /// No table has so many columns.
    private static let columnLimit = 1_000

    /// The tables that a `meta.xml` names, the core first.
    static func all(in description: [UInt8]) -> [ArchiveTable] {
        var tables: [ArchiveTable] = []
        var table: ArchiveTable?
        var isInLocation = false
        for part in MarkupReader(description) {
            switch part {
            case .start(let name, let attributes):
                switch name {
                case "core", "extension":
                    table = ArchiveTable(name: name, attributes)
                case "location": isInLocation = true
                case "id", "coreid":
                    table?.idColumn = attributes["index"].flatMap { Int($0) }
                case "field":
                    if let column = Column(attributes) { table?.columns.append(column) }
                default: break
                }
            case .text(let text):
                if isInLocation, table?.file.isEmpty == true { table?.file = text }
            case .end(let name):
                if name == "location" { isInLocation = false }
                if ["core", "extension"].contains(name), let found = table, !found.file.isEmpty {
                    tables.append(found)
                    table = nil
                }
            }
        }
        return tables.filter(\.isCore) + tables.filter { !$0.isCore }
    }

    private init(name: String, _ attributes: [String: String]) {
        file = ""
        isCore = name == "core"
        rowType = attributes["rowType"].map(Self.lastPart)
        headerRows = min(100, max(0, attributes["ignoreHeaderLines"].flatMap { Int($0) } ?? 0))
        // The standard's default is a comma; a file that says nothing is looked into.
        let escaped = ["\\t": "\t", "\\|": "|"]
        delimiter = attributes["fieldsTerminatedBy"].flatMap { text in
            let bytes = Array((escaped[text] ?? text).utf8)
            return bytes.count == 1 ? bytes[0] : nil
        }
    }

    fileprivate static func lastPart(_ address: String) -> String {
        String(address.split { "/#:".contains($0) }.last ?? "").lowercased()
    }
}

extension ArchiveTable.Column {
    fileprivate init?(_ attributes: [String: String]) {
        guard let address = attributes["term"] else { return nil }
        let index = attributes["index"].flatMap { Int($0) }
        guard index ?? 0 >= 0 else { return nil }
        self.init(
            term: ArchiveTable.lastPart(address), address: address, index: index,
            constant: attributes["default"])
    }
}
