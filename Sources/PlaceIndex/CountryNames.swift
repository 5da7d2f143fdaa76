internal import Database
internal import GeoModel
internal import Synchronization

/// Countries by name, in all languages of the country polygons' file: "Finland", "Suomi", "fi".
final class CountryNames: Sendable {
    private let countries: Countries
    private let codes = Mutex<[String: String]?>(nil)

    init(_ countries: Countries) { self.countries = countries }

    /// ISO 3166-1, lower case; nil for what is no country's name.
    ///
    /// - Parameter folded: `FoldedText.joined`. All names are read when the first is asked for.
    func code(named folded: String) throws -> String? {
        if let codes = codes.withLock({ $0 }) { return codes[folded] }
        let read = try read()
        codes.withLock { $0 = read }
        return read[folded]
    }

    private func read() throws -> [String: String] {
        try countries.pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT country_code, name, names FROM country ORDER BY country_code")
            var codes: [String: String] = [:]
            while try row.step() {
                let code = row.text(0)
                for name in [row.text(1), code] + row.tags(2).values {
                    let folded = FoldedText(name).joined
                    if !folded.isEmpty, codes[folded] == nil { codes[folded] = code }
                }
            }
            return codes
        }
    }
}
