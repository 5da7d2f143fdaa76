/// What the reader met, over all files; an object that is in several files counts once.
package struct OSMSummary: Sendable, Hashable {
    package var nodes, ways, relations: Int
    /// Objects marked `visible="false"`, which are left out.
    package var deleted: Int
    /// Ways, relations and handed-over nodes met again; the first one counts.
    package var repeated: Int
    /// Nodes without a position, or with one off the globe, which are left out.
    package var nodesWithoutPosition: Int
    /// Ways of which the input lacks a node.
    package var waysWithMissingNodes: Int
    /// Seconds since 1970 of the map's state: the file's replication time, else its newest object.
    package var timestamp: Int64?
    /// The most bytes that the node positions took.
    package var locationBytes: Int
}

/// How far the reader is.
package struct OSMProgress: Sendable, Hashable {
    /// The two passes over the files, in this order.
    package enum Pass: Int32, Sendable {
        /// And relations.
        case nodes = 1
        case ways
    }

    package let pass: Pass
    /// Bytes read in this pass, of `totalBytes`, as stored in the files.
    package let bytes, totalBytes: Int64
}
