internal import CGDAL
internal import Database
internal import FoundationEssentials

/// A GeoJSON file, an ESRI Shapefile or a GeoPackage, read by GDAL. One thread at a time.
///
/// GDAL is opened when the first file is, and stays open until the process ends. Features are read one
/// after another, so that memory is that of the largest one: GDAL's own, its bytes and its positions.
package final class VectorFile {
    /// As it was given; of an archive's member, the archive, a colon and the member.
    package let name: String
    private let pointer: OpaquePointer

    private init(path: String, name: String) throws(VectorReaderError) {
        self.name = name
        let (opened, reason) = withMessage { tsn_gdal_open(path, $0, $1) }
        guard let opened else { throw .unreadable(path: name, reason: reason) }
        pointer = opened
    }

    deinit { tsn_gdal_close(pointer) }

    /// GDAL's version; nil when it is not installed.
    package static var libraryVersion: String? {
        guard (try? load(for: "")) != nil else { return nil }
        return String(cString: tsn_gdal_version())
    }

    /// Opens a file; of a `.zip`, each file of shapes in it, by name.
    ///
    /// - Throws: `VectorReaderError`; `DatabaseError` when SQLite, which GDAL reads GeoPackages
    ///   with, cannot be set up.
    package static func open(_ path: String) throws -> [VectorFile] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw VectorReaderError.fileNotFound(path: path)
        }
        guard !isFolder else { throw VectorReaderError.isFolder(path: path) }
        try load(for: path)
        // GDAL takes a path of its own virtual file system by its beginning; ours is of the disk.
        let absolute =
            path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        guard path.lowercased().hasSuffix(".zip") else {
            return [try VectorFile(path: absolute, name: path)]
        }
        let archive = "/vsizip/{\(absolute)}"
        let members = members(of: archive)
        guard !members.isEmpty else { throw VectorReaderError.nothingInArchive(path: path) }
        return try members.map {
            try VectorFile(path: "\(archive)/\($0)", name: "\(path):\($0)")
        }
    }

    private static func load(for path: String) throws {
        try Connection.prepareLibrary(for: path)
        let (code, reason) = withMessage { tsn_gdal_load($0, $1) }
        guard code == 0 else { throw VectorReaderError.libraryMissing(reason: reason) }
    }

    /// Files of shapes in an archive, sorted; what a Macintosh adds is left out.
    private static func members(of archive: String) -> [String] {
        guard let names = tsn_gdal_names_of(archive) else { return [] }
        defer { tsn_gdal_names_free(names) }
        var members: [String] = []
        var index: Int32 = 0
        while let name = tsn_gdal_names_at(names, index) {
            index += 1
            let name = String(cString: name)
            let isShape = [".shp", ".gpkg", ".geojson", ".json"].contains {
                name.lowercased().hasSuffix($0)
            }
            if isShape, !name.hasPrefix("__MACOSX/") { members.append(name) }
        }
        return members.sorted()
    }

    /// The layers, in the file's order.
    package var layers: [VectorLayer] {
        (0..<tsn_gdal_layer_count(pointer)).compactMap { index in
            guard tsn_gdal_choose_layer(pointer, index) == 0 else { return nil }
            let fields = (0..<tsn_gdal_field_count(pointer)).map {
                String(cString: tsn_gdal_field_name(pointer, $0))
            }
            let count = tsn_gdal_feature_count(pointer)
            return VectorLayer(
                index: Int(index), name: String(cString: tsn_gdal_layer_name(pointer)),
                fields: fields, featureCount: count < 0 ? nil : Int(count),
                referenceSystem: tsn_gdal_crs_name(pointer).map { String(cString: $0) })
        }
    }

    /// What GDAL warned of first; nil for nothing.
    package var warning: String? {
        let text = String(cString: tsn_gdal_warning(pointer))
        return text.isEmpty ? nil : text
    }

    /// Reads a layer's features one by one, in the file's order.
    ///
    /// - Parameters:
    ///   - referenceSystem: What the coordinates are in, as `EPSG:2193`; nil for what the layer says.
    ///   - fields: Indices of the fields that are wanted, in the order in which they are given.
    ///   - body: Told each feature, and how to convert its positions. What it throws ends the reading.
    /// - Throws: `VectorReaderError`.
    package func read(
        _ layer: VectorLayer, referenceSystem: String?, fields: [Int],
        _ body: (VectorFeature, PositionConversion) throws -> Void
    ) throws {
        guard tsn_gdal_choose_layer(pointer, Int32(layer.index)) == 0 else {
            throw VectorReaderError.unreadable(path: name, reason: "layer \(layer.name) is gone")
        }
        let conversion = try conversion(from: referenceSystem)
        var count = 0
        while true {
            let (code, reason) = withMessage { tsn_gdal_next(pointer, $0, $1) }
            guard code >= 0 else {
                throw VectorReaderError.damaged(path: name, features: count, reason: reason)
            }
            if code == 0 { return }
            count += 1
            let values = fields.map { field in
                tsn_gdal_field(pointer, Int32(field)).map { String(cString: $0) }
            }
            var size = 0
            let shape = tsn_gdal_shape(pointer, &size).map {
                WellKnownBinary.shape(UnsafeRawBufferPointer(start: $0, count: size))
            }
            let feature = VectorFeature(
                id: tsn_gdal_feature_id(pointer), values: values, shape: shape ?? .nothing)
            try body(feature, conversion)
        }
    }

    private func conversion(from system: String?) throws(VectorReaderError) -> PositionConversion {
        let (code, reason) = withMessage { message, size in
            guard let system else {
                return tsn_gdal_prepare_conversion(pointer, nil, message, size)
            }
            return tsn_gdal_prepare_conversion(pointer, system, message, size)
        }
        let kind: PositionConversion.Kind
        switch Int(code) {
        case TSN_GDAL_NO_CRS: kind = .unknown
        case TSN_GDAL_IS_WGS84: kind = .none
        case TSN_GDAL_GEOGRAPHIC: kind = .geographic
        case TSN_GDAL_PROJECTED: kind = .projected
        default:
            throw .unknownReferenceSystem(system ?? "the file's own", reason: reason)
        }
        return PositionConversion(kind: kind, file: self)
    }

    fileprivate func convert(_ x: inout [Double], _ y: inout [Double]) {
        tsn_gdal_convert(pointer, Int32(x.count), &x, &y)
    }
}

/// A table of features.
package struct VectorLayer: Hashable, Sendable {
    let index: Int
    package let name: String
    /// Two may have one name.
    package let fields: [String]
    /// nil when the file does not say.
    package let featureCount: Int?
    /// What the layer's reference system calls itself; nil when it states none.
    package let referenceSystem: String?
}

/// A row of a layer.
package struct VectorFeature: Sendable {
    /// The number the file gives it.
    package let id: Int64
    /// Of the fields that were asked for, in that order, as text; nil where there is none.
    package let values: [String?]
    package let shape: VectorShape
}

/// Converts the positions of a layer to longitude (x) and latitude (y) on WGS 84, by PROJ through GDAL.
/// Good while the layer is being read.
package struct PositionConversion {
    package enum Kind: Hashable, Sendable {
        /// The layer states no reference system, and none was named. Positions stay as they are.
        case unknown
        /// They are on WGS 84 already.
        case none
        /// From longitudes and latitudes on another ellipsoid or datum.
        case geographic
        /// From a plane.
        case projected
    }

    package let kind: Kind
    private let file: VectorFile

    fileprivate init(kind: Kind, file: VectorFile) {
        self.kind = kind
        self.file = file
    }

    /// Converts positions; what cannot be converted becomes infinite.
    package func callAsFunction(_ positions: [PlanarPosition]) -> [PlanarPosition] {
        guard kind == .geographic || kind == .projected, !positions.isEmpty else {
            return positions
        }
        var x = positions.map(\.x)
        var y = positions.map(\.y)
        file.convert(&x, &y)
        return zip(x, y).map { PlanarPosition(x: $0, y: $1) }
    }
}

/// Lends a buffer for the shim's message, and gives what `body` made beside the text.
private func withMessage<R>(_ body: (UnsafeMutablePointer<CChar>, Int) -> R) -> (R, String) {
    var message = [CChar](repeating: 0, count: 512)
    let size = message.count
    let result = message.withUnsafeMutableBufferPointer { body($0.baseAddress!, size) }
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    // It goes into a sentence of our own, with a stop of its own.
    var text = String(decoding: bytes, as: UTF8.self)
    while let last = text.last, ". \n".contains(last) { text.removeLast() }
    return (result, text)
}
