import ArgumentParsing
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
        try Removal(name: name, bytesFreed: bytes).write(asA: "region", arguments)
        return .done
    }
}
