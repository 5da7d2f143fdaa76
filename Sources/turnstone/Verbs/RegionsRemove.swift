import ArgumentParsing
import FoundationEssentials
import PlaceIndex
import Records

enum RegionsRemove {
    static let verb = Verb(
        "regions remove", summary: "Remove an imported region and free its space.",
        operands: [OperandSyntax("NAME", "The region, as 'regions list' names it.")],
        options: [CommonOptions.json],
        notes: [
            "It is removed at once and without a question; importing its files again brings it back. "
                + "A running service lets go of it within seconds. Records keep their place names."
        ],
        examples: [("turnstone regions remove malta", "Remove the region 'malta'")]
    ) { arguments in
        let data = arguments.dataDirectory
        try data.requireExisting()
        let name = arguments.operands[0]
        let bytes = try RegionListing.remove(name, from: data.places)
        if arguments.has("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            Console.write(try encoder.encode(Removed(name: name, bytesFreed: bytes)))
            Console.write("\n")
        } else {
            let size = ProgressLine.amount(Double(bytes), .bytes)
            Console.write("Removed region \(name): \(size) freed\n")
        }
        return .done
    }

    private struct Removed: Encodable {
        let name: String
        let bytesFreed: Int64
    }
}
