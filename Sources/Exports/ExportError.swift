/// Why something cannot be written.
package enum ExportError: Error, Equatable, CustomStringConvertible {
    /// A value is infinite or not a number, which JSON cannot say.
    case notANumber(key: String)

    package var description: String {
        switch self {
        case .notANumber(let key):
            "The value of '\(key)' is not a finite number. Report this with the record's id."
        }
    }
}
