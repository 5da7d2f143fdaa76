/// The name of a region, which is also its file's: 1 to 63 of a-z, 0-9 and '-', the first no '-'.
package struct RegionName: Hashable, Sendable {
    package let text: String

    /// - Throws: `.regionNameInvalid`.
    package init(_ text: String) throws(ImportError) {
        let isValid =
            (1...63).contains(text.utf8.count) && !text.hasPrefix("-")
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        guard isValid else { throw .regionNameInvalid(text) }
        self.text = text
    }

    /// The name that a file gives its region: up to the first dot, in lower case, everything but
    /// letters and digits as one '-'. `maps/Helsinki_Centre.osm.pbf` gives `helsinki-centre`.
    ///
    /// - Throws: `.regionNameInvalid` when nothing is left.
    package init(derivedFrom path: String) throws(ImportError) {
        let file = path.split(separator: "/").last ?? ""
        let words = file.prefix { $0 != "." }.lowercased()
            .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        try self.init(String(words.joined(separator: "-").prefix(63)))
    }
}
