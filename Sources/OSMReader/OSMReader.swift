internal import COsmium
internal import GeoModel

/// Reads OpenStreetMap files through libosmium: what has one of the asked keys, with geometry.
///
/// Objects may be in any order in the files, ids may be negative, and refs may lead out of the
/// input. Two passes: nodes and relations, ways; of several files each twice.
///
/// An object that is in several files is taken from the one with its newest version, or where
/// versions are equal or unknown from the first.
///
/// Memory: about 6 bytes a node in a file with rising ids and 16 in any other, 8 bytes a way, a
/// relation and a handed-over node, the wanted multipolygons and the ways they have as members
/// until each is complete, and about 50 MB of buffers. Of several files, 16 bytes a node and
/// a relation, or a way, besides. With a `locationFile`, the positions of nodes lie in that file.
package struct OSMReader: Sendable {
    private let files: [OSMFile]
    private let keys, relationTypes: [String]
    private let locationFile: String?

    /// - Parameters:
    ///   - files: Read as one.
    ///   - keys: Nodes, ways and areas with one of these keys are handed over.
    ///   - relationTypes: Relations whose `type` is one of these are handed over with their members.
    ///   - locationFile: A path that does not exist, for node positions that do not fit in memory;
    ///     its name is gone as soon as it is made.
    package init(
        files: [OSMFile], keys: [String], relationTypes: [String] = [], locationFile: String? = nil
    ) {
        self.files = files
        self.keys = keys
        self.relationTypes = relationTypes
        self.locationFile = locationFile
    }

    /// Reads all files and calls `body` for each object, on this thread: nodes, then relations
    /// with their members, then ways and areas, an area right after its last member way, areas that
    /// lack members last.
    ///
    /// A damaged .pbf leaves a descriptor open until the process ends: libosmium 2.18 closes it only where it
    /// reads to the end of the file.
    ///
    /// - Throws: `OSMReaderError`, or what `progress` or `body` threw, which ends the reading.
    package func read(
        progress: (OSMProgress) throws -> Void = { _ in },
        _ body: (OSMElement) throws -> Void
    ) throws -> OSMSummary {
        try withoutActuallyEscaping(progress) { progress in
            try withoutActuallyEscaping(body) { body in
                try read(Session(progress: progress, body: body))
            }
        }
    }

    private func read(_ session: Session) throws -> OSMSummary {
        var summary = tsn_osm_summary()
        var message = [CChar](repeating: 0, count: 1024)
        // libosmium takes "http:..." for something to download and "-" for standard input.
        let paths = files.map { $0.path.hasPrefix("/") ? $0.path : "./" + $0.path }
        let status = withCStrings(paths) { paths in
            withCStrings(files.map(\.format.rawValue)) { formats in
                withCStrings(keys) { keys in
                    withCStrings(relationTypes) { types in
                        withCStrings(locationFile.map { [$0] } ?? []) { locationFile in
                            let inputs = zip(paths, formats).map {
                                tsn_osm_file(path: $0, format: $1)
                            }
                            return inputs.withUnsafeBufferPointer { inputs in
                                var options = tsn_osm_options(
                                    files: inputs.baseAddress, file_count: inputs.count,
                                    keys: keys.baseAddress, key_count: keys.count,
                                    relation_types: types.baseAddress,
                                    relation_type_count: types.count,
                                    location_file: locationFile.first ?? nil)
                                var callbacks = session.callbacks
                                return tsn_osm_read(
                                    &options, &callbacks, &summary, &message, message.count)
                            }
                        }
                    }
                }
            }
        }
        if let error = session.error { throw error }
        guard status == Int32(TSN_OSM_OK.rawValue) else {
            let reason = String(
                decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw failure(status, file: Int(summary.file_index), reason: reason)
        }
        return OSMSummary(summary)
    }

    private func failure(_ status: Int32, file: Int, reason: String) -> OSMReaderError {
        let path = files.indices.contains(file) ? files[file].path : ""
        return switch UInt32(bitPattern: status) {
        case TSN_OSM_UNREADABLE.rawValue: .unreadable(path: path, reason: reason)
        case TSN_OSM_HISTORY.rawValue: .history(path: path)
        case TSN_OSM_NO_MEMORY.rawValue: .outOfMemory(path: path)
        case TSN_OSM_NO_ROOM.rawValue:
            .noRoomForPositions(path: locationFile ?? "", reason: reason)
        default: .broken(path: path, reason: reason)
        }
    }
}

extension OSMReader {
    /// The closures of one call, reached from C through a pointer.
    fileprivate final class Session {
        let progress: (OSMProgress) throws -> Void
        let body: (OSMElement) throws -> Void
        var error: (any Error)?

        init(
            progress: @escaping (OSMProgress) throws -> Void,
            body: @escaping (OSMElement) throws -> Void
        ) {
            self.progress = progress
            self.body = body
        }

        /// Valid while this object lives.
        var callbacks: tsn_osm_callbacks {
            tsn_osm_callbacks(
                context: Unmanaged.passUnretained(self).toOpaque(),
                object: { context, object in
                    guard let context, let object else { return 1 }
                    let session = Unmanaged<Session>.fromOpaque(context).takeUnretainedValue()
                    return session.run {
                        if let element = OSMElement(object.pointee) { try session.body(element) }
                    }
                },
                progress: { context, phase, done, total in
                    guard let context, let pass = OSMProgress.Pass(rawValue: phase) else {
                        return 1
                    }
                    let session = Unmanaged<Session>.fromOpaque(context).takeUnretainedValue()
                    return session.run {
                        try session.progress(
                            OSMProgress(
                                pass: pass, bytes: Int64(clamping: done),
                                totalBytes: Int64(clamping: total)))
                    }
                })
        }

        private func run(_ work: () throws -> Void) -> Int32 {
            do {
                try work()
                return 0
            } catch {
                self.error = error
                return 1
            }
        }
    }
}

extension OSMSummary {
    fileprivate init(_ summary: tsn_osm_summary) {
        self.init(
            nodes: Int(summary.nodes), ways: Int(summary.ways), relations: Int(summary.relations),
            deleted: Int(summary.deleted), repeated: Int(summary.repeated),
            nodesWithoutPosition: Int(summary.nodes_without_position),
            waysWithMissingNodes: Int(summary.ways_with_missing_nodes),
            timestamp: summary.timestamp == 0 ? nil : Int64(summary.timestamp),
            locationBytes: Int(summary.location_bytes))
    }
}
