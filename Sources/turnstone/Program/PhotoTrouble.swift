/// Records whose photo a backup could not bring as it was sent.
enum PhotoTrouble {
    static func lines(_ missing: [String], _ changed: [String]) -> [String] {
        missing.map { "Missing photo of record \($0)" }
            + changed.map { "Changed photo of record \($0): copied as it is" }
    }
}
