internal import OSMReader

/// Why an object is left out of a region, or kept only in part.
///
/// A report names it by its words, which programs may rely on: they do not change.
enum SkipReason: Hashable {
    /// A closed way or relation whose area cannot be made. Nothing of it is kept but its streets.
    case areaNotAssembled(OSMAreaProblem)
    /// A closed way whose area cannot be made, kept as a place or an address by its line.
    case outlineOnly(OSMAreaProblem)
    case missingMembers
    case otherBoundary
    case wayInPart
    case wayWithoutTwoNodes
    case streetInPart
    case streetWithoutTwoNodes
    case streetWithoutLength
    case interpolationWithoutLine
    case interpolationWithoutNumbers
    case deleted
    /// In several files, or twice in one.
    case repeated
    case nodeWithoutPosition

    var words: String {
        switch self {
        case .areaNotAssembled(let problem): "area not assembled: \(problem.rawValue)"
        case .outlineOnly(let problem): "area kept as its outline: \(problem.rawValue)"
        case .missingMembers: "relation without all members"
        case .otherBoundary: "boundary that is no area people live in today"
        case .wayInPart: "way with missing nodes, kept in part"
        case .wayWithoutTwoNodes: "way of which less than two nodes in a row are in the input"
        case .streetInPart: "street with missing nodes, kept in part"
        case .streetWithoutTwoNodes:
            "street of which less than two nodes in a row are in the input"
        case .streetWithoutLength: "street whose nodes lie on one spot"
        case .interpolationWithoutLine: "address interpolation without a line"
        case .interpolationWithoutNumbers:
            "address interpolation of which less than two nodes have a number"
        case .deleted: "object marked as deleted"
        case .repeated: "object that was met before"
        case .nodeWithoutPosition: "node without a valid position"
        }
    }
}
