import ArgumentParsing

/// What was removed by its name, and the space that this gave back.
struct Removal: Encodable {
    let name: String
    let bytesFreed: Int64

    /// Writes it as JSON or as a sentence, as the command line asks.
    ///
    /// - Parameter kind: What it was: `region`.
    func write(asA kind: String, _ arguments: ParsedArguments) throws {
        guard !arguments.has("json") else { return try Console.write(json: self) }
        let size = ProgressLine.amount(Double(bytesFreed), .bytes)
        Console.write("Removed \(kind) \(name): \(size) freed\n")
    }
}
